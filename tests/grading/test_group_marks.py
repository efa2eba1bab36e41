"""One mark for one file: what a person gives to one of a group is given to all, unless term.toml says otherwise."""

import csv

import pytest
from gradeable import give, grade, hand_in, marks, new_term, printed_states, rows, students
from hypothesis import given
from hypothesis import strategies as st

from course.errors import Trouble
from course.grading.gradebook.group_marks import settled
from course.grading.gradebook.record import record
from course.grading.handback import feedback
from course.grading.handback.export import export
from course.grading.state import student_states
from course.grading.term.term import FILE, Term

GROUP = ("ada", "emmy", "li")


@pytest.fixture
def term(tmp_path_factory, tmp_path):
    """A group of three; Emmy handed in."""
    made = new_term(tmp_path_factory, tmp_path / "term", f"groups = [{list(GROUP)}]\n" + students(*GROUP, "mary"))
    attempt = hand_in(made, "emmy")
    for student in GROUP:
        grade(made, attempt, student=student)
    grade(made, hand_in(made, "mary", answer="return 2"))
    record(made, "ps2")
    return made


def waiting(term):
    """Those whom the formgrader shows as to be graded."""
    return [student for student in (*GROUP, "mary") if marks(term, student)["proof-start"][2]]


def by_hand(term, cell="proof-start"):
    """What a person gave to each of the group, in the gradebook and as all commands see it."""
    found = [student_states(term, "ps2")[student].parts[cell].by_hand for student in GROUP]
    assert [marks(term, student)[cell][1] for student in GROUP] == found
    return found


def states(term):
    found = student_states(term, "ps2")
    assert printed_states(term) == {one: found[one].state for one in found}
    return [found[student].state for student in GROUP]


def apart(term, *who):
    path = term.folder / FILE
    path.write_text(path.read_text().replace("[students]", f"[apart]\nps2 = {list(who)}\n[students]"))
    return Term.read(term.folder)


def test_one_of_a_group_waits_for_a_person_and_the_others_wait_with_it(term):
    assert waiting(term) == ["emmy", "mary"]  # Emmy handed it in
    assert states(term) == ["by hand"] * 3
    told = student_states(term, "ps2")
    assert told["ada"].why == ("It is the same file as emmy's, and is graded by hand there, for both.",)
    assert told["emmy"].why == ()


@pytest.mark.parametrize("whose", GROUP)
def test_what_is_given_to_one_is_given_to_all_and_can_be_changed_at_any_of_them(term, whose):
    give(term, whose, "proof-start", 1.5, "Why?")
    assert states(term) == ["graded"] * 3  # also before it is carried over
    record(term, "ps2")
    assert (by_hand(term), waiting(term), states(term)) == ([1.5] * 3, ["mary"], ["graded"] * 3)
    feedback.write_feedback(term, "ps2")
    for student in GROUP:
        assert "19.5 of 20" in (said := (term.folder / "feedback" / student / "ps2" / "ps2.txt").read_text())
        assert "Why?" in said
    for other, points, comment in (("ada", 2.0, "Ah."), ("emmy", 0.5, ""), ("li", None, "No.")):
        give(term, other, "proof-start", points, comment)
        record(term, "ps2")
        assert by_hand(term) == [points] * 3
    assert waiting(term) == ["emmy", "mary"]
    assert marks(term, "mary")["proof-start"] == (None, None, True)


def test_points_in_place_of_a_tests_are_for_all_too(term):
    give(term, "li", "test-distances", 4.0)
    record(term, "ps2")
    assert by_hand(term, "test-distances") == [4.0] * 3


def test_recording_again_changes_not_one_row(term):
    give(term, "li", "proof-start", 1.5, "Why?")
    record(term, "ps2")
    before = rows(term)
    record(term, "ps2")
    assert rows(term) == before


