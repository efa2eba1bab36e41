"""How a student stands: `course status`, the export and the feedback say the same, and what to do about it."""

from dataclasses import replace

import gradeable
import pytest
from gradeable import SECOND, give, grade, hand_in, marks, new_term, printed_states, result, rows, students

from course import cli
from course.errors import Trouble
from course.grading import results
from course.grading.collect import attempts, quarantine
from course.grading.gradebook.deciding_result import Candidates, choose
from course.grading.gradebook.record import record
from course.grading.handback import feedback, regrade
from course.grading.handback.export import export
from course.grading.notebook.rebuild import ProblemSet
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.state import State, student_states
from course.grading.status import status_lines
from course.grading.whole_class import grade_many

NOTE = "the test did not finish: TypeError in line 26"
LATER = "2027-03-09T10:00:00+00:00"


@pytest.fixture
def term(tmp_path_factory, tmp_path):
    return new_term(tmp_path_factory, tmp_path / "term", students("ada", "emmy"))


def broken(term, attempt, *tests, **how):
    """A result of an attempt in which these tests did not finish; all others give all points."""
    made = result(term, attempt, **how)
    nothing = {"score": None, "claims": (), "note": NOTE}
    cells = {name: replace(cell, **nothing if name in tests else {}) for name, cell in made.cells.items()}
    made = replace(made, cells=cells)
    results.write_result(made, term.folder)
    return made


def state(term, student="ada"):
    """The state that `course status` says, and why; the export and the feedback go by the same."""
    found = student_states(term, "ps2")[student]
    assert printed_states(term)[student] == found.state
    return found.state, " ".join(found.why)


def refused(term, tmp_path):
    with pytest.raises(Trouble) as told:
        export(term, ["ps2"], "csv", tmp_path / "grades.csv")
    return str(told.value)


# --- a test that did not finish -------------------------------------------------------------------------------


@pytest.fixture
def failed(term):
    """Ada's test of the bias did not finish, and her proof is graded; Emmy is done."""
    broken(term, hand_in(term, "ada"), "test-components")
    grade(term, hand_in(term, "emmy", answer="return 2"))
    record(term, "ps2")
    for student in ("ada", "emmy"):
        give(term, student, "proof-start", 2.0)
    return term


def test_a_broken_test_leaves_its_own_points_open_and_no_others(failed):
    now = marks(failed, "ada")
    assert now.pop("test-components") == (None, None, True)  # for a person, in the formgrader
    assert now == {name: mark for name, mark in marks(failed, "emmy").items() if name != "test-components"}


def test_status_export_and_feedback_say_that_it_failed_which_test_and_what_to_do(failed, tmp_path):
    found, why = state(failed)
    assert found == "failed"
    for part in (f"test-components: {NOTE}", "the others count", "course regrade ps2", "in the formgrader"):
        assert part in why
    assert "1 failed" in "\n".join(status_lines(failed, "ps2"))
    assert "1 grade is not final: ada in ps2 (failed in test-components)" in refused(failed, tmp_path)
    done = feedback.write_feedback(failed, "ps2")
    assert (done.students, [one.student for one in done.waiting]) == (["ada", "emmy"], ["ada"])
    told = (failed.folder / "feedback" / "ada" / "ps2" / "ps2.txt").read_text()
    assert "17 of 20 points, so far: 1 part not graded yet" in told
    assert "not graded yet, of 3\n  Our test of this part failed. That is not your fault" in told
    assert "TypeError" not in told


def test_a_person_settles_it_and_that_stays(failed):
    give(failed, "ada", "test-components", 1.5)
    record(failed, "ps2")
    assert state(failed) == ("graded", "")
    assert marks(failed, "ada")["test-components"] == (None, 1.5, False)
    before = rows(failed)
    record(failed, "ps2")
    assert rows(failed) == before


def test_a_good_result_of_a_mended_test_takes_its_place(failed):
    grade(failed, attempts.of_student(failed, "ps2", "ada")[0], 1.0, SECOND, started=LATER)
    assert record(failed, "ps2").changed == 1
    assert marks(failed, "ada")["test-components"] == (3.0, None, False)
    assert state(failed)[0] == "graded"


def test_one_that_is_graded_again_under_its_own_key_takes_its_place(failed):
    made = grade(failed, attempts.of_student(failed, "ps2", "ada")[0])
    assert [path.stem for path in results.folder(failed.folder, "ps2", "ada").iterdir()] == [made.key]
    assert record(failed, "ps2").changed == 1
    assert marks(failed, "ada")["test-components"] == (3.0, None, False)
    assert "3" in (failed.folder / "autograded" / "ada" / "ps2" / "ps2.ipynb").read_text()


def test_a_regrade_takes_a_mended_test_and_keeps_a_grade_whose_test_breaks_now(failed):
    def mended(term, name, who):
        for student in who:
            attempt, how = attempts.of_student(term, name, student)[0], {"grader": SECOND, "started": LATER}
            yield grade(term, attempt, **how) if student == "ada" else broken(term, attempt, "test-distances", **how)

    proposal = regrade.propose(failed, "ps2", mended)
    shown = "\n".join(regrade.lines(proposal))
    assert "ada  17 -> 20  (+3)\n  test-components: open -> 3" in shown
    assert proposal.failed == ("emmy",)
    record(failed, proposal.set, grader=proposal.grader)
    assert state(failed)[0] == "graded"
    assert marks(failed, "emmy")["test-distances"] == (5.0, None, False)


