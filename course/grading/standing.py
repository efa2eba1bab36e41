"""What the gradebook says of each student and set: points by the tests and by a person, lateness, what is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from course.grading import gradebook, quarantine
from course.grading.attempts import Attempt
from course.grading.choosing import Candidates
from course.grading.gradebook import Entry
from course.grading.term import Term

GRADED, BY_HAND, OPEN = "graded", "by hand", "to be graded"
MISSING, EXCUSED, QUARANTINED = "missing", "excused", "quarantined"
LOST = "lost"  # there is a grade, but what it was given for is gone; that is no zero
INCOMPLETE = (BY_HAND, OPEN, QUARANTINED, LOST)  # somebody has to do something


@dataclass(frozen=True)
class Part:
    """The grade of one cell."""

    name: str
    points: float
    auto: float | None
    by_hand: float | None
    extra: float
    waits: bool  # for a person
    comment: str

    @property
    def score(self) -> float:
        """What it is worth now; what a person gave goes before what the tests gave."""
        return (self.auto or 0.0 if self.by_hand is None else self.by_hand) + self.extra


@dataclass(frozen=True)
class Standing:
    """How a student stands in one set."""

    set: str
    student: str
    state: str
    parts: Mapping[str, Part]
    lost: float = 0.0  # the fraction that lateness costs
    attempt: Attempt | None = None
    entry: Entry | None = None  # what is recorded

    @property
    def score(self) -> float:
        """The points without lateness."""
        return sum(part.score for part in self.parts.values())

    @property
    def total(self) -> float:
        """The points with it."""
        return round(self.score * (1 - self.lost), 2)

    @property
    def isolated(self) -> bool:
        """Whether the student's code ran in a sandbox."""
        return self.entry is None or self.entry.isolation != "none"


def sets(term: Term) -> list[str]:
    """Return the term's problem sets, in order."""
    found = {path.parent.name for path in term.folder.glob("source/ps*/ps*.ipynb")}
    return sorted(found, key=lambda name: (len(name), name))


def standings(term: Term, name: str) -> dict[str, Standing]:
    """Return how each student on the roster stands, by id."""
    held = {entry.student for entry in quarantine.entries(term, name)}
    with gradebook.reading(term) as session:
        entries = gradebook.entries(session, name) if session else {}
        parts = _parts(session, name) if session else {}
    return {
        student: _standing(term, name, student, entries.get(student), parts.get(student, {}), student in held)
        for student in term.students
    }


def points(term: Term, name: str) -> float:
    """Return what the set is worth in the gradebook; 0 if nothing of it is there."""
    from nbgrader.api import Assignment

    with gradebook.reading(term) as session:
        found = session.scalar(select(Assignment.max_score).where(Assignment.name == name)) if session else None
    return float(found or 0.0)


def _standing(
    term: Term, name: str, student: str, entry: Entry | None, parts: Mapping[str, Part], held: bool
) -> Standing:
    candidates = Candidates.of(term, name, student)
    attempt, lost = None, 0.0
    if entry:
        at = (entry.member, entry.attempt)
        attempt = next((one for one in candidates.attempts if (one.student, one.number) == at), None)
        lost = candidates.lost.get(at, 0.0)
    state = _state(term, name, student, candidates, entry, parts, held)
    return Standing(name, student, state, parts, lost, attempt, entry)


def _state(
    term: Term, name: str, student: str, candidates: Candidates, entry: Entry | None, parts: Mapping[str, Part],
    held: bool,
) -> str:  # fmt: skip  these lines are a table
    if term.excused(name, student):
        return EXCUSED
    if not candidates.attempts:
        return QUARANTINED if held else LOST if entry else MISSING
    if entry is None or entry.seen != candidates.seen:
        return OPEN
    return BY_HAND if any(part.waits for part in parts.values()) else GRADED


def _parts(session: Session, name: str) -> dict[str, dict[str, Part]]:
    comments = {(student, cell): text for student, cell, text in session.execute(_comments(name))}
    found: dict[str, dict[str, Part]] = {}
    for student, cell, most, auto, by_hand, extra, waits in session.execute(_grades(name)):
        # A comment on an answer belongs to its test.
        said = comments.get((student, cell)) or comments.get((student, cell.replace("test-", "answer-", 1))) or ""
        found.setdefault(student, {})[cell] = Part(cell, most or 0.0, auto, by_hand, extra or 0.0, waits, said.strip())
    return found


def _grades(name: str) -> Select[Any]:
    from nbgrader.api import BaseCell, Grade, GradeCell, SubmittedAssignment, TaskCell

    cells, tasks = GradeCell.__table__, TaskCell.__table__
    columns = (
        SubmittedAssignment.student_id, BaseCell.name, func.coalesce(cells.c.max_score, tasks.c.max_score),
        Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade,
    )  # fmt: skip  these lines are a table
    query = _of_set(name, Grade, columns).outerjoin(cells, cells.c.id == Grade.cell_id)
    return query.outerjoin(tasks, tasks.c.id == Grade.cell_id)


def _comments(name: str) -> Select[Any]:
    from nbgrader.api import BaseCell, Comment, SubmittedAssignment

    columns = (SubmittedAssignment.student_id, BaseCell.name, Comment.manual_comment)
    return _of_set(name, Comment, columns).where(Comment.manual_comment.is_not(None))


def _of_set(name: str, kind: Any, columns: tuple[Any, ...]) -> Select[Any]:
    from nbgrader.api import Assignment, BaseCell, SubmittedAssignment, SubmittedNotebook

    return (
        select(*columns)
        .select_from(kind)
        .join(BaseCell.__table__, BaseCell.id == kind.cell_id)
        .join(SubmittedNotebook, SubmittedNotebook.id == kind.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Assignment.name == name)
    )


def incomplete(found: Mapping[str, Standing]) -> Iterator[Standing]:
    """Yield those of whom somebody has to do something before their grade is final."""
    return (standing for standing in found.values() if standing.state in INCOMPLETE)
