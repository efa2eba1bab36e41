"""The interior point method of `interior_point`, for any convex quadratic program.

Problem     minimize  x.Px / 2 + q.x   where  A x = b  and  F x <= g          (P positive semidefinite)
Conditions  P x + q + A^T y + F^T z = 0      A x = b      F x + s = g      s z = mu      s, z > 0
Algorithm   Newton's steps on these equations while mu falls to 0 (Mehrotra, 1992), as in `interior_point`
Certificate if there is no solution, (y, z) with A^T y + F^T z = 0, z >= 0 and b.y + g.z < 0: no x can be feasible;
            or x with P x = 0, A x = 0, F x <= 0 and q.x < 0: the objective falls without end
Cost        one sparse factorisation a step

    y, z     multipliers of A x = b and of F x <= g
    s        room, g - F x
    mu       mean of the products s z
    K        matrix of Newton's equations, in which s is eliminated

Matrices are sparse, since CVXPY writes programs with many variables and few entries; this module needs SciPy.

>>> import numpy as np
>>> from scipy.sparse import csc_array, eye_array
>>> nothing, sum_at_least_2 = (csc_array((0, 2)), np.zeros(0)), (csc_array([[-1.0, -1.0]]), np.array([-2.0]))
>>> found = solve_quadratic_program(eye_array(2), np.zeros(2), *nothing, *sum_at_least_2)
>>> found.status, found.x.round(6), found.z.round(6)
('optimal', array([1., 1.]), array([1.]))
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .interior_point import CLOSENESS, STEPS, longest_step

ACCURACY = 1e-10  # of all conditions, relative to the sizes of their terms
FAIR = 1e-6  # what is taken where rounding lets nothing better through
UNEVEN = 0.1  # of the mean of all products s z: one below it is evened out first
PATIENCE = 5  # steps without a better point, from a fair one
CERTAIN = 1e-9  # of a certificate's value: what its equations may miss
RIDGES = 1e-9 * 100.0 ** np.arange(8)  # the first keeps K regular, a higher one where rounding eats a pivot
REFINEMENTS = 3


@dataclass(frozen=True)
class Solution:
    """Where the method stopped; `status` is optimal, infeasible, unbounded or failed."""

    status: str
    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    value: float
    error: float
    steps: int


def solve_quadratic_program(
    P: Any, q: np.ndarray, A: Any, b: np.ndarray, F: Any, g: np.ndarray, accuracy: float = ACCURACY
) -> Solution:
    """Return the solution, or a point that proves that none exists.

    Book: {prf:ref}`alg-interior-point`
    """
    search = _Search(P, q, A, b, F, g)
    best, at = search.solution("failed", np.inf, 0), 0
    with np.errstate(all="ignore"):  # an overflow ends the search: only finite points are kept
        for step in range(STEPS):
            missed, error = search.missed()
            if not np.isfinite(error):
                break
            if error < best.error:
                best, at = search.solution("optimal" if error <= FAIR else "failed", error, step), step
            if certificate := search.certificate():
                return search.solution(certificate, error, step)
            if error <= accuracy or (best.error <= FAIR and step - at > PATIENCE):
                break
            search.advance(missed)
    return best


class _Search:
    """The current point, and Newton's step from it."""

    def __init__(self, P: Any, q: np.ndarray, A: Any, b: np.ndarray, F: Any, g: np.ndarray) -> None:
        self.P, self.A, self.F = P, A, F
        self.q, self.b, self.g = q, b, g
        self.x, self.y, z = _NewtonMatrix(P, A, F, np.ones(len(g))).solve(-q, b, g)
        self.s, self.z = _positive(-z), _positive(z)

    def solution(self, status: str, error: float, steps: int) -> Solution:
        value = float(self.x @ (self.P @ self.x) / 2 + self.q @ self.x)
        return Solution(status, self.x, self.y, self.z, value, error, steps)

    def missed(self) -> tuple[tuple[np.ndarray, ...], float]:
        """Return by how much the three equations are missed, and the largest of this and the gap, in relative terms."""
        Px, pull, Ax, Fx = self.P @ self.x, self.A.T @ self.y + self.F.T @ self.z, self.A @ self.x, self.F @ self.x
        dual, equal, bound = Px + self.q + pull, Ax - self.b, Fx + self.s - self.g
        value = self.x @ Px / 2 + self.q @ self.x
        gap = self.s @ self.z / (1 + abs(value))
        missed = (dual, Px, self.q, pull), (equal, Ax, self.b), (bound, Fx, self.g, self.s)
        error = float(max(gap, *(_size(rest) / (1 + max(map(_size, terms))) for rest, *terms in missed)))
        return (dual, equal, bound), error

    def certificate(self) -> str:
        """Return 'infeasible' or 'unbounded' where the point proves it, or an empty string."""
        promise = -float(self.b @ self.y + self.g @ self.z)
        if promise > 0 and _size(self.A.T @ self.y + self.F.T @ self.z) <= CERTAIN * promise:
            return "infeasible"
        fall = -float(self.q @ self.x)
        rises = np.maximum(self.F @ self.x, 0)
        if fall > 0 and max(map(_size, (self.P @ self.x, self.A @ self.x, rises))) <= CERTAIN * fall:
            return "unbounded"
        return ""

    def advance(self, missed: tuple[np.ndarray, ...]) -> None:
        """Make one predictor-corrector step; without inequalities it is Newton's.

        Where one product s z is far below the mean, the step only evens them out: a corrector from such a point can
        lead back to an earlier one, and the search would cycle.
        """
        products, n = self.s * self.z, max(len(self.s), 1)
        matrix = _NewtonMatrix(self.P, self.A, self.F, self.s / self.z)
        _, _, d_z, d_s = self._direction(matrix, missed, products)
        way = longest_step((self.s, d_s), (self.z, d_z))
        mu, reached = products.sum() / n, (self.s + way * d_s) @ (self.z + way * d_z) / n
        goal = (reached / mu) ** 3 * mu if mu > 0 else 0.0
        uneven = products.min(initial=np.inf) < UNEVEN * mu
        d_x, d_y, d_z, d_s = self._direction(matrix, missed, products - mu if uneven else products + d_s * d_z - goal)
        way = CLOSENESS * longest_step((self.s, d_s), (self.z, d_z)) if len(self.s) else 1.0
        self.x, self.y = self.x + way * d_x, self.y + way * d_y
        self.s, self.z = self.s + way * d_s, self.z + way * d_z

    def _direction(
        self, matrix: "_NewtonMatrix", missed: tuple[np.ndarray, ...], products: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """Return Newton's step (x, y, z, s) that takes the products s z down by the amounts given."""
        dual, equal, bound = missed
        d_x, d_y, d_z = matrix.solve(-dual, -equal, -bound + products / self.z)
        return d_x, d_y, d_z, -(products + self.s * d_z) / self.z


class _NewtonMatrix:
    """K = [[P, A^T, F^T], [A, 0, 0], [F, 0, -ratio]], factored with a ridge whose effect refinement removes."""

    def __init__(self, P: Any, A: Any, F: Any, ratio: np.ndarray) -> None:
        from scipy.sparse import block_array, diags_array
        from scipy.sparse.linalg import splu

        m, k, n = A.shape[0], len(ratio), P.shape[0]
        blocks = [
            [P + 0 * diags_array(np.ones(n)), A.T, F.T],
            [A, diags_array(np.zeros(m)), None],
            [F, None, diags_array(-ratio)],
        ]
        self.K = block_array(blocks, format="csc")
        self.factors: Any = None
        signs = np.concatenate([np.ones(n), -np.ones(m + k)])
        symmetric = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}
        for ridge in RIDGES:
            try:
                self.factors = splu((self.K + diags_array(ridge * signs)).tocsc(), **symmetric)
            except RuntimeError:  # SuperLU met a pivot that is exactly 0
                continue
            break

    def solve(self, *right: np.ndarray) -> list[np.ndarray]:
        """Solve K v = right, and split v; NaN, which ends the search, where K could not be factored."""
        goal = np.concatenate(right)
        v = self.factors.solve(goal) if self.factors else np.full(len(goal), np.nan)
        for _ in range(REFINEMENTS if self.factors else 0):
            v = v + self.factors.solve(goal - self.K @ v)
        return np.split(v, np.cumsum([len(part) for part in right[:-1]]))


def _positive(v: np.ndarray) -> np.ndarray:
    """Move all entries up until the smallest is clearly above zero."""
    lowest = float(v.min(initial=np.inf))
    return v if lowest > 1e-3 else v + (1 - lowest)


def _size(v: np.ndarray) -> float:
    return float(np.abs(v).max(initial=0))
