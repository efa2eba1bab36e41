"""Find a separating plane, or prove that none exists.

Either some w has w.z > 0 for every signed point z, or some convex combination of the signed points is 0, but not both
(Gordan). One search decides it: find the point of the convex hull nearest to the origin. If that point is not the
origin, it is the normal of a separating plane; if it is, its weights are the proof.

    Z       signed points, lifted where there is a bias, one per row
    corral  rows whose combination is the nearest point so far (Wolfe, 1976)
    x       nearest point so far, sum of weights_i z_i over the corral

The search runs in floats first. Its result is checked exactly, and where floats are too coarse the search continues in
fractions, so the answer is always proved.

>>> separate([[0.0], [1.0]], [-1, 1]).plane.predict([[-3.0], [4.0]])
array([-1,  1])
>>> separate([[0.0], [1.0], [2.0]], [1, -1, 1]).witness
{0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .core import exact, inputs
from .core.geometry import Plane, length
from .core.signed_points import SignedPoints

FLOAT_CYCLES = 2_000  # then the search continues in fractions: in floats it may cycle
SAMPLE = 20  # the first working set holds this many rows a coordinate
RANK = 1e-14  # of the largest singular value: a direction with a smaller one is rounding
CLEAR = 0.1  # of |x|^2: x separates well enough if every w.z is above this
AT_ORIGIN = 1e-28  # an |x|^2 below this is rounding, and x is 0
NO_WEIGHT = 1e-12  # a weight up to this is rounding, and its row leaves the corral


@dataclass(frozen=True)
class Separation:
    """Exactly one of the two: a separating `plane`, or a `witness` {index: weight} that none exists.

    >>> separate([[1.0], [1.0]], [1, -1])
    Separation(plane=None, witness={0: Fraction(1, 2), 1: Fraction(1, 2)})

    Book: {prf:ref}`thm-gordan`
    """

    plane: Plane | None = None
    witness: dict[int, Fraction] | None = None


class NotSeparable(ValueError):
    """No plane separates the points; `.witness` proves it, see `check_witness`.

    >>> from margin_lib import NotSeparable, incremental_margin_perceptron
    >>> try:
    ...     incremental_margin_perceptron([[1, 0], [-1, 0]], [1, 1])
    ... except NotSeparable as error:
    ...     error.witness
    {0: Fraction(1, 2), 1: Fraction(1, 2)}

    Book: {prf:ref}`thm-gordan`
    """

    def __init__(self, witness: dict[int, Fraction] | None, where: str = "") -> None:
        self.witness = witness
        proof = ""
        if witness is not None:
            shown = ", ".join(f"X[{index}]" for index in list(witness)[:5]) + (", ..." if len(witness) > 5 else "")
            proof = f" The points {shown} prove it: see .witness and check_witness."
        super().__init__(
            f"no plane {where}separates the two classes.{proof} Use soft_margin, a budget of updates, or a kernel."
        )


def separate(X: Any, y: Any, bias: bool = True) -> Separation:
    """Return a plane that separates the points, or a witness that none does.

    The plane passes `check_separator`; if no plane of floats can, it holds `Fraction`s. The witness has positive
    weights that sum to 1 on at most d + 2 points (d + 1 without bias), whose signed lifted (without bias: signed)
    combination is exactly 0.

    >>> separate([[0, 0], [1, 1], [0, 1]], [-1, 1, 1]).plane.predict([[0, 0], [1, 1], [0, 1]])
    array([-1,  1,  1])
    >>> separate([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1]).witness[3]
    Fraction(1, 4)

    Book: {prf:ref}`thm-gordan`
    """
    X, y = inputs.labeled(X, y, both=bias)
    Z = SignedPoints(X, y, bias)
    w, weights = _search(Z)
    return Separation(None if w is None else Z.plane(w), weights)


def require_separable(X: np.ndarray, y: np.ndarray, bias: bool) -> Plane:
    """Return a separating plane, or raise `NotSeparable` with the witness."""
    found = separate(X, y, bias)
    if found.plane is None:
        raise NotSeparable(found.witness, "" if bias else "through the origin ")
    return found.plane


def _search(Z: SignedPoints) -> tuple[np.ndarray | None, dict[int, Fraction] | None]:
    """Return (w, None) with w.z > 0 for each row z, or (None, weights) with a combination that is 0."""
    n, dimension = len(Z), Z.dimension
    rows = np.arange(n)
    if n > 2 * SAMPLE * dimension:
        rows = np.sort(np.random.default_rng(0).choice(n, SAMPLE * dimension, replace=False))
    while True:
        w, corral, weights = nearest_in_floats(Z[rows])
        if exact.smallest(Z.part(rows), w)[1] <= 0:
            return nearest_in_fractions(Z, rows[corral].tolist(), weights)
        if exact.smallest(Z, w)[1] > 0:
            return w, None
        margins = Z.margins(w)
        wrong = np.flatnonzero(margins <= margins[rows].min() / 2)
        worst = wrong[np.argsort(margins[wrong], kind="stable")[: SAMPLE * dimension]]
        grown = np.union1d(rows, worst)
        if len(grown) == len(rows):
            return nearest_in_fractions(Z, rows[corral].tolist(), weights)
        rows = grown


def nearest_in_floats(Z: np.ndarray) -> tuple[np.ndarray, list[int], np.ndarray]:
    """Return (w, corral, weights) of the hull's nearest point to 0, or of one that separates the rows already.

    Neither scaling a row nor changing coordinates changes whether a plane separates, so the rows are first made unit
    vectors in coordinates in which they spread equally far in each direction.
    """
    scale = np.maximum(np.abs(Z).max(axis=1), np.finfo(float).tiny)
    _, spread, axes = np.linalg.svd(Z / scale[:, None], full_matrices=False)
    keep = spread > RANK * spread[0]
    change = axes[keep].T / spread[keep]
    P = (Z / scale[:, None]) @ change
    P /= np.maximum(np.sqrt(np.einsum("ij,ij->i", P, P)), np.finfo(float).tiny)[:, None]

    corral, weights = [0], np.ones(1)
    x = P[0]
    for _ in range(FLOAT_CYCLES):
        margins = P @ x
        next_one = int(margins.argmin())
        if margins[next_one] > CLEAR * (x @ x) or next_one in corral or x @ x < AT_ORIGIN:
            break
        corral, weights = [*corral, next_one], np.append(weights, 0.0)
        moved = _step_in_floats(P, corral, weights)
        if moved is None:
            break
        corral, weights = moved
        x = weights @ P[corral]
    w = change @ x
    return w / length(w) if w.any() else w, corral, weights


def _step_in_floats(P: np.ndarray, corral: list[int], weights: np.ndarray) -> tuple[list[int], np.ndarray] | None:
    """Return the corral and weights of the nearest point of the corral's hull, or None where floats cannot tell."""
    while True:
        Q = P[corral]
        try:
            target = np.linalg.solve(Q @ Q.T + 1.0, np.ones(len(corral)))
        except np.linalg.LinAlgError:
            return None
        target /= target.sum()
        if not np.isfinite(target).all():
            return None
        if (target > NO_WEIGHT).all():
            return corral, target
        leaving = target <= NO_WEIGHT
        way = np.min(weights[leaving] / np.maximum(weights[leaving] - target[leaving], np.finfo(float).tiny))
        weights = (1 - min(way, 1.0)) * weights + min(way, 1.0) * target
        stay = weights > NO_WEIGHT
        if stay.all():
            stay[np.flatnonzero(leaving)[0]] = False
        corral = [row for row, kept in zip(corral, stay, strict=True) if kept]
        weights = weights[stay] / weights[stay].sum()


