"""`course export`: the grades of a term as a table that Canvas, Moodle or a spreadsheet takes.

    canvas   for "Import" in Canvas's gradebook: a column for each set; EX is excused, an empty cell is no grade
    moodle   a grading worksheet that Moodle gave out, with its grades filled in: for "Upload grading worksheet"
    csv      a line for each student and set, with all that made the grade

Nothing is written while a grade is not final, unless that is allowed; then what is not final is no number anywhere.
"""


from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from course import numbers
from course.errors import Trouble
from course.files.atomic import write_atomically
from course.files.spreadsheet import as_csv
from course.grading.gradebook.part_grades import max_points
from course.grading.handback.moodle_worksheet import Sheet
from course.grading.state import State, StudentState, student_states
from course.grading.term.student import Student
from course.grading.term.term import Term

FORMATS = ("csv", "canvas", "moodle")
NAMED = 5  # of those who wait, how many are named in an error
COLUMNS = (
    "set", "student", "name", "email", "section", "group", "state", "points", "penalty", "total", "of", "attempt",
    "handed in", "remarks",
)


@dataclass(frozen=True)
class Exported:
    """What was written, and of whom it holds no grade yet."""

    path: Path
    students: int
    incomplete: tuple[StudentState, ...]
    unsafe: tuple[StudentState, ...]  # graded without isolation
    absent: tuple[str, ...] = ()  # students who are in no row of Moodle's worksheet
    locked: tuple[str, ...] = ()  # students whose grade Moodle lets nobody change
    scaled: str = ""  # in words, where Moodle's maximum differs from the set's points


def export(
    term: Term, names: Sequence[str], form: str, path: Path, *, allow_incomplete: bool = False,
    worksheet: Path | None = None, now: datetime | None = None,
) -> Exported:
    """Write the grades of these sets; Trouble while one is not final, unless that is allowed."""
    found = {name: student_states(term, name) for name in names}
    waiting = tuple(one for by_student in found.values() for one in by_student.values() if one.state.needs_action)
    if waiting and not allow_incomplete:
        raise Trouble(_refusal(waiting))
    now = now or datetime.now(term.time_zone)
    unsafe = tuple(one for by_student in found.values() for one in by_student.values() if not one.isolated)
    done = Exported(path, len(term.students), waiting, unsafe)
    if form == "moodle":
        if worksheet is None or len(names) != 1:
            raise Trouble("Moodle's grades are of one assignment: name one set, and give its --worksheet FILE.")
        content, done = _moodle(term, names[0], found[names[0]], worksheet, now, done)
    else:
        content = as_csv((_canvas if form == "canvas" else _plain)(term, found, now))
    write_atomically(path, content)
    return done


def number(term: Term, one: StudentState, now: datetime) -> float | None:
    """Return the grade; None if there is none, which is never a zero: not final, excused, or not due yet."""
    if one.state == State.GRADED:
        return one.total
    due = term.due(one.set, one.student)
    return 0.0 if one.state == State.MISSING and due is not None and due < now else None


def _refusal(waiting: Sequence[StudentState]) -> str:
    named = _some([f"{one.student} in {one.set} ({_state(one)})" for one in waiting])
    sets = " ".join(dict.fromkeys(one.set for one in waiting))
    grades = "1 grade is" if len(waiting) == 1 else f"{len(waiting)} grades are"
    return (
        f"{grades} not final: {named}. Nothing was written. `course status` says what each of "
        f"{sets} waits for. To export without them: --allow-incomplete"
    )


def _state(one: StudentState) -> str:
    return f"{one.state} in {', '.join(one.broken)}" if one.state == State.FAILED and one.broken else one.state


def _some(named: Sequence[str]) -> str:
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    return ", ".join(named[:NAMED]) + more


