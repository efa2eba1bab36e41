"""A term that was graded before results had claims: its results are read, and all that follows works as before.

`tests/term_of_format_1` was graded by the code of commit 8be64f6: ps1 of the small course. Ada has all points; Emmy
returns numbers in falling order and raises ValueError in the other part.
"""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import gradeable
import pytest

from course.errors import Trouble
from course.grading import old_results, results
from course.grading.gradebook.record import record
from course.grading.handback import feedback, regrade
from course.grading.handback.export import export
from course.grading.notebook.rebuild import ProblemSet
from course.grading.report import beliefs, page, papers
from course.grading.state import State, student_states
from course.grading.term.term import Term
from course.judge.claims import Claim, ClaimResult

OLD = Path(__file__).parents[1] / "term_of_format_1"
ORDER = "all steps that belong, no other, each after those that it builds on"


@pytest.fixture
def term(tmp_path):
    shutil.copytree(OLD, tmp_path / "term")
    return Term.read(tmp_path / "term")


def read(term, student):
    [result] = results.results_of_student(term.folder, "ps1", student)
    return result


def test_its_results_are_read_with_claims_and_written_in_the_format_of_now(term):
    result = read(term, "emmy")
    assert result.score == 3
    assert result.cells["test-neighbours"].claims == (
        ClaimResult(3, "each neighbour, whichever end of the edge it is, and no other vertex", ""),
        ClaimResult(2, "in rising order", "graphs: What a graph is", ""),
    )
    raised = ClaimResult(2, ORDER, "graphs: Degrees", "the call ended with ValueError.")
    assert result.cells["test-handshake_order"].claims == (raised,)
    results.write_result(result, term.folder)
    assert json.loads(result.path(term.folder).read_text())["format"] == results.FORMAT == 2
    assert read(term, "emmy") == result


@pytest.mark.parametrize("student", ["ada", "emmy"])
def test_what_a_test_printed_then_is_what_its_claims_print_now(term, student):
    [path] = (OLD / "results" / "ps1" / student).glob("*.json")
    before = json.loads(path.read_text())["cells"]
    after = {name: list(cell.lines) for name, cell in read(term, student).cells.items()}
    assert after == {name: cell["lines"] for name, cell in before.items()}


def test_it_is_recorded_fed_back_and_exported(term, tmp_path):
    record(term, "ps1")
    for student in term.students:
        gradeable.give(term, student, "proof-leaf", 2, name="ps1")
    assert {one.student: (one.state, one.total) for one in student_states(term, "ps1").values()} == {
        "ada": (State.GRADED, 9), "emmy": (State.GRADED, 5),
    }
    assert export(term, ["ps1"], "csv", tmp_path / "grades.csv").incomplete == ()
    feedback.write_feedback(term, "ps1")
    shown = (term.folder / "feedback" / "emmy" / "ps1" / "ps1.txt").read_text(encoding="utf-8")
    assert "  0 of 2: in rising order. Not earned.\n    Read: chapter 'graphs', section 'What a graph is'.\n" in shown
    assert "Not earned: the call\n    ended with ValueError.\n    Read: chapter 'graphs', section 'Degrees'.\n" in shown
    assert "your code stops here: line 3" in shown


def test_its_report_counts_the_claims(term, monkeypatch):
    record(term, "ps1")
    found = papers.read_papers(term, ProblemSet.read(term.folder, "ps1"), lambda done, total: None)
    assert found.tested[1].claims == (Claim(2, ORDER),)
    outcomes = {paper.members[0]: paper.outcomes for paper in found.papers}
    assert [outcomes["ada"][part].earned for part in ("neighbours", "handshake_order")] == [(True, True), (True,)]
    assert [outcomes["emmy"][part].earned for part in ("neighbours", "handshake_order")] == [(True, False), (False,)]
    assert outcomes["emmy"]["handshake_order"].messages == ("the call ended with ValueError.",)
    monkeypatch.setattr(beliefs, "beliefs", lambda *arguments: [])
    assert "in rising order" in page.write_page(term, "ps1").read_text(encoding="utf-8")


def test_a_regrade_shows_the_lines_of_then_beside_those_of_now(term):
    def mended(term, name, students):
        for student in students:
            old = read(term, student)
            cell = old.cells["test-neighbours"]
            claims = (cell.claims[0], replace(cell.claims[1], words="sorted", reason=None))
            cells = old.cells | {"test-neighbours": replace(cell, score=5.0, claims=claims)}
            later = replace(old, key="b" * 40, grader="b" * 64, started="2027-03-09T10:00:00+00:00", cells=cells)
            results.write_result(later, term.folder)
            yield later

    record(term, "ps1")
    shown = list(regrade.lines(regrade.propose(term, "ps1", mended)))
    assert shown[:5] == [
        "emmy  3 -> 5  (+2)",
        "  test-neighbours: 3 -> 5",
        "    - 0 of 2: in rising order. Not earned.",
        "    -         Read: chapter 'graphs', section 'What a graph is'.",
        "    + 2 of 2: sorted.",
    ]


def test_a_line_of_several_lines_is_one_claim_in_the_words_of_now():
    read_on = "        Read: chapter 'x', section \"Gordan's theorem\"."
    [claim] = old_results.claims(["0 of 2: sorted. Not shown: it said\nno\n", "more", read_on])
    assert claim == ClaimResult(2, "sorted", "x: Gordan's theorem", "it said\nno\n\nmore")
    assert claim.line == "0 of 2: sorted. Not earned: it said\nno\n\nmore"
    assert f"        Read: {claim.place}" == read_on


def test_a_result_of_a_format_to_come_is_refused(term):
    path = read(term, "ada").path(term.folder)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 3}))
    with pytest.raises(Trouble, match="is not a result of this grader"):
        read(term, "ada")
