"""Feedback: what a student needs, all of it safe to show, and nothing that is not theirs."""

import html
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import gradeable
import pytest
from gradeable import PROOF, give, grade, graded_class, hand_in, new_term, students
from reading import VIEWS, complaints, listed

from course.grading import results
from course.grading.gradebook.record import record
from course.grading.handback import feedback
from course.grading.term.term import FILE, Term
from course.judge.claims import ClaimResult
from course.sets import leaks, release
from course.sets.markers import BEGIN_SCHEME, END_SCHEME
from course.sets.variant import values
from tools.chromium import chromium
from tools.plain_server import served

ROOT = Path(__file__).resolve().parents[2]
SETS = tuple(source.name for source in release.sources(ROOT))


@pytest.fixture
def graded(tmp_path_factory, tmp_path):
    term = graded_class(tmp_path_factory, tmp_path / "term", share=0.5)
    record(term, "ps2")
    return term


def page(term, student="ada", name="ps2"):
    return (term.folder / "feedback" / student / name / f"{name}.html").read_text(encoding="utf-8")


def words(term, student="ada", name="ps2"):
    return (term.folder / "feedback" / student / name / f"{name}.txt").read_text(encoding="utf-8")


class Text(HTMLParser):
    """The text of a page, and its elements."""

    def __init__(self, content):
        super().__init__()
        self.text, self.tags = "", []
        self.feed(content)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def test_each_claim_its_points_what_was_said_and_what_to_read_are_told(graded):
    result = gradeable.results.results_of_student(graded.folder, "ps2", "ada")
    (result,) = result
    feedback.write_feedback(graded, "ps2")
    shown = Text(page(graded)).text
    for cell in result.cells.values():
        for line in cell.lines:
            assert line.strip().replace("`", "") in shown
    assert "Read: chapter 'graphs', section 'Why it ends'." in words(graded)
    assert "Part A: how far is it?" in shown
    assert f"{result.score:g} of 20 points, so far: 1 part not graded yet" in shown
    assert f"{result.score:g} of 20 points" in words(graded)


def test_what_a_person_gave_and_said_is_told(graded):
    give(graded, "ada", "proof-start", 1.5, "The <second> step needs a reason.\nSee me.")
    give(graded, "ada", "test-distances", 4.0)
    done = feedback.write_feedback(graded, "ps2")
    assert "ada" not in done.waiting
    shown = Text(page(graded)).text
    assert "Part F: another start: 1.5 of 2" in shown
    assert "The <second> step needs a reason.\nSee me." in shown
    assert "The <second> step needs a reason." in words(graded)
    assert "A person has set these points" in shown
    assert "not graded yet" not in shown


def test_a_comment_on_an_answer_stands_with_its_test(graded):
    from nbgrader.api import Gradebook

    with Gradebook(graded.gradebook_url) as book:
        book.find_comment("answer-components", "ps2", "ps2", "ada").manual_comment = "Elegant."
        book.db.commit()
    feedback.write_feedback(graded, "ps2")
    assert re.search(r"what hangs together: \d of 3\n(  .*\n)*  Elegant\.", words(graded))


def test_lateness_is_told_in_points(tmp_path_factory, tmp_path):
    rules = "[late]\nper_day = 0.1\n[due]\nps2 = 2027-02-28 18:00:00\n"
    term = graded_class(tmp_path_factory, tmp_path / "term", ("ada",), rules)
    record(term, "ps2")
    feedback.write_feedback(term, "ps2")
    assert "It was late, which costs 10 % of 18 points: -1.8." in words(term)
    assert "16.2 of 20 points" in words(term)
    assert "handed in on 2027-03-01 at" in words(term)


def test_what_was_mended_and_why_a_process_ended_is_told(graded):
    (made,) = results.results_of_student(graded.folder, "ps2", "ada")
    repairs = ("The test cell test-distances was missing; the set's own is used.", "The file was called emmy.ipynb.")
    why = "the student's process was ended: time limit"
    results.write_result(replace(made, repairs=repairs, why=why), graded.folder)
    feedback.write_feedback(graded, "ps2")
    assert "The test cell test-distances was missing" in words(graded)
    assert "Your code was stopped and started again: time limit." in words(graded)
    assert "process" not in words(graded)
    assert "emmy" not in page(graded)


