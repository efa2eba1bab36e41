"""The two margins of a plane over normalized points, and the largest possible.

On the lifted signed points a = y (x, 1), with w standing for (w, b):

    gamma_P    min w.a / (|w|_2 |a|_2), the perceptron's
    gamma_W    min w.a / (|w|_1 |a|_inf), Winnow's

Both ignore the scale of each point, so neither is the distance to a point. They agree on which points are separable:
gamma_P / sqrt(d + 1) <= gamma_W <= sqrt(d + 1) gamma_P, for the best of each.

>>> X, y = [[3, 1], [1, 3], [-2, -2]], [1, 1, -1]
>>> round(max_l2_margin(X, y).margin, 6), round(max_linf_margin(X, y).margin, 6)
(0.886683, 0.666667)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .core import inputs
from .core.geometry import Plane, length, lift
from .core.signed_points import SignedPoints
from .optimize.linear_program import interior_path
from .separation import require_separable
from .svm.maximum_margin import hard_margin

SAMPLE = 10  # the first working set of the linear program holds this many rows a coordinate
ENOUGH = 1e-10  # relative distance of the two bounds at which the program stops
TRUSTED = 1e-3  # the largest relative distance with which an answer is given
ROUNDED = 1e-12  # a margin below this may come from the rounding of the normalized points
IN_USE = 1e-5  # of the largest weight: points and features above it are taken to be in use


@dataclass(frozen=True, eq=False)
class BestMargin:
    """The largest margin, proved: `plane` attains `margin`, and `weights` on the points show that none exceeds `upper`.

    The weights sum to 1. Any w has a margin of at most w.(sum weights_i a_i), so the length of that sum bounds them
    all: its Euclidean length for gamma_P, its largest entry for gamma_W (a normalized).

    >>> best = max_linf_margin([[3, 1], [1, 3], [-2, -2]], [1, 1, -1])
    >>> best.weights.round(6), round(best.margin, 6), round(best.upper, 6)
    (array([0.5, 0.5, 0. ]), 0.666667, 0.666667)

    Book: {prf:ref}`thm-two-margins`
    """

    plane: Plane
    margin: float
    upper: float
    weights: np.ndarray


def l2_margin(plane: Plane, X: Any, y: Any) -> float:
    """Return gamma_P of a plane: the smallest cosine between (w, b) and a lifted signed point.

    >>> round(l2_margin(Plane([1, 1]), [[3, 1], [-2, -2]], [1, -1]), 6)
    0.852803

    Book: {prf:ref}`def-two-margins`
    """
    w = _coefficients(plane, X, y)
    return float((lift(X, y, normalize="l2") @ w).min())


def linf_margin(plane: Plane, X: Any, y: Any) -> float:
    """Return gamma_W of a plane: the smallest w.a with |w|_1 = 1 and largest entry of a equal to 1.

    >>> round(linf_margin(Plane([1, 1]), [[3, 1], [-2, -2]], [1, -1]), 6)
    0.666667

    Book: {prf:ref}`def-two-margins`
    """
    w = _coefficients(plane, X, y)
    return float((lift(X, y, normalize="linf") @ (w / np.abs(w).sum())).min())


def max_l2_margin(X: Any, y: Any) -> BestMargin:
    """Return the largest gamma_P, with its plane and its proof, or raise `NotSeparable`.

    >>> best = max_l2_margin([[3, 1], [1, 3], [-2, -2]], [1, 1, -1])
    >>> best.upper - best.margin < 1e-9
    True

    Book: {prf:ref}`thm-two-margins`
    """
    X, y = inputs.labeled(X, y, both=True)
    A = lift(X, y, normalize="l2")
    try:
        svm = hard_margin(A, np.ones(len(A)), bias=False)
    except ValueError:  # its message is about A, whose rows are rounded
        require_separable(X, y, bias=True)
        raise
    if svm.margin <= ROUNDED:
        require_separable(X, y, bias=True)
    weights = svm.alpha / svm.alpha.sum()
    return BestMargin(Plane(svm.plane.w[:-1], svm.plane.w[-1]), svm.margin, length(weights @ A), weights)


def max_linf_margin(X: Any, y: Any) -> BestMargin:
    """Return the largest gamma_W, with its plane and its proof, or raise `NotSeparable`.

    It is the value of the game in which one player mixes features and their opposites, and the other mixes points: a
    linear program, solved on a few rows at a time until no other row is closer.

    >>> best = max_linf_margin([[3, 1], [1, 3], [-2, -2]], [1, 1, -1])
    >>> round(linf_margin(best.plane, [[3, 1], [1, 3], [-2, -2]], [1, 1, -1]), 6)
    0.666667

    Book: {prf:ref}`thm-two-margins`
    """
    X, y = inputs.labeled(X, y, both=True)
    A = lift(X, y, normalize="linf")
    n, features = A.shape
    rows = np.arange(n)
    if n > 2 * SAMPLE * features:
        rows = np.sort(np.random.default_rng(0).choice(n, SAMPLE * features, replace=False))
    while True:
        w, weights = _play(A[rows])
        margins = A @ w
        upper = float(np.abs(weights @ A[rows]).max())
        lower = float(margins.min())
        closer = np.flatnonzero(margins < margins[rows].min() - ENOUGH * upper)
        if lower >= (1 - ENOUGH) * upper or not len(closer):
            break
        rows = np.union1d(rows, closer[np.argsort(margins[closer], kind="stable")[: SAMPLE * features]])
    if upper - lower > TRUSTED * upper or upper <= ROUNDED:
        require_separable(X, y, bias=True)
    if upper - lower > TRUSTED * upper or upper == 0:
        raise ValueError(
            f"the points are separable, but gamma_W is only known to lie between {max(lower, 0):.2g} and {upper:.2g}: "
            "the classes are too close for floats. separate(X, y) finds a plane; rescaling the columns of X may help."
        )
    full = np.zeros(n)
    full[rows] = weights
    return BestMargin(Plane(w[:-1], w[-1]), lower, upper, full)


def _play(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the best mixtures of both players: w with |w|_1 = 1 of features, weights that sum to 1 of points.

    The largest g such that w = p - q, with p, q >= 0 and sum (p + q) <= 1, has A w >= g; the multipliers of the points
    are the other player's mixture. Each player keeps the mixture that proves most among the solver's steps.
    """
    best_w, best_weights = np.zeros(A.shape[1]), np.full(len(A), 1 / len(A))
    lower, upper = -np.inf, float(np.abs(best_weights @ A).max())
    for w, weights in _mixtures(A):
        for mixture, other in ((w, weights), _at_the_vertex(A, w, weights)):
            least, most = float((A @ mixture).min()), float(np.abs(other @ A).max())
            if least > lower:
                lower, best_w = least, mixture
            if most < upper:
                upper, best_weights = most, other
        if lower >= (1 - ENOUGH / 100) * upper:
            break
    return best_w, best_weights


