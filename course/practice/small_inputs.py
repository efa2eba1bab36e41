"""Draw small legal inputs of a function, from the line that says what it takes.

    "normal(d), number(), points(n, d), labels(n)"
    "points(n, d), labels(n), normal(d) if (y * (X @ u)).min() > 0"

A line is Python: the arguments in their order, each a call of a word of `Words`; `n`, `d` and `k` are sizes, the same
in all of the line. After `if` stands what has to hold of them, under the names that the function gives its arguments,
in Python and the words of `Conditions`.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

SIZES = {"n": (1, 2, 2, 3, 4), "d": (1, 1, 2, 2, 3), "k": (1, 2, 3)}
TRIES = 5000  # to draw an input for which the condition holds


class Words:
    """The words of a line, each of which draws an argument."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def one_of(self, *values: Any) -> Any:
        """Return one of the values."""
        return values[int(self.rng.integers(len(values)))]

    def seldom(self, rare: Any, *values: Any) -> Any:
        """Return one of the values, and the first, for which a call takes long, only now and then."""
        return rare if self.whole(1, 40) == 1 else self.one_of(*values)

    def number(self) -> float:
        """Return a small number, mostly a whole one."""
        return float(self.one_of(0, 1, -1, 2, -2, 3, -3, 0.5, -1.5))

    def positive(self) -> float:
        """Return a small number above 0."""
        return float(self.one_of(1, 2, 0.5, 3, 4))

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from low to high."""
        return int(self.rng.integers(low, high + 1))

    def vector(self, d: int) -> np.ndarray:
        """Return a vector of small whole numbers."""
        largest = self.one_of(1, 2, 2, 2, 9)
        return self.rng.integers(-largest, largest + 1, size=d).astype(float) * self.one_of(1, 1, 2)

    def normal(self, d: int, shortest: float = 0.001) -> np.ndarray:
        """Return a vector that isn't 0; now and then a very short or a very long one."""
        found = self.vector(d)
        scale = self.one_of(1, 1, 1, 1, 1, 1, shortest, 1000)
        return scale * (found if found.any() else np.eye(d)[self.whole(0, d - 1)])

    def points(self, n: int, d: int) -> np.ndarray:
        """Return points with small whole coordinates, now and then one of them twice."""
        found = self.rng.integers(-3, 4, size=(n, d)).astype(float)
        if self.one_of(True, False, False):
            found[-1] = found[0]
        return found

    def beside(self, w: np.ndarray, n: int, b: float) -> np.ndarray:
        """Return points of which some are on the plane, as far from it as the first, or farther by very little."""
        found = self.points(n, len(w)) * self.one_of(1, 1, 0.1)
        if self.one_of(True, False):
            j = int(np.argmax(np.abs(w)))
            found[0, j] -= (found[0] @ w + b) / w[j]
        along = np.append([w[1], -w[0]], np.zeros(len(w) - 2)) / np.abs(w[w != 0]).min() if len(w) > 1 else 0 * w
        for i in range(1, n):
            found[i] = self.one_of(found[i], found[0] + self.whole(-2, 2) * along, found[0] + 0.001 * (w != 0))
        return found

    def labels(self, n: int) -> np.ndarray:
        """Return labels, 1.0 and -1.0."""
        return self.rng.choice([-1.0, 1.0], size=n)

    def among(self, n: int, *values: float) -> np.ndarray:
        """Return a vector of n of these values."""
        return np.array([self.one_of(*values) for _ in range(n)])

    def game(self, rows: int, n: int) -> np.ndarray:
        """Return pay-offs, a row for each expert and a column for each point, whose largest entry is 1 or -1."""
        table = self.rng.choice([-1, -0.5, -0.25, 0, 0.25, 0.5, 1], size=(rows, n))
        for column in table.T:
            column[self.whole(0, rows - 1)] = self.one_of(-1, 1)
        return table

    def sides(self, f: np.ndarray) -> np.ndarray:
        """Return the labels of the sides on which points with these values lie, or, now and then, any labels."""
        return self.labels(len(f)) if self.whole(1, 4) == 1 else np.where(f >= 0, 1.0, -1.0)

    def signs(self, n: int) -> list[int]:
        """Return labels as a list of whole numbers."""
        return [self.one_of(-1, 1) for _ in range(n)]

    def rows(self, k: int, n: int) -> list[int]:
        """Return a list of k row numbers below n."""
        return [self.whole(0, n - 1) for _ in range(k)]

    def fraction(self) -> tuple[int, int]:
        """Return a fraction as a pair, not always in lowest terms; seldom a tiny one."""
        tiny = (self.one_of(-1, 1), 10**self.one_of(20, 40, 400)) if self.whole(1, 30) == 1 else None
        return tiny or (self.whole(-3, 3), self.one_of(1, 1, 1, 2, 3, 10))

    def fractions(self, n: int) -> list[tuple[int, int]]:
        """Return a list of fractions."""
        return [self.fraction() for _ in range(n)]


