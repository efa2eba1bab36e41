"""`course export`: its help, its arguments and what it prints."""

from collections.abc import Sequence
from pathlib import Path

import click

from course.commands.shared.grading import recorded
from course.commands.shared.in_term import SET, in_term, sets
from course.commands.shared.options import PATH, command
from course.errors import Trouble
from course.grading.term.term import Term

CLEARS = (
    "Canvas treats an empty cell as a change: if these {} already have scores there, the upload removes them. Check "
    "the changes that Canvas shows before you save them."
)


@command(
    """
    course export
    course export ps1 ps2 --format canvas --to grades.csv
    course export ps2 --format moodle --worksheet "Grades-ps2.csv"
    """
)
@click.argument("names", nargs=-1, metavar="[SET]...", shell_complete=SET)
@click.option("--format", "form", type=click.Choice(("csv", "canvas", "moodle")), default="csv", show_default=True)
@click.option("--to", type=PATH, metavar="FILE", help="The file to write. [default: grades-FORMAT.csv]")
@click.option("--worksheet", type=PATH, metavar="FILE", help="Moodle's grading worksheet, to be filled in.")
@click.option("--allow-incomplete", is_flag=True, help="Export even if some grades are not final.")
@in_term
def export_command(
    term: Term, names: Sequence[str], form: str, to: Path | None, worksheet: Path | None, allow_incomplete: bool
) -> None:
    """Write the grades for Canvas, Moodle or a spreadsheet.

    The grades of these sets, or of all that were collected, go into a table for a spreadsheet (csv), for "Import" in
    Canvas's gradebook (canvas), or into a grading worksheet of Moodle (moodle). The command refuses while a submission
    isn't graded or waits for grading by hand. With --allow-incomplete those get no number and are marked. Students who
    handed in nothing get 0 once the set is due.

    Canvas treats an empty cell as a change and removes the score that was there. Excused students get EX. Canvas
    finds a set by its name, so call the assignment ps2.

    For Moodle, grades are scaled if the assignment's maximum differs from the set's points. A grade above the maximum
    is refused, since Moodle would skip it.
    """
    from course.grading.handback import export

    names = names or [name for name in sets(term.folder) if (term.folder / "attempts" / name).is_dir()]
    if not names:
        raise Trouble("No problem set was collected yet: course collect psN FILE")
    for name in names:
        recorded(term, name)
    path = to or Path(f"grades-{form}.csv")
    done = export.export(term, names, form, path, allow_incomplete=allow_incomplete, worksheet=worksheet)
    print(f"{path}: {', '.join(names)} for {done.students} students.")
    for one in done.incomplete:
        print(f"  {one.set}, {one.student}: no number: not final ({one.state}). {' '.join(one.why)}".rstrip())
    if done.incomplete and form == "canvas":
        print(CLEARS.format(len(done.incomplete)))
    for one in done.unsafe:
        print(f"  {one.set}, {one.student}: graded without isolation")
    if done.scaled:
        print(f"  {done.scaled}")
    for student in done.absent:
        print(f"  {student}: left out: {worksheet} has no row for this student")
    for student in done.locked:
        print(f"  {student}: Moodle will skip this grade, which is locked or overridden there")