def _mixtures(A: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield mixtures of both players, nearer and nearer to the best ones."""
    n, features = A.shape
    rows_of_points = np.hstack([A, -A, -np.ones((n, 1))])
    not_negative = np.hstack([np.eye(2 * features), np.zeros((2 * features, 1))])
    at_most_one = np.append(-np.ones(2 * features), 0.0)
    G = np.vstack([rows_of_points, not_negative, at_most_one])
    h = np.append(np.zeros(len(G) - 1), -1.0)
    c = np.append(np.zeros(2 * features), -1.0)
    for u, v in interior_path(c, G, h):
        w = u[:features] - u[features:-1]
        if w.any():
            yield w / np.abs(w).sum(), v[:n] / v[:n].sum()


def _at_the_vertex(A: np.ndarray, w: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mixtures that balance the points and features now in use: the optimum, if it uses the same ones.

    Points with weight are all at the same distance; features in use all have the same entry, up to their sign.
    """
    points = np.flatnonzero(weights > IN_USE * weights.max())
    used = np.flatnonzero(np.abs(w) > IN_USE * np.abs(w).max())
    block, signs = A[np.ix_(points, used)], np.sign(w[used])
    polished_w, polished_weights = np.zeros_like(w), np.zeros_like(weights)
    polished_w[used] = _balance(block, signs)
    polished_weights[points] = np.maximum(_balance(block.T * signs[:, None], np.ones(len(points))), 0.0)
    size, total = np.abs(polished_w).sum(), polished_weights.sum()
    return (polished_w / size if size > 0 else w), (polished_weights / total if total > 0 else weights)


def _balance(rows: np.ndarray, prices: np.ndarray) -> np.ndarray:
    """Return the least squares solution x of: rows @ x is equal in all rows, and prices.x = 1."""
    m, k = rows.shape
    system = np.zeros((m + 1, k + 1))
    system[:m, :k], system[:m, k], system[m, :k] = rows, -1.0, prices
    return np.linalg.lstsq(system, np.append(np.zeros(m), 1.0), rcond=None)[0][:k]


def _coefficients(plane: Plane, X: Any, y: Any) -> np.ndarray:
    """Return (w, b) as a unit vector, or raise where the plane does not fit the points."""
    X, y = inputs.labeled(X, y)
    return SignedPoints(X, y, bias=True).normal(plane)
