"""Write a student's result as rows of nbgrader's tables: submission, grades, and places for comments."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from course.grading.gradebook.assignment import Layout
from course.grading.gradebook.database import Entry, Row, execute_many, id_of, rows_of_set
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
        new_grades, new_comments = list[Row](), list[Row]()
        for student, (entry, choice) in fresh.items():
            before = json.loads(old[student].texts) if student in old else {}
            rewritten = {name for name, text in json.loads(entry.texts).items() if before.get(name, text) != text}
            blank = left_blank(choice.result.notebook or {}, self.form)
            for name, cell in self.layout.graded.items():
                held, answer = grades.get((notebooks[student], cell)), answer_cell(name)
                if tested := name in choice.result.cells:
                    score = choice.result.cells[name].score
                else:  # 0 for an answer left blank, as nbgrader does
                    score = 0.0 if answer in blank or name in self.layout.free else None
                other = held is not None and held.auto_score != score if tested else answer in rewritten
                new_grades += _grade_row(held, notebooks[student], cell, score, other)
            for name, cell in self.layout.commented.items():
                none, held = name in blank or answer_cell(name) in blank, comments.get((notebooks[student], cell))
                new_comments += _comment_row(held, notebooks[student], cell, none)
        for kind, rows in ((Grade, new_grades), (Comment, new_comments)):
            execute_many(self.session, insert(kind), [row for row in rows if "cell_id" in row])
            execute_many(self.session, update(kind), [row for row in rows if "cell_id" not in row])

    def _students(self, fresh: Mapping[str, Any]) -> None:
        from nbgrader.api import Student

        there = {row.id: row for row in self.session.scalars(select(Student).where(Student.id.in_(fresh)))}
        for id_ in fresh:
            student = self.term.students[id_]
            first, _, last = student.name.rpartition(" ")
            about = {"first_name": first[:128], "last_name": last[:128], "email": student.email[:128]}
            about["lms_user_id"] = (student.canvas or student.moodle)[:128]
            row = there.get(id_) or Student(id=id_)
            for name, value in about.items():
                setattr(row, name, value)
            self.session.add(row)
        self.session.flush()

    def _submissions(self, fresh: Mapping[str, tuple[Entry, Choice]]) -> dict[str, str]:
        """Write the submissions, and return the ids of the students' notebooks."""
        from nbgrader.api import SubmittedAssignment as Assignment
        from nbgrader.api import SubmittedNotebook as Notebook

        query = select(Assignment.student_id, Assignment.id, Notebook.id)
        query = query.outerjoin(Notebook, Notebook.assignment_id == Assignment.id)
        query = query.where(Assignment.assignment_id == self.layout.assignment, Assignment.student_id.in_(fresh))
        there = {student: (submission, notebook) for student, submission, notebook in self.session.execute(query)}
        ids: dict[str, str] = {}
        submissions, changed, notebooks = list[Row](), list[Row](), list[Row]()
        for student, (entry, choice) in fresh.items():
            submission, notebook = there.get(student, (None, None))
            row = self._submission(submission or id_of(entry.set, student), entry, choice)
            (changed if submission else submissions).append(row)
            ids[student] = notebook or id_of("notebook", row["id"])
            if not notebook:
                same = {"notebook_id": self.layout.notebook, "flagged": False}
                notebooks.append({"id": ids[student], "assignment_id": row["id"], **same})
        execute_many(self.session, insert(Assignment), submissions)
        execute_many(self.session, update(Assignment), changed)
        execute_many(self.session, insert(Notebook), notebooks)
        return ids

    def _submission(self, id_: str, entry: Entry, choice: Choice) -> Row:
        when, name = choice.attempt.when, entry.set
        due, usual = self.term.due(name, entry.student), self.term.dates.get(name)
        return {
            "id": id_,
            "assignment_id": self.layout.assignment,
            "student_id": entry.student,
            "timestamp": when.astimezone(UTC).replace(tzinfo=None) if when else None,
            "extension": due - usual if due and usual and due != usual else None,
        }

    def _there(self, kind: Any, notebooks: Mapping[str, str]) -> dict[tuple[str, str], Any]:
        """Return the rows that exist, locked until the end of the transaction."""
        rows = self.session.scalars(select(kind).where(kind.notebook_id.in_(notebooks.values())).with_for_update())
        return {(row.notebook_id, row.cell_id): row for row in rows}


def _grade_row(held: Any, notebook: str, cell: str, score: float | None, other: bool) -> list[Row]:
    """Return the row to write, if any: the tests' score, None if a person grades the cell.

    A grade by hand waits for a person again if it was given for `other` work.
    """
    if held is None:
        row = {"id": id_of("grade", notebook, cell), "notebook_id": notebook, "cell_id": cell}
        return [{**row, "auto_score": score, "needs_manual_grade": score is None}]
    waits = score is None if held.manual_score is None else other or held.needs_manual_grade
    same = (score, waits) == (held.auto_score, held.needs_manual_grade)
    return [] if same else [{"id": held.id, "auto_score": score, "needs_manual_grade": waits}]


def _comment_row(held: Any, notebook: str, cell: str, blank: bool) -> list[Row]:
    """Return the row to write, if any: a place for a comment, with nbgrader's own comment on a blank answer."""
    said = "No response." if blank else None
    if held is None:
        row = {"id": id_of("comment", notebook, cell), "notebook_id": notebook, "cell_id": cell}
        return [{**row, "auto_comment": said}]
    return [] if held.auto_comment == said else [{"id": held.id, "auto_comment": said}]


def answer_cell(name: str) -> str:
    """Return the id of the cell that holds the answer to a proof."""
    return f"written-{name.partition('-')[2]}"


def broken(session: Session, name: str) -> set[str]:
    """Return the students who have no points for some test of this set, not even zero."""
    from nbgrader.api import Grade, GradeCell, SubmittedAssignment

    query = rows_of_set(name, Grade, SubmittedAssignment.student_id).distinct()
    query = query.join(GradeCell.__table__, GradeCell.__table__.c.id == Grade.cell_id)
    return set(session.scalars(query.where(Grade.auto_score.is_(None))))
