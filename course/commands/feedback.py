"""`course feedback`: its help, its arguments and what it prints."""

from collections.abc import Sequence
from pathlib import Path

import click

from course.commands.shared.grading import recorded
from course.commands.shared.in_term import in_term, problem_set
from course.commands.shared.options import PATH, command
from course.commands.shared.progress import Progress
from course.errors import Trouble
from course.grading.term.term import Term


@command(
    """
    course feedback ps2
    course feedback ps2 --for exchange /srv/nbgrader/exchange
    """
)
@problem_set
@click.option(
    "--for", "back", type=(str, PATH), metavar="exchange DIR",
    help="Also put it into an nbgrader exchange, for `nbgrader fetch_feedback`.",
)
@in_term
def feedback_command(term: Term, name: str, back: tuple[str, Path] | None) -> None:
    """Write a page and a short text for each student.

    They go to TERM/feedback/STUDENT/SET/: the points of each claim, what was missed and where to read on, the points
    and comments given by hand, and what lateness costs. No hidden test and no rubric is in them. Once the set was due
    for everyone, extensions included, they also show a small example on which an answer is wrong. Run the command
    again after a change, such as a proof that was graded.

    nbgrader's own generate_feedback writes to the same place, with the hidden tests in it: don't give that out.
    """
    from course.grading.handback import feedback
    from course.grading.state import State

    recorded(term, name)
    done = feedback.write_feedback(term, name, Progress("students"))
    print(f"{name}: feedback for {len(done.students)} students in {term.folder / 'feedback'}.")
    by_hand = sum(one.state == State.BY_HAND for one in done.waiting)
    if by_hand:
        print(f"For {by_hand}, a part waits for grading by hand, as their feedback says.")
    for one in done.waiting:
        if one.state == State.FAILED:
            print(f"  {one.student}: a part is open, and the feedback says so. {' '.join(one.why)}")
    for one in done.without:
        print(f"  {one.student}: no feedback: {one.state}. {' '.join(one.why)}".rstrip())
    if back:
        _hand_back(term, name, done.students, *back)


def _hand_back(term: Term, name: str, students: Sequence[str], where: str, place: Path) -> None:
    from course.grading.handback import exchange

    if where != "exchange":
        raise Trouble(f"Feedback can go to an exchange, not to {where!r}: --for exchange DIR")
    others = exchange.into_exchange(term, name, students, place)
    print(f"{name}: feedback for {len(students) - len(others)} in {place}, for `nbgrader fetch_feedback {name}`.")
    for student in others:
        print(f"  {student}: not there: the attempt that counts didn't come through this exchange")
