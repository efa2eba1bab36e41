"""The interior point method: the program of a support vector machine, solved in some fifteen of Newton's steps.

Problem     minimize  |w|^2 / 2 - pull.u + sum C_i xi_i   over u = (w, b) and xi >= 0,  where  A u >= 1 - xi
            (hard margin: C infinite, no xi)
Conditions  E u - A^T alpha = pull      A u - s + xi = 1      s alpha = mu      xi h = mu      s, xi, alpha, h > 0
Algorithm   Newton's steps on these equations while mu falls to 0 (Mehrotra, 1992): a first step shows how far mu can
            fall, a second one aims there and makes up for the curvature that the first one met
Cost        O(n d^2) a step; no matrix is larger than (d+1) x (d+1), since s and xi are eliminated by hand

    A        signed points y x, with y as one more column where there is a bias, one per row
    u        w, or (w, b)
    E        diagonal: 1 for the entries of w, 0 for b, which costs nothing
    pull     sum of C y (x, 1) over points that rest at alpha = C outside of this problem
    alpha    multipliers of A u >= 1 - xi
    s        surplus, A u - 1 + xi
    h        C - alpha, the multipliers of xi >= 0
    mu       mean of all products s alpha and xi h

>>> found = interior_point(np.array([[1.0, 1.0], [1.0, -1.0]]), C=np.inf, bias=False)
>>> found.u.round(6), found.alpha.round(6)
(array([1., 0.]), array([0.5, 0.5]))
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

STEPS = 100  # 10 to 30 are usual
CLOSENESS = 0.995  # of the way to the nearest bound that a step may go
RIDGE = 1e-15  # added to a matrix whose diagonal is 1, so that rounding cannot make it singular
GOOD, FAIR = 1e-6, 1e-3  # errors with which to stop once steps no longer help, because of rounding
PATIENCE = 8  # steps without a better point, from a fair one; 2 from a good one
HOPELESS = 1e-13  # of the radius: floats cannot find a hard margin below this
CANCELLED = 1e-8  # of the sum of all multipliers: a w below this is only cancellation error
BLOCK = 512  # rows scaled at a time, so that they stay in the cache

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # of u, alpha, s and xi


@dataclass(frozen=True)
class Interior:
    """Where the method stopped: u, alpha, and by how much they miss the conditions, relative to their size."""

    u: np.ndarray
    alpha: np.ndarray
    error: float
    steps: int


def interior_point(
    A: np.ndarray,
    C: float | np.ndarray,
    bias: bool,
    pull: np.ndarray | None = None,
    loss: float = 0.0,
    accuracy: float = 1e-10,
    thorough: bool = False,
) -> Interior:
    """Return the point where the error falls below `accuracy`, or where rounding stops it from falling further.

    `loss` is what the points that rest outside add to the objective. A `thorough` search measures errors relative to
    |w|^2 / 2 alone, which finds w even where slack is nearly all of the objective. Without a hard margin, the error at
    the end is large.

    Book: {prf:ref}`alg-interior-point`
    """
    if len(A) < A.shape[1] - bias:
        return _in_the_span(A, C, bias, pull, loss, accuracy, thorough)
    with np.errstate(all="ignore"):  # an overflow ends the search, and only finite points are kept
        search = _Search(A, C, bias, np.zeros(A.shape[1]) if pull is None else pull)
        best = Interior(search.u, search.alpha, np.inf, 0)
        for step in range(STEPS):
            error = search.error(loss, thorough)
            if error < best.error:
                best = Interior(search.u, search.alpha, error, step)
            patience = 2 if best.error < GOOD else PATIENCE if best.error < FAIR else STEPS
            if error <= accuracy or search.hopeless() or step - best.steps > patience:
                break
            try:
                search.advance()
            except np.linalg.LinAlgError:
                break
            if not (np.isfinite(search.u).all() and np.isfinite(search.alpha).all()):
                break
        return best


def _in_the_span(A: np.ndarray, C: float | np.ndarray, bias: bool, pull: np.ndarray | None, *rest: Any) -> Interior:
    """Solve for fewer points than coordinates, in their span; outside of it w is the pull."""
    d = A.shape[1] - bias
    axes, _ = np.linalg.qr(A[:, :d].T)
    pull = np.zeros(A.shape[1]) if pull is None else pull
    turned = np.column_stack([A[:, :d] @ axes, A[:, d:]])
    found = interior_point(turned, C, bias, np.append(axes.T @ pull[:d], pull[d:]), *rest)
    inside = len(axes.T)
    w = axes @ (found.u[:inside] - axes.T @ pull[:d]) + pull[:d]
    return Interior(np.append(w, found.u[inside:]), found.alpha, found.error, found.steps)


class _Search:
    """The current point, and Newton's step from it. Without a C the vectors xi and h stay empty."""

    def __init__(self, A: np.ndarray, C: float | np.ndarray, bias: bool, pull: np.ndarray) -> None:
        n, dimension = A.shape
        self.A, self.pull = A, pull
        self.E = np.ones(dimension)
        if bias:
            self.E[-1] = 0
        self.soft = bool(np.isfinite(C).all())
        self.C = np.broadcast_to(np.asarray(C, dtype=float), n)
        self.u, self.Au = np.zeros(dimension), np.zeros(n)
        self.alpha, self.s = (self.C / 2 if self.soft else np.ones(n)), np.ones(n)
        self.h = self.C / 2 if self.soft else np.zeros(0)
        self.xi = np.full(n if self.soft else 0, 2.0)
        self.v = self.alpha @ A + pull  # what u should be, according to alpha

    def error(self, loss: float, thorough: bool) -> float:
        """Return the relative gap of the objectives, or the part of w that alpha does not explain if that is larger."""
        w, explained = self.E * self.u, self.E * self.v
        if self.soft:
            slack = float(self.C @ np.maximum(0, 1 - self.Au) - self.pull @ self.u)
            size = float(w @ w / 2) + (0.0 if thorough else abs(slack) + loss)
            gap = (self.s @ self.alpha + self.xi @ self.h) / size
        else:
            closest = float(self.Au.min())
            size = float(w @ w / 2 / np.square(closest)) if closest > 0 else np.inf
            gap = abs(size - self.alpha.sum() + explained @ explained / 2) / size
        terms = np.abs(w).max() + CANCELLED * (self.alpha.sum() + loss)
        error = max(gap, np.abs(w - self.v).max() / terms)
        return float(error) if np.isfinite(error) else np.inf

    def hopeless(self) -> bool:
        """True if the hulls of the two classes are too close for floats to find a hard margin."""
        return not self.soft and float(np.abs(self.v).max()) < HOPELESS * float(self.alpha.sum())

    def advance(self) -> None:
        """Make one predictor-corrector step."""
        newton = self._newton()
        s_alpha, xi_h = self.s * self.alpha, self.xi * self.h
        pairs = len(self.s) + len(self.xi)
        mu = (s_alpha.sum() + xi_h.sum()) / pairs
        _, d_alpha, d_s, d_xi = self._direction(newton, s_alpha, xi_h)
        way = self._longest_step(d_alpha, d_s, d_xi)
        reached = (self.s + way * d_s) @ (self.alpha + way * d_alpha)
        if self.soft:
            reached += (self.xi + way * d_xi) @ (self.h - way * d_alpha)
        goal = (reached / pairs / mu) ** 3 * mu
        bend = d_xi * -d_alpha if self.soft else d_xi
        d_u, d_alpha, d_s, d_xi = self._direction(newton, s_alpha + d_s * d_alpha - goal, xi_h + bend - goal)
        way = CLOSENESS * self._longest_step(d_alpha, d_s, d_xi)
        self.u = self.u + way * d_u
        self.Au = self.A @ self.u
        self.alpha, self.s = self.alpha + way * d_alpha, self.s + way * d_s
        if self.soft:
            self.h, self.xi = self.h - way * d_alpha, self.xi + way * d_xi
        self.v = self.alpha @ self.A + self.pull

    def _newton(self) -> tuple[np.ndarray, ...]:
        """Return M = E + A^T D A with its diagonal made 1, what it was divided by, and D, which eliminates s and xi."""
        D = 1 / (self.s / self.alpha + self.xi / self.h) if self.soft else self.alpha / self.s
        M = np.diag(self.E)
        root = np.sqrt(D)
        for start in range(0, len(self.A), BLOCK):
            rows = self.A[start : start + BLOCK] * root[start : start + BLOCK, None]
            M += rows.T @ rows
        unit = np.sqrt(np.maximum(M.diagonal(), np.finfo(float).tiny))
        return M / np.outer(unit, unit) + RIDGE * np.eye(len(M)), unit, D

    def _direction(self, newton: tuple[np.ndarray, ...], s_alpha: np.ndarray, xi_h: np.ndarray) -> Step:
        """Return Newton's step (u, alpha, s, xi) that takes the products s alpha and xi h down by the amounts given."""
        M, unit, D = newton
        q = 1 + self.s - self.Au - s_alpha / self.alpha
        if self.soft:
            q += xi_h / self.h - self.xi
        rhs = (D * q) @ self.A + self.v - self.E * self.u
        d_u = np.linalg.solve(M, rhs / unit) / unit
        d_alpha = D * (q - self.A @ d_u)
        d_s = -(s_alpha + self.s * d_alpha) / self.alpha
        d_xi = (self.xi * d_alpha - xi_h) / self.h if self.soft else xi_h
        return d_u, d_alpha, d_s, d_xi

    def _longest_step(self, d_alpha: np.ndarray, d_s: np.ndarray, d_xi: np.ndarray) -> float:
        pairs = [(self.alpha, d_alpha), (self.s, d_s)]
        return longest_step(*pairs, *([(self.xi, d_xi), (self.h, -d_alpha)] if self.soft else []))


def longest_step(*pairs: tuple[np.ndarray, np.ndarray]) -> float:
    """Return the largest part of a step, at most 1, with which v + part * dv stays >= 0 for all pairs (v, dv).

    >>> longest_step((np.array([1.0, 1.0]), np.array([-4.0, 3.0])))
    0.25
    """
    steepest = min(float((dv / v).min(initial=0)) for v, dv in pairs)
    return 1.0 if steepest >= -1 else -1 / steepest
