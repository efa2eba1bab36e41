"""Copy feedback into an nbgrader exchange, from which students get it with `nbgrader fetch_feedback`.

    EXCHANGE/COURSE/inbound/STUDENT+psN+TIME+.../submission_secret.txt   known to this student and the instructor only
    EXCHANGE/COURSE/feedback/HASH.html                                   HASH is of the secret and the notebook's name

nbgrader's own release_feedback would release its own pages, which contain the hidden tests.
"""

from collections.abc import Iterable
from pathlib import Path

from course.errors import Trouble, explained
from course.files.atomic import write_atomically
from course.grading.collect import archives
from course.grading.collect.collect import INBOUND, inbound
from course.grading.collect.file_owner import EXCHANGE
from course.grading.collect.student_files import SECRET
from course.grading.state import student_states
from course.grading.term.term import Term

MAY_BE_ENTERED = 0o711  # only the instructor may list the files
MAY_BE_READ = 0o644


def into_exchange(term: Term, name: str, students: Iterable[str], exchange: Path) -> list[str]:
    """Copy these students' feedback to where nbgrader looks for it; return those who handed in another way."""
    handed_in = inbound(exchange)
    if handed_in.name != INBOUND:
        raise Trouble(f"{exchange}: has no folder {INBOUND}. Name an nbgrader exchange, or the course's folder in it.")
    found, others = student_states(term, name), list[str]()
    for student in students:
        attempt = found[student].attempt
        hashed = _name(handed_in, attempt.source, name) if attempt and attempt.student == student else None
        if hashed is None:
            others.append(student)
        else:
            page = (term.folder / "feedback" / student / name / f"{name}.html").read_bytes()
            _put(handed_in.with_name("feedback") / f"{hashed}.html", page)
    return others


def _name(handed_in: Path, source: str, problem_set: str) -> str | None:
    """Return nbgrader's name for the feedback on a notebook; None if it did not come through the exchange."""
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
