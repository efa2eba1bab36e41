"""Duality: a problem small enough to draw, and the residuals of a support vector machine in the conditions of KKT.

Toy         minimize  0.2 x^2 - x + 1  where  x >= bound
Lagrangian  L(x, lam) = 0.2 x^2 - x + 1 - lam (x - bound),  lam >= 0;  least at x = 2.5 (1 + lam)
KKT         primal and dual feasibility, dL/dw = 0, dL/db = 0, and for each point  alpha = 0  or  y f(x) = 1 - xi

    lam      multiplier of the toy's constraint
    alpha    multipliers of y f(x) >= 1 - xi
    xi       slack

>>> lagrangian_toy(5).multiplier, lagrangian_toy(-3).multiplier
(1.0, 0.0)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import inputs
from ..core.geometry import length
from .maximum_margin import Svm


@dataclass(frozen=True)
class Toy:
    """The solution of the toy problem: x, the multiplier of its constraint, and its value.

    Book: {ref}`sec-toy-problems`
    """

    bound: float
    x: float
    multiplier: float
    value: float

    def dual(self, lam: Any) -> Any:
        """Return the dual function, the least value of the Lagrangian over x; for numbers lam >= 0.

        >>> lagrangian_toy(5).dual([0, 1, 2])
        array([-0.25,  1.  , -0.25])

        Book: {prf:ref}`thm-weak-duality`
        """
        lam = inputs.numbers(lam, "lam")
        if not (lam >= 0).all():
            raise ValueError(f"a multiplier of x >= bound is at least 0, but lam holds {lam.min():g}.")
        x = 2.5 * (1 + lam)
        value = _cost(x) - lam * (x - self.bound)
        return value if value.ndim else float(value)


def lagrangian_toy(bound: float) -> Toy:
    """Return the solution of min 0.2 x^2 - x + 1 with x >= bound, or raise if the bound is not a finite number.

    >>> lagrangian_toy(5)
    Toy(bound=5.0, x=5.0, multiplier=1.0, value=1.0)
    >>> lagrangian_toy(-3)
    Toy(bound=-3.0, x=2.5, multiplier=0.0, value=-0.25)

    Book: {ref}`sec-toy-problems`
    """
    bound = inputs.scalar(bound, "bound")
    if not abs(bound) <= inputs.LARGEST:
        raise ValueError(f"bound must be a number that floats can square, but is {bound!r}.")
    x = max(bound, 2.5)
    return Toy(bound, x, multiplier=max(0.4 * bound - 1, 0.0), value=_cost(x))


def _cost(x: Any) -> Any:
    return 0.2 * x * x - x + 1


@dataclass(frozen=True)
class KktResiduals:
    """The residual of each condition, relative to the size of its terms: 0 is exact, 1e-16 is rounding.

    primal           y f(x) >= 1 - xi and xi >= 0, relative to 1 + |w| R + |b|
    dual             0 <= alpha <= C, relative to the largest alpha; sum alpha y = 0 with a bias, relative to sum alpha
    stationarity     |w - sum alpha y x|, relative to sum alpha |x|
    complementarity  alpha (y f(x) - 1 + xi) and (C - alpha) xi, relative to the largest alpha times 1 + |w| R + |b|

    Book: {prf:ref}`thm-kkt`
    """

    primal: float
    dual: float
    stationarity: float
    complementarity: float

    @property
    def largest(self) -> float:
        """The largest of the four."""
        return max(self.primal, self.dual, self.stationarity, self.complementarity)


def kkt_residuals(svm: Svm, X: Any, y: Any) -> KktResiduals:
    """Return the residuals in the conditions of KKT: if all are near 0, the plane is optimal.

    >>> X, y = [[1, 1], [-1, 1], [3, 0]], [1, -1, 1]
    >>> from margin_lib import hard_margin
    >>> kkt_residuals(hard_margin(X, y), X, y).largest < 1e-12
    True

    Book: {prf:ref}`thm-kkt`
    """
    X, y = inputs.labeled(X, y)
    alpha, xi, w = svm.alpha, svm.slack, svm.plane.w
    beyond = y * svm.plane.decision(X) - 1 + xi
    lengths = np.sqrt(np.einsum("ij,ij->i", X, X))
    size = 1 + length(w) * float(lengths.max()) + abs(svm.plane.b)
    largest = float(alpha.max()) or 1.0
    dual = max(-float(alpha.min()), float((alpha - svm.C).max()), 0.0) / largest
    if svm.bias:
        dual = max(dual, abs(float(alpha @ y)) / (float(alpha.sum()) or 1.0))
    complementarity = np.abs(alpha / largest * beyond).max()
    if np.isfinite(svm.C):
        complementarity = max(complementarity, np.abs((svm.C - alpha) / largest * xi).max())
    return KktResiduals(
        primal=max(-float(beyond.min()), -float(xi.min()), 0.0) / size,
        dual=dual,
        stationarity=length(w - (alpha * y) @ X) / (float(alpha @ lengths) or 1.0),
        complementarity=float(complementarity) / size,
    )
