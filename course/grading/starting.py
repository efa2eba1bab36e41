"""`course init`: a folder for a term, in which the commands of the course and those of nbgrader both work.

What is there already stays as it is. New students of a roster are added at the end of term.toml; with `replace`, the
problem sets and nbgrader's settings are made anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from course.grading import roster
from course.grading.term import FILE, Student, Term
from course.sets import notebooks, release
from course.sets.source import Source
from course.sets.variant import TERM, values
from course.trouble import Trouble

FOLDERS = (
    "source", "release", "submitted", "autograded", "feedback", "attempts", "quarantine", "results",
)  # fmt: skip  these lines are a table
CONFIG = "nbgrader_config.py"

TERM_FILE = """\
# The class of {term}: the one file that says who is in it, what is due when, and by which rules it is graded.
# Edit it at any time and save; the next command reads it. `#` begins a remark. `course status ps1` shows what it means.

term = "{term}"                        # the problem sets draw their data from this name: leave it as it is

time_zone = "UTC"                           # of all dates below, such as "Europe/Berlin" or "America/New_York"

gradebook = "sqlite:///gradebook.db"        # a file in this folder; or "postgresql://user@host/database"

counts = "last before due"                  # which attempt counts: "last before due", "best" or "first"

retention_days = 0                          # how long students' work is kept after the term; 0 is for ever

# Who hands in together, if anybody does: what one hands in counts for all.
# groups = [["ada", "emmy"], ["sofia", "mary"]]
groups = []

# What lateness costs. Whoever has no attempt in time is graded by the first late one.
[late]
grace_minutes = 10                          # this late is not late
per_day = 0.1                               # a tenth of the points for each day begun
most = 0.5                                  # and never more than half of them

# When each set is due. A set without a date is never late.
[due]
{due}

# More time for some: a table for each set, with the students' ids.
# [extensions.ps2]
# ada = 2027-03-08 23:59:00

# Who need not hand in a set: it does not count for them.
[excused]
# ps3 = ["ada", "emmy"]

# Those of a group who are graded by hand apart from it. Without it, what is given to one of a group is given to all.
[apart]
# ps3 = ["ada"]

# When something was handed in, where the download does not say so or is wrong.
# A zip from Canvas says only LATE: that counts as the first day, unless a time stands here.
# [handed_in.ps2]
# ada = 2027-03-02 09:30:00

# The class, a student a line. The id is the name of the student's folders. `canvas` is the number in the names of
# files from Canvas; Moodle's numbers differ in each assignment and come from its grading worksheet.
# `course init . --roster FILE` adds those who are not yet here, at the end; so leave this table the last one.
#   ada = {{ name = "Ada Lovelace", email = "ada@example.org", section = "A", canvas = "12345" }}
[students]
{students}"""

NBGRADER = '''\
"""nbgrader's settings for this term. `course init` wrote it; what can be chosen is in term.toml."""

import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
gradebook = tomllib.loads((HERE / "term.toml").read_text(encoding="utf-8")).get("gradebook", "sqlite:///gradebook.db")
scheme, slashes, file = gradebook.partition(":///")

c = get_config()  # noqa: F821  nbgrader defines it where it reads this file
c.CourseDirectory.root = str(HERE)
c.CourseDirectory.course_id = "maximizing-the-margin"
c.CourseDirectory.db_url = f"{scheme}{slashes}{HERE / file}" if scheme == "sqlite" else gradebook
c.CourseDirectory.source_directory = "source"
c.CourseDirectory.release_directory = "release"
c.CourseDirectory.submitted_directory = "submitted"
c.CourseDirectory.autograded_directory = "autograded"
c.CourseDirectory.feedback_directory = "feedback"
c.ClearSolutions.code_stub = {"python": \'raise NotImplementedError("Replace this line with your code.")\'}
'''


def start(
    folder: Path, name: str, roster_file: Path | None = None, *, replace: bool = False,
    sources: Sequence[Source] | None = None, say: Callable[[str], None] = lambda line: None,
) -> Term:  # fmt: skip  these lines are a table
    """Make a term's folder, or add what is missing in one."""
    if not TERM.fullmatch(name):
        raise Trouble(f"{name!r} is no term. Write the year and the season, as in 2027-spring.")
    students = roster.read(roster_file) if roster_file else []
    try:
        for part in FOLDERS:
            (folder / part).mkdir(parents=True, exist_ok=True)
        if not (folder / FILE).exists():
            _write(folder / FILE, first_file(name, students))
            say(f"{FILE}: {len(students)} students. Write the time zone and the due dates into it.")
        elif students:
            _add(folder, students, say)
        term = Term.read(folder)
        if term.name != name:
            raise Trouble(f"{folder} is of {term.name}, not of {name}. Take another folder for another term.")
        if replace or not (folder / CONFIG).exists():
            _write(folder / CONFIG, NBGRADER)
        _problem_sets(term, release.sources() if sources is None else sources, replace, say)
    except OSError as error:
        raise Trouble(f"{error.filename}: {error.strerror}. Nothing else was changed.") from None
    return term


def first_file(name: str, students: Sequence[Student]) -> str:
    """Return a term.toml to begin with."""
    year = name.partition("-")[0]
    due = "\n".join(f"# ps{number} = {year}-{number:02d}-28 23:59:00" for number in range(1, 8))
    return TERM_FILE.format(term=name, due=due, students=roster.lines(students))


def _add(folder: Path, students: Sequence[Student], say: Callable[[str], None]) -> None:
    """Add students who are not in term.toml yet; what stands there is not touched."""
    there = Term.read(folder).students
    new = [student for student in students if student.id not in there]
    before = (folder / FILE).read_text(encoding="utf-8-sig")
    after = before.rstrip("\n") + "\n" + roster.lines(new)
    beside = folder / ".new"
    try:
        beside.mkdir(exist_ok=True)
        _write(beside / FILE, after)
        read = Term.read(beside).students
        if set(read) != {*there, *(student.id for student in new)}:
            raise Trouble(f"{folder / FILE}: [students] is not the last table. Move it there; nothing was changed.")
        os.replace(beside / FILE, folder / FILE)
    finally:
        (beside / FILE).unlink(missing_ok=True)
        beside.rmdir()
    say(f"{FILE}: {len(new)} new students, {len(there)} were there.")


def _problem_sets(term: Term, sources: Sequence[Source], replace: bool, say: Callable[[str], None]) -> None:
    """Make the notebooks of the instructor and of the students, as nbgrader wants them."""
    for source in sources:
        places = [term.folder / kind / source.name / f"{source.name}.ipynb" for kind in ("source", "release")]
        if not replace and all(place.exists() for place in places):
            continue
        say(f"{source.name}: {source.title}, {source.points} points")
        drawn = values(source, term.name)
        made = (notebooks.instructor_notebook(source, drawn), notebooks.release_notebook(source, drawn))
        for place, notebook in zip(places, made, strict=True):
            place.parent.mkdir(parents=True, exist_ok=True)
            _write(place, notebooks.as_text(notebook))


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(f".new-{path.name}")
    beside.write_text(text, encoding="utf-8", newline="\n")
    os.replace(beside, path)
