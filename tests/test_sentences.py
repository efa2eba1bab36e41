"""What is said of a call that gave no value is one of our sentences, and none of a student's words stands in it."""

import pytest

from course.grading.inside import wire
from course.grading.sentences import FORMS, UNKNOWN, recognised
from course.judge.barred import MODULE, PACKAGE
from course.judge.calls import ENDED, NO_FUNCTION

pytestmark = pytest.mark.project

TYPE, ARRAY = (wire.NOT_TAKEN.format(form) for form in (wire.OF_TYPE, wire.OF_ARRAY))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("failed", "the cell is not filled in yet."),
        ("failed", NO_FUNCTION.format("perceptron")),
        *(("failed", ENDED.format(name)) for name in ("ValueError", "SystemExit", "LinAlgError", "DCPError")),
        *(("barred", MODULE.format(name)) for name in ("margin_lib.perceptron", "margin_lib.plots.planes")),
        ("barred", PACKAGE.format("scipy")),
        *(("unfit", TYPE.format(name)) for name in ("set", "generator", "function", "ndarray")),
        ("unfit", ARRAY.format("object")),
        ("unfit", wire.NOT_TAKEN.format(wire.TOO_DEEP)),
    ],
)
def test_what_our_side_of_the_students_process_says_is_told_as_it_is(kind, said):
    assert recognised(kind, said, "perceptron") == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("failed", NO_FUNCTION.format("data_3_4")),
        ("failed", ENDED.format("data_3_4")),
        ("failed", ENDED.format("ValueError.data_3_4")),
        ("barred", MODULE.format("margin_lib.data_3_4")),
        ("barred", MODULE.format("margin_lib..data_3_4")),
        ("barred", PACKAGE.format("data_3_4")),
        ("unfit", TYPE.format("data_3_4")),
        ("unfit", ARRAY.format("data_3_4")),
        ("unfit", ARRAY.format("<U34")),
    ],
)
def test_a_name_that_nobody_knows_is_left_out(kind, said):
    told = recognised(kind, said, "perceptron")
    assert told in {*FORMS[kind].values(), UNKNOWN}
    assert "3" not in told
    assert "{}" not in told


@pytest.mark.parametrize("said", ["data_3_4", "", "the cell is not filled in yet. 3 4", ["data_3_4"], {"a": 1}, None])
@pytest.mark.parametrize("kind", FORMS)
def test_any_other_words_are_not_repeated(kind, said):
    assert recognised(kind, said, "perceptron") == UNKNOWN
