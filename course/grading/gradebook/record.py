"""Record results as grades in nbgrader's gradebook.

Each batch of students is one transaction, with the ledger's entries for them. A run that is killed has recorded whole
batches, and the next run does the rest. Scores and comments by hand are never changed here, except for the copies of
those who hand in together (`group_marks`); where the work has changed since, the grade waits for a person again.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbformat.notebooknode import NotebookNode
from sqlalchemy import func, update
from sqlalchemy.orm import Session

from course.grading.gradebook import database, graded_notebook, group_marks, write_rows
from course.grading.gradebook.assignment import lay_out, prepared
from course.grading.gradebook.database import Changes, Entry, Row
from course.grading.gradebook.deciding_result import Candidates, Choice, Undecided, choose
from course.grading.notebook.rebuild import ProblemSet
from course.grading.term.term import Term
from course.progress import Progress, silent

BATCH = 200  # students in a transaction: seconds of work, and megabytes of memory
SAME = 1e-4  # PostgreSQL keeps a late penalty with single precision


@dataclass
class Recorded:
    """The numbers of students recorded, and why others were not."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    undecided: dict[str, Undecided] = field(default_factory=dict)


def record(term: Term, name: str, *, grader: str = "", progress: Progress = silent, batch: int = BATCH) -> Recorded:
    """Record the results of a set that decide and are not recorded yet.

    Students who are recorded keep the grader of that time; a regrade names another `grader`.
    """
    problem_set = ProblemSet.read(term.folder, name)
    with database.reading(term) as session:
        before = database.entries(session, name) if session else {}
        broken = write_rows.broken(session, name) if session else set()  # graded again since, perhaps
    seen = {student: Candidates.of(term, name, student) for student in term.students}
    done = Recorded()
    todo = [
        student
        for student in seen
        if grader or student in broken or not _is_recorded(term, seen[student], before.get(student))
    ]
    done.unchanged = len(seen) - len(todo)
    keeper = _Keeper(term, problem_set, prepared(problem_set), grader, broken, done) if todo else None
    for start in range(0, len(todo), batch):
        progress(start, len(todo))
        assert keeper is not None
        keeper.keep([seen[student] for student in todo[start : start + batch]])
    progress(len(todo), len(todo))
    group_marks.share(term, name)
    database.change_rows(term, lambda session: _penalties(session, name, seen))
    return done


def _is_recorded(term: Term, candidates: Candidates, entry: Entry | None) -> bool:
    if entry is None:
        return not candidates.attempts
    return entry.seen == candidates.seen and graded_notebook.path_of(term.folder, entry.student, entry.set).exists()


@dataclass
class _Keeper:
    """Records batches of students."""

    term: Term
    problem_set: ProblemSet
    notebook: NotebookNode  # as nbgrader keeps it
    grader: str
    broken: set[str]  # the students with a test that did not finish
    done: Recorded

    def keep(self, batch: Sequence[Candidates]) -> None:
        """Record a batch, all of it or nothing."""
        name = self.problem_set.name
        with database.writing(self.term) as session:
            old = database.entries(session, name)
            found = {one.student: self._decided(one, old.get(one.student)) for one in batch}
            fresh = {student: made for student, made in found.items() if not isinstance(made, Undecided)}
            if fresh:
                layout = lay_out(session, self.term, name, self.notebook, removing=bool(self.grader))
                write_rows.Rows(session, self.term, layout, self.problem_set.form).write(fresh, old)
                database.upsert(session, name, [entry for entry, _ in fresh.values()])
                graded_notebook.sync()  # before the ledger says that they exist
        self.done.undecided |= {student: made for student, made in found.items() if isinstance(made, Undecided)}
        for student, (entry, choice) in fresh.items():
            finished = student in self.broken and not choice.result.broken
            if student not in old:
                self.done.new += 1
            elif old[student].key != entry.key or finished:
                self.done.changed += 1
            else:
                self.done.unchanged += 1

    def _decided(self, candidates: Candidates, entry: Entry | None) -> tuple[Entry, Choice] | Undecided:
        """Return what to record about a student, and write the graded notebook if need be."""
        held = entry.grader if entry else ""
        choice = choose(self.term, self.problem_set, candidates, held=held, wanted=self.grader)
        if isinstance(choice, Undecided):
            return choice
        result, attempt = choice.result, choice.attempt
        path = graded_notebook.path_of(self.term.folder, candidates.student, self.problem_set.name)
        if entry is None or entry.key != result.key or entry.student in self.broken or not path.exists():
            graded_notebook.write_graded(path, result, self.notebook)
        new = Entry(
            self.problem_set.name, candidates.student, result.key, attempt.student, attempt.number, result.grader,
            result.isolation.value, _texts(result.notebook or {}, entry), candidates.seen,
        )
        return new, choice


def _penalties(session: Session, name: str, seen: Mapping[str, Candidates]) -> Changes:
    """Return the late penalties, in points, that have changed with the scores."""
    from nbgrader.api import Grade, SubmittedAssignment, SubmittedNotebook

    columns = (SubmittedAssignment.student_id, SubmittedNotebook.id, SubmittedNotebook.late_submission_penalty)
    query = database.rows_of_set(name, Grade, *columns, func.sum(Grade.score)).group_by(*columns)
    entries = database.entries(session, name)
    changed = list[Row]()
    for student, id_, penalty, score in session.execute(query):
        if (entry := entries.get(student)) and student in seen:
            wanted = score * seen[student].lost.get((entry.member, entry.attempt), 0.0)
            if abs(wanted - (penalty or 0.0)) > SAME:
                changed.append({"id": id_, "late_submission_penalty": wanted})
    return [(update(SubmittedNotebook), changed)]


def _texts(notebook: Mapping[str, Any], entry: Entry | None) -> str:
    """Return hashes of the texts that a person grades, by id, and keep what the ledger has beside them."""
    cells = (cell for cell in notebook.get("cells", []) if cell["id"].startswith("written-"))
    hashes = {cell["id"]: hashlib.sha256("".join(cell["source"]).encode()).hexdigest()[:20] for cell in cells}
    said = json.loads(entry.texts) if entry else {}
    return json.dumps({name: said[name] for name in said if name == group_marks.SHARED} | hashes, sort_keys=True)
