"""Shapes that a kernel separates and no plane does: XOR, two moons, two circles."""

from typing import Any

import numpy as np

from ..core import inputs
from .generated import Data

CORNERS = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0]])
MOST_NOISE = 1.0  # from here on, points of `xor` would enter the neighboring quarter


def xor(n: int = 4, noise: float = 0.0, seed: int = 0) -> Data:
    """Return n points around the corners of a square, +1 where the signs of the two coordinates differ.

    The first four are the corners themselves: the two diagonals cross, so no plane separates the set. The others lie up
    to `noise`, below 1, from a corner in each coordinate, so x1 x2 < 0 iff y = +1.

    >>> X, y, best = xor()
    >>> X.tolist(), y.tolist(), best
    ([[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0]], [1.0, 1.0, -1.0, -1.0], None)

    Book: {ref}`sec-xor`
    """
    n, noise = inputs.whole(n, "n", 4), _noise(noise)
    if noise >= MOST_NOISE:
        raise ValueError(f"noise must be below 1, where points of xor would change their quarter, but is {noise:g}.")
    X = np.resize(CORNERS, (n, 2))
    X[4:] += np.random.default_rng(inputs.whole(seed, "seed")).uniform(-noise, noise, (n - 4, 2))
    return Data(X, np.where(X[:, 0] * X[:, 1] < 0, 1.0, -1.0))


def moons(n: int = 200, noise: float = 0.1, seed: int = 0) -> Data:
    """Return n points on two interleaved half circles, with normal noise of deviation `noise` in each coordinate.

    A plane separates them only by chance, with small n or large noise; an RBF kernel separates them.

    >>> moons(n=100).X.shape
    (100, 2)

    Book: {ref}`sec-kernel-regions`
    """
    n, noise = inputs.whole(n, "n", 2), _noise(noise)
    y = np.resize([1.0, -1.0], n)
    angles = np.linspace(0, np.pi, n)
    upper = np.column_stack([np.cos(angles) - 0.5, np.sin(angles) - 0.25])
    X = upper * y[:, None]  # the lower moon is the upper one rotated by 180 degrees
    return Data(_shaken(X, noise, seed), y)


def circles(n: int = 200, noise: float = 0.05, inner: float = 0.5, seed: int = 0) -> Data:
    """Return n points on two circles around the origin, with normal noise; the inner one has radius `inner`, class +1.

    No plane separates them unless n is small or noise large. If noise is small, a polynomial kernel of degree 2 does.

    >>> X, y, best = circles(n=100, noise=0)
    >>> np.hypot(X[:, 0], X[:, 1])[:4].round(12).tolist(), y[:4].tolist()
    ([0.5, 1.0, 0.5, 1.0], [1.0, -1.0, 1.0, -1.0])

    Book: {ref}`sec-kernel-regions`
    """
    n, noise, inner = inputs.whole(n, "n", 2), _noise(noise), inputs.positive(inner, "inner")
    if inner >= 1:
        raise ValueError(f"inner must be below 1, the radius of the outer circle, but is {inner:g}.")
    y = np.resize([1.0, -1.0], n)
    angles = np.linspace(0, 2 * np.pi, n, endpoint=False)
    X = np.column_stack([np.cos(angles), np.sin(angles)]) * np.where(y > 0, inner, 1.0)[:, None]
    return Data(_shaken(X, noise, seed), y)


def _noise(noise: Any) -> float:
    number = inputs.scalar(noise, "noise")
    if not 0 <= number < np.inf:
        raise ValueError(f"noise must be a finite number, 0 or more, but is {noise!r}.")
    return number


def _shaken(X: np.ndarray, noise: float, seed: Any) -> np.ndarray:
    return X + noise * np.random.default_rng(inputs.whole(seed, "seed")).standard_normal(X.shape)