class Conditions:
    """The words for what has to hold."""

    norm = staticmethod(np.linalg.norm)

    @staticmethod
    def apart(some: Any, others: Any) -> bool:
        """Return whether each of these numbers differs from each of the others by more than rounding can."""
        return bool((abs(np.subtract.outer(some, others)) > 1e-6).all())

    @staticmethod
    def on_axis(w: np.ndarray) -> bool:
        """Return whether one entry isn't 0 and is a power of two, so that nothing is rounded."""
        return np.count_nonzero(w) == 1 and float(np.log2(abs(w).max())).is_integer()

    @staticmethod
    def ties(numbers: np.ndarray) -> bool:
        """Return whether each number is the smallest, but for rounding, or larger by more than that."""
        over = numbers - numbers.min()
        return bool(((over < 1e-11 * (1 + abs(numbers).max())) | (over > 2e-4)).all())

    @staticmethod
    def both(y: np.ndarray) -> bool:
        """Return whether both labels occur."""
        return len(set(y.tolist())) == 2

    @staticmethod
    def separable(X: np.ndarray, y: np.ndarray) -> bool:
        """Return whether a normal of small whole numbers separates the points, through the origin."""
        return any((y * (X @ u)).min() > 0 for u in product(range(-3, 4), repeat=X.shape[1]))


def draw(line: str, names: Sequence[str], rng: np.random.Generator) -> Iterator[tuple[Any, ...]]:
    """Yield legal inputs without end, drawn as a line says; ValueError if its condition never holds."""
    said, _, condition = line.partition(" if ")
    words = (Words(rng), Conditions())
    known = {name: getattr(one, name) for one in words for name in dir(one) if not name.startswith("_")} | {"np": np}
    arguments, holds = compile(f"({said},)", line, "eval"), compile(condition or "True", line, "eval")
    failed = 0
    while failed < TRIES:
        scope = known | {name: int(rng.choice(sizes)) for name, sizes in SIZES.items()}
        found = eval(arguments, scope)
        if eval(holds, scope | dict(zip(names, found, strict=True))):
            failed = 0
            yield found
        failed += 1
    raise ValueError(f"no input was found of which this holds: {condition}")


def measure(value: Any) -> tuple[int, float]:
    """Return how large an input is: how many numbers it has, and how long these are. A fraction is one number."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, tuple) and len(value) == 2 and all(type(one) is int for one in value):
        return 1, sum(measure(one)[1] for one in value)
    if isinstance(value, list | tuple):
        sizes = list(map(measure, value))
        return sum(one for one, _ in sizes), sum(length for _, length in sizes)
    if isinstance(value, bool | str) or value is None:
        return 1, 1.0
    written = str(value) if isinstance(value, int) else f"{value:g}"
    return 1, min(len(written), 30) + min(abs(value), 100) / 10
