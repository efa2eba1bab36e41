"""What a claim asks of a proof put in order, and how one that is not shown names the section of the book."""

import pytest

from course.judge import Marks, Unfit, arranged, complete
from course.judge.marks import NoPoints

pytestmark = pytest.mark.project

BUILDS_ON = {"A": [], "C": ["A"], "D": [], "B": ["C", "D"]}
DISTRACTORS = ["E"]


@pytest.mark.parametrize("order", [["A", "C", "D", "B"], ("D", "A", "C", "B"), "ADCB"])
def test_each_valid_order_is_complete_and_arranged_as_a_list_a_tuple_or_a_string(order):
    assert complete(order, BUILDS_ON, DISTRACTORS)
    assert arranged(order, BUILDS_ON, DISTRACTORS)


@pytest.mark.parametrize("order", ["CADB", "BACD"])
def test_the_right_steps_in_a_wrong_order_are_complete_and_not_arranged(order):
    assert complete(order, BUILDS_ON, DISTRACTORS)
    assert not arranged(order, BUILDS_ON, DISTRACTORS)


@pytest.mark.parametrize("order", ["", "ACD", "ACDBE", "ACDE"])
def test_a_step_too_few_or_one_that_does_not_belong_is_neither(order):
    assert not complete(order, BUILDS_ON, DISTRACTORS)
    assert not arranged(order, BUILDS_ON, DISTRACTORS)


@pytest.mark.parametrize(
    ("order", "said"),
    [(None, "a list of letters"), ([1], "a list of letters"), ("AX", "may only have"), ("AA", "twice")],
)
def test_what_is_no_order_is_refused_in_words(order, said):
    for judge in (complete, arranged):
        with pytest.raises(Unfit, match=said):
            judge(order, BUILDS_ON, DISTRACTORS)


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        (r"The perceptron without $\vw$", "The perceptron without w"),
        (r"$\vw$ yes, $b$ not always", "w yes, b not always"),
    ],
)
def test_a_claim_that_is_not_shown_names_the_section_as_the_page_shows_it(heading, shown):
    marks = Marks("ps7", "any", "2027-spring", 1, (), ())
    with marks.claim(1, "anything", read=f"kernels: {heading}"):
        assert not heading
    with pytest.raises(NoPoints, match=f"section '{shown}'"):
        marks.total()
