"""Grade a class and record the results, with the progress on the screen."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from course.commands.shared.in_term import check_set
from course.commands.shared.progress import Progress
from course.errors import Trouble
from course.grading.term.term import Term

if TYPE_CHECKING:
    from course.grading.gradebook.record import Recorded
    from course.grading.notebook.rebuild import ProblemSet
    from course.grading.results import Result
    from course.grading.sandbox.inside.isolation import Isolation


class Tally:
    """Count the results of a run as they come in, and show the progress."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.failed = total, 0, 0
        self.notes: Counter[str] = Counter()  # what tests say to the instructor
        self.progress = Progress("graded")

    def __call__(self, result: "Result") -> None:
        """Count a result."""
        self.done += 1
        self.failed += result.state == "failed"
        self.notes.update(f"{test}: {cell.note}" for test, cell in result.cells.items() if cell.note)
        self.progress(self.done, self.total, f"{self.failed} failed")


def grade_new(
    term: Term, problem_set: "ProblemSet", students: Sequence[str], isolation: "Isolation", again: bool = False,
    **how: Any,
) -> Tally:
    """Grade the attempts that have no result by this grader yet; `how` is by how many workers, and on which cluster."""
    from course.grading.whole_class import grade_many
    from course.grading.whole_class.workers import run

    submissions = grade_many.to_grade(term, problem_set, students, isolation, again=again)
    tally = Tally(len(submissions))
    if submissions:
        run(term, problem_set, submissions, isolation, seen=tally, **how)
    return tally


def recorded(term: Term, name: str, grader: str = "") -> "Recorded":
    """Put the results of a problem set into the gradebook, and return what is new."""
    from course.grading.gradebook import record

    check_set(term, name)
    return record.record(term, name, grader=grader, progress=Progress("students compared with the gradebook"))


def check_roster(term: Term, students: Sequence[str]) -> None:
    """Raise Trouble unless all these students are on the roster."""
    if unknown := sorted(set(students) - set(term.students)):
        raise Trouble(f"{', '.join(unknown)}: not on the roster in {term.folder / 'term.toml'}.")
