"""The primal and the dual program of the support vector machine, and the gap between them.

Primal      minimize  |w|^2 / 2 + C sum xi_i     where  y_i (w.x_i + b) >= 1 - xi_i  and  xi_i >= 0
Dual        maximize  sum alpha_i - |sum alpha_i y_i x_i|^2 / 2     where  0 <= alpha_i <= C  and  sum alpha_i y_i = 0
            (no bias: b = 0, and alpha need not balance; hard margin: C infinite, all xi = 0)
Certificate no value of the dual exceeds any value of the primal, so the gap between two bounds the error of both

    X, y     points, labels
    C        price of slack
    alpha    multipliers, one a point
    margins  y_i (w.x_i + b)

>>> program = Program(np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.inf, bias=True)
>>> answer = certify(program, np.array([0.5, 0.5]), np.array([0.5]), 0.0)
>>> answer.w, answer.primal, answer.dual
(array([1.]), 0.5, 0.0)
"""

from dataclasses import dataclass

import numpy as np

UNBALANCED = 1e-13  # of the sum of all multipliers: a surplus of one class up to this is rounding
NUDGES = 4  # attempts at a scale at which rounding leaves no slack


@dataclass(frozen=True, eq=False)
class Program:
    """The data of both programs; `C` is infinite for a hard margin."""

    X: np.ndarray
    y: np.ndarray
    C: float
    bias: bool

    @property
    def hard(self) -> bool:
        """True where no slack is allowed."""
        return bool(np.isinf(self.C))

    def combination(self, alpha: np.ndarray) -> np.ndarray:
        """Return sum alpha_i y_i x_i, touching only the points that matter where they are few."""
        support = np.flatnonzero(alpha != 0)
        if 4 * len(support) < len(alpha):
            return (alpha[support] * self.y[support]) @ self.X[support]
        return (alpha * self.y) @ self.X

    def margins(self, w: np.ndarray, b: float) -> np.ndarray:
        """Return y f(x) of each point: 1 on the edge of the slab."""
        margins = self.X @ w
        margins += b
        margins *= self.y
        return margins

    def price(self, w: np.ndarray, margins: np.ndarray) -> float:
        """Return the primal objective: infinite where no slack is allowed and a point is on the wrong side."""
        if self.hard:
            return float(w @ w / 2) if margins.min() > 0 else np.inf
        return float(w @ w / 2 + self.C * np.maximum(0, 1 - margins).sum())

    def balanced(self, alpha: np.ndarray) -> np.ndarray:
        """Return feasible multipliers: those of the heavier class are scaled down until sum alpha_i y_i = 0."""
        if not self.bias:
            return alpha
        total, surplus = float(alpha.sum()), float(alpha @ self.y)
        if abs(surplus) <= UNBALANCED * total:
            return alpha
        heavier = np.sign(surplus)
        weight = (total + abs(surplus)) / 2
        return np.where(self.y == heavier, alpha * max(0.0, 1 - abs(surplus) / weight), alpha)


@dataclass(frozen=True, eq=False)
class Answer:
    """A plane and feasible multipliers, each with the value of its program.

    `edge` is what the plane was multiplied by to be feasible, or cheaper: its slab ended where y f(x) is now `edge`.
    """

    alpha: np.ndarray
    w: np.ndarray
    b: float
    margins: np.ndarray
    primal: float
    dual: float
    edge: float = 1.0

    @property
    def gap(self) -> float:
        """|primal - dual| / primal: where rounding makes the dual the larger, this measures the error of both."""
        gap = abs(self.primal - self.dual) / self.primal if np.isfinite(self.primal) else np.inf
        return np.inf if np.isnan(gap) else gap


