"""Whose a file is, by its path in what was downloaded. It is never guessed: one student, or a reason why not.

    Canvas      lovelaceada_LATE_12345_678901_ps1-2.ipynb             LATE and -2, for a second version, may be absent
    Moodle      Ada Lovelace_1234567_assignsubmission_file/ps1.ipynb  or all of it in the file's name
    nbgrader    ada+ps1+2027-03-01 18:00:00.000000 UTC+dGhpcyBp/ps1.ipynb, and submitted/ada/ps1/ps1.ipynb
    a folder    ada.ipynb, ada/ps1.ipynb

Moodle gives a student another number in each assignment, so that its numbers come from the grading worksheet of this
assignment, and the name must fit as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from course.grading import roster
from course.grading.term import SET, Term, plain
from course.trouble import Trouble

CANVAS = re.compile(r"(?P<who>.*?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<name>.+)")
CANVAS_ANONYMOUS = re.compile(r"(?:.*_)?anon_\w+_\d+_.+")
MOODLE = re.compile(r"(?P<who>.*)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?P<name>.*))?")
EXCHANGE = re.compile(r"(?P<who>.+)\+(?P<set>[^+]+)\+(?P<when>\d{4}-\d\d-\d\d[^+]*(?:\+\d\d:?\d\d)?)(?:\+.*)?")
MOODLE_DATES = ("%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S")
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?\s*(\S*)")


class Nobodys(Trouble):
    """Why it is not known whose a file is."""


@dataclass(frozen=True)
class Owned:
    """Whose a file is, what it was called before the download renamed it, and what its path says about the time."""

    student: str
    name: str
    when: datetime | None = None
    marked_late: bool = False
    order: int = 0  # Canvas counts all files that are handed in


@dataclass(frozen=True)
class Worksheet:
    """What Moodle's grading worksheet says of one assignment: students and times, by Moodle's number."""

    students: Mapping[str, str] = field(default_factory=dict)
    when: Mapping[str, datetime] = field(default_factory=dict)

    @staticmethod
    def read(path: Path, term: Term) -> Worksheet:
        """Read a grading worksheet; a row is of the one student with that address, or else with that name."""
        students, when = {}, {}
        for row in roster.table(path):
            number = roster.participant(row.get("identifier", ""))
            address, name = row.get("email address", ""), row.get("full name", "")
            found = term.known_by("email", address) or term.known_by("name", name)
            if number and len(found) == 1:
                students[number] = found[0]
                if moment := _moodle_date(row.get("last modified (submission)", ""), term.time_zone):
                    when[number] = moment
        if not students:
            raise Trouble(f"{path}: is no grading worksheet of this class: no row has a number and an address.")
        return Worksheet(students, when)


def owner(term: Term, problem_set: str, parts: list[str], worksheet: Worksheet | None = None) -> Owned | None:
    """Return whose a file is; None if it belongs to another problem set's folder. Nobodys says why it is nobody's."""
    for place, part in enumerate(parts):
        if found := MOODLE.fullmatch(part):
            return _of_moodle(term, found, parts[place + 1 :], worksheet or Worksheet())
        if found := EXCHANGE.fullmatch(part):
            if found["set"] != problem_set:
                return None
            return Owned(_known(term, found["who"]), parts[-1], moment(found["when"]))
    if found := CANVAS.fullmatch(parts[-1]):
        return _of_canvas(term, found)
    if CANVAS_ANONYMOUS.fullmatch(parts[-1]):
        raise Nobodys("Canvas hid the names. Turn anonymous grading off for the assignment, and download it again.")
    return _of_folder(term, problem_set, parts)


def moment(text: str) -> datetime | None:
    """Return the moment that nbgrader wrote, such as 2027-03-01 18:00:00.000000 UTC; None if it is none."""
    found = MOMENT.fullmatch(text.strip())
    if not found:
        return None
    try:
        naive = datetime.fromisoformat(f"{found[1]} {found[2]}")
        zone = _zone(found[4])
    except (ValueError, OSError, KeyError):
        return None
    # Whoever hands in may write any time; on the first and last days there are, no other zone's clock can say it.
    return naive.replace(tzinfo=zone) if MINYEAR < naive.year < MAXYEAR else None


def _zone(name: str) -> timezone | ZoneInfo:
    if name in ("", "UTC", "Z", "GMT"):
        return UTC
    if re.fullmatch(r"[+-]\d\d:?\d\d", name):
        parsed = datetime.strptime(name, "%z").tzinfo
        assert isinstance(parsed, timezone)
        return parsed
    return ZoneInfo(name)


def _of_canvas(term: Term, found: re.Match[str]) -> Owned:
    students = term.known_by("canvas", found["user"])
    if not students:
        user = found["user"]
        raise Nobodys(f'Canvas user {user} ({found["who"]}) is not on the roster. Add canvas = "{user}" to a student.')
    return Owned(students[0], found["name"], marked_late=bool(found["late"]), order=int(found["file"][:18]))


def _of_moodle(term: Term, found: re.Match[str], rest: list[str], worksheet: Worksheet) -> Owned:
    number, who = found["user"], found["who"]
    student = worksheet.students.get(number) or next(iter(term.known_by("moodle", number)), None)
    if student is None:
        hint = "Give this assignment's grading worksheet: --worksheet FILE"
        if worksheet.students:
            hint = "In the --worksheet no row with that number is of one student on the roster. Add them to term.toml"
        raise Nobodys(f"Moodle's participant {number} ({who}) is unknown. {hint}")
    name = term.students[student].name
    if name and who and plain("name", name) != plain("name", who):
        hint = "Give this assignment's own grading worksheet: --worksheet FILE"
        raise Nobodys(f"Participant {number} is {student} ({name}), but the folder says {who}. {hint}")
    return Owned(student, rest[-1] if rest else found["name"] or "", worksheet.when.get(number))


def _of_folder(term: Term, problem_set: str, parts: list[str]) -> Owned | None:
    """Return the one student whose id or address one of the folders is, or the file's name."""
    *folders, name = parts
    if any(SET.fullmatch(folder) and folder != problem_set for folder in folders):
        return None
    stem = name.rpartition(".")[0] or name
    named = (term.known_by("id", part) or term.known_by("email", part) for part in (*folders, stem))
    found = {student for students in named for student in students}
    if len(found) > 1:
        raise Nobodys(f"Its path names several students: {', '.join(sorted(found))}.")
    if not found:
        raise Nobodys("Nothing in its path is the id of one student on the roster.")
    student = found.pop()
    if stem in (student, term.students[student].email):  # the name says whose it is, and nothing of what it is
        name = f"{problem_set}.{name.rpartition('.')[2]}"
    return Owned(student, name)


def _known(term: Term, student: str) -> str:
    if found := term.known_by("id", student):
        return found[0]
    raise Nobodys(f"{student} is not on the roster.")


def _moodle_date(text: str, zone: ZoneInfo) -> datetime | None:
    for form in MOODLE_DATES:
        try:
            return datetime.strptime(text.replace("\u202f", " "), form).replace(tzinfo=zone)
        except ValueError:
            continue
    return None
