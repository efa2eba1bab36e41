"""Check additive runs: Novikoff's theorem, the margin perceptron's five claims, the incremental algorithm.

Each check takes `best`, any plane that separates the points, and replays the run. A larger margin of `best` makes the
check sharper; for the best plane, gamma is gamma_opt.

    R        largest |z|                      z    signed point; lifted where the run has a bias
    gamma    margin of `best` on these z      u    its unit normal
    k        updates                          w_k  w after k of them
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import exact, inputs
from ..core.geometry import Plane
from ..core.signed_points import SignedPoints
from ..perceptrons.runs import IncrementalRun, Round, Run, WinnowRun, by_round
from .arguments import Read, bounds, flag, plane_of, real, rounds_of, taken, value_of, whole_numbers
from .replay import Replay, known_points, replay
from .report import UPDATES, Report

SUMMED = 1e-3  # of the longest w, times ROUNDING: what rounding may do to a sum of its products


@dataclass(frozen=True)
class _Setting:
    """The quantities in the theorems on a run."""

    run: Any
    Z: SignedPoints
    R: float
    u: np.ndarray
    gamma: float  # NaN unless comparable
    comparable: bool  # best separates, and through the origin where the run has no bias


def _setting(given: Any, X: Any, y: Any, best: Any, report: Report, **further: Read) -> _Setting | None:
    """Convert the points, the run with its `further` fields and the plane; return None after a failing row."""
    X, y = inputs.labeled(X, y)
    run = taken(IncrementalRun if further else Run, given, report, **fields_of_a_run(*X.shape), **further)
    best = value_of(best, "best", plane_of(X.shape[1], zero=False), report)
    if run is None or best is None:
        return None
    Z = SignedPoints(X, y, run.bias)
    u = Z.normal(best)
    gamma = Z.margins(u).min()
    comparable = exact.smallest(Z, Z.coefficients(best))[1] > 0 and gamma > 0 and (run.bias or best.b == 0)
    report.require("each update names a point", known_points(run.order, len(Z)), f"{len(run.order)} updates")
    report.require("without a bias b is 0", run.bias or run.plane.b == 0, run.plane.b)
    R = np.float64(Z.longest())
    return _Setting(run, Z, R, u, gamma if comparable else np.nan, comparable) if report.ok else None


def fields_of_a_run(n: int, dimension: int) -> dict[str, Read]:
    """Return how to read each field of a run on n points."""
    return {
        "plane": plane_of(dimension),
        "order": whole_numbers(),
        "counts": whole_numbers(n),
        "finished": flag,
        "bias": flag,
        "rate": real(0, above=True, finite=True),
    }


@np.errstate(all="ignore")
def check_novikoff(run: Run, X: Any, y: Any, best: Plane) -> Report:
    """Check a run of the perceptron against Novikoff's theorem and both of its proofs, at every update.

    >>> from margin_lib import Plane, check_novikoff, perceptron
    >>> X, y = [[2, 1], [-1, 1], [-1, 2]], [1, -1, 1]
    >>> print(check_novikoff(perceptron(X, y, pick="next"), X, y, best=Plane([3, 2])))
    Novikoff's theorem: all hold
      holds  each update names a point (6 updates)
      holds  without a bias b is 0 (0.0)
      holds  every corrected point was a mistake, w.z <= 0: 0 <= 0 at update 1
      holds  the plane is rate times the sum of its updates: 0 = 0
      holds  the counts are those of the order: 0 = 0
      holds  along u: w_k.u >= k gamma: 3.60555 >= 1.6641 at update 6
      holds  length: |w_k| <= sqrt(k) R: 2.23607 <= 2.23607 at update 1
      holds  cosine: cos(w_k, u) >= sqrt(k) gamma / R: 1 >= 0.303822 at update 6
      holds  updates k <= R^2 / gamma^2: 6 <= 65
      holds  a finished run leaves no mistake, w.z > 0: 1 > 0

    Book: {prf:ref}`thm-novikoff`
    """
    report = Report("Novikoff's theorem")
    setting = _setting(run, X, y, best, report)
    if setting is None:
        return report
    run, Z, R, gamma, given = setting.run, setting.Z, setting.R, setting.gamma, setting.comparable
    seen = replay(Z, run.order, setting.u)
    k, sizes, along = np.arange(1, len(seen.sizes)), seen.sizes[1:], seen.along[1:]
    claim = "every corrected point was a mistake, w.z <= 0"
    report.compare(claim, seen.before, "<=", 0.0, scale=seen.rounding, at=UPDATES)
    _compare_result(report, run, Z, seen)
    summed = SUMMED * np.maximum.accumulate(sizes)  # k gamma may be far less than the terms of w_k.u
    report.compare("along u: w_k.u >= k gamma", along, ">=", k * gamma, given=given, scale=summed, at=UPDATES)
    report.compare("length: |w_k| <= sqrt(k) R", sizes, "<=", np.sqrt(k) * R, at=UPDATES)
    claim = "cosine: cos(w_k, u) >= sqrt(k) gamma / R"
    cosine, least = along / np.where(sizes > 0, sizes, np.inf), np.sqrt(k) * gamma / R
    report.compare(claim, cosine, ">=", least, given=given, scale=SUMMED, at=UPDATES)
    report.compare("updates k <= R^2 / gamma^2", run.corrections, "<=", (R / gamma) ** 2, given=given)
    compare_end(report, run, Z, "w.z > 0")
    return report


@np.errstate(all="ignore")
def check_margin_claims(run: Run, X: Any, y: Any, gamma_guess: float, best: Plane) -> Report:
    """Check a run of the margin perceptron against claims 1 to 5 of its proof, update by update, and its theorem.

    A guess above the margin of `best` breaks the hypothesis of claims 3, 4, 5 and of the bounds: they are then reported
    as 'hypothesis not met', not as failing.

    >>> from margin_lib import Plane, check_margin_claims, margin_perceptron
    >>> X, y, best = [[2, 1], [-1, 1], [-1, 2]], [1, -1, 1], Plane([3, 2])
    >>> check_margin_claims(margin_perceptron(X, y, 0.25), X, y, 0.25, best).ok
    True
    >>> row = check_margin_claims(margin_perceptron(X, y, 9.0), X, y, 9.0, best).not_met[0]
    >>> row.claim, row.status
    ('claim 3: |w_(i+1)| <= |w_i| + R^2/(2|w_i|) + gamma/2', 'hypothesis not met')

    Book: {prf:ref}`thm-margin-perceptron`
    """
    guess = inputs.positive(gamma_guess, "gamma_guess")
    report = Report(f"the margin perceptron with gamma_guess = {guess:.6g}")
    setting = _setting(run, X, y, best, report)
    if setting is None:
        return report
    run, Z = setting.run, setting.Z
    seen = replay(Z, run.order, setting.u)
    _compare_violations(report, seen, guess)
    _compare_result(report, run, Z, seen)
    _compare_claims(report, seen, guess, setting)
    if run.finished:
        margin = _margin(Z, run.plane)
        report.compare("a finished run has a margin >= gamma_guess / 2", margin, ">=", guess / 2)
    compare_end(report, run, Z, "w.z > 0")
    return report


def _compare_claims(report: Report, seen: Replay, guess: float, setting: _Setting) -> None:
    """Add claims 1 to 5 and the bounds that follow from them."""
    R, gamma, separates = setting.R, setting.gamma, setting.comparable
    given = guess <= gamma * (1 + 1e-12)
    k, sizes, along = np.arange(1, len(seen.sizes)), seen.sizes[1:], seen.along[1:]
    now, then = seen.sizes[:-1], sizes
    moving = now > 0
    growth = now + R**2 / (2 * np.where(moving, now, np.inf)) + gamma / 2
    long = now >= 2 * R**2 / gamma if separates else moving
    ceiling = 2 * R**2 / gamma + 0.75 * k * gamma + R
    summed = SUMMED * np.maximum.accumulate(sizes)
    T = len(k)
    report.compare("claim 1: |w_k| >= w_k.u", sizes, ">=", along, given=separates, at=UPDATES)
    report.compare("claim 1: w_k.u >= k gamma", along, ">=", k * gamma, given=separates, scale=summed, at=UPDATES)
    report.compare("claim 2: |w_(i+1)| <= |w_i| + R", then, "<=", now + R, at=UPDATES)
    claim = "claim 3: |w_(i+1)| <= |w_i| + R^2/(2|w_i|) + gamma/2"
    report.compare(claim, then[moving], "<=", growth[moving], given=given, at=("update", 1 + np.flatnonzero(moving)))
    claim = "claim 4: |w_(i+1)| <= |w_i| + 3 gamma/4 once |w_i| >= 2 R^2/gamma"
    later = now[long] + 0.75 * gamma
    report.compare(claim, then[long], "<=", later, given=given, at=("update", 1 + np.flatnonzero(long)))
    report.compare("claim 5: |w_k| <= 2 R^2/gamma + 3 k gamma/4 + R", sizes, "<=", ceiling, given=given, at=UPDATES)
    bound = 8 * (R / gamma) ** 2 + 4 * R / gamma
    report.compare("updates k <= 8 R^2/gamma^2 + 4 R/gamma", T, "<=", bound, given=given)
    report.compare("updates k <= 12 R^2/gamma^2", T, "<=", 12 * (R / gamma) ** 2, given=given)


@np.errstate(all="ignore")
def check_incremental(run: IncrementalRun, X: Any, y: Any, best: Plane) -> Report:
    """Check a run of the incremental algorithm: each round, the margin, the bounds on gamma_opt and the total.

    With the best plane, `margin >= gamma / 4` is the theorem; with another plane, it's what the theorem implies for it.

    >>> from margin_lib import Plane, check_incremental, incremental_margin_perceptron
    >>> X, y = [[2, 1], [-1, 1], [-1, 2]], [1, -1, 1]
    >>> check_incremental(incremental_margin_perceptron(X, y), X, y, best=Plane([3, 2])).ok
    True

    Book: {prf:ref}`thm-incremental`
    """
    report = Report("the incremental algorithm")
    guesses_read = rounds_of(Round, real(0, above=True, finite=True))
    setting = _setting(run, X, y, best, report, rounds=guesses_read, gamma_bounds=bounds)
    if setting is None:
        return report
    run, Z, R, gamma, given = setting.run, setting.Z, setting.R, setting.gamma, setting.comparable
    report.compare("rounds add up to the updates", sum(r.corrections for r in run.rounds), "=", run.corrections)
    report.compare("the first guess is R", run.rounds[0].gamma_guess, "=", R)
    guesses = [r.gamma_guess for r in run.rounds]
    halvings = np.log2(np.divide(guesses[:-1], guesses[1:]))
    report.compare("each guess is a half of one before", halvings, "=", np.maximum(np.round(halvings), 1))
    proved = R
    for number, (one, order) in enumerate(by_round(run)):
        seen = replay(Z, order, setting.u)
        proved = _compare_round(report, f"round {number}", one, seen, proved, R)
    _compare_result(report, run, Z, seen, counted=order)
    compare_endings(report, run)
    lower, upper = run.gamma_bounds
    report.compare("gamma of best <= upper bound", gamma, "<=", upper, given=given)
    report.compare("the upper bound was proved by an update", upper, ">=", proved)
    report.compare("lower bound <= upper bound", lower, "<=", upper)
    if run.finished:
        margin = _margin(Z, run.plane)
        report.compare("lower bound <= margin", lower, "<=", margin)
        report.compare("margin >= gamma / 4", margin, ">=", gamma / 4, given=given)
    report.compare("updates <= 28 R^2/gamma^2", run.corrections, "<=", 28 * (R / gamma) ** 2, given=given)
    compare_end(report, run, Z, "w.z > 0")
    return report


def _compare_round(report: Report, name: str, one: Round, seen: Replay, proved: float, R: float) -> float:
    """Add the rows of one guess; return the least upper bound on gamma_opt proved so far."""
    guess, updates, ended = one
    _compare_violations(report, seen, guess, f"{name}: ")
    budget = np.floor(12 * (R / guess) ** 2)
    report.compare(f"{name}: updates <= 12 R^2/gamma_guess^2", updates, "<=", budget)
    proved = min(proved, float(seen.means.min(initial=np.inf)))
    if ended == "early":
        claim = f"{name}: gave up because the mean update was shorter than gamma_guess"
        report.compare(claim, proved, "<=", guess)
    elif ended == "forced":
        report.compare(f"{name}: gave up because the budget was spent", updates, ">=", budget)
    return proved


def _compare_violations(report: Report, seen: Replay, guess: float, name: str = "") -> None:
    claim = f"{name}every corrected point was a violation, w.z <= (gamma_guess / 2) |w|"
    report.compare(claim, seen.before, "<=", guess / 2 * seen.sizes[:-1], scale=seen.rounding)


def _compare_result(report: Report, run: Run, Z: SignedPoints, seen: Replay, counted: np.ndarray | None = None) -> None:
    """Add that the plane and the counts follow from the order of updates."""
    off = float(np.abs(Z.coefficients(run.plane) - run.rate * seen.w).max())
    scale = run.rate * max(float(seen.sizes.max()), Z.longest())
    report.compare("the plane is rate times the sum of its updates", off, "=", 0.0, scale=scale)
    order = run.order if counted is None else counted
    wrong = int(np.abs(np.bincount(order, minlength=len(Z)) - run.counts).sum())
    report.compare("the counts are those of the order", wrong, "=", 0, slack=0)


def compare_endings(report: Report, run: IncrementalRun | WinnowRun) -> None:
    """Add that every round but the last gave up for a reason, and that the last one ended as the run says."""
    endings = [one.ended for one in run.rounds]
    report.require("rounds before the last gave up", set(endings[:-1]) <= {"early", "forced"}, ", ".join(endings[:-1]))
    report.require("the last round ended as the run says", (endings[-1] == "self") == run.finished, endings[-1])


def _margin(Z: SignedPoints, plane: Plane) -> float:
    """Return the margin of a plane on the signed points; NaN, for which no bound holds, where w is 0."""
    return float(Z.margins(Z.normal(plane)).min()) if Z.coefficients(plane).any() else np.nan


def compare_end(report: Report, run: Run, Z: SignedPoints, correct: str) -> None:
    """Add that a finished run leaves every point `correct`."""
    if run.finished:
        _, least = exact.smallest(Z, Z.coefficients(run.plane))
        report.compare(f"a finished run leaves no mistake, {correct}", least, ">", 0, slack=0)
