"""`course restore`: its help, its arguments and what it prints."""

from pathlib import Path

import click

from course.commands.shared.options import PATH, command
from course.commands.shared.progress import Progress


@command("course restore ../spring-2027-03-01.zip ../spring-again")
@click.argument("file", type=PATH)
@click.argument("folder", type=PATH, required=False, metavar="[TERM_DIR]")
@click.option("--replace", is_flag=True, help="Replace what is there.")
def restore_command(file: Path, folder: Path | None, replace: bool) -> None:
    """Put a term back from a backup.

    The backup is first compared with its hashes. A folder or a gradebook that isn't empty is left alone unless you say
    --replace. Without TERM_DIR, the folder is named after the term and made here.
    """
    from course.grading.keep import backup

    term = backup.restore(file, folder or Path(backup.verified(file).term), replace=replace, progress=Progress)
    print(f"{term.folder}: {term.name}, {len(term.students)} students, restored.")