def test_two_different_grades_for_one_file_are_not_final_and_it_is_said(term, tmp_path):
    give(term, "ada", "proof-start", 2.0)
    give(term, "li", "proof-start", 1.0)
    record(term, "ps2")
    assert by_hand(term) == [2.0, None, 1.0]
    assert states(term) == ["by hand"] * 3
    (why,) = student_states(term, "ps2")["li"].why
    assert "different grades by hand in proof-start: emmy 0, ada 2, li 1" in why
    assert '[apart] ps2 = ["li"]' in why
    with pytest.raises(Trouble, match=r"ada in ps2 \(by hand\)"):
        export(term, ["ps2"], "csv", tmp_path / "grades.csv")
    give(term, "li", "proof-start", 2.0)
    record(term, "ps2")
    assert (by_hand(term), states(term)) == ([2.0] * 3, ["graded"] * 3)


def test_who_is_graded_apart_has_a_grade_of_their_own_when_that_is_told(term, tmp_path):
    term = apart(term, "li")
    record(term, "ps2", grader="")
    give(term, "li", "proof-start", 0.5)
    give(term, "ada", "proof-start", 2.0)
    give(term, "mary", "proof-start", 2.0)
    record(term, "ps2")
    assert (by_hand(term), states(term)) == ([2.0, 2.0, 0.5], ["graded"] * 3)
    export(term, ["ps2"], "csv", tmp_path / "grades.csv")
    table = csv.DictReader((tmp_path / "grades.csv").read_text().splitlines())
    lines = {line["student"]: line for line in table}
    assert [lines[student]["total"] for student in GROUP] == ["20", "20", "18.5"]
    assert lines["li"]["remarks"] == "Graded by hand apart from the group."


def test_who_is_graded_apart_waits_for_a_person(term):
    record(apart(term, "li"), "ps2")
    assert waiting(term) == ["emmy", "li", "mary"]


def test_who_comes_back_to_the_group_with_another_grade_is_asked_about(term):
    alone = apart(term, "li")
    for student, points in (("emmy", 2.0), ("li", 1.0)):
        give(alone, student, "proof-start", points)
    record(alone, "ps2")
    record(term, "ps2")
    assert (by_hand(term), states(term)) == ([2.0, 2.0, 1.0], ["by hand"] * 3)


def test_a_new_attempt_keeps_the_grade_of_all_and_one_copy_is_to_be_looked_at(term):
    give(term, "ada", "proof-start", 1.5)
    record(term, "ps2")
    attempt = hand_in(term, "li", when="2027-03-03 12:00", proof="Another proof.")
    for student in GROUP:
        grade(term, attempt, student=student)
    record(term, "ps2")
    assert (by_hand(term), waiting(term)) == ([1.5] * 3, ["li", "mary"])
    give(term, "li", "proof-start", 2.0)
    record(term, "ps2")
    assert (by_hand(term), states(term)) == ([2.0] * 3, ["graded"] * 3)


def test_a_group_in_which_each_counts_their_own_attempt_shares_nothing(tmp_path_factory, tmp_path):
    dates = "[due]\nps2 = 2027-03-02 12:00:00\n[extensions.ps2]\nemmy = 2027-03-09 12:00:00\n"
    text = f'groups = [["ada", "emmy"]]\n{dates}{students("ada", "emmy")}'
    term = new_term(tmp_path_factory, tmp_path / "term", text)
    first, second = hand_in(term, "ada"), hand_in(term, "ada", when="2027-03-05 12:00", answer="return 3")
    for student in ("ada", "emmy"):
        for attempt in (first, second):
            grade(term, attempt, student=student)
    record(term, "ps2")
    give(term, "ada", "proof-start", 2.0)
    record(term, "ps2")
    assert [marks(term, one)["proof-start"] for one in ("ada", "emmy")] == [(None, 2.0, False), (None, None, True)]


VALUES = st.sampled_from([None, 0.0, 1.0, 2.0])


@given(VALUES, st.lists(VALUES, min_size=2, max_size=4), st.data())
def test_a_value_that_one_changed_is_for_all_and_two_that_differ_for_nobody(old, now, data):
    members = {str(place): {"x": value} for place, value in enumerate(now)}
    before = {one: {"x": old} for one in members}
    found = settled(members, before)
    changed = {value for value in now if value != old}
    assert found.torn == ({"x"} if len(changed) > 1 else frozenset())
    if len(changed) < 2:
        assert found.values["x"] == (changed.pop() if changed else old)
        again = {one: {"x": found.values["x"]} for one in members}
        assert settled(again, again).values == found.values
