"""Check that a plane is optimal: recompute every inequality of a support vector machine from the plane and alpha alone.

By weak duality the primal objective of any plane is at least the dual objective of any multipliers. Where the two are
equal, both are optimal, and no solver is needed to know it.

    f        f(x) = w.x + b
    v        sum alpha_i y_i x_i, which must be w
    xi       slack
    hulls    half the distance of the classes' convex hulls (no bias: from 0 to the hull of y x): |v| / sum alpha
"""

from typing import Any

import numpy as np

from ..core import inputs
from ..core.geometry import length
from ..svm.maximum_margin import Svm
from .arguments import flag, plane_of, real, taken, vector, whole_numbers
from .report import POINTS, Report

OPTIMAL = 1e-6  # the relative gap that is called optimal
SUMMED = 1e-12  # what rounding may do to a sum, relative to the sizes of its terms
NEAR = 1e-9  # a slack within this of 0 or 1 may differ from it by rounding alone; so may y f(x) within this of 1


@np.errstate(all="ignore")
def check_svm(svm: Svm, X: Any, y: Any) -> Report:
    """Check feasibility, weak duality, the gap, the margin and the support vectors.

    >>> from margin_lib import soft_margin
    >>> X, y = [[0], [1], [2], [3]], [-1, 1, -1, 1]
    >>> report = check_svm(soft_margin(X, y, C=1), X, y)
    >>> report.ok
    True

    Book: {prf:ref}`thm-weak-duality`
    """
    X, y = inputs.labeled(X, y)
    report = Report("the plane is optimal")
    svm = _taken(svm, X, report)
    if not report.ok:
        return report
    margins = _feasible(report, svm, X, y)
    _objectives(report, svm, X, y, margins)
    _slack(report, svm, X, margins)
    if not np.isfinite(svm.C):
        _margin(report, svm, X, y, margins)
    _support(report, svm, X, margins)
    return report


@np.errstate(all="ignore")
def check_kkt(svm: Svm, X: Any, y: Any) -> Report:
    """Check the conditions of Karush, Kuhn and Tucker, each at the point that comes closest to breaking it.

    >>> from margin_lib import hard_margin
    >>> X, y = [[1, 1], [-1, 1], [3, 0]], [1, -1, 1]
    >>> print(check_kkt(hard_margin(X, y), X, y)["alpha (y f(x) - 1 + xi) = 0"].status)
    holds

    Book: {prf:ref}`thm-kkt`
    """
    X, y = inputs.labeled(X, y)
    report = Report("the conditions of Karush, Kuhn and Tucker")
    svm = _taken(svm, X, report)
    if not report.ok:
        return report
    margins = _feasible(report, svm, X, y)
    size = (float(np.abs(svm.alpha).max()) or 1.0) * _size(svm, X)
    report.compare("alpha (y f(x) - 1 + xi) = 0", svm.alpha * (margins - 1 + svm.slack), "=", 0, scale=size, at=POINTS)
    if np.isfinite(svm.C):
        report.compare("(C - alpha) xi = 0", (svm.C - svm.alpha) * svm.slack, "=", 0, scale=size, at=POINTS)
    return report


def _taken(given: Any, X: np.ndarray, report: Report) -> Any:
    """Return the machine with all fields converted, for the points in X."""
    n, dimension = X.shape
    positive = real(0, above=True)
    fields = {
        "plane": plane_of(dimension, floats=True),
        **dict.fromkeys(("alpha", "slack"), vector(n)),
        **dict.fromkeys(("support", "free", "bounded"), whole_numbers(below=n)),
        **dict.fromkeys(("margin", "primal", "dual", "gap", "objective"), real()),
        "C": positive,
        "lam": lambda lam: None if lam is None else positive(lam),
        "bias": flag,
    }
    return taken(Svm, given, report, **fields)


def _size(svm: Svm, X: np.ndarray) -> float:
    """Return the size of the terms of y f(x): rounding is relative to this, not to their sum."""
    return 1 + float((np.abs(X) @ np.abs(svm.plane.w)).max()) + abs(svm.plane.b)


