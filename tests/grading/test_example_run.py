"""Feedback names the line of a student's code that stops on the example in the notebook, and no other line."""

import json
from dataclasses import replace

import handed
import pytest
from gradeable import graded_class

from course.grading import results
from course.grading.gradebook.record import record
from course.grading.handback import feedback
from course.grading.notebook.rebuild import ProblemSet
from course.grading.run import example_run
from course.grading.run.grade_one import Grader, Submission
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Cell
from course.grading.term.init_term import make_term_folder
from course.grading.term.term import FILE, Term

ANSWER = Cell("answer-f", "run", "def f(x):\n    return x + `None`\n")
CHECK = Cell("check-f", "run", "assert f(1) == 1")
OWN = Cell("own-1", "run", "def g(x):\n    return 1 / x")
RAN = [example_run.NO_PICTURES, OWN, ANSWER, CHECK]


def error(*frames, name="TypeError", said="no"):
    lines = [f"Cell In[{number}], line {line}, in f(x)\n----> {line} x" for number, line in frames]
    return [{"output_type": "error", "ename": name, "evalue": said, "traceback": lines}]


def stops(in_check=(), in_answer=()):
    return example_run.stops(list(zip(RAN, ((), (), in_answer, in_check), strict=True)))


def test_the_last_line_of_the_students_own_is_taken_from_our_copy_of_it():
    found = stops(error((4, 1), (3, 2)))
    assert found == {
        "test-f": {"cell": "answer-f", "line": 2, "text": "return x + `None`", "error": "TypeError", "message": "no"}
    }
    assert stops(error((4, 1), (3, 2), (2, 2)))["test-f"]["cell"] == "own-1"
    assert stops(error((4, 1), (2, 1)), error((3, 1)))["test-f"]["line"] == 1  # the answer's cell comes first


@pytest.mark.parametrize("frames", [[(4, 1)], [(1, 1)], [(9, 1)], [(0, 1)], [(3, 0)], [(3, 99)], []])
def test_no_other_line_is_told(frames):
    assert stops(error(*frames)) == {}


def test_what_is_not_filled_in_is_not_told_as_an_error():
    assert stops(error((4, 1), (3, 2), name="NotImplementedError")) == {}


def test_what_a_student_made_it_say_is_short_and_one_line_of_signs_that_can_be_seen():
    (found,) = stops(error((3, 2), name="<b>x", said=f"\u202ea\x1b[2J{'x' * 500}\nmore")).values()
    assert found["error"] == "an exception of its own"
    assert found["message"].startswith("\N{REPLACEMENT CHARACTER}a\N{REPLACEMENT CHARACTER}[2Jxxx")
    assert len(found["message"]) < 250
    assert "more" not in found["message"]


def told(term, stop):
    record(term, "ps2")
    (made,) = results.results_of_student(term.folder, "ps2", "ada")
    path = results.write_result(replace(made, example={"test-distances": stop}), term.folder)
    assert results.read_result(path).example == {"test-distances": stop}
    feedback.write_feedback(term, "ps2")
    place = term.folder / "feedback" / "ada" / "ps2"
    return (place / "ps2.txt").read_text(), (place / "ps2.html").read_text()


STOP = {
    "cell": "answer-distances", "line": 3, "text": "w = <b>`x`</b>", "error": "OSError",
    "message": "/srv/team/x.py: <i>",
}


def test_feedback_says_it_under_the_part_as_text_and_without_places(tmp_path_factory, tmp_path):
    text, page = told(graded_class(tmp_path_factory, tmp_path / "term", ("ada",), share=0.0), STOP)
    said = "your code stops here: line 3 of the cell of `distances`, `w = <b>'x'</b>`, with OSError: x.py: <i>"
    assert said in " ".join(text.split())
    assert "<code>w = &lt;b&gt;&#39;x&#39;&lt;/b&gt;</code>" in page
    assert "<b>" not in page


def test_of_a_part_with_all_points_it_is_not_said(tmp_path_factory, tmp_path):
    text, _ = told(graded_class(tmp_path_factory, tmp_path / "term", ("ada",)), STOP)
    assert "stops here" not in text


def test_a_hint_is_told_once_the_set_is_over(tmp_path_factory, tmp_path):
    due = "[due]\nps2 = 2999-01-01 12:00:00\n"
    term = graded_class(tmp_path_factory, tmp_path / "term", ("ada",), settings=due, share=0.0)
    record(term, "ps2")
    (made,) = results.results_of_student(term.folder, "ps2", "ada")
    hint = ("With n = [1], distances returns <b>2</b>, which is not right.", "It behaves like one of /srv/team/x.py.")
    results.write_result(replace(made, hints={"test-distances": hint}), term.folder)
    place = term.folder / "feedback" / "ada" / "ps2"
    for year, said in (("2999", False), ("2001", True)):
        text = (term.folder / FILE).read_text(encoding="utf-8")
        (term.folder / FILE).write_text(text.replace("ps2 = 2999", f"ps2 = {year}"), encoding="utf-8")
        record(Term.read(term.folder), "ps2")
        feedback.write_feedback(Term.read(term.folder), "ps2")
        written = " ".join((place / "ps2.txt").read_text().split())
        assert (hint[0] in written and "It behaves like one of x.py." in written) is said
        assert ("returns &lt;b&gt;2&lt;/b&gt;, which" in (place / "ps2.html").read_text()) is said


# --- the run ---------------------------------------------------------------------------------------------------

ON_THE_EXAMPLE = "def perceptron(X, y, budget):\n    w = None\n    return w @ X, []\n"
ON_HIDDEN_DATA = "def with_bias(X, y, budget):\n    assert len(X) == 2, X\n    return [0], 0, []\n"
DRAWS = "import matplotlib.pyplot as plt\ndef settled(*a):\n    plt.plot([1]); plt.show()\n    return a[0][9999]\n"


@pytest.fixture(scope="module")
def problem_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("term")
    make_term_folder(folder, handed.TERM, sources=[handed.SOURCES["ps2"]])
    return ProblemSet.read(folder, "ps2")


def graded(problem_set, isolation=Isolation.WARM):
    made = json.loads(handed.model("ps2"))
    answers = {"perceptron": ON_THE_EXAMPLE, "with_bias": ON_HIDDEN_DATA, "settled": DRAWS}
    answers["forcing_set"] = "def forcing_set(k:"
    for cell in made["cells"]:
        cell["source"] = answers.get(cell["id"].removeprefix("answer-"), cell["source"])
    grader = Grader(problem_set, "the tests' own key", isolation)
    try:
        return grader.grade(Submission("ps2", "ada", 1, None, "key", "grader", json.dumps(made).encode()))
    finally:
        grader.close()


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_a_call_that_stops_on_the_example_has_its_line_and_one_on_hidden_data_has_none(problem_set):
    found = graded(problem_set)
    assert found.example.keys() == {"test-perceptron", "test-forcing_set", "test-settled"}
    stop = found.example["test-perceptron"]
    assert (stop["cell"], stop["line"], stop["text"]) == ("answer-perceptron", 3, "return w @ X, []")
    assert (stop["error"], "Input operand 0" in stop["message"]) == ("ValueError", True)
    assert found.example["test-forcing_set"]["error"] == "SyntaxError"
    assert found.example["test-settled"]["line"] == 4
    assert found.cells["test-with_bias"].score == 0


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_without_isolation_no_line_is_told(problem_set):
    assert graded(problem_set, Isolation.NONE).example == {}
