"""`course regrade`: its help, its arguments and what it prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from course.commands.confirm import confirmed, without_asking
from course.commands.grade import Tally, check_roster
from course.commands.shared.grading import comparing, recorded
from course.commands.shared.in_term import in_term, problem_set, students
from course.commands.shared.options import cluster, cold, command, workers
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

    def grade(term: Term, name: str, students: Sequence[str]) -> Iterator[Result]:
        return _graded(term, name, students, cold, **how)

    proposal = regrade.propose(term, name, grade, students or None)
    print("\n".join(regrade.lines(proposal)))
    if not proposal.changes:
        return 0
    if not yes and not confirmed("Put this into the gradebook?"):
        print("The gradebook was not changed. The new results are kept: `course regrade` shows this table again.")
        return 1
    done = regrade.accept(term, proposal, comparing())
    print(f"{name}: {done.changed} results changed in the gradebook. Next: course feedback {name}")
    return 0


def _graded(term: Term, name: str, students: Sequence[str], cold: bool, **how: Any) -> Iterator[Result]:
    """Grade what this grader has not graded yet, and yield the results of all attempts that count."""
    from course.grading import results
    from course.grading.collect import attempts
    from course.grading.notebook.rebuild import ProblemSet
    from course.grading.sandbox.inside.isolation import Isolation
    from course.grading.whole_class import grade_many
    from course.grading.whole_class.workers import run

    problem_set = ProblemSet.read(term.folder, name)
    isolation = Isolation.COLD if cold else Isolation.WARM
    if new := grade_many.to_grade(term, problem_set, students, isolation):
        run(term, problem_set, new, isolation, seen=Tally(len(new)), **how)
    for student in students:
        for attempt in attempts.counting(term, name, student):
            key = grade_many.submission_of(attempt, student, problem_set, isolation).key
            yield results.read_result(results.path_of(term.folder, name, student, key))
