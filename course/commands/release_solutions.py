"""`course release-solutions`: its help, its arguments and what it prints."""

from pathlib import Path

import click

from course.commands.shared.options import PATH, command


@command("course release-solutions ps2")
@click.argument("name", metavar="SET")
@click.argument("file", type=PATH, required=False, metavar="[FILE]")
def release_solutions_command(name: str, file: Path | None) -> None:
    """Write a set's model solution, to give out when it's due.

    FILE is the notebook to write, ps2-solution.ipynb if you name none. The answers are filled in; hidden tests, rubrics
    and the other sets are not in it.
    """
    from course import settings
    from course.sets import solutions

    written = solutions.write_solution(name, file or Path(f"{name}-solution.ipynb"), settings.here().term)
    print(f"The model solution of {name} is in {written}. No hidden test and no rubric is in it.")
