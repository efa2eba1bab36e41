"""From results to grades in nbgrader's gradebook.

A batch of students is one transaction, with the ledger's entries for them. A run that is killed has recorded whole
batches and nothing else, and the next run does the rest. Scores and comments that a person gave are never changed here,
except for the copies of those who hand in together (`group_marks`); where the work that they were given for has
changed, the grade is marked to be looked at again.
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
    """What a run did."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    undecided: dict[str, Undecided] = field(default_factory=dict)


def record(
    term: Term, name: str, *, grader: str = "", progress: Progress = silent, batch: int = BATCH
) -> Recorded:
    """Record the results of a set that decide and are not recorded yet.

    Whoever is recorded stays with the grader of then, unless another `grader` is named; that is a regrade.
    """
    problem_set = ProblemSet.read(term.folder, name)
    before, broken = _entries(term, name)
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


def _entries(term: Term, name: str) -> tuple[dict[str, Entry], set[str]]:
    """Return what is recorded, and of whom a test gave nothing: its result may have been made again since."""
    with database.reading(term) as session:
        return (database.entries(session, name), write_rows.broken(session, name)) if session else ({}, set())


def _is_recorded(term: Term, candidates: Candidates, entry: Entry | None) -> bool:
    if entry is None:
        return not candidates.attempts
    return entry.seen == candidates.seen and graded_notebook.place(term.folder, entry.student, entry.set).exists()


@dataclass
class _Keeper:
    """Records batches of students."""

    term: Term
    problem_set: ProblemSet
    notebook: NotebookNode  # as nbgrader keeps it
    grader: str
    broken: set[str]  # the students of whom a test gave nothing
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
                graded_notebook.settle()  # before the ledger says that they are there
        self.done.undecided |= {student: made for student, made in found.items() if isinstance(made, Undecided)}
        for student, (entry, choice) in fresh.items():
            changed = student in old and (old[student].key != entry.key or self._is_mended(student, choice))
            self.done.new += student not in old
            self.done.changed += changed
            self.done.unchanged += student in old and not changed

    def _is_mended(self, student: str, choice: Choice) -> bool:
        return student in self.broken and not choice.result.broken

    def _decided(self, candidates: Candidates, entry: Entry | None) -> tuple[Entry, Choice] | Undecided:
        """Return what is to be recorded of a student; the graded notebook is written on the way."""
        held = entry.grader if entry else ""
        choice = choose(self.term, self.problem_set, candidates, held=held, wanted=self.grader)
        if isinstance(choice, Undecided):
            return choice
        result, attempt = choice.result, choice.attempt
        path = graded_notebook.place(self.term.folder, candidates.student, self.problem_set.name)
        if entry is None or entry.key != result.key or entry.student in self.broken or not path.exists():
            graded_notebook.write_graded(path, graded_notebook.graded(result, self.notebook))
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
    """Return hashes of the texts that a person grades, by id, with what the ledger has beside them."""
    cells = (cell for cell in notebook.get("cells", []) if cell["id"].startswith("written-"))
    hashes = {cell["id"]: hashlib.sha256("".join(cell["source"]).encode()).hexdigest()[:20] for cell in cells}
    said = json.loads(entry.texts) if entry else {}
    return json.dumps({name: said[name] for name in said if name == group_marks.SHARED} | hashes, sort_keys=True)
