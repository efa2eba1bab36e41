"""What the judge takes over is what was answered, digit for digit; and nothing that a test runs goes on for ever."""

import gc
import weakref

import numpy as np
import pytest
import small_course

from course.judge import Unfit, answers, arranged
from course.judge.rules import calls
from course.judge.rules.timer import TooSlow, limited
from course.sets.testing import marking
from course.sets.variant import values
from notebook_checks.answer_format import Form

LARGE = 2**53 + 1  # the first whole number that no float is


@pytest.mark.parametrize("value", [LARGE, -LARGE, 10**400, np.int64(LARGE), np.array(LARGE)])
def test_whole_numbers_keep_every_digit(value):
    assert answers.whole(value) == int(value)
    assert answers.wholes([value]) == [int(value)]
    assert answers.pairs([(value, LARGE)]) == [(int(value), LARGE)]


@pytest.mark.parametrize("value", [3.0, np.float64(3), np.int8(3), np.array(3.0)])
def test_a_float_that_is_whole_is_taken_for_the_whole_number(value):
    assert answers.whole(value) == 3


@pytest.mark.parametrize("value", [2.5, True, "3", None, np.inf, np.nan, [3], np.array([3])])
def test_what_is_no_whole_number_is_refused_in_words(value):
    with pytest.raises(Unfit, match="must be a"):
        answers.whole(value)


def test_a_number_beyond_all_floats_is_refused_in_words_where_a_float_is_needed():
    with pytest.raises(Unfit, match="a float can hold"):
        answers.number(10**400)


def test_true_and_false_are_1_and_0_among_numbers_and_no_whole_numbers():
    assert answers.number(np.True_) == answers.number(True) == answers.number(np.array(True)) == 1
    assert answers.vector([True, 0.5, np.False_]).tolist() == Form.numbers([True, 0.5, np.False_], (3,), "it").tolist()
    assert answers.vector(np.array([True, False])).tolist() == [1, 0]
    assert Form.numbers(np.array([True, False]), (2,), "it").tolist() == [1, 0]
    assert answers.matrix([(True, 0.5), (np.False_, 1)]).tolist() == [[1, 0.5], [0, 1]]
    mask = np.array([False, True])  # as row numbers it means the row 1, and not 0 and 1
    for value in (mask, mask.tolist(), [0, True]):
        with pytest.raises(Unfit, match="True or False"):
            answers.wholes(value)
        with pytest.raises(AssertionError, match="must hold row numbers"):
            Form.rows(value, 2, "it")
    with pytest.raises(Unfit, match="True or False"):
        answers.whole(True)


def test_an_array_of_objects_is_taken_entry_by_entry_as_it_crosses():
    assert answers.vector(np.array([1, 0.5], dtype=object)).tolist() == [1, 0.5]
    assert answers.matrix(np.array([[1, 0.5], [2, True]], dtype=object)).tolist() == [[1, 0.5], [2, 1]]
    assert answers.unpacked(np.where([True, False], None, [1.5, 2.5]), 2) == [None, 2.5]
    with pytest.raises(Unfit, match="must be a number"):
        answers.vector(np.array([None, 1.0]))


def test_words_may_come_as_an_array_and_more_than_once_if_that_is_asked_for():
    assert answers.words(np.array(["fine", "fine"]), {"fine"}, once=False) == ["fine", "fine"]
    assert all(type(word) is str for word in answers.words(np.array(["fine"]), {"fine"}))
    with pytest.raises(Unfit, match="twice"):
        answers.words(["fine", "fine"], {"fine"})
    assert arranged([np.str_("A"), "B"], {"A": [], "B": ["A"]})


def forever():
    while True:
        pass


def test_what_never_ends_is_ended():
    with pytest.raises(TooSlow, match=r"more than 0\.05 seconds"), limited(0.05):
        forever()


def test_a_visible_test_that_never_ends_is_ended_too(monkeypatch):
    monkeypatch.setattr(calls, "SECONDS", 0.2)
    monkeypatch.setenv("COURSE_KEY", "the tests' own key")
    source = small_course.SOURCES["ps2"]
    endless = "def distances(edges, n, start):\n    while True:\n        pass"
    drawn = values(source, small_course.TERM)
    mark = marking.mark(source, drawn, {"distances": endless}, only="distances")["distances"]
    assert mark.score == 0
    assert "TooSlow" in mark.visible


