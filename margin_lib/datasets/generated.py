"""Random points around a plane: separable with a known margin, not separable, or with an outlier.

Why the margin is known: the means of the *facing* points of the two classes lie 2 gamma apart, along the normal of the
slab. A plane that separates two sets separates their hulls, so its margin is at most half the distance between a point
of one hull and a point of the other: at most gamma. The plane in the middle of the slab attains gamma.

    u       unit normal of the slab, at first (1, 0, ..., 0)
    c       height of the slab's middle: the best plane is u.x = c
    height  u.x of a point: at least c + gamma, or at most c - gamma

>>> X, y, best = separable(n=5, d=2, gamma=0.25, radius=2.0, bias=True)
>>> round(best.margin(X, y), 12), round(radius_of(X), 12)
(0.25, 2.0)
"""

from typing import NamedTuple

import numpy as np

from ..core import inputs
from ..core.geometry import Plane, length
from ..core.geometry import radius as radius_of

REACH = 100.0  # facing points lie within this many gamma of 0, so that rounding moves them by 1e-14 gamma at most
CLEAR = 1e-9  # of the radius: the distance of the other points from the slab, for the same reason


class Data(NamedTuple):
    """Points, labels, and the plane with the largest margin, or None if none separates or the best is not known.

    >>> X, y, best = separable(n=10, d=2, gamma=0.1)
    >>> X.shape, y.shape, best.predict(X).tolist() == y.tolist()
    ((10, 2), (10,), True)

    Book: {ref}`sec-datasets`
    """

    X: np.ndarray
    y: np.ndarray
    best: Plane | None = None


def separable(
    n: int, d: int, gamma: float, radius: float = 1.0, bias: bool = False, seed: int = 0, *, facing: int = 2
) -> Data:
    """Return n points with the largest margin gamma, the farthest of them `radius` from the origin, both to 1e-12.

    The best of all planes passes through the origin; with `bias` it passes elsewhere. Both classes occur. The margin is
    that of `facing` points, up to d + 1: they are the support vectors, with equal multipliers within a class. The other
    points are spread over the ball, off the slab. Raises if gamma is above the radius, or n too small for both.

    >>> X, y, best = separable(n=50, d=4, gamma=0.05, radius=3.0)
    >>> round(best.margin(X, y), 12), round(radius_of(X), 12)
    (0.05, 3.0)

    Book: {ref}`sec-datasets`
    """
    n, d = inputs.whole(n, "n", 2), inputs.whole(d, "d", 1)
    gamma, radius = inputs.positive(gamma, "gamma"), inputs.positive(radius, "radius")
    facing = inputs.whole(facing, "facing", 2)
    if gamma > radius:
        raise ValueError(f"gamma is {gamma:g}, above the radius {radius:g}: a margin is at most the radius.")
    if facing > min(n, d + 1):
        raise ValueError(f"facing is {facing}, but only min(n, d + 1) = {min(n, d + 1)} points can carry the margin.")
    rng = np.random.default_rng(inputs.whole(seed, "seed"))
    c = rng.uniform(-1, 1) * min((radius - gamma) / 2, REACH * gamma / 2) if bias else 0.0
    places = rng.choice(n, facing + (n > facing), replace=False)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    y[places[:facing]] = np.resize([1.0, -1.0], facing)

    X = _in_the_ball(y, c, gamma, radius, d, rng, far=places[facing:])
    X[places[:facing]] = _facing_points(y[places[:facing]], c, gamma, radius, d, rng)
    if n == facing and radius_of(X) < radius * (1 - 1e-12):
        raise ValueError(
            f"{n} points that carry a margin of {gamma:g} in d = {d} cannot reach the radius {radius:g}: "
            f"give n >= {facing + 1}."
        )
    u = _turn(X, rng)
    return Data(X, y, Plane(u, -c))


def inseparable(n: int, d: int, flipped: float = 0.1, seed: int = 0) -> Data:
    """Return n points that no plane separates, with or without a bias; `best` is None.

    The points are those of a separable set of radius 1 and margin 0.1, with the labels of the share `flipped` (at least
    one) changed. One of these lies exactly halfway between two points of the other class: the witness.

    >>> X, y, best = inseparable(n=30, d=2)
    >>> best is None
    True

    Book: {ref}`sec-datasets`
    """
    n, d = inputs.whole(n, "n", 3), inputs.whole(d, "d", 1)
    share = inputs.positive(flipped, "flipped")
    if share > 0.5:
        raise ValueError(f"flipped is a share of the points, above 0 and at most 0.5, but is {flipped!r}.")
    X, y, _ = separable(n, d, gamma=0.1, seed=seed)
    rng = np.random.default_rng([inputs.whole(seed, "seed"), n])
    order = rng.permutation(n)
    majority = 1.0 if y.sum() >= 0 else -1.0
    i, j = order[y[order] == majority][:2]
    k, *others = order[(order != i) & (order != j)]
    X[k] = _halfway(X, i, j)
    y[k] = -majority
    others = others[: max(round(share * n) - 1, 0)]
    y[others] = -y[others]
    return Data(X, y)


