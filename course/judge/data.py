"""Data for hidden tests: points with whole coordinates, on which every sum and every sign is exact."""

from __future__ import annotations

import numpy as np

LARGEST = 20  # of a coordinate's size

Set = tuple[np.ndarray, np.ndarray]


def separable(rng: np.random.Generator, n: int, d: int, *, bias: bool = False, distance: float = 2.0) -> Set:
    """Return n points and labels that a plane separates, each at least this far from it; both labels occur.

    Without a bias the plane goes through the origin. With one it does not, and the origin is one of the points, so that
    no plane through it separates them.
    """
    normal = rng.normal(size=d)
    normal /= np.sqrt(normal @ normal)
    offset = rng.uniform(3, 6) if bias else 0.0
    found = [np.zeros(d), np.rint(2 * LARGEST * normal)] if bias else []
    while len(found) < n:
        points = rng.integers(-LARGEST, LARGEST + 1, size=(4 * n, d)).astype(float)
        found += [x for x in points if abs(x @ normal - offset) >= distance]
    X = np.array(found[:n])[rng.permutation(n)]
    y = np.where(X @ normal > offset, 1.0, -1.0)
    if bias:
        return X, y
    turned = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)  # mirrored points change side, and stay as far away
    return turned[:, None] * X, turned * y


def inseparable(rng: np.random.Generator, n: int, d: int) -> Set:
    """Return n points and labels, both there, that no plane separates: two pairs of opposite corners disagree."""
    X = rng.integers(-LARGEST, LARGEST + 1, size=(n, d)).astype(float)
    y = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)
    X[:4, :2] = LARGEST * np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])
    y[:4] = [1, 1, -1, -1]
    X[:4, 2:] = 0
    return X, y
