"""Collecting: whose a file is in each kind of download, which attempt counts, and what lies in quarantine."""

import contextlib
import json
import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_class import CLASS, download, folder, notebook, small_term

from course import cli
from course.errors import Trouble
from course.grading.collect import archives, attempts, quarantine
from course.grading.collect.archives import File, Refused
from course.grading.collect.collect import collect
from course.grading.collect.file_owner import moment
from course.grading.collect.student_files import Aside
from course.grading.notebook.align import Form, fitted, likeness
from course.grading.notebook.parse import Cell, Handed, Unreadable, parse_notebook
from course.grading.state import student_states
from course.grading.status import status_lines
from course.grading.term.term import FILE, Term


@pytest.fixture
def term(tmp_path):
    return small_term(tmp_path / "term")


def numbers(term, student, problem_set="ps1"):
    return [attempt.number for attempt in attempts.of_student(term, problem_set, student)]


def reasons(term, problem_set="ps1"):
    return {(entry.student, entry.reason) for entry in quarantine.entries(term, problem_set)}


def test_canvas_files_are_their_users_whatever_their_names_say(term, tmp_path):
    files = {
        "lovelaceada_12345_678901_ps1.ipynb": notebook("ps1", "return 1"),
        "noetheremmy_LATE_12346_678902_ps1-2.ipynb": notebook("ps1", "return 2"),
        "von_anderer_name_12347_678903_my_99_work_1.ipynb": notebook("ps1", "return 3"),
        "stranger_55555_678904_ps1.ipynb": notebook("ps1", "return 4"),
        "anon_q7Kd1_678905_ps1.ipynb": notebook("ps1", "return 5"),
    }
    done = collect(term, "ps1", download(tmp_path, files))
    assert {attempt.student: attempt.late for attempt in done.new} == {"ada": False, "emmy": False, "sofia": False}
    assert {student for student, _ in reasons(term)} == {None}
    assert {reason.partition(".")[0] for _, reason in reasons(term)} == {
        "Canvas user 55555 (stranger) is not on the roster",
        "Canvas hid the names",
    }


def test_late_in_canvas_without_a_time_costs_one_day_once_the_due_date_is_over(term, tmp_path):
    zipped = download(tmp_path, {"noetheremmy_LATE_12346_678902_ps1.ipynb": notebook("ps1", "return 2")})
    early = CLASS.replace("2027-03-01", "2020-03-01")
    (term.folder / FILE).write_text(early)
    term = Term.read(term.folder)
    (attempt,) = collect(term, "ps1", zipped).new
    assert attempt.late
    assert attempts.penalty(term, attempt) == pytest.approx(0.1)
    (term.folder / FILE).write_text(early + "[handed_in.ps1]\nemmy = 2020-03-04 10:00:00\n")
    term = Term.read(term.folder)
    (attempt,) = attempts.counting(term, "ps1", "emmy")
    assert attempts.penalty(term, attempt) == pytest.approx(0.3)


def test_versions_in_canvas_are_attempts_in_the_order_of_its_numbers(term, tmp_path):
    files = {
        "lovelaceada_12345_700_ps1-10.ipynb": notebook("ps1", "return 3"),
        "lovelaceada_12345_1000_ps1.ipynb": notebook("ps1", "return 4"),
        "lovelaceada_12345_600_ps1-9.ipynb": notebook("ps1", "return 2"),
    }
    collect(term, "ps1", download(tmp_path, files))
    sources = [attempt.source.rpartition("_")[2] for attempt in attempts.of_student(term, "ps1", "ada")]
    assert sources == ["ps1-9.ipynb", "ps1-10.ipynb", "ps1.ipynb"]


WORKSHEET = """Identifier,Full name,Email address,Last modified (submission)
Participant 1234567,Ada Lovelace,ada@example.org,"Monday, 1 March 2027, 7:30 PM"
Participant 1234568,Mary Cartwright,,-
"""