def nearest_in_fractions(
    Z: SignedPoints, start: list[int], weights: np.ndarray
) -> tuple[np.ndarray | None, dict[int, Fraction] | None]:
    """Search without rounding (Wolfe, 1976). It ends, because |x| falls each time, so no corral returns.

    Each row is scaled to whole numbers by a power of two, which keeps every sign; the witness is scaled back.
    """
    corral = _Corral(Z, start, weights)
    while True:
        x = corral.nearest()
        if not any(x):
            return None, corral.witness()
        w = corral.direction(x)
        worst, value = exact.smallest(Z, w)
        if value > 0:
            return _rounded_if_possible(Z, w), None
        corral.add(worst)


class _Corral:
    """Affinely independent rows in whole numbers, with exact weights."""

    def __init__(self, Z: SignedPoints, start: list[int], weights: np.ndarray) -> None:
        self.Z = Z
        self.shifts = [-int(exponent) for exponent in np.frexp(Z.largest())[1]]
        self.weights: dict[int, Fraction] = {}
        self.whole: dict[int, list[int]] = {}
        self.powers: dict[int, Fraction] = {}
        lifted, _ = exact.whole_rows(np.column_stack([Z[start], np.ones(len(start))]), [*self.shifts, 0])
        for k in exact.independent(lifted):  # in floats a dependent set may look independent
            self.add(start[k], Fraction(float(weights[k])))

    def add(self, row: int, weight: Fraction = Fraction(0)) -> None:
        (self.whole[row],), (self.powers[row],) = exact.whole_rows(self.Z[[row]], self.shifts)
        self.weights[row] = weight

    def nearest(self) -> list[int]:
        """Move to the nearest point of the corral's hull, dropping rows it does not need; return its direction."""
        while True:
            target, total = self._target()
            goal = {row: Fraction(entry, total) for row, entry in zip(self.weights, target, strict=True)}
            if all(entry > 0 for entry in target):
                self.weights = goal
                columns = zip(*self._whole_rows(), strict=True)
                return [sum(map(int.__mul__, target, column)) for column in columns]
            pairs = [(self.weights[row], goal[row]) for row in goal]
            way = min(w / (w - g) if w > g else Fraction(1) for w, g in pairs if g <= 0)
            moved = zip(goal, (w + way * (g - w) for w, g in pairs), strict=True)
            self.weights = {row: weight for row, weight in moved if weight > 0}

    def _whole_rows(self) -> list[list[int]]:
        return [self.whole[row] for row in self.weights]

    def _target(self) -> tuple[list[int], int]:
        """Return the point nearest to 0 in the plane through the rows: weights of any sign, and their sum, above 0."""
        whole = self._whole_rows()
        k, dimension = len(whole), len(whole[0])
        if k == dimension + 1:  # that plane is the whole space, so the nearest point is 0 itself
            columns = [list(column) for column in zip(*whole, strict=True)]
            weights, _ = exact.solve_equations([*columns, [1] * k], [0] * dimension + [1])
        else:
            gram = [[sum(map(int.__mul__, a, b)) + 1 for b in whole] for a in whole]
            weights, _ = exact.solve_equations(gram, [1] * k)
        total = sum(weights)
        return ([-weight for weight in weights], -total) if total < 0 else (weights, total)

    def direction(self, x: list[int]) -> np.ndarray:
        """Return x in the coordinates of the points, before their columns were shifted, with a largest entry of 1."""
        w = [entry * Fraction(2) ** shift for entry, shift in zip(x, self.shifts, strict=True)]
        largest = max(map(abs, w))
        return np.array([entry / largest for entry in w])

    def witness(self) -> dict[int, Fraction]:
        """Return the weights on the rows before they were scaled."""
        common = math.lcm(*(weight.denominator for weight in self.weights.values()))
        weights = {row: int(weight * common) * int(self.powers[row]) for row, weight in sorted(self.weights.items())}
        total = sum(weights.values())
        return {row: Fraction(weight, total) for row, weight in weights.items()}


def _rounded_if_possible(Z: SignedPoints, w: np.ndarray) -> np.ndarray:
    """Return w in floats if it still separates, and in fractions if not."""
    rounded = w.astype(float)
    return rounded if exact.smallest(Z, rounded)[1] > 0 else w
