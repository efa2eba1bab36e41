"""`course collect psN PATH`: each file of a download goes to its student's attempts, or into quarantine with a reason.

Each file's fate is its own: whatever one student hands in, the rest of the class is collected. Collecting the same
download again changes nothing, so that a collection that was interrupted is simply run again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from course.errors import Trouble
from course.grading.collect import archives, quarantine
from course.grading.collect.archives import File, Refused
from course.grading.collect.file_owner import Nobodys, Unnamed, Worksheet, moment, owner
from course.grading.collect.student_files import Collected, Intake, Piece, put
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
    path, done = inbound(path), Collected()
    by_student, empty = _sorted_by_student(term, problem_set, path, sheet, done)
    for student, files in empty.items():
        Intake(term, released, problem_set, student, path.name, done).take_nothing(files)
    for number, (student, pieces) in enumerate(by_student.items()):
        progress(number, len(by_student))
        Intake(term, released, problem_set, student, path.name, done).take(pieces)
    progress(len(by_student), len(by_student))
    return done


def inbound(path: Path) -> Path:
    """Return the folder with hand-ins of an nbgrader exchange or of a course in it; any other path as it is.

    Deeper folders are not looked at, for students give them their names.
    """
    places = (path / INBOUND, path / COURSE / INBOUND)
    return next((place for place in places if place.is_dir() and not place.is_symlink()), path)


def _sorted_by_student(
    term: Term, problem_set: str, path: Path, sheet: Worksheet | None, done: Collected
) -> tuple[dict[str, list[Piece]], dict[str, list[File]]]:
    """Return the files of each student, unread, and what there is of students with nothing to take in.

    Files without a known owner go into quarantine.
    """
    found, empty = dict[str, list[Piece]](), dict[str, list[File]]()
    stamps: dict[str, datetime | None] = {}
    for file in archives.files(path):
        besides = file.hidden or file.name in OF_NBGRADER
        try:
            owned = owner(term, problem_set, file.parts, sheet)
        except Nobodys as why:
            if not besides or (not file.name and not isinstance(why, Unnamed)):
                _put_nobodys(term, problem_set, file, str(why), path.name, done)
            elif not file.name:
                done.empty_folders += 1
            done.hidden += bool(file.hidden and file.name)
            continue
        if owned is None:
            done.other_sets += not besides
        elif besides:
            empty.setdefault(owned.student, []).append(file)
            done.hidden += bool(file.hidden and file.name)
        else:
            found.setdefault(owned.student, []).append(Piece(file, owned, owned.when))
        if owned and file.name == TIMESTAMP:
            stamps[file.path.rpartition("/")[0]] = _stamp(file)
    for pieces in found.values():
        pieces[:] = [replace(one, when=one.when or stamps.get(one.file.path.rpartition("/")[0])) for one in pieces]
    return dict(sorted(found.items())), {student: empty[student] for student in sorted(empty.keys() - found.keys())}


def _put_nobodys(term: Term, problem_set: str, file: File, why: str, archive: str, done: Collected) -> None:
    try:
        content = file.read()
    except Refused as refused:
        content, why = None, f"{refused} {why}"
    put(term, quarantine.Entry(problem_set, file.path, why, archive=archive), content, done)


def _stamp(file: File) -> datetime | None:
    """Return the time that nbgrader's timestamp.txt holds, if it holds one."""
    try:
        return moment(file.read()[:100].decode("ascii", "replace"))
    except Refused:
        return None
