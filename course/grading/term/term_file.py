"""Reads term.toml, one thing after the other, and names the key where something is wrong."""


import re
import reprlib
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from course.errors import Trouble, explained
from course.grading.term.lateness import LateRule
from course.grading.term.student import ABOUT, Student, neutral, unsafe

SET = re.compile(r"ps[1-9][0-9]?")
COUNTS = ("last before due", "best", "first")  # which attempt counts
KEYS = {
    "term", "time_zone", "gradebook", "counts", "retention_days", "wall_minutes", "late", "due", "extensions",
    "excused", "handed_in", "groups", "students", "apart",
}
MOST_DAYS, MOST_MINUTES = 36_500, 525_600  # a hundred years, and one

Dates = dict[str, dict[str, datetime]]


@dataclass(frozen=True)
class TermFile:
    """What term.toml says."""

    folder: Path
    name: str
    time_zone: ZoneInfo
    gradebook_url: str
    counts: str = COUNTS[0]
    retention_days: int = 0
    wall_minutes: float | None = None  # that a submission may hold a worker; None: the grader's own limit
    late_rule: LateRule = field(default_factory=LateRule)
    dates: dict[str, datetime] = field(default_factory=dict)
    extensions: Dates = field(default_factory=dict)
    handed_in: Dates = field(default_factory=dict)
    excuses: dict[str, frozenset[str]] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    students: dict[str, Student] = field(default_factory=dict)
    graded_apart: dict[str, frozenset[str]] = field(default_factory=dict)


