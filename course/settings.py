"""The settings of book/site.toml: where the public repository is, and of which term the book is.

Terms are ordered by the day on which they start, for a name may be anything that a folder can be called.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from course.errors import Trouble

FILE = Path(__file__).resolve().parent.parent / "book" / "site.toml"
NAMES = ("public_url", "term", "starts")
REPOSITORY = re.compile(r"|https://[^/\s]+/[^/\s]+/[^/\s]+")
DEVICE = r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)"  # no folder may be called so on Windows
TERM = re.compile(rf"(?!{DEVICE})\w(?:[\w. -]{{0,48}}\w)?")


@dataclass(frozen=True)
class Settings:
    """What the file says."""

    public_url: str
    term: str
    starts: date


def read(path: Path = FILE) -> Settings:
    """Read the settings; Trouble names what is wrong with them."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: cannot be read ({error}).") from None
    if strange := said.keys() ^ set(NAMES):
        wanted = ", ".join(NAMES)
        raise Trouble(f"{path} has to set {wanted}, and nothing else: look at {', '.join(sorted(strange))}.")
    if not REPOSITORY.fullmatch(str(said["public_url"])):
        example = "an address like https://github.com/someone/margin"
        raise Trouble(f"{path}: public_url has to be empty, or {example}; it is {said['public_url']!r}.")
    if type(said["starts"]) is not date:
        raise Trouble(f"{path}: starts has to be a date without quotes, like 2027-02-01; it is {said['starts']!r}.")
    try:
        return Settings(str(said["public_url"]), a_term(said["term"]), said["starts"])
    except Trouble as trouble:
        raise Trouble(f"{path}: {trouble}") from None


def a_term(name: object) -> str:
    """Return the name of a term; Trouble if no folder and no address can have it."""
    if not (isinstance(name, str) and TERM.fullmatch(name)):
        raise Trouble(
            f"{name!r} cannot be the name of a term, which is a folder's name, too. Write letters, digits and, between "
            "them, - . _ or spaces, at most 50 in all, such as 2027-spring or Fall 2027."
        )
    return name