def _plain(term: Term, found: Mapping[str, Mapping[str, StudentState]], now: datetime) -> Iterator[Sequence[str]]:
    yield COLUMNS
    for by_student in found.values():
        for one in by_student.values():
            student, grade = term.students[one.student], number(term, one, now)
            group = [other for other in term.group(one.student) if other != one.student]
            when = one.attempt.when if one.attempt else None
            points = sum(part.points for part in one.parts.values())
            partial = one.parts and one.state != State.EXCUSED
            yield [
                one.set, one.student, student.name, student.email, student.section, " ".join(group), one.state,
                _shown(one.score) if partial else "", _shown(one.score - one.total) if partial else "",
                _shown(grade), _shown(points) if one.parts else "", str(one.attempt.number) if one.attempt else "",
                when.astimezone(term.time_zone).isoformat(sep=" ", timespec="minutes") if when else "",
                _remarks(one),
            ]


def _canvas(term: Term, found: Mapping[str, Mapping[str, StudentState]], now: datetime) -> Iterator[Sequence[str]]:
    """Yield Canvas's columns: it finds a student by the number, or else by the login; a set by its name."""
    yield ["Student", "ID", "SIS Login ID", "Section", *found]
    points = {name: _worth(term, name, by_student) for name, by_student in found.items()}
    yield ["    Points Possible", "", "", "", *(_shown(value) for value in points.values())]
    for student in term.students.values():
        grades = [
            "EX" if by_student[student.id].state == State.EXCUSED else _shown(number(term, by_student[student.id], now))
            for by_student in found.values()
        ]
        yield [student.name or student.id, student.canvas, _login(student), student.section, *grades]


def _moodle(
    term: Term, name: str, found: Mapping[str, StudentState], worksheet: Path, now: datetime, done: Exported
) -> tuple[bytes, Exported]:
    """Return Moodle's worksheet with the grades in it, on Moodle's scale, and what is to be told of it."""
    sheet = Sheet.read(worksheet, term)
    there = {student: found[student] for student in sheet.owners if student}
    points = _worth(term, name, found)
    most = sheet.maximum or points
    grades = {student: number(term, one, now) for student, one in there.items()}
    if points and most != points:
        grades = {student: None if grade is None else grade * most / points for student, grade in grades.items()}
        scales = f"{name} has {_shown(points)} points and Moodle's maximum is {_shown(most)}"
        done = replace(done, scaled=f"{scales}: the grades are scaled to it.")
    _refuse_skipped(grades, most)
    absent = tuple(student for student in term.students if student not in there)
    locked = tuple(student for student in sorted(sheet.locked) if grades[student] is not None)
    remarks = {student: _remarks(one) for student, one in there.items()}
    content = sheet.filled({student: _shown(grade) for student, grade in grades.items()}, remarks)
    return content, replace(done, students=len(there), absent=absent, locked=locked)


def _refuse_skipped(grades: Mapping[str, float | None], most: float) -> None:
    """Raise where a grade is above Moodle's maximum: its importer would skip it without a word."""
    above = [f"{student} ({_shown(grade)})" for student, grade in grades.items() if round((grade or 0) - most, 6) > 0]
    if above:
        raise Trouble(
            f"Moodle takes no grade above the assignment's maximum, which is {_shown(most)}: {_some(above)}. Nothing "
            "was written. Take the extra credit away in the formgrader, and give it in Moodle's gradebook as an item "
            "of its own."
        )


def _remarks(one: StudentState) -> str:
    said = []
    if one.state.needs_action:
        said.append(f"Not final: {_state(one)}.")
    if one.state == State.EXCUSED:
        said.append("Excused.")
    if one.state == State.GRADED and one.lost:
        said.append(f"Late: -{_shown(one.score - one.total)} points.")
    if one.apart:
        said.append("Graded by hand apart from the group.")
    if not one.isolated:
        said.append("Graded without isolation.")
    return " ".join(said)


def _worth(term: Term, name: str, by_student: Mapping[str, StudentState]) -> float:
    """Return the points of a set."""
    graded = (sum(part.points for part in one.parts.values()) for one in by_student.values())
    return max(max_points(term, name), *graded)


def _login(student: Student) -> str:
    return "" if student.canvas else student.id


def _shown(value: float | None) -> str:
    return "" if value is None else numbers.number(value)