def read_term_file(path: Path) -> TermFile:
    """Read a term's file, or raise Trouble."""
    try:
        with explained(path, "cannot be read"):
            if not path.exists():
                raise Trouble(f"{path.parent} is not a term's folder: it has no {path.name}. Make one: course init DIR")
            return parsed(path, path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not UTF-8. Save it in that encoding.") from None


def parsed(path: Path, text: str) -> TermFile:
    """Return the term that a text means in the place of its file, or raise Trouble."""
    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of a number of thousands of digits, and brackets in brackets
        raise Trouble(f"{path} is not TOML: {error}. Mend that line.") from None
    return _Reader(path, said).term()


class _Reader:
    """What the file says, and the checks on the way to a term."""

    def __init__(self, path: Path, said: dict[str, Any]) -> None:
        self.path, self.said = path, said
        self.zone = ZoneInfo("UTC")
        self.sets = sorted(place.name for place in path.parent.glob("source/ps*"))

    def term(self) -> TermFile:
        if unknown := set(self.said) - KEYS:
            raise self.trouble(sorted(unknown)[0], f"is not a setting. There are: {', '.join(sorted(KEYS))}")
        name = self.one("term", str, None, "such as 2027-spring")
        self.zone = self.time_zone()
        students = self.students()
        counts = self.one("counts", str, COUNTS[0], "in words")
        if counts not in COUNTS:
            raise self.trouble("counts", f"is {counts!r}. Write one of: {', '.join(map(repr, COUNTS))}")
        return TermFile(
            self.path.parent, name, self.zone, self.gradebook(), counts,
            self.one("retention_days", int, 0, f"a number of days up to {MOST_DAYS:,}, 0 for no limit", most=MOST_DAYS),
            self.wall_minutes(), self.late_rule(), self.dates("due"),
            self.by_student("extensions", students), self.by_student("handed_in", students),
            self.by_set("excused", students), self.groups(students), students, self.by_set("apart", students),
        )

    def trouble(self, key: str, what: str) -> Trouble:
        return Trouble(f"{self.path}: {key} {what}.")

    def one(
        self, key: str, kind: type, default: Any, wanted: str, table: Mapping[str, Any] | None = None,
        most: float = sys.float_info.max,
    ) -> Any:
        """Return one value of the right kind."""
        value = (self.said if table is None else table).get(key.rpartition(".")[2], default)
        if value is None:
            raise self.trouble(key, f"is missing. Write it, {wanted}")
        fits = isinstance(value, (int, float) if kind is float else kind) and not isinstance(value, bool)
        if not fits or (kind in (int, float) and not 0 <= value <= most):
            raise self.trouble(key, f"is {reprlib.repr(value)}, but should be {wanted}")
        return value

    def table(self, key: str, among: Mapping[str, Any] | None = None) -> dict[str, Any]:
        value = (self.said if among is None else among).get(key.rpartition(".")[2], {})
        if not isinstance(value, dict):
            raise self.trouble(key, f"should be a table, [{key}]")
        return value

    def time_zone(self) -> ZoneInfo:
        name = self.one("time_zone", str, None, "such as Europe/Berlin")
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, KeyError):
            raise self.trouble("time_zone", f"is {name!r}, no known zone. Write one such as Europe/Berlin") from None

    def gradebook(self) -> str:
        """Return the gradebook's URL, in which a file of SQLite is meant relative to the term's folder."""
        from sqlalchemy.engine import make_url  # only here: `course --help` starts without it
        from sqlalchemy.exc import ArgumentError

        url: str = self.one("gradebook", str, "sqlite:///gradebook.db", "a URL of SQLite or PostgreSQL")
        if not url.startswith(("sqlite:///", "postgresql://", "postgresql+psycopg://")):
            raise self.trouble("gradebook", "should begin with sqlite:/// or postgresql://")
        try:
            make_url(url)
        except (ArgumentError, ValueError):
            raise self.trouble("gradebook", "is no address such as postgresql://user@host/database") from None
        scheme, slashes, file = url.partition(":///")
        return f"{scheme}{slashes}{self.path.parent.resolve() / file}" if scheme == "sqlite" else url

    def wall_minutes(self) -> float | None:
        if "wall_minutes" not in self.said:
            return None
        wanted = "a number of minutes from 1 to 1440"
        minutes: float = self.one("wall_minutes", float, None, wanted)
        if not 1 <= minutes <= 1440:
            raise self.trouble("wall_minutes", f"is {minutes}, but should be {wanted}")
        return minutes

    def late_rule(self) -> LateRule:
        late = self.table("late")
        per_day = self.one("late.per_day", float, 0.0, "a fraction of the points, from 0 to 1", late)
        most = self.one("late.most", float, 1.0, "a fraction of the points, from 0 to 1", late)
        wanted = f"a number of minutes up to {MOST_MINUTES:,}"
        minutes = self.one("late.grace_minutes", float, 0, wanted, late, MOST_MINUTES)
        for key, fraction in (("late.per_day", per_day), ("late.most", most)):
            if fraction > 1:
                raise self.trouble(key, f"is {reprlib.repr(fraction)}, but is a fraction: a tenth is 0.1")
        if unknown := set(late) - {"per_day", "most", "grace_minutes"}:
            raise self.trouble(f"late.{sorted(unknown)[0]}", "is not a setting. There are per_day, most, grace_minutes")
        return LateRule(float(per_day), timedelta(minutes=minutes), float(most))

    def dates(
        self, key: str, among: Mapping[str, Any] | None = None, known: Callable[[str], bool] | None = None
    ) -> dict[str, datetime]:
        """Return a table of dates, by problem set or by student."""
        found = {}
        for name, value in self.table(key, among).items():
            if not (known or self.is_set)(name):
                what = "is of nobody on the roster" if known else self.no_set()
                raise self.trouble(f"{key}.{name}", what)
            if not isinstance(value, datetime):
                raise self.trouble(f"{key}.{name}", "is not a date with a time. Write it so: 2027-03-01 23:59:00")
            if not MINYEAR < value.year < MAXYEAR:  # in another time zone such a date may not be in the calendar
                raise self.trouble(f"{key}.{name}", f"is of the year {value.year}. Write one from 2 to 9998")
            found[name] = value if value.tzinfo else value.replace(tzinfo=self.zone)
        return found

    def by_student(self, key: str, students: Mapping[str, Student]) -> Dates:
        table = self.table(key)
        self.are_sets(key, table)
        return {name: self.dates(f"{key}.{name}", table, students.__contains__) for name in table}

    def by_set(self, key: str, students: Mapping[str, Student]) -> dict[str, frozenset[str]]:
        table = self.table(key)
        self.are_sets(key, table)
        return {name: frozenset(self.ids(f"{key}.{name}", value, students)) for name, value in table.items()}

    def groups(self, students: Mapping[str, Student]) -> tuple[tuple[str, ...], ...]:
        listed = self.one("groups", list, [], "a list of lists of ids")
        if not all(isinstance(group, list) for group in listed):
            raise self.trouble("groups", 'should be a list of lists of ids, such as [["ada", "emmy"], ["li", "mary"]]')
        groups = tuple(self.ids("groups", group, students) for group in listed)
        everybody = [student for group in groups for student in group]
        if twice := next((student for student in everybody if everybody.count(student) > 1), None):
            raise self.trouble("groups", f"has {twice} twice. A student is in one group")
        return groups

    def ids(self, key: str, value: Any, students: Mapping[str, Student]) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(student, str) for student in value):
            raise self.trouble(key, 'should be a list of ids, such as ["ada", "emmy"]')
        if stranger := next((student for student in value if student not in students), None):
            raise self.trouble(key, f"names {stranger!r}, who is not on the roster")
        return tuple(value)

    def are_sets(self, key: str, names: Iterable[str]) -> None:
        if wrong := next((name for name in names if not self.is_set(name)), None):
            raise self.trouble(f"{key}.{wrong}", self.no_set())

    def is_set(self, name: str) -> bool:
        """Return whether it is called like a set, and is one of the term's if those are there."""
        return bool(SET.fullmatch(name)) and (not self.sets or name in self.sets)

    def no_set(self) -> str:
        return f"is no problem set such as {', '.join(self.sets) or 'ps2'}"

    def students(self) -> dict[str, Student]:
        students: dict[str, Student] = {}
        seen: dict[tuple[str, str], str] = {}
        for id_, about in self.table("students").items():
            key = f"students.{id_}"
            if why := unsafe(id_):
                raise self.trouble(key, f"cannot be an id: {why}")
            if not isinstance(about, dict) or not all(isinstance(value, (str, int)) for value in about.values()):
                raise self.trouble(key, 'should be such as { name = "Ada Lovelace", canvas = "12345" }')
            fields = {name: neutral(str(value)) for name, value in about.items()}
            if unknown := set(fields) - set(ABOUT):
                raise self.trouble(f"{key}.{sorted(unknown)[0]}", f"is not known. There are {', '.join(ABOUT)}")
            for what, value in (("id", id_), *((what, fields.get(what, "")) for what in ("canvas", "moodle", "email"))):
                if value and (other := seen.setdefault((what, value.casefold()), id_)) != id_:
                    raise self.trouble(key, f"has the same {what} as {other}. Each student has one of their own")
            students[id_] = Student(id_, **fields)
        return students
