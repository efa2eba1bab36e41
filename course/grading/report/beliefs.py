"""Find how each known wrong answer in solutions/psN/answers fails: which claims, with which messages.

Marking these answers takes half a minute, so the result is cached in TERM/reports/beliefs-psN.json until the answers,
the problem set or the tests change. It runs code of this repository only, in separate processes.
"""

import hashlib
import json
import multiprocessing
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from course import settings
from course.errors import Trouble
from course.files.atomic import write_atomically
from course.grading import results
from course.grading.notebook.rebuild import ProblemSet
from course.grading.report.papers import Outcome, Part, outcome
from course.grading.term.term import Term
from course.judge import seeds
from course.judge.claims import ClaimResult
from course.paths import CODE, ROOT
from course.progress import Progress
from course.sets import notebooks
from course.sets.source import Source, read_source
from course.sets.testing import corpus
from course.sets.variant import values
from tools import machine

# The code that decides how an answer fails.
MARKING = ("course/sets/testing/marking.py", "course/judge/**/*.py", "notebook_checks/*.py")
SOURCES = ROOT / "solutions"


@dataclass(frozen=True)
class Belief:
    """A misconception, and the result of an answer based on it."""

    part: str
    words: str
    outcome: Outcome


def beliefs(term: Term, problem_set: ProblemSet, parts: Sequence[Part], progress: Progress) -> list[Belief]:
    """Return the known misconceptions of a set, from the cache if it is up to date."""
    path = SOURCES / problem_set.name / f"{problem_set.name}.py"
    files = sorted((SOURCES / problem_set.name / corpus.FOLDER).glob("*.py"))
    if not path.is_file() or not files:
        return []
    place = term.folder / "reports" / f"beliefs-{problem_set.name}.json"
    key = _key(term, problem_set, [path, *files])
    marked = _kept(place, key)
    if marked is None:
        marked = _marked(read_source(path), term.name, files, progress)
        write_atomically(place, (json.dumps({"key": key, "marked": marked}, indent=1) + "\n").encode())
    named = {part.name: part for part in parts}
    return [_belief(one, named[one["part"]]) for one in marked if one["part"] in named]


def _belief(marked: Mapping[str, Any], part: Part) -> Belief:
    claims = [ClaimResult(**claim) for claim in marked["claims"]]
    return Belief(part.name, marked["belief"], outcome(part, claims, marked["visible"]))


def _kept(place: Path, key: str) -> list[dict[str, Any]] | None:
    try:
        said = json.loads(place.read_text(encoding="utf-8"))
        return list(said["marked"]) if said["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _key(term: Term, problem_set: ProblemSet, files: Sequence[Path]) -> str:
    """Return a hash of everything that decides how the corpus fails."""
    versions = json.dumps(results.made_with(), sort_keys=True)
    digest = hashlib.sha256(f"{term.name} {problem_set.sha256} {versions}".encode() + seeds.key())
    marking = [path for pattern in MARKING for path in sorted(CODE.glob(pattern))]
    for path in [*files, *marking, *settings.library().files()]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _marked(source: Source, term: str, files: Sequence[Path], progress: Progress) -> list[dict[str, Any]]:
    tasks = [(source, term, path) for path in files]
    found: list[dict[str, Any]] = []
    progress(0, len(files))
    spawn = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(min(machine.cores(), len(files)), mp_context=spawn) as pool:
            for number, wrong in enumerate(pool.map(_wrong_answers, tasks), 1):
                found += wrong
                progress(number, len(files))
    except BrokenProcessPool:
        raise Trouble("A process that marked known wrong answers was killed; is memory short? Try again.") from None
    return found


def _wrong_answers(task: tuple[Source, str, Path]) -> list[dict[str, Any]]:
    """Mark one file of the corpus, and return the results of its wrong answers. This runs in a separate process."""
    import matplotlib as mpl

    from course.sets.testing import marking

    mpl.use("Agg")
    source, term, path = task
    drawn: Mapping[str, Any] = values(source, term)
    answers = corpus.read_answers(path).answers
    codes = {answer.cell: notebooks.filled(answer.code, drawn, str(path), source) for answer in answers}
    marks = marking.mark(source, drawn, codes)
    return [
        {"part": one.cell, "belief": one.belief, "claims": [*map(asdict, mark.claims)], "visible": mark.visible}
        for one in answers
        if one.belief and (mark := marks[one.cell]).score < mark.points
    ]
