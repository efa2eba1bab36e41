"""The pocket: the best plane of an unfinished run.

Where no plane separates the points, a perceptron never finishes, and its last update may leave a bad plane. The
pocket (Gallant, 1990) keeps the plane with the fewest mistakes on the training points; the average of the planes
(Freund and Schapire, 1999) is another candidate, often the best.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate

import numpy as np

from ..core.geometry import Plane
from ..core.signed_points import SignedPoints
from ..perceptrons.runs import Run, by_round
from ..perceptrons.winnow import doubled

LOOKS = 100  # planes tried, evenly spaced over the run; each costs a scan of the points


def pocket(run: Run, X: np.ndarray, y: np.ndarray) -> Plane:
    """Return the plane with the fewest mistakes among `LOOKS` planes of the run and their average in each round.

    >>> from margin_lib import perceptron
    >>> X, y = np.array([[-2.0], [-1.0], [1.0], [2.0], [9.0]]), np.array([-1, -1, 1, 1, -1])
    >>> run = perceptron(X, y, bias=True, max_corrections=9)
    >>> run.plane.predict(X), pocket(run, X, y).predict(X)
    (array([ 1,  1, -1, -1, -1]), array([-1, -1,  1,  1,  1]))

    Book: {ref}`sec-estimators`
    """
    Z = SignedPoints(X, y, run.bias)
    planes = [Z.coefficients(run.plane)]
    for one, steps in by_round(run):
        epsilon = getattr(one, "epsilon", None)
        looks = max(1, LOOKS * len(steps) // max(1, len(run.order)))
        parts = (Z[part] for part in np.array_split(steps, looks))
        seen = list(sums(parts) if epsilon is None else products(parts, epsilon))
        planes += [*seen, np.mean(seen, axis=0)]
    return Z.plane(min(reversed(planes), key=lambda w: int((Z.margins(w) <= 0).sum())))


def sums(parts: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    """Return w after each part of the updates of a perceptron."""
    return accumulate(rows.sum(axis=0) for rows in parts)


def products(parts: Iterable[np.ndarray], epsilon: float) -> Iterator[np.ndarray]:
    """Return w after each part of the updates of Winnow, whose weights are products: sums of logarithms."""
    scaled = (rows / np.abs(rows).max(axis=1, keepdims=True) for rows in parts)
    grown = (np.log1p(epsilon * np.hstack([a, -a])).sum(axis=0) for a in scaled)
    for logs in accumulate(grown):
        weights = np.exp(logs - logs.max())
        yield doubled(weights / weights.sum())
