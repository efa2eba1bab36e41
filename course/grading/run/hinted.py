"""Find the hint that fits each answer that missed a point: calls on small examples, which anyone may know.

They go to the process that ran the examples in the notebook, in a sandbox of its own. No test ever called it, so an
answer that keeps what it is given has nothing to tell. What a hint says of the answer is what came back from there.
"""

from collections.abc import Iterable
from contextlib import suppress

from course.grading.run.stand_ins import StandIn
from course.grading.run.student_process import OutOfTime, Student
from course.practice.inside.hints import hint


def find_hints(student: Student, missed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return by test the sentences of a hint, for the tests in which points were missed, where there is one."""
    job, found = student.job, dict[str, tuple[str, ...]]()
    with suppress(OutOfTime):
        for test in missed:
            name = test.removeprefix("test-")
            if name in job.functions:
                found[test] = hint(name, StandIn(student, name), job.hints, job.barred, job.packages)
    return {test: said for test, said in found.items() if said}
