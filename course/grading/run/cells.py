"""Run the cells of a notebook as it is graded: the student's in the student's process, the hidden tests in this one."""

import ast
import contextlib
import io
import traceback
from typing import Any

from course.grading.run.safe_messages import SLOW_CHECK
from course.grading.run.safe_outputs import Output, error_output
from course.grading.run.stand_ins import StandIn
from course.grading.run.student_process import Ended, OutOfTime, Student
from course.grading.sandbox.job import Cell, CellResult, Job
from course.judge.marks import Marks, NoPoints
from course.judge.rules.calls import Broken
from course.judge.rules.timer import TooSlow, limited

Scope = dict[str, Any]


def run_cells(student: Student, job: Job) -> tuple[dict[str, list[Output]], dict[str, CellResult]]:
    """Run the cells in order, and return what each one showed and what each test gave."""
    scope: Scope = {"__name__": "__main__"} | {name: StandIn(student, name) for name in job.functions}
    outputs: dict[str, list[Output]] = {}
    tests: dict[str, CellResult] = {}
    for cell in job.cells:
        if cell.kind == "test":
            outputs[cell.id], tests[cell.id] = run_test(cell, scope, job.limits.check_seconds)
            continue
        if cell.kind == "given":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(cell.code, cell.id, "exec"), scope)
        try:
            outputs[cell.id] = student.run(cell.code)
        except (Ended, OutOfTime) as error:
            outputs[cell.id] = [error_output("Ended", str(error))]
    return outputs, tests


def run_test(cell: Cell, scope: Scope, seconds: float) -> tuple[list[Output], CellResult]:
    """Run a test cell as a notebook would. Its score is the value of its last line; a test that fails has no score."""
    printed = io.StringIO()
    scope.pop("marks", None)
    try:
        with contextlib.redirect_stdout(printed), limited(seconds, message=SLOW_CHECK, repeat=1.0):
            value = _executed(cell, scope)
        if type(value) not in (int, float) or not 0 <= value <= cell.points:
            raise Broken(f"it ends with {value!r}, which is not a number of points from 0 to {cell.points:g}")
    except NoPoints as error:
        return [error_output("NoPoints", str(error))], _tested(cell, scope["marks"], 0.0)
    except Broken:
        raise
    except (Exception, OutOfTime) as error:
        marks = scope.get("marks")
        if isinstance(error, TooSlow) and marks and marks.claims:  # else the time went into the test's own data
            marks.faults.append("TooSlow between two claims")
            return [error_output("TooSlow", str(error))], _tested(cell, marks, marks.score)
        note = str(error) if isinstance(error, OutOfTime) else _where(error, cell)
        return [error_output("TestError", note)], CellResult(cell.points, None, (), note)
    text = {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
    points = {"execution_count": 1, "metadata": {}, "data": {"text/plain": repr(value)}}
    return [text, {"output_type": "execute_result", **points}], _tested(cell, scope["marks"], value)


def _tested(cell: Cell, marks: Marks, score: float) -> CellResult:
    """Return the result of a test; its faults, which no answer should be able to cause, are for the instructor."""
    note = f"a claim ended with {', '.join(marks.faults)}, and counts as not earned" if marks.faults else None
    return CellResult(cell.points, float(score), tuple(marks.claims), note)


def _where(error: BaseException, cell: Cell) -> str:
    """Return a sentence with the type of a test's error, and its line."""
    places = (frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == cell.id)
    return f"the test did not finish: {type(error).__name__} in line {next(places, None) or 0}"


def _executed(cell: Cell, scope: Scope) -> Any:
    """Run the code of a cell, and return the value of its last line."""
    tree = ast.parse(cell.code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell.id, "exec"), scope)
    return eval(compile(ast.Expression(last.value), cell.id, "eval"), scope) if isinstance(last, ast.Expr) else None
