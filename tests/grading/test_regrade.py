"""Regrading: what would change is shown first, and only a yes puts it into the gradebook."""

from dataclasses import replace
from types import SimpleNamespace

import gradeable
import pytest
from gradeable import SECOND, give, grade, graded_class, hand_in, marks, rows

from course import cli
from course.errors import Trouble
from course.grading.collect import attempts
from course.grading.gradebook.record import record
from course.grading.handback import regrade
from course.judge.claims import ClaimResult

LATER = "2027-03-09T10:00:00+00:00"


@pytest.fixture
def graded(tmp_path_factory, tmp_path):
    term = graded_class(tmp_path_factory, tmp_path / "term")
    record(term, "ps2")
    return term


def grader(shares, **changes):
    """A grader that gives each student another share of each test's points."""

    def graded(term, name, students):
        for student in students:
            for attempt in attempts.counting(term, name, student):
                yield grade(term, attempt, shares.get(student, 1.0), SECOND, student=student, started=LATER, **changes)

    return graded


def test_nothing_is_in_the_gradebook_before_it_is_accepted(graded):
    before = rows(graded)
    proposal = regrade.propose(graded, "ps2", grader({"ada": 0.0}))
    assert rows(graded) == before
    record(graded, "ps2")
    assert [row[2:] for row in rows(graded)["grade"]] == [row[2:] for row in before["grade"]]
    record(graded, proposal.set, grader=proposal.grader)
    assert marks(graded, "ada")["test-distances"] == (0.0, None, False)
    assert marks(graded, "emmy")["test-distances"] == (5.0, None, False)


def test_the_table_says_whose_grade_changes_by_how_much_and_why(graded):
    proposal = regrade.propose(graded, "ps2", grader({"ada": 0.5, "mary": 0.0}))
    assert [change.student for change in proposal.changes] == ["ada", "mary"]
    assert proposal.unchanged == 1
    shown = "\n".join(regrade.lines(proposal))
    assert "mary  18 -> 0  (-18)" in shown
    assert "  test-distances: 5 -> 0" in shown
    assert "    - 2 of 2: no edge leads further" in shown
    assert "    + 0 of 2: no edge leads further" in shown
    assert shown.splitlines()[-1] == "ps2: 2 grades change; for 0 others only the lines, and 1 stay as before."
    assert shown.index("mary") < shown.index("ada ")  # who loses most comes first


def test_hand_grades_survive_and_the_table_says_so(graded):
    give(graded, "ada", "proof-start", 2.0, "Good.")
    give(graded, "ada", "test-distances", 4.0)
    proposal = regrade.propose(graded, "ps2", grader({"ada": 0.0}))
    (change,) = proposal.changes
    assert (change.before, change.after) == (19, 6)
    assert "test-distances: 5 -> 0, but 4 by hand stay" in "\n".join(regrade.lines(proposal))
    record(graded, proposal.set, grader=proposal.grader)
    now = marks(graded, "ada")
    assert (now["proof-start"], now["test-distances"]) == ((None, 2.0, False), (0.0, 4.0, True))
    assert sum(auto if by_hand is None else by_hand for auto, by_hand, _ in now.values()) == change.after
    assert "Good." in str(rows(graded, "comment"))


def test_other_words_alone_change_no_grade_but_are_recorded(graded):
    def mended(term, name, students):
        for student in students:
            made = gradeable.result(term, attempts.of_student(term, name, student)[0], 1.0, SECOND, started=LATER)
            words = (ClaimResult(1, "new words", ""),)
            cells = {name: replace(cell, claims=words) for name, cell in made.cells.items()}
            yield gradeable.results.read_result(gradeable.results.write_result(replace(made, cells=cells), term.folder))

    proposal = regrade.propose(graded, "ps2", mended)
    assert not [change for change in proposal.changes if change.grade_changes]
    assert "0 grades change; for 3 others only the lines" in "\n".join(regrade.lines(proposal))
    assert record(graded, proposal.set, grader=proposal.grader).changed == 3


def test_a_submission_that_fails_now_keeps_its_grade(graded):
    def broken(term, name, students):
        yield from grader({})(term, name, [student for student in students if student != "ada"])
        attempt = attempts.of_student(term, name, "ada")[0]
        yield grade(
            term, attempt, 0.0, SECOND, started=LATER, state="failed", why="no sandbox", cells={}, notebook=None
        )

    proposal = regrade.propose(graded, "ps2", broken)
    assert proposal.failed == ("ada",)
    record(graded, proposal.set, grader=proposal.grader)
    assert marks(graded, "ada")["test-distances"][0] == 5
    assert "their grades stay: ada" in "\n".join(regrade.lines(proposal))


def test_only_who_is_named_is_graded_again(graded):
    asked = []

    def some(term, name, students):
        asked.extend(students)
        return grader({"ada": 0.0, "emmy": 0.0})(term, name, students)

    proposal = regrade.propose(graded, "ps2", some, ["emmy"])
    record(graded, proposal.set, grader=proposal.grader)
    assert asked == ["emmy"]
    assert [marks(graded, student)["test-distances"][0] for student in ("ada", "emmy")] == [5, 0]


def test_lateness_is_in_the_points_before_and_after(tmp_path_factory, tmp_path):
    rules = "[late]\nper_day = 0.5\n[due]\nps2 = 2027-02-28 18:00:00\n"
    term = graded_class(tmp_path_factory, tmp_path / "term", ("ada",), rules)
    record(term, "ps2")
    (change,) = regrade.propose(term, "ps2", grader({"ada": 0.0})).changes
    assert (change.before, change.after) == (9, 0)


def test_a_set_that_was_never_graded_is_said(tmp_path_factory, tmp_path):
    term = gradeable.new_term(tmp_path_factory, tmp_path / "term", gradeable.students("ada"))
    hand_in(term, "ada")
    with pytest.raises(Trouble, match="course grade ps2"):
        regrade.propose(term, "ps2", grader({}))


@pytest.fixture
def command(graded, monkeypatch):
    """`course regrade ps2` with a grader of ours, and an answer to what it asks."""

    def run(answer, *arguments):
        monkeypatch.setattr(
            "course.commands.regrade._graded", lambda term, name, who, *a, **how: grader({"ada": 0.0})(term, name, who)
        )
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda prompt: answer)
        monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: answer is not None))
        return cli.main(["regrade", "ps2", "--term-dir", str(graded.folder), *arguments])

    return run


def test_the_command_asks_and_a_no_changes_nothing(graded, command, capsys):
    before = rows(graded, "grade")
    assert command("n") == 1
    assert "ada  18 -> 0  (-18)" in capsys.readouterr().out
    assert rows(graded, "grade") == before
    assert command("y") == 0
    assert marks(graded, "ada")["test-distances"][0] == 0


def test_without_anybody_to_ask_it_needs_yes(graded, command, capsys):
    assert command(None) == 1
    assert "without asking: --yes" in capsys.readouterr().err
    assert marks(graded, "ada")["test-distances"][0] == 5
    assert command(None, "--yes") == 0
    assert marks(graded, "ada")["test-distances"][0] == 0
