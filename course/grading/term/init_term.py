"""`course init`: a folder for a term, in which the commands of the course and those of nbgrader both work.

Existing files stay as they are. New students of a roster are added at the end of term.toml; with `replace`, the
problem sets and nbgrader's settings are written again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

from course import settings
from course.errors import Trouble, explained
from course.files.atomic import write_atomically
from course.grading.notebook.rebuild import HINTS
from course.grading.term import roster
from course.grading.term.enroll import enrol
from course.grading.term.student import Student
from course.grading.term.term import FILE, Term
from course.practice import hints_file
from course.sets import notebooks, release
from course.sets.markers import STUB
from course.sets.source import Source
from course.sets.variant import values
from course.settings import checked_term

FOLDERS = ("source", "release", "submitted", "autograded", "feedback", "attempts", "quarantine", "results")
CONFIG = "nbgrader_config.py"
Calendar = tuple[date | None, Mapping[str, date]]  # the day on which a term starts, and when each set is due
NO_CALENDAR: Calendar = (None, {})
BETWEEN = timedelta(days=14)  # the due dates of the examples

TERM_FILE = """\
# The class of {term}: its students, its due dates and its grading rules. No other file has them.
# Edit it at any time and save; the next command reads it. `#` begins a remark. `course status ps1` shows its effect.

term = "{term}"                        # the data of the problem sets are drawn from this name: don't change it

time_zone = "UTC"                           # of all dates below, such as "Europe/Berlin" or "America/New_York"

gradebook = "sqlite:///gradebook.db"        # a file in this folder; or "postgresql://user@host/database"

counts = "last before due"                  # which attempt counts: "last before due", "best" or "first"

retention_days = 0                          # how long students' work is kept after the term; 0 is for ever

# wall_minutes = 15                         # how long one submission may run; after that, it waits for you

# Students who hand in together: what one of them hands in counts for all.
# groups = [["ada", "emmy"], ["sofia", "mary"]]
groups = []

# What lateness costs. If a student has no attempt in time, the first late one counts.
[late]
grace_minutes = 10                          # this late is not late
per_day = 0.1                               # a tenth of the points for each day begun
most = 0.5                                  # but at most half of them

# When each set is due. The dates came from the calendar in course.toml; from now on only those here count. A set
# without a date is never late.
[due]
{due}

# Extensions: a table for each set, with the students' ids.
# [extensions.{some}]
# ada = {extended} 23:59:00

# Students who need not hand in a set: it does not count for them.
[excused]
# {some} = ["ada", "emmy"]

# Members of a group who are graded by hand apart from it. Otherwise a mark given to one member is given to all.
[apart]
# {some} = ["ada"]

# When something was handed in, if the download does not say so or is wrong.
# A zip from Canvas only says LATE: that counts as the first late day, which a longer extension covers, unless there is
# a time here.
# [handed_in.{some}]
# ada = {early} 09:30:00

# The class, one student per line. The id is the name of the student's folders. `canvas` is the number in the names of
# files from Canvas; Moodle's numbers differ in each assignment and come from its grading worksheet.
# `course init . --roster FILE` adds new students at the end, so keep this table the last one.
#   ada = {{ name = "Ada Lovelace", email = "ada@example.org", section = "A", canvas = "12345" }}
[students]
{students}"""

NBGRADER = '''\
"""nbgrader's settings for this term, written by `course init`. What you can choose is in term.toml."""

import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
gradebook = tomllib.loads((HERE / "term.toml").read_text(encoding="utf-8")).get("gradebook", "sqlite:///gradebook.db")
scheme, slashes, file = gradebook.partition(":///")

c = get_config()  # noqa: F821  nbgrader defines it where it reads this file
c.CourseDirectory.root = str(HERE)
c.CourseDirectory.course_id = COURSE
c.CourseDirectory.db_url = f"{scheme}{slashes}{HERE / file}" if scheme == "sqlite" else gradebook
c.ClearSolutions.code_stub = {"python": STUB}
'''.replace(" STUB", f" {STUB!r}").replace(" COURSE\n", f" {json.dumps(settings.here().id)}\n")


def make_term_folder(
    folder: Path, name: str, roster_file: Path | None = None, *, replace: bool = False,
    sources: Sequence[Source] | None = None, calendar: Calendar = NO_CALENDAR,
    say: Callable[[str], None] = lambda line: None,
) -> Term:
    """Make a term's folder, or add what is missing in one."""
    checked_term(name)
    found = release.sources() if sources is None else sources
    if strange := sorted(calendar[1].keys() - {source.name for source in found}):
        raise Trouble(f"{settings.FILE}: due.{strange[0]} is not a problem set. Remove it, or correct the name.")
    listed = roster.read_roster(roster_file) if roster_file else []
    with explained(folder, "cannot be made"):
        for part in FOLDERS:
            (folder / part).mkdir(parents=True, exist_ok=True)
    if not (folder / FILE).exists():
        text = new_term_file(name, [one.student for one in listed], [source.name for source in found], calendar)
        write_atomically(folder / FILE, text.encode())
        say(f"{FILE}: {len(listed)} students. Write the time zone into it, and look at the due dates.")
    elif roster_file:
        enrol(folder, listed, roster_file, say)
    if made := [one.student.id for one in listed if one.made]:
        say(f"{len(made)} ids were made from email addresses, such as {made[0]}.")
    term = Term.read(folder)
    if term.name != name:
        raise Trouble(f"{folder} is of {term.name}, not of {name}. Take another folder for another term.")
    if replace or not (folder / CONFIG).exists():
        write_atomically(folder / CONFIG, NBGRADER.encode())
    _make_problem_sets(term, found, replace, say)
    return term


def new_term_file(name: str, students: Sequence[Student], sets: Sequence[str], calendar: Calendar = NO_CALENDAR) -> str:
    """Return a new term.toml: the calendar's due dates, and examples for the sets that have none there."""
    starts, due = calendar
    first = (starts or date.today()) + BETWEEN
    lines = "\n".join(
        f"{one} = {due[one]} 23:59:00" if one in due else f"# {one} = {first + place * BETWEEN} 23:59:00"
        for place, one in enumerate(sets)
    )
    first = due.get([*sets, "ps1"][0], first)
    days = {"early": first - timedelta(days=1), "extended": first + timedelta(days=7)}
    return TERM_FILE.format(term=name, due=lines, some=[*sets, "ps1"][0], **days, students=roster.lines(students))


def _make_problem_sets(term: Term, sources: Sequence[Source], replace: bool, say: Callable[[str], None]) -> None:
    """Write the instructor's and the students' notebooks where nbgrader looks for them."""
    for source in sources:
        places = [term.folder / kind / source.name / f"{source.name}.ipynb" for kind in ("source", "release")]
        if not replace and all(place.exists() for place in places):
            continue
        say(f"{source.name}: {source.title}, {source.points} points")
        drawn = values(source, term.name)
        made = (notebooks.instructor_notebook(source, drawn), notebooks.release_notebook(source, drawn))
        for place, notebook in zip(places, made, strict=True):
            write_atomically(place, notebooks.as_text(notebook).encode())
        known = json.dumps(hints_file.known(source), ensure_ascii=False)
        write_atomically(term.folder / HINTS / f"{source.name}.json", known.encode())

