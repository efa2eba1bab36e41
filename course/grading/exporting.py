"""`course export`: the grades of a term as a table that Canvas, Moodle or a spreadsheet takes.

    canvas   for "Import" in Canvas's gradebook: a column for each set; EX is excused, an empty cell is no grade
    moodle   a grading worksheet that Moodle gave out, with its grades filled in: for "Upload grading worksheet"
    csv      a line for each student and set, with all that made the grade

Nothing is written while a grade is not final, unless that is allowed; then what is not final is no number anywhere.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from course.grading import roster, standing
from course.grading.owners import Worksheet
from course.grading.standing import EXCUSED, FAILED, GRADED, INCOMPLETE, MISSING, Standing
from course.grading.term import Student, Term
from course.grading.whole import write_whole
from course.trouble import Trouble

FORMATS = ("csv", "canvas", "moodle")
NAMED = 5  # of those who wait, how many are named in an error
FORMULA = re.compile(r"[=+\-@\t\r]")  # what a spreadsheet would take for a formula, at the beginning of a cell
COLUMNS = (
    "set", "student", "name", "email", "section", "group", "state", "points", "penalty", "total", "of", "attempt",
    "handed in", "remarks",
)  # fmt: skip  these lines are a table
NEEDED = ("identifier", "grade", "last modified (grade)")  # Moodle's importer looks for these
FEEDBACK = "feedback comments"
Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Exported:
    """What was written, and of whom it holds no grade yet."""

    path: Path
    students: int
    incomplete: tuple[Standing, ...]
    unsafe: tuple[Standing, ...]  # graded without isolation
    absent: tuple[str, ...] = ()  # students who are in no row of Moodle's worksheet


def export(
    term: Term, names: Sequence[str], form: str, path: Path, *, allow_incomplete: bool = False,
    worksheet: Path | None = None, now: datetime | None = None,
) -> Exported:  # fmt: skip  these lines are a table
    """Write the grades of these sets; Trouble while one is not final, unless that is allowed."""
    found = {name: standing.standings(term, name) for name in names}
    waiting = tuple(one for by_student in found.values() for one in standing.incomplete(by_student))
    if waiting and not allow_incomplete:
        raise Trouble(_refusal(waiting))
    now = now or datetime.now(term.time_zone)
    absent: tuple[str, ...] = ()
    if form == "moodle":
        if worksheet is None or len(names) != 1:
            raise Trouble("Moodle's grades are of one assignment: name one set, and give its --worksheet FILE.")
        students = Worksheet.read(worksheet, term).students
        absent = tuple(student for student in term.students if student not in students.values())
        content = _moodle(term, found[names[0]], worksheet, students, now)
    else:
        rows = (_canvas if form == "canvas" else _plain)(term, found, now)
        content = _written(rows)
    write_whole(path, content)
    unsafe = tuple(one for by_student in found.values() for one in by_student.values() if not one.isolated)
    return Exported(path, len(term.students) - len(absent), waiting, unsafe, absent)


def number(term: Term, one: Standing, now: datetime) -> float | None:
    """Return the grade; None if there is none, which is never a zero: not final, excused, or not due yet."""
    if one.state == GRADED:
        return one.total
    due = term.due(one.set, one.student)
    return 0.0 if one.state == MISSING and due is not None and due < now else None


def _refusal(waiting: Sequence[Standing]) -> str:
    named = ", ".join(f"{one.student} in {one.set} ({_state(one)})" for one in waiting[:NAMED])
    more = f" and {len(waiting) - NAMED} more" if len(waiting) > NAMED else ""
    sets = " ".join(dict.fromkeys(one.set for one in waiting))
    grades = "1 grade is" if len(waiting) == 1 else f"{len(waiting)} grades are"
    return (
        f"{grades} not final: {named}{more}. Nothing was written. `course status` says what each of "
        f"{sets} waits for. To export without them: --allow-incomplete"
    )


def _state(one: Standing) -> str:
    return f"{one.state} in {', '.join(one.broken)}" if one.state == FAILED and one.broken else one.state


def _plain(term: Term, found: Mapping[str, Mapping[str, Standing]], now: datetime) -> Iterator[Sequence[str]]:
    yield COLUMNS
    for by_student in found.values():
        for one in by_student.values():
            student, grade = term.students[one.student], number(term, one, now)
            group = [other for other in term.group(one.student) if other != one.student]
            when = one.attempt.when if one.attempt else None
            points = sum(part.points for part in one.parts.values())
            partial = one.parts and one.state != EXCUSED
            yield [
                one.set, one.student, student.name, student.email, student.section, " ".join(group), one.state,
                _shown(one.score) if partial else "", _shown(one.score - one.total) if partial else "",
                _shown(grade), _shown(points) if one.parts else "", str(one.attempt.number) if one.attempt else "",
                when.astimezone(term.time_zone).isoformat(sep=" ", timespec="minutes") if when else "",
                _remarks(one),
            ]  # fmt: skip  these lines are a table


def _canvas(term: Term, found: Mapping[str, Mapping[str, Standing]], now: datetime) -> Iterator[Sequence[str]]:
    """Yield Canvas's columns: it finds a student by the number, or else by the login; a set by its name."""
    yield ["Student", "ID", "SIS Login ID", "Section", *found]
    points = {name: max(_points(by_student), standing.points(term, name)) for name, by_student in found.items()}
    yield ["    Points Possible", "", "", "", *(_shown(value) for value in points.values())]
    for student in term.students.values():
        grades = [
            "EX" if by_student[student.id].state == EXCUSED else _shown(number(term, by_student[student.id], now))
            for by_student in found.values()
        ]
        yield [student.name or student.id, student.canvas, _login(student), student.section, *grades]


