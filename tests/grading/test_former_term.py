"""A term begun with the code of the first edition goes on with today's; tests/former_term says how it was made."""

import csv
import json
import re
import shutil
from pathlib import Path

import pytest
from gradeable import marks

from course import cli
from course.grading import results
from course.grading.term.term import Term

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

FORMER = Path(__file__).parents[1] / "former_term"


@pytest.fixture(scope="module", autouse=True)
def key():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_KEY", "the tests' own key")
        yield


@pytest.fixture
def term(tmp_path):
    assert cli.main(["restore", str(FORMER / "backup.zip"), str(tmp_path / "term")]) == 0
    return Term.read(tmp_path / "term")


def course(term, *words):
    assert cli.main([*map(str, words), "--term-dir", str(term.folder)]) == 0


def grades(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: (row["state"], row["points"], row["total"]) for row in csv.DictReader(file)}


BEFORE = grades(FORMER / "grades.csv")


def exported(term, tmp_path):
    course(term, "export", "ps2", "--allow-incomplete", "--to", tmp_path / "grades.csv")
    return grades(tmp_path / "grades.csv")


def test_it_is_restored_with_the_same_grades_comments_and_points_of_claims(term, tmp_path):
    assert exported(term, tmp_path) == BEFORE
    given = term.folder / "feedback" / "emmy" / "ps2" / "ps2.txt"
    former = points_of_claims(given)
    course(term, "feedback", "ps2")
    assert points_of_claims(given) == former != []
    assert "Well said." in given.read_text(encoding="utf-8")


def points_of_claims(path):
    """The points that a student's feedback speaks of, one after the other."""
    return re.findall(r"\b(\d+) of (\d+)\b", path.read_text(encoding="utf-8"))


def test_who_hands_in_later_is_graded_and_the_others_keep_what_they_have(term, tmp_path):
    shutil.copy(term.folder / "attempts" / "ps2" / "ada" / "0001" / "ps2.ipynb", tmp_path / "mary.ipynb")
    course(term, "collect", "ps2", tmp_path / "mary.ipynb")
    course(term, "grade", "ps2")
    after = exported(term, tmp_path)
    assert {student: after[student] for student in ("ada", "emmy")} == {s: BEFORE[s] for s in ("ada", "emmy")}
    assert after["mary"][0] == "by hand"
    points = {name: mark[0] for name, mark in marks(term, "mary").items() if name.startswith("test-")}
    assert points == {name: mark[0] for name, mark in marks(term, "ada").items() if name.startswith("test-")}


def test_regraded_by_todays_code_nobody_gets_other_points_and_a_persons_marks_stay(term, tmp_path):
    before = {student: marks(term, student) for student in ("ada", "emmy")}
    course(term, "regrade", "ps2", "--yes")
    assert {student: marks(term, student) for student in ("ada", "emmy")} == before
    assert exported(term, tmp_path) == BEFORE
    for student in ("ada", "emmy"):
        formats = {json.loads(p.read_text())["format"] for p in results.folder(term.folder, "ps2", student).glob("*")}
        assert results.FORMAT in formats


def test_it_is_backed_up_and_restored_once_more(term, tmp_path):
    course(term, "backup", tmp_path / "again.zip")
    assert cli.main(["restore", str(tmp_path / "again.zip"), str(tmp_path / "again")]) == 0
    assert exported(Term.read(tmp_path / "again"), tmp_path) == BEFORE


def test_its_report_has_the_claims_and_the_points(term):
    course(term, "report", "ps2")
    page = " ".join((term.folder / "reports" / "ps2.html").read_text(encoding="utf-8").split())
    assert "The mean is 12.0, the median 12.0." in page
    assert "at least k corrections, whatever mistakes are chosen" in page
