"""Hidden tests on the corpus's right answers, in Pyodide. tests/pages/test_pyodide.py writes down what to judge."""

import contextlib
import json
from pathlib import Path

import matplotlib as mpl
import pytest

from course.judge.marks import NoPoints
from course.judge.rules.calls import Elsewhere, quietly

mpl.use("Agg")
NOTEBOOKS = json.loads(Path(__file__).with_name("right_answers.json").read_text(encoding="utf-8"))


class Untimed(Elsewhere):
    """An answer's function, called without the timer and the watch of CPython."""

    def __init__(self, function):
        self.function = function

    def called(self, arguments, seconds):
        with quietly():
            return self.function(*arguments)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook["name"])
def test_right_answers_get_all_points(notebook):
    scope = {"__name__": "__main__"}
    for code in notebook["cells"]:
        exec(code, scope)
    found = {}
    for name, code in notebook["tests"].items():
        own = scope | {name: Untimed(scope[name])}
        with contextlib.suppress(NoPoints):
            exec(code, own)
        found[name] = own["marks"].score, [claim.line for claim in own["marks"].claims if not claim.earned]
        assert own["marks"].faults == []
    assert found == {name: (points, []) for name, points in notebook["points"].items()}
