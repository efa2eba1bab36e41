"""List everything there is about a student, and remove it, for `course forget STUDENT`.

The rows in the gradebook are removed first, then the files; after an interruption the command can simply be run again.
Lines in term.toml are listed, for the person who wrote them to remove.
"""

import glob
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select

from course.errors import Trouble, explained
from course.grading.collect import quarantine
from course.grading.gradebook import database
from course.grading.term.student import unsafe
from course.grading.term.term import FILE, Term

OF_STUDENTS = ("autograded", "submitted", "feedback")  # TERM/FOLDER/STUDENT
OF_SETS = ("attempts", "results")  # TERM/FOLDER/psN/STUDENT


@dataclass(frozen=True)
class Trace:
    """Everything there is about a student."""

    student: str
    folders: tuple[Path, ...]
    quarantined: tuple[Path, ...]
    rows: dict[str, int]
    lines: tuple[int, ...]  # of term.toml
    reports: tuple[Path, ...]  # pages about the class, on which any student's code may be
    shared: tuple[str, ...]  # members of the group, for whom this student's attempts count

    def __bool__(self) -> bool:
        return bool(self.folders or self.quarantined or any(self.rows.values()))

    def described(self) -> Iterator[str]:
        """Yield a line about each folder, page and table."""
        for folder in (*self.folders, *self.quarantined):
            files = sum(path.is_file() for path in folder.rglob("*"))
            yield f"{folder}: {files} file{'s' * (files != 1)}"
        yield from (f"{page}: the report on the class, to be made again" for page in self.reports)
        yield from (f"gradebook, {table}: {number} rows" for table, number in self.rows.items() if number)


def trace(term: Term, student: str) -> Trace:
    """Find everything there is about a student; change nothing."""
    if why := unsafe(student):
        raise Trouble(f"{student!r} can't be a student's id: {why}.")
    rows: dict[str, int] = {}
    with database.reading(term) as session:
        if session is not None:
            for table, where in _tables(student).items():
                rows[table.name] = session.scalar(select(func.count()).select_from(table).where(where)) or 0
    lines = (term.folder / FILE).read_text(encoding="utf-8-sig").splitlines()
    word = re.compile(rf"(?<![\w.@-]){re.escape(student)}(?![\w@-])")
    named = tuple(number for number, line in enumerate(lines, 1) if word.search(line.partition("#")[0]))
    there = tuple(_folders(term, glob.escape(student)))
    shared = tuple(other for other in term.group(student) if other != student)
    reports = tuple(sorted((term.folder / "reports").glob("ps*.html")))
    return Trace(student, there, tuple(_quarantined(term, student)), rows, named, reports if there else (), shared)


def forget(term: Term, found: Trace) -> None:
    """Remove it."""
    if found.rows:
        with database.writing(term) as session:
            for table, where in _tables(found.student).items():
                session.execute(delete(table).where(where))
    for place in (*found.folders, *found.quarantined, *found.reports):
        with explained(place, "cannot be removed"):
            place.unlink() if place in found.reports else shutil.rmtree(place)


def expired(term: Term, now: datetime | None = None) -> bool:
    """Return whether the term ended longer ago than its work is to be kept."""
    dates = [*term.dates.values(), *(date for dates in term.extensions.values() for date in dates.values())]
    if not term.retention_days or not dates:
        return False
    return (now or datetime.now(term.time_zone)) - max(dates) > timedelta(days=term.retention_days)


def everybody(term: Term) -> list[str]:
    """Return all students of the roster, the folders and the gradebook."""
    found = {*term.students, *(folder.name for folder in _folders(term, "*"))}
    with database.reading(term) as session:
        if session is not None:
            from nbgrader.api import Student

            found |= set(session.scalars(select(Student.id)))
    return sorted(student for student in found if not unsafe(student))


def _folders(term: Term, student: str) -> Iterator[Path]:
    """Yield the folders of the students that fit a pattern."""
    for pattern in (*(f"{name}/{student}" for name in OF_STUDENTS), *(f"{name}/ps*/{student}" for name in OF_SETS)):
        yield from (path for path in sorted(term.folder.glob(pattern)) if path.is_dir())


def _quarantined(term: Term, student: str) -> Iterator[Path]:
    kept = (term.folder / "quarantine").glob("ps*/*/*.json")
    for path in sorted(path for path in kept if path.name in (quarantine.REASON, quarantine.SETTLED)):
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(said, dict) and said.get("student") == student:
            yield path.parent


def _tables(student: str) -> dict[Any, Any]:
    """Return the tables with rows about a student, each with the condition for them, in the order to delete them."""
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
