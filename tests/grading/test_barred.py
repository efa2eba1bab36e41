"""What an answer may not call is found out under whatever name it is called, and what it may call is let through."""

import contextlib
import functools
import importlib
import sys

import numpy as np
import pytest

import margin_lib
from course import settings
from course.judge import Marks
from course.judge.rules import barred
from course.judge.rules.barred import Barred, allowed_checks, watch
from course.sets import notebooks, release
from course.sets.variant import values
from notebook_checks.answer_format import Form

X, Y = np.array([[2.0, 1.0], [1.0, 2.0], [-2.0, -1.0]]), np.array([1.0, 1.0, -1.0])
NUMPY = ("numpy", "matplotlib")


def watched(function, closed=(), packages=NUMPY):
    with watch(closed, packages):
        return function()


def test_an_answer_may_call_what_checks_it_also_where_that_is_an_installed_package(monkeypatch):
    monkeypatch.setattr(barred, "installed", lambda: frozenset({"notebook_checks"}))
    assert watched(lambda: Form.numbers(1, (), "it")) == 1.0


def test_the_first_picture_of_an_answer_may_look_for_a_notebook():
    importlib.import_module("IPython")
    pyplot = importlib.import_module("matplotlib.pyplot")
    pyplot.uninstall_repl_displayhook()
    watched(lambda: pyplot.switch_backend("agg"))


def test_a_solver_is_barred_though_no_set_names_it():
    with pytest.raises(Barred, match="a part of margin_lib that is barred in this problem set"):
        watched(lambda: margin_lib.perceptron(X, Y))


def test_another_name_does_not_help():
    innocent = getattr(margin_lib, "percep" + "tron")
    with pytest.raises(Barred, match="a part of margin_lib"):
        watched(lambda: innocent(X, Y))


def test_the_answer_itself_may_not_be_the_solver():
    with pytest.raises(Barred):
        Marks("ps2", "perceptron", "2027-spring", points=1, packages=NUMPY).call(margin_lib.perceptron, X, Y)


@pytest.mark.parametrize(
    "way",
    [
        lambda: list(map(margin_lib.core.geometry.length, X)),
        lambda: np.apply_along_axis(margin_lib.core.geometry.length, 1, X),
        lambda: sorted(X, key=margin_lib.core.geometry.length),
        lambda: functools.partial(margin_lib.core.geometry.length)(X[0]),
        lambda: importlib.import_module("margin_lib.geo" + "metry").length(X[0]),
        lambda: margin_lib.plots.planes.length(X[0]),
    ],
    ids=["map", "numpy", "sorted", "functools", "importlib", "an allowed module that has it"],
)
def test_another_module_in_between_does_not_help(way):
    assert margin_lib.plots.planes.length is margin_lib.core.geometry.length
    with pytest.raises(Barred, match="a part of margin_lib"):
        watched(way)


def test_catching_the_refusal_does_not_help():
    def answer():
        try:
            return margin_lib.perceptron(X, Y)
        except BaseException:
            return "caught"

    with pytest.raises(Barred, match="a part of margin_lib"):
        watched(answer)


def test_data_pictures_and_checks_may_be_called_and_call_what_they_need():
    assert len(watched(lambda: margin_lib.datasets.penguins()).X) == 274
    assert watched(lambda: margin_lib.datasets.separable(n=10, d=2, gamma=0.1, seed=1)).best is not None
    assert watched(lambda: margin_lib.plots.plot_points(X, Y)) is not None
    plane = margin_lib.perceptron(X, Y).plane
    assert watched(lambda: margin_lib.check_separator(plane, X, Y).ok)


def test_a_check_that_the_set_bars_is_barred():
    assert "check_separator" in allowed_checks([])
    assert "check_separator" not in allowed_checks(["checks.separators"])
    plane = margin_lib.perceptron(X, Y).plane
    with pytest.raises(Barred, match="a part of margin_lib"):
        watched(lambda: margin_lib.check_separator(plane, X, Y), closed=["checks.separators"])


def test_what_an_allowed_function_is_given_to_call_is_the_answers_own_call():
    class Plane:
        w = b = property(lambda self: margin_lib.core.geometry.length(X[0]))

    with pytest.raises(Barred, match="a part of margin_lib"):
        watched(lambda: margin_lib.check_separator(Plane(), X, Y))


def test_importing_is_not_calling(monkeypatch):
    monkeypatch.setattr(margin_lib, "textbook", None, raising=False)
    monkeypatch.delitem(sys.modules, "margin_lib.textbook", raising=False)
    assert watched(lambda: importlib.import_module("margin_lib.textbook")).__name__ == "margin_lib.textbook"


def test_a_package_that_is_not_allowed_is_barred_and_one_that_an_allowed_one_needs_is_not():
    import cvxpy as cp
    import scipy.linalg

    with pytest.raises(Barred, match="the package scipy is not allowed in this problem set"):
        watched(lambda: scipy.linalg.norm(X))

    def program():
        w = cp.Variable(2)
        return cp.Problem(cp.Minimize(cp.sum_squares(w)), [cp.multiply(Y, X @ w) >= 1]).solve()

    with pytest.raises(Barred, match="the package that it imports is not allowed"):
        watched(program)
    assert watched(program, packages=("numpy", "cvxpy")) > 0


@pytest.mark.parametrize("ends", ["well", "with an error", "with the refusal"])
def test_the_profile_is_as_it_was(ends):
    def profile(frame, event, argument):
        pass

    def fails():
        raise KeyError(ends)

    calls = {"well": list, "with an error": fails, "with the refusal": lambda: margin_lib.perceptron(X, Y)}
    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        with contextlib.suppress(KeyError, Barred):
            watched(calls[ends])
        assert sys.getprofile() is profile
    finally:
        sys.setprofile(before)


def test_each_notebook_names_the_checks_that_may_be_called_and_no_others():
    every = {name for name in margin_lib.__all__ if name.startswith("check_")}
    for source in release.sources():
        introduction = notebooks.instructor_notebook(source, values(source, settings.here().term)).cells[0].source
        said = {name for name in every if f"`{name}`" in introduction}
        assert said == set(allowed_checks(source.barred)), source.name


def test_a_set_may_bar_a_module_a_room_or_either_by_its_former_name():
    assert barred.closed_modules(["core.geometry"]) == barred.closed_modules(["geometry"]) == {"core.geometry"}
    assert {"svm", "svm.maximum_margin", "svm.kkt"} <= barred.closed_modules(["svm"])
    assert "separation" not in barred.closed_modules(["svm", "margins"])


def test_what_is_barred_and_is_not_there_is_an_error():
    with pytest.raises(ValueError, match="margin_lib has no module 'geometri', which is barred"):
        barred.closed_modules(["svm", "geometri"])