def test_there_is_none_of_what_is_not_graded_and_it_is_said_of_whom(tmp_path_factory, tmp_path):
    settings = '[excused]\nps2 = ["mary"]\n'
    term = new_term(tmp_path_factory, tmp_path / "term", settings + students("ada", "emmy", "mary", "sofia"))
    for student in ("ada", "mary"):
        grade(term, hand_in(term, student))
    hand_in(term, "emmy")
    record(term, "ps2")
    done = feedback.write_feedback(term, "ps2")
    assert done.students == ["ada"]
    assert {one.student: one.state for one in done.without} == {"emmy": "to be graded", "sofia": "missing"}
    assert [path.name for path in (term.folder / "feedback").iterdir()] == ["ada"]


# --- nothing that is not the student's ------------------------------------------------------------------------

SAID = (
    "<script>alert(1)</script> FileNotFoundError: '/srv/secret/course/sets/form.py' "
    'C:\\Users\\instructor\\grader.py and "/srv/jupyter/x"'
)
NASTY = ClaimResult(5, "x", "", SAID)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_nothing_hidden_no_path_and_nobody_else_is_in_it(name, tmp_path_factory, tmp_path):
    ids = ("ada", "emmyx", "maryx")
    term = graded_class(tmp_path_factory, tmp_path / "term", ids, 'groups = [["ada", "emmyx"]]\n', (name,), 0.4, ROOT)
    for student in ids:
        for made in list(results.results_of_student(term.folder, name, student)):
            cells = {key: replace(cell, claims=(*cell.claims, NASTY)) for key, cell in made.cells.items()}
            results.write_result(replace(made, cells=cells), term.folder)
    for student in ("ada", "emmyx"):  # a group: what the one handed in counts for both
        for attempt in gradeable.attempts.of_student(term, name, "emmyx"):
            grade(term, attempt, student=student)
    record(term, name)
    assert len(feedback.write_feedback(term, name).students) == 3
    source = next(source for source in release.sources(ROOT) if source.name == name)
    places = leaks.hidden(source, values(source, gradeable.NAME))
    rubric = [line for cell in source.cells if cell.kind == "proof" for line in rubric_of(cell.text)]
    assert rubric
    assert list(leaks.search(term.folder / "autograded", places)), "the search finds nothing where there is something"
    assert not list(leaks.search(term.folder / "feedback", places))
    for path in (term.folder / "feedback").rglob("*"):
        if path.is_file():
            text = html.unescape(path.read_text(encoding="utf-8"))
            assert not [line for line in rubric if line in text]
            assert not re.findall(r"canary-|/root|/srv|/tmp|/work|Users|secret|BEGIN HIDDEN", text)
            student = path.relative_to(term.folder / "feedback").parts[0]
            for other in ids:
                assert other == student or not re.search(rf"{other}|{other.title()} Surname|{other}@example.org", text)


def rubric_of(text):
    return [line.strip() for line in text.split(BEGIN_SCHEME)[1].split(END_SCHEME)[0].splitlines() if len(line) > 20]


def test_what_students_made_their_code_say_is_text(graded):
    (made,) = results.results_of_student(graded.folder, "ps2", "ada")
    cells = {**made.cells, "test-distances": replace(made.cells["test-distances"], claims=(NASTY,), note="</p><b>x")}
    results.write_result(replace(made, cells=cells), graded.folder)
    path = graded.folder / FILE
    path.write_text(path.read_text().replace("Ada Surname", "<i>Ada</i> & {Co}"))
    feedback.write_feedback(Term.read(graded.folder), "ps2")
    shown = Text(page(graded))
    assert "<script>alert(1)</script> FileNotFoundError: 'form.py' grader.py and \"x\"" in shown.text
    assert "Feedback for <i>Ada</i> & {Co}" in shown.text
    assert {tag for tag, _ in shown.tags} & {"script", "b", "i", "iframe", "img"} == set()
    asked = [value for _, marks in shown.tags for key, value in marks.items() if key in ("src", "href", "action")]
    assert asked == ["data:,"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("open('/srv/team/course/x.py')", "open('x.py')"),
        ('File "/code/a/b.py", line 3', 'File "b.py", line 3'),
        ("at C:\\Users\\ada\\x.py here", "at x.py here"),
        ("a ratio of 3/4, and/or 1 / 2 / 3", "a ratio of 3/4, and/or 1 / 2 / 3"),
        ("see https://example.org/a/b", "see https://example.org/a/b"),
    ],
)
def test_of_a_path_the_files_name_is_left(said, told):
    assert feedback.without_places(said) == told


