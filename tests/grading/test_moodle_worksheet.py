"""Moodle's grading worksheet: grades on Moodle's scale, and none that its importer would skip without a word."""

import csv
import io
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from gradeable import give, grade, hand_in, new_term, students
from hypothesis import given
from hypothesis import strategies as st

from course.cli import main
from course.errors import Trouble
from course.files import spreadsheet
from course.grading.gradebook.record import record
from course.grading.handback.export import export

LATER = datetime(2027, 6, 1, tzinfo=ZoneInfo("Europe/Berlin"))
HEAD = (
    "Identifier,Full name,Email address,Grade,Maximum Grade,Grade can be changed,Last modified (grade),"
    "Feedback comments\n"
)


@pytest.fixture
def term(tmp_path_factory, tmp_path):
    """Ada has all 20 points, Emmy 19."""
    made = new_term(tmp_path_factory, tmp_path / "term", students("ada", "emmy"))
    for student, points in (("ada", 2.0), ("emmy", 1.0)):
        grade(made, hand_in(made, student))
        record(made, "ps2")
        give(made, student, "proof-start", points)
    return made


def sheet(tmp_path, most, emmys="Yes", ada="Ada Surname", comment=""):
    path = tmp_path / "sheet.csv"
    rows = [
        ["Participant 901", ada, "ada@example.org", "", most, "Yes", "-", comment],
        ["Participant 902", "Emmy Surname", "emmy@example.org", "", most, emmys, "-", ""],
    ]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    path.write_text(HEAD + text.getvalue(), encoding="utf-8")
    return path


def exported(term, tmp_path, *arguments, **named):
    path = tmp_path / "grades.csv"
    done = export(term, ["ps2"], "moodle", path, worksheet=sheet(tmp_path, *arguments, **named), now=LATER)
    return done, list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


@pytest.mark.parametrize(
    ("most", "grades", "scaled"),
    [
        ("20.00", ["20", "19"], ""),
        ("100.00", ["100", "95"], "ps2 has 20 points and Moodle's maximum is 100: the grades are scaled to it."),
        ("10", ["10", "9.5"], "ps2 has 20 points and Moodle's maximum is 10: the grades are scaled to it."),
    ],
)
def test_grades_are_on_moodles_scale_and_it_is_said(term, tmp_path, most, grades, scaled):
    done, rows = exported(term, tmp_path, most)
    assert [row["Grade"] for row in rows] == grades
    assert done.scaled == scaled


@pytest.mark.parametrize(
    ("most", "said"), [("20.00", r"which is 20: ada \(21\)"), ("100.00", r"which is 100: ada \(105\)")]
)
def test_extra_credit_that_moodle_would_skip_is_refused(term, tmp_path, most, said):
    give(term, "ada", "proof-start", 3.0)
    with pytest.raises(Trouble, match=said + r"\. Nothing was written\. Remove the extra credit"):
        exported(term, tmp_path, most)
    assert not (tmp_path / "grades.csv").exists()


@pytest.mark.parametrize("most", ["", "A scale", "20,00", "0", "inf", "nan"])
def test_a_maximum_that_is_no_number_is_refused(term, tmp_path, most):
    with pytest.raises(Trouble, match="'Maximum Grade' must be one number in all rows"):
        exported(term, tmp_path, most)


def test_a_worksheet_of_an_assignment_that_is_not_graded_by_points_is_refused(term, tmp_path):
    path = sheet(tmp_path, "20.00")
    path.write_text(path.read_text(encoding="utf-8").replace("Maximum Grade", "Scale"), encoding="utf-8")
    with pytest.raises(Trouble, match=r"no column 'maximum grade'\. In Moodle, let the assignment be graded by 'Po"):
        export(term, ["ps2"], "moodle", tmp_path / "grades.csv", worksheet=path, now=LATER)


def test_the_command_names_whose_grade_is_locked_and_says_that_it_scaled(term, tmp_path, capsys):
    files = ["--worksheet", str(sheet(tmp_path, "100.00", emmys="No")), "--to", str(tmp_path / "grades.csv")]
    assert main(["export", "ps2", "--format", "moodle", *files, "--term-dir", str(term.folder)]) == 0
    said = capsys.readouterr().out
    assert "  emmy: Moodle will skip this grade, which is locked or overridden there\n" in said
    assert "Moodle's maximum is 100: the grades are scaled to it.\n" in said


def test_a_name_in_the_worksheet_is_no_formula_and_a_teachers_comment_stays(term, tmp_path):
    _, rows = exported(term, tmp_path, "20", ada="=HYPERLINK(1)", comment="- look\nat part B")
    assert (rows[0]["Full name"], rows[0]["Feedback comments"]) == ("'=HYPERLINK(1)", "- look\nat part B")
    assert rows[0]["Last modified (grade)"] == "-"


# --- cells of any table

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫⁺⁼₊₌−"


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("Semi;=1+1;Colon", "Semi;'=1+1;Colon"),
        ('Semi; "=1+1"', "Semi; \"'=1+1\""),
        ("＝1+1", "'＝1+1"),
        ("\t=1", " '=1"),
        ("Ada\r=1", "Ada =1"),
        ("Ada\u202e=1", "Ada=1"),
        ("\u200b=1", "'=1"),
        ("x,+1;－2|@3", "x,'+1;'－2|'@3"),
        ("-1.95", "-1.95"),
        ("-", "-"),
        ("Lovelace, Ada-Mae", "Lovelace, Ada-Mae"),
        ("ada@example.org", "ada@example.org"),
        ("    Points Possible", "    Points Possible"),
        ("علی‌رضا", "علی‌رضا"),
    ],
)
def test_a_cell_that_is_a_formula_somewhere_is_made_text_and_any_other_stays(cell, written):
    assert spreadsheet.neutral(cell) == written


@given(st.text(st.sampled_from(SIGNS + ";,\t\n\r \"'1aö\u202e\u200b\u2028\x00")))
def test_however_a_table_is_split_no_cell_is_a_formula(name):
    line = spreadsheet.as_csv([["ps2", name, "x"]]).decode()
    assert len(line.splitlines()) == 1
    for separator in ",;\t":
        for quote in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
            [row] = csv.reader(io.StringIO(line, newline=""), delimiter=separator, quoting=quote)
            for cell in row:
                bare = cell.strip(' "\n\r')
                assert bare[:1] not in tuple(SIGNS) or not bare or spreadsheet.NUMBER.fullmatch(bare), (separator, cell)
