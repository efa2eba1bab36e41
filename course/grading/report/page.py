"""The report as a page; `report.html.j2` has a template for each of its sections."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from course.grading.report import pictures
from course.grading.report.difficulty import Item
from course.grading.report.mistakes import CLAIMS, Misconceptions
from course.grading.report.papers import Class
from course.grading.report.similar_answers import Alike, Pair
from course.grading.report.similarity.side_by_side import Side, beside
from course.grading.state import State
from course.pages import render

MOST_ROWS = 20
MOST_BARS = 21
FEW_ANSWERS = 30  # below that a correlation is mostly chance


@dataclass(frozen=True)
class Report:
    """All that is on the page."""

    title: str
    term: str
    made: str  # when
    named: bool
    found: Class
    items: Sequence[Item]
    wrong: Misconceptions
    known_beliefs: int
    alike: Alike
    rings: Sequence[Sequence[str]]  # those of `alike`, as they are called
    pairs: Sequence[tuple[Pair, Side, Side]]  # those of `alike`, with their code
    copies: Sequence[tuple[Pair, Side, Side]]


def page(report: Report) -> str:
    """Return the page."""
    return render(
        "course/grading/report/report.html.j2",
        report=report, **points(report.found), **claims(report.items), beside=beside, pictures=pictures,
        titles={part.name: part.title for part in report.found.parts},
        few_answers=FEW_ANSWERS, most_rows=MOST_ROWS, by_claims=CLAIMS,
    )


def points(found: Class) -> dict[str, Any]:
    """Return what the section on points shows: the students in each state and, if any are graded, their scores."""
    if not found.scores:
        return {"found": found, "states": State}
    counted = histogram(found.scores, found.most)
    most, students = max(counted, key=lambda bar: bar[1])
    words = (
        f"Bars: how many students have how many points. The highest is at {most} points, {students} students. "
        "The table that follows has the numbers."
    )
    return {
        "found": found, "states": State, "counted": counted, "bars": pictures.bars(counted, "points", words),
        "mean": statistics.fmean(found.scores), "median": statistics.median(found.scores),
    }


def histogram(scores: Sequence[float], most: float) -> list[tuple[str, int]]:
    """Return how many scores there are at each point, or in each range of points if that would be too many bars."""
    step = max(1, -(-int(most) // (MOST_BARS - 1)))
    counts = [0] * (int(most) // step + 1)
    for score in scores:
        counts[min(len(counts) - 1, max(0, int(score // step)))] += 1
    return [(str(place * step) if step == 1 else f"{place * step}+", students) for place, students in enumerate(counts)]


def claims(items: Sequence[Item]) -> dict[str, Any]:
    """Return what the section on claims shows: parts and claims, the claims numbered, and a picture of these."""
    numbers = count(1)
    numbered = [(item, "" if item.is_part else str(next(numbers))) for item in items]
    shares = [(place, item.share, item.rest) for item, place in numbered if place and item.share is not None]
    if not shares:
        return {"numbered": numbered, "rows": ""}
    hardest, share, _ = min(shares, key=lambda one: one[1])
    words = (
        f"Two bars for each of {len(shares)} claims, by its number in the table that follows: its share of the points, "
        f"and its correlation with the rest. The hardest is number {hardest}, with {share:.0%}."
    )
    return {"numbered": numbered, "rows": pictures.rows(shares, words)}
