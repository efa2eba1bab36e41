"""The decision function of kernel machines: f(x) = sum of alpha_i y_i k(x_i, x) over the support, plus b."""

from typing import Any

import numpy as np

from ..core import inputs
from .functions import BLOCK, Kernel, rows_of


class KernelMachine:
    """A classifier in feature space, where its normal is w = sum alpha_i y_i phi(x_i)."""

    alpha: np.ndarray
    b: float
    kernel: Kernel
    points: np.ndarray  # that it was fitted to
    labels: np.ndarray

    @property
    def support(self) -> np.ndarray:
        """The points with alpha_i > 0: f needs no others."""
        return np.flatnonzero(self.alpha)

    def decision(self, X: Any) -> np.ndarray:
        """Return f(x) of each point."""
        X = inputs.points(X)
        if X.shape[1] != self.points.shape[1]:
            raise ValueError(f"X has {X.shape[1]} coordinates a point, the points of the fit {self.points.shape[1]}.")
        f = np.full(len(X), float(self.b))
        if len(self.support):
            rows = rows_of(self.kernel, X, self.points[self.support])
            weights = (self.alpha * self.labels)[self.support]
            for i in range(0, len(X), BLOCK):
                K = np.empty((len(f[i : i + BLOCK]), len(weights)))
                rows(slice(i, i + BLOCK), K)
                f[i : i + BLOCK] += K @ weights
        return f

    def predict(self, X: Any) -> np.ndarray:
        """Return +1 where f(x) >= 0 and -1 elsewhere."""
        return np.where(self.decision(X) >= 0, 1, -1)
