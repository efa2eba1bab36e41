"""What a download may hold besides good notebooks: whose each file is, and that none vanishes without a word."""

import io
import json
import os
import tarfile
import zipfile
from datetime import UTC, datetime

import pytest
from small_class import CLASS, download, folder, notebook, small_term

from course import cli
from course.errors import Trouble
from course.grading.collect import archives, attempts, quarantine, student_files
from course.grading.collect.collect import collect
from course.grading.collect.file_owner import Owner, Worksheet, find_owner
from course.grading.collect.student_files import Aside
from course.grading.handback import export
from course.grading.keep import forget
from course.grading.notebook.parse import parse_notebook
from course.grading.state import student_states
from course.grading.status import status_lines
from course.grading.term.student import Student
from course.grading.term.term import FILE, Term

PAST = CLASS.replace("2027-03-01", "2020-03-01")


@pytest.fixture
def term(tmp_path):
    return small_term(tmp_path / "term")


def held(term):
    return {(entry.student, entry.file): entry.reason for entry in quarantine.entries(term, "ps1")}


def zipped(*names):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in names:
            archive.writestr(name, "" if name.endswith("/") else notebook("ps1", "return 1"))
    return content.getvalue()


# --- nothing in it --------------------------------------------------------------------------------------------

NOTHING = {
    "an empty zip": {"ada/work.zip": zipped()},
    "a zip of folders": {"ada/work.zip": zipped("papers/", "papers/more/")},
    "a zip of hidden files": {"ada/work.zip": zipped("__MACOSX/._ps1.ipynb", ".ipynb_checkpoints/ps1-x.ipynb")},
    "a hidden notebook": {"ada/.ps1.ipynb": notebook("ps1", "return 1")},
    "checkpoints": {"ada/.ipynb_checkpoints/ps1-checkpoint.ipynb": notebook("ps1", "return 1")},
    "nbgrader's own": {"submitted/ada/ps1/timestamp.txt": b"2027-03-01 10:00:00 UTC"},
    "an empty folder": {"ada/": b""},
    "an empty zip from Canvas": {"lovelaceada_12345_678901_work.zip": zipped()},
    "an empty folder from Canvas": {"lovelaceada_12345_678901_ps1/": b""},
    "an empty folder of the exchange": {"ada+ps1+2027-03-01 16:00:00.000000 UTC/": b""},
}


@pytest.mark.parametrize("how", ["zip", "folder"])
@pytest.mark.parametrize("case", NOTHING)
def test_a_student_of_whose_hand_in_nothing_is_left_is_in_quarantine_and_never_a_zero(term, tmp_path, case, how):
    (term.folder / FILE).write_text(PAST)
    term = Term.read(term.folder)
    files = NOTHING[case] | {"mary.ipynb": notebook("ps1", "return 2"), ".DS_Store": b"x"}
    if how == "zip":
        path = download(tmp_path, files)
    else:
        path = folder(tmp_path, {name: content for name, content in files.items() if not name.endswith("/")})
        for name in files:
            (path / name).mkdir(parents=True, exist_ok=True) if name.endswith("/") else None
    done = collect(term, "ps1", path)
    (reason,) = [reason for (student, _), reason in held(term).items() if student == "ada"]
    assert reason.startswith("There is nothing in it")
    assert {row.student: row.state for row in student_states(term, "ps1").values()}["ada"] == "quarantined"
    with pytest.raises(Trouble, match="quarantined"):
        export.export(term, ["ps1"], "csv", tmp_path / "grades.csv")
    assert done.aside[Aside.HIDDEN] >= 1
    assert set(held(term)) == {(student, file) for student, file in held(term) if student == "ada"}


def test_a_hidden_notebook_is_named_for_it_may_be_the_one_that_was_meant(term, tmp_path):
    collect(term, "ps1", folder(tmp_path, {"ada/.ps1.ipynb": notebook("ps1"), "ada/.DS_Store": b""}))
    assert held(term) == {("ada", "ada/.ps1.ipynb"): "There is nothing in it but hidden files, such as .ps1.ipynb."}


