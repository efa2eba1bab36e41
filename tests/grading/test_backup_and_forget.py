"""Keeping a term: a backup is whole or not there, a restore overwrites nothing unasked, the forgotten are gone."""

import json
import resource
import shutil
import signal
import zipfile
from datetime import datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from gradeable import give, grade, graded_class, hand_in, marks, moved, new_term, rows, students
from private_postgresql import served

from course import cli
from course.errors import Trouble
from course.grading.collect import quarantine
from course.grading.gradebook import database
from course.grading.gradebook.record import record
from course.grading.handback import feedback
from course.grading.keep import backup, forget
from course.grading.term.term import FILE


@pytest.fixture
def term(tmp_path_factory, tmp_path):
    """A class with all that a term has: grades by hand, feedback, quarantine, an extension."""
    settings = "retention_days = 30\n[due]\nps2 = 2027-03-01 18:00:00\n[extensions.ps2]\nada = 2027-03-05 18:00:00\n"
    made = graded_class(tmp_path_factory, tmp_path / "term", ("ada", "emmy", "märy"), settings)
    quarantine.put(made, quarantine.Entry("ps2", "a.ipynb", "It is no notebook.", "ada"), b"x")
    quarantine.put(made, quarantine.Entry("ps2", "b.ipynb", "It is nobody's."), b"y")
    record(made, "ps2")
    give(made, "ada", "proof-start", 1.5, "A comment for Ada alone.")
    record(made, "ps2")
    feedback.write_feedback(made, "ps2")
    return made


def files(folder):
    """All files of a folder but the gradebook's, with when they were changed."""
    return {
        path.relative_to(folder): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("gradebook.db")
    }


def damaged(path, change):
    """Write a backup anew with something changed in what it holds."""
    with zipfile.ZipFile(path) as archive:
        comment, entries = archive.comment, {name: archive.read(name) for name in archive.namelist()}
    change(entries)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
        archive.comment = comment


def test_a_restored_term_is_the_one_before_down_to_each_row_and_file(term, tmp_path):
    kept = backup.backup(term, tmp_path / "term.zip")
    other = backup.restore(kept.path, tmp_path / "again")
    assert files(other.folder) == files(term.folder)
    assert rows(other) == rows(term)
    assert kept.rows == sum(len(table) for table in rows(term).values())
    assert marks(other, "ada")["proof-start"] == (None, 1.5, False)
    assert record(other, "ps2").unchanged == 3


def test_how_far_a_backup_and_a_restore_are_is_told_up_to_the_end(term, tmp_path):
    told = {}

    def meter(what):
        return lambda done, total: told.setdefault(what, []).append((done, total))

    kept = backup.backup(term, tmp_path / "term.zip", progress=meter("written"))
    backup.restore(kept.path, tmp_path / "again", progress=meter)
    assert list(told) == ["written", "files compared with their hashes", "files put back"]
    for steps in told.values():
        [total] = {total for _, total in steps}
        done = [done for done, _ in steps]
        assert done == sorted(done)
        assert done[-1] == total > 1


def test_what_a_command_left_half_done_and_links_are_not_in_it(term, tmp_path):
    (term.folder / "results" / ".half").write_text("half")
    (term.folder / "link").symlink_to("/etc/passwd")
    kept = backup.backup(term, tmp_path / "term.zip")
    with zipfile.ZipFile(kept.path) as archive:
        names = archive.namelist()
    assert not [name for name in names if "half" in name or "link" in name or "gradebook.db" in name]


