"""`course collect`: its help, its arguments and what it prints."""

from collections import Counter
from pathlib import Path

import click

from course.commands.shared.in_term import in_term, problem_set
from course.commands.shared.options import PATH, command
from course.commands.shared.progress import Progress
from course.grading.term.term import Term


@command(
    """
    course collect ps1 submissions.zip
    course collect ps1 submissions.zip --worksheet "Grades-ps1.csv"    # Moodle
    """
)
@problem_set
@click.argument("path", type=PATH, metavar="FILE_OR_DIR")
@click.option("--worksheet", type=PATH, metavar="FILE", help="Moodle's grading worksheet of this assignment.")
@in_term
def collect_command(term: Term, name: str, path: Path, worksheet: Path | None) -> None:
    """Take in what students handed in.

    FILE_OR_DIR is a zip from Canvas or Moodle, the folder it was unpacked into, an nbgrader exchange, a folder with
    STUDENT.ipynb or STUDENT/ps1.ipynb, or one such file. Nothing in it is run, and no link is followed.

    Every attempt is kept. Files from students not on the roster, unreadable files and files of another problem set
    are quarantined with a reason. The owner is never guessed. Collecting the same files again changes nothing, so fix
    term.toml, or add the right file, and collect again.
    """
    from course.files.text import printable
    from course.grading.collect import attempts
    from course.grading.collect.collect import collect
    from course.grading.collect.student_files import Aside

    done = collect(term, name, path, worksheet, Progress("students"))
    for attempt in done.new:
        if attempt.repairs:
            print(f"{attempt.student}: " + printable(" ".join(attempt.repairs)))
    print(
        f"{name}: {len(done.new)} new attempts of {len({a.student for a in done.new})} students, "
        f"{done.aside[Aside.KNOWN]} were known, {len(done.quarantined)} files in quarantine."
    )
    if aside := [what for what in Aside if done.aside[what] and what is not Aside.KNOWN]:
        print("  files left aside: " + ", ".join(f"{done.aside[what]} {what.value.format(name)}" for what in aside))
    for student, file, reason in Counter(
        (entry.student or "unknown student", entry.file, entry.reason) for entry in done.quarantined
    ):
        print(f"  {student}: {printable(file)}: {printable(reason)}")
    for line in attempts.guessed_lateness(done.new):
        print(line)
