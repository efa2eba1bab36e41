"""Exporting: grades in the forms that Canvas, Moodle and spreadsheets take, and none that is not final."""

import csv
import io
import shutil
from datetime import datetime
from zoneinfo import ZoneInfo

import gradeable
import pytest
from gradeable import give, grade, graded_class, hand_in, new_term, students

from course import cli
from course.errors import Trouble
from course.grading import results
from course.grading.collect.quarantine import Entry, put
from course.grading.gradebook.record import record
from course.grading.handback.export import export
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.state import student_states
from course.grading.term.term import FILE, Term

LATER = datetime(2027, 6, 1, tzinfo=ZoneInfo("Europe/Berlin"))


def finished(term, *names):
    """Record all, and grade all proofs by hand."""
    for name in names or ("ps2",):
        record(term, name)
        for student in term.students:
            for cell in gradeable.marks(term, student, name) if results_of(term, student, name) else ():
                if cell.startswith("proof-"):
                    give(term, student, cell, 1.5, name=name)
        record(term, name)


def results_of(term, student, name):
    return list(results.folder(term.folder, name, student).glob("*.json"))


def exported(term, tmp_path, form="csv", names=("ps2",), **how):
    path = tmp_path / f"grades.{form}"
    done = export(term, names, form, path, now=LATER, **how)
    return done, list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


def by_student(rows, column, key="student"):
    head, *lines = rows
    return {line[head.index(key)]: line[head.index(column)] for line in lines}


@pytest.fixture
def late(tmp_path_factory, tmp_path):
    """Ada was in time, Emmy late, Mary is excused, Sofja handed in nothing."""
    rules = '[late]\nper_day = 0.1\n[due]\nps2 = 2027-03-01 18:00:00\n[excused]\nps2 = ["mary"]\n'
    about = {"ada": 'name = "Ada Lovelace", email = "ada@example.org", canvas = "12345", section = "A"'}
    who = students("ada", "emmy", "mary", "sofia", **about)
    term = new_term(tmp_path_factory, tmp_path / "term", rules + who)
    grade(term, hand_in(term, "ada", when="2027-03-01 12:00"))
    grade(term, hand_in(term, "emmy", when="2027-03-02 12:00", answer="return 2"))
    finished(term)
    return term


def test_the_table_has_what_made_each_grade(late, tmp_path):
    done, rows = exported(late, tmp_path)
    assert done.incomplete == ()
    assert by_student(rows, "total") == {"ada": "19.5", "emmy": "17.55", "mary": "", "sofia": "0"}
    assert by_student(rows, "penalty") == {"ada": "0", "emmy": "1.95", "mary": "", "sofia": ""}
    assert by_student(rows, "state") == {"ada": "graded", "emmy": "graded", "mary": "excused", "sofia": "missing"}
    assert by_student(rows, "handed in")["ada"] == "2027-03-01 13:00+01:00"


def test_canvas_gets_its_columns_and_ex_for_who_is_excused(late, tmp_path):
    _, rows = exported(late, tmp_path, "canvas")
    # What Canvas's importer asks for: these names, in these places, before the first assignment.
    assert rows[0] == ["Student", "ID", "SIS Login ID", "Section", "ps2"]
    assert rows[1] == ["    Points Possible", "", "", "", "20"]
    assert rows[2] == ["Ada Lovelace", "12345", "", "A", "19.5"]
    assert rows[3][2:] == ["emmy", "", "17.55"]
    assert by_student([rows[0], *rows[2:]], "ps2", "Student")["Mary Surname"] == "EX"


def test_who_handed_in_nothing_has_no_zero_before_the_due_date(late, tmp_path):
    path = tmp_path / "early.csv"
    export(late, ["ps2"], "canvas", path, now=datetime(2027, 3, 1, 12, tzinfo=ZoneInfo("Europe/Berlin")))
    assert path.read_text().splitlines()[-1].endswith(",")


WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),\
Last modified (grade),Feedback comments
Participant 901,Ada Lovelace,ada@example.org,Submitted for grading,,20.00,Yes,"Monday, 1 March 2027, 1:00 PM",-,
Participant 902,Emmy Surname,emmy@example.org,Submitted for grading,3.00,20.00,Yes,"Monday, 1 March 2027, 1:00 PM",-,
Participant 903,Mary Surname,mary@example.org,No submission,,20.00,Yes,-,-,"see, me"
Participant 999,Nobody Known,nobody@example.org,No submission,7.00,20.00,Yes,-,-,
"""


def test_moodles_worksheet_comes_back_as_it_was_with_the_grades_in_it(late, tmp_path):
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(WORKSHEET, encoding="utf-8-sig")
    done, rows = exported(late, tmp_path, "moodle", worksheet=sheet)
    assert (done.students, done.absent) == (3, ("sofia",))  # who has no row has no grade there, and is named
    before = list(csv.reader(io.StringIO(WORKSHEET)))
    grades = rows[0].index("Grade")
    assert [row[grades] for row in rows[1:]] == ["19.5", "17.55", "", "7.00"]
    assert rows[2][-1] == "Late: -1.95 points."
    assert rows[3][-1] == "Excused."
    for row, was in zip(rows, before, strict=True):
        assert row[:grades] + row[grades + 1 : -1] == was[:grades] + was[grades + 1 : -1]


def test_a_worksheet_without_moodles_columns_is_refused(late, tmp_path):
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(WORKSHEET.replace("Last modified (grade)", "Zuletzt geändert"))
    with pytest.raises(Trouble, match="no column 'last modified \\(grade\\)'"):
        exported(late, tmp_path, "moodle", worksheet=sheet)
    with pytest.raises(Trouble, match="--worksheet"):
        exported(late, tmp_path, "moodle")


@pytest.fixture
def open_ends(tmp_path_factory, tmp_path):
    """Ada is done; Emmy's proof waits, Mary is not graded, Sofja's file is in quarantine."""
    who = students("ada", "emmy", "mary", "sofia")
    term = new_term(tmp_path_factory, tmp_path / "term", "[due]\nps2 = 2027-03-05 18:00:00\n" + who)
    for student in ("ada", "emmy"):
        grade(term, hand_in(term, student))
    hand_in(term, "mary")
    put(term, Entry("ps2", "sofia.ipynb", "It is no notebook.", "sofia"))
    record(term, "ps2")
    give(term, "ada", "proof-start", 2.0)
    return term


def test_it_refuses_while_a_grade_is_not_final_and_says_whose(open_ends, tmp_path):
    with pytest.raises(Trouble) as told:
        exported(open_ends, tmp_path)
    for said in ("3 grades", "emmy in ps2 (by hand)", "mary in ps2 (to be graded)", "sofia in ps2 (quarantined)"):
        assert said in str(told.value)
    assert not (tmp_path / "grades.csv").exists()


@pytest.mark.parametrize("form", ["csv", "canvas"])
def test_what_is_not_final_is_no_number_even_if_that_is_allowed(open_ends, tmp_path, form):
    done, rows = exported(open_ends, tmp_path, form, allow_incomplete=True)
    assert [one.student for one in done.incomplete] == ["emmy", "mary", "sofia"]
    key, column = ("student", "total") if form == "csv" else ("Student", "ps2")
    rows = rows if form == "csv" else [rows[0], *rows[2:]]
    assert list(by_student(rows, column, key).values()) == ["20", "", "", ""]
    if form == "csv":
        assert by_student(rows, "remarks")["mary"] == "Not final: to be graded."


@pytest.mark.parametrize("form", ["csv", "canvas"])
def test_what_an_empty_cell_does_in_canvas_is_said(open_ends, tmp_path, form, capsys):
    where = ["--to", str(tmp_path / "x.csv"), "--term-dir", str(open_ends.folder)]
    assert cli.main(["export", "ps2", "--format", form, "--allow-incomplete", *where]) == 0
    said = capsys.readouterr().out
    assert ("if these 3 already have scores there, the upload removes them" in said) == (form == "canvas")
    assert "ps2, mary: no number: not final (to be graded). It is not graded yet: course grade ps2" in said


def test_a_new_attempt_makes_a_grade_unfinished(open_ends, tmp_path):
    hand_in(open_ends, "ada", when="2027-03-02 12:00", answer="return 7")
    with pytest.raises(Trouble, match=r"ada in ps2 \(to be graded\)"):
        exported(open_ends, tmp_path)


def test_a_grade_whose_attempt_is_gone_is_no_zero(late, tmp_path):
    shutil.rmtree(late.folder / "attempts" / "ps2" / "ada")
    with pytest.raises(Trouble, match=r"ada in ps2 \(lost\)"):
        exported(late, tmp_path)
    _, rows = exported(late, tmp_path, allow_incomplete=True)
    assert by_student(rows, "total")["ada"] == ""
    told = student_states(late, "ps2")
    assert (told["ada"].state, told["sofia"].state) == ("lost", "missing")
    assert "the attempt is missing" in told["ada"].why[0]


def test_a_group_has_one_grade_each(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", 'groups = [["ada", "emmy"]]\n' + students("ada", "emmy"))
    attempt = hand_in(term, "ada")
    for student in ("ada", "emmy"):
        grade(term, attempt, student=student)
    finished(term)
    _, rows = exported(term, tmp_path)
    assert by_student(rows, "total") == {"ada": "19.5", "emmy": "19.5"}
    assert by_student(rows, "group") == {"ada": "emmy", "emmy": "ada"}


def test_a_result_without_isolation_is_marked(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    grade(term, hand_in(term, "ada"), isolation=Isolation.NONE)
    finished(term)
    done, rows = exported(term, tmp_path)
    assert [one.student for one in done.unsafe] == ["ada"]
    assert by_student(rows, "remarks")["ada"] == "Graded without isolation."


def test_a_name_is_no_formula(tmp_path_factory, tmp_path):
    term = graded_class(tmp_path_factory, tmp_path / "term", ("ada",))
    path = term.folder / FILE
    path.write_text(path.read_text().replace("Ada Surname", "=HYPERLINK(0)"))
    term = Term.read(term.folder)
    finished(term)
    for form in ("csv", "canvas"):
        _, rows = exported(term, tmp_path, form)
        assert "'=HYPERLINK(0)" in rows[-1]


def test_several_sets_are_columns_in_canvas_and_lines_in_the_table(tmp_path_factory, tmp_path):
    term = graded_class(tmp_path_factory, tmp_path / "term", ("ada",), names=("ps1", "ps2"))
    finished(term, "ps1", "ps2")
    _, rows = exported(term, tmp_path, "canvas", ("ps1", "ps2"))
    assert rows[0][4:] == ["ps1", "ps2"]
    assert rows[1][4:] == ["10", "20"]
    _, rows = exported(term, tmp_path, "csv", ("ps1", "ps2"))
    assert [row[0] for row in rows[1:]] == ["ps1", "ps2"]


def test_nbgraders_own_export_has_the_same_totals(late, tmp_path, monkeypatch):
    from nbgrader.api import Gradebook
    from nbgrader.plugins import CsvExportPlugin

    plugin = CsvExportPlugin()
    plugin.to = str(tmp_path / "stock.csv")
    with Gradebook(late.gradebook_url) as book:
        plugin.export(book)
    with (tmp_path / "stock.csv").open() as file:
        stock = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert stock == pytest.approx({"ada": 19.5, "emmy": 17.55}, abs=1e-4)


def test_an_export_that_cannot_be_written_leaves_the_one_before(late, tmp_path):
    exported(late, tmp_path)
    before = (tmp_path / "grades.csv").read_text()
    (tmp_path / "file").write_text("")
    with pytest.raises(Trouble, match="cannot be written"):
        export(late, ["ps2"], "csv", tmp_path / "file" / "grades.csv", now=LATER)
    assert (tmp_path / "grades.csv").read_text() == before
