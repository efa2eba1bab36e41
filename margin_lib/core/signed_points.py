"""Signed points, computed when needed, so that a million of them take no second copy of X.

z    y x, or lifted y (x, 1) where there is a bias: w is right about the point iff w.z > 0
"""

from typing import Any

import numpy as np

from .geometry import Plane, length


class SignedPoints:
    """The signed points of X and y as rows z, lifted where there is a bias.

    >>> Z = SignedPoints(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, -1.0]), bias=True)
    >>> Z[1], Z.margins(np.array([1.0, 0.0, 0.5]))
    (array([-3., -4., -1.]), array([ 1.5, -3.5]))
    """

    def __init__(self, X: np.ndarray, y: np.ndarray, bias: bool) -> None:
        self.X, self.y, self.bias = X, y, bias
        self.dimension = X.shape[1] + bias
        self._longest: float | None = None

    def __len__(self) -> int:
        return len(self.X)

    def __getitem__(self, which: Any) -> np.ndarray:
        """Return one row z, or several, as an array."""
        x, y = self.X[which], self.y[which]
        if x.ndim == 1 and not self.bias:
            return x if y > 0 else -x
        z = np.empty((*x.shape[:-1], self.dimension))
        np.multiply(x, y[..., None], out=z[..., : x.shape[-1]])
        if self.bias:
            z[..., -1] = y
        return z

    def part(self, rows: Any) -> "SignedPoints":
        """Return some of the points."""
        return SignedPoints(self.X[rows], self.y[rows], self.bias)

    def margins(self, w: np.ndarray, which: Any = slice(None)) -> np.ndarray:
        """Return w.z of all points, or of some."""
        products = self.X[which] @ (w[:-1] if self.bias else w)
        if self.bias:
            products = products + w[-1]
        return products * self.y[which]

    def longest(self) -> float:
        """Return R, the length of the longest z."""
        if self._longest is None:
            square = np.einsum("ij,ij->i", self.X, self.X).max()
            self._longest = float(np.sqrt(square + self.bias))
        return self._longest

    def largest(self) -> np.ndarray:
        """Return the largest size of an entry of each column."""
        largest = np.maximum(self.X.max(axis=0), -self.X.min(axis=0))
        return np.append(largest, 1.0) if self.bias else largest

    def plane(self, w: np.ndarray) -> Plane:
        """Return the plane with these coefficients on z."""
        return Plane(w[:-1], w[-1]) if self.bias else Plane(w)

    def coefficients(self, plane: Plane) -> np.ndarray:
        """Return the w, or (w, b), of a plane: floats, or fractions where it holds fractions."""
        if len(plane.w) != self.X.shape[1]:
            raise ValueError(f"X has {self.X.shape[1]} coordinates a point, the plane has {len(plane.w)}.")
        return np.append(plane.w, plane.b) if self.bias else plane.w

    def normal(self, plane: Plane) -> np.ndarray:
        """Return the coefficients of a plane as a unit vector of floats."""
        w = self.coefficients(plane)
        if not w.any():
            raise ValueError("w = 0 does not define a plane: distances and margins are undefined.")
        w = (w / np.abs(w).max()).astype(float)
        return w / length(w)
