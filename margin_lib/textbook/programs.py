"""The programs of the support vector machine as the book writes them, solved by CVXPY with Clarabel.

Primal      minimize  |w|^2 / 2 + C sum xi_i     where  y_i (w.x_i + b) >= 1 - xi_i  and  xi_i >= 0
Dual        maximize  sum alpha_i - |sum alpha_i y_i x_i|^2 / 2     where  0 <= alpha_i <= C  and  sum alpha_i y_i = 0

Each function returns (w, b, alpha), or None where the solver found no solution. The multipliers are the dual values of
the primal's constraints; w and b can be read off the dual.

    Z        signed points y x, one per row
    xi       slack, one a point

>>> X, y = np.array([[1.0, 1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
>>> w, b, alpha = textbook_primal(X, y)
>>> w.round(4) + 0, round(b, 4) + 0, alpha.round(4)
(array([1., 0.]), 0.0, array([0.5, 0.5]))
>>> w, b, alpha = textbook_dual(X, y)
>>> w.round(4) + 0, round(b, 4) + 0, alpha.round(4)
(array([1., 0.]), 0.0, array([0.5, 0.5]))
"""

import warnings
from typing import Any

import numpy as np

Solution = tuple[np.ndarray, float, np.ndarray]


def textbook_primal(X: np.ndarray, y: np.ndarray, C: float = np.inf, bias: bool = True) -> Solution | None:
    """Return (w, b, alpha) from the primal program, alpha being the dual values of its constraints, or None.

    >>> w, b, alpha = textbook_primal(np.array([[2.0], [-2.0]]), np.array([1.0, -1.0]), C=1.0)
    >>> w.round(4), alpha.round(4)
    (array([0.5]), array([0.125, 0.125]))

    Book: {ref}`sec-cvxpy`
    """
    import cvxpy as cp

    w = cp.Variable(X.shape[1])
    b = cp.Variable() if bias else cp.Constant(0)
    xi = cp.Variable(len(X)) if np.isfinite(C) else cp.Constant(np.zeros(len(X)))
    constraints = [cp.multiply(y, X @ w + b) >= 1 - xi]
    objective = cp.sum_squares(w) / 2
    if np.isfinite(C):
        constraints.append(xi >= 0)
        objective += C * cp.sum(xi)
    if not _solved(cp.Problem(cp.Minimize(objective), constraints)):
        return None
    return w.value, float(b.value), constraints[0].dual_value


def textbook_dual(X: np.ndarray, y: np.ndarray, C: float = np.inf, bias: bool = True) -> Solution | None:
    """Return (w, b, alpha) from the dual program, b being the dual value of sum alpha_i y_i = 0, or None.

    >>> w, b, alpha = textbook_dual(np.array([[2.0], [-2.0]]), np.array([1.0, -1.0]), C=1.0)
    >>> w.round(4), alpha.round(4)
    (array([0.5]), array([0.125, 0.125]))

    Book: {ref}`sec-cvxpy`
    """
    import cvxpy as cp

    Z = y[:, None] * X
    alpha = cp.Variable(len(X))
    constraints = [alpha >= 0]
    if np.isfinite(C):
        constraints.append(alpha <= C)
    if bias:
        constraints.append(y @ alpha == 0)
    objective = cp.sum(alpha) - cp.sum_squares(Z.T @ alpha) / 2  # not quad_form, which is 30 times slower
    if not _solved(cp.Problem(cp.Maximize(objective), constraints)):
        return None
    return Z.T @ alpha.value, float(constraints[-1].dual_value) if bias else 0.0, alpha.value


def _solved(problem: Any) -> bool:
    """Solve, and return whether there is a solution; how good it is, the certificate will say."""
    import cvxpy as cp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            problem.solve(solver=cp.CLARABEL)
        except cp.SolverError:
            return False
    return problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)
