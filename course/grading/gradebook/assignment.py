"""A problem set in the gradebook: its cells there, which get points, and which can have a comment.

nbgrader writes this when it makes a release. It is written here from TERM/source/psN/psN.ipynb, by the same steps, so
that the two agree, and again when the set has changed.
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
    free: frozenset[str]  # the graded cells that are worth nothing, such as visible tests: no person marks them


def prepared(problem_set: ProblemSet) -> NotebookNode:
    """Return the instructor's notebook as nbgrader keeps it: answers blank, hidden tests in, with checksums."""
    from nbgrader.preprocessors import ClearSolutions, ComputeChecksums, LockCells

    notebook = nbformat.reads(problem_set.content.decode(), as_version=4)
    return preprocessed(notebook, LockCells, ClearSolutions, ComputeChecksums)


def lay_out(session: Session, term: Term, name: str, notebook: NotebookNode, *, removing: bool) -> Layout:
    """Write the set into the gradebook where it is new or has changed, and return its ids.

    A cell that the set no longer has stays while `removing` is not asked for; then it goes, unless a person graded it.
    """
    from nbgrader.api import Assignment, Notebook

    due = term.dates.get(name)
    assignment = session.scalar(select(Assignment).where(Assignment.name == name))
    if assignment is None:
        assignment = Assignment(name, course_id=COURSE)
        assignment.id = id_of(name)
        session.add(assignment)
    assignment.duedate = due.astimezone(UTC).replace(tzinfo=None) if due else None
    held = session.scalar(select(Notebook).where(Notebook.assignment_id == assignment.id, Notebook.name == name))
    if held is None:
        kernel = json.dumps(notebook.metadata.get("kernelspec", {}))
        held = Notebook(id=id_of(name, name), name=name, assignment_id=assignment.id, kernelspec=kernel)
        session.add(held)
    session.flush()
    marks = {cell.id: cell.metadata.nbgrader for cell in notebook.cells}
    _source_cells(session, held.id, notebook)
    graded, commented = _cells(session, held.id, notebook)
    if removing:
        _remove_others(session, held.id, set(marks))
    session.flush()
    free = frozenset(name for name in graded if not marks[name].points)
    return Layout(assignment.id, held.id, graded, commented, free)


def _cells(session: Session, notebook_id: str, notebook: NotebookNode) -> tuple[dict[str, str], dict[str, str]]:
    from nbgrader.api import BaseCell, GradeCell, SolutionCell, TaskCell

    there = {(cell.name, type(cell)): cell for cell in session.scalars(_of(BaseCell, notebook_id))}
    graded, commented = {}, {}
    for cell in notebook.cells:
        mark = cell.metadata.nbgrader
        for kind, wanted in ((GradeCell, mark.grade), (SolutionCell, mark.solution), (TaskCell, mark.task)):
            if not wanted:
                continue
            held = there.get((cell.id, kind))
            if held is None:
                held = kind(id=id_of(notebook_id, kind.__name__, cell.id), name=cell.id, notebook_id=notebook_id)
                session.add(held)
            if kind is not SolutionCell:
                held.max_score, held.cell_type = float(mark.points), cell.cell_type
                graded[cell.id] = held.id
            if kind is not GradeCell:
                commented[cell.id] = held.id
    return graded, commented


def _source_cells(session: Session, notebook_id: str, notebook: NotebookNode) -> None:
    from nbgrader.api import SourceCell

    there = {cell.name: cell for cell in session.scalars(_of(SourceCell, notebook_id))}
    for cell in notebook.cells:
        mark = cell.metadata.nbgrader
        if mark.grade or mark.solution or mark.locked or mark.task:
            held = there.get(cell.id)
            if held is None:
                held = SourceCell(id=id_of(notebook_id, "source", cell.id), name=cell.id, notebook_id=notebook_id)
                session.add(held)
            held.cell_type, held.locked = cell.cell_type, bool(mark.locked)
            held.source, held.checksum = cell.source, mark.get("checksum")


def _remove_others(session: Session, notebook_id: str, names: set[str]) -> None:
    """Remove the cells that are not among these names, with what tests gave for them."""
    from nbgrader.api import BaseCell, Comment, Grade, SourceCell

    for cell in session.scalars(_of(BaseCell, notebook_id)).all():
        touched = select(Grade.id).where(Grade.cell_id == cell.id, Grade.manual_score.is_not(None)).limit(1)
        if cell.name not in names and session.scalar(touched) is None:
            for kind in (Grade, Comment):
                session.execute(delete(kind).where(kind.cell_id == cell.id))
            session.delete(cell)
    for cell in session.scalars(_of(SourceCell, notebook_id)).all():
        if cell.name not in names:
            session.delete(cell)


def _of(kind: Any, notebook_id: str) -> Any:
    return select(kind).where(kind.notebook_id == notebook_id)