def outlier(n: int = 40, d: int = 2, gamma: float = 0.3, left: float = 0.02, seed: int = 0) -> Data:
    """Return a set of radius 1 whose last point, an outlier, reduces the margin from gamma to `left`.

    Without the last point the best margin is gamma. The last point, of class -1, lies 2 `left` from a point of class
    +1. The plane must pass between the two, so its margin is `left`. With `left=0` the last point lies halfway between
    two points of class +1: no plane separates the set, and `best` is None.

    >>> X, y, best = outlier()
    >>> round(best.margin(X, y), 12), bool(best.margin(X[:-1], y[:-1]) < 0.3)
    (0.02, True)
    >>> outlier(left=0).best is None
    True

    Book: {ref}`sec-outlier`
    """
    n, left, gamma = inputs.whole(n, "n", 5), inputs.scalar(left, "left"), inputs.positive(gamma, "gamma")
    if not 0 <= left < gamma:
        raise ValueError(f"left is the margin that the last point leaves, from 0 to below gamma, but is {left!r}.")
    X, y, old = separable(n - 1, d, gamma, seed=seed)
    assert old is not None
    side = 1.0 if y.sum() >= 0 else -1.0  # so that class +1 has at least two points
    y, u = side * y, side * old.w
    heights = X @ u
    if left == 0:
        i, j = np.flatnonzero(y > 0)[:2]
        return Data(np.vstack([X, _halfway(X, i, j)]), np.append(y, -1.0))
    # The two points that face each other across the new slab are 2 left apart, straight along u. All others are at
    # least as far from its middle: class +1 has u.x >= gamma, class -1 has u.x <= -gamma.
    front = int(np.argmin(np.where(y > 0, heights, np.inf)))
    spoiler = X[front] - 2 * left * u
    return Data(np.vstack([X, spoiler]), np.append(y, -1.0), Plane(u, left - heights[front]))


def _in_the_ball(
    y: np.ndarray, c: float, gamma: float, radius: float, d: int, rng: np.random.Generator, far: np.ndarray
) -> np.ndarray:
    """Return points spread over the ball and then pushed off the slab, at the first axis; `far` lies on the sphere."""
    n = len(y)
    away = np.sqrt(rng.beta(0.5, (d + 1) / 2, n))  # |u.x| of a point drawn evenly from the unit ball
    out = rng.random(n) ** (1 / max(d - 1, 1))
    (out if d > 1 else away)[far] = 1.0
    heights = c + y * (gamma + (radius - y * c - gamma) * (CLEAR + (1 - CLEAR) * away))
    X = rng.standard_normal((n, d))
    X[:, 0] = heights
    X[:, 1:] *= (out * _room(heights, radius) / _lengths(X[:, 1:]))[:, None]
    return X


def _facing_points(
    y: np.ndarray, c: float, gamma: float, radius: float, d: int, rng: np.random.Generator
) -> np.ndarray:
    """Return points on the edges of the slab, the means of the two classes exactly opposite, as far out as allowed."""
    X = rng.standard_normal((len(y), d))
    for label in (1.0, -1.0):
        X[y == label] -= X[y == label].mean(axis=0)
    X += rng.standard_normal(d)
    X[:, 0] = c + y * gamma
    sizes = _lengths(X[:, 1:])
    X[:, 1:] *= min((_room(X[:, 0], radius) / sizes).min(), REACH * gamma / sizes.max())
    return X


def _room(heights: np.ndarray, radius: float) -> np.ndarray:
    """Return how far from the first axis the points at these heights may be to stay in the ball."""
    return np.sqrt(np.maximum((radius - heights) * (radius + heights), 0.0))


def _lengths(rows: np.ndarray) -> np.ndarray:
    """Return the length of each row, and 1e-100 for rows without entries, so that division works."""
    return np.maximum(np.sqrt(np.einsum("ij,ij->i", rows, rows)), 1e-100)


def _turn(X: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Reflect the points, in place, so that the first axis points in a random direction; return that direction."""
    mirror = rng.standard_normal(X.shape[1:])
    mirror /= length(mirror)
    mirror[0] -= 1.0
    mirror /= length(mirror) or 1.0
    X -= 2 * (X @ mirror)[:, None] * mirror
    u = -2 * mirror[0] * mirror
    u[0] += 1.0
    return u


def _halfway(X: np.ndarray, i: int, j: int) -> np.ndarray:
    """Return the exact middle of two rows, after rounding them so that it is a float."""
    X[[i, j]] = np.round(X[[i, j]] * 2.0**50) / 2.0**50
    return (X[i] + X[j]) / 2
