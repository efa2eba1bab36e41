"""Support vector machines as estimators: solved exactly, approximately by descent, and with a kernel.

lam, C    lam |w|^2 + sum xi is the same problem as |w|^2 / 2 + C sum xi with C = 1 / (2 lam)
"""

import math
from dataclasses import KW_ONLY, dataclass

import numpy as np

from ..core import inputs
from ..descent.schedule import STEPS
from ..descent.sgd import hinge_sgd
from ..kernels.functions import Kernel, linear_kernel, polynomial_kernel, rbf_kernel
from ..kernels.kernel_svm import kernel_svm
from ..svm.maximum_margin import hard_margin, soft_margin
from .classifier import BinaryClassifier, LinearClassifier

GAP = 1e-6  # a fit with a larger relative gap is unfinished
MOVES = 0.01  # so is a descent whose objective changed by more than this part in the second half of its steps
UNFINISHED = "is within {:.1e} of the optimum, not {:g}. Scale X, or lower C."


@dataclass(eq=False, repr=False)
class LinearSVM(LinearClassifier):
    """The soft-margin support vector machine, solved exactly; if its `svm_.gap` stays above 1e-6, `fit` warns.

    C      price of a unit of slack (default 1.0); with C = inf the margin is hard, and points that no plane separates
           raise `NotSeparable`
    bias   fit b, unpenalized (default True)

    >>> model = LinearSVM(C=1).fit([[0], [1], [2], [3]], ["down", "up", "down", "up"])
    >>> model.predict([[0], [3]]).tolist(), model.svm_.bounded
    (['down', 'up'], array([1, 2]))

    Book: {ref}`sec-estimators`
    """

    C: float = 1.0
    _: KW_ONLY
    bias: bool = True

    def _learn(self, X: np.ndarray, signs: np.ndarray) -> None:
        hard = inputs.scalar(self.C, "C") == math.inf
        self.svm_ = hard_margin(X, signs, bias=self.bias) if hard else soft_margin(X, signs, C=self.C, bias=self.bias)
        self.plane_ = self.svm_.plane
        if not self.svm_.gap <= GAP:
            self._warn(UNFINISHED.format(self.svm_.gap, GAP))


@dataclass(eq=False, repr=False)
class HingeSGDClassifier(LinearClassifier):
    """Stochastic subgradient descent on lam |w|^2 + sum hinge; if too few steps were taken, `fit` warns.

    Too few means that the objective changed by more than 1 % in the second half of the steps, or that there is one
    step only.

    lam     price of |w|^2 (default 1.0)
    bias    fit b, unpenalized; the rate of convergence is proved without it only (default True)
    steps   how many steps, all of which are taken (default 10,000)
    batch   points a step (default None: 128 where there are 1,000 points or more, else 16)
    seed    of the draws (default 0)

    >>> model = HingeSGDClassifier(steps=1000).fit([[2.0], [1.0], [-1.0]], ["high", "high", "low"])
    >>> model.predict([[1.5], [-2.0]]).tolist(), model.n_iter_
    (['high', 'low'], 1000)

    Book: {ref}`sec-estimators`
    """

    lam: float = 1.0
    _: KW_ONLY
    bias: bool = True
    steps: int = STEPS
    batch: int | None = None
    seed: int = 0

    @property
    def n_iter_(self) -> int:
        """How many steps were taken."""
        return int(self.fit_.steps[-1])

    def _learn(self, X: np.ndarray, signs: np.ndarray) -> None:
        self.fit_ = hinge_sgd(
            X, signs, self.lam, bias=self.bias, steps=self.steps, batch=self.batch, seed=self.seed, records=2
        )
        self.plane_ = self.fit_.plane
        half, last = self.fit_.objective[[0, -1]]
        if self.n_iter_ == 1 or abs(half - last) > MOVES * last:
            self._warn(
                f"took {self.n_iter_:,} steps, too few: the objective was {half:.4g} after half of them and is "
                f"{last:.4g} now. Raise steps, or lam, or scale X."
            )


@dataclass(eq=False, repr=False)
class KernelSVM(BinaryClassifier):
    """The support vector machine with a kernel; if its `machine_.gap` stays above 1e-6, `fit` warns.

    kernel   "rbf" (default), exp(-gamma |x - z|^2); "linear", x.z; "poly", (x.z + r)^degree; a kernel of this library;
             or a function of two tables of points that returns the table of k(x_i, z_j)
    C        price of a unit of slack (default 1.0); with C = inf the margin is hard, and points that no plane in
             feature space separates raise `NotSeparable`
    gamma    of "rbf": a number, or "scale" for 1 / (d var(X)) (default)
    degree   of "poly" (default 3)
    r        of "poly" (default 1.0)

    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], ["same", "other", "other", "same"]
    >>> KernelSVM("poly", degree=2).fit(X, y).predict([[2, 3], [2, -3]]).tolist()
    ['same', 'other']

    Book: {ref}`sec-estimators`
    """

    kernel: str | Kernel = "rbf"
    C: float = 1.0
    _: KW_ONLY
    gamma: float | str = "scale"
    degree: int = 3
    r: float = 1.0

    def _learn(self, X: np.ndarray, signs: np.ndarray) -> None:
        self.machine_ = kernel_svm(X, signs, self._kernel(X), self.C, tol=GAP)
        if not self.machine_.gap <= GAP:
            self._warn(UNFINISHED.format(self.machine_.gap, GAP))

    def _decide(self, X: np.ndarray) -> np.ndarray:
        return self.machine_.decision(X)

    def _kernel(self, X: np.ndarray) -> Kernel:
        """Return the kernel of that name, or the function that was given, or raise."""
        if callable(self.kernel):
            return self.kernel
        if self.kernel == "linear":
            return linear_kernel
        if self.kernel == "poly":
            return polynomial_kernel(self.degree, self.r)
        if self.kernel == "rbf":
            return rbf_kernel(_scale(X) if self.gamma == "scale" else inputs.positive(self.gamma, "gamma"))
        raise ValueError(f"kernel must be 'rbf', 'linear', 'poly' or a function, but is {self.kernel!r}.")


def _scale(X: np.ndarray) -> float:
    """Return 1 / (d var(X)), scikit-learn's width of an RBF kernel, or 1 where all entries are equal."""
    spread = float(X.var())
    return 1 / (X.shape[1] * spread) if spread > 0 else 1.0
