"""The commands that make a term and fill it: init, collect, status. Each parses, calls and prints."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from course.errors import Trouble

INIT = """\
Make a folder for a term: term.toml, which says who is in the class, what is due when and by which rules; the problem
sets; and nbgrader's folders and settings, so that its formgrader opens there. Nothing that is there is overwritten:
called again with a newer roster, it adds the students who are new, fills in what was left open of the others, and says
who has left or was renamed. --replace makes the problem sets and nbgrader's settings again, after an edit of a
source; what stands in term.toml always stays.

The roster is Canvas's gradebook export, Moodle's list of participants or grading worksheet, or any CSV with a column
id.

  course init ../spring --term 2027-spring --roster gradebook.csv
"""

COLLECT = """\
Take in what students handed in: a zip from Canvas or Moodle, the folder that became of it, an nbgrader exchange, a
folder with STUDENT.ipynb or STUDENT/ps1.ipynb, or one such file. Nothing of it is run, and no link is followed.

Every attempt is kept. A file that is of nobody on the roster, that cannot be read, or that is another problem set, is
put into quarantine with the reason; nothing is guessed. Collecting again is free and changes nothing: mend term.toml,
or put a right file in, and collect again.

  course collect ps1 submissions.zip
  course collect ps1 submissions.zip --worksheet "Grades-ps1.csv"      from Moodle: with its grading worksheet
"""

STATUS = """\
Say of each student what was handed in, whether it is late, and whether it is graded, waits for grading by hand, failed
or lies in quarantine, and why. Nothing is changed.

  course status ps1
"""


def add(commands: Any) -> None:
    """Add the commands to argparse's."""
    init = _command(commands, "init", "make a folder for a term, its roster and problem sets", INIT)
    init.add_argument("folder", type=Path, metavar="TERM_DIR", help="the term's folder; best outside the repository")
    init.add_argument("--term", help="such as 2027-fall; without it, the term that course.toml names")
    init.add_argument("--roster", type=Path, metavar="FILE", help="a CSV from Canvas, Moodle or of your own")
    init.add_argument("--replace", action="store_true", help="make the problem sets and nbgrader's settings again")
    init.set_defaults(run=_init)
    collect = _command(commands, "collect", "take in what students handed in", COLLECT)
    collect.add_argument("set", help="such as ps1")
    collect.add_argument("path", type=Path, metavar="FILE_OR_DIR", help="what was downloaded")
    collect.add_argument("--worksheet", type=Path, metavar="FILE", help="Moodle's grading worksheet of this assignment")
    in_term(collect).set_defaults(run=_collect)
    status = _command(commands, "status", "say where each student's work stands", STATUS)
    status.add_argument("set", help="such as ps1")
    in_term(status).set_defaults(run=_status)


def in_term(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Let a command be given the term's folder; without it, it works in the one that it is called in."""
    command.add_argument("--term-dir", type=Path, metavar="DIR", default=Path(), help="the term's folder, if not here")
    return command


def folder_of(options: argparse.Namespace) -> Path:
    """Return the term's folder: the one that is named, or the nearest above with a term.toml."""
    from course.grading.term.term import FILE

    start = options.term_dir.resolve()
    found = next((folder for folder in (start, *start.parents) if (folder / FILE).is_file()), None)
    if found is None:
        raise Trouble(f"{start} is in no term's folder. Go to one, give --term-dir, or make one: course init")
    return found


COMPARED = "students compared with the gradebook"


class Progress:
    """One line on the screen that says how far it is, from the second second on."""

    def __init__(self, what: str) -> None:
        self.what, self.began, self.said = what, time.monotonic(), 0.0

    def __call__(self, done: int, total: int) -> None:
        """Say how far it is, if it is time to."""
        now = time.monotonic()
        if now - self.began > 1 and (now - self.said > 0.2 or done == total):
            self.said = now
            # On a terminal the line is written over; in a log there is one, at the end.
            if sys.stderr.isatty() or done == total:
                end = "\r" if sys.stderr.isatty() and done < total else "\n"
                print(f"  {done} of {total} {self.what}", end=end, file=sys.stderr, flush=True)


def _command(commands: Any, name: str, short: str, long: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=long, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    return made


def _init(options: argparse.Namespace) -> int:
    from course import settings
    from course.grading.term.init_term import start
    from course.grading.term.term import FILE, Term

    there, book = (options.folder / FILE).exists(), settings.here()
    name = options.term or (Term.read(options.folder).name if there else book.term)
    calendar = (book.starts, book.due) if name == book.term else (None, {})
    term = start(options.folder, name, options.roster, replace=options.replace, calendar=calendar, say=print)
    print(f"{term.folder}: {term.name}, {len(term.students)} students. Edit {term.folder / FILE}; it says how.")
    return 0


def _collect(options: argparse.Namespace) -> int:
    from course.grading.collect import attempts
    from course.grading.collect.archives import shown
    from course.grading.collect.collect import collect
    from course.grading.term.term import Term

    term = Term.read(folder_of(options))
    done = collect(term, options.set, options.path, options.worksheet, Progress("students"))
    for attempt in done.new:
        if attempt.repairs:
            print(f"{attempt.student}: " + shown(" ".join(attempt.repairs)))
    print(
        f"{options.set}: {len(done.new)} new attempts of {len({a.student for a in done.new})} students, "
        f"{done.known} were known, {len(done.quarantined)} files in quarantine."
    )
    aside = {
        f"beside a {options.set} that was taken in": done.beside, "of other sets": done.other_sets,
        "hidden": done.hidden, "empty folders": done.empty_folders,
    }  # fmt: skip  these lines are a table
    if any(aside.values()):
        print("  files left aside: " + ", ".join(f"{number} {what}" for what, number in aside.items() if number))
    reasons = Counter((entry.student or "nobody", entry.file, entry.reason) for entry in done.quarantined)
    for student, file, reason in reasons:
        print(f"  {student}: {shown(file)}: {shown(reason)}")
    for line in attempts.guesses(done.new):
        print(line)
    return 0


def _status(options: argparse.Namespace) -> int:
    from course.grading import status
    from course.grading.notebook.align import forms
    from course.grading.term.term import Term

    term = Term.read(folder_of(options))
    if options.set not in (there := forms(term.folder)):
        raise Trouble(f"There is no problem set {options.set!r} in this term, but {', '.join(there)}.")
    print("\n".join(status.lines(status.status(term, options.set))))
    return 0
