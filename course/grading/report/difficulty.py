"""Measure each claim and each part as a question: how hard it is, and whether it tells strong answers from weak ones.

    share       of the points that were given: 1 is easy
    rest        correlation with the points of all the rest; near 0 or below, the question asks for something else
    gap         share among the best 27 % minus the share among the weakest 27 %; ties with them count
    blank       how many left it blank
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from course.grading.report.papers import Class, Part

END = 0.27  # of a class at each end; the share at which the two ends differ most surely (Kelley, 1939)
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Item:
    """A claim, or a part with all its claims."""

    words: str  # of the claim; the part's title for a part
    is_part: bool
    points: float
    share: float | None
    rest: float | None
    gap: float | None
    blank: int


def items(found: Class) -> Iterator[Item]:
    """Yield each part, followed by its claims."""
    columns = {part.name: _columns(found, part) for part in found.tested}
    total = sum((points.sum(axis=1) for points in columns.values()), np.zeros(len(found.papers)))
    for part in found.parts:
        blank = sum(part.name in paper.blank for paper in found.papers)
        if not part.claims:
            yield Item(part.title, True, part.points, None, None, None, blank)
            continue
        points = columns[part.name]
        yield _item(part.title, True, part.points, points.sum(axis=1), total, blank)
        for claim, column in zip(part.claims, points.T, strict=True):
            yield _item(claim.words, False, claim.points, column, total, blank)


def correlation(one: Numbers, other: Numbers) -> float | None:
    """Return Pearson's correlation, or None if one of them is constant."""
    if len(one) < 2:
        return None
    one, other = one - one.mean(), other - other.mean()
    length = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / length if length > 1e-9 else None


def gap(given: Numbers, points: float, total: Numbers) -> float | None:
    """Return by how much the share of the best exceeds that of the weakest, or None if all totals are equal."""
    if not len(total):
        return None
    order = np.sort(total)
    count = math.ceil(END * len(order))
    low, high = order[count - 1], order[-count]
    if low >= high:
        return None
    return float(given[total >= high].mean() - given[total <= low].mean()) / points


def _item(words: str, is_part: bool, points: float, given: Numbers, total: Numbers, blank: int) -> Item:
    share = float(given.mean() / points) if len(given) and points else None
    return Item(words, is_part, points, share, correlation(given, total - given), gap(given, points, total), blank)


def _columns(found: Class, part: Part) -> Numbers:
    """Return the points of each paper, a row, for each claim of a part, a column."""
    worth = np.array([claim.points for claim in part.claims], dtype=float)
    earned = np.array([paper.outcomes[part.name].earned for paper in found.papers], dtype=float)
    return earned.reshape(len(found.papers), len(worth)) * worth
