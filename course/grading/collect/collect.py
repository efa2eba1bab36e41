"""`course collect psN PATH`: each file of a download goes to its student's attempts, or into quarantine with a reason.

Each file's fate is its own: whatever one student hands in, the rest of the class is collected. Collecting the same
download again changes nothing, so that a collection that was interrupted is simply run again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from course.errors import Trouble
from course.grading.collect import archives, quarantine
from course.grading.collect.archives import File, Refused
from course.grading.collect.file_owner import OtherSet, Owner, UnknownOwner, Worksheet, find_owner, moment
from course.grading.collect.student_files import Collected, Intake, StudentFile, put_into_quarantine
from course.grading.notebook.align import forms
from course.grading.term.term import COURSE, Term

TIMESTAMP = "timestamp.txt"  # nbgrader's
SECRET = "submission_secret.txt"
OF_NBGRADER = (TIMESTAMP, SECRET)
INBOUND = "inbound"


def collect(
    term: Term, problem_set: str, path: Path, worksheet: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Collected:  # fmt: skip  these lines are a table
    """Take in a zip, a folder, an nbgrader exchange or a single notebook; `progress` hears of students done, of all."""
    released = forms(term.folder)
    if problem_set not in released:
        there = f"{term.folder / 'release'} has {', '.join(released)}"
        raise Trouble(f"There is no problem set {problem_set!r}: {there}.")
    sheet = Worksheet.read(worksheet, term) if worksheet else None
    path = inbound(path)
    by_student, empty, done = _by_student(term, problem_set, path, sheet)
    outcomes = [done]
    for student, hidden in empty.items():
        outcomes.append(Intake(term, released, problem_set, student, path.name).take_nothing(hidden))
    for number, (student, files) in enumerate(by_student.items()):
        progress(number, len(by_student))
        outcomes.append(Intake(term, released, problem_set, student, path.name).take(files))
    progress(len(by_student), len(by_student))
    return Collected.merged(outcomes)


def inbound(path: Path) -> Path:
    """Return the folder with hand-ins of an nbgrader exchange or of a course in it; any other path as it is.

    Deeper folders are not looked at, for students give them their names.
    """
    places = (path / INBOUND, path / COURSE / INBOUND)
    return next((place for place in places if place.is_dir() and not place.is_symlink()), path)


def _by_student(
    term: Term, problem_set: str, path: Path, sheet: Worksheet | None
) -> tuple[dict[str, list[StudentFile]], dict[str, list[File]], Collected]:
    """Return each student's files, the hidden ones of students with no others, and what became of the rest."""
    found, aside = defaultdict[str, list[StudentFile]](list), defaultdict[str, list[File]](list)
    stamps, counts, unknown = dict[str, datetime | None](), Counter[str](), list[quarantine.Entry]()
    for file in archives.files(path):
        besides = file.hidden or file.name in OF_NBGRADER
        owner = find_owner(term, problem_set, file.parts, sheet)
        if isinstance(owner, OtherSet):
            counts["other_sets"] += not besides
            continue
        counts["hidden"] += bool(file.hidden and file.name)
        if isinstance(owner, UnknownOwner):
            if not besides or (not file.name and owner.has_form):
                unknown += _quarantined(term, problem_set, file, owner.why, path.name).quarantined
            else:
                counts["empty_folders"] += not file.name
        elif besides:
            aside[owner.student].append(file)
        else:
            found[owner.student].append(StudentFile(file, owner))
        if isinstance(owner, Owner) and file.name == TIMESTAMP:
            stamps[_folder(file)] = _stamp(file)
    stamped = {student: [_stamped(one, stamps) for one in files] for student, files in sorted(found.items())}
    empty = {student: aside[student] for student in sorted(aside.keys() - found.keys())}
    done = Collected(
        quarantined=tuple(unknown), other_sets=counts["other_sets"], empty_folders=counts["empty_folders"],
        hidden=counts["hidden"],
    )  # fmt: skip
    return stamped, empty, done


def _quarantined(term: Term, problem_set: str, file: File, why: str, archive: str) -> Collected:
    """Put a file of an unknown owner into quarantine."""
    try:
        content = file.read()
    except Refused as refused:
        content, why = None, f"{refused} {why}"
    return put_into_quarantine(term, quarantine.Entry(problem_set, file.path, why, archive=archive), content)


def _stamped(one: StudentFile, stamps: Mapping[str, datetime | None]) -> StudentFile:
    """Return a file with the time of its folder's timestamp, unless its path gives one."""
    when = one.owner.when or stamps.get(_folder(one.file))
    return replace(one, owner=replace(one.owner, when=when))


def _folder(file: File) -> str:
    return file.path.rpartition("/")[0]


def _stamp(file: File) -> datetime | None:
    """Return the time that nbgrader's timestamp.txt holds, if it holds one."""
    try:
        return moment(file.read()[:100].decode("ascii", "replace"))
    except Refused:
        return None
