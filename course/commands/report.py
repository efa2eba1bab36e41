"""`course report`: its help, its arguments and what it prints."""

import click

from course.commands.shared.grading import recorded
from course.commands.shared.in_term import in_term, problem_set
from course.commands.shared.options import command
from course.commands.shared.progress import Progress
from course.grading.term.term import Term


@command("course report ps2")
@problem_set
@click.option("--names", is_flag=True, help="Show students' names, not pseudonyms.")
@in_term
def report_command(term: Term, name: str, names: bool) -> None:
    """Write a page on points, mistakes and similar answers.

    The page shows how the points are spread; how hard each claim of the tests was, and how well it tells strong
    answers from weak ones; what went wrong most often, and which known wrong answers fail in the same way; and which
    answers are like each other or like the library's source, side by side. A similar pair is evidence to look at, never
    a penalty.

    Students have pseudonyms, the same in all reports of the term. The page is made from the results: no student's code
    is run, and no server is asked for anything. It shows students' code, so keep it among instructors.
    """
    from course.grading.report.page import write_page

    recorded(term, name)
    path = write_page(term, name, names=names, progress=Progress)
    print(f"{name}: the report is {path}. Open it in a browser.")
