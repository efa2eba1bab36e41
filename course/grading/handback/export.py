"""Write the grades of a term as a table for Canvas, Moodle or a spreadsheet.

    canvas   for "Import" in Canvas's gradebook: a column for each set; EX is excused, an empty cell is no grade
    moodle   Moodle's grading worksheet with the grades filled in, for "Upload grading worksheet"
    csv      a line for each student and set, with everything that made up the grade

Nothing is written while a grade is not final, unless that is allowed; then a grade that is not final gets no number.
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
from course.grading.term.term import Term

NAMED = 5  # students named in an error
COLUMNS = (
    "set", "student", "name", "email", "section", "group", "state", "points", "penalty", "total", "of", "attempt",
    "handed in", "remarks",
)


@dataclass(frozen=True)
class Exported:
    """What was written, and what to know about it."""

    students: int
    incomplete: tuple[StudentState, ...]
    unsafe: tuple[StudentState, ...]  # graded without isolation
    absent: tuple[str, ...] = ()  # students without a row in Moodle's worksheet
    locked: tuple[str, ...] = ()  # students whose grade is locked in Moodle
    scaled: str = ""  # a sentence, if Moodle's maximum differs from the set's points


def export(
    term: Term, names: Sequence[str], form: str, path: Path, *, allow_incomplete: bool = False,
    worksheet: Path | None = None, now: datetime | None = None,
) -> Exported:
    """Write the grades of these sets; Trouble if one is not final, unless that is allowed."""
    found = {name: student_states(term, name) for name in names}
    states = [one for by_student in found.values() for one in by_student.values()]
    waiting = tuple(one for one in states if one.state.needs_action)
    if waiting and not allow_incomplete:
        raise Trouble(_refusal(waiting))
    now = now or datetime.now(term.time_zone)
    done = Exported(len(term.students), waiting, tuple(one for one in states if not one.isolated))
    if form == "moodle":
        if worksheet is None or len(names) != 1:
            raise Trouble("Moodle has a worksheet for each assignment: name one set, and give its --worksheet FILE.")
        content, done = _moodle(term, names[0], found[names[0]], worksheet, now, done)
    else:
        content = as_csv(_canvas(term, found, now) if form == "canvas" else _plain(term, states, now))
    write_atomically(path, content)
    return done


def final_grade(term: Term, one: StudentState, now: datetime) -> float | None:
    """Return the grade; None if it is not final, excused or not due yet, which is never a zero."""
    if one.state == State.GRADED:
        return one.total
    due = term.due(one.set, one.student)
    return 0.0 if one.state == State.MISSING and due is not None and due < now else None


def _refusal(waiting: Sequence[StudentState]) -> str:
    named = _some([f"{one.student} in {one.set} ({_state(one)})" for one in waiting])
    sets = " ".join(dict.fromkeys(one.set for one in waiting))
    grades = "1 grade is" if len(waiting) == 1 else f"{len(waiting)} grades are"
    return (
        f"{grades} not final: {named}. Nothing was written. Run `course status` for {sets} to see why. To export "
        "without them: --allow-incomplete"
    )


def _state(one: StudentState) -> str:
    return f"{one.state} in {', '.join(one.broken)}" if one.state == State.FAILED and one.broken else one.state


def _some(named: Sequence[str]) -> str:
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    return ", ".join(named[:NAMED]) + more


def _plain(term: Term, states: Sequence[StudentState], now: datetime) -> Iterator[Sequence[str]]:
    yield COLUMNS
    for one in states:
        student, grade = term.students[one.student], final_grade(term, one, now)
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
    """Yield Canvas's columns. Canvas finds a student by the number, or else by the login, and a set by its name."""
    yield ["Student", "ID", "SIS Login ID", "Section", *found]
    points = {name: _worth(term, name, by_student) for name, by_student in found.items()}
    yield ["    Points Possible", "", "", "", *(_shown(value) for value in points.values())]
    for student in term.students.values():
        states = [by_student[student.id] for by_student in found.values()]
        grades = ["EX" if one.state == State.EXCUSED else _shown(final_grade(term, one, now)) for one in states]
        login = "" if student.canvas else student.id
        yield [student.name or student.id, student.canvas, login, student.section, *grades]


def _moodle(
    term: Term, name: str, found: Mapping[str, StudentState], worksheet: Path, now: datetime, done: Exported
) -> tuple[bytes, Exported]:
    """Return Moodle's worksheet with the grades in it, on Moodle's scale, and what to know about it."""
    sheet = Sheet.read(worksheet, term)
    there = {student: found[student] for student in sheet.owners if student}
    points = _worth(term, name, found)
    most = sheet.maximum or points
    grades = {student: final_grade(term, one, now) for student, one in there.items()}
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
    """Raise Trouble if a grade is above Moodle's maximum, since its importer would skip it silently."""
    above = [f"{student} ({_shown(grade)})" for student, grade in grades.items() if round((grade or 0) - most, 6) > 0]
    if above:
        raise Trouble(
            f"Moodle skips grades above the assignment's maximum, which is {_shown(most)}: {_some(above)}. Nothing was "
            "written. Remove the extra credit in the formgrader, and enter it in Moodle's gradebook as a separate item."
        )


def _remarks(one: StudentState) -> str:
    remarks = {
        f"Not final: {_state(one)}.": one.state.needs_action,
        "Excused.": one.state == State.EXCUSED,
        f"Late: -{_shown(one.score - one.total)} points.": one.state == State.GRADED and one.lost,
        "Graded by hand apart from the group.": one.apart,
        "Graded without isolation.": not one.isolated,
    }
    return " ".join(remark for remark, applies in remarks.items() if applies)


def _worth(term: Term, name: str, by_student: Mapping[str, StudentState]) -> float:
    """Return the points of a set."""
    graded = (sum(part.points for part in one.parts.values()) for one in by_student.values())
    return max(max_points(term, name), *graded)


def _shown(value: float | None) -> str:
    return "" if value is None else numbers.number(value)
