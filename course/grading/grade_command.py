"""`course grade`: parse, call, and say how far it is."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from course.errors import Trouble
from course.grading.commands import COMPARED, Progress, folder_of, in_term

if TYPE_CHECKING:
    from course.grading.results import Result
    from course.grading.term.term import Term

GRADE = """\
Grade what is new or changed. Each submission runs in a sandbox that holds nothing of the course; the hidden tests run
in another one, and ask the student's functions across a narrow pipe. A result is a file of its own, written whole:
stop the command at any time and call it again, it goes on where it was.

  course grade ps1
  course grade ps1 --students ada emmy        only these
  course grade ps1 --workers 8                so many at a time; never more than cores and memory allow
  course grade ps1 --cluster tcp://head:8786  on the workers of a Dask scheduler
  course grade ps1 --cold                     for high stakes: a sandbox from scratch for each submission

A submission for which the grader itself failed has no points, not zero: `course status` lists it with the reason, and
--again grades it once more. Where only some of the tests broke, their parts are open and the others have their points.
"""
EVERY = 5.0  # seconds between two lines in a log, where the line cannot be written over


def add(commands: Any) -> None:
    """Add the command to argparse's."""
    grade = commands.add_parser(
        "grade",
        help="grade what is new or changed, in isolation",
        description=GRADE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    grade.add_argument("set", help="such as ps1")
    grade.add_argument("--students", nargs="+", metavar="ID", help="only these; without it, the whole class")
    grade.add_argument("--workers", type=int, metavar="N", help="how many at a time (default: the cores there are)")
    grade.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, or its scheduler file (.json)")
    grade.add_argument("--again", action="store_true", help="grade again what failed")
    how = grade.add_mutually_exclusive_group()
    how.add_argument("--cold", action="store_true", help="a sandbox from scratch for each submission")
    how.add_argument("--unsafe-no-sandbox", action="store_true", help="without isolation; each result says so")
    in_term(grade).set_defaults(run=_grade)


class Meter:
    """The line that says how many are graded, how fast, how many failed, and how long it still takes."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.failed = total, 0, 0
        self.notes: Counter[str] = Counter()  # what tests say to the instructor
        self.began = time.monotonic()
        self.said = self.began

    def __call__(self, result: Result) -> None:
        """Count a result, and say so if it is time to."""
        self.done += 1
        self.failed += result.state == "failed"
        self.notes.update(f"{test}: {cell.note}" for test, cell in result.cells.items() if cell.note)
        now = time.monotonic()
        on_screen = sys.stderr.isatty()
        if self.done == self.total or now - self.said > (0.2 if on_screen else EVERY):
            self.said = now
            end = "\r" if on_screen and self.done < self.total else "\n"
            print(self.line(now - self.began), end=end, file=sys.stderr, flush=True)

    def line(self, seconds: float) -> str:
        """Return the line."""
        rate = self.done / max(seconds, 1e-9)
        left = (self.total - self.done) / rate if self.done else 0.0
        return (
            f"  {self.done} of {self.total} graded, {rate:.1f} a second, {self.failed} failed, "
            f"{_minutes(left)} left    "
        )


def _grade(options: argparse.Namespace) -> int:
    from course.grading.collect.attempts import counting
    from course.grading.notebook.rebuild import ProblemSet
    from course.grading.sandbox.inside.isolation import Isolation
    from course.grading.term.term import Term
    from course.grading.whole_class import grade_many, workers

    term = Term.read(folder_of(options))
    problem_set = ProblemSet.read(term.folder, options.set)
    students = _students(term, options.set, options.students)
    wanted = Isolation.NONE if options.unsafe_no_sandbox else Isolation.COLD if options.cold else Isolation.WARM
    submissions = grade_many.to_grade(term, problem_set, students, wanted, again=options.again)
    if not submissions:
        there = any(counting(term, options.set, student) for student in students)
        why = "every attempt that counts has its result" if there else "nothing was collected yet"
        print(f"{options.set}: nothing to grade; {why}.")
    else:
        meter = Meter(len(submissions))
        workers.run(
            term, problem_set, submissions, wanted, workers=options.workers, cluster=options.cluster, seen=meter
        )
        print(f"{options.set}: {meter.done - meter.failed} graded, {meter.failed} failed.")
        for note, number in sorted(meter.notes.items()):
            print(f"  {note}: {number} submission{'s' * (number > 1)}. That is the test's fault: `course status`.")
    return _record(term, options.set)


def _record(term: Term, problem_set: str) -> int:
    """Put the results into the gradebook, and say what is new there."""
    from course.grading.gradebook import record

    done = record.record(term, problem_set, progress=Progress(COMPARED))
    new = f"{done.new} new in the gradebook" + (f", {done.changed} changed" if done.changed else "")
    print(f"{problem_set}: {new}. `course status {problem_set}` says who waits for what.")
    return 0


def _students(term: Term, problem_set: str, named: Sequence[str] | None) -> list[str]:
    """Return who is to be graded: who is named, or all but the excused."""
    from course.grading.collect.attempts import counting

    unknown = sorted(set(named or ()) - set(term.students))
    if unknown:
        raise Trouble(f"{', '.join(unknown)}: not on the roster in {term.folder / 'term.toml'}.")
    excused = [student for student in term.students if term.excused(problem_set, student)]
    if left := [] if named else [student for student in excused if counting(term, problem_set, student)]:
        hint = f"To grade them: --students {' '.join(left)}"
        print(f"{problem_set}: {len(left)} excused who handed in: left out. {hint}", file=sys.stderr)
    return list(named) if named else [student for student in term.students if student not in excused]


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
