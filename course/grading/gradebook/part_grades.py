"""Read the grade of each part of a set from nbgrader's tables: by the tests and by hand."""

from dataclasses import dataclass

from sqlalchemy import func, select
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
        """What a person gave; None if nothing."""
        return group_marks.given(self.by_hand, self.extra)

    @property
    def broken(self) -> bool:
        """Whether its test did not finish and no person has graded it."""
        return self.name.startswith("test-") and self.waits and self.auto is None and self.by_hand is None

    @property
    def score(self) -> float:
        """The points; those by hand replace those of the tests."""
        return (self.auto or 0.0 if self.by_hand is None else self.by_hand) + self.extra


def part_grades(session: Session, name: str) -> dict[str, dict[str, PartGrade]]:
    """Return the grades of a set, by student and cell."""
    from nbgrader.api import BaseCell, Comment, Grade, GradeCell, SubmittedAssignment, TaskCell

    student_and_cell = (SubmittedAssignment.student_id, BaseCell.name)
    cells, tasks = GradeCell.__table__, TaskCell.__table__
    query = database.rows_of_set(name, Comment, *student_and_cell, Comment.manual_comment)
    rows = session.execute(query.where(Comment.manual_comment.is_not(None)))
    comments = {(student, cell): text for student, cell, text in rows}
    query = database.rows_of_set(
        name, Grade, *student_and_cell, func.coalesce(cells.c.max_score, tasks.c.max_score), Grade.auto_score,
        Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade,
    )
    query = query.outerjoin(cells, cells.c.id == Grade.cell_id).outerjoin(tasks, tasks.c.id == Grade.cell_id)
    found: dict[str, dict[str, PartGrade]] = {}
    for student, cell, most, auto, by_hand, extra, waits in session.execute(query):
        # A comment on an answer belongs to its test.
        said = comments.get((student, cell)) or comments.get((student, cell.replace("test-", "answer-", 1))) or ""
        grade = PartGrade(cell, most or 0.0, auto, by_hand, extra or 0.0, waits, said.strip())
        found.setdefault(student, {})[cell] = grade
    return found


def max_points(term: Term, name: str) -> float:
    """Return the set's points in the gradebook; 0 if the set is not there."""
    from nbgrader.api import Assignment

    with database.reading(term) as session:
        found = session.scalar(select(Assignment.max_score).where(Assignment.name == name)) if session else None
    return float(found or 0.0)
