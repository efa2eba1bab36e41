"""`course status psN`: the states of a class as lines to print, and what waits for the instructor."""

from collections.abc import Iterator

from course.files.text import printable
from course.grading.collect import attempts, quarantine
from course.grading.state import State, StudentState, student_states
from course.grading.term.term import Term


def status_lines(term: Term, name: str) -> Iterator[str]:
    """Yield the status of a set as lines to print: a table with the reasons, the quarantine, and a count."""
    rows, held = list(student_states(term, name).values()), quarantine.entries(term, name)
    unowned = [entry for entry in held if entry.student not in term.students]
    id_width = max((len(row.student) for row in rows), default=2)
    submitted = [_submitted(row) for row in rows]
    width = max(map(len, submitted), default=2)
    for row, words in zip(rows, submitted, strict=True):
        late = min(row.candidates.lost.values(), default=0.0)
        unsafe = "" if row.isolated else "  graded without isolation"
        cost = f"-{late:.0%}" if late else ""
        yield f"{row.student:{id_width}}  {row.state:12}  {words:{width}}  {cost:5}{unsafe}".rstrip()
        for why in row.why:
            yield f"{'':{id_width}}    {printable(why)}"
    if unowned:
        yield f"\nIn quarantine, of nobody on the roster: {len(unowned)}"
        yield from (f"  {printable(entry.file)}: {printable(entry.reason)}" for entry in unowned)
    if held:
        settled = "A good hand-in of the student settles it; or remove the folder"
        yield f"\nIn {quarantine.folder(term, name)} each file has a folder with its reason. {settled}."
    if said := list(attempts.guessed_lateness(attempt for row in rows for attempt in row.candidates.attempts)):
        yield from ("", *said)
    states = [row.state for row in rows]
    counted = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    yield f"\n{name}: {len(rows)} students" + (f": {counted}" if counted else "")
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
