"""What a figure is, and how times are measured."""

import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

SIZES = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Figure:
    """One line of the table: a measured value beside its target, or a value that is only printed."""

    job: str  # what was done, "hard margin with bias"
    case: str  # on what, against whom, "n = 20,000, d = 50, libsvm"
    value: float
    unit: str  # "x" for a ratio peer's time / ours
    target: float | None = None
    at_most: bool = False  # the target is an upper bound

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target


def seconds(function: Callable[[], Any], repeats: int = 5, budget: float = 20.0) -> tuple[float, Any]:
    """Return the median time of a call, and what the last call returned. Stops repeating when the budget is spent."""
    times: list[float] = []
    result = None
    while len(times) < repeats and sum(times) < budget:
        start = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - start)
    return statistics.median(times), result


def growth(
    name: str, fit: Callable[[np.ndarray, np.ndarray], Any], draw: Callable[[int], tuple[np.ndarray, np.ndarray]]
) -> Iterator[Figure]:
    """Yield how time grows with the number of points, and how much memory a fit needs beyond its data."""
    times = []
    for n in SIZES:
        X, y = draw(n)
        times.append(seconds(lambda X=X, y=y: fit(X, y), repeats=3)[0])  # type: ignore[misc]
        yield Figure(f"{name}, time", f"n = {n:,}, d = {X.shape[1]}", 1e3 * times[-1], "ms")
    power = np.polyfit(np.log(SIZES[1:]), np.log(times[1:]), 1)[0]
    yield Figure(f"{name}, growth", "time = n ** this, n from 1e4 to 1e6", float(power), "", 1.1, at_most=True)
    X, y = draw(200_000)
    yield Figure(f"{name}, peak memory", "n = 200,000, beside X", peak(lambda: fit(X, y)) / X.nbytes, "x X", 3, True)


def peak(function: Callable[[], Any]) -> int:
    """Return the peak memory of a call, in bytes."""
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
