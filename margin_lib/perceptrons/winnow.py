"""Winnow: multiply weights of two experts for each feature, one for it and one against, at each mistake.

Problem     lifted signed points a, each divided by its largest entry; find (w, b) with (w, b).a > 0 for all of them
Algorithm   N = 2(d+1) weights v = 1; while some point has w.a <= 0: v_j *= 1 + epsilon a_j, v_-j *= 1 - epsilon a_j
            where w_j = (v_j - v_-j) / sum of all v
Bound       T updates with epsilon <= gamma_W: T epsilon (gamma_W - epsilon / 2) <= ln N,
            so T <= 4 ln N / gamma_W^2 at epsilon = gamma_W / 2, with room to spare,
            and T <= 2 ln N / gamma_W^2 at epsilon = gamma_W
Search      epsilon = 1/2, 1/4, ... with 2 ln N / epsilon^2 updates each: at most (16/3) ln N / gamma_W^2 in all

    a          y (x, 1) / largest entry of (x, 1)
    v          weights of the experts, here divided by their sum
    gamma_W    largest margin min w.a over all w with sum |w_j| = 1

A budget that is spent proves gamma_W < epsilon: an epsilon <= gamma_W needs at most ln N / (epsilon (epsilon / 2)).

>>> run = winnow([[3, 1], [1, 3], [-2, -2]], [1, 1, -1])
>>> run.corrections, run.finished, run.weights.round(3)
(1, True, array([0.25 , 0.194, 0.194, 0.083, 0.139, 0.139]))
"""

import math
from typing import Any

import numpy as np

from ..core import inputs
from ..core.exact import UNIT
from ..core.signed_points import SignedPoints
from ..separation import require_separable
from .runs import EpsilonRound, WinnowRun
from .which_next import next_in_blocks

MAX_CORRECTIONS = 300_000  # the default budget; about ten seconds
OUTWARD = 1e-12  # relative: computed bounds are widened by this for rounding
ASK_AFTER = 1_000  # updates, or 1 / gamma_W, at which a search tests whether any plane separates the points
SMALLEST_EPSILON = 1e-8  # with less, 1 + epsilon a changes a weight by little more than rounding does


def winnow(X: Any, y: Any, *, epsilon: float | None = None, max_corrections: int | None = None) -> WinnowRun:
    """Correct mistakes by multiplying weights until none is left (`finished`), or the budget is spent.

    With an epsilon, 0 < epsilon < 1, there is one round. Without one, epsilon is halved from 1/2 until a round
    finishes, and points that no plane separates raise `NotSeparable`. A round ends early once the mean of the corrected
    points, whose largest entry is never below gamma_W, proves its epsilon too large. The budget `max_corrections`, by
    default 300,000, is for all rounds together; a search spends it only where gamma_W is below a hundredth or so.

    >>> run = winnow([[3, 1], [1, 3], [-2, -2]], [1, 1, -1], epsilon=0.1)
    >>> run.finished, run.rounds
    (True, (EpsilonRound(epsilon=0.1, corrections=1, ended='self'),))

    Book: {prf:ref}`thm-winnow`
    """
    X, y = inputs.labeled(X, y, both=True)
    left = MAX_CORRECTIONS if max_corrections is None else inputs.whole(max_corrections, "max_corrections")
    Z = SignedPoints(X, y, bias=True)
    if epsilon is not None:
        epsilon = inputs.positive(epsilon, "epsilon")
        if epsilon >= 1:
            raise ValueError(f"epsilon must be below 1, so that no weight becomes 0, but is {epsilon:g}.")
        v, order, ended, _ = _corrected(Z, epsilon, left, give_up=0.0)
        ended = "self" if ended == "self" else "stopped"
        return _run(v, order, order, (EpsilonRound(epsilon, len(order), ended),), Z, searched=False)

    epsilon, asked, gamma_bound = 0.5, False, 1.0
    rounds: list[EpsilonRound] = []
    steps: list[int] = []
    while True:
        budget = search_budget(Z.dimension, epsilon)
        v, order, ended, bound = _corrected(Z, epsilon, min(budget, left - len(steps)), give_up=epsilon)
        if ended == "forced" and len(order) < budget:
            ended = "stopped"
        rounds.append(EpsilonRound(epsilon, len(order), ended))
        steps += order
        gamma_bound = min(gamma_bound, bound)
        if ended in ("self", "stopped"):
            return _run(v, order, steps, tuple(rounds), Z, searched=True)
        if not asked and (len(steps) > ASK_AFTER or gamma_bound < 1 / ASK_AFTER):
            require_separable(X, y, bias=True)
            asked = True
        epsilon /= 2
        while epsilon > gamma_bound and epsilon > SMALLEST_EPSILON:
            epsilon /= 2
        if epsilon <= SMALLEST_EPSILON:
            raise ValueError(
                f"the points are separable, but gamma_W is below {gamma_bound:.2g}: Winnow's weights would never move. "
                "Bring the columns of X to about the size of 1, the constant that the lift adds."
            )


def search_budget(features: int, epsilon: float) -> int:
    """Return 2 ln N / epsilon^2, rounded down, for the N = 2 (d + 1) experts of d + 1 lifted features.

    Book: {prf:ref}`thm-winnow-search`
    """
    return int(2 * math.log(2 * features) / epsilon**2)


def doubled(w: np.ndarray) -> np.ndarray:
    """Return the difference of the two halves: the vector w that belongs to the 2(d+1) weights.

    Book: {ref}`sec-doubling`
    """
    half = len(w) // 2
    return w[:half] - w[half:]


def _corrected(
    Z: SignedPoints, epsilon: float, budget: int, give_up: float
) -> tuple[np.ndarray, list[int], str, float]:
    """Return the weights, the order of updates, how the round ended, and a bound on gamma_W that it proved."""
    features = Z.dimension
    v = np.full(2 * features, 1 / (2 * features))
    w, total, bound = np.zeros(features), np.zeros(features), math.inf
    order: list[int] = []
    for i in next_in_blocks(Z, w):
        if len(order) == budget:
            return v, order, "forced", bound
        order.append(i)
        z = Z[i]
        a = z / np.abs(z).max()
        v[:features] *= 1 + epsilon * a
        v[features:] *= 1 - epsilon * a
        v /= v.sum()
        w[:] = doubled(v)
        total += a
        bound = min(bound, (float(np.abs(total).max()) / len(order) + 8 * UNIT) * (1 + OUTWARD))
        if bound < give_up:
            return v, order, "early", bound
    return v, order, "self", bound


def _run(
    v: np.ndarray, last: list[int], steps: list[int], rounds: tuple[EpsilonRound, ...], Z: SignedPoints, searched: bool
) -> WinnowRun:
    return WinnowRun(
        Z.plane(doubled(v)),
        np.array(steps, dtype=np.int64),
        np.bincount(np.array(last, dtype=np.int64), minlength=len(Z)),
        rounds[-1].ended == "self",
        bias=True,
        weights=v,
        rounds=rounds,
        searched=searched,
    )