def _moodle(
    term: Term, found: Mapping[str, Standing], worksheet: Path, students: Mapping[str, str], now: datetime
) -> bytes:
    """Return the worksheet as Moodle gave it out, with the grades and a remark in their columns."""
    head, *rows = _cells(worksheet)
    columns = {name.strip().casefold(): place for place, name in enumerate(head)}
    if missing := [name for name in NEEDED if name not in columns]:
        hint = "Download it again, in English, with 'Offline grading worksheet' on in the assignment's settings"
        raise Trouble(f"{worksheet}: has no column {missing[0]!r}. {hint}.")
    for row in rows:
        row += [""] * (len(head) - len(row))
        student = students.get(roster.participant(row[columns["identifier"]]))
        if student is None:
            continue
        grade = number(term, found[student], now)
        row[columns["grade"]] = _shown(grade)
        if FEEDBACK in columns and (remark := _remarks(found[student])):
            row[columns[FEEDBACK]] = remark
    return _written([head, *rows], safe=False)


def _cells(path: Path) -> list[list[str]]:
    """Return a CSV as it is; `roster.table` has read it before, so that it is one."""
    text = path.read_bytes().decode("utf-8-sig", "replace")
    separator = max(",;\t", key=text.partition("\n")[0].count)
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if row]


def _written(rows: Rows | Iterator[Sequence[str]], *, safe: bool = True) -> bytes:
    text = io.StringIO(newline="")
    table = csv.writer(text)
    for place, row in enumerate(rows):
        table.writerow([_safe(cell) for cell in row] if safe and place else row)
    return text.getvalue().encode()


def _safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula; students choose their names themselves."""
    return f"'{cell}" if FORMULA.match(cell) and not re.fullmatch(r"-?[\d.]+", cell) else cell


def _remarks(one: Standing) -> str:
    said = []
    if one.state in INCOMPLETE:
        said.append(f"Not final: {_state(one)}.")
    if one.state == EXCUSED:
        said.append("Excused.")
    if one.state == GRADED and one.lost:
        said.append(f"Late: -{_shown(one.score - one.total)} points.")
    if one.apart:
        said.append("Graded by hand apart from the group.")
    if not one.isolated:
        said.append("Graded without isolation.")
    return " ".join(said)


def _points(by_student: Mapping[str, Standing]) -> float:
    return max((sum(part.points for part in one.parts.values()) for one in by_student.values()), default=0.0)


def _login(student: Student) -> str:
    return "" if student.canvas else student.id


def _shown(value: float | None) -> str:
    return "" if value is None else f"{round(value, 2) + 0.0:g}"
