"""Find where a student's code stops on the examples in the notebook: feedback names no other line or message.

The tests call a student's functions with hidden data. A function may keep them and raise them later, as a message or
as the number of the line that raises. So nothing that the tested process says is repeated. Another process, with a
sandbox of its own, runs the cells of the notebook, which contain only what the student has; no test ever calls it.

Then it is called on small public examples, for hints (`hinted`).

It runs after the tests, and only if a point was missed: it takes 0.08 to 0.22 seconds of CPU, a third of what all the
rest takes for a model solution. All that it can learn from an earlier process is the time at which it starts, which
that one can choose to within some milliseconds: a few bits, and which claims are earned tells more. Pictures are not
painted: that would take half as much again.
"""

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from course.grading.run.safe_outputs import Output
from course.grading.run.student_process import Ended, OutOfTime, Student
from course.grading.sandbox.job import Cell, Job

Stop = dict[str, Any]

CELL_SECONDS, WALL_SECONDS = 5.0, 30.0  # nothing later is reported; it costs no points
CUT_OFF = "TooSlow"  # the name of the error of a cell that took too long
# The cell's number and the line in IPython's traceback; other numbers than those of our cells are ignored.
FRAME = re.compile(r"^ *Cell In\[(\d{1,6})\], line (\d{1,6})\b", re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w{0,60}")
STUDENTS = ("answer-", "own-")
LONGEST_LINE, LONGEST_MESSAGE = 160, 240
SWITCH = "import sys\nif 'matplotlib.pyplot' in sys.modules: sys.modules['matplotlib.pyplot'].switch_backend('agg')"
NO_PICTURES = Cell("", "run", SWITCH)


def job_of(job: Job) -> Job:
    """Return the job without its tests, and without empty cells, which IPython does not count."""
    cells = (cell for cell in job.cells if cell.kind != "test" and cell.code.strip())
    cell_seconds, wall_seconds = min(CELL_SECONDS, job.limits.cell_seconds), min(WALL_SECONDS, job.limits.wall_seconds)
    limits = replace(job.limits, cell_seconds=cell_seconds, wall_seconds=wall_seconds)
    return replace(job, cells=(NO_PICTURES, *cells), limits=limits)


def run_example(student: Student) -> dict[str, Stop]:
    """Run the cells of the student's job, and return by test where the code stops."""
    ran: list[tuple[Cell, list[Output]]] = []
    student.latest = time.monotonic() + student.limits.wall_seconds
    with suppress(Ended, OutOfTime):
        for cell in student.job.cells:
            ran.append((cell, student.run(cell.code)))
            if any(output.get("ename") == CUT_OFF for output in ran[-1][1]):
                break
    return stops(ran)


def stops(ran: Sequence[tuple[Cell, Sequence[Output]]]) -> dict[str, Stop]:
    """Return by test where the student's code stops, if it does, in the answer's cell or in the visible test."""
    found: dict[str, Stop] = {}
    for cell, outputs in ran:
        kind, _, name = cell.id.partition("-")
        error = next((output for output in outputs if output["output_type"] == "error"), None)
        if kind in ("answer", "check") and error and f"test-{name}" not in found:
            stop = _stop(error, [one for one, _ in ran])
            found |= {f"test-{name}": stop} if stop else {}
    return found


def _stop(error: Mapping[str, Any], ran: Sequence[Cell]) -> Stop | None:
    """Return the student's last line in a traceback; None if it has none of the student's, or is not filled in."""
    for number, line in reversed(FRAME.findall("\n".join(error["traceback"]))):
        cell = ran[int(number) - 1] if 0 < int(number) <= len(ran) else NO_PICTURES
        lines = cell.code.splitlines()
        if cell.id.startswith(STUDENTS) and 0 < int(line) <= len(lines):
            if error["ename"] == "NotImplementedError":
                return None
            name = error["ename"] if NAME.fullmatch(error["ename"]) else "an exception of its own"
            text = _short(lines[int(line) - 1].strip(), LONGEST_LINE)
            said = _short(error["evalue"].strip().partition("\n")[0], LONGEST_MESSAGE)
            return {"cell": cell.id, "line": int(line), "text": text, "error": name, "message": said}
    return None


def _short(text: str, most: int) -> str:
    """Return at most this much of a text, in printable characters of one line."""
    seen = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:most])
    return f"{seen}..." if len(text) > most else seen
