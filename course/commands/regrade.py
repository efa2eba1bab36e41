"""`course regrade`: its help, its arguments and what it prints."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from course.commands.shared.grading import check_roster, grade_new, recorded
from course.commands.shared.in_term import in_term, problem_set, students
from course.commands.shared.options import cluster, cold, command, confirmed, without_asking, workers
from course.grading.term.term import Term

if TYPE_CHECKING:
    from course.grading.results import Result


@command(
    """
    course regrade ps2
    course regrade ps2 --students ada emmy    # only these
    course regrade ps2 --yes                  # without asking
    """
)
@problem_set
@students("Regrade only these. [default: all in the gradebook]")
@workers
@cluster
@cold
@without_asking
@in_term
def regrade_command(term: Term, name: str, students: Sequence[str], cold: bool, yes: bool, **how: Any) -> int:
    """Grade again with changed tests; show what changes first.

    Run this after a test was fixed or the course was updated. It grades the same submissions and prints a table: whose
    points change, in which test, and what the test said before (-) and says now (+). The gradebook changes only after
    you have said yes. Points given by hand stay.
    """
    from course.grading.handback import regrade

    recorded(term, name)
    check_roster(term, students)
    proposal = regrade.propose(term, name, partial(_graded, cold=cold, **how), students or None)
    print("\n".join(regrade.lines(proposal)))
    if not proposal.changes:
        return 0
    if not confirmed("Put this into the gradebook?", yes):
        print("The gradebook was not changed. The new results are kept: `course regrade` shows this table again.")
        return 1
    done = recorded(term, name, proposal.grader)
    print(f"{name}: {done.changed} results changed in the gradebook. Next: course feedback {name}")
    return 0


def _graded(term: Term, name: str, students: Sequence[str], cold: bool, **how: Any) -> Iterator["Result"]:
    """Grade what this grader has not graded yet, and yield the results of all attempts that count."""
    from course.grading import results
    from course.grading.collect import attempts
    from course.grading.notebook.rebuild import ProblemSet
    from course.grading.sandbox.inside.isolation import Isolation
    from course.grading.whole_class import grade_many

    problem_set = ProblemSet.read(term.folder, name)
    isolation = Isolation.COLD if cold else Isolation.WARM
    grade_new(term, problem_set, students, isolation, **how)
    for student in students:
        for attempt in attempts.counting(term, name, student):
            key = grade_many.submission_of(attempt, student, problem_set, isolation).key
            yield results.read_result(results.path_of(term.folder, name, student, key))
