"""Stochastic subgradient descent on the hinge loss: a step from a few points at a time.

Problem     minimize lam |w|^2 + sum_i max(0, 1 - y_i f(x_i)), as soft_margin(lam=lam)
            which is n F with F(w) = mu/2 |w|^2 + mean_i max(0, 1 - y_i f(x_i))
Algorithm   w = 0; at step t: draw points, w <- w - eta_t g with g a subgradient of F on these points
Bound       without bias, the mean over the draws: E F(average of w_t weighted by t) - F* <= 2 G^2 / (mu (T + 1))

    mu      2 lam / n: F is mu-strongly convex
    eta_t   2 / (mu (t + 1)), the step size
    v       mean of y x over the drawn points with y f(x) < 1, so that g = mu w - v
    R       largest |x|
    G       bound on |g|: since each w_t is a mean of 0 and earlier v / mu, |g| <= 2 R = G
    T       steps

With this eta_t the step is a moving mean, w <- w + 2/(t+1) (v/mu - w), and so is the average. At the kink, y f(x) = 1,
the subgradient 0 is taken: a point pulls only where y f(x) < 1.

**The draws.** The points are put in random order once, as a ring. A step sees a window of `batch` neighbors, whose
start is drawn uniformly and independently of all others. Every point is in equally many windows, so g is an unbiased
subgradient of F, as the bound requires, for any batch.

**With a bias** b is not penalized, F is not strongly convex, and no rate is claimed: b moves by 1/sqrt(t) times its
subgradient. Centre the points first if they lie far from the origin.

>>> fit = hinge_sgd([[2.0], [1.0], [-1.0]], [1, 1, -1], lam=3.0)  # least at w = 1/2: 1.75
>>> fit.plane
Plane(w=[0.5], b=0.0)
>>> fit.steps[-3:], fit.objective[-3:].round(3)
(array([ 2500,  5000, 10000]), array([1.75, 1.75, 1.75]))
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import inputs
from ..core.geometry import Plane, radius
from .schedule import RECORDS, STEPS, Draws, descend

RANGE = 1e150  # w may grow to R / mu, and is squared


@dataclass(frozen=True, eq=False)
class Fit:
    """The averaged plane, and the objective lam |w|^2 + sum hinge of the averages at some `steps`, the last included.

    `bound` is n 2 G^2 / (mu (T + 1)): an upper bound on how far the last objective is above the least, in
    the mean over seeds. It is None if a bias was fitted.

    >>> fit = hinge_sgd([[1.0], [-1.0]], [1, -1], lam=0.5, steps=1000)
    >>> fit.plane.predict([[3.0]]), bool(fit.objective[-1] <= 1.0 + fit.bound)
    (array([1]), True)

    Book: {prf:ref}`alg-hinge-sgd`
    """

    plane: Plane
    steps: np.ndarray
    objective: np.ndarray
    bound: float | None


@dataclass(frozen=True, eq=False)
class KernelFit:
    """The averaged coefficients, f(x) = sum_i alpha_i y_i k(x_i, x) + b, and the objective as in `Fit`.

    Book: {prf:ref}`alg-kernel-sgd`
    """

    alpha: np.ndarray
    b: float
    steps: np.ndarray
    objective: np.ndarray
    bound: float | None


def hinge_subgradient(w: Any, b: Any, X: Any, y: Any, lam: Any) -> tuple[np.ndarray, float]:
    """Return a subgradient (g_w, g_b) of lam |w|^2 + sum hinge at (w, b); points with y f(x) = 1 exactly add nothing.

    >>> hinge_subgradient([0.5], 0.0, [[1.0], [2.0]], [1, 1], lam=1.0)
    (array([0.]), -1.0)

    Book: {prf:ref}`def-hinge`
    """
    X, y = inputs.labeled(X, y)
    lam = inputs.positive(lam, "lam")
    plane = Plane(w, inputs.scalar(b, "b"))
    pulling = y * (y * plane.decision(X) < 1)
    return 2 * lam * plane.w - pulling @ X, -float(pulling.sum())


def hinge_sgd(
    X: Any,
    y: Any,
    lam: Any,
    *,
    bias: bool = False,
    steps: int = STEPS,
    batch: int | None = None,
    seed: int = 0,
    records: int = RECORDS,
) -> Fit:
    """Minimize lam |w|^2 + sum hinge approximately; the error falls with the number of steps.

    A batch has 16 points, 128 if there are 1,000 or more, and 512 from 10,000 on. The objective is recorded at the
    last step, at half of it, a quarter, and so on, `records` times.

    >>> fit = hinge_sgd([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], [1, 1, -1], lam=0.5, steps=2000)
    >>> fit.objective[-1] < 1.01 * fit.objective.min(), fit.bound < 0.1
    (np.True_, True)

    Book: {prf:ref}`thm-sgd-rate`
    """
    X, y = inputs.labeled(X, y, both=bias)
    draws = Draws(len(y), steps, batch, seed)
    average, at, values, bound = _descent(_Points(X, draws), y, lam, bias, draws, records)
    return Fit(Plane(average[:-1], average[-1]), at, values, bound)


def kernel_hinge_sgd(
    K: Any,
    y: Any,
    lam: Any,
    *,
    bias: bool = False,
    steps: int = STEPS,
    batch: int | None = None,
    seed: int = 0,
    records: int = RECORDS,
) -> KernelFit:
    """Make the steps of `hinge_sgd` in feature space, from the Gram matrix K, and return the coefficients.

    With K = X X^T and the same seed, f is that of `hinge_sgd` up to rounding.

    >>> fit = kernel_hinge_sgd([[4.0, 2.0], [2.0, 1.0]], [1, 1], lam=3.0, steps=100)
    >>> plane = hinge_sgd([[2.0], [1.0]], [1, 1], lam=3.0, steps=100).plane
    >>> plane.w.round(9) == (fit.alpha @ [[2.0], [1.0]]).round(9)
    array([ True])

    Book: {prf:ref}`alg-kernel-sgd`
    """
    K, y = _gram_matrix(K, y, bias)
    draws = Draws(len(y), steps, batch, seed)
    average, at, values, bound = _descent(_GramMatrix(K, draws), y, lam, bias, draws, records)
    return KernelFit(average[:-1] * y, float(average[-1]), at, values, bound)


class _Points:
    """Descent on w itself."""

    def __init__(self, X: np.ndarray, draws: Draws) -> None:
        self.X, self.unknowns, self.R = X, X.shape[1], radius(X)
        self.window = draws.windows(X)

    def decision(self, w: np.ndarray, drawn: np.ndarray) -> np.ndarray:
        return drawn @ w

    def pull(self, w: np.ndarray, drawn: np.ndarray, pulling: np.ndarray, eta: float) -> None:
        w += eta * (pulling @ drawn)

    def everywhere(self, w: np.ndarray) -> tuple[np.ndarray, float]:
        """Return f of all points, and |w|^2."""
        return self.X @ w, w @ w


class _GramMatrix:
    """Descent on beta, where w = sum beta_i phi(x_i) and beta_i = alpha_i y_i."""

    def __init__(self, K: np.ndarray, draws: Draws) -> None:
        self.K, self.unknowns, self.R = K, len(K), float(np.sqrt(K.diagonal().max()))
        self.window = lambda start: draws.ring[start : start + draws.batch]

    def decision(self, beta: np.ndarray, drawn: np.ndarray) -> np.ndarray:
        return self.K[drawn] @ beta

    def pull(self, beta: np.ndarray, drawn: np.ndarray, pulling: np.ndarray, eta: float) -> None:
        beta[drawn] += eta * pulling

    def everywhere(self, beta: np.ndarray) -> tuple[np.ndarray, float]:
        f = self.K @ beta
        return f, beta @ f


def _descent(
    space: _Points | _GramMatrix, y: np.ndarray, lam: Any, bias: bool, draws: Draws, records: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float | None]:
    """Return the average of (w, b) or (beta, b), the steps with a record, the objective there, and the bound."""
    lam = inputs.positive(lam, "lam")
    n, mu, R = len(y), 2 * lam / len(y), space.R
    if mu < R / RANGE or mu < R**2 / RANGE**2:
        raise ValueError(
            f"lam is too small for points as long as {R:.3g}: the steps would leave the range of floats. "
            "Divide X by its largest entry, or take a larger lam."
        )
    labels, state = y[draws.ring], np.zeros(space.unknowns + 1)
    w = state[:-1]

    def step(t: int, start: int) -> None:
        drawn, signs = space.window(start), labels[start : start + draws.batch]
        f = space.decision(w, drawn)
        if bias:
            f += state[-1]
        pulling = signs * (signs * f < 1) / draws.batch
        eta = 2 / (mu * (t + 1))
        np.multiply(w, 1 - eta * mu, out=w)
        space.pull(w, drawn, pulling, eta)
        if bias:
            state[-1] += pulling.sum() / np.sqrt(t)

    def objective(state: np.ndarray) -> float:
        f, square = space.everywhere(state[:-1])
        return float(lam * square + np.maximum(0.0, 1 - y * (f + state[-1])).sum())

    average, at, values = descend(state, step, objective, draws, records)
    return average, at, values, None if bias else n * 2 * (2 * R) ** 2 / (mu * (draws.steps + 1))


def _gram_matrix(K: Any, y: Any, bias: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return K and y, checked as far as a scan can: K square, symmetric, with no negative entry on its diagonal."""
    K = inputs.points(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be square, one row and one column a point, but has shape {K.shape}.")
    if not np.allclose(K, K.T, rtol=1e-9, atol=1e-12 * np.abs(K).max()) or K.diagonal().min() < 0:
        raise ValueError("K is not a Gram matrix, which is symmetric with no negative entry on its diagonal. See gram.")
    _, y = inputs.labeled(K, y, both=bias)
    return K, y
