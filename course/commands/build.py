"""`course build`: its help, its arguments and what it prints."""

import click

from course.commands.shared.options import command
from course.errors import Trouble


@command("course build")
@click.option("--term", "asked", hidden=True)  # of earlier versions; the term is set in course.toml alone
def build_command(asked: str | None) -> None:
    """Make the problem sets of a term from their sources.

    The instructor's notebooks go to source/, which isn't committed, and what students get to assignments/, which is.
    Each term draws its own examples and data, equally hard; the same term gives the same files, byte for byte.
    What hints know of each function is brought up to date, too, in solutions/psN/hints.json.
    Everything is made beside what is there and then swapped in, so a build that fails changes nothing. It prints what
    differs from before.

    The term is the one named in course.toml. For a new term, write its name and first day there.
    """
    from course import settings
    from course.practice import hints_file
    from course.sets import release

    term = settings.here().term
    if asked not in (None, term):
        said = f'course.toml says {term}. Write term = "{asked}" there, and the day on which it starts'
        raise Trouble(f"{said}; then run `course build`.")
    changes = release.build(term, say=print)
    for source in release.sources():
        hints_file.bring_up_to_date(source, say=print)
    if changes is None:
        print(f"Nothing to do: assignments/ is what the sources make for {term}.")
    else:
        print("\n".join([f"Made assignments/ for {term}. What differs from before:", *(changes or ["nothing"])]))
