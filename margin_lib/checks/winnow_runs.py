"""Check runs of Winnow: each mistake multiplies weights, and their sum can only fall.

a          lifted signed point, largest entry 1          N    2(d+1) experts
w*         `best`, scaled to |w*|_1 = 1                  gamma_W    its smallest w*.a
Phi_t      sum of the weights after t updates, never normalized; Phi_0 = N
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import inputs
from ..core.geometry import Plane, lift
from ..core.signed_points import SignedPoints
from ..perceptrons.runs import EpsilonRound, WinnowRun, by_round
from .arguments import flag, plane_of, real, rounds_of, taken, value_of, vector
from .perceptron_runs import compare_end, compare_endings, fields_of_a_run
from .replay import CHUNK, known_points
from .report import UPDATES, Report


@np.errstate(all="ignore")
def check_winnow(run: WinnowRun, X: Any, y: Any, best: Plane) -> Report:
    """Check a run of Winnow: the potential, the bound of its last epsilon and, after a search, the bound on the total.

    The bounds need 0 < epsilon <= gamma_W (or the range stated with them); elsewhere they are 'hypothesis not met'.

    >>> from margin_lib import Plane, check_winnow, winnow
    >>> X, y = [[3, 1], [1, 3], [-2, -2]], [1, 1, -1]
    >>> check_winnow(winnow(X, y), X, y, best=Plane([1, 1])).ok
    True

    Book: {prf:ref}`thm-winnow`
    """
    X, y = inputs.labeled(X, y)
    report = Report("Winnow")
    A, Z = lift(X, y, normalize="linf"), SignedPoints(X, y, bias=True)
    run, best = _taken(run, A, report), value_of(best, "best", plane_of(X.shape[1], zero=False), report)
    if not report.ok:
        return report
    w_best = np.append(best.w, best.b).astype(float)
    w_best = w_best / np.abs(w_best).sum()
    gamma = (A @ w_best).min()
    report.require("each update names a point", known_points(run.order, len(A)), f"{len(run.order)} updates")
    report.compare("rounds add up to the updates", sum(r.corrections for r in run.rounds), "=", run.corrections)
    if report.failed:
        return report
    for number, (one, order) in enumerate(by_round(run)):
        seen = _replay(A, order, one.epsilon, w_best)
        _compare_round(report, f"round {number}: ", one, seen, math.log(2 * A.shape[1]), gamma)
    compare_endings(report, run)
    _compare_total(report, run, A, gamma)
    off = float(np.abs(seen.weights - run.weights).max())
    report.compare("the weights are those of the order", off, "=", 0.0, scale=1.0)
    counts = np.bincount(order, minlength=len(A))
    report.compare("the counts are those of the last round", int(np.abs(counts - run.counts).sum()), "=", 0, slack=0)
    off = float(np.abs(np.append(run.plane.w, run.plane.b) - _un_doubled(seen.weights)).max())
    report.compare("the plane is the weights, un-doubled", off, "=", 0.0, scale=1.0)
    compare_end(report, run, Z, "w.a > 0")
    return report


def _taken(given: Any, A: np.ndarray, report: Report) -> Any:
    """Return the run with all fields converted, for points lifted to the rows of A."""
    fields, weights = fields_of_a_run(len(A), A.shape[1] - 1), vector(2 * A.shape[1])
    rounds = rounds_of(EpsilonRound, _epsilon)
    return taken(WinnowRun, given, report, **fields, weights=weights, rounds=rounds, searched=flag)


def _epsilon(value: Any) -> np.float64:
    epsilon = real(0, above=True)(value)
    if epsilon >= 1:
        raise ValueError(f"epsilon must be below 1, but is {epsilon:g}")
    return epsilon


@dataclass(frozen=True)
class _Replay:
    """One round of Winnow, replayed in logarithms so that no weight leaves the range of floats."""

    played: np.ndarray  # w_(t-1).a_t
    potential: np.ndarray  # ln Phi_t, t = 1, ..., T
    jensen: np.ndarray  # sum of w*_j ln v_j, t = 1, ..., T
    means: np.ndarray  # largest entry of the mean of the points corrected so far
    weights: np.ndarray  # at the end, summing to 1


def _replay(A: np.ndarray, order: np.ndarray, epsilon: float, w_best: np.ndarray) -> _Replay:
    features = A.shape[1]
    mixture = np.concatenate([np.maximum(w_best, 0), np.maximum(-w_best, 0)])
    log_v, total = np.zeros(2 * features), np.zeros(features)
    played, potential, jensen, means = [np.empty(0)], [np.empty(0)], [np.empty(0)], [np.empty(0)]
    for start in range(0, len(order), CHUNK):
        rows = A[order[start : start + CHUNK]]
        after = log_v + np.cumsum(np.log1p(epsilon * np.hstack([rows, -rows])), axis=0)
        w = _un_doubled(_shares(np.vstack([log_v, after[:-1]])))
        played.append(np.einsum("ij,ij->i", w, rows))
        top = after.max(axis=1)
        potential.append(top + np.log(np.exp(after - top[:, None]).sum(axis=1)))
        jensen.append(after @ mixture)
        totals = total + np.cumsum(rows, axis=0)
        means.append(np.abs(totals).max(axis=1) / np.arange(start + 1, start + len(rows) + 1))
        log_v, total = after[-1], totals[-1]
    joined = [np.concatenate(parts) for parts in (played, potential, jensen, means)]
    return _Replay(*joined, _shares(log_v))  # type: ignore[call-arg]


def _shares(logs: np.ndarray) -> np.ndarray:
    weights = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def _un_doubled(shares: np.ndarray) -> np.ndarray:
    plus, minus = np.split(shares, 2, axis=-1)
    return plus - minus


def _compare_round(report: Report, name: str, one: EpsilonRound, seen: _Replay, log_N: float, gamma: float) -> None:
    """Add the rows of one round."""
    e, T, ended = one
    given = 0 < e <= gamma
    claim = f"{name}every corrected point was a mistake, w.a <= 0"
    report.compare(claim, seen.played, "<=", 0.0, scale=1.0, at=UPDATES)
    report.compare(f"{name}the potential never rises: ln Phi_t <= ln N", seen.potential, "<=", log_N, at=UPDATES)
    claim = f"{name}the potential holds the best experts: ln Phi_t >= sum of w*_j ln v_j"
    report.compare(claim, seen.potential, ">=", seen.jensen, scale=log_N, at=UPDATES)
    report.compare(f"{name}T epsilon (gamma_W - epsilon) <= ln N", T * e * (gamma - e), "<=", log_N, given=given)
    report.compare(f"{name}T epsilon (gamma_W - epsilon/2) <= ln N", T * e * (gamma - e / 2), "<=", log_N, given=given)
    sharp = T * (gamma * math.atanh(e) + math.log1p(-e * e) / 2)
    claim = f"{name}T (gamma_W artanh epsilon + ln(1 - epsilon^2)/2) <= ln N"
    report.compare(claim, sharp, "<=", log_N, given=gamma > 0)
    if gamma / 4 <= e <= 3 * gamma / 4:
        report.compare(f"{name}T <= (16/3) ln N/gamma_W^2", T, "<=", 16 / 3 * log_N / gamma**2)
    if ended == "forced":
        report.compare(f"{name}gave up because the budget 2 ln N/epsilon^2 was spent", T + 1, ">=", 2 * log_N / e**2)
    if ended == "early":
        report.compare(f"{name}gave up because a mean point bounds gamma_W", float(seen.means.min()), "<=", e)
        report.compare(f"{name}gamma_W of best <= that bound", gamma, "<=", float(seen.means.min()))


def _compare_total(report: Report, run: WinnowRun, A: np.ndarray, gamma: float) -> None:
    """Add the bound on all rounds of a search."""
    if run.searched:
        epsilons = [one.epsilon for one in run.rounds]
        report.compare("the first epsilon is 1/2", epsilons[0], "=", 0.5)
        halvings = np.log2(np.divide(epsilons[:-1], epsilons[1:]))
        report.compare("each epsilon is a half of one before", halvings, "=", np.maximum(np.round(halvings), 1))
        bound = 16 / 3 * math.log(2 * A.shape[1]) / gamma**2 if gamma > 0 else math.nan
        claim = "a search takes at most (16/3) ln N/gamma_W^2 in all"
        report.compare(claim, run.corrections, "<=", bound, given=gamma > 0)
