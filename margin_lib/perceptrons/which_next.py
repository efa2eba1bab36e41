"""Which point to correct next: the only difference between the fast perceptrons and the plain ones.

A violator of w is a point with w.z <= 0; where a margin is guessed, also one with w.z < (guess / 2) |w|, and at w = 0
every point. Each generator yields the index of one; its caller corrects w in place before asking for the next. The
generator ends when no point violates. Where rounding leaves a doubt, a point is tested exactly.

    next_in_order    the first violator after the last one, going round, one point at a time
    next_in_blocks   the same violators, found by scanning blocks of rows
    hot_set          others: the worst violator of a small hot set, whose inner products are kept

>>> X, y, w = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, 1.0, -1.0]), np.zeros(2)
>>> Z = SignedPoints(X, y, bias=False)
>>> for i in next_in_order(Z, w):
...     w += Z[i]
...     print(i, w)
0 [2. 1.]
"""

from collections.abc import Callable, Iterator

import numpy as np

from ..core import exact
from ..core.geometry import length_from
from ..core.signed_points import SignedPoints

Violators = Iterator[int]
Pick = Callable[..., Violators]

FEWEST, MOST = 32, 16_384  # rows in a block: few right after a violator, twice as many after each clean block
FEWEST_HOT = 512  # rows in a block that is searched for hot points
HOT = 8  # points that one block adds to the hot set
HOTTEST = 512  # above this size the hot set is emptied
LEVEL_ROUNDING = 1e-15  # of the level (guess / 2) |w|: what computing it may be off by
DRIFT = 1e-10  # of |w| R: the error allowed for in margins that were added up many times


class ViolationTest:
    """Tests which points violate a given w: in floats where rounding cannot change the answer, exactly elsewhere."""

    def __init__(self, Z: SignedPoints, guess: float, w: np.ndarray) -> None:
        self.Z, self.guess, self.w = Z, guess, w
        square = float(w @ w)
        size = length_from(square, w)
        self.level = guess / 2 * size
        self.doubt = exact.doubt(len(w), size, Z.longest()) + LEVEL_ROUNDING * self.level
        self.at_zero = size == 0

    def first(self, margins: np.ndarray, start: int) -> int | None:
        """Return the position of the first violator among these margins, which begin at point `start`."""
        if self.at_zero:
            return 0
        suspect = margins <= self.level + self.doubt
        k = int(suspect.argmax())
        if not suspect[k]:
            return None
        if margins[k] < self.level - self.doubt:
            return k
        for k in np.flatnonzero(suspect).tolist():
            if margins[k] < self.level - self.doubt or self.violates(start + k):
                return k
        return None

    def violates(self, i: int) -> bool:
        """Return whether point i violates, without rounding."""
        return self.at_zero or exact.violates(self.Z[i], self.w, self.guess)


def next_in_order(Z: SignedPoints, w: np.ndarray, guess: float = 0.0) -> Violators:
    """Yield violators in the order of the points, going round, and test one point at a time.

    Book: {prf:ref}`alg-perceptron`
    """
    i = clean = 0
    test = ViolationTest(Z, guess, w)
    while clean < len(Z):
        clean += 1
        if test.first(Z.margins(w, slice(i, i + 1)), i) is not None:
            yield i
            clean, test = 0, ViolationTest(Z, guess, w)
        i = (i + 1) % len(Z)


def next_in_blocks(Z: SignedPoints, w: np.ndarray, guess: float = 0.0) -> Violators:
    """Yield the same violators as `next_in_order`, but scan whole blocks of rows.

    Book: {ref}`sec-which-mistake`
    """
    start = clean = 0
    rows, test = FEWEST, ViolationTest(Z, guess, w)
    while clean < len(Z):
        margins = Z.margins(w, slice(start, start + rows))
        first = test.first(margins, start)
        if first is None:
            clean += len(margins)
            start += len(margins)
            rows = min(2 * rows, MOST)
        else:
            yield start + first
            clean, start, test = 0, start + first + 1, ViolationTest(Z, guess, w)
            rows = min(max(FEWEST, 2 * (first + 1)), MOST)
        if start >= len(Z):
            start = 0


def hot_set(Z: SignedPoints, w: np.ndarray, guess: float = 0.0) -> Violators:
    """Yield the worst violator of a small hot set; scan the other points when no hot point violates.

    Adding z_i to w adds z_i.z_j to each w.z_j, so with the Gram matrix of the hot points an update costs one row of
    it, for any number of points. Every point yielded violates the current w, as the bounds require. At w = 0 all points
    are equally bad, and the first ones are taken.

    Book: {ref}`sec-which-mistake`
    """
    hot, gram = np.empty(0, dtype=np.int64), np.empty((0, 0))
    start, clean, rows = 0, 0, FEWEST_HOT
    while clean < len(Z):
        margins = Z.margins(w, slice(start, start + rows))
        first = ViolationTest(Z, guess, w).first(margins, start)
        if first is None:
            clean += len(margins)
            rows = min(2 * rows, MOST)
        else:
            order = margins.argpartition(HOT) if len(margins) > HOT and w.any() else np.arange(len(margins))
            hot, gram = _grown(Z, hot, gram, start + order[:HOT])
            clean, unmoved = 0, w.copy()
            yield from _worst_of_hot_set(Z, w, guess, hot, gram)
            if (w == unmoved).all():
                yield start + first
        start += len(margins)
        if start >= len(Z):
            start = 0


def _grown(Z: SignedPoints, hot: np.ndarray, gram: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the hot set and its Gram matrix with the chosen points added."""
    if len(hot) > HOTTEST:
        hot, gram = hot[:0], gram[:0, :0]
    known = set(hot.tolist())
    new = [i for i in chosen.tolist() if i not in known]
    grown = np.concatenate([hot, np.array(new, dtype=np.int64)])
    rows = Z[grown]
    larger = np.empty((len(grown), len(grown)))
    larger[: len(hot), : len(hot)] = gram
    larger[len(hot) :] = rows[len(hot) :] @ rows.T
    larger[: len(hot), len(hot) :] = larger[len(hot) :, : len(hot)].T
    return grown, larger


def _worst_of_hot_set(Z: SignedPoints, w: np.ndarray, guess: float, hot: np.ndarray, gram: np.ndarray) -> Violators:
    """Yield the worst violator among the hot points, until none violates beyond doubt."""
    margins, square = Z.margins(w, hot), float(w @ w)
    squares, names, R = gram.diagonal().tolist(), hot.tolist(), Z.longest()
    while True:
        k = int(margins.argmin())
        margin, size = float(margins[k]), max(square, 0.0) ** 0.5
        above, drift = margin - guess / 2 * size, DRIFT * R * size
        if above > -drift and not (above <= drift and ViolationTest(Z, guess, w).violates(names[k])):
            return
        yield names[k]
        square += 2 * margin + squares[k]
        margins += gram[k]


PICKS: dict[str, Pick] = {"hot": hot_set, "next": next_in_blocks, "loop": next_in_order}


def picked(pick: str) -> Pick:
    """Return the generator of that name, or raise."""
    if pick not in PICKS:
        raise ValueError(f"pick must be one of {', '.join(map(repr, PICKS))}, but is {pick!r}.")
    return PICKS[pick]
