"""The other side of a right triangle."""

import math


def cathetus(hypotenuse, side):
    """Return its length, or nan where there is no such triangle."""
    hypotenuse, side = abs(hypotenuse), abs(side)
    if math.isinf(hypotenuse):
        return math.nan if math.isinf(side) else math.inf
    if math.isnan(hypotenuse) or math.isnan(side) or side > hypotenuse:
        return math.nan
    return math.sqrt(hypotenuse - side) * math.sqrt(hypotenuse + side)
