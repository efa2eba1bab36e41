"""Files and folders are replaced whole or not at all, and zips and hashes depend on nothing but what is in them."""

import os
import shutil
import zipfile

import pytest

from tools.files import drafted, fingerprint, move_into_place, replacing, reproducible_zip, write_atomically

KILLED = 2**30  # the id of no process


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def fill(draft, text):
    draft.mkdir()
    (draft / "page").write_text(text)


def test_a_file_replaces_another_but_makes_no_folder_where_none_is_a_disk_may_be_missing(tmp_path):
    write_atomically(tmp_path / "a.txt", b"one")
    write_atomically(tmp_path / "a.txt", b"two")
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "new" / "a.txt", b"one")
    assert (tmp_path / "a.txt").read_bytes() == b"two"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path, monkeypatch, fails):
    (tmp_path / "a.txt").write_bytes(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, fails, full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(tmp_path / "a.txt", b"new")
    assert (tmp_path / "a.txt").read_bytes() == b"old"
    assert names(tmp_path) == ["a.txt"]


def test_a_folder_replaces_another_and_none_of_the_old_files_stays(tmp_path):
    target = tmp_path / "site"
    fill(target, "old")
    (target / "gone").touch()
    with replacing(target) as draft:
        fill(draft, "new")
        assert (target / "page").read_text() == "old"
    assert (names(tmp_path), names(target), (target / "page").read_text()) == (["site"], ["page"], "new")


def test_a_folder_stays_if_the_block_fails_or_the_new_one_cannot_be_moved(tmp_path, monkeypatch):
    target = tmp_path / "site"
    fill(target, "old")
    with pytest.raises(IsADirectoryError), replacing(target) as draft:
        shutil.copyfile(target / "page", draft.parent)
    real = os.rename

    def rename(old, new):
        if ".new-" in str(old):
            raise OSError(5, "Input/output error")
        real(old, new)

    monkeypatch.setattr(os, "rename", rename)
    with pytest.raises(OSError, match="Input/output"), replacing(target) as draft:
        fill(draft, "new")
    assert (names(tmp_path), (target / "page").read_text()) == (["site"], "old")


def test_a_draft_can_be_moved_before_the_block_ends(tmp_path):
    with drafted(tmp_path / "a") as draft:
        draft.write_text("a")
        move_into_place(draft, tmp_path / "a")
        assert names(tmp_path) == ["a"]
    assert names(tmp_path) == ["a"]


def test_what_killed_processes_left_is_removed_and_what_living_ones_write_is_not(tmp_path):
    target = tmp_path / "set[1]"
    for kind in ("new", "old"):
        for process in (KILLED, os.getppid()):
            fill(tmp_path / f".set[1].{kind}-{process}", "half")
    (tmp_path / f".set1.new-{KILLED}").touch()  # another file's
    living = [f".set1.new-{KILLED}", f".set[1].new-{os.getppid()}", f".set[1].old-{os.getppid()}"]
    with replacing(target) as draft:
        fill(draft, "new")
    assert names(tmp_path) == sorted([*living, f".set[1].old-{KILLED}", "set[1]"]), "the only copy there was is gone"
    with replacing(target) as draft:
        fill(draft, "newer")
    assert names(tmp_path) == sorted([*living, "set[1]"])


def test_a_zip_is_the_same_whenever_and_in_whatever_order_it_is_made(tmp_path, monkeypatch):
    made = reproducible_zip({"a": "one", "b/c": b"two"})
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert reproducible_zip({"b/c": b"two", "a": "one"}) == made
    (tmp_path / "a.zip").write_bytes(made)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {"a": b"one", "b/c": b"two"}
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o644}


def test_a_fingerprint_changes_with_a_files_name_or_bytes_and_with_the_values(tmp_path):
    seen = {fingerprint(tmp_path, tmp_path.rglob("*")), fingerprint(tmp_path, tmp_path.rglob("*"), "1")}
    (tmp_path / "a").write_text("a")
    seen.add(fingerprint(tmp_path, tmp_path.rglob("*")))
    (tmp_path / "a").write_text("b")
    seen.add(fingerprint(tmp_path, tmp_path.rglob("*")))
    (tmp_path / "a").rename(tmp_path / "b")
    seen.add(now := fingerprint(tmp_path, tmp_path.rglob("*")))
    assert len(seen) == 5
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").touch()
    assert fingerprint(tmp_path, reversed([*tmp_path.rglob("*")])) == now