def test_why_a_process_ended_is_told_and_what_is_for_the_instructor_is_not(graded):
    (made,) = results.results_of_student(graded.folder, "ps2", "ada")
    results.write_result(replace(made, ended=("it ended early", "it only waited")), graded.folder)
    feedback.write_feedback(graded, "ps2")
    assert "started again: it ended early; it only waited." in words(graded)
    results.write_result(replace(made, why="test-perceptron: a claim ended with KeyError"), graded.folder)
    feedback.write_feedback(graded, "ps2")
    assert "KeyError" not in page(graded)  # that is for the instructor


def test_the_attempt_is_named_also_where_its_time_is_unknown(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    grade(term, gradeable.attempts.add(term, "ps2", "ada", gradeable.attempts.New(gradeable.notebook(term), "x.ipynb")))
    record(term, "ps2")
    feedback.write_feedback(term, "ps2")
    assert "\nAttempt 1 is the one that counts.\n" in words(term)


def test_every_test_and_proof_of_every_set_has_a_heading_of_its_own(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"), SETS, ROOT)
    for name in SETS:
        problem_set = feedback.ProblemSet.read(term.folder, name)
        titles = feedback.part_titles(problem_set)
        assert feedback.set_title(problem_set).startswith(f"Problem set {name[2:]}")
        found = list(titles.values())
        assert len(set(found)) == len(found)
        assert set(problem_set.points) <= set(titles)
        assert not [title for title in found if re.search(r"\d point|[$\\]", title)]  # a text sets no formulas


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_the_page_is_accessible_wide_and_narrow_light_and_dark(graded):
    give(graded, "ada", "proof-start", 1.5, "The second step needs a reason: " + "x" * 300)
    feedback.write_feedback(graded, "ps2")
    with chromium() as browser, served(graded.folder / "feedback" / "ada" / "ps2") as root:
        found = complaints(browser.new_page(), f"{root}/ps2.html", VIEWS)
    assert not found, listed(found)


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_what_was_earned_and_what_was_not_have_colours_of_their_own(graded):
    feedback.write_feedback(graded, "ps2")
    with chromium() as browser, served(graded.folder / "feedback" / "ada" / "ps2") as root:
        opened = browser.new_context().new_page()
        opened.goto(f"{root}/ps2.html")
        colour = "found => getComputedStyle(found).borderLeftColor"
        text, shown, missed = (opened.locator(found).first.evaluate(colour) for found in ("h1", ".earned", ".missed"))
    assert len({text, shown, missed}) == 3


def test_a_page_that_cannot_be_written_leaves_the_one_before(graded):
    feedback.write_feedback(graded, "ps2")
    before = page(graded)
    place = graded.folder / "feedback" / "emmy" / "ps2"
    (place / "ps2.html").unlink()
    (place / "ps2.html").mkdir()
    with pytest.raises(feedback_trouble(), match="emmy/ps2/ps2.html: cannot be written"):
        feedback.write_feedback(graded, "ps2")
    assert page(graded) == before
    assert [path.name for path in place.iterdir() if path.name.startswith(".new")] == []


def feedback_trouble():
    from course.errors import Trouble

    return Trouble


def test_a_proof_is_not_repeated_to_its_author_nor_to_anybody(graded):
    feedback.write_feedback(graded, "ps2")
    assert PROOF not in html.unescape(page(graded))
    assert json.dumps(PROOF) not in page(graded)
