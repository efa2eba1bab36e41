"""Hinge SGD against scikit-learn's averaged SGDClassifier: the time of a call that comes within 0.1 % of the optimum.

Both get the fewest steps (ours, within a quarter) or epochs (theirs) that reach it, found beforehand and not timed.
SGDClassifier averages from the start or from the second epoch on, whichever is faster. An infinite ratio means that it
didn't get there in 100 epochs. mu is the weight of |w|^2 / 2 beside the mean hinge: `alpha` of SGDClassifier, 2 lam/n.
"""

import math
import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.datasets import make_classification
from sklearn.linear_model import SGDClassifier
from sklearn.preprocessing import StandardScaler

from benchmarks.measure import Figure, peak, seconds
from margin_lib import hinge_sgd, soft_margin

WITHIN = 1.001
MOST_STEPS = 100_000
MOST_EPOCHS = 100


def figures() -> Iterator[Figure]:
    yield from against_scikit_learn()
    yield from sgd_growth()


def against_scikit_learn() -> Iterator[Figure]:
    for name, (X, y) in (("classes", classes(20_000)), ("plane", noisy_plane(20_000)), ("plane", noisy_plane(100_000))):
        n = len(y)
        for mu in (1e-2, 1e-3):
            lam = mu * n / 2
            goal = WITHIN * soft_margin(X, y, lam=lam, bias=False).objective
            ours, steps = few_steps(X, y, lam, goal)
            theirs, epochs = few_epochs(X, y, mu, goal)
            case = f"{name}, n = {n:,}, mu = {mu:g}; {steps:,} steps, {epochs} epochs"
            yield Figure("hinge SGD to 0.1 %, SGDClassifier", case, theirs / ours, "x", 1.5)


def few_steps(X: np.ndarray, y: np.ndarray, lam: float, goal: float) -> tuple[float, int]:
    steps = 100
    while hinge_sgd(X, y, lam, steps=steps, records=1).objective[-1] > goal and steps < MOST_STEPS:
        steps = math.ceil(1.25 * steps)
    return seconds(lambda: hinge_sgd(X, y, lam, steps=steps, records=1))[0], steps


def few_epochs(X: np.ndarray, y: np.ndarray, mu: float, goal: float) -> tuple[float, int]:
    """Return the best time of SGDClassifier, and its epochs; infinity if it doesn't reach the goal."""
    best, fewest = math.inf, MOST_EPOCHS
    for start in (1, len(y)):
        epochs = 1
        while epochs < MOST_EPOCHS and value(X, y, mu, fitted(X, y, mu, epochs, start)) > goal:
            epochs = math.ceil(1.25 * epochs)
        if epochs >= MOST_EPOCHS:
            continue
        time, _ = seconds(lambda epochs=epochs, start=start: fitted(X, y, mu, epochs, start), repeats=3)
        best, fewest = min((best, fewest), (time, epochs))
    return best, fewest


def fitted(X: np.ndarray, y: np.ndarray, mu: float, epochs: int, start: int) -> np.ndarray:
    model = SGDClassifier(
        loss="hinge", alpha=mu, fit_intercept=False, average=start, max_iter=epochs, tol=None, random_state=0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns that it was stopped, which is what we ask for
        return model.fit(X, y).coef_[0]


def value(X: np.ndarray, y: np.ndarray, mu: float, w: np.ndarray) -> float:
    return len(y) * (mu / 2 * w @ w + np.maximum(0, 1 - y * (X @ w)).mean())


def sgd_growth() -> Iterator[Figure]:
    """Yield the time of 2,000 steps with one record, in which only the order of the points and the record grow."""
    for n in (1_000, 10_000, 100_000, 1_000_000):
        X, y = noisy_plane(n, 20)
        time, _ = seconds(lambda X=X, y=y, n=n: hinge_sgd(X, y, 1e-3 * n, steps=2_000, records=1), repeats=3)
        yield Figure("hinge SGD, 2,000 steps", f"n = {n:,}, d = 20", time * 1e3, "ms")
    memory = peak(lambda: hinge_sgd(X, y, 1.0, steps=10))
    yield Figure("hinge SGD, peak memory beyond X", f"n = {n:,}, d = 20", memory / X.nbytes, "times X", 2, at_most=True)


def noisy_plane(n: int, d: int = 50) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    w, X = rng.standard_normal(d), rng.standard_normal((n, d))
    return X, np.where(X @ w / np.sqrt(d) + 0.3 * rng.standard_normal(n) > 0, 1.0, -1.0)


def classes(n: int) -> tuple[np.ndarray, np.ndarray]:
    X, y = make_classification(n, 50, n_informative=20, flip_y=0.02, random_state=0)
    return StandardScaler().fit_transform(X), np.where(y == 1, 1.0, -1.0)
