"""Gather what the report says, and render it as a page; `report.html.j2` has a template for each of its sections."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from course.files.atomic import write_atomically
from course.grading import results
from course.grading.handback.feedback import set_title
from course.grading.notebook.rebuild import ProblemSet
from course.grading.report import beliefs, difficulty, mistakes, papers, pictures, similar_answers
from course.grading.report.papers import Class
from course.grading.report.pseudonyms import Names
from course.grading.report.similarity.known import known_code
from course.grading.report.similarity.side_by_side import Side, beside
from course.grading.state import State
from course.grading.term.term import Term
from course.pages import render
from course.progress import Progress

MOST_ROWS = 20
MOST_BARS = 21
FEW_ANSWERS = 30  # below that a correlation is mostly chance


@dataclass(frozen=True)
class Report:
    """Everything that the page says."""

    title: str
    term: str
    made: str  # when
    named: bool
    found: Class
    items: Sequence[difficulty.Item]
    wrong: mistakes.Misconceptions
    known_beliefs: int
    alike: similar_answers.Alike
    rings: Sequence[Sequence[str]]  # those of `alike`, by what the students are called
    pairs: Sequence[tuple[similar_answers.Pair, Side, Side]]  # those of `alike`, with their code
    copies: Sequence[tuple[similar_answers.Pair, Side, Side]]


def write_page(
    term: Term,
    name: str,
    *,
    names: bool = False,
    progress: Callable[[str], Progress] = lambda what: lambda done, total: None,
) -> Path:
    """Write TERM/reports/psN.html, and return its path; `progress` takes the name of a step and returns its meter."""
    path = term.folder / "reports" / f"{name}.html"
    report = gather(term, ProblemSet.read(term.folder, name), names=names, progress=progress)
    write_atomically(path, page(report).encode("utf-8", "replace"))
    return path


def gather(term: Term, problem_set: ProblemSet, *, names: bool, progress: Callable[[str], Progress]) -> Report:
    """Return everything that the page says."""
    known = known_code(problem_set)
    called = Names(term, shown=names, words=known.words)
    found = papers.read_papers(term, problem_set, progress("results read"))
    wrong = beliefs.beliefs(term, problem_set, found.parts, progress("files of known wrong answers marked"))
    same = similar_answers.alike(found.papers, known.common, known.works, progress("answers compared"))
    missed = mistakes.misconceptions(found, wrong)
    # Students' code may have written names into the messages.
    failures = tuple(replace(one, message=called.redacted(one.message)) for one in missed.failures)

    def side(place: int) -> Side:
        one = found.papers[place]
        codes = papers.code_of_student(results.read_result(one.path).notebook or {})
        return Side(called.label(one.members), codes, called.redacted)

    def work(place: int) -> Side:
        return Side(known.works[place].name, {"its code": known.works[place].code})

    return Report(
        title=set_title(problem_set),
        term=term.name,
        made=f"{datetime.now(term.time_zone):%Y-%m-%d at %H:%M}",
        named=names,
        found=found,
        items=list(difficulty.items(found)),
        wrong=replace(missed, failures=failures),
        known_beliefs=len(wrong),
        alike=same,
        rings=[[called.label(found.papers[place].members) for place in ring] for ring in same.rings],
        pairs=[(pair, side(pair.one), side(pair.other)) for pair in same.pairs],
        copies=[(pair, side(pair.one), work(pair.other)) for pair in same.copies],
    )


def page(report: Report) -> str:
    """Render the report as HTML."""
    return render(
        "course/grading/report/report.html.j2",
        report=report, **points(report.found), **claims(report.items), beside=beside,
        titles={part.name: part.title for part in report.found.parts},
        few_answers=FEW_ANSWERS, most_rows=MOST_ROWS, by_claims=mistakes.CLAIMS,
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


def claims(items: Sequence[difficulty.Item]) -> dict[str, Any]:
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
