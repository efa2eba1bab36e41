"""Run the cells of a notebook as it is graded: the student's in the student's process, the hidden tests in this one."""


import ast
import contextlib
import io
import signal
import traceback
from collections.abc import Iterator
from typing import Any

from course.grading.run.safe_messages import SLOW_CHECK
from course.grading.run.safe_outputs import Output, error_output
from course.grading.run.stand_ins import StandIn
from course.grading.run.student_process import Ended, OutOfTime, Student
from course.grading.sandbox.job import Cell, CellResult, Job
from course.judge.marks import Marks, NoPoints
from course.judge.rules.calls import Broken, TooSlow

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
    """Run a test cell as a notebook would. Its score is the value of its last line; a test that breaks has none."""
    printed = io.StringIO()
    scope.pop("marks", None)
    try:
        with contextlib.redirect_stdout(printed), _bounded(seconds):
            value = _executed(cell, scope)
        if type(value) not in (int, float) or not 0 <= value <= cell.points:
            raise Broken(f"it ends with {value!r}, which is no number of points")
    except NoPoints as error:
        return [error_output("NoPoints", str(error))], _tested(cell, scope["marks"], 0.0)
    except Broken:
        raise
    except TooSlow as error:
        if "marks" not in scope or not scope["marks"].claims:
            return _unfinished(cell, _where(error, cell))  # the time went into its own data
        scope["marks"].faults.append("TooSlow between two claims")
        return [error_output("TooSlow", str(error))], _tested(cell, scope["marks"], scope["marks"].score)
    except OutOfTime as error:
        return _unfinished(cell, str(error))
    except Exception as error:
        return _unfinished(cell, _where(error, cell))
    text = {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
    points = {"execution_count": 1, "metadata": {}, "data": {"text/plain": repr(value)}}
    return [text, {"output_type": "execute_result", **points}], _tested(cell, scope["marks"], value)


def _tested(cell: Cell, marks: Marks, score: float) -> CellResult:
    """Return what a test gave; its faults, which no student's answer should bring about, are for the instructor."""
    note = f"a claim ended with {', '.join(marks.faults)}, and counts as not earned" if marks.faults else None
    return CellResult(cell.points, float(score), tuple(marks.claims), note)


def _unfinished(cell: Cell, note: str) -> tuple[list[Output], CellResult]:
    return [error_output("TestError", note)], CellResult(cell.points, None, (), note)


def _where(error: Exception, cell: Cell) -> str:
    """Say with what a test broke, and where."""
    places = (frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == cell.id)
    return f"the test did not finish: {type(error).__name__} in line {next(places, None) or 0}"


@contextlib.contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raise TooSlow where so much CPU time went into checking answers, and again each second after."""

    def ring(number: int, frame: Any) -> None:
        raise TooSlow(SLOW_CHECK.format(seconds))

    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _executed(cell: Cell, scope: Scope) -> Any:
    """Run the code of a cell, and return the value of its last line."""
    tree = ast.parse(cell.code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell.id, "exec"), scope)
    return eval(compile(ast.Expression(last.value), cell.id, "eval"), scope) if isinstance(last, ast.Expr) else None
