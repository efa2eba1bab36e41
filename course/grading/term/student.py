"""A student of the class, and which ids can be the names of folders."""

import re
import unicodedata
from dataclasses import dataclass

ABOUT = ("name", "email", "section", "canvas", "moodle")
UNIQUE = ("id", "email", "canvas")  # no two students have the same; Moodle's numbers differ in each assignment
LONGEST_ID = 80  # bytes of UTF-8; with a file's name added it must fit into any file system
NOT_IN_ID = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|+]')
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")  # no folder may have these names on Windows


@dataclass(frozen=True)
class Student:
    """One member of the class. `canvas` and `moodle` are the student's numbers there."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    canvas: str = ""
    moodle: str = ""


def comparable(what: str, value: str) -> str:
    """Return a value for comparison: an id exactly, an address without capitals, a name as its sorted words."""
    value = unicodedata.normalize("NFC", value.strip())
    if what == "name":
        # Downloads leave signs out of names, and systems differ in the order of first and last name.
        letters = "".join(letter for letter in value.casefold() if letter.isalnum() or letter.isspace())
        return " ".join(sorted(letters.split()))
    return value if what == "id" else value.casefold()


def neutral(text: str) -> str:
    """Return the text in composed letters, without invisible characters such as those that turn its direction.

    Joiners stay between letters that are not Latin, since some scripts need them.
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
        return "not every system allows a folder with this name"
    if student != unicodedata.normalize("NFC", student):
        return "its accents are not in Unicode's composed form (NFC); type it again"
    if any(_unseen(student, place) for place in range(len(student))):
        return "it contains invisible characters; type it again"
    return None
