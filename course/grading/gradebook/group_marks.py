"""Copy the grade by hand of one member of a group to all who share the attempt.

In the formgrader only the copy of the member who handed it in waits for a person. Recording copies points and comments
from the copy that a person graded to the others; a value that is new since the last time replaces older ones. If
members have different new points, nothing is copied, and the grade is not final. Students under [apart] in term.toml
share nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from course.grading.gradebook import database
from course.grading.gradebook.database import Changes, Entry, Row, ledger
from course.grading.term.term import Term

SHARED = "shared"  # in the ledger's `texts`: what was carried over the last time, by cell
Values = Mapping[str, Any]  # what one member was given, by cell; None if nothing
REMEMBER = update(ledger).where(ledger.c.set == bindparam("of"), ledger.c.student == bindparam("who"))


def sharers(term: Term, name: str, entries: Mapping[str, Entry]) -> Iterator[list[str]]:
    """Yield the students who share an attempt, beginning with the one who handed it in."""
    for group in term.groups:
        together: dict[tuple[str, int], list[str]] = {}
        for student in group:
            if (entry := entries.get(student)) and not term.apart(name, student):
                together.setdefault((entry.member, entry.attempt), []).append(student)
        for (member, _), students in together.items():
            if len(students) > 1:
                yield sorted(students, key=lambda student: student != member)


@dataclass(frozen=True)
class Settled:
    """The values of all who share an attempt, by cell, and the cells in which they have different ones."""

    values: dict[str, Any]
    torn: frozenset[str]

    def kept(self, before: Values) -> dict[str, Any]:
        """Return what to remember: the values now, and in cells where they differ, those of before."""
        return self.values | {cell: before[cell] for cell in self.torn if cell in before}


def settled(now: Mapping[str, Values], before: Mapping[str, Values]) -> Settled:
    """Compare what each member has now with what was copied before."""
    values, torn = {}, set()
    for cell in {cell for one in now.values() for cell in one}:
        found = _wanted(cell, [(one.get(cell), before[student]) for student, one in now.items()])
        if len(found) > 1:
            torn.add(cell)
        else:
            values[cell] = next(iter(found), None)
    return Settled(values, frozenset(torn))


def _wanted(cell: str, held: Sequence[tuple[Any, Values]]) -> set[Any]:
    """Return the values that were given since the last time, or else the one there was."""
    old = {value for value, known in held if cell in known and value == known[cell]} - {None}
    new = {value for value, known in held if cell in known and value != known[cell]}
    joined = {value for value, known in held if cell not in known} - {None}
    return new | joined | (set() if new else old)


def known(entry: Entry, kind: str) -> dict[str, Any]:
    """Return what was copied to a student, `points` or `words`, by cell."""
    said = json.loads(entry.texts).get(SHARED, {}).get(kind, {})
    return {cell: _value(value) for cell, value in said.items()}


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value  # JSON has no tuples


def given(points: float | None, extra: float | None) -> tuple[float | None, float] | None:
    """Return what a person gave: points in place of the tests' and extra credit; None if nothing."""
    return None if points is None and not extra else (points, extra or 0.0)


def share(term: Term, name: str) -> None:
    """Copy grades and comments given by hand to all who share the attempt."""
    database.change_rows(term, lambda session: _changes(session, term, name))


def _changes(session: Session, term: Term, name: str) -> Changes:
    """Return the rows of grades, of comments and of the ledger to change."""
    from nbgrader.api import Comment, Grade

    entries = database.entries(session, name)
    groups = list(sharers(term, name, entries))
    students = [student for group in groups for student in group]
    left = [one for one in entries if one not in students and SHARED in json.loads(entries[one].texts)]
    if not students and not left:
        return []
    grades = _rows(session, name, [*students, *left], Grade)
    comments = _rows(session, name, students, Comment)
    new_grades, new_comments, texts = list[Row](), list[Row](), list[Row]()
    for group in groups:
        was, said = ({one: known(entries[one], kind) for one in group} for kind in ("points", "words"))
        points = settled({one: {cell: _points(row) for cell, row in grades[one].items()} for one in group}, was)
        words = settled({one: {cell: _words(row) for cell, row in comments[one].items()} for one in group}, said)
        for student in group:
            first = student == group[0]
            new_grades += [new for row in grades[student].values() if (new := _grade(row, points, first=first))]
            new_comments += [new for row in comments[student].values() if (new := _comment(row, words))]
            kept = {"points": points.kept(was[student]), "words": words.kept(said[student])}
            texts += _remember(entries[student], kept)
    for student in left:
        open_ = [row for row in grades[student].values() if row.auto_score is None and row.manual_score is None]
        new_grades += [{"id": row.id, "needs_manual_grade": True} for row in open_ if not row.needs_manual_grade]
        texts += _remember(entries[student], None)
    return [(update(Grade), new_grades), (update(Comment), new_comments), (REMEMBER, texts)]


def _grade(row: Any, points: Settled, *, first: bool) -> dict[str, Any] | None:
    """Return the changes to a row of grades, if any; only the first copy waits for a person."""
    if row.name in points.torn:
        return None
    wanted, waits = points.values.get(row.name), first and row.needs_manual_grade
    score, extra = wanted or (None, 0.0)
    new: dict[str, Any] = {}
    if wanted != _points(row):
        new = {"manual_score": score, "extra_credit": extra}
        waits = first and score is None and row.auto_score is None
    if new or waits != row.needs_manual_grade:
        return {"id": row.id, **new, "needs_manual_grade": waits}
    return None


def _comment(row: Any, words: Settled) -> dict[str, Any] | None:
    wanted = words.values.get(row.name)
    return None if row.name in words.torn or wanted == _words(row) else {"id": row.id, "manual_comment": wanted}


def _remember(entry: Entry, shared: Mapping[str, Values] | None) -> list[Row]:
    """Return the ledger's row for a student with what was carried over, if that has changed."""
    said = json.loads(entry.texts)
    wanted = {name: value for name, value in said.items() if name != SHARED}
    wanted |= {SHARED: shared} if shared is not None else {}
    texts = json.dumps(wanted, sort_keys=True)
    return [] if json.loads(texts) == said else [{"of": entry.set, "who": entry.student, "texts": texts}]


def _rows(session: Session, name: str, students: Sequence[str], kind: Any) -> dict[str, dict[str, Any]]:
    """Return rows of grades or comments, by student and cell."""
    from nbgrader.api import BaseCell, SubmittedAssignment

    found: dict[str, dict[str, Any]] = {student: {} for student in students}
    query = database.rows_of_set(name, kind, SubmittedAssignment.student_id, BaseCell.name, *kind.__table__.columns)
    for row in session.execute(query.where(SubmittedAssignment.student_id.in_(students))):
        found[row.student_id][row.name] = row
    return found


def _points(row: Any) -> tuple[float | None, float] | None:
    return given(row.manual_score, row.extra_credit)


def _words(row: Any) -> str | None:
    return row.manual_comment or None
