"""Mark answers in this process, fast: for the tests of the tests, never for students' work.

All code of a set runs in one namespace, as in a notebook: the given cells, the answers, then the tests.
"""

import contextlib
import gc
import io
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from course.judge.claims import ClaimResult
from course.judge.marks import NoPoints
from course.judge.rules import calls
from course.judge.rules.timer import limited
from course.sets import notebooks
from course.sets.source import Source


@dataclass(frozen=True)
class Mark:
    """The result of a test cell: points, claims, and the error of the visible test before it, None if that passed."""

    score: int
    points: int
    claims: tuple[ClaimResult, ...]
    visible: str | None


class Fault(Exception):
    """A hidden test raised an error, which no answer may make it do."""


def mark(
    source: Source,
    drawn: Mapping[str, Any],
    answers: Mapping[str, str],
    only: str | None = None,
    visible_too: bool = True,
) -> dict[str, Mark]:
    """Mark the answers, given by name, or only one of them; a test without its answer is not run.

    What a visible test says depends on no key, and takes most of the time.
    """
    gc.freeze()  # garbage from before must not be collected while an answer is watched, as if the answer had called it
    try:
        code, scope = filled_in(source, drawn, answers)
        marks: dict[str, Mark] = {}
        for cell in source.cells:
            if cell.kind == "test" and cell.name in ([only] if only else answers):
                visible = _attempt(code[f"check-{cell.name}"], scope) if visible_too else None
                marks[cell.name] = judged(code[cell.grade_id], scope, cell.points, visible)
                if "matplotlib.pyplot" in sys.modules:  # a visible test may have drawn something
                    sys.modules["matplotlib.pyplot"].close("all")
        return marks
    finally:
        gc.unfreeze()


def filled_in(
    source: Source, drawn: Mapping[str, Any], answers: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the code of all cells by id, and the namespace after the given cells and these answers have run."""
    notebook = notebooks.instructor_notebook(source, drawn)
    code = {cell.id: cell.source for cell in notebook.cells if cell.cell_type == "code"}
    scope: dict[str, Any] = {"__name__": "__main__"}
    for cell in source.cells:
        if cell.kind == "given":
            _run(code[cell.grade_id], scope)
        elif cell.kind == "answer" and cell.name in answers:
            trouble = _attempt(answers[cell.name], scope)
            if trouble and not trouble.startswith("NotImplementedError"):
                scope.pop(cell.name, None)
    return code, scope


def model(source: Source, drawn: Mapping[str, Any]) -> dict[str, str]:
    """Return the model solutions, by name."""
    notebook = notebooks.instructor_notebook(source, drawn)
    code = {cell.id: cell.source for cell in notebook.cells}
    return {cell.name: code[cell.grade_id] for cell in source.cells if cell.kind == "answer"}


def blank(source: Source, drawn: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers as they are released, by name."""
    code = {cell.id: cell.source for cell in notebooks.release_notebook(source, drawn).cells}
    return {cell.name: code[cell.grade_id] for cell in source.cells if cell.kind == "answer"}


def judged(code: str, scope: dict[str, Any], points: int, visible: str | None = None) -> Mark:
    """Return what a hidden test gives to the answers in the scope; Fault where it raises what no test may.

    It runs in a copy, as its names must not stand in for those of an answer: the grader's answers never see it.
    """
    scope = dict(scope)
    with contextlib.suppress(NoPoints):
        _run(code, scope)
    marks = scope["marks"]
    if marks.faults:
        raise Fault(f"test-{marks.cell} has a fault: {'; '.join(marks.faults)}")
    return Mark(marks.score, points, tuple(marks.claims), visible)


def _attempt(code: str, scope: dict[str, Any]) -> str | None:
    """Run code that may fail or never end, for as long as a call may take; return its error in words, or None."""
    try:
        with limited(calls.SECONDS):
            _run(code, scope)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def _run(code: str, scope: dict[str, Any]) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        exec(compile(code, "<cell>", "exec", dont_inherit=True), scope)
