"""`course publish`: its help, its arguments and what it prints."""

from pathlib import Path

import click

from course.commands.shared.options import PATH, command


@command("course publish ../public-site")
@click.argument("folder", type=PATH)
@click.option("--edition", type=click.Choice(["class", "open"]), default="class", help="For whom.  [default: class]")
@click.option("--replace", is_flag=True, help="Replace the book of a term that is over.")
def publish_command(folder: Path, edition: str, replace: bool) -> None:
    """Write the public site into a folder.

    That is the book, the problem sets with their environments, and the wheels. The book's PDF and EPUB are among them
    where they are up to date; where they are not, the command says what to run.

    Nothing is written if any of it has a line of a solution, of a hidden test or of a rubric, or if anything is stale;
    the command names the file. Books of earlier terms in the folder stay.

    With --edition open, it is the edition for readers without a class, in a folder of its own: the term that [open] in
    course.toml names, with data of its own, in which every set is open for practice. Its pages check answers with the
    hidden tests, so these are public from then on; instructors.md says what that means for a class. assignments/ stays
    as it is. The PDF and the EPUB are not part of it.
    """
    from course.publish.open_edition import publish_open
    from course.publish.publish import publish

    if edition == "open":
        return publish_open(folder, replace=replace)
    place = publish(folder, replace=replace)
    print(f"Published in {place}. Put all of {folder} on a server.")
    return None