def test_what_a_system_leaves_beside_a_good_notebook_is_counted_and_no_more(term, tmp_path):
    files = {"ada/ps1.ipynb": notebook("ps1", "return 1"), "ada/.DS_Store": b"", "__MACOSX/ada/._ps1.ipynb": b""}
    done = collect(term, "ps1", download(tmp_path, files))
    assert (len(done.new), done.aside[Aside.HIDDEN], done.quarantined) == (1, 2, ())


def test_empty_folders_that_name_no_student_are_counted(term, tmp_path):
    files = {"ada/ps1.ipynb": notebook("ps1", "return 1"), "lovelaceada_12345_700_x/y/": b"", "old/": b""}
    done = collect(term, "ps1", download(tmp_path, files))
    assert (len(done.new), done.aside[Aside.EMPTY_FOLDER], done.quarantined) == (1, 2, ())


def test_a_folder_of_another_set_is_no_empty_one_of_this(term, tmp_path):
    path = folder(tmp_path, {"submitted/ada/ps2/ps2.ipynb": notebook("ps2", "return 1")})
    assert collect(term, "ps1", path).quarantined == ()
    files = {"submitted/": b"", "submitted/ada/": b"", "submitted/ada/ps2/ps2.ipynb": notebook("ps2", "return 1")}
    assert collect(term, "ps1", download(tmp_path, files)).quarantined == ()


# --- whose it is ----------------------------------------------------------------------------------------------

MALLORY = 'mallory = { name = "Mallory Moe", canvas = "99", moodle = "1111111" }\n'
VICTIM = 'victim = { name = "Vic Tim", canvas = "22", moodle = "2222222" }\n'


def whose(term, path, worksheet=None):
    found = find_owner(term, "ps1", path.split("/"), worksheet)
    return found.student if isinstance(found, Owner) else None


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize(
    ("path", "of"),
    [
        ("Mallory Moe_1111111_assignsubmission_file_Vic Tim_2222222_assignsubmission_file_ps1.ipynb", "mallory"),
        ("Vic Tim_2222222_assignsubmission_file_x_1111111_assignsubmission_file_ps1.ipynb", "victim"),
        ("Mallory Moe_1111111_assignsubmission_file_/Vic Tim_2222222_assignsubmission_file_ps1.ipynb", "mallory"),
        ("Mallory Moe_1111111_assignsubmission_file_/victim+ps1+2027-03-01 10:00:00 UTC/ps1.ipynb", "mallory"),
    ],
)
def test_in_moodles_names_the_outermost_form_decides_and_without_a_name_nothing_does(tmp_path, path, of, names):
    text = CLASS + MALLORY + VICTIM
    if not names:
        text = text.replace('name = "Mallory Moe", ', "").replace('name = "Vic Tim", ', "")
    assert whose(small_term(tmp_path / "term", text), path) == (of if names else None)


def test_the_worksheets_names_are_as_good_as_those_of_the_roster(tmp_path):
    text = (CLASS + MALLORY + VICTIM).replace('name = "Mallory Moe", ', "").replace('name = "Vic Tim", ', "")
    sheet = Worksheet({"1111111": "mallory", "2222222": "victim"}, {"1111111": "Mallory Moe", "2222222": "Vic Tim"})
    term = small_term(tmp_path / "term", text)
    mark = "_assignsubmission_file_"
    assert whose(term, f"Mallory Moe_1111111{mark}Vic Tim_2222222{mark}ps1.ipynb", sheet) == "mallory"
    assert whose(term, f"Vic Tim_1111111{mark}ps1.ipynb", sheet) is None


def test_a_student_who_is_called_like_anothers_hand_in_is_nobody(tmp_path):
    trick = "Vic Tim_2222222_assignsubmission_file_x"
    term = small_term(tmp_path / "term", CLASS + MALLORY.replace("Mallory Moe", trick) + VICTIM)
    assert whose(term, f"{trick}_1111111_assignsubmission_file_ps1.ipynb") is None


