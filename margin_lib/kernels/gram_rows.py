"""Rows of a Gram matrix, computed on first use: most rows are never needed, since few points matter.

    K       Gram matrix of the points
    room    how many rows are kept; when there are more, all are dropped
    FEW     up to this many points, all rows are computed at once, several times as fast as one by one

>>> from margin_lib.kernels import linear_kernel
>>> GramRows(linear_kernel, np.array([[1.0], [2.0], [3.0]])).row(1)
array([2., 4., 6.])
>>> rows = GramRows(linear_kernel, np.ones((2_000, 1)))
>>> rows.row(7).sum(), rows.made
(np.float64(2000.0), 1)
"""

import numpy as np

from .functions import Kernel, kernel_values, rows_of

ROOM = 2**30  # bytes
PIECE = 2**24  # bytes allocated at a time: one large piece is much faster than many small ones
TOGETHER = 64  # rows, at most, computed in one product
FEW = 1_500


class GramRows:
    """The Gram matrix of the points X, divided by `scale`, by rows. A row is not to be written to."""

    def __init__(self, kernel: Kernel, X: np.ndarray, scale: float = 1.0) -> None:
        self.kernel, self.X, self.n = kernel, X, len(X)
        self.fill = rows_of(kernel, X, X)
        self.scale = scale
        self.room = max(TOGETHER, ROOM // (8 * self.n))
        self.kept: dict[int, np.ndarray] = {}
        self.fresh = np.empty((0, self.n))
        self.made = 0
        if self.n <= FEW:
            for start in range(0, self.n, TOGETHER):
                self._make(np.arange(start, min(start + TOGETHER, self.n)))

    def row(self, i: int) -> np.ndarray:
        """Return row i."""
        if i not in self.kept:
            self._make(np.array([i]))
        return self.kept[i]

    def square(self, indices: np.ndarray) -> np.ndarray:
        """Return the part of the matrix with these rows and columns."""
        part = np.empty((len(indices), len(indices)))
        for start in range(0, len(indices), TOGETHER):
            group = indices[start : start + TOGETHER]
            missing = [i for i in group.tolist() if i not in self.kept]
            if missing:
                self._make(np.array(missing))
            for row, i in zip(part[start : start + TOGETHER], group.tolist(), strict=True):
                np.take(self.row(i), indices, out=row)
        return part

    def combine(self, weights: np.ndarray) -> np.ndarray:
        """Return K times the weights, from the rows where they are not 0."""
        total = np.zeros(self.n)
        for i in np.flatnonzero(weights).tolist():
            total += weights.item(i) * self.row(i)
        return total

    def _make(self, indices: np.ndarray) -> None:
        """Make rows, at most TOGETHER, and keep them."""
        if len(self.kept) + len(indices) > self.room:
            self.kept = {}
        if len(indices) > len(self.fresh):
            self.fresh = np.empty((max(TOGETHER, min(self.n, PIECE // (8 * self.n))), self.n))
        new, self.fresh = self.fresh[: len(indices)], self.fresh[len(indices) :]
        self.fill(indices, new)
        if self.scale != 1:
            new /= self.scale
        self.kept.update(zip(indices.tolist(), new, strict=True))
        self.made += len(indices)


def diagonal(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """Return k(x, x) of each point, cut out of small squares of the Gram matrix."""
    squares = (X[i : i + TOGETHER] for i in range(0, len(X), TOGETHER))
    return np.concatenate([kernel_values(kernel, square, square).diagonal() for square in squares])
