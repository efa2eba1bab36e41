"""Folders for a while: one is removed by its process, or by a later one when that was killed."""

import os
import signal
import subprocess
import sys
import time

import pytest

from course.files import scratch
from course.files.scratch import Scratch, remove_what_was_left

HOLD = """
import time
from course.files.scratch import Scratch
held = Scratch()
print(held.path, flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(scratch.tempfile, "tempdir", None)
    return tmp_path


def aged(path):
    long_ago = time.time() - 2 * scratch.YOUNG
    os.utime(path, (long_ago, long_ago))


def test_a_folder_goes_with_all_that_is_in_it(temporary):
    made = Scratch()
    (made.path / "file").write_text("")
    made.remove()
    made.remove()
    assert list(temporary.iterdir()) == []


def test_what_a_killed_process_left_is_removed_and_what_a_living_one_holds_stays(temporary):
    process = subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        [folder] = temporary.iterdir()
        aged(folder)
        remove_what_was_left()
        assert folder.exists()
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    remove_what_was_left()
    assert not folder.exists()


def test_a_new_folder_and_another_ones_stay(temporary):
    (temporary / f"{scratch.PREFIX}new").mkdir()
    (temporary / "other").mkdir()
    aged(temporary / "other")
    remove_what_was_left()
    assert sorted(path.name for path in temporary.iterdir()) == [f"{scratch.PREFIX}new", "other"]
