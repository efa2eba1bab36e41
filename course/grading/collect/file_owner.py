"""The owner of a file, by its path in the download. It is never guessed: one student, or the reason why not.

    Canvas      lovelaceada_LATE_12345_678901_ps1-2.ipynb             LATE and -2, for a second version, may be absent
    Moodle      Ada Lovelace_1234567_assignsubmission_file/ps1.ipynb  or all of it in the file's name
    nbgrader    ada+ps1+2027-03-01 18:00:00.000000 UTC+dGhpcyBp/ps1.ipynb, and submitted/ada/ps1/ps1.ipynb
    a folder    ada.ipynb, ada/ps1.ipynb

Moodle gives a student another number in each assignment, so its numbers come from the grading worksheet of this
assignment, and the name must match as well.

Students choose the names of their files, and often their own. So the outermost part of a path decides, and in it the
first match; if another match belongs to another student, the owner is unknown.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from course.errors import Trouble
from course.grading.term import csv_table, roster
from course.grading.term.student import comparable
from course.grading.term.term import Term
from course.grading.term.term_file import SET

CANVAS = re.compile(r"(?<!_LATE)(?=(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<name>.+))")
CANVAS_ANONYMOUS = re.compile(r"(?:.*_)?anon_\w+_\d+_.+")
MOODLE = re.compile(r"_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)(?=_|$)")
EXCHANGE = re.compile(r"(?P<who>[^+]+)\+(?P<set>[^+]+)\+(?P<when>\d{4}-\d\d-\d\d[^+]*(?:\+\d\d:?\d\d)?)(?:\+.*)?")
MOODLE_DATES = ("%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S")
ENGLISH = "Download it again, in English, with 'Offline grading worksheet' on in the assignment's settings"
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?\s*(\S*)")


@dataclass(frozen=True)
class Owner:
    """The student whose file it is, and what else the path says."""

    student: str
    name: str  # the file's, before the download renamed it
    when: datetime | None = None
    marked_late: bool = False
    order: int = 0  # Canvas numbers all files in the order in which they are handed in


class OtherSet:
    """The file lies in the folder of another problem set."""


@dataclass(eq=False)
class UnknownOwner(Exception):
    """Why the owner is unknown."""

    why: str
    has_form: bool = True  # something in the path looks like a hand-in


@dataclass(frozen=True)
class Participant:
    """A row of Moodle's grading worksheet."""

    student: str
    name: str = ""  # in Moodle
    when: datetime | None = None


Worksheet = Mapping[str, Participant]  # by Moodle's number, another one in each assignment


def read_worksheet(path: Path, term: Term) -> Worksheet:
    """Read a grading worksheet; each row belongs to the one student with its address, or else its name."""
    worksheet, rows = {}, csv_table.rows(path)
    for row in rows:
        number, name = roster.participant(row.get("identifier", "")), row.get("full name", "")
        found = term.known_by("email", row.get("email address", "")) or term.known_by("name", name)
        if number and len(found) == 1:
            when = _moodle_date(row.get("last modified (submission)", ""), term.time_zone)
            worksheet[number] = Participant(found[0], name, when)
    if rows and not {"identifier", "email address", "full name"} & set(rows[0]):
        raise Trouble(f"{path}: has no columns Identifier, Full name and Email address. {ENGLISH}.")
    if not worksheet:
        raise Trouble(f"{path}: is not a grading worksheet of this class: no row has a number and a student of it.")
    return worksheet


def find_owner(
    term: Term, problem_set: str, parts: list[str], worksheet: Worksheet | None = None
) -> Owner | OtherSet | UnknownOwner:
    """Return the owner of the file at a path."""
    try:
        return _by_form(term, problem_set, parts, worksheet or {}) or _by_folder(term, problem_set, parts)
    except UnknownOwner as unknown:
        return unknown


def _by_form(term: Term, problem_set: str, parts: list[str], worksheet: Worksheet) -> Owner | OtherSet | None:
    """Return the owner by the outermost part in the form of Canvas, Moodle or nbgrader; None if no part has one."""
    named = len(parts) - (parts[-1] == "")  # an empty folder has no name at the end
    for place, part in enumerate(parts):
        if found := list(MOODLE.finditer(part)):
            owner = _of_moodle(term, found, parts[place + 1 :], worksheet)
        elif place < len(parts) - 1 and (exchanged := EXCHANGE.fullmatch(part)):
            if exchanged["set"] != problem_set:
                return OtherSet()
            if not (known := term.known_by("id", exchanged["who"])):
                raise UnknownOwner(f"{exchanged['who']} is not on the roster.")
            owner = Owner(known[0], parts[-1], moment(exchanged["when"]))
        elif place == named - 1 and (found := list(CANVAS.finditer(part))):
            owner = _of_canvas(term, found)
        else:
            continue
        _the_one_of({owner.student, *_named(term, parts[:place])})
        return owner
    if CANVAS_ANONYMOUS.fullmatch(parts[-1]):
        raise UnknownOwner("Canvas hid the names. Turn off anonymous grading of the assignment, and download it again.")
    return None


