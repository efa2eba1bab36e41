"""`course init`: its help, its arguments and what it prints."""

from pathlib import Path

import click

from course.commands.shared.options import PATH, command
from course.grading.term.term import FILE, Term


@command("course init ../spring --term 2027-spring --roster gradebook.csv")
@click.argument("folder", type=PATH, metavar="TERM_DIR")
@click.option("--term", help="Such as 2027-fall. [default: the term in course.toml]")
@click.option("--roster", type=PATH, metavar="FILE", help="A CSV from Canvas, from Moodle or of your own.")
@click.option("--replace", is_flag=True, help="Make the problem sets and nbgrader's settings again.")
def init_command(folder: Path, term: str | None, roster: Path | None, replace: bool) -> None:
    """Make a folder for a term: class, dates, problem sets.

    TERM_DIR gets term.toml, which says who is in the class, what is due when and which rules apply; the problem
    sets; and nbgrader's folders and settings, so that its formgrader opens there. Keep it outside the repository.

    Nothing is overwritten. Called again with a newer roster, the command adds new students, fills in what was missing
    about the others, and lists who has left or was renamed. --replace makes the problem sets and nbgrader's settings
    again after a source was edited; term.toml always stays as you wrote it.

    The roster is Canvas's gradebook export, Moodle's list of participants or grading worksheet, or any CSV with a
    column id.
    """
    from course import settings
    from course.errors import Trouble
    from course.grading.term.init_term import make_term_folder

    book = settings.here()
    name = term or (Term.read(folder).name if (folder / FILE).exists() else book.term)
    if book.open and name == book.open.term:
        raise Trouble(f"{name} is the term of the open edition, whose hidden tests are public. Give the class another.")
    calendar = (book.starts, book.due) if name == book.term else (None, {})
    made = make_term_folder(folder, name, roster, replace=replace, calendar=calendar, say=print)
    print(f"{made.folder}: {made.name}, {len(made.students)} students. Edit {made.folder / FILE}; it says how.")