def certify(program: Program, alpha: np.ndarray, w: np.ndarray, b: float) -> Answer:
    """Return the plane and the multipliers, made feasible, with both objectives recomputed from nothing else.

    A plane that separates is put in canonical form where no slack is allowed, or where that is cheaper than slack. One
    that does not separate has an infinite primal objective where no slack is allowed.
    """
    alpha, margins, edge = program.balanced(alpha), program.margins(w, b), 1.0
    primal = program.price(w, margins)
    closest = float(margins.min())
    if closest > 0 and (program.hard or (closest < 1 and w @ w / 2 / closest**2 < primal)):
        edge = 1 / closest
        w, b, margins = w * edge, b * edge, margins * edge
        if program.hard:
            alpha = alpha * edge  # so that w stays their combination
        else:
            edge, w, b, margins = _without_slack(program, edge, w, b)
        primal = program.price(w, margins)
    explained = program.combination(alpha)
    return Answer(alpha, w, b, margins, primal, float(alpha.sum() - explained @ explained / 2), edge)


def _without_slack(
    program: Program, edge: float, w: np.ndarray, b: float
) -> tuple[float, np.ndarray, float, np.ndarray]:
    """Return a canonical plane made longer by a few roundings: C may be so large that slack of 1e-16 costs more."""
    for _ in range(NUDGES):
        margins = program.margins(w, b)
        closest = float(margins.min())
        if closest >= 1:
            break
        longer = 1 + 2 * (1 - closest)
        edge, w, b = edge * longer, w * longer, b * longer
    return edge, w, b, program.margins(w, b)


def middle_bias(program: Program, alpha: np.ndarray, w: np.ndarray) -> float:
    """Return b: its mean over free support vectors, or the middle of the interval of optimal ones where none is free.

    On a free support vector y (w.x + b) = 1. Every point at alpha = 0 asks for at least 1, every point at alpha = C for
    at most 1.

    Book: {prf:ref}`thm-bias-slack`
    """
    if not program.bias:
        return 0.0
    free = (alpha > 0) & (alpha < program.C)
    if free.any():
        return float(np.mean(program.y[free] - program.X[free] @ w))
    needed = program.y - program.X @ w
    at_least = (alpha == 0) == (program.y > 0)
    if at_least.all() or not at_least.any():  # only of multipliers that do not balance
        return float(needed.max() if at_least.all() else needed.min())
    return float(needed[at_least].max() + needed[~at_least].min()) / 2


@dataclass(frozen=True)
class Units:
    """Coordinates in which the points lie around 0 and have entries up to 1: x = centre + scale x'.

    `scale` is a power of two, so that it rounds nothing. Without a bias the origin stays where it is.
    """

    centre: np.ndarray
    scale: float

    @classmethod
    def of(cls, X: np.ndarray, bias: bool) -> "Units":
        """Return the units that suit these points."""
        centre = X.mean(axis=0) if bias else np.zeros(X.shape[1])
        largest = float(max((X.max(axis=0) - centre).max(), (centre - X.min(axis=0)).max()))
        return cls(centre, float(2.0 ** np.ceil(np.log2(largest))) if largest > 0 else 1.0)

    def rows(self, X: np.ndarray, y: np.ndarray, bias: bool) -> np.ndarray:
        """Return the signed points y x', with y as one more column where there is a bias."""
        A = np.empty((len(X), X.shape[1] + bias))
        np.subtract(X, self.centre, out=A[:, : X.shape[1]])
        A[:, : X.shape[1]] *= (y / self.scale)[:, None]
        if bias:
            A[:, -1] = y
        return A

    def pull(self, combination: np.ndarray, surplus: float, bias: bool) -> np.ndarray:
        """Return sum alpha y (x', 1), given sum alpha y x and sum alpha y, for alpha in these units."""
        pull = self.scale * (combination - surplus * self.centre)
        return np.append(pull, surplus * self.scale**2) if bias else pull

    def plane(self, u: np.ndarray, bias: bool) -> tuple[np.ndarray, float]:
        """Return (w, b) in the units of the user."""
        w = (u[:-1] if bias else u) / self.scale
        return w, float(u[-1] - w @ self.centre) if bias else 0.0
