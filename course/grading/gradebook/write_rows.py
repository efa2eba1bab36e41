"""The rows of nbgrader's tables that a student's result becomes: submission, grades, and places for comments."""


import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from course.grading.gradebook.assignment import Layout
from course.grading.gradebook.database import Entry, id_of
from course.grading.gradebook.deciding_result import Choice
from course.grading.notebook.align import Form
from course.grading.notebook.rebuild import left_blank
from course.grading.term.term import Term


@dataclass
class Rows:
    """Writes the rows of nbgrader's tables for some students."""

    session: Session
    term: Term
    layout: Layout
    form: Form

    def write(self, fresh: Mapping[str, tuple[Entry, Choice]], old: Mapping[str, Entry]) -> None:
        """Write students, their submissions, grades and comments."""
        from nbgrader.api import Comment, Grade

        self._students(fresh)
        notebooks = self._submissions(fresh)
        grades = self._there(Grade, notebooks)
        comments = self._there(Comment, notebooks)
        changes = Changes(self.session)
        for student, (entry, choice) in fresh.items():
            before = json.loads(old[student].texts) if student in old else {}
            rewritten = {name for name, text in json.loads(entry.texts).items() if before.get(name, text) != text}
            blank = left_blank(choice.result.notebook or {}, self.form)
            for name, cell in self.layout.graded.items():
                held, answer = grades.get((notebooks[student], cell)), written(name)
                if tested := name in choice.result.cells:
                    score = choice.result.cells[name].score
                else:  # as nbgrader does for an answer that nobody touched
                    score = 0.0 if answer in blank or name in self.layout.free else None
                other = held is not None and held.auto_score != score if tested else answer in rewritten
                changes.grade(held, notebooks[student], cell, score, other)
            for name, cell in self.layout.commented.items():
                none = name in blank or written(name) in blank
                changes.comment(comments.get((notebooks[student], cell)), notebooks[student], cell, none)
        changes.write()

    def _students(self, fresh: Mapping[str, Any]) -> None:
        from nbgrader.api import Student

        there = {row.id: row for row in self.session.scalars(select(Student).where(Student.id.in_(fresh)))}
        for id_ in fresh:
            student = self.term.students[id_]
            first, _, last = student.name.rpartition(" ")
            about = {"first_name": first[:128], "last_name": last[:128], "email": student.email[:128]}
            about["lms_user_id"] = (student.canvas or student.moodle)[:128]
            held = there.get(id_)
            if held is None:
                self.session.add(Student(id=id_, **about))
            elif any(getattr(held, name) != value for name, value in about.items()):
                for name, value in about.items():
                    setattr(held, name, value)
        self.session.flush()

    def _submissions(self, fresh: Mapping[str, tuple[Entry, Choice]]) -> dict[str, str]:
        """Write the submissions, and return the ids of the students' notebooks."""
        from nbgrader.api import SubmittedAssignment as Assignment
        from nbgrader.api import SubmittedNotebook as Notebook

        mine = Assignment.assignment_id == self.layout.assignment
        query = select(Assignment.student_id, Assignment.id).where(mine, Assignment.student_id.in_(fresh))
        there: dict[str, str] = dict(self.session.execute(query).all())
        rows = [self._submission(entry, choice, there) for entry, choice in fresh.values()]
        new = [row for row in rows if row["student_id"] not in there]
        insert_all(self.session, Assignment, new)
        change(self.session, Assignment, [row for row in rows if row["student_id"] in there])
        query = select(Assignment.student_id, Notebook.id).join(Notebook, Notebook.assignment_id == Assignment.id)
        query = query.where(mine, Assignment.student_id.in_(fresh))
        found: dict[str, str] = dict(self.session.execute(query).all())
        missing = {row["student_id"]: row["id"] for row in rows if row["student_id"] not in found}
        ids = {student: id_of("notebook", id_) for student, id_ in missing.items()}
        same = {"notebook_id": self.layout.notebook, "flagged": False}
        made = [{"id": ids[student], "assignment_id": id_, **same} for student, id_ in missing.items()]
        insert_all(self.session, Notebook, made)
        return found | ids

    def _submission(self, entry: Entry, choice: Choice, there: Mapping[str, str]) -> dict[str, Any]:
        when, name = choice.attempt.when, entry.set
        due, usual = self.term.due(name, entry.student), self.term.dates.get(name)
        return {
            "id": there.get(entry.student) or id_of(name, entry.student),
            "assignment_id": self.layout.assignment,
            "student_id": entry.student,
            "timestamp": when.astimezone(UTC).replace(tzinfo=None) if when else None,
            "extension": due - usual if due and usual and due != usual else None,
        }

    def _there(self, kind: Any, notebooks: Mapping[str, str]) -> dict[tuple[str, str], Any]:
        """Return the rows that are there, locked against a change from elsewhere until all is written."""
        rows = self.session.scalars(select(kind).where(kind.notebook_id.in_(notebooks.values())).with_for_update())
        return {(row.notebook_id, row.cell_id): row for row in rows}