@pytest.mark.parametrize(
    ("path", "of"),
    [
        ("moemallory_99_7001_victim+ps1+2027-03-01 10:00:00 UTC+x", "mallory"),
        ("moemallory_99_7001_victim+ps1+2027-03-01 10:00:00 UTC.ipynb", "mallory"),
        ("moemallory_99_7001_x_22_7002_ps1.ipynb", None),  # may be of a student who is called 'moemallory_99_7001_x'
        ("moemallory_98_7001_x_22_7002_ps1.ipynb", None),  # of nobody on the roster, or of victim
        ("moemallory_LATE_99_7001_my_1_2_notes.ipynb", "mallory"),
        ("mallory/timvic_22_7001_ps1.ipynb", None),
        ("mallory/victim+ps1+2027-03-01 10:00:00 UTC/ps1.ipynb", None),
        ("mallory/mallory+ps1+2027-03-01 10:00:00 UTC/ps1.ipynb", "mallory"),
        ("mallory+ps1+2027-03-01 10:00:00 UTC/victim+ps1+2027-03-01 10:00:00 UTC/ps1.ipynb", "mallory"),
        ("victim+ps1+2027-03-01 10:00:00 UTC", None),  # a file, which the exchange does not name so
    ],
)
def test_a_name_that_a_student_chooses_gives_no_work_to_another(tmp_path, path, of):
    assert whose(small_term(tmp_path / "term", CLASS + MALLORY + VICTIM), path) == of


def test_a_students_folder_that_is_called_as_in_an_exchange_hides_nobodys_work(term, tmp_path):
    files = {"ada/inbound/ps1.ipynb": notebook("ps1", "return 1"), "mary/ps1.ipynb": notebook("ps1")}
    assert [attempt.student for attempt in collect(term, "ps1", folder(tmp_path, files)).new] == ["ada", "mary"]


# --- lateness that nobody knows -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "lost", "guessed"),
    [
        ("", 0.1, True),
        ("[extensions.ps1]\nemmy = 2020-03-05 18:00:00\n", 0, True),
        ("[extensions.ps1]\nemmy = 2020-03-02 18:00:00\n", 0, True),  # the first late day itself
        ("[extensions.ps1]\nemmy = 2020-03-02 08:00:00\n", 0.1, True),
        ("[extensions.ps1]\nemmy = 2099-03-05 18:00:00\n", 0, False),  # whenever it was
        ("[handed_in.ps1]\nemmy = 2020-03-04 10:00:00\n", 0.3, False),
        ("[handed_in.ps1]\nemmy = 2020-03-04 10:00:00\n[extensions.ps1]\nemmy = 2020-03-04 09:00:00\n", 0.1, False),
    ],
)
def test_an_extension_covers_a_late_file_of_unknown_time(tmp_path, capsys, settings, lost, guessed):
    term = small_term(tmp_path / "term", PAST + settings)
    zipped = download(tmp_path, {"noetheremmy_LATE_12346_678902_ps1.ipynb": notebook("ps1", "return 2")})
    said = run(term, "collect", "ps1", str(zipped), capsys=capsys)
    (attempt,) = attempts.counting(term, "ps1", "emmy")
    assert attempts.penalty(term, attempt) == pytest.approx(lost)
    for text in (said, "\n".join(status_lines(term, "ps1"))):
        assert ("  [handed_in.ps1]\n  emmy = " in text) == guessed


def run(term, *arguments, capsys):
    assert cli.main([*arguments, "--term-dir", str(term.folder)]) == 0
    return capsys.readouterr().out


def test_where_lateness_costs_nothing_nothing_has_to_be_written(tmp_path):
    term = small_term(tmp_path / "term", PAST.replace("per_day = 0.1", "per_day = 0"))
    zipped = download(tmp_path, {"noetheremmy_LATE_12346_678902_ps1.ipynb": notebook("ps1", "return 2")})
    assert not list(attempts.guesses(collect(term, "ps1", zipped).new))


# --- quarantine -----------------------------------------------------------------------------------------------


def test_the_next_good_attempt_of_a_student_settles_what_lies_in_quarantine(term, tmp_path):
    broken = download(tmp_path, {"noetheremmy_12346_7001_ps1.ipynb": b"PK\x03\x04", "x_55_7002_ps1.ipynb": b"{"})
    collect(term, "ps1", broken)
    collect(term, "ps1", folder(tmp_path, {"ada/ps1.ipynb": b"{"}))
    assert {student for student, _ in held(term)} == {"emmy", "ada", None}
    good = download(tmp_path, {"noetheremmy_12346_7003_ps1-1.ipynb": notebook("ps1", "return 1")}, "good.zip")
    collect(term, "ps1", good)
    assert {student for student, _ in held(term)} == {"ada", None}
    assert not any("quarantine" in why for why in student_states(term, "ps1")["emmy"].why)
    collect(term, "ps1", broken)  # the file that was settled, once more
    assert {student for student, _ in held(term)} == {"ada", None}
    other = {"noetheremmy_12346_7001_ps1.ipynb": b"%PDF"}
    collect(term, "ps1", download(tmp_path, other, "other.zip"))
    assert {student for student, _ in held(term)} == {"emmy", "ada", None}


