"""Perceptrons against scikit-learn's, a compiled loop and a plain one, on separable data whose margin is known."""

import math
import warnings
from collections.abc import Iterator

import numba
import numpy as np
from sklearn.linear_model import Perceptron

from benchmarks.measure import Figure, growth, seconds
from margin_lib import incremental_margin_perceptron, margin_perceptron, perceptron, signed, winnow
from margin_lib.datasets import separable

SETS = [(10_000, 20, 0.02), (20_000, 50, 0.02), (100_000, 20, 0.02), (100_000, 50, 0.05), (1_000_000, 20, 0.02)]
MOST_EPOCHS = 300  # scikit-learn gets up to this many to find a plane


def figures() -> Iterator[Figure]:
    yield from against_scikit_learn()
    yield from a_good_first_point()
    yield from against_loops()
    yield from corrections_saved()
    yield from growth_figures()


def against_scikit_learn() -> Iterator[Figure]:
    for n, d, gamma in SETS:
        X, y, _ = separable(n, d, gamma)
        ours, run = seconds(lambda X=X, y=y: perceptron(X, y))
        assert run.finished
        theirs, epochs = right_number_of_epochs(X, y)
        case = f"n = {n:,}, d = {d}, gamma = {gamma}; {epochs} epochs"
        yield Figure("perceptron, scikit-learn", case, theirs / ours, "x", 1.5)


def a_good_first_point() -> Iterator[Figure]:
    """Yield a case whose first point is nearly the best normal: in order, few corrections are needed."""
    X, y, best = separable(100_000, 50, 0.05)
    X[0] = y[0] * best.w / np.linalg.norm(best.w) + 1e-3 * X[0]
    hot, run = seconds(lambda: perceptron(X, y))
    in_order, _ = seconds(lambda: perceptron(X, y, pick="next"))
    case = f"n = 100,000, d = 50, the first point is nearly the best normal; {run.corrections} corrections"
    yield Figure("perceptron, hot / next", case, hot / in_order, "x", 2, at_most=True)


def right_number_of_epochs(X: np.ndarray, y: np.ndarray) -> tuple[float, str]:
    """Time scikit-learn's Perceptron with the fewest epochs (up to doubling and halving) that separate."""

    def fit(epochs: int) -> Perceptron:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns that it was stopped, which is what we ask for
            return Perceptron(fit_intercept=False, max_iter=epochs, tol=None, shuffle=True, random_state=0).fit(X, y)

    def separates(epochs: int) -> bool:
        return bool((y * (X @ fit(epochs).coef_[0]) > 0).all())

    most = 1
    while most < MOST_EPOCHS and not separates(most):
        most *= 2
    if most >= MOST_EPOCHS:
        return seconds(lambda: fit(MOST_EPOCHS), repeats=1)[0], f"not separated after {MOST_EPOCHS}"
    least = most // 2
    while most - least > max(1, most // 16):
        middle = (least + most) // 2
        least, most = (least, middle) if separates(middle) else (middle, most)
    return seconds(lambda: fit(most), repeats=3)[0], str(most)


@numba.njit(cache=False)
def compiled_loop(Z: np.ndarray, guess: float) -> int:
    """Run the textbook's loop in machine code."""
    n, d = Z.shape
    w = np.zeros(d)
    size = 0.0
    clean = i = corrections = 0
    while clean < n:
        margin = 0.0
        for j in range(d):
            margin += Z[i, j] * w[j]
        if size == 0 or margin < guess / 2 * size:
            square = 0.0
            for j in range(d):
                w[j] += Z[i, j]
                square += w[j] * w[j]
            size = np.sqrt(square)
            corrections += 1
            clean = 0
        else:
            clean += 1
        i = i + 1 if i + 1 < n else 0
    return corrections


def plain_loop(Z: np.ndarray, guess: float) -> int:
    """Run the textbook's loop in Python, one row at a time."""
    w = np.zeros(Z.shape[1])
    size = 0.0
    clean = i = corrections = 0
    while clean < len(Z):
        if size == 0 or Z[i] @ w < guess / 2 * size:
            w = w + Z[i]
            size = math.sqrt(w @ w)
            corrections += 1
            clean = 0
        else:
            clean += 1
        i = (i + 1) % len(Z)
    return corrections


def against_loops() -> Iterator[Figure]:
    compiled_loop(np.eye(2), 0.1)  # compile before the clock starts
    for n, d, gamma in ((100_000, 20, 0.02), (100_000, 50, 0.05), (1_000_000, 20, 0.02), (1_000_000, 50, 0.05)):
        X, y, _ = separable(n, d, gamma)
        guess = gamma * (1 - 1e-9)
        ours, run = seconds(lambda X=X, y=y, guess=guess: margin_perceptron(X, y, guess))
        assert run.finished
        Z = signed(X, y)
        compiled, _ = seconds(lambda Z=Z, guess=guess: compiled_loop(Z, guess), repeats=3)
        plain, _ = seconds(lambda Z=Z, guess=guess: plain_loop(Z, guess), repeats=1)
        case = f"n = {n:,}, d = {d}, gamma = {gamma}"
        yield Figure("margin perceptron, ours / numba loop", case, ours / compiled, "x", 5, at_most=True)
        yield Figure("margin perceptron, Python loop", case, plain / ours, "x", 20)


def corrections_saved() -> Iterator[Figure]:
    for n, d, gamma in ((1_000, 5, 0.05), (10_000, 20, 0.02), (100_000, 20, 0.01), (10_000, 50, 0.005)):
        X, y, best = separable(n, d, gamma)
        early, exact = (incremental_margin_perceptron(X, y, early=flag) for flag in (True, False))
        assert min(run.plane.margin(X, y) for run in (early, exact)) >= best.margin(X, y) / 4
        case = f"n = {n:,}, d = {d}, gamma = {gamma}; {early.corrections:,} and {exact.corrections:,}"
        yield Figure("incremental, corrections saved", case, exact.corrections / early.corrections, "x", 3)


def growth_figures() -> Iterator[Figure]:
    def draw(n: int) -> tuple[np.ndarray, np.ndarray]:
        return separable(n, 20, 0.05)[:2]

    yield from growth("perceptron", perceptron, draw)
    yield from growth("margin perceptron", lambda X, y: margin_perceptron(X, y, 0.05), draw)
    yield from growth("incremental", incremental_margin_perceptron, draw)
    yield from growth("winnow", winnow, draw)
