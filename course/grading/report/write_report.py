"""From a term to the page of one of its sets."""


from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from course.files.atomic import write_atomically
from course.grading import results
from course.grading.handback.feedback import set_title
from course.grading.notebook.rebuild import ProblemSet
from course.grading.report import beliefs, difficulty, mistakes, papers, similar_answers
from course.grading.report.mistakes import Misconceptions
from course.grading.report.page import Report, page
from course.grading.report.papers import Progress, written
from course.grading.report.pseudonyms import Names
from course.grading.report.similarity.known import Known
from course.grading.report.similarity.side_by_side import Side
from course.grading.term.term import Term


def write_page(
    term: Term, name: str, *, names: bool = False, progress: Callable[[str], Progress] = lambda what: _silent
) -> Path:
    """Write TERM/reports/psN.html, and return where; `progress` is told what is done and gives a meter for it."""
    problem_set = ProblemSet.read(term.folder, name)
    path = term.folder / "reports" / f"{name}.html"
    made = report(term, problem_set, names=names, progress=progress)
    write_atomically(path, page(made).encode("utf-8", "replace"))
    return path


def report(term: Term, problem_set: ProblemSet, *, names: bool, progress: Callable[[str], Progress]) -> Report:
    """Return all that the page says."""
    known = Known.of(problem_set)
    called = Names(term, shown=names, words=known.words)
    found = papers.read_papers(term, problem_set, progress("results read"))
    wrong = beliefs.beliefs(term, problem_set, found.parts, progress("files of known wrong answers marked"))
    same = similar_answers.alike(found.papers, known.common, known.works, progress("answers compared"))

    def side(place: int) -> Side:
        one = found.papers[place]
        codes = dict(written(results.read_result(one.path).notebook or {}))
        return Side(called.of(one.members), codes, called.blotted)

    def work(place: int) -> Side:
        return Side(known.works[place].name, {"its code": known.works[place].code})

    return Report(
        title=set_title(problem_set),
        term=term.name,
        made=f"{datetime.now(term.time_zone):%Y-%m-%d at %H:%M}",
        named=names,
        found=found,
        items=list(difficulty.items(found)),
        wrong=_blotted(mistakes.misconceptions(found, wrong), called),
        known_beliefs=len(wrong),
        alike=same,
        rings=[[called.of(found.papers[place].members) for place in ring] for ring in same.rings],
        pairs=[(pair, side(pair.one), side(pair.other)) for pair in same.pairs],
        copies=[(pair, side(pair.one), work(pair.other)) for pair in same.copies],
    )


def _blotted(found: Misconceptions, called: Names) -> Misconceptions:
    """Return the same without names in the messages, which students' code may have written."""
    failures = (replace(one, message=called.blotted(one.message)) for one in found.failures)
    return replace(found, failures=tuple(failures))


def _silent(done: int, total: int) -> None:
    pass