def moment(text: str) -> datetime | None:
    """Return the moment that nbgrader wrote, such as 2027-03-01 18:00:00.000000 UTC; None if it is not valid."""
    found = MOMENT.fullmatch(text.strip())
    if not found:
        return None
    try:
        naive = datetime.fromisoformat(f"{found[1]} {found[2]}")
        zone = _zone(found[4])
    except (ValueError, OSError, KeyError):
        return None
    # Students may write any time; the first and last days of the calendar can't be converted to other time zones.
    return naive.replace(tzinfo=zone) if MINYEAR < naive.year < MAXYEAR else None


def _zone(name: str) -> tzinfo | None:
    if name in ("", "UTC", "Z", "GMT"):
        return UTC
    if re.fullmatch(r"[+-]\d\d:?\d\d", name):
        return datetime.strptime(name, "%z").tzinfo
    return ZoneInfo(name)


def _of_canvas(term: Term, found: list[re.Match[str]]) -> Owner:
    """Return the owner by the first match; the others may not name another student."""
    first, user = found[0], found[0]["user"]
    students = [term.known_by("canvas", one["user"]) for one in found]
    if not students[0]:
        who = first.string[: first.start()]
        raise UnknownOwner(f'Canvas user {user} ({who}) is not on the roster. Add canvas = "{user}" to a student.')
    student = _the_one_of({id_ for ids in students for id_ in ids})
    return Owner(student, first["name"], marked_late=bool(first["late"]), order=int(first["file"][:18]))


def _of_moodle(term: Term, found: list[re.Match[str]], rest: list[str], worksheet: Worksheet) -> Owner:
    """Return the owner by the first match; the others, with their names, may not name another student."""
    first, others = found[0], set[str]()
    student = _participant(term, first, worksheet)
    for one in found[1:]:
        with suppress(UnknownOwner):
            others.add(_participant(term, one, worksheet))
    name = rest[-1] if rest else first.string[first.end() + 1 :]
    row = worksheet.get(first["user"])
    return Owner(_the_one_of({student, *others}), name, row.when if row else None)


def _participant(term: Term, found: re.Match[str], worksheet: Worksheet) -> str:
    """Return the student with the number, if the name is the same."""
    number, who = found["user"], found.string[: found.start()]
    row = worksheet.get(number)
    student = row.student if row else next(iter(term.known_by("moodle", number)), None)
    if student is None:
        hint = "Give this assignment's grading worksheet: --worksheet FILE"
        if worksheet:
            hint = "No row of the --worksheet with that number is of a student on the roster. Add them to term.toml"
        raise UnknownOwner(f"Moodle's participant {number} ({who}) is unknown. {hint}")
    name = term.students[student].name or (row.name if row else "")
    if comparable("name", name) != comparable("name", who) or not name:
        known = f"{student} ({name})" if name else f"{student}, whose name is not in term.toml"
        hint = "Give this assignment's own grading worksheet: --worksheet FILE"
        raise UnknownOwner(f"Participant {number} is {known}, but the folder says {who}. {hint}")
    return student


def _by_folder(term: Term, problem_set: str, parts: list[str]) -> Owner | OtherSet | UnknownOwner:
    """Return the student whose id or address is the name of a folder or of the file."""
    *folders, name = parts
    if any(SET.fullmatch(folder) and folder != problem_set for folder in folders):
        return OtherSet()
    stem = name.rpartition(".")[0] or name
    found = _named(term, [*folders, stem])
    if not found:
        return UnknownOwner("Nothing in its path is the id of one student on the roster.", has_form=False)
    student = _the_one_of(found)
    if stem and stem in (student, term.students[student].email):  # the name is the student's, not the set's
        name = f"{problem_set}.{name.rpartition('.')[2]}"
    return Owner(student, name)


def _named(term: Term, parts: list[str]) -> set[str]:
    """Return the students whose id or address is one of the parts."""
    named = (term.known_by("id", part) or term.known_by("email", part) for part in parts)
    return {student for students in named for student in students}


def _the_one_of(students: set[str]) -> str:
    if len(students) > 1:
        raise UnknownOwner(f"Its path names several students: {', '.join(sorted(students))}.")
    return next(iter(students))


def _moodle_date(text: str, zone: ZoneInfo) -> datetime | None:
    for form in MOODLE_DATES:
        try:
            return datetime.strptime(text.replace("\u202f", " "), form).replace(tzinfo=zone)
        except ValueError:
            continue
    return None
