"""Losses as functions of the margin z = y f(x), and the squashing of f(x).

A margin z above 0 means that the plane classifies the point correctly.

At every z: zero_one <= hinge, perceptron <= hinge <= perceptron + 1, zero_one <= logistic in
base 2, and perceptron <= logistic in base e. The perceptron's loss does not bound zero_one: at z = 0 it is 0, and
the point is a mistake.

>>> for loss in (zero_one, perceptron, hinge, logistic):
...     print(loss.__name__, loss([-1.0, 0.0, 1.0]).round(3))
zero_one [1. 1. 0.]
perceptron [1. 0. 0.]
hinge [2. 1. 0.]
logistic [1.313 0.693 0.313]
"""

import math
from typing import Any

import numpy as np

from .core import inputs


def zero_one(z: Any) -> Any:
    """Return 1 where z <= 0, a mistake, and 0 elsewhere.

    >>> zero_one([-2.0, 0.0, 0.1])
    array([1., 1., 0.])

    Book: {prf:ref}`thm-hinge-bounds-zero-one`
    """
    return _each(np.where(_margins(z) <= 0, 1.0, 0.0))


def perceptron(z: Any) -> Any:
    """Return max(0, -z), how far the point is on the wrong side: 0 if the plane is right, however narrowly.

    >>> perceptron([-2.0, 0.0, 0.1])
    array([2., 0., 0.])

    Book: {ref}`sec-losses`
    """
    return _each(np.maximum(0.0, 0.0 - _margins(z)))


def hinge(z: Any) -> Any:
    """Return max(0, 1 - z), the slack of a point with margin z: at least `zero_one`.

    >>> hinge([-2.0, 0.0, 0.5, 1.0])
    array([3. , 1. , 0.5, 0. ])

    Book: {prf:ref}`def-hinge`
    """
    return _each(np.maximum(0.0, 1.0 - _margins(z)))


def logistic(z: Any, base: float = math.e) -> Any:
    """Return log(1 + e^-z), a smooth loss that is never 0; with base=2 it is at least `zero_one`.

    >>> logistic([-2.0, 0.0, 2.0], base=2).round(3)
    array([3.069, 1.   , 0.183])

    Book: {ref}`sec-losses`
    """
    base = inputs.positive(base, "base")
    if base <= 1:
        raise ValueError(f"base must be above 1, such as 2 or e, but is {base:g}.")
    return _each(np.logaddexp(0.0, -_margins(z)) / math.log(base))


def squash(z: Any) -> Any:
    """Return (1 - e^-z) / (1 + e^-z) = tanh(z / 2): f(x) pressed between -1 and 1, with its sign kept.

    The plane where f(x) = 0 stays where it is, so the decision boundary stays flat.

    >>> squash([-1000.0, 0.0, 1000.0])
    array([-1.,  0.,  1.])

    Book: {ref}`sec-squash`
    """
    return _each(np.tanh(_margins(z) / 2))


def _margins(z: Any) -> np.ndarray:
    z = inputs.numbers(z, "z")
    if np.isnan(z).any():
        raise ValueError("z has a NaN: a margin is a number, or infinite.")
    return z


def _each(values: np.ndarray) -> Any:
    """Return an array for an array, and a float for a number."""
    return values if values.ndim else float(values)
