"""Check that a plane separates, or that a witness proves that none does: without rounding, and without a solver."""

import math
from fractions import Fraction
from typing import Any

import numpy as np

from ..core import exact, inputs
from ..core.geometry import Plane
from ..core.signed_points import SignedPoints
from .arguments import plane_of, value_of, weights_by_point
from .report import Report


@np.errstate(all="ignore")
def check_separator(plane: Plane, X: Any, y: Any) -> Report:
    """Check that y f(x) > 0 for every point, exactly: in floats where they can't err, and in fractions elsewhere.

    >>> check_separator(Plane([1.0]), [[1.0], [-2.0]], [1, -1]).ok
    True
    >>> check_separator(Plane([1.0]), [[1.0], [0.0]], [1, -1]).ok
    False

    Book: {prf:ref}`def-separable`
    """
    X, y = inputs.labeled(X, y)
    report = Report("the plane separates the points")
    plane = value_of(plane, "plane", plane_of(X.shape[1], exact=True), report)
    if not report.ok:
        return report
    Z = SignedPoints(X, y, bias=plane.b != 0)
    index, value = exact.smallest(Z, Z.coefficients(plane))
    report.compare(f"y f(x) > 0 at every point, the closest being X[{index}]", value, ">", 0, slack=0)
    return report


@np.errstate(all="ignore")
def check_witness(witness: dict[int, Fraction], X: Any, y: Any, bias: bool = True) -> Report:
    """Check the proof that no plane separates: positive weights, summing to 1, whose combination is exactly 0.

    The combination is that of the signed lifted points, or without bias that of the signed points.

    >>> check_witness({0: Fraction(1, 2), 1: Fraction(1, 2)}, [[1.0], [1.0]], [1, -1]).ok
    True

    Book: {prf:ref}`thm-gordan`
    """
    X, y = inputs.labeled(X, y)
    Z = SignedPoints(X, y, bias)
    report = Report("the witness proves that no plane separates the points")
    witness = value_of(witness, "witness", weights_by_point, report)
    if not report.ok:
        return report
    known = all(0 <= index < len(Z) for index in witness)
    points = sorted(witness)
    report.require("each index is a point's", known, points[:3])
    weights = [witness[index] for index in points]
    report.compare("weights are positive", float(min(weights, default=0) > 0), ">=", 1, slack=0)
    common = math.lcm(*(weight.denominator for weight in weights))
    numerators = [int(weight * common) for weight in weights]
    report.compare("weights sum to 1", Fraction(sum(numerators), common), "=", 1, slack=0)
    report.compare("as many points as Carathéodory allows", len(witness), "<=", Z.dimension + 1, slack=0)
    if known:
        rows = Z[points].T if witness else np.zeros((Z.dimension, 0))
        off = any(_combination(column, numerators) for column in rows)
        report.compare("the combination is 0", float(off), "=", 0, slack=0)
    return report


def _combination(column: np.ndarray, numerators: list[int]) -> Fraction:
    """Return the sum of numerator times entry, exactly."""
    entries = exact.fractions(column)
    common = max((entry.denominator for entry in entries), default=1)
    return Fraction(sum(n * int(entry * common) for n, entry in zip(numerators, entries, strict=True)), common)
