"""Which point to correct next: the one place where the perceptrons differ in speed, and nowhere else.

A violator of w is a point with w.z <= 0; where a margin is guessed, also one with w.z < (guess / 2) |w|, and at w = 0
every point. Each generator here yields the index of one. Its caller corrects w, in place, before asking for the next.
The generator ends when no point violates. Where rounding leaves a doubt, the rule is applied exactly.

    next_in_order    the textbook's loop: the first violator after the last one, round and round
    next_in_blocks   the same picks, found by scanning blocks of rows at once
    hot_set          other picks: the worst violator among a small hot set, whose inner products are kept

>>> X, y, w = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, 1.0, -1.0]), np.zeros(2)
>>> Z = SignedPoints(X, y, bias=False)
>>> for i in next_in_order(Z, w):
...     w += Z[i]
...     print(i, w)
0 [2. 1.]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..core import exact
from ..core.geometry import length
from ..core.signed_points import SignedPoints

Violators = Iterator[int]
Pick = Callable[..., Violators]

FEWEST, MOST = 32, 16_384  # rows in a block: few right after a violator, twice as many after each clean block
FEWEST_HOT = 512  # rows in a block that is searched for hot points
HOT = 8  # points that one block adds to the hot set
HOTTEST = 512  # above this size the hot set begins anew
DRIFT = 1e-10  # of |w| R: margins that were added up many times are trusted no further


class Rule:
    """Who violates a given w: decided in floats where these cannot err, exactly elsewhere."""

    def __init__(self, Z: SignedPoints, guess: float, w: np.ndarray) -> None:
        self.Z, self.guess, self.w = Z, guess, w
        square = float(w @ w)
        size = square**0.5 if square > 1e-280 else length(w)
        self.level = guess / 2 * size
        self.doubt = exact.doubt(len(w), size, Z.longest()) + 1e-15 * self.level
        self.nothing_yet = size == 0

    def first(self, margins: np.ndarray, start: int) -> int | None:
        """Return the position of the first violator among these margins, which begin at point `start`."""
        if self.nothing_yet:
            return 0
        suspect = margins <= self.level + self.doubt
        k = int(suspect.argmax())
        if not suspect[k]:
            return None
        if margins[k] < self.level - self.doubt:
            return k
        for k in np.flatnonzero(suspect).tolist():
            if margins[k] < self.level - self.doubt or self.decides(start + k):
                return k
        return None

    def decides(self, i: int) -> bool:
        """Return whether point i violates, without rounding."""
        return self.nothing_yet or exact.violates(self.Z[i], self.w, self.guess)


def next_in_order(Z: SignedPoints, w: np.ndarray, guess: float = 0.0) -> Violators:
    """Yield violators in the textbook's order, one point looked at after the other.

    Book: {prf:ref}`alg-perceptron`
    """
    i = clean = 0
    rule = Rule(Z, guess, w)
    while clean < len(Z):
        clean += 1
        if rule.first(Z.margins(w, slice(i, i + 1)), i) is not None:
            yield i
            clean, rule = 0, Rule(Z, guess, w)
        i = (i + 1) % len(Z)


def next_in_blocks(Z: SignedPoints, w: np.ndarray, guess: float = 0.0) -> Violators:
    """Yield the same violators as `next_in_order`, from scans of whole blocks of rows.

    Book: {ref}`sec-which-mistake`
    """
    start = clean = 0
    rows, rule = FEWEST, Rule(Z, guess, w)
    while clean < len(Z):
        margins = Z.margins(w, slice(start, start + rows))
        first = rule.first(margins, start)
        if first is None:
            clean += len(margins)
            start += len(margins)
            rows = min(2 * rows, MOST)
        else:
            yield start + first
            clean, start, rule = 0, start + first + 1, Rule(Z, guess, w)
            rows = min(max(FEWEST, 2 * (first + 1)), MOST)
        if start >= len(Z):
            start = 0


def hot_set(Z: SignedPoints, w: np.ndarray, guess: float = 0.0) -> Violators:
    """Yield the worst violator of a small set of hard points; look further only when that set has none left.

    Adding z_i to w adds z_i.z_j to each w.z_j, so with the Gram matrix of the hot points a correction costs one row of
    it, however many points there are. Every point yielded is a violator of the w of that moment, as any bound requires.
    At w = 0 no point is worse than another: the first ones begin, as in the textbook.

    Book: {ref}`sec-which-mistake`
    """
    hot, gram = np.empty(0, dtype=np.int64), np.empty((0, 0))
    start, clean, rows = 0, 0, FEWEST_HOT
    while clean < len(Z):
        margins = Z.margins(w, slice(start, start + rows))
        first = Rule(Z, guess, w).first(margins, start)
        if first is None:
            clean += len(margins)
            rows = min(2 * rows, MOST)
        else:
            lowest = _lowest(margins) if w.any() else np.arange(len(margins))[:HOT]
            hot, gram = _with(Z, hot, gram, start + lowest)
            clean, unmoved = 0, w.copy()
            yield from _within(Z, w, guess, hot, gram)
            if (w == unmoved).all():
                yield start + first
        start += len(margins)
        if start >= len(Z):
            start = 0


def _lowest(margins: np.ndarray) -> np.ndarray:
    """Return the positions of the lowest margins of a block, of violators or nearly so."""
    return margins.argpartition(HOT)[:HOT] if len(margins) > HOT else np.arange(len(margins))


def _with(Z: SignedPoints, hot: np.ndarray, gram: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
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


def _within(Z: SignedPoints, w: np.ndarray, guess: float, hot: np.ndarray, gram: np.ndarray) -> Violators:
    """Yield the worst violator among the hot points until they have none, or none that is beyond doubt."""
    margins, square = Z.margins(w, hot), float(w @ w)
    squares, names, R = gram.diagonal().tolist(), hot.tolist(), Z.longest()
    while True:
        k = int(margins.argmin())
        margin, size = float(margins[k]), max(square, 0.0) ** 0.5
        above = margin - guess / 2 * size
        if above > -DRIFT * R * size and not (above <= DRIFT * R * size and Rule(Z, guess, w).decides(names[k])):
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
