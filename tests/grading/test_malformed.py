"""Malformed hand-ins, all in one class: none stops it, each is read as it should be or lies in quarantine with why."""

import json

import pytest
import small_course
from malformed import catalogue
from small_course import TERM

from course.grading import results
from course.grading.collect import attempts, quarantine
from course.grading.collect.collect import collect
from course.grading.notebook.align import GIVEN, fitted
from course.grading.notebook.parse import parse_notebook
from course.grading.notebook.rebuild import ProblemSet
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.term import roster
from course.grading.term.init_term import make_term_folder
from course.grading.term.student import Student
from course.grading.whole_class import grade_many
from course.sets import notebooks
from course.sets.variant import values

pytestmark = pytest.mark.slow

CASES = {case.name: case for case in catalogue.CASES}


@pytest.fixture(scope="module")
def sources():
    return [small_course.SOURCES[name] for name in ("ps1", "ps2")]


@pytest.fixture(scope="module")
def right(sources, key):
    other, source = sources
    other_set = json.dumps(notebooks.release_notebook(other, values(other, TERM))).encode()
    return catalogue.Right(source, values(source, TERM), other_set)


@pytest.fixture(scope="module")
def key():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_KEY", "the tests' own key")
        yield


@pytest.fixture(scope="module")
def collected(right, sources, tmp_path_factory):
    """All cases in one class, collected at once."""
    folder = tmp_path_factory.mktemp("term")
    term = make_term_folder(folder, TERM, sources=sources)
    with (folder / "term.toml").open("a", encoding="utf-8") as file:
        file.write(roster.lines(Student(case.id) for case in CASES.values()))
    term = type(term).read(folder)
    handed_in = tmp_path_factory.mktemp("class")
    for case in CASES.values():
        place = handed_in / (case.folder or case.id)
        place.mkdir()
        case.make(right, place)
    first = collect(term, catalogue.SET, handed_in)
    return term, handed_in, first


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.read is not None])
def test_what_can_be_graded_is_read_as_the_student_wrote_it(name, collected, right):
    term, case = collected[0], CASES[name]
    handed_in = attempts.of_student(term, catalogue.SET, case.id)
    assert len(handed_in) == case.attempts
    (counting,) = attempts.counting(term, catalogue.SET, case.id)
    handed = fitted(parse_notebook(counting.path.read_bytes()), right.form)
    expected = right.answers if case.read == catalogue.ALL else {id_: right.answers[id_] for id_ in case.read}
    if case.moved:
        students = "\n".join(cell.text for cell in handed.cells if not cell.grade_id.startswith(tuple(GIVEN)))
        assert [id_ for id_, text in expected.items() if text not in students] == []
    else:
        assert catalogue.answers(handed, right.form) == expected
    ids = [cell.grade_id for cell in handed.cells if cell.grade_id]
    assert len(ids) == len(set(ids))
    assert not [entry for entry in quarantine.entries(term, catalogue.SET) if entry.student == case.id]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.read is not None])
def test_each_repair_is_said(name, collected):
    term, case = collected[0], CASES[name]
    (counting,) = attempts.counting(term, catalogue.SET, case.id)
    said = " ".join(counting.repairs)
    assert not [part for part in case.says if part not in said], said
    assert bool(said) == bool(case.says), said


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.read is None])
def test_what_cannot_be_graded_lies_in_quarantine_with_its_reason(name, collected):
    term, case = collected[0], CASES[name]
    assert attempts.of_student(term, catalogue.SET, case.id) == []
    reasons = [entry.reason for entry in quarantine.entries(term, catalogue.SET) if entry.student == case.id]
    assert any(case.reason in reason for reason in reasons), reasons


@pytest.mark.needs("bubblewrap")
def test_the_whole_class_is_graded_and_each_gets_the_score_that_is_due(collected, right):
    term = collected[0]
    problem_set = ProblemSet.read(term.folder, catalogue.SET)
    todo = grade_many.to_grade(term, problem_set, term.students, Isolation.WARM)
    grade_many.grade_all(term, problem_set, todo, isolation=Isolation.WARM, workers=2)
    found = dict.fromkeys(CASES)
    for name, case in CASES.items():
        for result in results.results_of_student(term.folder, catalogue.SET, case.id):
            assert result.state == "graded", (name, result.why)
            found[name] = {cell: graded.score for cell, graded in result.cells.items()}
    assert found == {name: catalogue.due(case, problem_set.points, right) for name, case in CASES.items()}


def test_collecting_again_changes_nothing(collected):
    term, handed_in, first = collected
    before = {path: path.read_bytes() for path in term.folder.rglob("*") if path.is_file()}
    again = collect(term, catalogue.SET, handed_in)
    assert again.new == ()
    assert len(again.quarantined) == len(first.quarantined)
    assert {path: path.read_bytes() for path in term.folder.rglob("*") if path.is_file()} == before


def test_the_catalogue_says_what_score_is_due(right):
    tests = [cell for cell in right.released["cells"] if cell["id"].startswith("test-")]
    points = {cell["id"]: cell["metadata"]["nbgrader"]["points"] for cell in tests}
    assert sum(catalogue.due(CASES["right"], points, right).values()) == sum(points.values()) > 0
    assert sum(catalogue.due(CASES["blank"], points, right).values()) == 0
    assert catalogue.due(CASES["truncated"], points, right) is None
    assert len(CASES) >= 30
