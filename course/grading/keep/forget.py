"""`course forget STUDENT`: all that there is of a student goes, and it is said what that was.

The gradebook goes first, then the files, so that whoever is interrupted in between simply does it again. What a person
wrote into term.toml is theirs to take out: its lines are named.
"""


import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from course.errors import Trouble, remedy
from course.grading.collect import quarantine
from course.grading.gradebook import database
from course.grading.term.student import unsafe
from course.grading.term.term import FILE, Term

OF_STUDENTS = ("autograded", "submitted", "feedback")  # TERM/FOLDER/STUDENT
OF_SETS = ("attempts", "results")  # TERM/FOLDER/psN/STUDENT


@dataclass(frozen=True)
class Trace:
    """What there is of a student."""

    student: str
    folders: tuple[Path, ...]
    quarantined: tuple[Path, ...]
    rows: dict[str, int]
    lines: tuple[int, ...]  # of term.toml
    reports: tuple[Path, ...] = ()  # pages about the class, on which anybody's code may be
    shared: tuple[str, ...] = field(default=())  # members of the group, for whom this student's attempts count

    def __bool__(self) -> bool:
        return bool(self.folders or self.quarantined or any(self.rows.values()))

    def described(self) -> Iterator[str]:
        """Yield what it is, a line each."""
        for folder in (*self.folders, *self.quarantined):
            files = sum(path.is_file() for path in folder.rglob("*"))
            yield f"{folder}: {files} file{'s' * (files != 1)}"
        yield from (f"{page}: the report on the class, to be made anew" for page in self.reports)
        yield from (f"gradebook, {table}: {number} rows" for table, number in self.rows.items() if number)


def trace(term: Term, student: str) -> Trace:
    """Look for all that there is of a student; nothing is changed."""
    if why := unsafe(student):
        raise Trouble(f"{student!r} is no student's id: {why}.")
    folders = [term.folder / name / student for name in OF_STUDENTS]
    folders += [path / student for name in OF_SETS for path in sorted((term.folder / name).glob("ps*"))]
    with database.reading(term) as session:
        rows = _rows(session, student) if session else {}
    lines = (term.folder / FILE).read_text(encoding="utf-8-sig").splitlines()
    word = re.compile(rf"(?<![\w.@-]){re.escape(student)}(?![\w@-])")
    named = tuple(number for number, line in enumerate(lines, 1) if word.search(line.partition("#")[0]))
    there = tuple(folder for folder in folders if folder.is_dir())
    shared = tuple(other for other in term.group(student) if other != student)
    reports = tuple(sorted((term.folder / "reports").glob("ps*.html")))
    return Trace(student, there, tuple(_quarantined(term, student)), rows, named, reports if there else (), shared)


def forget(term: Term, found: Trace) -> None:
    """Remove it."""
    with database.reading(term) as session:
        there = session is not None
    if there:
        with database.writing(term) as session:
            _delete(session, found.student)
    for place in (*found.folders, *found.quarantined, *found.reports):
        try:
            place.unlink() if place in found.reports else shutil.rmtree(place)
        except OSError as error:
            why = f"cannot be removed ({error.strerror}). {remedy(error)}, and forget again"
            raise Trouble(f"{error.filename}: {why}.") from None


def expired(term: Term, now: datetime | None = None) -> bool:
    """Return whether the term is over for longer than its work is to be kept."""
    dates = [*term.dates.values(), *(date for dates in term.extensions.values() for date in dates.values())]
    if not term.retention_days or not dates:
        return False
    return (now or datetime.now(term.time_zone)) - max(dates) > timedelta(days=term.retention_days)


def everybody(term: Term) -> list[str]:
    """Return all of whom there is something, whether they are on the roster still or not."""
    found = set(term.students)
    for name in OF_STUDENTS:
        found |= {path.name for path in (term.folder / name).glob("*") if path.is_dir()}
    for name in OF_SETS:
        found |= {path.name for path in (term.folder / name).glob("ps*/*") if path.is_dir()}
    with database.reading(term) as session:
        if session is not None:
            from nbgrader.api import Student

            found |= set(session.scalars(select(Student.id)))
    return sorted(student for student in found if not unsafe(student))


def _quarantined(term: Term, student: str) -> Iterator[Path]:
    kept = (term.folder / "quarantine").glob("ps*/*/*.json")
    for path in sorted(path for path in kept if path.name in (quarantine.REASON, quarantine.SETTLED)):
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(said, dict) and said.get("student") == student:
            yield path.parent


def _rows(session: Session, student: str) -> dict[str, int]:
    counted = {}
    for kind, where in _of(student).items():
        counted[kind.name] = session.scalar(select(func.count()).select_from(kind).where(where)) or 0
    return counted


def _delete(session: Session, student: str) -> None:
    for kind, where in _of(student).items():
        session.execute(delete(kind).where(where))


def _of(student: str) -> dict[Any, Any]:
    """Return the tables with rows of a student, and which; those first that refer to others."""
    from nbgrader.api import Comment, Grade, Student, SubmittedAssignment, SubmittedNotebook

    grade, comment, notebook, submission, person = (
        kind.__table__ for kind in (Grade, Comment, SubmittedNotebook, SubmittedAssignment, Student)
    )
    mine = select(submission.c.id).where(submission.c.student_id == student)
    notebooks = select(notebook.c.id).where(notebook.c.assignment_id.in_(mine))
    return {
        grade: grade.c.notebook_id.in_(notebooks),
        comment: comment.c.notebook_id.in_(notebooks),
        notebook: notebook.c.assignment_id.in_(mine),
        submission: submission.c.student_id == student,
        person: person.c.id == student,
        database.ledger: database.ledger.c.student == student,
    }
