"""`course backup`: its help, its arguments and what it prints."""

from pathlib import Path

import click

from course.commands.shared.in_term import in_term
from course.commands.shared.options import PATH, command
from course.commands.shared.progress import Progress
from course.grading.term.term import Term


@command("course backup ../spring-2027-03-01.zip")
@click.argument("file", type=PATH)
@click.option("--replace", is_flag=True, help="Replace an earlier file of that name.")
@in_term
def backup_command(term: Term, file: Path, replace: bool) -> None:
    """Write a whole term into one verified file.

    The content of the gradebook is in it, even if that is in PostgreSQL. The file gets its name only after it was read
    back and compared with its hashes.

    It holds students' work and grades: keep it as safe as those. The key of the hidden tests' data, .course-key, is in
    the repository and not in the backup.
    """
    from course.grading.keep import backup

    kept = backup.backup(term, file, replace=replace, progress=Progress("files"))
    print(f"{kept.path}: {kept.term}, {kept.files} files and {kept.rows} rows of the gradebook, all verified.")
    print(f"Its fingerprint is {kept.sha256}")
