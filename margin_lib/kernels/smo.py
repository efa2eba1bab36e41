"""Sequential minimal optimization: improve the dual of the soft margin by two coefficients at a time.

Problem     maximize sum alpha - 1/2 |sum alpha_i y_i phi(x_i)|^2 with 0 <= alpha <= C and sum alpha_i y_i = 0
Algorithm   raise beta_i = alpha_i y_i and lower beta_j by the same, as far as it pays or the bounds allow;
            i and j are chosen for the gain (Fan, Chen and Lin, 2005)
Stops       when no pair gains: max F_i over those that may rise <= min F_j over those that may fall, up to eps

    beta    alpha_i y_i, between 0 and C where y_i = +1, between -C and 0 where y_i = -1
    F       y_i - sum_j K_ij beta_j; the b of f lies between the two ends above, and F_i = b where 0 < alpha_i < C
    rise    F_i where beta_i may rise, -inf elsewhere
    fall    F_j where beta_j may fall, +inf elsewhere

>>> from margin_lib.kernels import linear_kernel
>>> dual = Dual(GramRows(linear_kernel, np.array([[-1.0], [1.0]])), np.array([1.0, 1.0]), np.array([-1.0, 1.0]), C=10.0)
>>> smo(dual, eps=1e-3, steps=100), dual.beta
(1, array([-0.5,  0.5]))
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .gram_rows import GramRows

CURVATURE = 1e-12  # of the largest k(x, x): the least curvature assumed, so that a step between equal points is finite


@dataclass(frozen=True)
class Point:
    """A point of the dual: beta, F = y - K beta, and the b that goes with it."""

    beta: np.ndarray
    F: np.ndarray
    b: float


class Dual:
    """The dual problem with its current point: beta, and F = y - K beta."""

    def __init__(self, rows: GramRows, diagonal: np.ndarray, y: np.ndarray, C: float = 0.0) -> None:
        self.rows, self.diagonal, self.y = rows, diagonal, y
        self.beta, self.F = np.zeros(len(y)), y.copy()
        self.bounded_by(C)

    def bounded_by(self, C: float) -> None:
        """Set C, at least as large as every alpha so far."""
        self.C = C
        self.top, self.bottom = np.where(self.y > 0, C, 0.0), np.where(self.y > 0, 0.0, -C)

    def rise_and_fall(self) -> np.ndarray:
        """Return F where beta may rise and -inf elsewhere; below it, F where beta may fall and inf elsewhere."""
        may_rise, may_fall = self.beta < self.top, self.beta > self.bottom
        return np.array([np.where(may_rise, self.F, -np.inf), np.where(may_fall, self.F, np.inf)])

    def at_bound(self) -> bool:
        """Return whether some alpha is C."""
        return bool((np.abs(self.beta) >= self.C).any())

    def move_to(self, beta: np.ndarray) -> None:
        """Replace beta, and compute F from it."""
        self.beta, self.F = beta, self.y - self.rows.combine(beta)

    def point(self) -> Point:
        """Return the current point: b is the mean of F over the free betas, or else the middle of its interval."""
        free = (self.bottom < self.beta) & (self.beta < self.top)
        rise, fall = self.rise_and_fall()
        b = self.F[free].mean() if free.any() else (rise.max() + fall.min()) / 2
        return Point(self.beta, self.F, float(b))


def smo(dual: Dual, eps: float, steps: int) -> int:
    """Improve beta until no pair violates the conditions by more than eps; return the steps taken, at most `steps`."""
    rows, both = dual.rows, dual.rise_and_fall()
    rise, fall = both
    beta, top, bottom = dual.beta.tolist(), dual.top.tolist(), dual.bottom.tolist()  # faster than arrays, one by one
    partner = _partners(dual.diagonal)
    taken = 0
    while taken < steps:
        i = int(rise.argmax())
        highest, K_i = rise.item(i), rows.row(i)
        j, curvature = partner(i, K_i, highest, fall)
        lowest = fall.item(j)
        if highest - lowest <= eps and highest - fall.min() <= eps:
            break
        step = min((highest - lowest) / curvature, top[i] - beta[i], beta[j] - bottom[j])
        beta[i] = top[i] if step == top[i] - beta[i] else beta[i] + step
        beta[j] = bottom[j] if step == beta[j] - bottom[j] else beta[j] - step
        change = step * (K_i - rows.row(j))
        both -= change
        for k, F in ((i, highest - change.item(i)), (j, lowest - change.item(j))):
            rise[k] = F if beta[k] < top[k] else -np.inf
            fall[k] = F if beta[k] > bottom[k] else np.inf
        taken += 1
    dual.beta = np.array(beta)
    dual.F = np.where(np.isfinite(rise), rise, fall)
    return taken


def _partners(diagonal: np.ndarray) -> Callable[[int, np.ndarray, float, np.ndarray], tuple[int, float]]:
    """Return the choice of j for i, with the largest gain (F_i - F_j)^2 / |phi(x_i) - phi(x_j)|^2 of a joint step."""
    least, zeros = np.full_like(diagonal, CURVATURE * (diagonal.max() or 1.0)), np.zeros_like(diagonal)
    gain, curvature = np.empty_like(diagonal), np.empty_like(diagonal)

    def partner(i: int, K_i: np.ndarray, highest: float, fall: np.ndarray) -> tuple[int, float]:
        np.subtract(highest, fall, out=gain)
        np.maximum(gain, zeros, out=gain)
        np.multiply(K_i, -2.0, out=curvature)
        np.add(curvature, diagonal, out=curvature)
        np.add(curvature, diagonal.item(i), out=curvature)
        np.maximum(curvature, least, out=curvature)
        np.square(gain, out=gain)
        np.divide(gain, curvature, out=gain)
        j = int(gain.argmax())
        return j, curvature.item(j)

    return partner
