"""The perceptron: separate two classes by correcting one mistake at a time.

Problem     labeled points (x, y), y = +1 or -1; find w with y w.x > 0 for all of them
Algorithm   w = 0; while some point has y w.x <= 0: w += y x
Bound       at most R^2 / gamma^2 updates, whatever mistakes are chosen

    Z        signed points, one z = y x a row; lifted, z = y (x, 1), where there is a bias
    w        normal of the plane w.x = 0; with a bias its last entry is b
    R        largest |z|
    gamma    margin of the best plane through the origin, on the rows of Z

>>> run = perceptron([[2, 1], [1, 2], [-2, -1]], [1, 1, -1])
>>> run.corrections, run.finished, run.plane
(1, True, Plane(w=[2, 1], b=0.0))
"""

from typing import Any

import numpy as np

from ..core import inputs
from ..core.signed_points import SignedPoints
from .runs import Run, additive_run
from .which_next import picked

MAX_CORRECTIONS = 1_000_000  # the default budget: about five seconds


def perceptron(
    X: Any, y: Any, *, bias: bool = False, rate: float = 1.0, max_corrections: int = MAX_CORRECTIONS, pick: str = "hot"
) -> Run:
    """Correct a misclassified point until none is left (`finished`), or the budget is spent (not `finished`).

    With `bias=True` the points are lifted to (x, 1), and R and gamma are those of the lift: gamma may fall to gamma /
    sqrt(1 + R^2), so the bound becomes (1 + R^2)^2 / gamma^2 and depends on the units of x. The rate only scales w and
    b. `pick` says which mistake comes next: "hot", the default, is usually the fastest; "next" goes through the points
    in order, as `textbook.perceptron` does; "loop" does the same one point at a time. Choose "next" to get the run
    that you would do by hand, or if the first points are the best ones to correct.

    >>> perceptron([[0.02], [0.01]], [1, -1], bias=True, pick="next").corrections
    10003

    Book: {prf:ref}`thm-novikoff`
    """
    X, y = inputs.labeled(X, y, both=bias)
    rate = inputs.positive(rate, "rate")
    budget = inputs.whole(max_corrections, "max_corrections")
    Z = SignedPoints(X, y, bias)
    w = np.zeros(Z.dimension)
    order: list[int] = []
    for i in picked(pick)(Z, w):
        if len(order) == budget:
            return additive_run(Z, w, order, False, rate)
        w += Z[i]
        order.append(i)
    return additive_run(Z, w, order, True, rate)
