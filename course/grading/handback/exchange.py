"""Feedback into an nbgrader exchange, from which `nbgrader fetch_feedback` brings it to the student.

    EXCHANGE/COURSE/inbound/STUDENT+psN+TIME+.../submission_secret.txt   what only this student and the instructor have
    EXCHANGE/COURSE/feedback/HASH.html                                   called after it, and after the notebook

nbgrader's own release_feedback asks for its own feedback pages, in which the hidden tests are.
"""


from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from course.errors import Trouble, explained
from course.files.atomic import write_atomically
from course.grading.collect import archives
from course.grading.collect.collect import INBOUND, inbound
from course.grading.collect.file_owner import EXCHANGE
from course.grading.collect.student_files import SECRET
from course.grading.state import student_states
from course.grading.term.term import Term

MAY_BE_ENTERED = 0o711  # nobody but the instructor may list whose feedback is there
MAY_BE_READ = 0o644


@dataclass
class HandedBack:
    """Whose feedback is in the exchange, and whose hand-in did not come from there."""

    students: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)


def into_exchange(term: Term, name: str, students: Iterable[str], exchange: Path) -> HandedBack:
    """Put the feedback that was written of these students where nbgrader looks for it."""
    handed_in = inbound(exchange)
    if handed_in.name != INBOUND:
        raise Trouble(f"{exchange}: is no exchange of nbgrader, for no folder {INBOUND} is in it.")
    found, done = student_states(term, name), HandedBack()
    for student in students:
        attempt = found[student].attempt
        hashed = _name(handed_in, attempt.source, name) if attempt and attempt.student == student else None
        if hashed is None:
            done.without.append(student)
            continue
        page = (term.folder / "feedback" / student / name / f"{name}.html").read_bytes()
        _put(handed_in.with_name("feedback") / f"{hashed}.html", page)
        done.students.append(student)
    return done


def _name(handed_in: Path, source: str, problem_set: str) -> str | None:
    """Return what nbgrader calls the feedback of a notebook; None if it did not come through the exchange."""
    from nbgrader.utils import notebook_hash

    *_, folder, file = ("", *source.split("/"))
    of = EXCHANGE.fullmatch(folder)
    if of is None or of["set"] != problem_set or not (handed_in / folder).is_dir():
        return None
    held = [one for one in archives.files(handed_in / folder) if one.path == SECRET]
    secret = held[0].read().decode("utf-8", "replace") if held else ""
    return str(notebook_hash(secret=secret, notebook_id=Path(file).stem)) if secret else None


def _put(path: Path, page: bytes) -> None:
    with explained(path, "cannot be written"):
        if not path.parent.exists():
            path.parent.mkdir()
            path.parent.chmod(MAY_BE_ENTERED)
        write_atomically(path, page)
        path.chmod(MAY_BE_READ)
