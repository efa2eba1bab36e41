"""Solve the dual in feature space where there are few features, which is where `smo_finish` fails.

Few features make the Gram matrix singular, and the guesses of `smo_finish` cycle. But then the table of features is
small, and `soft_margin` solves the same problem on it.

    linear      the features are the points
    polynomial  `polynomial_features`
    any other   pivoted Cholesky: the longest phi(x) gives the first axis, the one furthest from it the second, and so
                on, until all points lie in the space of the axes, up to rounding

    Phi         features, one point a row: Phi Phi^T = K
    residual    squared distance of each phi(x) to the space of the axes so far

>>> from margin_lib.kernels import polynomial_kernel
>>> rows = GramRows(polynomial_kernel(2), np.array([[0.0], [1.0], [2.0], [3.0]]))
>>> Phi = feature_table(rows, diagonal=np.array([1.0, 4.0, 25.0, 100.0]))
>>> Phi.shape, (Phi @ Phi.T).round(6)[1]
((4, 3), array([ 1.,  4.,  9., 16.]))
"""

import numpy as np

from ..svm.maximum_margin import soft_margin
from .functions import PolynomialKernel, linear_kernel, monomial_count, polynomial_features
from .gram_rows import GramRows
from .smo import Dual, Point

FEATURES = 400  # at most
OUTSIDE = 1e-13  # of the largest squared length: a residual below this is rounding


def solve_in_features(dual: Dual) -> Point | None:
    """Return the optimum found in feature space, or None where there are too many features, or no optimum was found."""
    Phi = feature_table(dual.rows, dual.diagonal)
    if Phi is None:
        return None
    try:
        svm = soft_margin(Phi, dual.y, C=dual.C)
    except ValueError:  # no balance between C and the margin in floats
        return None
    beta = np.clip(svm.alpha * dual.y, dual.bottom, dual.top)
    F = dual.y - dual.rows.combine(beta)
    return Point(beta, F, svm.plane.b)


def feature_table(rows: GramRows, diagonal: np.ndarray) -> np.ndarray | None:
    """Return Phi, or None where it would have more than 400 columns."""
    kernel, X = rows.kernel, rows.X
    if kernel is linear_kernel and X.shape[1] <= FEATURES:
        return X / np.sqrt(rows.scale)
    if isinstance(kernel, PolynomialKernel) and monomial_count(X.shape[1], kernel.degree, kernel.r > 0) <= FEATURES:
        return polynomial_features(X, kernel.degree, kernel.r) / np.sqrt(rows.scale)
    return _pivoted_cholesky(rows, diagonal)


def _pivoted_cholesky(rows: GramRows, diagonal: np.ndarray) -> np.ndarray | None:
    residual = diagonal.copy()
    Phi = np.empty((min(FEATURES, rows.n), rows.n))
    for k in range(len(Phi)):
        i = int(residual.argmax())
        if residual[i] <= OUTSIDE * diagonal.max():
            return Phi[:k].T
        Phi[k] = (rows.row(i) - Phi[:k, i] @ Phi[:k]) / np.sqrt(residual[i])
        residual -= np.square(Phi[k])
        residual[i] = 0.0
    return Phi.T if len(Phi) == rows.n else None
