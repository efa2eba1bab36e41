"""Write a problem set into the gradebook: its cells, which get points, and which can have a comment.

nbgrader does this when it makes a release. Here the same steps are applied to TERM/source/psN/psN.ipynb, and again when
the set has changed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from course.grading.gradebook.database import COURSE, id_of
from course.grading.notebook.rebuild import ProblemSet
from course.grading.term.term import Term
from course.sets.notebooks import preprocessed


@dataclass(frozen=True)
class Layout:
    """The ids that a set has in the gradebook."""

    assignment: str
    notebook: str
    graded: Mapping[str, str]  # the ids of cells with points, by grade id
    commented: Mapping[str, str]  # and of cells with a place for a comment
    free: frozenset[str]  # the graded cells without points, such as visible tests: a person never grades them


def prepared(problem_set: ProblemSet) -> NotebookNode:
    """Return the instructor's notebook as nbgrader keeps it: without answers, with hidden tests and checksums."""
    from nbgrader.preprocessors import ClearSolutions, ComputeChecksums, LockCells

    notebook = nbformat.reads(problem_set.content.decode(), as_version=4)
    return preprocessed(notebook, LockCells, ClearSolutions, ComputeChecksums)


def lay_out(session: Session, term: Term, name: str, notebook: NotebookNode, *, removing: bool) -> Layout:
    """Write the set into the gradebook where it is new or has changed, and return its ids.

    With `removing`, cells that the set no longer has are deleted, unless a person graded one.
    """
    from nbgrader.api import Assignment, Notebook

    due = term.dates.get(name)
    assignment = _found_or_added(session, Assignment, id_of(name), name=name, course_id=COURSE)
    assignment.duedate = due.astimezone(UTC).replace(tzinfo=None) if due else None
    held = _found_or_added(session, Notebook, id_of(name, name), name=name, assignment_id=assignment.id)
    held.kernelspec = json.dumps(notebook.metadata.get("kernelspec", {}))
    marks = {cell.id: cell.metadata.nbgrader for cell in notebook.cells}
    _source_cells(session, held.id, notebook)
    graded, commented = _cells(session, held.id, notebook)
    if removing:
        _remove_others(session, held.id, set(marks))
    session.flush()
    free = frozenset(name for name in graded if not marks[name].points)
    return Layout(assignment.id, held.id, graded, commented, free)


def _cells(session: Session, notebook_id: str, notebook: NotebookNode) -> tuple[dict[str, str], dict[str, str]]:
    from nbgrader.api import GradeCell, SolutionCell, TaskCell

    graded, commented = {}, {}
    for cell in notebook.cells:
        mark = cell.metadata.nbgrader
        for kind, wanted in ((GradeCell, mark.grade), (SolutionCell, mark.solution), (TaskCell, mark.task)):
            if not wanted:
                continue
            id_ = id_of(notebook_id, kind.__name__, cell.id)
            held = _found_or_added(session, kind, id_, name=cell.id, notebook_id=notebook_id)
            if kind is not SolutionCell:
                held.max_score, held.cell_type = float(mark.points), cell.cell_type
                graded[cell.id] = held.id
            if kind is not GradeCell:
                commented[cell.id] = held.id
    return graded, commented


def _source_cells(session: Session, notebook_id: str, notebook: NotebookNode) -> None:
    from nbgrader.api import SourceCell

    for cell in notebook.cells:
        mark = cell.metadata.nbgrader
        if mark.grade or mark.solution or mark.locked or mark.task:
            id_ = id_of(notebook_id, "source", cell.id)
            held = _found_or_added(session, SourceCell, id_, name=cell.id, notebook_id=notebook_id)
            held.cell_type, held.locked = cell.cell_type, bool(mark.locked)
            held.source, held.checksum = cell.source, mark.get("checksum")


def _remove_others(session: Session, notebook_id: str, names: set[str]) -> None:
    """Remove the cells with other names than these, with the tests' scores and comments on them."""
    from nbgrader.api import BaseCell, Comment, Grade, SourceCell

    others = select(BaseCell).where(BaseCell.notebook_id == notebook_id, BaseCell.name.not_in(names))
    for cell in session.scalars(others).all():
        touched = select(Grade.id).where(Grade.cell_id == cell.id, Grade.manual_score.is_not(None)).limit(1)
        if session.scalar(touched) is None:
            for kind in (Grade, Comment):
                session.execute(delete(kind).where(kind.cell_id == cell.id))
            session.delete(cell)
    session.execute(delete(SourceCell).where(SourceCell.notebook_id == notebook_id, SourceCell.name.not_in(names)))


def _found_or_added(session: Session, kind: Any, id_: str, **where: Any) -> Any:
    """Return the row with these values; add it, with this id, if there is none."""
    row = session.scalar(select(kind).filter_by(**where))
    if row is None:
        row = kind(**where)
        row.id = id_  # Assignment ignores an id in its constructor
        session.add(row)
    return row
