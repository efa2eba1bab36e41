"""`course collect psN PATH`: each file of a download goes to its student's attempts, or into quarantine with a reason.

Whatever one student hands in, the rest of the class is collected. Collecting the same download again changes nothing,
so an interrupted collection can simply be run again.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from course import settings
from course.errors import Trouble
from course.grading.collect import archives, quarantine
from course.grading.collect.archives import File
from course.grading.collect.attempts import Attempt
from course.grading.collect.file_owner import OtherSet, Owner, UnknownOwner, find_owner, read_worksheet
from course.grading.collect.student_files import Aside, Collector, Outcome, StudentFile, is_incidental
from course.grading.notebook.align import forms
from course.grading.term.term import Term

INBOUND = "inbound"


@dataclass(frozen=True)
class Collected:
    """What became of the files of a download."""

    new: tuple[Attempt, ...]
    quarantined: tuple[quarantine.Entry, ...]
    aside: Mapping[Aside, int]  # how many files


def collect(
    term: Term, problem_set: str, path: Path, worksheet: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Collected:
    """Collect a zip, a folder, an nbgrader exchange or a notebook; `progress` is called with students done, of all."""
    released = forms(term.folder)
    if problem_set not in released:
        there = f"{term.folder / 'release'} has {', '.join(released)}"
        raise Trouble(f"There is no problem set {problem_set!r}: {there}.")
    sheet = read_worksheet(worksheet, term) if worksheet else None
    path = inbound(path)
    collector, outcomes = Collector(term, released, problem_set, path.name), list[Outcome]()
    by_student = defaultdict[str, list[StudentFile]](list)
    for file in archives.files(path):
        owner = find_owner(term, problem_set, file.parts, sheet)
        if isinstance(owner, Owner):
            by_student[owner.student].append(StudentFile(file, owner))
        outcomes += _at_once(collector, file, owner)
    for number, student in enumerate(sorted(by_student)):
        progress(number, len(by_student))
        outcomes += collector.collect(student, by_student[student])
    progress(len(by_student), len(by_student))
    return Collected(
        tuple(one for one in outcomes if isinstance(one, Attempt)),
        tuple(one for one in outcomes if isinstance(one, quarantine.Entry)),
        Counter(one for one in outcomes if isinstance(one, Aside)),
    )


def _at_once(collector: Collector, file: File, owner: Owner | OtherSet | UnknownOwner) -> Iterator[Outcome]:
    """Yield what becomes of a file that needs no look at the student's other files."""
    incidental = is_incidental(file)
    if isinstance(owner, OtherSet):
        if not incidental:
            yield Aside.OTHER_SET
    elif isinstance(owner, UnknownOwner) and (not incidental or (not file.name and owner.has_form)):
        yield collector.quarantined(file, owner.why)
    elif file.hidden and file.name:
        yield Aside.HIDDEN
    elif isinstance(owner, UnknownOwner) and not file.name:
        yield Aside.EMPTY_FOLDER


def inbound(path: Path) -> Path:
    """Return the folder with hand-ins of an nbgrader exchange or of a course in it; any other path unchanged.

    Deeper folders are not searched, since students choose their names.
    """
    places = (path / INBOUND, path / settings.here().id / INBOUND)
    return next((place for place in places if place.is_dir() and not place.is_symlink()), path)