def _feasible(report: Report, svm: Svm, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Add that the constraints of both programs and w = sum alpha y x hold; return y f(x) of each point."""
    alpha, size, margins = svm.alpha, _size(svm, X), y * svm.plane.decision(X)
    report.compare("y f(x) >= 1 - xi", margins + svm.slack, ">=", 1, scale=size, at=POINTS)
    report.compare("xi >= 0", svm.slack, ">=", 0, at=POINTS)
    report.compare("alpha >= 0", alpha, ">=", 0, at=POINTS)
    if np.isfinite(svm.C):
        report.compare("alpha <= C", alpha, "<=", svm.C, at=POINTS)
    if svm.bias:
        report.compare("sum alpha y = 0", alpha @ y, "=", 0, slack=SUMMED, scale=float(np.abs(alpha).sum()))
    else:
        report.compare("no bias: b = 0", svm.plane.b, "=", 0, slack=0)
    terms = np.sqrt(np.einsum("ij,ij->i", X, X)) @ np.abs(alpha)
    v, at = (alpha * y) @ X, ("coordinate", 0)
    report.compare("w = sum alpha y x", svm.plane.w, "=", v, slack=SUMMED, scale=float(terms), at=at)
    return margins


def _objectives(report: Report, svm: Svm, X: np.ndarray, y: np.ndarray, margins: np.ndarray) -> None:
    hinges = np.maximum(0, 1 - margins)
    on_edge = np.abs(1 - margins) <= NEAR * _size(svm, X)
    half = svm.plane.w @ svm.plane.w / 2
    v = (svm.alpha * y) @ X
    dual = float(svm.alpha.sum() - v @ v / 2)
    doubt = length(v) * float(np.sqrt(np.einsum("ij,ij->i", X, X)) @ np.abs(svm.alpha))  # large terms may cancel in v
    primal = half
    if np.isfinite(svm.C):
        primal = half + svm.C * hinges.sum()
        doubt += svm.C * float(on_edge.sum()) * _size(svm, X)  # a slack of 1e-15 may be rounding
    scale = max(abs(primal), 1e-6 * doubt)
    report.compare("primal objective", svm.primal, "=", primal, scale=scale)
    report.compare("dual objective", svm.dual, "=", dual, scale=scale)
    report.compare("weak duality: dual <= primal", dual, "<=", primal, scale=scale)
    gap = abs(primal - dual) / primal
    report.compare("gap = |primal - dual| / primal", svm.gap, "=", gap, scale=scale / primal)
    report.compare("optimal: relative gap", (primal - dual) / primal, "<=", OPTIMAL, scale=scale / primal)
    mine = primal if svm.lam is None else svm.lam * 2 * half + hinges.sum()
    report.compare("objective in the caller's form", svm.objective, "=", mine, scale=scale * mine / primal)
    if svm.lam is not None:
        report.compare("C = 1 / (2 lam)", svm.C, "=", 1 / (2 * svm.lam))


def _slack(report: Report, svm: Svm, X: np.ndarray, margins: np.ndarray) -> None:
    """Add that slack is the hinge loss, and on which side of the plane and of the edge each slack puts a point."""
    xi, size = svm.slack, _size(svm, X)
    near = NEAR * size
    report.compare("xi = max(0, 1 - y f(x))", xi, "=", np.maximum(0, 1 - margins), scale=size, at=POINTS)
    edge = "xi = 0: on the edge of the slab or beyond"
    _compare_some(report, edge, margins, xi <= 0, ">=", 1, scale=size)
    _compare_some(report, "0 < xi < 1: on the right side", margins, (xi > 0) & (xi < 1 - near), ">", 0)
    _compare_some(report, "0 < xi < 1: inside the slab", margins, (xi > near) & (xi < 1 - near), "<", 1)
    _compare_some(report, "xi = 1: on the plane", margins, np.abs(xi - 1) <= near, "=", 0, scale=size, slack=2 * NEAR)
    _compare_some(report, "xi > 1: on the wrong side", margins, xi > 1 + near, "<", 0)


def _compare_some(
    report: Report, claim: str, margins: np.ndarray, which: np.ndarray, relation: str, right: float, **room: Any
) -> None:
    """Add a row on y f(x) of some of the points, which keep their numbers."""
    report.compare(claim, margins[which], relation, right, at=("point", np.flatnonzero(which)), **room)


def _margin(report: Report, svm: Svm, X: np.ndarray, y: np.ndarray, margins: np.ndarray) -> None:
    """Add that the margin of the plane is at most the best one, which is at most half the distance of the hulls."""
    margin, v = margins.min() / np.float64(length(svm.plane.w)), (svm.alpha * y) @ X
    hulls = length(v) / svm.alpha.sum()
    scale = _size(svm, X) * margin  # the size of the terms of y f(x) / |w|
    report.compare("margin of the plane = 1 / |w|", margin, "=", 1 / np.float64(length(svm.plane.w)), scale=scale)
    report.compare("margin <= half the distance of the hulls", margin, "<=", hulls, scale=scale)
    least = np.sqrt(max(0.0, 1 - svm.gap)) * hulls
    report.compare("margin >= sqrt(1 - gap) half the distance", margin, ">=", least, scale=scale)


def _support(report: Report, svm: Svm, X: np.ndarray, margins: np.ndarray) -> None:
    alpha, size = svm.alpha, _size(svm, X)
    report.compare("margin = 1 / |w|", svm.margin * length(svm.plane.w) if svm.plane.w.any() else 1.0, "=", 1)
    for name, indices, mask in [
        ("support: alpha > 0", svm.support, alpha > 0),
        ("free: 0 < alpha < C", svm.free, (alpha > 0) & (alpha < svm.C)),
        ("bounded: alpha = C", svm.bounded, alpha == svm.C),
    ]:
        report.require(name, np.array_equal(indices, np.flatnonzero(mask)), f"{len(indices)} points")
    free, bounded, support = (np.isin(np.arange(len(margins)), each) for each in (svm.free, svm.bounded, svm.support))
    _compare_some(report, "free support vectors on the edge of the slab", margins, free, "=", 1, scale=size)
    _compare_some(report, "bounded ones on the edge or inside", margins, bounded, "<=", 1, scale=size)
    _compare_some(report, "others on the edge or outside", margins, ~support, ">=", 1, scale=size)
