"""Hidden tests on the corpus's right answers, in Pyodide, and the judge's time limit there.

tests/pages/test_pyodide.py writes down what to judge.
"""

import contextlib
import json
from pathlib import Path

import matplotlib as mpl
import pytest

from course.judge.marks import NoPoints
from course.judge.rules.calls import Elsewhere, quietly
from course.judge.rules.timer import TooSlow, limited

mpl.use("Agg")
NOTEBOOKS = json.loads(Path(__file__).with_name("right_answers.json").read_text(encoding="utf-8"))


def loops():
    while True:
        pass


def counts():
    return sum(1 for _ in iter(int, 1))


@pytest.mark.parametrize("endless", [loops, counts])
def test_what_never_ends_is_ended_without_signals_and_the_session_lives_on(endless):
    for _ in range(2):
        with pytest.raises(TooSlow, match=r"more than 0\.2 seconds"), limited(0.2):
            endless()
    with limited(0.2):
        assert sum(range(1000)) == 499_500


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
