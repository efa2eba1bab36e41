"""The support vector machine in feature space: the widest slab there, from the Gram matrix alone.

Problem     minimize 1/2 |w|^2 + C sum xi with y_i f(x_i) >= 1 - xi_i, xi_i >= 0, where f(x) = w.phi(x) + b;
            with C = inf every xi is 0, the hard margin
Dual        maximize sum alpha - 1/2 sum alpha_i alpha_j y_i y_j k(x_i, x_j), 0 <= alpha_i <= C, sum alpha_i y_i = 0
Algorithm   `smo` roughly, then `smo_finish.finish`; where that settles on nothing, both again more finely; where they
            are slow, `feature_table.solve_in_features` if there are few features
Certificate gap = (primal - dual) / primal, both recomputed from an alpha that meets all constraints

    alpha   multipliers: w = sum alpha_i y_i phi(x_i)
    F       y_i - sum_j alpha_j y_j k(x_i, x_j), so that y_i f(x_i) = 1 - y_i (F_i - b)
    size    a power of 2 near the mean of k(x, x): inside, the kernel is divided by it, and C is multiplied

>>> from margin_lib.kernels import rbf_kernel
>>> X, y = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]], [1, -1, -1, 1]  # the exclusive or
>>> svm = kernel_svm(X, y, rbf_kernel(0.5))
>>> svm.predict(X), svm.support, svm.gap < 1e-9
(array([ 1, -1, -1,  1]), array([0, 1, 2, 3]), True)
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core import inputs
from ..separation import NotSeparable
from .feature_table import solve_in_features
from .functions import Kernel
from .gram_rows import GramRows, diagonal
from .kernel_machine import KernelMachine
from .kernel_separation import separability
from .smo import Dual, Point, smo
from .smo_finish import finish

TOLERANCE = 1e-6  # of the relative gap, which usually ends far below
VIOLATIONS = tuple(0.5 * 0.1**k for k in range(9))  # at which smo stops, one after the other
FIRST_STEPS, FIRST_STEPS_A_POINT = 1_000, 3  # of smo, and more for each point, before the features are looked at
STEPS, STEPS_A_POINT = 20_000, 20  # of smo afterward
UNSOLVED = 1e-2  # if a bound on alpha leaves a gap above this, a higher bound does not help
NEGATIVE = 1e-9  # of the terms that cancel in |w|^2: rounding may leave it below 0 by this much
BOUNDS = (1e3, 1e6, 1e9, 1e12)  # for alpha, one after the other while some alpha wants more and C allows it


@dataclass(frozen=True, eq=False)
class KernelSvm(KernelMachine):
    """The fit: `alpha` and `b`; the values `primal` and `dual` of both problems, and their relative `gap`.

    Book: {prf:ref}`alg-kernel-svm`
    """

    alpha: np.ndarray
    b: float
    C: float
    primal: float
    dual: float
    gap: float
    kernel: Kernel = field(repr=False)
    points: np.ndarray = field(repr=False)
    labels: np.ndarray = field(repr=False)

    @property
    def free(self) -> np.ndarray:
        """The points with 0 < alpha_i < C: on the edge of the slab."""
        return np.flatnonzero((self.alpha > 0) & (self.alpha < self.C))

    @property
    def bounded(self) -> np.ndarray:
        """The points with alpha_i = C: inside the slab or on the wrong side."""
        return np.flatnonzero(self.alpha >= self.C)


def kernel_svm(X: Any, y: Any, kernel: Kernel, C: float = math.inf, *, tol: float = TOLERANCE) -> KernelSvm:
    """Return the machine with a relative gap of at most `tol`, or a larger one once the budget of steps is spent.

    With C = inf, `NotSeparable` is raised if no plane in feature space separates the points. Its witness is exact,
    sum w_i y_i (phi(x_i), 1) = 0 for the monomials phi of a polynomial kernel; it is None for a kernel of your own
    (equal points with different labels apart) and for a polynomial kernel with more than 250 monomials.

    >>> from margin_lib.kernels import linear_kernel, polynomial_kernel
    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1]
    >>> kernel_svm(X, y, polynomial_kernel(2)).alpha.round(6)
    array([0.125, 0.125, 0.125, 0.125])
    >>> kernel_svm(X, y, linear_kernel)
    Traceback (most recent call last):
    ...
    margin_lib.separation.NotSeparable: no plane in the feature space of this kernel separates the two classes. ...

    Book: {prf:ref}`alg-kernel-svm`
    """
    X, y = inputs.labeled(X, y, both=True)
    hard = inputs.scalar(C, "C") == math.inf
    C, tol = math.inf if hard else inputs.positive(C, "C"), inputs.positive(tol, "tol")
    lengths = diagonal(kernel, X)
    size = _size(lengths)
    dual = Dual(GramRows(kernel, X, size), lengths / size, y)
    if hard:
        _solve_hard(dual, kernel, X, tol, size)
    else:
        _solve_soft(dual, C * size, tol)
    return _machine(dual, kernel, X, C, size)


def _size(lengths: np.ndarray) -> float:
    """Return a power of 2 near the mean of k(x, x), so that dividing by it rounds nothing."""
    if lengths.min() < 0:
        raise ValueError(f"k(x, x) is {lengths.min():.3g} for some point, but a squared length is never below 0.")
    mean = float((lengths / len(lengths)).sum())
    return math.ldexp(1.0, math.frexp(mean)[1]) if mean > 0 else 1.0


def _solve_hard(dual: Dual, kernel: Kernel, X: np.ndarray, tol: float, size: float) -> None:
    """Raise the bound on alpha until no alpha reaches it, or raise an error that says why one always does."""
    known = None
    for bound in BOUNDS:
        dual.bounded_by(bound)
        gap = _solve(dual, math.inf, tol / 2)
        _squared_length(dual, size)
        if gap <= UNSOLVED and not dual.at_bound():
            return
        known = known or separability(kernel, X, dual.y)
        if known.witness:
            raise NotSeparable(known.witness, "in the feature space of this kernel ")
        if gap < math.inf and not dual.at_bound():
            return  # with the gap it has
        if gap > UNSOLVED:
            break
    assert known is not None
    if known.separable:
        raise ValueError(
            "the points are separable, but their margin in feature space is too narrow for floats: "
            "take a finite C, or a kernel that tells the points apart better."
        )
    unproved = NotSeparable(None, "that floats can find in the feature space of this kernel ")
    unproved.args = (f"{unproved} {known.reason} So .witness is None.",)
    raise unproved


def _solve_soft(dual: Dual, C: float, tol: float) -> None:
    """Solve for C, beginning with smaller bounds on alpha where C is large: often no alpha is at them."""
    for bound in [*(bound for bound in BOUNDS if bound < C), C]:
        if bound > BOUNDS[-1]:
            raise ValueError(
                f"C is {C:.3g} in units of the kernel's values, beyond what floats can balance against |w|^2: "
                "take a smaller C or, where the points are separable, C=inf."
            )
        dual.bounded_by(bound)
        _solve(dual, C, tol / 2)
        if not dual.at_bound():
            return


def _solve(dual: Dual, C: float, tol: float) -> float:
    """Reduce the relative gap to tol, or as far as the budget of steps allows, and return it."""
    n = len(dual.y)
    gap = _descend(dual, C, tol, VIOLATIONS[:4], FIRST_STEPS + FIRST_STEPS_A_POINT * n)
    if gap > tol:
        gap = _take(dual, solve_in_features(dual), C)
    return gap if gap <= tol else _descend(dual, C, tol, VIOLATIONS, STEPS + STEPS_A_POINT * n)


def _descend(dual: Dual, C: float, tol: float, violations: tuple[float, ...], steps: int) -> float:
    """Alternate between smo, ever more finely, and the finish; return the gap."""
    gap = math.inf
    for violation in violations:
        steps -= smo(dual, violation, steps)
        gap = _take(dual, finish(dual), C)
        if gap <= tol or steps <= 0:
            break
    return gap


def _take(dual: Dual, point: Point | None, C: float) -> float:
    """Move the dual to the point if it is better, and return the relative gap."""
    gap, before = _gap(dual, C), (dual.beta, dual.F)
    if point is None:
        return gap
    dual.beta, dual.F = point.beta, point.F
    if (smaller := _gap(dual, C)) < gap:
        return smaller
    dual.beta, dual.F = before
    return gap


def _gap(dual: Dual, C: float) -> float:
    """Return the relative gap: of the problem with the bound that the dual has now, where alphas are at it."""
    return _relative_gap(*_values(dual.y, dual.point(), dual.C if dual.at_bound() else C))


def _values(y: np.ndarray, point: Point, C: float) -> tuple[float, float]:
    """Return primal and dual value: with C = inf those of the plane and the multipliers rescaled to their best.

    Multipliers that cancel, w = 0, are a proof that no plane separates: the more of them, the more they are worth.
    """
    total, squared = float(point.beta @ y), float(point.beta @ (y - point.F))
    slack = y * (point.F - point.b)
    if math.isfinite(C):
        return squared / 2 + C * float(np.maximum(0.0, slack).sum()), total - squared / 2
    if squared <= 0:
        return math.inf, math.inf if total > 0 else 0.0
    closest = 1 - float(slack.max())
    return squared / (2 * closest**2) if closest > 0 else math.inf, total**2 / (2 * squared)


def _relative_gap(primal: float, dual: float) -> float:
    """Return (primal - dual) / primal, and infinity where the primal is infinite."""
    return abs(primal - dual) / primal if math.isfinite(primal) else math.inf


def _machine(dual: Dual, kernel: Kernel, X: np.ndarray, C: float, size: float) -> KernelSvm:
    """Return the fit, with everything recomputed from a beta that sums to 0."""
    y = dual.y
    dual.move_to(_balanced(dual))
    squared = _squared_length(dual, size)
    if math.isinf(C):
        dual.move_to(dual.beta * (np.abs(dual.beta).sum() / squared))  # there the dual is largest along its ray
    point = dual.point()
    primal, lower = _values(y, point, C * size)
    alpha = np.abs(dual.beta) / size
    gap = _relative_gap(primal, lower)
    return KernelSvm(alpha, point.b, C, primal / size, lower / size, gap, kernel, X.copy(), y.copy())


def _squared_length(dual: Dual, size: float) -> float:
    """Return |w|^2, or raise where it is further below 0 than rounding takes it."""
    squared = float(dual.beta @ (dual.y - dual.F))
    if squared < -NEGATIVE * dual.diagonal.max() * np.abs(dual.beta).sum() ** 2:
        raise ValueError(f"the kernel is not positive semidefinite: |w|^2 would be {squared / size:.3g}. See is_psd.")
    return squared


def _balanced(dual: Dual) -> np.ndarray:
    """Return beta within its bounds and summing to 0: the free one with the most room is changed, if it has enough.

    The excess is due to rounding. Taken from an alpha at C, it would make that one free, and b wrong.
    """
    beta = np.clip(dual.beta, dual.bottom, dual.top)
    excess = float(beta.sum())
    if abs(excess) <= 4 * np.finfo(float).eps * np.abs(beta).sum():
        return beta
    room = np.minimum(beta - dual.bottom, dual.top - beta)
    widest = int(room.argmax())
    if room[widest] >= abs(excess):
        beta[widest] -= excess
    else:
        heavy = beta * excess > 0
        beta[heavy] *= 1 - excess / float(beta[heavy].sum())
    return beta