def test_a_changed_byte_is_noticed_or_changes_nothing(term, tmp_path):
    path = backup.backup(term, tmp_path / "term.zip").path
    whole, expected, noticed = path.read_bytes(), files(term.folder), 0
    for place in range(200, len(whole), len(whole) // 25):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            other = backup.restore(path, tmp_path / str(place))
        except Trouble:
            noticed += 1
            assert not (tmp_path / str(place)).exists()
        else:  # such as a date in the zip's own directory, which nobody reads
            assert files(other.folder) == expected
    assert noticed > 15
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Trouble, match="damaged, or not a backup"):
        backup.verified(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: entries.update({"term/term.toml": b"x"}),
        lambda entries: entries.pop("term/term.toml"),
        lambda entries: entries.update({"term/more": b"x"}),
        lambda entries: entries.update({"manifest.json": entries["manifest.json"].replace(b"2027", b"2028")}),
    ],
)
def test_a_backup_in_which_somebody_changed_something_is_refused(term, tmp_path, change):
    path = backup.backup(term, tmp_path / "term.zip").path
    damaged(path, change)
    with pytest.raises(Trouble, match="[Uu]se another backup|Use another one"):
        backup.restore(path, tmp_path / "again")


def test_no_file_of_a_backup_lies_outside_of_the_folder(tmp_path):
    content = b"x"
    entries = {"term/../../evil": {"size": 1, "sha256": backup.hashlib.sha256(content).hexdigest(), "changed": 0}}
    manifest = json.dumps({"format": 1, "term": "x", "rows": 0, "entries": entries}).encode()
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("term/../../evil", content)
        archive.writestr("manifest.json", manifest)
        archive.comment = backup.hashlib.sha256(manifest).hexdigest().encode()
    with pytest.raises(Trouble, match="outside"):
        backup.restore(path, tmp_path / "deep" / "er" / "again")
    assert not list(tmp_path.rglob("evil"))


def test_neither_a_backup_nor_a_restore_overwrites_anything_unasked(term, tmp_path):
    path = backup.backup(term, tmp_path / "term.zip").path
    with pytest.raises(Trouble, match="--replace"):
        backup.backup(term, path)
    with pytest.raises(Trouble, match="gone.zip: is not a file"):
        backup.restore(tmp_path / "gone.zip", tmp_path / "again")
    with pytest.raises(Trouble, match="own folder"):
        backup.backup(term, term.folder / "term.zip")
    give(term, "emmy", "proof-start", 0.5)
    with pytest.raises(Trouble, match="is not empty"):
        backup.restore(path, term.folder)
    assert marks(term, "emmy")["proof-start"] == (None, 0.5, False)
    backup.restore(path, term.folder, replace=True)
    assert marks(term, "emmy")["proof-start"] == (None, None, True)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".new")] == []


def test_a_full_disk_leaves_the_earlier_backup(term, tmp_path):
    path = tmp_path / "term.zip"
    path.write_bytes(b"earlier")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(Trouble, match="File too large"):
            backup.backup(term, path, replace=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, old)
    assert path.read_bytes() == b"earlier"
    assert [other.name for other in tmp_path.iterdir() if other.name.startswith(".")] == []


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_a_gradebook_in_postgresql_is_in_the_backup_and_comes_back(term, tmp_path):
    with served() as new:
        there = moved(term, new("first"))
        record(there, "ps2")
        give(there, "emmy", "proof-start", 0.5, "Für Emmy.")
        expected = rows(there)
        kept = backup.backup(there, tmp_path / "term.zip")
        with pytest.raises(Trouble, match="has grades in it"):
            backup.restore(kept.path, tmp_path / "again")
        assert not (tmp_path / "again").exists()
        give(there, "emmy", "proof-start", 2.0, "Changed.")
        again = backup.restore(kept.path, tmp_path / "again", replace=True)
        assert rows(again) == expected