def test_moodle_files_are_their_participants_by_the_worksheet_of_the_assignment(term, tmp_path):
    files = {
        "Ada Lovelace_1234567_assignsubmission_file_/ps1.ipynb": notebook("ps1", "return 1"),
        "Mary Cartwright_1234568_assignsubmission_file/papers/ps1.ipynb": notebook("ps1", "return 2"),
        "Noether, Emmy_77_assignsubmission_file_ps1.ipynb": notebook("ps1", "return 3"),
        "Sofja Kowalewskaja_1234569_assignsubmission_file_/ps1.ipynb": notebook("ps1", "return 4"),
    }
    (tmp_path / "sheet.csv").write_text(WORKSHEET)
    collect(term, "ps1", download(tmp_path, files), tmp_path / "sheet.csv")
    assert [len(numbers(term, student)) for student in ("ada", "mary", "emmy", "sofia")] == [1, 1, 1, 0]
    (attempt,) = attempts.of_student(term, "ps1", "ada")
    assert attempt.when == datetime(2027, 3, 1, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert attempt.late
    assert attempts.of_student(term, "ps1", "mary")[0].when is None
    assert "--worksheet" in next(iter(reasons(term)))[1]
    assert "Give this assignment's grading worksheet" not in next(iter(reasons(term)))[1]  # it was given


def test_a_number_of_another_assignment_does_not_give_work_to_a_stranger(term, tmp_path):
    files = {"Ada Lovelace_77_assignsubmission_file_/ps1.ipynb": notebook("ps1", "return 1")}
    done = collect(term, "ps1", download(tmp_path, files))
    assert done.new == ()
    assert "Participant 77 is emmy (Emmy Noether), but the folder says Ada Lovelace" in done.quarantined[0].reason


def test_the_exchange_of_nbgrader_says_who_and_when(term, tmp_path):
    files = {
        "ada+ps1+2027-03-01 16:00:00.000000 UTC+cmFuZG9t/ps1.ipynb": notebook("ps1", "return 1"),
        "ada+ps1+2027-03-01 16:00:00.000000 UTC+cmFuZG9t/timestamp.txt": b"2027-03-01 16:00:00.000000 UTC",
        "ada+ps1+2027-03-01 17:00:01.000000 UTC/ps1.ipynb": notebook("ps1", "return 2"),
        "ada+ps2+2027-03-01 16:00:00.000000 UTC/ps2.ipynb": notebook("ps2", "return 1"),
        "nobody+ps1+2027-03-01 16:00:00.000000 UTC/ps1.ipynb": notebook("ps1", "return 1"),
    }
    done = collect(term, "ps1", folder(tmp_path, files))
    assert [(a.when, a.late) for a in attempts.of_student(term, "ps1", "ada")] == [
        (datetime(2027, 3, 1, 16, tzinfo=UTC), False),
        (datetime(2027, 3, 1, 17, 0, 1, tzinfo=UTC), True),
    ]
    assert attempts.counting(term, "ps1", "ada")[0].number == 1
    assert done.aside[Aside.OTHER_SET] == 1
    assert [entry.reason for entry in done.quarantined] == ["nobody is not on the roster."]


@pytest.mark.parametrize(
    "file", ["ada.ipynb", "ada/ps1.ipynb", "submitted/ada/ps1/ps1.ipynb", "ada@example.org.ipynb", "ada/a/b/ps1.ipynb"]
)
def test_in_a_folder_the_students_id_stands_in_the_path(term, tmp_path, file):
    collect(term, "ps1", folder(tmp_path, {file: notebook("ps1", "return 1")}))
    (attempt,) = attempts.of_student(term, "ps1", "ada")
    assert attempt.repairs == ()
    assert attempt.path.read_bytes() == notebook("ps1", "return 1")


def test_the_time_of_a_submission_of_nbgrader_is_in_its_timestamp(term, tmp_path):
    files = {
        "submitted/ada/ps1/ps1.ipynb": notebook("ps1", "return 1"),
        "submitted/ada/ps1/timestamp.txt": b"2027-03-02 10:00:00.123456 UTC",
        "submitted/ada/ps2/ps2.ipynb": notebook("ps2", "return 1"),
    }
    collect(term, "ps1", folder(tmp_path, files))
    (attempt,) = attempts.of_student(term, "ps1", "ada")
    assert attempt.when == datetime(2027, 3, 2, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("unknown/ps1.ipynb", "Nothing in its path is the id"),
        ("Ada/ps1.ipynb", "Nothing in its path is the id"),
        ("ada/emmy.ipynb", "several students: ada, emmy"),
        ("adalovelace.ipynb", "Nothing in its path is the id"),
    ],
)
def test_nobodys_work_is_given_to_nobody(term, tmp_path, file, said):
    done = collect(term, "ps1", folder(tmp_path, {file: notebook("ps1", "return 1")}))
    assert done.new == ()
    assert said in done.quarantined[0].reason
    assert (term.folder / "quarantine" / "ps1").exists()