def test_a_broken_file_that_a_good_one_followed_is_settled_at_once(term, tmp_path):
    files = {
        "ada+ps1+2027-03-01 10:00:00 UTC/ps1.ipynb": b"{",
        "ada+ps1+2027-03-01 11:00:00 UTC/ps1.ipynb": notebook("ps1", "return 1"),
        "emmy+ps1+2027-03-01 10:00:00 UTC/ps1.ipynb": notebook("ps1", "return 1"),
        "emmy+ps1+2027-03-01 11:00:00 UTC/ps1.ipynb": b"{",
    }
    done = collect(term, "ps1", folder(tmp_path, files))
    assert (len(done.new), done.aside[Aside.BESIDE]) == (2, 1)
    assert [student for student, _ in held(term)] == ["emmy"]


def test_the_folder_of_a_file_in_quarantine_is_called_after_its_student_and_status_says_so(term, tmp_path):
    collect(term, "ps1", folder(tmp_path, {"emmy/ps1.ipynb": b"{", "x.ipynb": b"{"}))
    of_emmy, nobodys = sorted(path.name for path in (term.folder / "quarantine" / "ps1").iterdir())[::-1]
    assert of_emmy.startswith("emmy-")
    assert f"In quarantine: {of_emmy}" in "\n".join(status_lines(term, "ps1"))
    (term.folder / FILE).write_text(CLASS + "x = {}\n")
    collect(Term.read(term.folder), "ps1", tmp_path / "downloaded")
    assert {path.name.rpartition("-")[0] for path in (term.folder / "quarantine" / "ps1").iterdir()} == {"emmy", "x"}
    assert not (term.folder / "quarantine" / "ps1" / nobodys).exists()


def test_who_is_forgotten_is_forgotten_in_what_is_settled_too(term, tmp_path):
    collect(term, "ps1", folder(tmp_path, {"emmy/ps1.ipynb": b"{"}))
    collect(term, "ps1", folder(tmp_path, {"emmy/ps1.ipynb": notebook("ps1", "return 1"), "emmy/old.ipynb": b"{"}))
    collect(term, "ps1", folder(tmp_path, {"emmy/ps1.ipynb": notebook("ps1", "return 2")}))
    assert held(term) == {}
    forget.forget(term, forget.trace(term, "emmy"))
    assert not list((term.folder / "quarantine" / "ps1").glob("emmy-*"))


# --- what it is -----------------------------------------------------------------------------------------------


def tarred(path, mode):
    with tarfile.open(path, mode) as archive:
        entry = tarfile.TarInfo("ada/ps1.ipynb")
        entry.size = len(notebook("ps1"))
        archive.addfile(entry, io.BytesIO(notebook("ps1")))
    return path


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("class.zip", "w", "is a tar archive, not a zip"),
        ("class.zip", "w:gz", "is a gzip archive, not a zip"),
        ("class.tar", "w", "is a tar archive, not a zip"),
        ("class.tar.xz", "w:xz", "is an xz archive, not a zip"),
    ],
)
def test_an_archive_that_is_no_zip_is_called_what_it_is(term, tmp_path, name, mode, said):
    with pytest.raises(Trouble, match=f"{name}: {said}. Unpack it"):
        collect(term, "ps1", tarred(tmp_path / name, mode))
    collect(term, "ps1", folder(tmp_path, {"ada/work.zip": (tmp_path / name).read_bytes()}))
    assert next(iter(held(term).values())).startswith("It is no zip, but a")


