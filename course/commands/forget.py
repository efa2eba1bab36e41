"""`course forget`: its help, its arguments and what it prints."""

import click

from course.commands.shared.in_term import STUDENT, in_term
from course.commands.shared.options import command, confirmed, without_asking
from course.errors import Trouble
from course.grading.term.term import Term


@command(
    """
    course forget ada
    course forget --expired    # everyone, when the term has long been over
    """
)
@click.argument("student", required=False, shell_complete=STUDENT)
@click.option("--expired", is_flag=True, help="Everyone, if the term's time is over.")
@without_asking
@in_term
def forget_command(term: Term, student: str | None, expired: bool, yes: bool) -> int:
    """Remove everything of a student.

    That is attempts, quarantine, results, graded notebooks, feedback and the rows in the gradebook. The command lists
    them and asks. It names the lines of term.toml that you wrote yourself, for you to remove. Backups are not touched.
    """
    from course.grading.keep import forget

    if bool(student) == expired:
        raise Trouble("Name one student, or say --expired.")
    if expired and not forget.expired(term):
        raise Trouble(f"{term.folder}: it is too early: retention_days in term.toml is {term.retention_days}.")
    found = [forget.trace(term, one) for one in ([student] if student else forget.everybody(term))]
    if not any(found):
        raise Trouble(f"There is nothing of {student or 'any student'} in {term.folder}. Is the id right?")
    print("\n".join(line for one in found for line in one.described()))
    for one in found:
        if one.shared and not expired:
            others = ", ".join(one.shared)
            print(f"{one.student}'s work may count for {others} too: without it, their grade is not final.")
    if not confirmed("Remove all of this?", yes):
        print("Nothing was removed.")
        return 1
    for place, one in enumerate(found):
        forget.forget(term, one)
        print(f"Removed: {one.student} ({place + 1} of {len(found)})")
    for one in found:
        if one.lines and not expired:
            numbers = ", ".join(map(str, one.lines))
            print(f"{term.folder / 'term.toml'} still names {one.student}, in line {numbers}: remove that yourself.")
    print("Earlier backups and exported grades still contain it.")
    return 0