def test_what_is_mended_leaves_the_quarantine(term, tmp_path):
    zipped = download(tmp_path, {"stranger_55555_678904_ps1.ipynb": notebook("ps1", "return 4")})
    collect(term, "ps1", zipped)
    assert len(quarantine.entries(term, "ps1")) == 1
    (term.folder / FILE).write_text(CLASS + 'new = { canvas = "55555" }\n')
    term = Term.read(term.folder)
    assert [attempt.student for attempt in collect(term, "ps1", zipped).new] == ["new"]
    assert quarantine.entries(term, "ps1") == []


def test_the_same_bytes_again_are_no_new_attempt_and_nothing_changes(term, tmp_path):
    files = {"ada.ipynb": notebook("ps1", "return 1"), "emmy/ps1.ipynb": b"{", "x.ipynb": b""}
    path = folder(tmp_path, files)
    collect(term, "ps1", path)
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in term.folder.rglob("*") if file.is_file()}
    again = collect(term, "ps1", path)
    assert (again.new, again.aside[Aside.KNOWN]) == ((), 1)
    assert before == {
        file: (file.read_bytes(), file.stat().st_mtime_ns) for file in term.folder.rglob("*") if file.is_file()
    }


def test_an_interrupted_attempt_is_not_there_and_the_next_one_is(term, tmp_path, monkeypatch):
    path = folder(tmp_path, {"ada.ipynb": notebook("ps1", "return 1")})

    def full(*arguments):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(Trouble, match="No space left"):
            collect(term, "ps1", path)
    assert numbers(term, "ada") == []
    assert list(attempts.folder(term, "ps1", "ada").iterdir()) == []
    collect(term, "ps1", path)
    assert numbers(term, "ada") == [1]


def test_what_one_of_a_group_hands_in_counts_for_the_others(term, tmp_path):
    collect(term, "ps1", folder(tmp_path, {"sofia.ipynb": notebook("ps1", "return 1")}))
    assert [attempt.student for attempt in attempts.counting(term, "ps1", "mary")] == ["sofia"]
    assert attempts.counting(term, "ps1", "ada") == []


@pytest.mark.parametrize(
    ("counts", "numbers"), [("last before due", [2]), ("first", [1]), ("best", [1, 2, 3])]
)
def test_which_attempt_counts_is_a_rule_of_the_term(term, tmp_path, counts, numbers):
    times = ("2027-03-01 10:00:00", "2027-03-01 16:59:00", "2027-03-01 17:01:00")
    files = {f"ada+ps1+{time} UTC/ps1.ipynb": notebook("ps1", f"return '{time}'") for time in times}
    collect(term, "ps1", folder(tmp_path, files))
    (term.folder / FILE).write_text(f'counts = "{counts}"\n{CLASS}')
    term = Term.read(term.folder)
    assert [attempt.number for attempt in attempts.counting(term, "ps1", "ada")] == numbers


def test_another_set_and_other_notebooks_beside_the_right_one_are_kept_aside(term, tmp_path):
    files = {
        "ada/ps1.ipynb": notebook("ps1", "return 1"),
        "ada/ps2.ipynb": notebook("ps2", "return 1"),
        "emmy/ps1.ipynb": notebook("ps2", "return 1"),
        "mary/homework.ipynb": notebook("ps1", "return 7"),
    }
    collect(term, "ps1", folder(tmp_path, files))
    (attempt,) = attempts.of_student(term, "ps1", "ada")
    assert (attempt.path.parent / "beside" / "ps2.ipynb").read_bytes() == files["ada/ps2.ipynb"]
    assert reasons(term) == {("emmy", "By its cells it is ps2, not ps1. Ask for the right file.")}
    (attempt,) = attempts.of_student(term, "ps1", "mary")
    assert attempt.repairs == ("The file was called homework.ipynb; by its cells it is ps1.",)


