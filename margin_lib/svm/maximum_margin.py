"""Support vector machines: the plane with the largest margin, with and without slack, and the proof.

Problem     hard margin: minimize |w|^2 / 2 where y_i (w.x_i + b) >= 1
            soft margin: minimize |w|^2 / 2 + C sum xi_i where y_i (w.x_i + b) >= 1 - xi_i and xi_i >= 0
Algorithm   an interior point on a working set (`working_set`), then the equations of the slab's edge (`crossover`)
Bound       the dual value of the multipliers: no plane costs less, so `gap` bounds the error

    alpha    multipliers, one a point: w = sum alpha_i y_i x_i
    support  points with alpha > 0; free where alpha < C, bounded where alpha = C
    slack    xi_i = max(0, 1 - y_i f(x_i))
    C, lam   |w|^2 / 2 + C sum xi is the same problem as lam |w|^2 + sum xi with C = 1 / (2 lam)

>>> svm = hard_margin([[1, 1], [-1, 1], [3, 0]], [1, -1, 1])
>>> svm.plane, svm.margin, svm.support
(Plane(w=[1, 0], b=0.0), 1.0, array([0, 1]))
>>> soft_margin([[2], [-2], [-1]], [1, -1, 1], C=0.25).slack
array([0.   , 1.375, 0.375])
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import inputs
from ..core.geometry import Plane, length
from ..separation import NotSeparable, require_separable, separate
from ..textbook import programs
from .crossover import EDGE_ROUNDING, crossover, variation
from .primal_dual import Answer, Program, Units, certify
from .working_set import solve_svm

SOLVERS = ("interior", "cvxpy", "cvxpy-dual")
TRUSTED = 1e-3  # the largest gap with which an answer is returned
ON_EDGE = 1e-8  # how far from y f(x) = 1 a free point may be
LARGE_PRICES = (1e8, 1e12, 1e16, 1e20, 1e24, 1e28)  # of slack, so that a soft margin is a hard one; for entries up to 1
FAR = 50  # points further from the origin than this many times their extent are first moved there


@dataclass(frozen=True, eq=False)
class Svm:
    """A plane with its multipliers and both objectives: primal - dual bounds how far the plane is from the best.

    `margin` is 1/|w|, half the width of the slab. `alpha`, `primal` and `dual` belong to |w|^2 / 2 + C sum xi (C is
    infinite for a hard margin), `objective` belongs to the form that you chose. `gap` is |primal - dual| / primal.

    >>> svm = soft_margin([[0], [1], [2], [3]], [-1, 1, -1, 1], C=1)
    >>> svm.free, svm.bounded
    (array([0, 3]), array([1, 2]))

    Book: {prf:ref}`def-support-vector`
    """

    plane: Plane
    alpha: np.ndarray
    slack: np.ndarray
    support: np.ndarray
    free: np.ndarray
    bounded: np.ndarray
    margin: float
    primal: float
    dual: float
    gap: float
    objective: float
    C: float
    lam: float | None
    bias: bool

    def __repr__(self) -> str:
        return (
            f"Svm({self.plane}, margin={self.margin:.6g}, support={len(self.support)} of {len(self.alpha)}, "
            f"gap={self.gap:.1e})"
        )


def hard_margin(X: Any, y: Any, *, bias: bool = True, solver: str = "interior") -> Svm:
    """Return the separating plane with the largest margin in canonical form, or raise `NotSeparable` with a witness.

    If the classes can be separated, but by less than floats can measure, raise a `ValueError` that says so.

    >>> hard_margin([[0, 0], [2, 0], [0, 2]], [-1, 1, 1])
    Svm(Plane(w=[1, 1], b=-1.0), margin=0.707107, support=3 of 3, gap=0.0e+00)

    Book: {prf:ref}`thm-hard-margin-qp`
    """
    X, y = inputs.labeled(X, y, both=bias)
    centre = _far_centre(X, bias)
    program = Program(X - centre if centre.any() else X, y, np.inf, bias)
    answer = _answer(program, solver)
    if not answer.gap <= TRUSTED:
        _must_be_separable(program, answer)
        answer = _as_soft_margin(program)
    return _svm(program, centre, answer, None)


def soft_margin(
    X: Any, y: Any, *, C: float | None = None, lam: float | None = None, bias: bool = True, solver: str = "interior"
) -> Svm:
    """Return the plane with the best balance of margin and slack; `gap` says how good it is known to be.

    Give either C, to minimize |w|^2 / 2 + C sum xi, or lam, to minimize lam |w|^2 + sum xi.

    >>> svm = soft_margin([[0], [1], [2], [3]], [-1, 1, -1, 1], lam=0.25)
    >>> svm.plane.w.round(6), svm.C, round(svm.objective, 6), round(svm.primal, 6)
    (array([0.666667]), 2.0, 2.777778, 5.555556)

    Book: {prf:ref}`def-soft-margin`
    """
    X, y = inputs.labeled(X, y, both=bias)
    if (C is None) == (lam is None):
        raise ValueError(f"give exactly one of C and lam, not {'neither' if C is None else 'both'}: C = 1 / (2 lam).")
    price = inputs.positive(C, "C") if lam is None else 1 / (2 * inputs.positive(lam, "lam"))
    if not np.isfinite(price):
        raise ValueError(f"lam must be a finite number above 0 whose inverse floats can hold, but is {lam!r}.")
    centre = _far_centre(X, bias)
    program = Program(X - centre if centre.any() else X, y, price, bias)
    answer = _answer(program, solver)
    if not answer.gap <= TRUSTED:
        name = f"C = {price:.3g}" if lam is None else f"C = 1 / (2 lam) = {price:.3g}"
        raise ValueError(
            f"slack at {name} and a margin between points with entries up to {max(X.max(), -X.min()):.3g} are too far "
            "apart for floats to balance: choose a C nearer to 1 / max |x|^2, or rescale X."
        )
    return _svm(program, centre, answer, None if lam is None else float(lam))


def _far_centre(X: np.ndarray, bias: bool) -> np.ndarray:
    """Return the centre of the points if it is so far from the origin that w.x and b would cancel, and 0 otherwise."""
    some = X[:: max(1, len(X) // 1000)]
    centre = some.mean(axis=0)
    extent = float((some.max(axis=0) - some.min(axis=0)).max())
    return centre if bias and np.abs(centre).max() > FAR * extent else np.zeros(X.shape[1])


@np.errstate(all="ignore")  # an overflow leaves no certificate
def _answer(program: Program, solver: str) -> Answer:
    """Solve with the solver of that name, then for the edge of the slab; repeat more thoroughly if that fails."""
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {', '.join(map(repr, SOLVERS))}, but is {solver!r}.")
    if solver != "interior":
        return crossover(program, _textbook(program, solver))
    answer = crossover(program, solve_svm(program))
    if _settled(program, answer):
        return answer
    longer = crossover(program, solve_svm(program, thorough=True))
    if _settled(program, longer) or longer.gap < answer.gap:
        answer = longer
    explained = certify(program, answer.alpha, program.combination(answer.alpha), answer.b)
    return explained if explained.gap <= answer.gap else answer


def _settled(program: Program, answer: Answer) -> bool:
    """True if the free points lie on the edge of the slab."""
    free = (answer.alpha > 0) & (answer.alpha < program.C)
    return bool(np.all(np.abs(answer.margins[free] - 1) <= ON_EDGE * variation(program, answer) + EDGE_ROUNDING))


def _textbook(program: Program, solver: str) -> Answer:
    """Solve by CVXPY, in coordinates of its size."""
    units = Units.of(program.X, program.bias)
    X, worth = (program.X - units.centre) / units.scale, units.scale**2
    method = programs.textbook_primal if solver == "cvxpy" else programs.textbook_dual
    found = method(X, program.y, program.C * worth, program.bias)
    if found is None:
        if not program.hard:
            raise ValueError(f"the solver {solver!r} found no solution at C = {program.C:.3g}: use solver='interior'.")
        return certify(program, np.ones(len(X)), np.zeros(X.shape[1]), 0.0)
    w, b, alpha = found
    w, b = units.plane(np.append(w, b) if program.bias else w, program.bias)
    return certify(program, np.clip(alpha / worth, 0, program.C), w, b)


def _must_be_separable(program: Program, answer: Answer) -> None:
    """Raise `NotSeparable` unless a plane separates the points; look for a witness among alpha > 0 first."""
    suspects = np.flatnonzero(answer.alpha > 0)
    if not len(suspects):  # multipliers below the smallest float
        suspects = np.arange(len(program.y))
    found = separate(program.X[suspects], program.y[suspects], program.bias)
    if found.witness is not None:
        witness = {int(suspects[i]): weight for i, weight in found.witness.items()}
        raise NotSeparable(witness, "" if program.bias else "through the origin ")
    require_separable(program.X, program.y, program.bias)


@np.errstate(all="ignore")
def _as_soft_margin(program: Program) -> Answer:
    """Find a hard margin as a soft one whose price is so high that no slack is used."""
    size = float(max(program.X.max(), -program.X.min()))
    for price in LARGE_PRICES:
        soft = Program(program.X, program.y, price / size**2, program.bias)
        found = _answer(soft, "interior")
        answer = crossover(program, certify(program, found.alpha, found.w, found.b))
        if answer.gap <= TRUSTED:
            return answer
    raise ValueError(
        "a plane separates the two classes, but with a margin that is too small for floats where entries of X are as "
        f"large as {size:.2g}. `separate` returns such a plane; soft_margin allows slack instead."
    )


def _svm(program: Program, centre: np.ndarray, answer: Answer, lam: float | None) -> Svm:
    alpha = answer.alpha
    slack = np.zeros(len(alpha)) if program.hard else np.maximum(0.0, 1 - answer.margins)
    size = length(answer.w)
    for vector in (alpha, slack):
        vector.flags.writeable = False
    return Svm(
        plane=Plane(answer.w, answer.b - answer.w @ centre),
        alpha=alpha,
        slack=slack,
        support=np.flatnonzero(alpha > 0),
        free=np.flatnonzero((alpha > 0) & (alpha < program.C)),
        bounded=np.flatnonzero(alpha == program.C),
        margin=1 / size if size > 0 else np.inf,
        primal=answer.primal,
        dual=answer.dual,
        gap=answer.gap,
        objective=answer.primal if lam is None else float(lam * size**2 + slack.sum()),
        C=program.C,
        lam=lam,
        bias=program.bias,
    )
