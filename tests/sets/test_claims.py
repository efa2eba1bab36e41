"""What a claim asks of a proof put in order, and how one that is not shown names the section of the book."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from course.grading.results import GRADED
from course.grading.run.cells import run_test
from course.grading.run.grade_one import _judged
from course.grading.sandbox import job
from course.grading.sandbox.job import Cell, Ending, JobResult
from course.judge import Marks, Unfit, arranged, complete, vector
from course.judge.claims import ClaimResult
from course.judge.marks import NoPoints
from course.judge.rules.barred import Barred
from course.judge.rules.calls import CHANGED, Broken, Elsewhere, Failed
from course.judge.rules.timer import TooSlow
from course.sets import release
from course.sets.testing import marking
from course.sets.variant import values

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


# --- no answer breaks a test


def a_claim(error):
    """Marks with one claim of two lost to what was raised, two lines below its own."""
    marks = Marks("ps2", "any", "2027-spring", 3)
    with marks.claim(2, "anything", read="perceptron: Why it ends"):
        if error:
            raise error
    with marks.claim(1, "more", read="perceptron: Why it ends"):
        assert marks
    return marks


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), TypeError("3 4"), OverflowError(), StopIteration()])
def test_a_claim_that_raises_is_not_shown_whatever_it_raises_and_the_instructor_is_told(error):
    marks = a_claim(error)
    assert marks.score == marks.total() == 1
    assert marks.claims[0].line == "0 of 2: anything. Not earned."
    line = a_claim.__code__.co_firstlineno + 5
    assert marks.faults == [f"{type(error).__name__} in line {line}"]


@pytest.mark.parametrize("error", [AssertionError(), Unfit("no."), Failed("no."), TooSlow("no."), Barred("no.")])
def test_a_claim_that_fails_as_claims_do_is_no_fault(error):
    marks = a_claim(error)
    assert marks.score == 1
    assert marks.faults == []


def test_a_claim_that_builds_on_one_that_was_lost_says_that_it_was_not_looked_at():
    marks = Marks("ps2", "any", "2027-spring", 3)
    answers = []
    with marks.claim(1, "three numbers", read="graphs: Ways"):
        answers = [vector(None, 3, "the answer")]
    with marks.claim(1, "in rising order", read="graphs: Ways"):
        marks.needs(answers)
        raise AssertionError
    with marks.claim(1, "of its own", read="graphs: Ways"):
        marks.needs([0])
    lost, cascade, own = marks.claims
    assert lost.reason.startswith("the answer must be")
    assert cascade.line == "0 of 1: in rising order. Not earned: it was not looked at, as a claim above was not earned."
    assert own.earned
    assert marks.faults == []


@pytest.mark.parametrize(
    ("error", "told"), [(AssertionError(), "on two equal points."), (Unfit("no."), "on two equal points: no.")]
)
def test_a_lost_claim_says_on_what_kind_of_data_and_only_where_it_was_lost(error, told):
    marks = Marks("ps2", "any", "2027-spring", 3)
    with marks.claim(1, "anything", read="graphs: Ways"):
        marks.on("a single point")
        marks.on("two equal points")
        raise error
    with marks.claim(1, "more", read="graphs: Ways"):
        raise AssertionError
    with marks.claim(1, "all", read="graphs: Ways"):
        marks.on("a single point")
    assert [claim.line for claim in marks.claims] == [
        f"0 of 1: anything. Not earned {told}",
        "0 of 1: more. Not earned.",
        "1 of 1: all.",
    ]


CHANGES = {
    "in place": lambda X, rows, options: X.__imul__(1.5),
    "to itself, but for a sign of 0": lambda X, rows, options: X.__imul__(-1),
    "shape": lambda X, rows, options: X.resize(4, 1, refcheck=False),
    "order": lambda X, rows, options: rows.sort(),
    "a list in a list": lambda X, rows, options: rows[0].append(1),
    "longer": lambda X, rows, options: rows.append([9]),
    "a dict": lambda X, rows, options: options.update(size=2),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_answer_that_changes_what_it_is_given_loses_one_claim_for_it_and_is_judged_by_its_value(change):
    def total(X, rows, options):
        result = X.sum()
        change(X, rows, options)
        return result

    def claimed(function):
        marks = Marks("ps2", "any", "2027-spring", 4, (), ("numpy",))
        for right in (1.0, 0.0, 0.0, 0.0):
            with marks.claim(1, "anything", read="graphs: Ways"):
                X, rows, options = np.array([[0.0, 0.0], [1.0, -1.0]]), [[3], [2]], {"size": 1}
                marks.on("a matrix")
                assert marks.call(function, X, rows, options) == right
        assert marks.faults == []
        return [claim.line.removeprefix("0 of 1: anything. ") for claim in marks.claims]

    earned = "1 of 1: anything."
    assert claimed(total) == ["Not earned on a matrix.", f"Not earned: {CHANGED}", earned, earned]
    assert claimed(lambda X, rows, options: X.copy().sum()) == ["Not earned on a matrix.", earned, earned, earned]


def test_what_is_no_number_is_as_it_was_given():
    marks = Marks("ps2", "any", "2027-spring", 1)
    with marks.claim(1, "anything", read="graphs: Ways"):
        marks.call(lambda *given: None, np.array([np.nan, -0.0]), np.nan, (1, [np.nan]), None, "word", len)
    assert marks.total() == 1


def test_what_came_of_each_claim_is_kept_and_printed(capsys):
    marks = a_claim(Failed("the call ended with ValueError."))
    read = "perceptron: Why it ends"
    missed = ClaimResult(2, "anything", read, "the call ended with ValueError.")
    assert marks.claims == [missed, ClaimResult(1, "more", read)]
    marks.total()
    assert capsys.readouterr().out.splitlines() == [
        "0 of 2: anything. Not earned: the call ended with ValueError.",
        "        Read: chapter 'perceptron', section 'Why it ends'.",
        "1 of 1: more.",
    ]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), Broken("a pipe is gone")])
def test_what_is_not_the_answers_doing_stops_the_test(error):
    with pytest.raises(type(error)):
        a_claim(error)


def test_a_call_that_ours_prevents_is_never_a_lost_claim():
    class Gone(Elsewhere):
        def called(self, arguments, seconds):
            raise OSError("the pipe is gone")

    marks = Marks("ps2", "any", "2027-spring", 1)
    with pytest.raises(Broken, match="the pipe is gone"), marks.claim(1, "anything", read="perceptron: Why it ends"):
        marks.call(Gone())


def test_a_fault_of_a_test_is_an_error_where_the_tests_are_tested():
    source = next(source for source in release.sources() if source.name == "ps2")
    added = {"test-proof_order": BROKEN}
    cells = [replace(cell, text=cell.text + added.get(cell.grade_id, "")) for cell in source.cells]
    broken = replace(source, cells=tuple(cells))
    drawn = values(source, "2027-spring")
    with pytest.raises(marking.Fault, match="test-proof_order has a fault: ZeroDivisionError in line"):
        marking.mark(broken, drawn, marking.model(source, drawn), only="proof_order")


BROKEN = """
with marks.claim(0, "anything", read="perceptron: Why it ends"):
    assert 1 / 0
