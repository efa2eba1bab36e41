"""Files that can't be graded or whose owner is unknown, kept with the reason until an instructor has looked at them.

    TERM/quarantine/psN/STUDENT-HASH/reason.json   the file, its student if known, and the reason
    TERM/quarantine/psN/STUDENT-HASH/file          its bytes, if they may be kept

The student's next good attempt settles it: reason.json is renamed settled.json.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from course.errors import explained
from course.files.text import printable
from course.grading.term.term import Term
from tools.files import replacing

REASON, SETTLED = "reason.json", "settled.json"


@dataclass(frozen=True)
class Entry:
    """A file in quarantine."""

    set: str
    file: str  # its path in what was downloaded
    reason: str
    student: str | None = None
    archive: str = ""  # what was downloaded
    sha256: str = ""  # of its bytes


def put(term: Term, entry: Entry, content: bytes | None = None) -> None:
    """Put a file into quarantine.

    A file of the same name replaces the earlier one, since the later download is the one to look at. A file that was
    settled stays settled if it comes again.
    """
    place = place_of(term, entry)
    entry = replace(entry, sha256=hashlib.sha256(content).hexdigest() if content is not None else "")
    said = json.dumps(asdict(entry), indent=1, ensure_ascii=False) + "\n"
    if any(_same(place / name, entry) for name in (REASON, SETTLED)):
        return
    with explained(place, "cannot be written to"):
        place.parent.mkdir(parents=True, exist_ok=True)
        with replacing(place) as draft:
            draft.mkdir()
            if content is not None:
                (draft / "file").write_bytes(content)
            (draft / REASON).write_bytes(said.encode())
        for other in _places(term, entry.set, entry.file) - {place}:  # if it was another student's
            shutil.rmtree(other, ignore_errors=True)


def release(term: Term, problem_set: str, file: str) -> None:
    """Remove a file that was accepted after all, whichever student it was put there for."""
    for place in _places(term, problem_set, file):
        shutil.rmtree(place, ignore_errors=True)


def settle(term: Term, problem_set: str, student: str) -> None:
    """Mark a student's files as settled, since a good one was handed in."""
    for path, entry in _entries(term, problem_set):
        if entry.student == student:
            os.replace(path, path.with_name(SETTLED))


def entries(term: Term, problem_set: str) -> list[Entry]:
    """Return what is in quarantine and not settled."""
    return sorted((entry for _, entry in _entries(term, problem_set)), key=lambda one: (one.student or "", one.file))


def place_of(term: Term, entry: Entry) -> Path:
    """Return the folder of a file in quarantine."""
    whose = f"{entry.student}-" if entry.student else ""
    return folder(term, entry.set) / f"{whose}{_hash(entry.file)}"


def reason(term: Term, entry: Entry) -> str:
    """Return why and where a file is in quarantine, safe to print."""
    return printable(f"{entry.reason} In quarantine: {place_of(term, entry).name}")


def folder(term: Term, problem_set: str) -> Path:
    """Return the folder of a set's files."""
    return term.folder / "quarantine" / problem_set


def _places(term: Term, problem_set: str, file: str) -> set[Path]:
    """Return the folders of a file in quarantine, whichever student it was put there for."""
    return set(folder(term, problem_set).glob(f"*{_hash(file)}"))


def _entries(term: Term, problem_set: str) -> Iterator[tuple[Path, Entry]]:
    for path in sorted(folder(term, problem_set).glob(f"[!.]*/{REASON}")):
        why = f"{path} is damaged. Look at the file beside it."
        yield path, _read(path) or Entry(problem_set, printable(path.parent.name), why)


def _read(path: Path) -> Entry | None:
    try:
        return Entry(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _same(path: Path, entry: Entry) -> bool:
    """Return whether the same file is already there for the same reason, from any download."""
    return (held := _read(path)) is not None and replace(held, archive="") == replace(entry, archive="")


def _hash(file: str) -> str:
    return hashlib.sha256(file.encode("utf-8", "replace")).hexdigest()[:12]
