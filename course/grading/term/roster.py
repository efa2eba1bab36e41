"""The roster of a class, from what Canvas or Moodle export, as lines of term.toml.

It may be Canvas's gradebook export (columns Student, ID, SIS User ID, SIS Login ID, Section), Moodle's list of
participants (First name, Surname or Last name, ID number, Email address, Groups), Moodle's grading worksheet
(Identifier, Full name, Email address), or any other CSV file with a column `id`, and perhaps name, email, section,
canvas, moodle.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from course.errors import Trouble
from course.files.text import printable
from course.grading.term import csv_table
from course.grading.term.student import ABOUT, UNIQUE, Student, neutral, unsafe

COLUMNS = {
    "id": ("id number", "sis login id", "username", "sis user id"),
    "name": ("full name", "student", "name"),
    "first": ("first name", "firstname", "given name"),
    "last": ("surname", "last name", "lastname"),
    "email": ("email address", "email"),
    "section": ("section", "groups", "group"),
    "canvas": ("canvas",),
    "moodle": ("identifier", "moodle"),
}
IDS = {"id", *(column for what in UNIQUE for column in COLUMNS[what])}  # from which an id is made
BARE = re.compile(r"[A-Za-z0-9_-]+")  # what needs no quotes as a key in TOML
PARTICIPANT = re.compile(r"(?:\D*\s)?(\d+)")  # "Participant 1234567", in any language


@dataclass(frozen=True)
class Listed:
    """A student on a line of an export, and other ids by which the course may know the student."""

    student: Student
    line: int
    known_as: frozenset[str]
    made: bool = False  # the id is made from the address


def read_roster(path: Path) -> list[Listed]:
    """Read the lines of an export; Trouble names the line where something is wrong."""
    rows = csv_table.rows(path)
    if any(any(row.values()) for row in rows) and not any(IDS & row.keys() for row in rows):
        there = printable(", ".join(rows[0]))[:200]
        raise Trouble(f"{path}: has no column of ids. Rename one of them to `id`. Its columns are: {there}.")
    canvas = bool(rows) and "sis login id" in rows[0]
    found, seen = list[Listed](), dict[tuple[str, str], int]()
    for line, row in enumerate(rows, 2):
        if one := _listed(path, line, row, canvas):
            for what in UNIQUE:
                value = getattr(one.student, what)
                if value and (first := seen.setdefault((what, value.casefold()), line)) != line:
                    raise Trouble(f"{path}:{line}: {value} is also in line {first}. Remove one of the lines.")
            found.append(one)
    if not found:
        raise Trouble(f"{path}: has no students in it. Its columns are: {', '.join(rows[0]) if rows else 'none'}.")
    return found


def lines(students: Iterable[Student]) -> str:
    """Return the students as lines for the table [students] of term.toml."""
    written = []
    for student in students:
        about = {what: getattr(student, what) for what in ABOUT}
        fields = ", ".join(f"{what} = {quoted(value)}" for what, value in about.items() if value)
        written.append(f"{key(student.id)} = {{ {fields} }}\n" if fields else f"{key(student.id)} = {{}}\n")
    return "".join(written)


def key(student: str) -> str:
    """Return an id as a key of TOML."""
    return student if BARE.fullmatch(student) else quoted(student)


def quoted(text: str) -> str:
    """Return the text as a string of TOML, which quotes as JSON does."""
    return json.dumps(neutral(text), ensure_ascii=False)


def participant(text: str) -> str:
    """Return the number in Moodle's 'Participant 1234567', or an empty string."""
    found = PARTICIPANT.fullmatch(text.strip())
    return found[1] if found else ""


def _listed(path: Path, line: int, row: Mapping[str, str], canvas: bool) -> Listed | None:
    """Return the student of a row; None for other rows, such as Canvas's points possible."""
    said = {what: next((row[column] for column in columns if row.get(column)), "") for what, columns in COLUMNS.items()}
    if not any(row.values()) or (canvas and not row.get("id")):
        return None
    if said["name"].startswith("Points Possible") or said["name"] == "Student, Test":
        return None
    name = said["name"] or " ".join(part for part in (said["first"], said["last"]) if part)
    number = row.get("id", "") if canvas else said["canvas"]
    id_ = (said["id"] if canvas else row.get("id") or said["id"]) or said["email"].partition("@")[0] or number
    id_ = id_.partition("@")[0] if canvas else id_
    if why := unsafe(id_):
        raise Trouble(f"{path}:{line}: {name or 'this row'} has the id {id_!r}, but {why}. Give one in a column `id`.")
    if canvas and "," in name:  # Canvas sorts by the last name: "Lovelace, Ada"
        last, _, first = name.partition(",")
        name = f"{first.strip()} {last.strip()}"
    student = Student(id_, name, said["email"], said["section"], number, participant(said["moodle"]))
    columns = COLUMNS["id"] if canvas else ("id", *COLUMNS["id"])  # Canvas's own ID is not a login
    logins = [row.get(column, "") for column in columns]
    known_as = {login.partition("@")[0] for login in (*logins, said["email"])} | set(logins)
    made = not canvas and not row.get("id") and not said["id"] and bool(said["email"])
    return Listed(student, line, frozenset(known_as - {""}), made)
