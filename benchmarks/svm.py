"""Support vector machines against libsvm, liblinear and Clarabel: `python -m benchmarks svm`.

Every peer gets the first setting that reaches the accuracy, or CAP seconds; the remaining excess is in brackets. Ours
always solves to rounding. If a peer runs out of time, the ratio is a lower bound.
"""

import warnings
from collections.abc import Callable, Iterator

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

from benchmarks.measure import Figure, peak, seconds
from margin_lib.datasets import separable
from margin_lib.svm.maximum_margin import Svm, hard_margin, soft_margin
from margin_lib.svm.primal_dual import Program
from margin_lib.textbook.programs import textbook_primal

CAP = 20.0  # seconds that a peer may take; a slower one is slower than the figure says
SAME_MARGIN = 1e-3  # libsvm's margin is within this part of the best
SAME_OBJECTIVE = 1e-6  # and liblinear's objective


def figures() -> Iterator[Figure]:
    warnings.simplefilter("ignore", ConvergenceWarning)
    yield from hard_margins()
    yield from soft_margins()
    yield from svm_growth()


def hard_margins() -> Iterator[Figure]:
    job = "hard margin with bias"
    for n, d, facing in [(20_000, 20, 2), (20_000, 20, 10), (20_000, 50, 2), (20_000, 50, 25), (100_000, 20, 10)]:
        X, y, _ = separable(n, d, 0.01, bias=True, facing=facing)
        ours, svm = seconds(lambda X=X, y=y: hard_margin(X, y))
        theirs, shortfall = libsvm(X, y, svm.margin)
        case = f"n = {n:,}, d = {d}, {facing} support vectors"
        yield Figure(job, f"{case}, libsvm ({shortfall:.0e})", theirs / ours, "x", 10)
        if d == 50 and facing == 2:
            theirs, _ = seconds(lambda X=X, y=y: textbook_primal(X, y), 1)
            yield Figure(job, f"{case}, Clarabel", theirs / ours, "x")
    X, y, _ = separable(1_000_000, 50, 0.01, bias=True, facing=25)
    w = np.ones(50)
    scan, _ = seconds(lambda: X @ w, 9)
    ours, svm = seconds(lambda: hard_margin(X, y))
    yield Figure(job, f"n = 1,000,000, d = 50, scans of {scan * 1e3:.0f} ms", ours / scan, "scans", 25, at_most=True)
    yield Figure(job, "n = 1,000,000, d = 50, relative gap", svm.gap, "", 1e-9, at_most=True)
    memory = peak(lambda: hard_margin(X, y)) / X.nbytes
    yield Figure(job, "n = 1,000,000, d = 50, peak memory", memory, "X", 3, at_most=True)


def libsvm(X: np.ndarray, y: np.ndarray, best: float) -> tuple[float, float]:
    """Return the time of the first tolerance at which libsvm's margin is as good, and its shortfall."""
    for tolerance in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5]:
        machine = SVC(kernel="linear", C=1e10, tol=tolerance, cache_size=1000, max_iter=1_000_000)
        time, machine = seconds(lambda machine=machine: machine.fit(X, y), 3, CAP / 3)
        w = machine.coef_[0]
        f = X @ w
        shortfall = 1 - (f[y > 0].min() - f[y < 0].max()) / 2 / np.linalg.norm(w) / best  # with the best b for its w
        if shortfall <= SAME_MARGIN or time > CAP / 3:
            break
    return time, shortfall


def soft_margins() -> Iterator[Figure]:
    sets = [("noisy", noisy(20_000, 50)), ("clouds", clouds(20_000, 50)), ("noisy", noisy(100_000, 20))]
    for name, (X, y) in sets:
        for C, target in [(0.01, 0.5), (1.0, 3), (100.0, 3)]:
            ours, svm = seconds(lambda X=X, y=y, C=C: soft_margin(X, y, C=C, bias=False))
            theirs, excess = liblinear(X, y, C, svm)
            case = f"{name}, n = {len(X):,}, d = {X.shape[1]}, liblinear ({excess:.0e})"
            yield Figure(f"soft margin, C = {C:g}", case, theirs / ours, "x", target)
    X, y = noisy(20_000, 50)
    ours, _ = seconds(lambda: soft_margin(X, y, C=1))
    theirs, _ = seconds(lambda: textbook_primal(X, y, 1.0), 1)
    yield Figure("soft margin with bias, C = 1", "noisy, n = 20,000, d = 50, Clarabel", theirs / ours, "x")


def liblinear(X: np.ndarray, y: np.ndarray, C: float, best: Svm) -> tuple[float, float]:
    """Return the time of the first setting at which its objective is as good, and its excess.

    Both its tolerance and its number of iterations matter: too small a tolerance makes it drop points for good.
    """
    program = Program(X, y, C, bias=False)
    for tolerance in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8]:
        for iterations in [100, 1000, 10_000, 100_000, 1_000_000]:
            machine = LinearSVC(
                loss="hinge", C=C, fit_intercept=False, tol=tolerance, max_iter=iterations, random_state=0
            )
            time, machine = seconds(lambda machine=machine: machine.fit(X, y), 3, CAP / 10)
            w = machine.coef_[0]
            excess = program.price(w, program.margins(w, 0.0)) / best.primal - 1
            if excess <= SAME_OBJECTIVE or time > CAP / 2:
                return time, excess
            if machine.n_iter_ < iterations:
                break
    return time, excess


def svm_growth() -> Iterator[Figure]:
    """Yield how time and memory grow with n at d = 20."""
    jobs: list[tuple[str, Callable, Callable]] = [
        ("hard margin with bias", lambda n: separable(n, 20, 0.01, bias=True)[:2], hard_margin),
        ("soft margin with bias, C = 1", lambda n: noisy(n, 20), lambda X, y: soft_margin(X, y, C=1)),
    ]
    for job, data, fit in jobs:
        for n in [1_000, 10_000, 100_000, 1_000_000]:
            X, y = data(n)
            time, _ = seconds(lambda X=X, y=y, fit=fit: fit(X, y), 3)
            yield Figure(job, f"n = {n:,}, d = 20, time", time * 1e3, "ms")
            yield Figure(job, f"n = {n:,}, d = 20, time a point", time * 1e6 / n, "us")
            memory = peak(lambda X=X, y=y, fit=fit: fit(X, y)) / X.nbytes
            yield Figure(job, f"n = {n:,}, d = 20, peak memory", memory, "X", 3, at_most=True)


def noisy(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points with noisy labels of a plane: about one in five is wrong."""
    chance = np.random.default_rng(0)
    X, w = chance.standard_normal((n, d)), chance.standard_normal(d)
    return X, np.where(X @ w + 0.7 * np.linalg.norm(w) * chance.standard_normal(n) > 0, 1.0, -1.0)


def clouds(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return two clouds of correlated coordinates, just about separable: the hardest for coordinate descent."""
    chance = np.random.default_rng(0)
    y = np.where(chance.random(n) < 0.5, 1.0, -1.0)
    X = chance.standard_normal((n, d)) @ chance.standard_normal((d, d)) / np.sqrt(d)
    return X + 0.2 * y[:, None] * chance.standard_normal(d), y