"""


def in_the_sandbox(code, seconds=60.0):
    """What the test runner makes of a test cell."""
    head = 'from course.judge import Marks\nmarks = Marks("ps2", "any", "2027-spring", 3)\n'
    return run_test(Cell("test-any", "test", head + code, 3.0), {}, seconds)[1]


def test_a_fault_comes_to_the_instructor_with_the_grade_and_takes_no_other_claims_points():
    cell = in_the_sandbox(
        'with marks.claim(2, "a", read="x: y"):\n    assert [][3]\n'
        'with marks.claim(1, "b", read="x: y"):\n    assert marks\nmarks.total()'
    )
    assert cell.score == 1
    assert cell.note == "a claim ended with IndexError in line 4, and counts as not earned"
    cells = {"test-any": cell, "test-other": job.CellResult(2.0, 0.0)}
    problem_set = SimpleNamespace(points={"test-any": 3, "test-other": 2})
    ended = Ending("the process ended early", 0, 0.1, 1.0)
    state, why, _ = _judged(JobResult(tests=cells, endings=(ended,)), problem_set)
    assert state == GRADED
    assert why == f"the student's process was ended: the process ended early; test-any: {cell.note}"


def test_a_test_that_an_answer_keeps_busy_ends_with_the_claims_that_were_shown():
    endless = "try:\n    while True:\n        pass\nexcept ZeroDivisionError:\n    pass\nmarks.total()"
    shown = 'with marks.claim(1, "a", read="x: y"):\n    assert marks\n'
    cell = in_the_sandbox(shown + endless, seconds=0.1)
    assert (cell.score, len(cell.claims)) == (1, 1)
    assert cell.note.startswith("a claim ended with TooSlow")
    assert in_the_sandbox(endless, seconds=0.1).score is None
