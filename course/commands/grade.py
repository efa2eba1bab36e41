"""`course grade`: its help, its arguments and what it prints."""

import sys
from collections.abc import Sequence
from typing import Any

import click

from course.commands.shared.grading import check_roster, grade_new, recorded
from course.commands.shared.in_term import in_term, problem_set, students
from course.commands.shared.options import cluster, cold, command, workers
from course.grading.term.term import Term


@command(
    """
    course grade ps1
    course grade ps1 --students ada emmy          # only these
    course grade ps1 --workers 8                  # at a time, if memory allows
    course grade ps1 --cluster tcp://head:8786    # on a Dask cluster
    """
)
@problem_set
@students("Grade only these. [default: the whole class]")
@workers
@cluster
@click.option("--again", is_flag=True, help="Grade again where the grader itself failed.")
@cold
@click.option("--unsafe-no-sandbox", "unsafe", is_flag=True, help="Grade without isolation; each result says so.")
@in_term
def grade_command(
    term: Term, name: str, students: Sequence[str], again: bool, cold: bool, unsafe: bool, **how: Any
) -> None:
    """Grade what is new or changed, in isolation.

    Each submission runs in a sandbox that holds nothing of the course. The hidden tests run in another one and call the
    student's functions through a narrow pipe. Each result is a file of its own, so you can stop the command at any
    time and run it again to continue. Use --cold when the stakes are high.

    A submission for which the grader itself failed has no points, which isn't zero: `course status` lists it with the
    reason, and --again grades it once more. If only some of the tests broke, their parts stay open and the others
    have their points.
    """
    from course.grading.collect.attempts import counting
    from course.grading.notebook.rebuild import ProblemSet
    from course.grading.sandbox.inside.isolation import Isolation

    if cold and unsafe:
        raise click.UsageError("--cold and --unsafe-no-sandbox exclude each other.")
    problem_set = ProblemSet.read(term.folder, name)
    chosen = _chosen(term, name, students)
    isolation = Isolation.NONE if unsafe else Isolation.COLD if cold else Isolation.WARM
    tally = grade_new(term, problem_set, chosen, isolation, again, **how)
    if tally.total:
        print(f"{name}: {tally.done - tally.failed} graded, {tally.failed} failed.")
        for note, number in sorted(tally.notes.items()):
            print(f"  {note}: {number} submission{'s' * (number > 1)}. The test is at fault: see `course status`.")
    else:
        there = any(counting(term, name, student) for student in chosen)
        why = "every attempt that counts has its result" if there else "nothing was collected yet"
        print(f"{name}: nothing to grade; {why}.")
    done = recorded(term, name)
    changed = f", {done.changed} changed" if done.changed else ""
    print(f"{name}: {done.new} new in the gradebook{changed}. `course status {name}` shows what is left to do.")


def _chosen(term: Term, name: str, students: Sequence[str]) -> Sequence[str]:
    """Return the students to grade: those named, or all but the excused."""
    from course.grading.collect.attempts import counting

    check_roster(term, students)
    if students:
        return students
    excused = [student for student in term.students if term.excused(name, student)]
    if left := [student for student in excused if counting(term, name, student)]:
        hint = f"To grade them: --students {' '.join(left)}"
        print(f"{name}: left out {len(left)} excused, although they handed in. {hint}", file=sys.stderr)
    return [student for student in term.students if student not in excused]
