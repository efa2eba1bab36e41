"""Grade the same submissions with changed tests, and compare before anything changes, for `course regrade psN`.

The new results are only files: the gradebook keeps the recorded ones until a person has seen the table and said yes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from course.errors import Trouble
from course.files.text import printable
from course.grading.gradebook import database
from course.grading.gradebook.deciding_result import Candidates, Choice, choose
from course.grading.notebook.rebuild import ProblemSet
from course.grading.results import FAILED, Result
from course.grading.sandbox.job import CellResult
from course.grading.state import StudentState, student_states
from course.grading.term.term import Term

Grade = Callable[[Term, str, Sequence[str]], Iterable[Result]]


@dataclass(frozen=True)
class Cell:
    """A test with other points or other lines than before."""

    name: str
    before: float | None
    after: float | None  # None: its test broke
    old: tuple[str, ...]  # lines that it no longer says
    new: tuple[str, ...]
    by_hand: float | None = None  # what a person gave, which stays


@dataclass(frozen=True)
class Change:
    """What a regrade changes for one student."""

    student: str
    before: float
    after: float
    cells: tuple[Cell, ...]

    @property
    def grade_changes(self) -> bool:
        """Whether the points change, not only the lines."""
        return abs(self.before - self.after) > 1e-9


@dataclass(frozen=True)
class Proposal:
    """What a regrade would change; nothing is recorded yet."""

    set: str
    grader: str
    changes: tuple[Change, ...]
    unchanged: int
    failed: tuple[str, ...]  # students without a new result, whose grades stay


def propose(term: Term, name: str, grade: Grade, students: Sequence[str] | None = None) -> Proposal:
    """Grade with the current tests all that is recorded, and compare; the gradebook is not changed."""
    problem_set = ProblemSet.read(term.folder, name)
    with database.reading(term) as session:
        entries = database.entries(session, name) if session else {}
    wanted = [one for one in students or term.students if one in entries and not term.excused(name, one)]
    if not wanted:
        raise Trouble(f"{name}: the gradebook has no results of this set yet. Grade it first: course grade {name}")
    graders, failed = set[str](), set[str]()
    for result in grade(term, name, wanted):
        graders.add(result.grader)
        if result.state == FAILED:
            failed.add(result.student)
    if len(graders) != 1:
        raise Trouble(f"{name}: the new results are from {len(graders)} versions of the tests. Regrade it again.")
    grader = graders.pop()
    before, changes, unchanged = student_states(term, name), list[Change](), 0
    for student in wanted:
        choice = choose(term, problem_set, Candidates.of(term, name, student), wanted=grader)
        if not isinstance(choice, Choice) or choice.result.grader != grader:
            failed.add(student)
            continue
        change = _change(before[student], before[student].result(term.folder), choice)
        changes += [change] if change.grade_changes or change.cells else []
        unchanged += not (change.grade_changes or change.cells)
    return Proposal(name, grader, tuple(changes), unchanged, tuple(sorted(failed)))


def lines(proposal: Proposal) -> Iterator[str]:
    """Yield the table: each student's points, and each test that changed, before and after."""
    moved = [change for change in proposal.changes if change.grade_changes]
    width = max((len(change.student) for change in moved), default=0)
    for change in sorted(moved, key=lambda change: (change.after - change.before, change.student)):
        difference = change.after - change.before
        yield f"{change.student:{width}}  {change.before:g} -> {change.after:g}  ({difference:+g})"
        for cell in change.cells:
            stays = f", but {cell.by_hand:g} by hand stay" if cell.by_hand is not None else ""
            was, new = ("open" if score is None else f"{score:g}" for score in (cell.before, cell.after))
            yield f"  {cell.name}: {was} -> {new}{stays}"
            yield from (f"    - {printable(line)}" for line in cell.old)
            yield from (f"    + {printable(line)}" for line in cell.new)
    words = len(proposal.changes) - len(moved)
    same = f"for {words} others only the lines, and {proposal.unchanged} stay as before"
    yield f"{proposal.set}: {len(moved)} grades change; {same}."
    if proposal.failed:
        yield f"No new result, so their grades stay: {', '.join(proposal.failed)}."


def _change(before: StudentState, old: Result, choice: Choice) -> Change:
    """Compare a student's recorded result with the new one."""
    cells, after = [], before.score
    for name, new in choice.result.cells.items():
        part, was = before.parts.get(name), old.cells.get(name, CellResult(new.points, None))
        by_hand = part.by_hand if part else None
        if by_hand is None:
            after += (new.score or 0.0) - ((part.auto if part else None) or 0.0)
        old_lines = tuple(line for line in was.lines if line not in new.lines)
        new_lines = tuple(line for line in new.lines if line not in was.lines)
        if was.score != new.score or old_lines or new_lines:
            cells.append(Cell(name, was.score, new.score, old_lines, new_lines, by_hand))
    dropped = old.cells.keys() - choice.result.cells
    after -= sum(part.auto or 0.0 for name, part in before.parts.items() if name in dropped)
    return Change(before.student, before.total, round(after * (1 - choice.lost), 2), tuple(cells))
