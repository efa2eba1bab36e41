"""Planes, and points seen from planes: distance, margin, canonical form, the lift.

A plane is w.x + b = 0. Its positive side is where f(x) = w.x + b > 0. A labeled point (x, y) is a mistake
where y f(x) <= 0; its margin is y f(x) / |w|, the distance to the plane, negative on the wrong side.

    X       points, one per row                         (n, d)
    y       labels, +1 or -1                          (n,)
    z       signed point y x: right iff w.z > 0
    a       lifted signed point y (x, 1): right iff (w, b).a > 0
    R       largest |x|

>>> plane = Plane([3, 4], b=-5)
>>> plane.distance([[3, 4], [0, 0]])
array([4., 1.])
>>> plane.margin([[3, 4], [0, 0]], [1, -1])
1.0
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import inputs

SAFE_SQUARE = inputs.SMALLEST**2  # a sum of squares above this has lost nothing to underflow


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane w.x + b = 0 as a classifier.

    `w` is read-only. If floats are too coarse to separate the data, `separate` returns a plane of `Fraction`s;
    its decisions are then computed exactly, more slowly.

    >>> Plane([1, -1]).predict([[2, 1], [1, 1], [1, 2]])
    array([ 1,  1, -1])

    Book: {prf:ref}`def-plane`
    """

    w: np.ndarray
    b: Any = 0.0

    def __post_init__(self) -> None:
        rational = any(isinstance(entry, Fraction) for entry in [self.b, *np.ravel(np.asarray(self.w, dtype=object))])
        w = np.array(self.w, dtype=object) if rational else inputs.numbers(self.w, "w").copy()
        if w.ndim != 1 or not len(w):
            raise ValueError(f"w must be a vector, one entry a coordinate, but has shape {w.shape}.")
        if rational:
            w = np.array([Fraction(entry) for entry in w])
        elif not np.isfinite(w).all():
            raise ValueError(f"w must be finite, but is {w}.")
        w.flags.writeable = False
        object.__setattr__(self, "w", w)
        object.__setattr__(self, "b", Fraction(self.b) if rational else inputs.finite(self.b, "b"))

    def decision(self, X: Any) -> np.ndarray:
        """Return f(x) = w.x + b of each point.

        >>> Plane([1, 2], b=-1).decision([[1, 1], [1, 0]])
        array([2., 0.])

        Book: {prf:ref}`def-plane`
        """
        X = inputs.points(X)
        if X.shape[1] != len(self.w):
            raise ValueError(f"X has {X.shape[1]} coordinates a point, the plane has {len(self.w)}.")
        if isinstance(self.b, Fraction):
            exact = [sum(map(Fraction.__mul__, map(Fraction, x), self.w), self.b) for x in X.tolist()]
            return np.array([_with_its_sign(f) for f in exact])
        return X @ self.w + self.b

    def predict(self, X: Any) -> np.ndarray:
        """Return +1 where f(x) >= 0 and -1 elsewhere.

        >>> Plane([1.0]).predict([[0.0], [-0.1]])
        array([ 1, -1])

        Book: {prf:ref}`def-plane`
        """
        return np.where(self.decision(X) >= 0, 1, -1)

    def distance(self, X: Any) -> np.ndarray:
        """Return the distance |f(x)| / |w| of each point to the plane.

        >>> Plane([3, 4]).distance([[1, -2]])
        array([1.])

        Book: {prf:ref}`thm-distance`
        """
        return np.abs(self.decision(X)) / self._length()

    def margins(self, X: Any, y: Any) -> np.ndarray:
        """Return y f(x) / |w| of each point: its distance, negative if the point is on the wrong side.

        >>> Plane([3, 4]).margins([[1, -2], [1, -2]], [1, -1])
        array([-1.,  1.])

        Book: {prf:ref}`def-margin`
        """
        X, y = inputs.labeled(X, y)
        return y * self.decision(X) / self._length()

    def margin(self, X: Any, y: Any) -> float:
        """Return the smallest of the margins: above 0 iff the plane separates the points.

        >>> Plane([3, 4]).margin([[1, 2], [-2, 1]], [1, -1])
        0.4

        Book: {prf:ref}`def-margin`
        """
        return float(self.margins(X, y).min())

    def canonical(self, X: Any, y: Any) -> "Plane":
        """Return the same plane rescaled to y f(x) = 1 at the closest point; raise a ValueError if it doesn't separate.

        >>> Plane([3, 4], b=-5).canonical([[3, 4], [0, 0]], [1, -1])
        Plane(w=[0.6, 0.8], b=-1.0)

        Book: {prf:ref}`def-canonical`
        """
        X, y = inputs.labeled(X, y)
        closest = (y * self.decision(X)).min()
        if not closest > 0:
            raise ValueError(
                f"only a separating plane has a canonical form, but the smallest y f(x) here is {closest:.3g}."
            )
        return Plane(self.w.astype(float) / closest, float(self.b) / closest)

    @property
    def slab_width(self) -> float:
        """2 / |w|, the distance between the planes f(x) = 1 and f(x) = -1: twice the margin in canonical form.

        >>> Plane([3, 4]).slab_width
        0.4

        Book: {prf:ref}`thm-slab`
        """
        return 2 / self._length()

    def _length(self) -> float:
        size = length(self.w)
        if size == 0:
            raise ValueError("w = 0 does not define a plane: distances and margins are undefined.")
        return size

    def __repr__(self) -> str:
        numbers = [f"{entry!s}" if isinstance(entry, Fraction) else f"{entry:.6g}" for entry in self.w]
        numbers = [*numbers[:3], "...", numbers[-1]] if len(numbers) > 6 else numbers
        return f"Plane(w=[{', '.join(numbers)}], b={self.b})"