def test_a_term_without_a_gradebook_can_be_kept(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    kept = backup.backup(term, tmp_path / "term.zip")
    assert kept.rows == 0
    assert files(backup.restore(kept.path, tmp_path / "again").folder) == files(term.folder)


# --- forgetting -----------------------------------------------------------------------------------------------


def test_who_is_forgotten_is_gone_and_the_others_are_not(term):
    others = {path: content for path, content in files(term.folder).items() if "ada" not in path.parts}
    found = forget.trace(term, "ada")
    said = "\n".join(found.described())
    for what in ("attempts", "results", "autograded", "feedback", "quarantine", "gradebook, grade: 8 rows"):
        assert what in said
    forget.forget(term, found)
    left = {path: content for path, content in files(term.folder).items() if path.parts[0] != "quarantine"}
    assert left == {path: content for path, content in others.items() if path.parts[0] != "quarantine"}
    assert [entry.file for entry in quarantine.entries(term, "ps2")] == ["b.ipynb"]
    assert not forget.trace(term, "ada")
    assert {row[0] for row in rows(term)["student"]} == {"emmy", "märy"}
    assert marks(term, "emmy")["test-distances"][0] == 5
    left = (term.folder / "gradebook.db").read_bytes()
    for trace in (b"A comment for Ada alone.", b"ada@example.org"):
        assert trace not in left


def test_the_lines_of_term_toml_that_name_a_student_are_said(term):
    text = (term.folder / FILE).read_text(encoding="utf-8").splitlines()
    assert forget.trace(term, "ada").lines == tuple(n for n, line in enumerate(text, 1) if "ada" in line)


def test_a_name_that_leads_elsewhere_is_refused(term):
    for name in ("../emmy", "", "a/b", ".."):
        with pytest.raises(Trouble, match="can't be a student's id"):
            forget.trace(term, name)


def test_reports_on_the_class_go_too_for_they_may_show_anybodys_code(term):
    page = term.folder / "reports" / "ps2.html"
    page.parent.mkdir()
    page.write_text("ada's code")
    found = forget.trace(term, "ada")
    assert "reports" in "\n".join(found.described())
    forget.forget(term, found)
    assert not page.exists()


def test_forgetting_follows_no_link(term, tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_text("x")
    shutil.rmtree(term.folder / "feedback" / "emmy")
    (term.folder / "feedback" / "emmy").symlink_to(tmp_path / "precious")
    with pytest.raises(Trouble):
        forget.forget(term, forget.trace(term, "emmy"))
    assert (tmp_path / "precious" / "file").exists()


def run(term, *arguments, answer=None, monkeypatch=None):
    if monkeypatch:
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda prompt: answer)
        monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: answer is not None))
    return cli.main([*arguments, "--term-dir", str(term.folder)])


def test_the_command_asks_first_and_says_what_went(term, capsys, monkeypatch):
    assert run(term, "forget", "ada", answer="n", monkeypatch=monkeypatch) == 1
    assert forget.trace(term, "ada")
    assert run(term, "forget", "ada", answer=None, monkeypatch=monkeypatch) == 1
    assert "without asking: --yes" in capsys.readouterr().err
    assert forget.trace(term, "ada")
    assert run(term, "forget", "ada", answer="y", monkeypatch=monkeypatch) == 0
    said = capsys.readouterr().out
    assert "Removed: ada" in said
    assert "term.toml still names ada, in line" in said
    assert run(term, "forget", "ada", "--yes") == 1
    assert "nothing of ada" in capsys.readouterr().err


def test_a_term_that_is_over_for_long_enough_can_be_forgotten_whole(term, monkeypatch, capsys):
    end = datetime(2027, 3, 5, 18, tzinfo=ZoneInfo("Europe/Berlin"))  # the last extension
    assert not forget.expired(term, end + timedelta(days=29))
    assert forget.expired(term, end + timedelta(days=31))
    assert run(term, "forget", "--expired", "--yes") == 1
    assert "retention_days" in capsys.readouterr().err
    monkeypatch.setattr(forget, "expired", lambda term: True)
    assert run(term, "forget", "--expired", "--yes") == 0
    assert not any(forget.trace(term, student) for student in ("ada", "emmy", "märy"))
    assert (term.folder / FILE).exists()
    assert database.COURSE in {row[0] for row in rows(term)["course"]}


def test_a_member_of_a_group_is_told_who_would_lose_by_it(tmp_path_factory, tmp_path, capsys, monkeypatch):
    term = new_term(tmp_path_factory, tmp_path / "term", 'groups = [["ada", "emmy"]]\n' + students("ada", "emmy"))
    grade(term, hand_in(term, "ada"))
    run(term, "forget", "ada", answer="n", monkeypatch=monkeypatch)
    assert "may count for emmy too: without it, their grade is not final." in capsys.readouterr().out
