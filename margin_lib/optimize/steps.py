"""What the interior point methods share: how far a step may go."""


import numpy as np

STEPS = 100  # 10 to 30 are usual
CLOSENESS = 0.995  # of the way to the nearest bound that a step may go
RIDGE = 1e-15  # added to a matrix whose diagonal is 1, so that rounding cannot make it singular


def longest_step(*pairs: tuple[np.ndarray, np.ndarray]) -> float:
    """Return which part of a step can be made, at most 1, until an entry of some v in the pairs (v, dv) becomes 0.

    >>> longest_step((np.array([1.0, 1.0]), np.array([-4.0, 3.0])))
    0.25
    """
    steepest = min(float((dv / v).min(initial=0)) for v, dv in pairs)
    return 1.0 if steepest >= -1 else -1 / steepest