def test_what_is_left_aside_is_said(term, tmp_path, capsys):
    files = {"ada/ps1.ipynb": notebook("ps1", "return 1"), "ada/notes.pdf": b"%PDF", "emmy/ps2/ps2.ipynb": b""}
    downloaded = folder(tmp_path, files)
    assert cli.main(["collect", "ps1", str(downloaded), "--term-dir", str(term.folder)]) == 0
    assert "files left aside: 1 beside a ps1 that was taken in, 1 of other sets" in capsys.readouterr().out


def test_a_set_that_is_not_there_is_said_to_be_none(term, tmp_path):
    with pytest.raises(Trouble, match="no problem set 'ps9'"):
        collect(term, "ps9", tmp_path)
    with pytest.raises(Trouble, match="is not there"):
        collect(term, "ps1", tmp_path / "missing.zip")
    (tmp_path / "broken.zip").write_bytes(b"no zip")
    with pytest.raises(Trouble, match="no zip that can be read"):
        collect(term, "ps1", tmp_path / "broken.zip")


def test_what_several_sets_have_in_common_says_nothing_of_which_it_is():
    shared = Cell("answer-proof_order", "code", "def proof_order():")
    one, two = Cell("test-a", "code", ""), Cell("test-b", "code", "")
    forms = {"ps1": Form("ps1", (shared, one)), "ps2": Form("ps2", (shared, two))}
    assert likeness(Handed((shared,)), forms) == {"ps1": 0, "ps2": 0}
    assert likeness(Handed((shared, two)), forms) == {"ps1": 0, "ps2": 1}


def test_of_two_copies_the_one_that_defines_the_function_is_the_answer():
    form = Form("ps1", (Cell("answer-f", "code", "def f(x):\n    raise NotImplementedError"),))
    texts = ("def f(x):\n    return g(x)", "def g(x):\n    return x")
    cells = tuple(Cell("answer-f", "code", text) for text in texts)
    handed = fitted(Handed(cells), form)
    found = [(cell.grade_id, cell.text[:5]) for cell in handed.cells]
    assert found == [("answer-f", "def f"), ("", "def g")]


def test_status_says_where_each_students_work_stands(term, tmp_path):
    right, blank = notebook("ps1", "return 1"), notebook("ps1")
    files = {"ada.ipynb": right, "emmy/ps1.ipynb": b"{", "sofia.ipynb": blank, "x.ipynb": b"{"}
    collect(term, "ps1", folder(tmp_path, files))
    rows = student_states(term, "ps1")
    assert {id_: row.state for id_, row in rows.items()} == {
        "ada": "to be graded", "emmy": "quarantined", "sofia": "to be graded", "mary": "to be graded",
    }
    assert "no complete notebook" in rows["emmy"].why[0]
    assert rows["mary"].why == ("It is not graded yet: course grade ps1",)
    printed = "\n".join(status_lines(term, "ps1"))
    assert "3 to be graded, 1 quarantined" in printed
    assert "of nobody on the roster: 1" in printed
    assert f"In {term.folder / 'quarantine' / 'ps1'} each file has a folder" in printed


def test_a_file_name_cannot_write_on_the_instructors_screen(term, tmp_path, capsys):
    download(tmp_path, {"\x1b[2Jx.ipynb": b"", "ada/\x1b]0;title\x07.ipynb": b""})
    assert cli.main(["collect", "ps1", str(tmp_path / "submissions.zip"), "--term-dir", str(term.folder)]) == 0
    out = capsys.readouterr().out
    assert "2 files in quarantine" in out
    assert not set(out) & set("\x1b\x07")


def test_reading_executes_nothing(term, tmp_path):
    mark = tmp_path / "mark"
    text = f"return 1\nopen({str(mark)!r}, 'w').write('x')"
    collect(term, "ps1", folder(tmp_path, {"ada.ipynb": notebook("ps1", text)}))
    [attempt] = attempts.of_student(term, "ps1", "ada")
    assert parse_notebook(attempt.path.read_bytes()).cells[1].text.endswith("write('x')")
    assert not Path(mark).exists()


