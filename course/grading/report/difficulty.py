"""How each claim and each part did as a question: hard or easy, and whether it tells strong answers from weak ones.

    share       of the points that were given: 1 is easy
    rest        correlation with the points of all the rest; near 0 or below, the question asks for something else
    gap         share among the best 27 % less the share among the weakest 27 %; who is level with those belongs to them
    blank       how many wrote nothing
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from course.grading.report.papers import Class, Part

END = 0.27  # of a class at each end; the share at which the two ends differ most surely (Kelley, 1939)
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Item:
    """A claim, or a part with all its claims."""

    part: Part
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
            yield Item(part, part.title, True, part.points, None, None, None, blank)
            continue
        points = columns[part.name]
        yield _item(part, part.title, True, part.points, points.sum(axis=1), total, blank)
        for claim, column in zip(part.claims, points.T, strict=True):
            yield _item(part, claim.words, False, claim.points, column, total, blank)


def share(given: Sequence[float] | Numbers, points: float) -> float | None:
    """Return the share of the points that were given."""
    return float(np.mean(given) / points) if len(given) and points else None


def correlation(one: Numbers, other: Numbers) -> float | None:
    """Return Pearson's correlation; None where one of them is the same for all."""
    if len(one) < 2:
        return None
    one, other = one - one.mean(), other - other.mean()
    length = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / length if length > 1e-9 else None


def gap(given: Numbers, points: float, total: Numbers) -> float | None:
    """Return by how much the share of the best exceeds that of the weakest; None where all are level."""
    if not len(total):
        return None
    order = np.sort(total)
    count = math.ceil(END * len(order))
    low, high = order[count - 1], order[-count]
    if low >= high:
        return None
    return float(given[total >= high].mean() - given[total <= low].mean()) / points


def _item(part: Part, words: str, is_part: bool, points: float, given: Numbers, total: Numbers, blank: int) -> Item:
    rest = correlation(given, total - given)
    return Item(part, words, is_part, points, share(given, points), rest, gap(given, points, total), blank)


def _columns(found: Class, part: Part) -> Numbers:
    """Return the points of each paper, a row, for each claim of a part, a column."""
    worth = np.array([claim.points for claim in part.claims], dtype=float)
    earned = np.array([paper.outcomes[part.name].earned for paper in found.papers], dtype=float)
    return earned.reshape(len(found.papers), len(worth)) * worth
