"""Read the settings of a course, course.toml: its name, term and calendar, its library, and the text of its notebooks.

Terms are ordered by the day on which they start, as any folder's name can be a term's name. A sandbox holds a copy of
the file, because the rules on what an answer may call depend on it; so it must hold no secret.
"""

import importlib.util
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_origin

from course.errors import Trouble
from course.paths import ROOT

FILE = "course.toml"
EDITION = "COURSE_EDITION"  # of the environment: 'open' for the edition for readers without a class
FORMER = Path("book") / "site.toml"  # held public_url, term and starts
SITE = re.compile(r"|https?://[^/\s]+/(?:[^\s?#]+/)?")
REPOSITORY = re.compile(r"|https://[^/\s]+/[^/\s]+/[^/\s]+")
DEVICE = r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)"  # no folder may be called so on Windows
TERM = re.compile(rf"(?!{DEVICE})\w(?:[\w. -]{{0,48}}\w)?")
IN_TOML: dict[Any, tuple[type, str]] = {str: (str, "a text in quotes"), tuple: (list, "a list of texts")}
TABLE = (dict, "a table")  # what every other type is in the file
CHECKED_LATER = ("starts", "term")


@dataclass(frozen=True)
class Library:
    """The package that the problem sets are about; a course without one has an empty name here."""

    package: str = ""
    extras: str = ""
    callable: tuple[str, ...] = ()
    visible: tuple[str, ...] = ()
    core: str = ""
    using_core: tuple[str, ...] = ()
    in_browser: tuple[str, ...] = ()
    imports: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pictures: str = ""

    @property
    def folder(self) -> Path | None:
        """Where the package is; None if the course has none."""
        if not self.package:
            return None
        found = importlib.util.find_spec(self.package)
        if found is None or found.origin is None:
            raise Trouble(f"{FILE}: library.package is {self.package!r}, which isn't installed here.")
        return Path(found.origin).parent

    def files(self) -> list[Path]:
        """Return the library's modules."""
        return sorted(self.folder.rglob("*.py")) if self.folder else []


@dataclass(frozen=True)
class Notebook:
    """The text of a problem set's notebook."""

    introduction: str


@dataclass(frozen=True)
class OpenEdition:
    """The term of the edition for readers without a class, in which all sets are open for practice."""

    term: str
    starts: date


@dataclass(frozen=True)
class Settings:
    """The content of the file."""

    name: str
    id: str
    public_url: str
    term: str
    starts: date
    notebook: Notebook
    site_url: str = ""
    due: Mapping[str, date] = field(default_factory=dict)
    practice: Mapping[str, date] = field(default_factory=dict)
    open: OpenEdition | None = None
    library: Library = field(default_factory=Library)

    @property
    def without_class(self) -> bool:
        """Whether this is the edition for readers without a class."""
        return self.open is not None and self.term == self.open.term

    def opens(self, name: str) -> date | None:
        """Return the day from which on a set is open for practice; None if it stays closed."""
        return self.starts if self.without_class else self.practice.get(name)

    def is_open(self, name: str, day: date | None = None) -> bool:
        """Return whether a set is open for practice on a day, today if none is given."""
        opens = self.opens(name)
        return self.without_class or (opens is not None and opens <= (day or date.today()))


@cache
def here() -> Settings:
    """Return the settings of this course, or of its open edition if the environment asks for that."""
    return in_edition(read_settings(ROOT / FILE), os.environ.get(EDITION, ""))


def in_edition(course: Settings, edition: str) -> Settings:
    """Return the settings of an edition of the course, '' or 'open'."""
    if not edition:
        return course
    if course.open is None:
        raise Trouble(f"{FILE} has no table [open], with the `term` of the open edition and the day when it `starts`.")
    return replace(course, term=course.open.term, starts=course.open.starts, due={}, practice={})


def library() -> Library:
    """Return the library of this course."""
    return here().library


