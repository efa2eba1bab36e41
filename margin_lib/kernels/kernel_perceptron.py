"""The kernel perceptron: the perceptron in feature space, with counts of updates in place of w.

Problem     labeled points (x, y) and a kernel k; find f with y f(x) > 0 at all of them
Algorithm   alpha = 0; while some point has y f(x) <= 0: alpha_i += 1, where f(x) = sum_j alpha_j y_j k(x_j, x)
Bound       at most R^2 / gamma^2 updates, with R^2 = max k(x, x) and gamma the best margin of the phi(x), through 0

    alpha   how often each point was corrected: w = sum alpha_i y_i phi(x_i), and phi is never computed
    f       decision at all points; an update adds to it one row of the Gram matrix, made when first needed

The points are taken in order, going round, as in the plain form: step for step, this is the perceptron on the points
phi(x).

>>> from margin_lib.kernels import polynomial_kernel
>>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1]  # the exclusive or
>>> run = kernel_perceptron(X, y, polynomial_kernel(2, r=0))
>>> run.alpha, run.finished, run.predict(X)
(array([1, 1, 0, 0]), True, array([ 1, -1, -1,  1]))
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..core import inputs
from .functions import Kernel
from .gram_rows import GramRows
from .kernel_machine import KernelMachine

MAX_CORRECTIONS = 100_000


@dataclass(frozen=True, eq=False)
class KernelRun(KernelMachine):
    """A run: `alpha` counts the updates of each point, `order` lists them, `finished` says that no mistake is left.

    Book: {prf:ref}`alg-kernel-perceptron`
    """

    alpha: np.ndarray
    order: np.ndarray
    finished: bool
    kernel: Kernel = field(repr=False)
    points: np.ndarray = field(repr=False)
    labels: np.ndarray = field(repr=False)
    b: float = 0.0

    @property
    def corrections(self) -> int:
        """How many updates were made."""
        return len(self.order)


def kernel_perceptron(X: Any, y: Any, kernel: Kernel, *, max_corrections: int = MAX_CORRECTIONS) -> KernelRun:
    """Correct the next misclassified point until none is left, or the budget is spent: then `finished` is False.

    >>> from margin_lib.kernels import rbf_kernel
    >>> run = kernel_perceptron([[0.0], [1.0], [2.0]], [1, -1, 1], rbf_kernel(1.0))
    >>> run.finished, run.predict([[0.0], [1.0], [2.0]])
    (True, array([ 1, -1,  1]))

    Book: {prf:ref}`thm-kernel-perceptron`
    """
    X, y = inputs.labeled(X, y)
    budget = inputs.whole(max_corrections, "max_corrections")
    rows, alpha, f = GramRows(kernel, X), np.zeros(len(X), dtype=int), np.zeros(len(X))
    order: list[int] = []
    run = KernelRun(alpha, np.array(order, dtype=int), False, kernel, X.copy(), y.copy())
    while (y * f <= 0).any() and len(order) < budget:
        while (mistakes := y * f <= 0).any() and len(order) < budget:
            i = _next(mistakes, order[-1] + 1 if order else 0)
            alpha[i] += 1
            f += y[i] * rows.row(i)
            order.append(i)
        f = run.decision(X)  # recomputed: rounding has accumulated in the old f
    return replace(run, order=np.array(order, dtype=int), finished=bool((y * f > 0).all()))


def _next(mistakes: np.ndarray, start: int) -> int:
    """Return the first mistake from the start on, going round."""
    later = mistakes[start:]
    return start + int(later.argmax()) if later.any() else int(mistakes.argmax())
