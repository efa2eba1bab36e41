"""A term: the class, its dates and its rules, as TERM/term.toml says them. No other file says anything about these.

Every date in it is local time in the term's time zone, unless it names an offset of its own.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from zoneinfo import ZoneInfo

FILE = "term.toml"
COURSE = "maximizing-the-margin"  # the course's id in nbgrader, as in TERM/nbgrader_config.py
SET = re.compile(r"ps[1-9][0-9]?")
ABOUT = ("name", "email", "section", "canvas", "moodle")  # what is said about a student
COUNTS = ("last before due", "best", "first")  # which attempt counts
LONGEST_ID = 80  # bytes of UTF-8; with a file's name added it must fit into any file system
NOT_IN_ID = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|+]')
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")  # no folder may have these names on Windows
Dates = dict[str, dict[str, datetime]]


@dataclass(frozen=True)
class Student:
    """One member of the class. `canvas` and `moodle` are the numbers by which those know the student."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    canvas: str = ""
    moodle: str = ""


@dataclass(frozen=True)
class LateRule:
    """What lateness costs: a fraction of the points for each day begun, after some grace, up to the most."""

    per_day: float = 0.0
    grace: timedelta = timedelta()
    most: float = 1.0


@dataclass(frozen=True)
class Term:
    """A class in one term."""

    folder: Path
    name: str
    time_zone: ZoneInfo
    gradebook_url: str
    counts: str = COUNTS[0]
    retention_days: int = 0
    wall_minutes: float | None = None  # that a submission may hold a worker; None: the grader's own limit
    late_rule: LateRule = LateRule()
    dates: dict[str, datetime] = field(default_factory=dict)
    extensions: Dates = field(default_factory=dict)
    handed_in: Dates = field(default_factory=dict)
    excuses: dict[str, frozenset[str]] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    students: dict[str, Student] = field(default_factory=dict)
    graded_apart: dict[str, frozenset[str]] = field(default_factory=dict)

    @staticmethod
    def read(folder: Path) -> Term:
        """Read TERM/term.toml; Trouble names the file and the line or key where something is wrong."""
        from course.grading.term.term_file import read

        return read(folder / FILE)

    def due(self, problem_set: str, student: str) -> datetime | None:
        """Return when the set is due for this student, an extension included; None if there is no date."""
        return self.extensions.get(problem_set, {}).get(student, self.dates.get(problem_set))

    def excused(self, problem_set: str, student: str) -> bool:
        """Return whether the student need not hand in the set."""
        return student in self.excuses.get(problem_set, ())

    def apart(self, problem_set: str, student: str) -> bool:
        """Return whether the student, though in a group, is graded by hand apart from it."""
        return student in self.graded_apart.get(problem_set, ())

    def group(self, student: str) -> list[str]:
        """Return the ids of those who hand in together with this student, who is one of them."""
        return list(self._groups.get(student, (student,)))

    def late(self, problem_set: str, student: str, when: datetime) -> bool:
        """Return whether this moment is after the student's due date and the grace."""
        due = self.due(problem_set, student)
        return due is not None and when > due + self.late_rule.grace

    def penalty(self, problem_set: str, student: str, when: datetime) -> float:
        """Return the fraction of the points that a hand-in at this moment loses."""
        due = self.due(problem_set, student)
        if due is None or not self.late(problem_set, student, when):
            return 0.0
        days = math.ceil((when - due) / timedelta(days=1))
        return min(self.late_rule.most, self.late_rule.per_day * days)

    def known_by(self, what: str, value: str) -> list[str]:
        """Return the ids of the students of whom this is the id, name, email, or number in canvas or moodle."""
        return self._known_by.get((what, plain(what, value)), []) if value.strip() else []

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        return {student: group for group in self.groups for student in group}

    @cached_property
    def _known_by(self) -> dict[tuple[str, str], list[str]]:
        index: dict[tuple[str, str], list[str]] = {}
        for student in self.students.values():
            for what in ("id", "name", "email", "canvas", "moodle"):
                index.setdefault((what, plain(what, getattr(student, what))), []).append(student.id)
        return index


def plain(what: str, value: str) -> str:
    """Return a value as it is compared: an id exactly, an address whatever its capitals, of a name its words."""
    value = unicodedata.normalize("NFC", value.strip())
    if what == "name":
        # Downloads leave signs out of names, and systems differ in which name comes first.
        letters = "".join(letter for letter in value.casefold() if letter.isalnum() or letter.isspace())
        return " ".join(sorted(letters.split()))
    return value if what == "id" else value.casefold()


def neutral(text: str) -> str:
    """Return a text in composed letters and without signs that are not seen, such as those that turn its direction.

    Joiners stay between letters that are not Latin, for some scripts are spelt with them.
    """
    text = unicodedata.normalize("NFC", text)
    seen = "".join(letter for place, letter in enumerate(text) if not _unseen(text, place))
    return " ".join("".join(" " if letter.isspace() else letter for letter in seen).split())


def _unseen(text: str, place: int) -> bool:
    letter, around = text[place], (text[place - 1 : place], text[place + 1 : place + 2])
    if letter in "\u200c\u200d":
        return not all(other > "\u024f" and unicodedata.category(other)[0] in "LM" for other in around)
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs") and not letter.isspace()


def unsafe(student: str) -> str | None:
    """Return why this cannot be a student's id, which is a folder's name too; None if it can."""
    if not student or len(student.encode("utf-8", "replace")) > LONGEST_ID:
        return f"an id has 1 to {LONGEST_ID} bytes"
    if NOT_IN_ID.search(student) or any("\ud800" <= letter <= "\udfff" for letter in student):
        return 'an id has none of / \\ : * ? " < > | + and no control characters'
    if student[0] in ".-~ " or student[-1] in ". " or DEVICES.fullmatch(student):
        return "no folder can be called so on every system"
    if student != unicodedata.normalize("NFC", student):
        return "its accents are not in Unicode's composed form (NFC); type it again"
    if any(_unseen(student, place) for place in range(len(student))):
        return "it has signs in it that are not seen; type it again"
    return None
