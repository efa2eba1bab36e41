"""Sets on which the perceptron is about as slow as Novikoff's theorem allows.

    e_i     the i-th coordinate axis
    gamma   margin of the best plane through the origin
    R       radius

**Any order.** The signed points are e_1 ... e_n. Correcting e_i only makes w_i = 1, so each point is corrected once, in
any order. R = 1, and the best w, (1, ..., 1), has the margin 1/sqrt(n), so R^2 / gamma^2 = n.

**Two dimensions.** The first point moves w halfway to the right. Then the two others move it left and right in turn,
too far to come to rest between them, while its height grows by gamma with each update.
"""

import math

import numpy as np

from ..core import inputs
from ..core.geometry import Plane
from .generated import Data


def slow_for_perceptron(n: int = 100, seed: int = 0) -> Data:
    """Return n points in n dimensions that take the perceptron exactly R^2 / gamma^2 = n updates, in any order.

    The signed points are the coordinate axes, shuffled; the labels are random, and both occur if n >= 2. `best` is the
    best plane through the origin; planes with a bias have larger margins.

    >>> X, y, best = slow_for_perceptron(n=4)
    >>> np.abs(X).sum(), best.margin(X, y)
    (np.float64(4.0), 0.5)

    Book: {ref}`sec-slow-for-perceptron`
    """
    n = inputs.whole(n, "n", 1)
    rng = np.random.default_rng(inputs.whole(seed, "seed"))
    y = np.where(rng.permutation(n) < (n + 1) // 2, 1.0, -1.0)
    X = np.zeros((n, n))
    X[np.arange(n), rng.permutation(n)] = y
    return Data(X, y, Plane(np.ones(n)))


def slow_in_two_dimensions(gamma: float = 0.05, radius: float = 1.0) -> Data:
    """Return three points in the plane that take the perceptron about R^2 / (2 gamma^2) updates in this order.

    That is half of Novikoff's bound, less a share of about gamma / R: 191 of 400 at gamma = 0.05. If it starts with
    another point, the perceptron takes two updates. `best` is the best plane through the origin. Raises if gamma
    is above radius / sqrt(5).

    >>> X, y, best = slow_in_two_dimensions(gamma=0.1)
    >>> best.margin(X, y)
    0.1

    Book: {ref}`sec-slow-for-perceptron`
    """
    gamma, radius = inputs.positive(gamma, "gamma"), inputs.positive(radius, "radius")
    if gamma > radius / math.sqrt(5):
        raise ValueError(f"gamma must be at most radius / sqrt(5) = {radius / math.sqrt(5):.6g}, but is {gamma:g}.")
    reach = math.sqrt((radius - gamma) * (radius + gamma))
    # Signed, the last two points are (reach, gamma) and (-reach, gamma): their mean is (0, gamma), so no plane
    # through the origin has a margin above gamma. The first has height reach / 2 >= gamma.
    X = np.array([[reach / 2, reach / 2], [reach, gamma], [reach, -gamma]])
    return Data(X, np.array([1.0, 1.0, -1.0]), Plane(np.array([0.0, 1.0])))
