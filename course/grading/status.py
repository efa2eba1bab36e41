"""`course status psN`: the states of a class as lines to print, and what waits for the instructor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from course.files.text import printable
from course.grading.collect import attempts, quarantine
from course.grading.state import State, StudentState, student_states
from course.grading.term.term import Term


@dataclass(frozen=True)
class Status:
    """The state of each student, and the quarantined files of unknown owners."""

    set: str
    rows: tuple[StudentState, ...]
    unowned: tuple[quarantine.Entry, ...]
    folder: str = ""  # the set's quarantine, if there is anything in it


def status(term: Term, problem_set: str) -> Status:
    """Look at attempts, quarantine, results and gradebook; nothing is changed."""
    held = quarantine.entries(term, problem_set)
    unowned = tuple(entry for entry in held if entry.student not in term.students)
    folder = str(quarantine.folder(term, problem_set)) if held else ""
    return Status(problem_set, tuple(student_states(term, problem_set).values()), unowned, folder)


def lines(found: Status) -> Iterator[str]:
    """Yield the status as lines to print: a table, then the reasons, then a count."""
    id_width = max((len(row.student) for row in found.rows), default=2)
    submitted = [_submitted(row) for row in found.rows]
    width = max(map(len, submitted), default=2)
    for row, words in zip(found.rows, submitted, strict=True):
        late = min(row.candidates.lost.values(), default=0.0)
        unsafe = "" if row.isolated else "  graded without isolation"
        cost = f"-{late:.0%}" if late else ""
        yield f"{row.student:{id_width}}  {row.state:12}  {words:{width}}  {cost:5}{unsafe}".rstrip()
        for why in row.why:
            yield f"{'':{id_width}}    {printable(why)}"
    if found.unowned:
        yield f"\nIn quarantine, of nobody on the roster: {len(found.unowned)}"
        yield from (f"  {printable(entry.file)}: {printable(entry.reason)}" for entry in found.unowned)
    if found.folder:
        settled = "A good hand-in of the student settles it; or remove the folder"
        yield f"\nIn {found.folder} each file has a folder with its reason. {settled}."
    if said := list(attempts.guesses(attempt for row in found.rows for attempt in row.candidates.attempts)):
        yield from ("", *said)
    states = [row.state for row in found.rows]
    counted = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    yield f"\n{found.set}: {len(found.rows)} students" + (f": {counted}" if counted else "")
    if State.BY_HAND in states:
        yield "by hand: a part waits for a person. Open nbgrader's formgrader: `jupyter lab` in the term's folder."


def _submitted(row: StudentState) -> str:
    """Return which attempt counts, such as "attempt 2 of 2, 1 Mar 18:00"."""
    counting = row.candidates.attempts
    if not counting:
        return ""
    last = counting[-1]
    which = f"attempt {last.number} of {row.candidates.handed_in}"
    which = f"best of {len(counting)}" if len(counting) > 1 else which
    when = last.when.strftime("%d %b %H:%M") if last.when else "time unknown"
    by = "" if last.student == row.student else f" by {last.student}"
    return f"{which}{by}, {when}{', late' if last.late else ''}"
