"""Stochastic descent: the points of each step, and the average of the iterates.

    ring    the points in random order, the first after the last
    window  neighbors in the ring: what one step sees
    rho     2 / (t + 1): with this weight for the newest, a moving mean weights step t by t

>>> draws = Draws(n=5, steps=3, batch=2, seed=0)
>>> len(draws.ring), sorted(set(draws.ring.tolist())), len(list(draws.starts()))
(6, [0, 1, 2, 3, 4], 3)
"""

from collections.abc import Callable, Iterator

import numpy as np

from ..core import inputs

STEPS = 10_000
BATCHES = {10_000: 512, 1_000: 128, 0: 16}  # size by the least number of points; 128 rows cost little more than one
ORDERING = 8  # putting all points in order takes as long as drawing each of them this many times
RECORDS = 8  # objectives recorded: each costs a scan of all points


class Draws:
    """Which points each step sees: a window of the ring, its start drawn uniformly and independently."""

    def __init__(self, n: int, steps: int, batch: int | None, seed: int) -> None:
        self.n = n
        self.steps = inputs.whole(steps, "steps", least=1)
        usual = next(size for least, size in BATCHES.items() if n >= least)
        self.batch = min(n, usual if batch is None else inputs.whole(batch, "batch", least=1))
        self.rng = np.random.default_rng(inputs.whole(seed, "seed"))
        order = self.rng.permutation(n)
        self.ring = np.append(order, order[: self.batch - 1])  # its beginning once more, so that no window is cut

    def windows(self, X: np.ndarray) -> Callable[[int], np.ndarray]:
        """Return the function from the start of a window to its points, which are good until the next window.

        Putting all points in order takes as long as drawing each of them a few times, and makes the windows free.
        """
        if self.steps * self.batch > ORDERING * self.n:
            points = np.take(X, self.ring, axis=0)
            return lambda start: points[start : start + self.batch]
        place = np.empty((self.batch, X.shape[1]))
        return lambda start: np.take(X, self.ring[start : start + self.batch], axis=0, out=place, mode="clip")

    def starts(self) -> Iterator[int]:
        """Yield where each step's window begins."""
        for done in range(0, self.steps, 65_536):
            yield from self.rng.integers(self.n, size=min(65_536, self.steps - done)).tolist()


def descend(
    state: np.ndarray,
    step: Callable[[int, int], None],
    objective: Callable[[np.ndarray], float],
    draws: Draws,
    records: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the average of the state before each step t, weighted by t; the steps with a record; the objective there.

    `step(t, start)` changes the state in place.
    """
    chosen = {draws.steps >> halvings for halvings in range(inputs.whole(records, "records", least=1))} - {0}
    average = state.copy()
    values = []
    for t, start in enumerate(draws.starts(), 1):
        rho = 2 / (t + 1)
        average += rho * (state - average)
        if t in chosen:
            values.append(objective(average))
        step(t, start)
    return average, np.array(sorted(chosen)), np.array(values)