# --- the form of answers, in the visible tests

ANYTHING = [
    None, 7, True, "", "words", [], (), [None], ["a"], (1, 2, 3, 4), [[1], [2, 3]], {"a": 1}, {1, 2}, 1j, np.nan,
    np.array(3.0), np.zeros((2, 1)), np.zeros((0, 2)), np.array(["a", "b"]), np.array([None, 1]), [[[1]]], [2**70, 1],
    [np.zeros(2), [0], "self"], [np.inf, 1], range(3), iter([1, 2]), b"ab", object(), len,
]


@pytest.mark.parametrize("value", ANYTHING, ids=range(len(ANYTHING)))
@pytest.mark.parametrize(
    "take",
    [
        lambda value: Form.parts(value, 3, "it"),
        lambda value: Form.parts(value, None, "it"),
        lambda value: Form.numbers(value, (), "it"),
        lambda value: Form.numbers(value, (2,), "it"),
        lambda value: Form.numbers(value, (-1, 2), "it"),
        lambda value: Form.rows(value, 3, "it"),
        lambda value: Form.words(value, ("a", "b"), "it"),
        lambda value: Form.steps(value, ["A", "B"]),
    ],
    ids=["parts of 3", "parts", "number", "vector", "matrix", "rows", "words", "steps"],
)
def test_whatever_comes_back_is_taken_or_refused_in_words(take, value):
    try:
        take(value)
    except AssertionError as refusal:
        assert str(refusal).endswith(".")
        assert " but " in str(refusal) or "twice" in str(refusal)


def test_what_is_as_asked_for_is_taken():
    assert Form.parts((1, "a"), 2, "it") == [1, "a"]
    assert Form.numbers(np.float32(2), (), "it") == 2.0
    assert Form.numbers([(1, 2), [3, 4.0]], (2, -1), "it").tolist() == [[1, 2], [3, 4]]
    assert Form.rows(np.array([0.0, 2.0]), 3, "it") == [0, 2]
    assert Form.rows([], 3, "it") == []
    assert Form.words(np.array(["a", "b", "a"]), ("a", "b"), "it") == ["a", "b", "a"]
    assert Form.steps("BA", ["A", "B"]) == Form.steps(("B", "A"), ["A", "B"]) == ["B", "A"]


def test_garbage_that_others_left_is_not_laid_at_the_givendoor(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "the tests' own key")
    source = small_course.SOURCES["ps2"]
    drawn = values(source, small_course.TERM)
    cleaning = "def distances(edges, n, start):\n    import gc\n\n    if n > 5:\n        gc.collect()\n"
    code = cleaning + marking.model(source, drawn)["distances"].split('"""')[2]

    class Left:
        """Refers to itself, so that only the garbage collector takes it away."""

        def __init__(self):
            self.own = self

    told = eval("lambda reference: None", {"__name__": "sqlalchemy.pool"})  # of a package that is not allowed
    gc.disable()  # until the answer collects
    try:
        reference = weakref.ref(Left(), told)
        mark = marking.mark(source, drawn, {"distances": code}, only="distances")["distances"]
        assert mark.score == 5, mark.claims
        assert reference() is not None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("value", "shape", "said"),
    [
        (np.zeros(1), (8,), "it must be 8 numbers, but it is a vector of one number."),
        ([1, 2, 3], (2,), "it must be 2 numbers, but it is 3 numbers."),
        (np.zeros((2, 1)), (2,), "it must be 2 numbers, but it is a matrix of 2 rows and 1 column."),
        (3.0, (-1,), "it must be a vector of numbers, but it is a number."),
        ([1, 2], (-1, 2), "it must be a matrix of 2 columns, but it is 2 numbers."),
        ([1, 2], (-1, -1), "it must be a matrix, but it is 2 numbers."),
        (np.zeros((1, 1, 1)), (), "it must be a number, but it is an array with 3 axes."),
    ],
)
def test_another_size_is_said_in_words(value, shape, said):
    with pytest.raises(AssertionError) as refused:
        Form.numbers(value, shape, "it")
    assert str(refused.value) == said


def test_an_givenannotations_are_evaluated_as_in_a_notebook():
    source = small_course.SOURCES["ps2"]
    given = {"distances": "def distances(edges: Missing, n, start):\n    return []"}
    _, scope = marking.filled_in(source, values(source, small_course.TERM), given)
    assert "distances" not in scope