def _with_its_sign(value: Fraction) -> float:
    """Return the nearest float that is 0 only if the value is."""
    try:
        return float(value) or (5e-324 if value > 0 else -5e-324 if value < 0 else 0.0)
    except OverflowError:
        return math.copysign(math.inf, value)


def length(v: np.ndarray) -> float:
    """Return |v|, without overflow even for the largest floats."""
    if v.dtype == object:  # fractions, which may be beyond the range of floats
        most = max(map(abs, v))
        return _with_its_sign(most) * length((v / most).astype(float)) if most else 0.0
    v = v.astype(float, copy=False)
    largest = float(max(v.max(), -v.min()))
    if inputs.SMALLEST < largest < inputs.LARGEST or largest == 0:
        return float(np.sqrt(v @ v))
    v = v / largest
    return float(largest * np.sqrt(v @ v))


def length_from(square: float, v: np.ndarray) -> float:
    """Return |v|, given v.v, which is faster than `length`."""
    return math.sqrt(square) if square > SAFE_SQUARE else length(v)


def radius(X: Any) -> float:
    """Return R, the largest distance of a point from the origin.

    >>> radius([[3, 4], [1, 1]])
    5.0

    Book: {prf:ref}`def-radius`
    """
    X = inputs.points(X)
    return float(np.sqrt(np.einsum("ij,ij->i", X, X).max()))


def signed(X: Any, y: Any) -> np.ndarray:
    """Return the signed points z = y x, one per row: the plane w.x = 0 separates iff w.z > 0 for all of them.

    >>> signed([[1, 2], [3, 4]], [1, -1])
    array([[ 1.,  2.],
           [-3., -4.]])

    Book: {prf:ref}`def-signed`
    """
    X, y = inputs.labeled(X, y)
    return X * y[:, None]


def lift(X: Any, y: Any = None, normalize: str | None = None) -> np.ndarray:
    """Return the homogeneous points (x, 1), signed where y is given: a bias becomes one more entry of w.

    With `normalize="l2"` or `"linf"` each point is divided by its own length or by its own largest entry.

    >>> lift([[1, 2], [3, 4]], [1, -1])
    array([[ 1.,  2.,  1.],
           [-3., -4., -1.]])
    >>> lift([[1, 2], [3, 4]], [1, -1], normalize="linf")
    array([[ 0.5 ,  1.  ,  0.5 ],
           [-0.75, -1.  , -0.25]])

    Book: {prf:ref}`def-lift`
    """
    X = inputs.points(X)
    A = np.ones((len(X), X.shape[1] + 1))
    A[:, :-1] = X
    if y is not None:
        A *= inputs.labels(y, len(X))[:, None]
    if normalize == "l2":
        A /= np.sqrt(np.einsum("ij,ij->i", A, A))[:, None]
    elif normalize == "linf":
        A /= np.maximum(A.max(axis=1), -A.min(axis=1))[:, None]
    elif normalize is not None:
        raise ValueError(f"normalize must be 'l2', 'linf' or None, but is {normalize!r}.")
    return A


def flip_radius(plane: Plane, X: Any, y: Any) -> np.ndarray:
    """Return how far each point may move, in any direction, before the plane misclassifies it.

    Any shorter move keeps the label. For a point that is already misclassified, the value is 0.

    >>> flip_radius(Plane([3, 4], b=-5), [[3, 4], [0, 0], [3, 4]], [1, -1, -1])
    array([4., 1., 0.])

    Book: {prf:ref}`thm-flip-radius`
    """
    return np.maximum(plane.margins(X, y), 0.0)