def test_what_is_refused_and_nobodys_says_both(term, tmp_path):
    done = collect(term, "ps1", download(tmp_path, {"../../etc/ps1.ipynb": notebook("ps1", "return 1")}))
    assert "leads out of the zip" in done.quarantined[0].reason
    assert not (tmp_path.parent / "etc").exists()


def test_a_zip_in_the_class_zip_is_its_owners(term, tmp_path):
    inner = download(tmp_path, {"papers/ps1.ipynb": notebook("ps1", "return 1")}, "inner.zip").read_bytes()
    collect(term, "ps1", download(tmp_path, {"lovelaceada_12345_678901_work.zip": inner}))
    (attempt,) = attempts.of_student(term, "ps1", "ada")
    assert attempt.source == "submissions.zip/lovelaceada_12345_678901_work.zip/papers/ps1.ipynb"


def test_a_zip_of_too_many_files_is_refused_before_each_becomes_an_object(monkeypatch):
    monkeypatch.setattr(zipfile, "ZipFile", lambda *arguments: pytest.fail("the directory was read"))
    listed = archives.ENTRY + bytes(42) + b"ps1.ipynb"
    (file,) = archives.unpacked(File("work.zip", None, lambda: listed * 10_001))
    with pytest.raises(Refused, match=r"^It holds 10,001 files, more than 10,000\.$"):
        file.read()


def test_a_folder_that_may_be_listed_and_not_entered_stops_no_collection(term, tmp_path, monkeypatch):
    place = folder(tmp_path, {"mary/ps1.ipynb": notebook("ps1", "return 1"), "ada/ps1.ipynb": b"", "ada/more/x": b""})
    lstat = os.lstat

    def refuse(path, **named):
        if Path(path).parent.name == "ada":
            raise PermissionError(13, "Permission denied", str(path))
        return lstat(path, **named)

    monkeypatch.setattr(os, "lstat", refuse)
    monkeypatch.setattr(Path, "lstat", lambda path: refuse(path))
    done = collect(term, "ps1", place)
    assert [attempt.student for attempt in done.new] == ["mary"]
    assert ("ada", "It cannot be looked at (Permission denied).") in reasons(term)


@pytest.mark.parametrize("when", ["9999-12-31 23:59:59 -1200", "0001-01-01 00:00:00 +1200"])
def test_a_time_at_the_end_of_the_calendar_is_none_that_stops_a_class(when):
    assert moment(when) is None


@pytest.mark.parametrize("seconds", [1e12, -1e12, 1e300])
def test_a_file_from_beyond_the_calendar_has_no_date(seconds):
    assert archives.changed(seconds) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=3), values, max_size=3),
    max_leaves=6,
)
CELLS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("cell_type", "id", "metadata", "source", "input", "outputs"), JSON)
)
NOTEBOOKS = st.fixed_dictionaries(
    {"cells": st.lists(CELLS | JSON, max_size=4) | JSON},
    optional={"metadata": JSON, "nbformat": JSON, "worksheets": st.lists(st.fixed_dictionaries({"cells": JSON}))},
)
FORM = Form("ps1", parse_notebook(notebook("ps1")).cells)


@given(NOTEBOOKS.map(lambda made: json.dumps(made).encode()) | st.binary())
def test_whatever_the_bytes_reading_ends_in_cells_that_can_be_written_or_a_reason(content):
    try:
        handed = fitted(parse_notebook(content), FORM)
    except Unreadable as why:
        assert str(why).endswith(".")
        return
    for cell in handed.cells:
        cell.text.encode("utf-8")
        assert cell.kind in ("code", "markdown", "raw")
    assert all(repair.endswith(".") for repair in handed.repairs)


@given(st.data())
def test_a_right_notebook_with_bytes_lost_or_changed_is_read_or_refused(data):
    content = bytearray(notebook("ps1", "return 1"))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(Unreadable):
        assert parse_notebook(bytes(content)).cells is not None