def test_a_regrade_in_which_it_breaks_again_leaves_it_open(failed):
    def still(term, name, who):
        for student in who:
            (attempt,) = attempts.of_student(term, name, student)
            yield broken(term, attempt, "test-components", grader=SECOND, started=LATER)

    proposal = regrade.propose(failed, "ps2", still, ["ada"])
    record(failed, proposal.set, grader=proposal.grader)
    assert marks(failed, "ada")["test-components"] == (None, None, True)


def test_again_takes_what_broke_and_no_other(term, monkeypatch):
    monkeypatch.setenv("COURSE_KEY", gradeable.KEY)
    problem_set = ProblemSet.read(term.folder, "ps2")
    for student, tests in (("ada", ("test-components",)), ("emmy", ())):
        broken(term, hand_in(term, student, answer=f"return {student!r}"), *tests)
    assert grade_many.to_grade(term, problem_set, ["ada", "emmy"], "warm") == []
    again = grade_many.to_grade(term, problem_set, ["ada", "emmy"], "warm", again=True)
    assert [one.student for one in again] == ["ada"]


def test_where_the_best_counts_no_failure_of_ours_decides_which_that_is(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", 'counts = "best"\n' + students("ada"))
    broken(term, hand_in(term, "ada", when="2027-03-01 12:00", answer="return 1"), "test-distances")
    grade(term, hand_in(term, "ada", when="2027-03-02 12:00", answer="return 2"), 0.9)
    choice = choose(term, ProblemSet.read(term.folder, "ps2"), Candidates.of(term, "ps2", "ada"))
    assert choice.attempt.number == 1


def test_a_submission_that_failed_whole_is_said_to_have_failed(term, tmp_path):
    grade(term, hand_in(term, "ada"), state="failed", why="the grader failed 3 times", cells={}, notebook=None)
    grade(term, hand_in(term, "emmy", answer="return 2"))
    record(term, "ps2")
    give(term, "emmy", "proof-start", 2.0)
    again = "The grader failed 3 times. Try again: course grade ps2 --again"
    assert state(term) == ("failed", again)
    assert "ada in ps2 (failed)" in refused(term, tmp_path)
    (one,) = feedback.write_feedback(term, "ps2").without
    assert (one.state, one.why) == ("failed", (again,))


# --- one state of a student -----------------------------------------------------------------------------------


def test_a_result_that_is_not_recorded_is_not_said_to_be_graded(term, tmp_path):
    grade(term, hand_in(term, "ada"))
    assert state(term) == ("to be graded", "It is graded but not in the gradebook yet: course grade ps2")
    record(term, "ps2")
    assert state(term)[0] == "by hand"


def test_a_notebook_that_was_saved_again_with_the_same_answers_is_to_be_graded(term, tmp_path):
    grade(term, hand_in(term, "ada", when="2027-03-01 12:00"))
    record(term, "ps2")
    extra = [{"cell_type": "raw", "source": "", "metadata": {}}]
    second = hand_in(term, "ada", when="2027-03-02 12:00", extra=extra)
    assert second.number == 2
    assert state(term) == ("to be graded", "It is not graded yet: course grade ps2")
    assert "ada in ps2 (to be graded)" in refused(term, tmp_path)
    grade(term, second)
    record(term, "ps2")
    assert state(term)[0] == "by hand"


def test_what_waits_in_quarantine_is_a_reason_everywhere_and_safe_to_print(term):
    quarantine.put(term, quarantine.Entry("ps2", "x.ipynb", "It is broken.\x1b[2J", "ada"), b"{")
    found, why = state(term)
    assert found == "quarantined"
    assert why.startswith("It is broken.\ufffd[2J In quarantine: ada-")
    hand_in(term, "ada")
    assert state(term) == ("to be graded", f"{why} It is not graded yet: course grade ps2")


def test_the_states_that_need_no_action_are_those_with_a_final_grade():
    assert [one.value for one in State if not one.needs_action] == ["graded", "missing", "excused"]


def test_without_isolation_is_said(term):
    grade(term, hand_in(term, "ada"), isolation=Isolation.NONE)
    record(term, "ps2")
    assert "graded without isolation" in "\n".join(status_lines(term, "ps2"))


def test_who_is_excused_is_not_graded_unless_named(tmp_path_factory, tmp_path, capsys, monkeypatch):
    settings = '[excused]\nps2 = ["emmy"]\n'
    term = new_term(tmp_path_factory, tmp_path / "term", settings + students("ada", "emmy"))
    for student in ("ada", "emmy"):
        hand_in(term, student, answer=f"return {student!r}")
    asked = []
    monkeypatch.setattr(grade_many, "to_grade", lambda term, problem_set, who, *how, **named: asked.append(who) or [])
    for named in ((), ("--students", "emmy")):
        assert cli.main(["grade", "ps2", "--term-dir", str(term.folder), *named]) == 0
    assert list(map(list, asked)) == [["ada"], ["emmy"]]
    assert "left out 1 excused, although they handed in. To grade them: --students emmy" in capsys.readouterr().err
