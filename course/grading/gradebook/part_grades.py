"""The grades of the parts of a set, as nbgrader's tables hold them: by the tests and by a person."""


from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from course.grading.gradebook import database, group_marks
from course.grading.term.term import Term


@dataclass(frozen=True)
class PartGrade:
    """The grade of one cell."""

    name: str
    points: float
    auto: float | None
    by_hand: float | None
    extra: float
    waits: bool  # for a person
    comment: str

    @property
    def given(self) -> tuple[float | None, float] | None:
        """What a person gave; None is nothing."""
        return group_marks.given(self.by_hand, self.extra)

    @property
    def broken(self) -> bool:
        """Whether its test did not finish, and nobody has settled that."""
        return self.name.startswith("test-") and self.waits and self.auto is None and self.by_hand is None

    @property
    def score(self) -> float:
        """What it is worth now; what a person gave goes before what the tests gave."""
        return (self.auto or 0.0 if self.by_hand is None else self.by_hand) + self.extra


def part_grades(session: Session, name: str) -> dict[str, dict[str, PartGrade]]:
    """Return the grades of a set, by student and cell."""
    comments = {(student, cell): text for student, cell, text in session.execute(_comments(name))}
    found: dict[str, dict[str, PartGrade]] = {}
    for student, cell, most, auto, by_hand, extra, waits in session.execute(_grades(name)):
        # A comment on an answer belongs to its test.
        said = comments.get((student, cell)) or comments.get((student, cell.replace("test-", "answer-", 1))) or ""
        grade = PartGrade(cell, most or 0.0, auto, by_hand, extra or 0.0, waits, said.strip())
        found.setdefault(student, {})[cell] = grade
    return found


def max_points(term: Term, name: str) -> float:
    """Return what the set is worth in the gradebook; 0 if nothing of it is there."""
    from nbgrader.api import Assignment

    with database.reading(term) as session:
        found = session.scalar(select(Assignment.max_score).where(Assignment.name == name)) if session else None
    return float(found or 0.0)


def _grades(name: str) -> Select[Any]:
    from nbgrader.api import BaseCell, Grade, GradeCell, SubmittedAssignment, TaskCell

    cells, tasks = GradeCell.__table__, TaskCell.__table__
    columns = (
        SubmittedAssignment.student_id, BaseCell.name, func.coalesce(cells.c.max_score, tasks.c.max_score),
        Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade,
    )
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
