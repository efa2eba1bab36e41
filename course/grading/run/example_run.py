"""Where a student's code stops on the examples in the notebook: all that feedback tells of a line or a message.

The tests call a student's functions with hidden data. What is called may keep that, and raise it later: as a message,
or as the number of the line that raises. So nothing that the tested process says is repeated. Another process, with a
sandbox of its own, runs the cells of the notebook, which hold no more than the student has; no test ever calls it.

It runs after the tests, and only where a point was missed: it takes 0.08 to 0.22 seconds of CPU, a third of what all
else takes for a model solution. Nothing is left for it to find but the time at which it begins. An earlier process can
choose that to within some milliseconds, and so pass on a few bits; which claims are earned tells more than that.
Pictures are not painted: that would take half as much again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Stop = dict[str, Any]

LIMITS = {"cell_seconds": 5.0, "wall_seconds": 30.0}  # what comes after is not told; it costs no points
CUT_OFF = "TooSlow"  # the name under which a cell ends that took too long
# Of IPython's traceback: the cell's number and the line. Of a number only those that were given out are taken.
FRAME = re.compile(r"^ *Cell In\[(\d{1,6})\], line (\d{1,6})\b", re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w{0,60}")
STUDENTS = ("answer-", "own-")
LONGEST_LINE, LONGEST_MESSAGE = 160, 240
NO_PICTURES = {
    "id": "", "kind": "run",
    "code": "import sys\nif 'matplotlib.pyplot' in sys.modules: sys.modules['matplotlib.pyplot'].switch_backend('agg')",
}  # fmt: skip  these lines are a table


def job_of(job: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is to be run: all cells but the tests, and those without code, which IPython does not count."""
    cells = [cell for cell in job["cells"] if cell["kind"] != "test" and cell["code"].strip()]
    return {**job, **{name: min(most, job[name]) for name, most in LIMITS.items()}, "cells": [NO_PICTURES, *cells]}


def wanted(job: Mapping[str, Any], found: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether a test gave less than all of its points, so that a line can be of help."""
    return any(found[cell["id"]]["score"] != cell["points"] for cell in job["cells"] if cell["kind"] == "test")


def stops(ran: Sequence[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]]) -> dict[str, Stop]:
    """Return by test where the student's code stops, if it does, in the answer's cell or in the visible test."""
    found: dict[str, Stop] = {}
    for cell, outputs in ran:
        kind, _, name = cell["id"].partition("-")
        error = next((output for output in outputs if output["output_type"] == "error"), None)
        if kind in ("answer", "check") and error and f"test-{name}" not in found:
            stop = _stop(error, [one for one, _ in ran])
            found |= {f"test-{name}": stop} if stop else {}
    return found


def _stop(error: Mapping[str, Any], ran: Sequence[Mapping[str, Any]]) -> Stop | None:
    """Return the last line of the student's in a traceback; None if there is none, or nothing was filled in there."""
    for number, line in reversed(FRAME.findall("\n".join(error["traceback"]))):
        cell = ran[int(number) - 1] if 0 < int(number) <= len(ran) else {"id": "", "code": ""}
        lines = cell["code"].splitlines()
        if cell["id"].startswith(STUDENTS) and 0 < int(line) <= len(lines):
            if error["ename"] == "NotImplementedError":
                return None
            name = error["ename"] if NAME.fullmatch(error["ename"]) else "an exception of its own"
            text = _short(lines[int(line) - 1].strip(), LONGEST_LINE)
            said = _short(error["evalue"].strip().partition("\n")[0], LONGEST_MESSAGE)
            return {"cell": cell["id"], "line": int(line), "text": text, "error": name, "message": said}
    return None


def _short(text: str, most: int) -> str:
    """Return at most so much of a text, on one line and of signs that can be seen."""
    seen = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:most])
    return f"{seen}..." if len(text) > most else seen
