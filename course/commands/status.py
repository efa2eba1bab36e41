"""`course status`: its help, its arguments and what it prints."""

from course.commands.shared.in_term import check_set, in_term, problem_set
from course.commands.shared.options import command
from course.grading.term.term import Term


@command("course status ps1")
@problem_set
@in_term
def status_command(term: Term, name: str) -> None:
    """Show where each student's work stands.

    For each student: what was handed in, whether it is late, and whether it is graded, waits for grading by hand,
    failed or is in quarantine, and why. Nothing is changed.
    """
    from course.grading.status import status_lines

    check_set(term, name)
    print("\n".join(status_lines(term, name)))
