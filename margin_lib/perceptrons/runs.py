"""The record of a run of a perceptron: the plane, and every update that led to it.

The order of updates is the run's certificate: from it and the points, `check_novikoff`, `check_margin_claims`,
`check_incremental` and `check_winnow` replay each step.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from ..core.geometry import Plane
from ..core.signed_points import SignedPoints


@dataclass(frozen=True, eq=False)
class Run:
    """The plane at the end of a run of updates, and the updates.

    `order` is the index corrected at each step, and (w, b) = rate * sum of counts_i y_i (x_i, 1), b only with `bias`.
    `finished` is True if no point violates anymore, and False if the budget was spent first.

    >>> from margin_lib import perceptron
    >>> run = perceptron([[2, 1], [-1, 1], [-1, 2]], [1, -1, 1], pick="next")
    >>> run.order, run.counts, run.corrections
    (array([0, 2, 1, 1, 2, 1]), array([1, 3, 2]), 6)

    Book: {prf:ref}`alg-perceptron`
    """

    plane: Plane
    order: np.ndarray
    counts: np.ndarray
    finished: bool
    bias: bool = False
    rate: float = 1.0

    @property
    def corrections(self) -> int:
        """How many updates were made, in all rounds."""
        return len(self.order)


class Round(NamedTuple):
    """One guess of the incremental algorithm.

    `ended` says how: "self", no violator was left; "forced", the budget 12 R^2 / gamma_guess^2 was spent; "early", the
    updates had proved that gamma_opt < gamma_guess; "stopped", the budget of the whole run was spent.

    Book: {prf:ref}`alg-incremental`
    """

    gamma_guess: float
    corrections: int
    ended: str


@dataclass(frozen=True, eq=False)
class IncrementalRun(Run):
    """A `Run` over several guesses: `order` goes through all rounds, `counts` and the plane belong to the last one.

    `gamma_bounds` holds a lower and an upper bound on gamma_opt, both proved by the run.

    Book: {prf:ref}`alg-incremental`
    """

    rounds: tuple[Round, ...] = ()
    gamma_bounds: tuple[float, float] = (0.0, np.inf)


class EpsilonRound(NamedTuple):
    """One epsilon of Winnow's search; `ended` as in `Round`.

    Book: {prf:ref}`alg-winnow-search`
    """

    epsilon: float
    corrections: int
    ended: str


@dataclass(frozen=True, eq=False)
class WinnowRun(Run):
    """A `Run` of Winnow: `weights` are those of the 2(d+1) experts, summing to 1; w_j is expert j less j + d + 1.

    `counts` says how often each point was corrected in the last round; w is a product of its updates, not their
    sum. `searched` says that Winnow looked for epsilon itself, in `rounds`.

    Book: {prf:ref}`alg-winnow`
    """

    weights: np.ndarray | None = None
    rounds: tuple[EpsilonRound, ...] = ()
    searched: bool = False

    @property
    def epsilon(self) -> float:
        """The epsilon of the last round."""
        return self.rounds[-1].epsilon


def by_round(run: Run) -> list[tuple[Any, np.ndarray]]:
    """Return each round of a search, or None for a run without rounds, with the updates made in it."""
    rounds = getattr(run, "rounds", ())
    if not rounds:
        return [(None, run.order)]
    ends = accumulate(one.corrections for one in rounds)
    return [(one, run.order[end - one.corrections : end]) for one, end in zip(rounds, ends, strict=True)]


def additive_run(Z: SignedPoints, w: np.ndarray, order: list[int], finished: bool, rate: float = 1.0) -> Run:
    """Return the run that ended at rate * w after these updates."""
    with np.errstate(over="ignore", under="ignore"):
        scaled = rate * w
    if not np.isfinite(scaled).all() or scaled.any() != w.any():
        raise ValueError(f"rate must leave w within the range of floats, but with {rate:g} it becomes {scaled}.")
    steps = np.array(order, dtype=np.int64)
    return Run(Z.plane(scaled), steps, np.bincount(steps, minlength=len(Z)), finished, Z.bias, rate)