class Changes:
    """Rows to insert and to update, written in bulk."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.new: dict[str, list[dict[str, Any]]] = {"Grade": [], "Comment": []}
        self.changed: dict[str, list[dict[str, Any]]] = {"Grade": [], "Comment": []}

    def grade(self, held: Any, notebook: str, cell: str, score: float | None, other: bool) -> None:
        """Set what the tests gave, None if a person does; what a person gave for `other` work is to be looked at."""
        if held is None:
            row = {"id": id_of("grade", notebook, cell), "notebook_id": notebook, "cell_id": cell}
            self.new["Grade"].append({**row, "auto_score": score, "needs_manual_grade": score is None})
            return
        by_hand = held.manual_score is not None
        look = other if by_hand else score is None
        look = look or (by_hand and held.needs_manual_grade)
        if (score, look) != (held.auto_score, held.needs_manual_grade):
            self.changed["Grade"].append({"id": held.id, "auto_score": score, "needs_manual_grade": look})

    def comment(self, held: Any, notebook: str, cell: str, blank: bool) -> None:
        """Make a place for a comment, with nbgrader's own where nothing was filled in."""
        said = "No response." if blank else None
        if held is None:
            row = {"id": id_of("comment", notebook, cell), "notebook_id": notebook, "cell_id": cell}
            self.new["Comment"].append({**row, "auto_comment": said})
        elif held.auto_comment != said:
            self.changed["Comment"].append({"id": held.id, "auto_comment": said})

    def write(self) -> None:
        """Write all of them."""
        from nbgrader.api import Comment, Grade

        for kind in (Grade, Comment):
            insert_all(self.session, kind, self.new[kind.__name__])
            change(self.session, kind, self.changed[kind.__name__])


def written(name: str) -> str:
    """Return the id of the cell in which the answer to a proof stands."""
    return f"written-{name.partition('-')[2]}"


def broken(session: Session, name: str) -> set[str]:
    """Return the students of whom the gradebook has a test of this set that gave no points, neither some nor zero."""
    from nbgrader.api import Assignment, Grade, GradeCell, SubmittedAssignment, SubmittedNotebook

    query = select(SubmittedAssignment.student_id).distinct()
    query = query.join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
    query = query.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    query = query.join(GradeCell.__table__, GradeCell.__table__.c.id == Grade.cell_id)
    query = query.join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
    return set(session.scalars(query.where(Assignment.name == name, Grade.auto_score.is_(None))))


def insert_all(session: Session, kind: Any, rows: list[dict[str, Any]]) -> None:
    """Insert rows into a table of nbgrader's."""
    if rows:
        session.execute(insert(kind), rows)


def change(session: Session, kind: Any, rows: list[dict[str, Any]]) -> None:
    """Change rows of a table of nbgrader's, by their ids."""
    if rows:
        session.execute(update(kind), rows)
