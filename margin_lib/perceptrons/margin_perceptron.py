"""The margin perceptron: correct points that are misclassified or too close to the plane.

Problem     separable points; find a plane through the origin whose margin is near the best, gamma_opt
Algorithm   w = 0; while some point has w.z < (gamma_guess / 2) |w|, or w = 0: w += z
Bound       if gamma_guess <= gamma_opt: at most 12 R^2 / gamma_opt^2 updates, and a margin >= gamma_guess / 2
No guess?   try R, R/2, R/4, ... with a budget of 12 R^2 / gamma_guess^2 each: the margin is at least gamma_opt / 4

    z            signed point y x; with a bias, signed lifted point y (x, 1)
    R            largest |z|
    gamma_opt    margin of the best plane, on these z
    t            updates made so far: gamma_opt <= |w| / t, for each adds at least gamma_opt along the best normal,
                 and likewise of the updates after any moment s: gamma_opt <= |w_t - w_s| / (t - s)

>>> run = incremental_margin_perceptron([[4, 1], [-2, 2], [1, -3]], [1, 1, -1])
>>> [(round.gamma_guess, round.ended) for round in run.rounds]
[(4.123105625617661, 'early'), (1.0307764064044151, 'self')]
"""

import math
from typing import Any

import numpy as np

from ..core import inputs
from ..core.exact import UNIT, doubt
from ..core.geometry import SAFE_SQUARE, length, length_from
from ..core.signed_points import SignedPoints
from ..separation import require_separable
from .runs import IncrementalRun, Round, Run, additive_run
from .which_next import Pick, picked

MAX_TOTAL_CORRECTIONS = 10_000_000  # budget of a whole incremental run; about a minute
ASK_AFTER = 5_000  # updates, or R / gamma_opt, at which a run tests whether any plane separates the points
NARROWEST = 1e-14  # of R: floats cannot follow a run for a gamma_opt below this
OUTWARD = 1e-12  # relative: computed bounds are widened by this in addition to the allowance for rounding


def margin_perceptron(
    X: Any, y: Any, gamma_guess: float, *, max_corrections: int | None = None, bias: bool = False, pick: str = "hot"
) -> Run:
    """Correct points with a margin below gamma_guess / 2 until none is left (`finished`), or the budget is spent.

    The default budget, 12 R^2 / gamma_guess^2, is enough for every gamma_guess <= gamma_opt, so a run that spends it
    has proved that gamma_opt < gamma_guess. `pick` is as in `perceptron`. With `bias=True`, R, gamma_opt
    and the margin are those of the lift. Points that no plane separates spend the whole budget, so with a tiny guess
    set `max_corrections`.

    >>> run = margin_perceptron([[3, 1], [1, 3], [-2, -2]], [1, 1, -1], gamma_guess=2.0)
    >>> run.finished, run.plane.margin([[3, 1], [1, 3], [-2, -2]], [1, 1, -1]) >= 1.0
    (True, True)

    Book: {prf:ref}`thm-margin-perceptron`
    """
    X, y = inputs.labeled(X, y, both=bias)
    guess = inputs.positive(gamma_guess, "gamma_guess")
    Z = SignedPoints(X, y, bias)
    if max_corrections is None:
        budget = default_budget(Z.longest(), guess)
    else:
        budget = inputs.whole(max_corrections, "max_corrections")
    w, order, ended, _ = _corrected(Z, guess, budget, picked(pick), early=False)
    return additive_run(Z, w, order, ended == "self")


def default_budget(R: float, guess: float) -> int:
    """Return 12 R^2 / guess^2, rounded down, or raise if no run could be that long.

    >>> default_budget(3.0, 0.5)
    432

    Book: {prf:ref}`thm-margin-perceptron`
    """
    if R / guess > 1e100:
        raise ValueError(f"gamma_guess = {guess:.3g} is too small beside R = {R:.3g}: no run could be so long.")
    return int(12 * (R / guess) ** 2)