def read_settings(path: Path) -> Settings:
    """Read the settings; Trouble names what is wrong with them."""
    if (former := path.parent / FORMER).exists():
        raise Trouble(f"{former}: is no longer read. Write its lines into {path} instead, and remove it.")
    try:
        return _settings(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: cannot be read ({error}).") from None
    except Trouble as trouble:
        raise Trouble(f"{path}: {trouble}") from None


def checked_term(name: object) -> str:
    """Return the name of a term; Trouble if no folder and no address can have it."""
    if not (isinstance(name, str) and TERM.fullmatch(name)):
        raise Trouble(
            f"{name!r} cannot be the name of a term, which is a folder's name, too. Write letters, digits and, between "
            "them, - . _ or spaces, at most 50 in all, such as 2027-spring or Fall 2027."
        )
    return name


def _settings(said: Mapping[str, Any]) -> Settings:
    _refuse(Settings, said, "")
    if not REPOSITORY.fullmatch(said["public_url"]):
        example = "an address like https://github.com/someone/margin"
        raise Trouble(f"public_url has to be empty, or {example}; it is {said['public_url']!r}.")
    if not SITE.fullmatch(site := said.get("site_url", "")):
        example = "an address with a slash at its end, like https://margin.example.org/"
        raise Trouble(f"site_url has to be empty, or {example}; it is {site!r}.")
    dated = {"starts": said["starts"]}
    days = dated | {f"{what}.{name}": day for what in ("due", "practice") for name, day in said.get(what, {}).items()}
    for name, day in days.items():
        if type(day) is not date:
            raise Trouble(f"{name} has to be a date without quotes, like 2027-02-01; it is {day!r}.")
        if day < said["starts"]:
            raise Trouble(f"{name} is {day}, before the term starts ({said['starts']}). Set the calendar of this term.")
    for name, day in said.get("practice", {}).items():
        if (due := said.get("due", {}).get(name)) and day <= due:
            raise Trouble(
                f"practice.{name} is {day}, when answers to {name} can still be handed in (due {due}). Practice shows"
                " its hidden tests: choose a later day, or take the line out."
            )
    checked_term(said["term"])
    tables = {"notebook": Notebook, "library": Library, "open": OpenEdition}
    made = Settings(**{**said, **{name: _table(tables[name], name, said[name]) for name in tables if name in said}})
    return _with_own_term(made)


def _with_own_term(course: Settings) -> Settings:
    """Refuse an open edition in the term of a class, whose hidden tests it would publish."""
    if edition := course.open:
        if type(edition.starts) is not date:
            raise Trouble(f"open.starts has to be a date without quotes, like 2027-02-01; it is {edition.starts!r}.")
        if checked_term(edition.term) == course.term:
            raise Trouble(
                f"open.term is {edition.term}, the term of a class. The open edition shows all hidden tests, so it has"
                " to be a term of its own, such as open-2027."
            )
    return course


def _table(kind: Any, name: str, said: Mapping[str, Any]) -> Any:
    _refuse(kind, said, f"{name}.")
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in said.items()})


def _refuse(made: Any, said: Mapping[str, Any], prefix: str) -> None:
    """Raise Trouble where a setting is missing, unknown, or of another type."""
    known = {one.name: one for one in fields(made)}
    needed = {name for name, one in known.items() if one.default is MISSING and one.default_factory is MISSING}
    if strange := (needed - said.keys()) | (said.keys() - known.keys()):
        wanted = ", ".join(f"{prefix}{name}" for name in known)
        raise Trouble(f"it has to set {wanted}, and nothing else: look at {', '.join(sorted(strange))}.")
    for name, value in said.items():
        declared = known[name].type
        kind, words = IN_TOML.get(get_origin(declared) or declared, TABLE)
        if name not in CHECKED_LATER and not isinstance(value, kind):
            raise Trouble(f"{prefix}{name} is {value!r}, but should be {words}.")
