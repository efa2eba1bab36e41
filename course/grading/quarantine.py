"""What cannot be graded or is nobody's: kept with its reason, until somebody has looked.

    TERM/quarantine/psN/HASH/reason.json   which file, whose if that is known, and why
    TERM/quarantine/psN/HASH/file          its bytes, if there are any that may be kept
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from course.grading.archives import shown
from course.grading.attempts import sync
from course.grading.term import Term
from course.trouble import Trouble


@dataclass(frozen=True)
class Entry:
    """A file in quarantine."""

    set: str
    file: str  # its path in what was downloaded
    reason: str
    student: str | None = None
    archive: str = ""  # what was downloaded


def put(term: Term, entry: Entry, content: bytes | None = None) -> bool:
    """Put a file into quarantine; return whether it is new there.

    A file of the same name takes the place of the one before, for a later download holds what is to be looked at.
    """
    place = _place(term, entry.set, entry.file)
    new = not place.exists()
    said = json.dumps(asdict(entry), indent=1, ensure_ascii=False) + "\n"
    try:
        if not new and (place / "reason.json").read_text(encoding="utf-8") == said:
            return False
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=place.parent) as made:
            beside = Path(made, "entry")
            beside.mkdir()
            if content is not None:
                sync(beside / "file", content)
            sync(beside / "reason.json", said.encode())
            if not new:
                shutil.rmtree(place)
            os.rename(beside, place)
    except OSError as error:
        raise Trouble(f"{place}: cannot be written to ({error.strerror}). Collect again when it can.") from None
    return new


def release(term: Term, problem_set: str, file: str) -> None:
    """Take a file out of quarantine, since it could be taken in after all."""
    shutil.rmtree(_place(term, problem_set, file), ignore_errors=True)


def entries(term: Term, problem_set: str) -> list[Entry]:
    """Return what is in quarantine."""
    found = []
    for path in folder(term, problem_set).glob("[0-9a-f]*/reason.json"):
        try:
            found.append(Entry(**json.loads(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError, TypeError):
            found.append(Entry(problem_set, shown(path.parent.name), f"{path} is damaged. Look at the file beside it."))
    return sorted(found, key=lambda entry: (entry.student or "", entry.file))


def folder(term: Term, problem_set: str) -> Path:
    """Return where the files of a set lie."""
    return term.folder / "quarantine" / problem_set


def _place(term: Term, problem_set: str, file: str) -> Path:
    name = hashlib.sha256(file.encode("utf-8", "replace")).hexdigest()[:20]
    return folder(term, problem_set) / name
