"""Practice in Pyodide: the corpus's right answers, and what must not end the reader's session.

tests/pages/test_pyodide.py puts the wheels of practice beside this file, and writes down what to judge.
"""

import json
import sys
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")
NOTEBOOKS = json.loads(Path(__file__).with_name("practiced.json").read_text(encoding="utf-8"))
ps2 = import_module("practice_ps2")
timer = import_module("practice_ps2.judge.rules.timer")
calls = import_module("practice_ps2.judge.rules.calls")
webassembly = import_module("practice_ps2.webassembly")


def first_claim(answer):
    """What practice says of an answer to the first function of problem set 2."""
    (part,) = ps2.judged({"perceptron": answer}, "word", "perceptron")
    assert part.trouble == ""
    return part.claims[0].reason


def loops():
    while True:
        pass


def counts():
    return sum(1 for _ in iter(int, 1))


def retries():
    for _ in count():
        with suppress(ValueError):
            np.ones(2) @ np.ones(3)


@pytest.mark.parametrize("endless", [loops, counts, retries])
def test_what_never_ends_is_ended_without_signals_and_the_session_lives_on(endless):
    for _ in range(2):
        with pytest.raises(timer.TooSlow, match=r"more than 0\.2 seconds"), timer.limited(0.2):
            endless()
    with timer.limited(0.2):
        assert sum(range(1000)) == 499_500


def test_an_answer_that_never_ends_is_told_so(monkeypatch):
    monkeypatch.setattr(calls, "SECONDS", 0.2)
    assert first_claim(lambda X, y, budget: loops()) == "the call took more than 0.2 seconds."


class Itself:
    def __getattr__(self, name):
        return getattr(self, name)

    def __add__(self, other):
        return self + other


def calls_itself(*given):
    return calls_itself()


def sorts_itself(*given):
    return sorted([1, 2], key=sorts_itself)


@pytest.mark.parametrize(
    "endless", [calls_itself, sorts_itself, lambda *given: Itself().name, lambda *given: Itself() + 1]
)
def test_endless_recursion_through_python_or_c_does_not_end_the_session(endless):
    before = sys.getrecursionlimit()
    assert first_claim(endless).startswith("the call ended with RecursionError: ")
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda X, y, budget: __import__("margin_lib").perceptron(X, y), "it uses a part of margin_lib that is barred"),
        (lambda X, y, budget: __import__("scipy.optimize").optimize.linprog([1]), "the package scipy is not allowed"),
        (lambda X, y, budget: __import__("this") and 1, "what perceptron returns"),
    ],
)
def test_what_a_set_bars_is_barred_and_the_search_for_a_module_is_not(answer, said):
    assert first_claim(answer).startswith(said)


SINGULAR, INDEFINITE = np.ones((2, 2)), np.diag([1.0, -1.0])


@pytest.mark.parametrize(
    "call",
    [
        lambda: np.linalg.inv(SINGULAR),
        lambda: np.linalg.solve(SINGULAR, np.ones(2)),
        lambda: np.linalg.cholesky(INDEFINITE),
        lambda: np.linalg.cholesky(np.array([SINGULAR + np.eye(2), INDEFINITE])),
    ],
)
def test_numpy_raises_where_lapack_fails_while_answers_are_judged(call):
    assert np.isnan(call()).any()  # what Pyodide does: where this fails, webassembly.py can go
    with webassembly.as_elsewhere(), pytest.raises(np.linalg.LinAlgError):
        call()
    assert np.isnan(call()).any()


def test_what_lapack_can_do_stays_as_it_is():
    with webassembly.as_elsewhere():
        assert np.linalg.inv(2 * np.eye(2)).tolist() == [[0.5, 0], [0, 0.5]]
        assert np.isnan(np.linalg.inv(np.full((2, 2), np.nan))).all()
        assert np.linalg.eigvalsh(INDEFINITE).tolist() == [-1, 1]


def test_a_wrong_answer_gets_an_example():
    (part,) = ps2.judged({"perceptron": lambda X, y, budget: (0 * X[0], [])}, "word", "perceptron")
    assert part.hint[0].startswith("With X = ")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook["name"])
def test_right_answers_show_all_their_claims_and_would_get_no_hint(notebook):
    scope = {"__name__": "__main__"}
    for code in notebook["cells"]:
        exec(code, scope)
    judge, hints = import_module(notebook["package"]), import_module(f"{notebook['package']}.hints")
    for name, points in notebook["points"].items():
        (part,) = judge.judged(scope, "word", name)
        assert (part.trouble, [claim.line for claim in part.claims if not claim.earned]) == ("", [])
        assert sum(claim.points for claim in part.claims) == points
        assert hints.hint(name, scope[name], hints.all_known(), **judge.the_set()["rules"]) == ()
