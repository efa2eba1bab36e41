"""`course status psN`: where each student's work stands, and what waits for the instructor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from course.files.text import printable
from course.grading import state
from course.grading.collect import attempts, quarantine
from course.grading.collect.attempts import Attempt
from course.grading.state import Standing
from course.grading.term.term import Term


@dataclass(frozen=True)
class Row:
    """Where one student's work on a set stands."""

    student: str
    name: str
    attempts: int
    counts: tuple[int, ...]  # the numbers of the attempts that count
    submitted: str  # in words, such as "attempt 2 of 2, 1 Mar 18:00"
    late: float  # the fraction of the points that lateness costs
    state: str  # excused, missing, lost, quarantined, to be graded, failed, by hand or graded
    why: tuple[str, ...] = ()
    unsafe: bool = False  # graded without isolation
    guessed: tuple[Attempt, ...] = ()  # that count, and of which nobody knows how late they were


@dataclass(frozen=True)
class Status:
    """Where a class's work on a set stands."""

    set: str
    rows: tuple[Row, ...]
    nobodys: tuple[quarantine.Entry, ...]
    folder: str = ""  # where the set's quarantine is, if there is anything in it


def status(term: Term, problem_set: str) -> Status:
    """Look at attempts, quarantine, results and gradebook; nothing is changed."""
    held = quarantine.entries(term, problem_set)
    rows = tuple(_row(term, one, held) for one in state.standings(term, problem_set).values())
    nobodys = tuple(entry for entry in held if entry.student not in term.students)
    return Status(problem_set, rows, nobodys, str(quarantine.folder(term, problem_set)) if held else "")


def lines(found: Status) -> Iterator[str]:
    """Yield the status as lines to print: a table, then the reasons, then a count."""
    id_width = max((len(row.student) for row in found.rows), default=2)
    width = max((len(row.submitted) for row in found.rows), default=2)
    for row in found.rows:
        late = f"-{row.late:.0%}" if row.late else ""
        unsafe = "  graded without isolation" if row.unsafe else ""
        yield f"{row.student:{id_width}}  {row.state:12}  {row.submitted:{width}}  {late:5}{unsafe}".rstrip()
        for why in row.why:
            yield f"{'':{id_width}}    {printable(why)}"
    if found.nobodys:
        yield f"\nIn quarantine, of nobody on the roster: {len(found.nobodys)}"
        yield from (f"  {printable(entry.file)}: {printable(entry.reason)}" for entry in found.nobodys)
    if found.folder:
        settled = "A good hand-in of the student settles it; or remove the folder"
        yield f"\nIn {found.folder} each file has a folder with its reason. {settled}."
    if said := list(attempts.guesses(attempt for row in found.rows for attempt in row.guessed)):
        yield from ("", *said)
    states = [row.state for row in found.rows]
    counted = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    yield f"\n{found.set}: {len(found.rows)} students" + (f": {counted}" if counted else "")
    if "by hand" in states:
        yield "by hand: a part waits for a person. Open nbgrader's formgrader: `jupyter lab` in the term's folder."


def _row(term: Term, one: Standing, held: Sequence[quarantine.Entry]) -> Row:
    handed_in = attempts.of_group(term, one.set, one.student)
    counting = attempts.counting(term, one.set, one.student)
    reasons = [_where(term, entry) for entry in held if entry.student == one.student]
    late = min((attempts.penalty(term, attempt, one.student) for attempt in counting), default=0.0)
    return Row(
        one.student, term.students[one.student].name, len(handed_in), tuple(attempt.number for attempt in counting),
        _submitted(handed_in, counting, one.student), late, one.state, (*reasons, *one.why), not one.isolated,
        tuple(attempt for attempt in counting if attempt.guessed),
    )  # fmt: skip  these lines are a table


def _where(term: Term, entry: quarantine.Entry) -> str:
    return f"{entry.reason} In quarantine: {quarantine.place_of(term, entry).name}"


def _submitted(handed_in: list[Attempt], counting: list[Attempt], student: str) -> str:
    if not counting:
        return ""
    one = counting[-1]
    which = f"best of {len(counting)}" if len(counting) > 1 else f"attempt {one.number} of {len(handed_in)}"
    when = one.when.strftime("%d %b %H:%M") if one.when else "time unknown"
    by = "" if one.student == student else f" by {one.student}"
    return f"{which}{by}, {when}{', late' if one.late else ''}"
