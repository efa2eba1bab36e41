"""`course status psN`: where each student's work stands, and what waits for the instructor."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from course.grading import attempts, quarantine
from course.grading.archives import shown
from course.grading.attempts import Attempt
from course.grading.matching import Form, fitted
from course.grading.reading import read
from course.grading.rebuilding import students_part
from course.grading.term import Term
from course.trouble import Trouble

GONE = "The gradebook has a grade, but no attempt is left. Restore a backup, collect it again, or excuse the student."


@dataclass(frozen=True)
class Row:
    """Where one student's work on a set stands."""

    student: str
    name: str
    attempts: int
    counts: tuple[int, ...]  # the numbers of the attempts that count
    submitted: str  # in words, such as "attempt 2 of 2, 1 Mar 18:00"
    late: float  # the fraction of the points that lateness costs
    state: str  # excused, missing, lost, quarantined, to be graded, failed, by hand or graded
    why: tuple[str, ...] = ()
    unsafe: bool = False  # graded without isolation
    guessed: tuple[Attempt, ...] = ()  # that count, and of which nobody knows how late they were


@dataclass(frozen=True)
class Status:
    """Where a class's work on a set stands."""

    set: str
    rows: tuple[Row, ...]
    nobodys: tuple[quarantine.Entry, ...]
    folder: str = ""  # where the set's quarantine is, if there is anything in it


def status(term: Term, problem_set: str) -> Status:
    """Look at attempts, quarantine, results and gradebook; nothing is changed."""
    held = quarantine.entries(term, problem_set)
    waiting, recorded = _in_gradebook(term, problem_set)
    rows = tuple(_row(term, problem_set, id_, held, waiting, recorded) for id_ in term.students)
    nobodys = tuple(entry for entry in held if entry.student not in term.students)
    return Status(problem_set, rows, nobodys, str(quarantine.folder(term, problem_set)) if held else "")


def lines(found: Status) -> Iterator[str]:
    """Yield the status as lines to print: a table, then the reasons, then a count."""
    id_width = max((len(row.student) for row in found.rows), default=2)
    width = max((len(row.submitted) for row in found.rows), default=2)
    for row in found.rows:
        late = f"-{row.late:.0%}" if row.late else ""
        unsafe = "  graded without isolation" if row.unsafe else ""
        yield f"{row.student:{id_width}}  {row.state:12}  {row.submitted:{width}}  {late:5}{unsafe}".rstrip()
        for why in row.why:
            yield f"{'':{id_width}}    {shown(why)}"
    if found.nobodys:
        yield f"\nIn quarantine, of nobody on the roster: {len(found.nobodys)}"
        yield from (f"  {shown(entry.file)}: {shown(entry.reason)}" for entry in found.nobodys)
    if found.folder:
        settled = "A good hand-in of the student settles it; or remove the folder"
        yield f"\nIn {found.folder} each file has a folder with its reason. {settled}."
    if said := list(attempts.guesses(attempt for row in found.rows for attempt in row.guessed)):
        yield from ("", *said)
    states = [row.state for row in found.rows]
    counted = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    yield f"\n{found.set}: {len(found.rows)} students" + (f": {counted}" if counted else "")
    if "by hand" in states:
        yield "by hand: a part waits for a person. Open nbgrader's formgrader: `jupyter lab` in the term's folder."


def _row(
    term: Term, problem_set: str, student: str, held: list[quarantine.Entry], waiting: set[str], recorded: set[str]
) -> Row:
    handed_in = attempts.of_group(term, problem_set, student)
    counting = attempts.counting(term, problem_set, student)
    reasons = [_where(term, entry) for entry in held if entry.student == student]
    results = [_result(term, attempt) for attempt in counting]
    failed = [str(result.get("why")) for result in results if result and result.get("state") == "failed"]
    if term.excused(problem_set, student):
        state = "excused"
    elif not handed_in:
        state = "quarantined" if reasons else "lost" if student in recorded else "missing"
        reasons += [GONE] if state == "lost" else []
    elif failed:
        state = "failed"
    elif not all(results):
        state = "to be graded"
    else:
        state = "by hand" if student in waiting else "graded"
    late = min((attempts.penalty(term, attempt, student) for attempt in counting), default=0.0)
    unsafe = any(result.get("isolation") == "none" for result in results if result)
    return Row(
        student, term.students[student].name, len(handed_in), tuple(attempt.number for attempt in counting),
        _submitted(handed_in, counting, student), late, state, (*reasons, *failed), unsafe,
        tuple(attempt for attempt in counting if attempt.guessed),
    )  # fmt: skip  these lines are a table


def _where(term: Term, entry: quarantine.Entry) -> str:
    return f"{entry.reason} In quarantine: {quarantine.place_of(term, entry).name}"


def _submitted(handed_in: list[Attempt], counting: list[Attempt], student: str) -> str:
    if not counting:
        return ""
    one = counting[-1]
    which = f"best of {len(counting)}" if len(counting) > 1 else f"attempt {one.number} of {len(handed_in)}"
    when = one.when.strftime("%d %b %H:%M") if one.when else "time unknown"
    by = "" if one.student == student else f" by {one.student}"
    return f"{which}{by}, {when}{', late' if one.late else ''}"


def _result(term: Term, attempt: Attempt) -> dict[str, Any] | None:
    """Return what the newest result of an attempt says of itself."""
    found = []
    for path in (term.folder / "results" / attempt.set / attempt.student).glob("[!.]*.json"):
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
            found.append((path.stat().st_mtime, {"attempt": None, **result}))
        except (OSError, ValueError, TypeError):
            continue
    newest = [result for _, result in sorted(found, key=lambda one: one[0], reverse=True)]
    own = next((result for result in newest if result["attempt"] == attempt.number), None)
    if own or not newest:
        return own
    # What was answered as in an earlier attempt is not graded again.
    answers = _answers(term, attempt)
    return next((result for result in newest if result.get("answers") == answers), None)


def _answers(term: Term, attempt: Attempt) -> str | None:
    """Return the hash by which results know the student's part of an attempt."""
    try:
        form = Form.read(term.folder / "release" / attempt.set / f"{attempt.set}.ipynb")
        return students_part(fitted(read(attempt.path.read_bytes()), form))
    except (OSError, Trouble):
        return None


def _in_gradebook(term: Term, problem_set: str) -> tuple[set[str], set[str]]:
    """Return who waits for grading by hand, and who has a grade; nobody if there is no gradebook yet."""
    from nbgrader.api import Assignment, Grade, SubmittedAssignment, SubmittedNotebook
    from sqlalchemy import select

    from course.grading import gradebook

    with gradebook.reading(term) as session:
        if session is None:
            return set(), set()
        waiting = select(SubmittedAssignment.student_id).join(SubmittedNotebook).join(Grade)
        waiting = waiting.join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        waiting = waiting.where(Assignment.name == problem_set, Grade.needs_manual_grade)
        return set(session.scalars(waiting)), set(gradebook.entries(session, problem_set))