@pytest.mark.parametrize(
    ("version", "said"),
    [(5, "in the unknown format 5."), (3, "in the old format 3."), ("x", "without a number of its format.")],
)
def test_a_notebook_of_a_format_to_come_is_read_and_its_number_said(version, said):
    notebook_of = {**json.loads(notebook("ps1")), "nbformat": version}
    assert parse_notebook(json.dumps(notebook_of).encode()).repairs == (f"The notebook was {said}",)


def test_a_worksheet_in_another_language_is_asked_for_in_english(term, tmp_path):
    german = 'ID,"Vollständiger Name",E-Mail-Adresse\n"Teilnehmer/in 77","Emmy Noether",emmy@example.org\n'
    (tmp_path / "sheet.csv").write_text(german)
    with pytest.raises(Trouble, match="Download it again, in English"):
        collect(term, "ps1", folder(tmp_path, {"x.ipynb": b""}), tmp_path / "sheet.csv")


def test_a_folder_that_may_not_be_listed_is_in_quarantine(term, tmp_path, monkeypatch):
    path = folder(tmp_path, {"ada/ps1.ipynb": notebook("ps1"), "mary/ps1.ipynb": notebook("ps1", "return 1")})
    scandir = os.scandir

    def refuse(place="."):
        if str(place).endswith("downloaded/ada"):
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refuse)
    collect(term, "ps1", path)
    assert held(term) == {("ada", "ada"): "It cannot be looked into (Permission denied)."}


# --- how often it is read -------------------------------------------------------------------------------------

VERSIONS = {f"ada/ps1-{number}.ipynb": notebook("ps1", f"return {number}") for number in (1, 2, 3)}


def times_called(monkeypatch, module, name):
    calls, function = [], getattr(module, name)
    monkeypatch.setattr(module, name, lambda *arguments: calls.append(arguments) or function(*arguments))
    return calls


def test_each_file_is_read_once_and_parsed_once_and_not_parsed_when_it_is_known(term, tmp_path, monkeypatch):
    path = folder(tmp_path, VERSIONS)
    opened = times_called(monkeypatch, archives, "_bounded")
    parsed = times_called(monkeypatch, student_files, "parse_notebook")
    assert len(collect(term, "ps1", path).new) == len(opened) == len(parsed) == 3
    again = collect(term, "ps1", path)
    assert (again.new, again.aside[Aside.KNOWN], len(parsed)) == ((), 3, 3)


def test_versions_that_are_too_large_to_be_held_together_are_kept_all_the_same(term, tmp_path, monkeypatch):
    monkeypatch.setattr(student_files, "MOST_HELD", 2 * len(VERSIONS["ada/ps1-1.ipynb"]))
    kept = collect(term, "ps1", folder(tmp_path, VERSIONS)).new
    assert [attempt.path.read_bytes() for attempt in kept] == list(VERSIONS.values())


def test_what_is_returned_of_a_new_attempt_is_what_is_read_of_it_later(term, tmp_path):
    files = {"lovelaceada_LATE_12345_678901_work.ipynb": notebook("ps1", "return 1")}
    done = collect(term, "ps1", download(tmp_path, files))
    assert done.new == tuple(attempts.of_student(term, "ps1", "ada"))
    assert done.new[0].repairs


# --- the end of the calendar ----------------------------------------------------------------------------------


@pytest.mark.parametrize("year", ["0002", "9998"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_a_date_at_the_end_of_the_calendar_is_a_date(tmp_path, year, zone):
    text = CLASS.replace("2027-03-01 18:00:00", f"{year}-12-31 23:59:59").replace("Europe/Berlin", zone)
    text = f"retention_days = 36500\n{text}".replace("[late]", "[late]\ngrace_minutes = 525600")
    term = small_term(tmp_path / "term", text)
    late = year == "0002"
    assert term.late("ps1", "ada", datetime(2027, 1, 1, tzinfo=UTC)) == late
    assert forget.expired(term) == late


def test_the_names_that_a_roster_has_do_nothing_but_stand_there(tmp_path):
    right_to_left, joined = "\u202eevil\u2066\ufeff\u200b A\u00adda\u2028", "علی\u200cرضا"
    text = CLASS + f'x = {{ name = "{right_to_left}", section = "\u202dB" }}\ny = {{ name = "{joined}" }}\n'
    students = small_term(tmp_path / "term", text).students
    assert students["x"] == Student("x", "evil Ada", section="B")
    assert students["y"].name == joined
