"""The attempts of a term: all that each student handed in, and which of it counts.

    TERM/attempts/psN/STUDENT/0001/attempt.json   when, from where, the repairs, and the hash of the notebook
    TERM/attempts/psN/STUDENT/0001/psN.ipynb      the notebook, byte for byte as it came
    TERM/attempts/psN/STUDENT/0001/beside/        other notebooks that came with it

An attempt is written once and never changed. Only `course forget` removes one.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from course.errors import Trouble, explained
from course.files.text import first_of
from course.grading.term.roster import key
from course.grading.term.term import Term
from tools.files import replacing

FORMAT = 1
SAID = "attempt.json"


@dataclass(frozen=True)
class Attempt:
    """One notebook that was handed in.

    `when` is None if it is unknown, as in a zip from Canvas. The mark LATE in the file's name then counts as the first
    late day of the class, or as the moment of collecting if that was earlier; `late` is whether that is late for the
    student, and `guessed` is whether the penalty would differ on another day.
    """

    set: str
    student: str
    number: int
    path: Path  # the notebook
    when: datetime | None
    late: bool
    sha256: str
    source: str  # the file's name as it came, after the archive's
    repairs: tuple[str, ...] = ()  # what collecting repaired, such as a wrong name
    guessed: bool = False


@dataclass(frozen=True)
class New:
    """A notebook to be kept as an attempt."""

    content: bytes
    source: str
    when: datetime | None = None
    marked_late: bool = False
    repairs: tuple[str, ...] = ()
    beside: Mapping[str, bytes] = field(default_factory=dict)


def of_student(term: Term, problem_set: str, student: str) -> list[Attempt]:
    """Return a student's attempts, the earliest first."""
    return sorted(_read_all(term, problem_set, student, student), key=_order)


def of_group(term: Term, problem_set: str, student: str) -> list[Attempt]:
    """Return the attempts of all who hand in together with the student, judged by the student's own due date."""
    found = [a for member in term.group(student) for a in _read_all(term, problem_set, member, student)]
    return sorted(found, key=_order)


def counting(term: Term, problem_set: str, student: str) -> list[Attempt]:
    """Return the attempts that count for a student."""
    return that_count(term, of_group(term, problem_set, student))


def that_count(term: Term, found: list[Attempt]) -> list[Attempt]:
    """Return the attempts that count: at most one, or all if the best counts."""
    in_time = [attempt for attempt in found if not attempt.late]
    if term.counts == "first":
        return found[:1]
    if term.counts == "best":
        return found
    # If all are late, the first one costs the student least.
    return in_time[-1:] or found[:1]


def penalty(term: Term, attempt: Attempt, student: str | None = None) -> float:
    """Return the late penalty as a fraction of the points. If the time is unknown, charge one day."""
    if not attempt.late:
        return 0.0
    if attempt.when is None:
        return term.late_rule.after_days(1)
    return term.penalty(attempt.set, student or attempt.student, attempt.when)


def add(term: Term, problem_set: str, student: str, new: New) -> Attempt:
    """Keep a new attempt."""
    place = folder(term, problem_set, student)
    said: dict[str, Any] = {
        "format": FORMAT, "set": problem_set, "student": student, "source": new.source,
        "sha256": hashlib.sha256(new.content).hexdigest(),
        "when": new.when.isoformat() if new.when else None, "marked_late": new.marked_late,
        "collected": datetime.now(term.time_zone).isoformat(timespec="seconds"), "repairs": list(new.repairs),
    }
    with explained(place, "cannot be written to"):
        place.mkdir(parents=True, exist_ok=True)
        said["number"] = 1 + max((int(path.name) for path in place.iterdir() if path.name.isdecimal()), default=0)
        kept = place / f"{said['number']:04d}"
        with replacing(kept) as draft:
            draft.mkdir()
            (draft / f"{problem_set}.ipynb").write_bytes(new.content)
            for name, content in new.beside.items():
                (draft / "beside").mkdir(exist_ok=True)
                (draft / "beside" / name).write_bytes(content)
            (draft / SAID).write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return _attempt(term, said, kept, student, student)


def folder(term: Term, problem_set: str, student: str) -> Path:
    """Return the folder of a student's attempts at a set."""
    return term.folder / "attempts" / problem_set / student


def _read_all(term: Term, problem_set: str, member: str, student: str) -> Iterator[Attempt]:
    """Yield the attempts of a member of the student's group."""
    for path in sorted(folder(term, problem_set, member).glob("[0-9]*/" + SAID)):
        try:
            attempt = _attempt(term, json.loads(path.read_text(encoding="utf-8")), path.parent, member, student)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Trouble(f"{path}: is damaged ({error}). Restore it from a backup, or remove its folder.") from None
        yield attempt


def _attempt(term: Term, said: Mapping[str, Any], place: Path, member: str, student: str) -> Attempt:
    """Return an attempt of a member of a group, with `late` as it is for the student."""
    name = place.parent.parent.name
    when = datetime.fromisoformat(said["when"]) if said["when"] else None
    when = term.handed_in.get(name, {}).get(member, when)
    collected, marked = datetime.fromisoformat(said["collected"]), bool(said["marked_late"])
    due = term.dates.get(name)
    first_late_day = min(due + timedelta(days=1), collected) if due else collected  # of the class
    late = term.late(name, student, when or first_late_day)
    guessed = marked and not when and term.late_rule.per_day > 0 and term.late(name, student, collected)
    return Attempt(
        name, member, said["number"], place / f"{name}.ipynb", when, late and (marked or when is not None),
        said["sha256"], said["source"], tuple(said["repairs"]), guessed,
    )


def guessed_lateness(found: Iterable[Attempt]) -> Iterator[str]:
    """Yield lines on the students whose lateness was guessed, and on how to correct it in term.toml."""
    guessed = sorted({(one.student, one.set) for one in found if one.guessed})
    if guessed:
        yield f"Late by an unknown time: {first_of([student for student, _ in guessed])}."
        yield "This counts as the first late day, which a longer extension covers. Write any other day into term.toml:"
        student, name = guessed[0]
        yield f"  [handed_in.{name}]\n  {key(student)} = 2027-03-02 09:30:00"


def _order(attempt: Attempt) -> tuple[bool, float, int]:
    """Order by time; attempts with an unknown time come first."""
    return attempt.when is not None, attempt.when.timestamp() if attempt.when else 0.0, attempt.number
