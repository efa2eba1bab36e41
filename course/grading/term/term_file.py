"""Reads term.toml; an error names the key where something is wrong."""

import re
import reprlib
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
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
T = TypeVar("T")


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
    excuses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    students: dict[str, Student] = field(default_factory=dict)
    graded_apart: dict[str, tuple[str, ...]] = field(default_factory=dict)


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
    """Return the term that the text of a term's file describes, or raise Trouble."""
    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # the latter two: long numbers, nested brackets
        raise Trouble(f"{path} is not TOML: {error}. Correct that line.") from None
    return _Reader(path, said).term()


class _Reader:
    """Checks each setting in turn."""

    def __init__(self, path: Path, said: dict[str, Any]) -> None:
        self.path, self.said = path, said
        self.sets = sorted(place.name for place in path.parent.glob("source/ps*"))
        self.zone = self.time_zone()
        self.class_ = self.students()

    def term(self) -> TermFile:
        if unknown := set(self.said) - KEYS:
            raise self.trouble(sorted(unknown)[0], f"is not a setting. There are: {', '.join(sorted(KEYS))}")
        name = self.one("term", str, None, "such as 2027-spring")
        counts = self.one("counts", str, COUNTS[0], "in words")
        if counts not in COUNTS:
            raise self.trouble("counts", f"is {counts!r}. Write one of: {', '.join(map(repr, COUNTS))}")
        return TermFile(
            self.path.parent, name, self.zone, self.gradebook(), counts,
            self.one("retention_days", int, 0, f"a number of days up to {MOST_DAYS:,}, 0 for no limit", most=MOST_DAYS),
            self.wall_minutes(), self.late_rule(), self.by_set("due", self.date),
            self.by_set("extensions", self.dates), self.by_set("handed_in", self.dates),
            self.by_set("excused", self.ids), self.groups(), self.class_, self.by_set("apart", self.ids),
        )

    def trouble(self, key: str, what: str) -> Trouble:
        return Trouble(f"{self.path}: {key} {what}.")

    def one(
        self, key: str, kind: type, default: Any, wanted: str, table: Mapping[str, Any] | None = None, *,
        least: float = 0, most: float = sys.float_info.max,
    ) -> Any:
        """Return one value of the right kind."""
        value = (self.said if table is None else table).get(key.rpartition(".")[2], default)
        if value is None:
            raise self.trouble(key, f"is missing. Write it, {wanted}")
        fits = isinstance(value, (int, float) if kind is float else kind) and not isinstance(value, bool)
        if not fits or (kind in (int, float) and not least <= value <= most):
            raise self.trouble(key, f"is {reprlib.repr(value)}, but should be {wanted}")
        return value

    def table(self, key: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.trouble(key, f"should be a table, [{key}]")
        return value

    def time_zone(self) -> ZoneInfo:
        name = self.one("time_zone", str, None, "such as Europe/Berlin")
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, KeyError):
            raise self.trouble("time_zone", f"is {name!r}, an unknown zone. Write one such as Europe/Berlin") from None

    def gradebook(self) -> str:
        """Return the gradebook's URL; the path of an SQLite file is relative to the term's folder."""
        from sqlalchemy.engine import make_url  # only here: `course --help` starts without it
        from sqlalchemy.exc import ArgumentError

        url: str = self.one("gradebook", str, "sqlite:///gradebook.db", "a URL of SQLite or PostgreSQL")
        if not url.startswith(("sqlite:///", "postgresql://", "postgresql+psycopg://")):
            raise self.trouble("gradebook", "should begin with sqlite:/// or postgresql://")
        try:
            make_url(url)
        except (ArgumentError, ValueError):
            raise self.trouble("gradebook", "is not an address such as postgresql://user@host/database") from None
        scheme, slashes, file = url.partition(":///")
        return f"{scheme}{slashes}{self.path.parent.resolve() / file}" if scheme == "sqlite" else url

    def wall_minutes(self) -> float | None:
        wanted = "a number of minutes from 1 to 1440"
        there = "wall_minutes" in self.said
        return self.one("wall_minutes", float, None, wanted, least=1, most=1440) if there else None

    def late_rule(self) -> LateRule:
        late = self.table("late", self.said.get("late", {}))
        if unknown := set(late) - {"per_day", "most", "grace_minutes"}:
            raise self.trouble(f"late.{sorted(unknown)[0]}", "is not a setting. There are per_day, most, grace_minutes")
        fraction = "a fraction of the points from 0 to 1, such as 0.1"
        per_day = self.one("late.per_day", float, 0.0, fraction, late, most=1)
        most = self.one("late.most", float, 1.0, fraction, late, most=1)
        wanted = f"a number of minutes up to {MOST_MINUTES:,}"
        grace = self.one("late.grace_minutes", float, 0, wanted, late, most=MOST_MINUTES)
        return LateRule(float(per_day), timedelta(minutes=grace), float(most))

    def by_set(self, key: str, read: Callable[[str, Any], T]) -> dict[str, T]:
        """Return a table by problem set, whose values are read by the function given."""
        table = self.table(key, self.said.get(key, {}))
        for name in table:
            if not SET.fullmatch(name) or (self.sets and name not in self.sets):
                there = ", ".join(self.sets) or "ps2"
                raise self.trouble(f"{key}.{name}", f"is not a problem set such as {there}")
        return {name: read(f"{key}.{name}", value) for name, value in table.items()}

    def date(self, key: str, value: Any) -> datetime:
        if not isinstance(value, datetime):
            raise self.trouble(key, "is not a date with a time. Write it so: 2027-03-01 23:59:00")
        if not MINYEAR < value.year < MAXYEAR:  # in another time zone such a date may not be in the calendar
            raise self.trouble(key, f"is in the year {value.year}. Write one from 2 to 9998")
        return value if value.tzinfo else value.replace(tzinfo=self.zone)

    def dates(self, key: str, value: Any) -> dict[str, datetime]:
        """Return a table of dates by student."""
        table = self.table(key, value)
        if stranger := next((student for student in table if student not in self.class_), None):
            raise self.trouble(f"{key}.{stranger}", "is not on the roster")
        return {student: self.date(f"{key}.{student}", date) for student, date in table.items()}

    def ids(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(student, str) for student in value):
            raise self.trouble(key, 'should be a list of ids, such as ["ada", "emmy"]')
        if stranger := next((student for student in value if student not in self.class_), None):
            raise self.trouble(key, f"names {stranger!r}, who is not on the roster")
        return tuple(value)

    def groups(self) -> tuple[tuple[str, ...], ...]:
        listed = self.one("groups", list, [], "a list of lists of ids")
        if not all(isinstance(group, list) for group in listed):
            raise self.trouble("groups", 'should be a list of lists of ids, such as [["ada", "emmy"], ["li", "mary"]]')
        groups = tuple(self.ids("groups", group) for group in listed)
        members = Counter(student for group in groups for student in group)
        if twice := next((student for student, number in members.items() if number > 1), None):
            raise self.trouble("groups", f"has {twice} twice. A student is in one group")
        return groups

    def students(self) -> dict[str, Student]:
        students: dict[str, Student] = {}
        seen: dict[tuple[str, str], str] = {}
        for id_, about in self.table("students", self.said.get("students", {})).items():
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