def incremental_margin_perceptron(
    X: Any,
    y: Any,
    *,
    early: bool = True,
    bias: bool = False,
    max_corrections: int = MAX_TOTAL_CORRECTIONS,
    pick: str = "hot",
) -> IncrementalRun:
    """Find a plane whose margin is at least gamma_opt / 4 without knowing gamma_opt, or raise `NotSeparable`.

    After t updates gamma_opt <= |w| / t. So with `early=True` a guess is abandoned as soon as this bound, or the
    same one for the last updates alone, falls below it, and guesses above a bound already proved are not tried;
    `early=False` spends the whole budget of each guess, as the source does. Either way there are at most
    28 R^2 / gamma_opt^2 updates in all. Only a run that spends `max_corrections` before that, on data with
    gamma_opt / R below a thousandth or so, comes back with `finished` False.

    >>> run = incremental_margin_perceptron([[3, 1], [1, 3], [-2, -2]], [1, 1, -1])
    >>> [round(bound, 3) for bound in run.gamma_bounds]
    [1.897, 3.162]

    Book: {prf:ref}`thm-incremental`
    """
    X, y = inputs.labeled(X, y, both=bias)
    left = inputs.whole(max_corrections, "max_corrections")
    Z = SignedPoints(X, y, bias)
    R = guess = Z.longest()
    upper = R * (1 + OUTWARD)
    asked = R == 0 and bool(require_separable(X, y, bias))
    rounds: list[Round] = []
    steps: list[int] = []
    while True:
        budget = default_budget(R, guess)
        w, order, ended, bound = _corrected(Z, guess, min(budget, left), picked(pick), early)
        if ended == "forced" and len(order) < budget:
            ended = "stopped"
        rounds.append(Round(guess, len(order), ended))
        steps += order
        left -= len(order)
        upper = min(upper, bound)
        if ended in ("self", "stopped"):
            return _incremental_run(Z, w, order, steps, rounds, upper)
        if not asked and (len(steps) > ASK_AFTER or upper < R / ASK_AFTER):
            require_separable(X, y, bias)
            asked = True
        if upper < NARROWEST * R:
            raise ValueError(
                f"the points are separable, but gamma_opt is below {upper:.2g} beside R = {R:.2g}: floats cannot "
                "follow a run so long. separate(X, y) finds a plane; rescaling columns of X may widen the margin."
            )
        guess /= 2
        while early and guess > upper:
            guess /= 2


def _incremental_run(
    Z: SignedPoints, w: np.ndarray, order: list[int], steps: list[int], rounds: list[Round], upper: float
) -> IncrementalRun:
    """Return the run whose last round ended at w, with the lower bound on gamma_opt that w's own margin proves."""
    last, lower = additive_run(Z, w, order, rounds[-1].ended == "self"), 0.0
    if last.finished:
        margin = float(Z.margins(w).min()) - doubt(len(w), length(w), Z.longest())
        lower = max(0.0, margin) / length(w) * (1 - OUTWARD)
    every = np.array(steps, dtype=np.int64)
    bounds = (lower, upper)
    return IncrementalRun(last.plane, every, last.counts, last.finished, Z.bias, 1.0, tuple(rounds), bounds)


def _corrected(
    Z: SignedPoints, guess: float, budget: int, pick: Pick, early: bool
) -> tuple[np.ndarray, list[int], str, float]:
    """Return w, the order of updates, how the run ended, and the upper bound on gamma_opt that it proved."""
    w, bound = np.zeros(Z.dimension), _UpperBound()
    order: list[int] = []
    for i in pick(Z, w, guess):
        if len(order) == budget:
            return w, order, "forced", bound.least
        w += Z[i]
        order.append(i)
        bound.corrected(w, len(order))
        if early and bound.least < guess:
            return w, order, "early", bound.least
    return w, order, "self", bound.least


class _UpperBound:
    """The least upper bound on gamma_opt that the updates so far have proved, with an allowance for rounding.

    Each update adds at least gamma_opt along the best normal, so gamma_opt <= |w_t - w_s| / (t - s) for any s < t.
    The bounds are for s = 0 and for the last power of two before t, since the first updates are often the longest.
    """

    def __init__(self) -> None:
        self.least, self.longest = math.inf, 0.0
        self.s, self.w_s = 0, np.zeros(0)

    def corrected(self, w: np.ndarray, t: int) -> None:
        """Update the bound with w after t updates."""
        square = float(w @ w)
        size = length_from(square, w)
        self.longest = max(self.longest, size)
        shortest = size / t
        if self.s and square > SAFE_SQUARE:
            recent = w - self.w_s
            shortest = min(shortest, math.sqrt(recent @ recent) / (t - self.s))
        self.least = min(self.least, (shortest + 4 * UNIT * self.longest) * (1 + OUTWARD))
        if t & (t - 1) == 0:
            self.s, self.w_s = t, w.copy()
