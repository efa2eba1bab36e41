"""Whether an output is right, for functions of which several outputs are: runs that may choose, and constructions.

    "run(y[:, None] * X, budget, it[1], it[0])"

A line in the head of a set's source says it (`holds`), in Python: the arguments stand there under their names, what was
returned is `it`, in plain lists, and the words are those of `Words`. An output that has another form isn't right.
"""

from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any

import numpy as np

NEAR = 1e-9  # rounding
MOST = 5000  # updates, after which a run is taken to go on


class Words:
    """The words of a line."""

    @staticmethod
    def same(some: Any, others: Any, off: float = 1e-7) -> bool:
        """Return whether two lists of numbers have one shape and the same entries, but for rounding."""
        some, others = np.array(some, dtype=float), np.array(others, dtype=float)
        return some.shape == others.shape and bool(np.allclose(some, others, rtol=off, atol=off))

    @staticmethod
    def lifted(X: np.ndarray) -> np.ndarray:
        """Return the points with a 1 appended."""
        return np.column_stack([X, np.ones(len(X))])

    @staticmethod
    def kernel_run(G: np.ndarray, budget: int, order: Sequence[float], near: float = 0.0, off: float = 0.0) -> bool:
        """Return whether each update is on a point not farther than `near`, until none is left or the budget is spent.

        G holds the inner products of the signed points. Sums that were rounded may be `off`.
        """
        f, size = np.zeros(len(G)), 0.0
        for i in rows_of(order, len(G)):
            if not too_close(f[i], size, near, -off):
                return False
            size = float(np.sqrt(max(size**2 + 2 * f[i] + G[i, i], 0)))
            f += G[i]
        return len(order) == budget or (len(order) < budget and not too_close(f, size, near, off))

    @staticmethod
    def run(Z: np.ndarray, budget: int, order: Sequence[float], w: Any = None, near: float = 0.0) -> bool:
        """Return whether an order is such a run on signed points, and w, if given, is the sum of its updates."""
        sums = w is None or Words.same(w, Words.total(Z, order))
        return sums and Words.kernel_run(Z @ Z.T, budget, order, near, rounding(Z, near))

    @staticmethod
    def total(Z: np.ndarray, order: Sequence[float]) -> np.ndarray:
        """Return the sum of these updates."""
        return np.array(Z[rows_of(order, len(Z))].sum(axis=0))

    @staticmethod
    def ended(Z: np.ndarray, order: Sequence[float], near: float, *, surely: bool = False) -> bool:
        """Return whether the sum of these updates leaves no point that is nearer, whatever was rounded if `surely`."""
        w, off = Words.total(Z, order), rounding(Z, near)
        return not too_close(Z @ w, float(np.linalg.norm(w)), near, -off if surely else off)

    @staticmethod
    def counts(order: Sequence[float], n: int) -> np.ndarray:
        """Return how often each of n rows is in an order."""
        return np.bincount(rows_of(order, n), minlength=n)

    @staticmethod
    def shares(table: np.ndarray, epsilon: float, order: Sequence[float]) -> np.ndarray:
        """Return the shares of experts and opponents before each update of a game, and after the last, a row each."""
        G = np.vstack([table, -table])[:, rows_of(order, table.shape[1])]
        logs = np.vstack([np.zeros(len(G)), np.cumsum(np.log1p(epsilon * G.T), axis=0)])
        raised = np.exp(logs.T - logs.max(axis=1))
        return np.array((raised / raised.sum(axis=0)).T)

    @staticmethod
    def least(table: np.ndarray, shares: np.ndarray) -> float:
        """Return the least that these shares win from a point."""
        return float((shares @ np.vstack([table, -table])).min())

    @staticmethod
    def game(table: np.ndarray, epsilon: float, budget: int, order: Sequence[float]) -> bool:
        """Return whether each update is on a point that wins nothing, until none is left or the budget is spent."""
        before = Words.shares(table, epsilon, order)
        won = (before[:-1] @ np.vstack([table, -table]))[range(len(order)), rows_of(order, table.shape[1])]
        over = 0 < len(order) < budget and Words.least(table, before[-1]) >= -NEAR
        return bool((won <= NEAR).all()) and (len(order) == budget or over)

    @staticmethod
    def descent(X: np.ndarray, y: np.ndarray, mu: float, draws: Sequence[float]) -> list[list[np.ndarray]]:
        """Return w after each of these draws, and the average of those before, weighted by their number."""
        w, average, found = np.zeros(X.shape[1]), np.zeros(X.shape[1]), []
        for t, i in enumerate(rows_of(draws, len(X)), 1):
            average = average + 2 / (t + 1) * (w - average)
            pull = y[i] * X[i] * (y[i] * (X[i] @ w) < 1)
            w = w + 2 / (t + 1) * (pull / mu - w)
            found.append([w, average])
        return found

    @staticmethod
    def forces(Z: np.ndarray, k: int) -> bool:
        """Return whether signed points can be separated, and runs of four kinds make k updates or more."""
        chosen = (lambda f: 0, lambda f: -1, np.argmin, np.argmax)
        return all(k <= updates(Z, choose) < MOST for choose in chosen)



KNOWN = {name: getattr(Words, name) for name in vars(Words) if not name.startswith("_")}
KNOWN |= {"np": np, "norm": np.linalg.norm, "comb": comb}


def holds(line: str, arguments: Mapping[str, Any], value: Any) -> bool:
    """Return whether what a function returned for these arguments is right, as a line says."""
    try:
        with np.errstate(all="ignore"):
            return bool(eval(line, {**KNOWN, **arguments, "it": value}))
    except Exception:  # of an output that has another form
        return False


def updates(Z: np.ndarray, choose: Callable[[np.ndarray], Any]) -> int:
    """Return how many updates a run makes on signed points, if it chooses its mistakes in this way."""
    w = np.zeros(Z.shape[1])
    for made in range(MOST):
        mistakes = np.flatnonzero(Z @ w <= 0)
        if not len(mistakes):
            return made
        w = w + Z[mistakes[choose(Z[mistakes] @ w)]]
    return MOST


def too_close(f: Any, size: float, near: float, off: float) -> bool:
    """Return whether a point is on the plane or behind it, or nearer than `near`; `size` is the length of w."""
    return size == 0 or bool(np.any(f <= -off if near == 0 else f < near * size - off))


def rounding(Z: np.ndarray, near: float) -> float:
    """Return by how much a distance may be off: it is exact where only its sign counts, or with one coordinate."""
    return NEAR if near and Z.shape[1] > 1 else 0.0


def rows_of(order: Sequence[float], n: int) -> np.ndarray:
    """Return an order as whole numbers; ValueError where it isn't one of n rows."""
    given = np.array(order, dtype=float)
    rows = given.astype(int)
    if given.ndim != 1 or (rows != given).any() or ((rows < 0) | (rows >= n)).any():
        raise ValueError("not an order of rows")
    return rows
