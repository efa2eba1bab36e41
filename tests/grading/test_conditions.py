"""Every command of `course`, where its gradebook, its disk or its term.toml is not as it should be.

A new command is tried as soon as `course` has it: its arguments follow from their names in its help. No case may end in
a traceback, change a file of the term that was there, or give advice that does not fit the cause.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import gradeable
import pytest
from gradeable import grade, hand_in, new_term, students

from course import cli
from course.grading.collect import quarantine
from course.grading.gradebook.record import record
from course.grading.keep import backup
from course.grading.report import beliefs
from course.grading.report.page import write_page
from course.grading.term.term import FILE
from course.sets import release

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "[due]\nps2 = 2027-03-01 18:00:00\n[late]\nper_day = 0.1\n"
ELSEWHERE = {"doctor", "build", "publish"}  # which write nothing, or where the sources are, as below


ALL = cli.course.commands
COMMANDS = [name for name in ALL if name not in ELSEWHERE]
WRITING = {"init", "collect", "forget"}  # which change what is there
WITHOUT_GRADEBOOK = {"init", "collect", "report"}
IN_TERM = [
    name for name, command in ALL.items() if name == "init" or any("--term-dir" in one.opts for one in command.params)
]


def arguments(name, place, term):
    """The arguments of a command, by what its help calls them; what it writes, it writes into `place`."""
    values = {
        "SET": "ps2", "FILE_OR_DIR": place / "handed-in", "FILE": place / f"{name}.out", "STUDENT": "ada",
        "FOLDER": place / "made", "TERM_DIR": term if name == "init" else place / "made",
    }
    if name == "restore":
        values["FILE"] = place / "backup.zip"
    options = {
        "--yes": [], "--allow-incomplete": [], "--roster": [place / "roster.csv"], "--to": [place / "grades.csv"],
        "--term-dir": [term],
    }
    found, context = [], click.Context(ALL[name])
    for one in ALL[name].params:
        if isinstance(one, click.Argument):
            found.append(values[one.make_metavar(context).strip("[].")])
        for option in options.keys() & set(one.opts):
            found += [option, *options[option]]
    return [name, *map(str, found)]


@pytest.fixture(scope="module", autouse=True)
def settings(tmp_path_factory):
    """A key, and a corpus of one known wrong answer, for marking all takes half a minute."""
    sources = tmp_path_factory.mktemp("sources")
    (sources / "ps2" / "answers").mkdir(parents=True)
    for name in ("ps2.py", "answers/wrong-2.py"):
        shutil.copy(beliefs.SOURCES / "ps2" / name, sources / "ps2" / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_KEY", gradeable.KEY)
        patch.setattr(beliefs, "SOURCES", sources)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A term with all that there can be in it, graded by this grader, and a backup, a roster and a download."""
    place = tmp_path_factory.mktemp("whole")
    term = new_term(tmp_path_factory, place / "term", SETTINGS + students("ada", "emmy", "mary"))
    for source in release.sources(ROOT):  # or `course init` makes the other sets, in each case
        for path in (term.folder / kind / source.name / f"{source.name}.ipynb" for kind in ("source", "release")):
            if not path.exists():
                path.parent.mkdir()
                path.write_text('{"cells": []}')
    for student in ("ada", "emmy"):
        grade(term, hand_in(term, student, answer=f"return {student!r}"))
    quarantine.put(term, quarantine.Entry("ps2", "a.ipynb", "It is no notebook.", "mary"), b"x")
    record(term, "ps2")
    write_page(term, "ps2")
    backup.backup(term, place / "backup.zip")
    (place / "roster.csv").write_text("id,name\nada,Ada\nnew,New\n")
    (place / "handed-in").mkdir()
    (place / "handed-in" / "mary.ipynb").write_bytes((term.folder / "release/ps2/ps2.ipynb").read_bytes())
    return place


@pytest.fixture
def place(whole, tmp_path):
    """A copy of it."""
    shutil.copytree(whole, tmp_path / "copy")
    return tmp_path / "copy"


def run(capsys, line):
    """Run a command; return its exit code and what it said."""
    code = cli.main(line)
    out, err = capsys.readouterr()
    assert code in (0, 1), err
    assert "Traceback" not in out + err
    if code:
        assert re.match(rf"course {line[0]}: .+", err[err.index("course ") :]), err
    return code, out + err


def files(folder):
    """All files of a term but those of a gradebook, which SQLite writes."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("gradebook.db"))
    return {path.relative_to(folder): path.read_bytes() for path in found}


def kept(before, after):
    """Whether each file is as it was; what the commands make, they may make."""
    made = ("autograded", "feedback", "reports")
    return all(after.get(path) == content for path, content in before.items() if path.parts[0] not in made)


def set_gradebook(term, url):
    path = term / FILE
    path.write_text(path.read_text().replace("sqlite:///gradebook.db", url))


# --- the gradebook --------------------------------------------------------------------------------------------


def away(term):
    set_gradebook(term, "postgresql://me:secret@127.0.0.1:9/none")


def a_folder(term):
    (term / "gradebook.db").unlink()
    (term / "gradebook.db").mkdir()


def damaged(term):
    (term / "gradebook.db").write_bytes(b"no gradebook " * 1000)


def damaged_inside(term):
    content = bytearray((term / "gradebook.db").read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    (term / "gradebook.db").write_bytes(content)


def nowhere(term):
    set_gradebook(term, "sqlite:////nowhere/at/all/gradebook.db")


GRADEBOOKS = {
    away: r"Start its server, or correct its address", a_folder: r"is a folder, not a gradebook. Move it away",
    damaged: r"restore a backup", damaged_inside: r"restore a backup", nowhere: r"Check that it is a file",
}


@pytest.mark.parametrize("trouble", GRADEBOOKS)
@pytest.mark.parametrize("command", IN_TERM)
def test_a_gradebook_that_is_not_there_or_damaged_is_said(place, capsys, command, trouble):
    term = place / "term"
    trouble(term)
    before = files(term)
    code, said = run(capsys, arguments(command, place, term))
    assert "secret" not in said
    if code:
        assert re.search(GRADEBOOKS[trouble], said), said
        assert "Free some space" not in said
    assert kept(before, files(term)) or command in WRITING
    assert code or command in WITHOUT_GRADEBOOK or trouble is nowhere


# --- the disk -------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(place, tmp_path):
    """A file system of its own with the copy in it."""
    on = tmp_path / "disk"
    on.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", on]).returncode:
        pytest.skip("not run: needs the right to mount")
    shutil.copytree(place, on / "copy")
    yield on
    subprocess.run(["umount", "--lazy", on], check=True)


def full(disk):
    with (disk / "fill").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))


def read_only(disk):
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)


def as_before(disk):
    subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    (disk / "fill").unlink(missing_ok=True)


DISKS = {
    full: ("No space left|is full", "Free some space there"),
    read_only: ("[Rr]ead-?only|unable to open", "Make (that file system|it and its folder) writable"),
}


@pytest.mark.parametrize("trouble", DISKS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_disk_that_takes_nothing_is_said_and_the_command_works_when_it_does(disk, capsys, command, trouble):
    place, (cause, advice) = disk / "copy", DISKS[trouble]
    term = place / "term"
    trouble(disk)
    before = files(term)
    code, said = run(capsys, arguments(command, place, term))
    if code:
        assert re.search(cause, said), said
        assert re.search(advice, said), said
    assert not [other for _, other in DISKS.values() if other != advice and re.search(other, said)], said
    assert kept(before, files(term)) or command == "forget"  # which needs no room for it
    as_before(disk)
    assert not list(place.rglob(".*.new-*"))
    if code:
        assert run(capsys, arguments(command, place, term))[0] == 0


@pytest.mark.parametrize("trouble", DISKS)
def test_a_build_on_a_disk_that_takes_nothing_is_said_and_changes_nothing(disk, trouble):
    place = disk / "repository"
    for part in ("course", "margin_lib", "notebook_checks", "tools", "solutions", "assignments", "book"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__", ".*", "_static"))
    said = (ROOT / "course.toml").read_text(encoding="utf-8")
    (place / "course.toml").write_text(re.sub("^term = .*", 'term = "another"', said, count=1, flags=re.MULTILINE))
    trouble(disk)
    before = files(place)
    line = [sys.executable, "-m", "course", "build"]
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(line, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    cause, advice = DISKS[trouble]
    said = rf"course build: {place}.*({cause}).*{advice}\. Nothing was changed\.\n"
    assert re.fullmatch(said, done.stderr), done.stderr
    assert files(place) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="not run: needs /dev/full")
def test_a_full_disk_for_what_is_printed_is_said(place):
    line = [sys.executable, "-m", "course", *arguments("status", place, place / "term")]
    with open("/dev/full", "w") as nowhere:
        done = subprocess.run(line, cwd=ROOT, stdout=nowhere, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "course status: No space left on device. Free some space there.\n")


# --- term.toml ------------------------------------------------------------------------------------------------

DUE, GRACE = "ps2 = 2027-03-01 18:00:00", "per_day = 0.1"
SETTINGS_OF = {
    "the year 1": (DUE, "ps2 = 0001-01-01 00:00:00+14:00", "due.ps2 is in the year 1"),
    "the year 9999": (DUE, "ps2 = 9999-12-31 23:59:59-12:00", "due.ps2 is in the year 9999"),
    "the year 2": (DUE, "ps2 = 0002-01-01 00:00:00+14:00", None),
    "the year 9998": (DUE, "ps2 = 9998-12-31 23:59:59-12:00", None),
    "1e300 minutes": (GRACE, "grace_minutes = 1e300", r"late.grace_minutes is 1e\+300"),
    "a million million minutes": (GRACE, "grace_minutes = 1000000000000", "late.grace_minutes is 1000000000000"),
    "4,000 digits": (GRACE, f"grace_minutes = {'9' * 4000}", "late.grace_minutes is 9"),
    "5,000 digits": (GRACE, f"grace_minutes = {'9' * 5000}", "is not TOML"),
    "no number": (GRACE, "per_day = nan", "late.per_day is nan"),
    "endless": (GRACE, "most = inf", "late.most is inf"),
    "nested": (GRACE, f"most = {'[' * 5000}", "is not TOML"),
    "an address without a port": ("sqlite:///gradebook.db", "postgresql://u@h:x/d", "gradebook is not an address"),
}


@pytest.mark.parametrize("case", SETTINGS_OF)
@pytest.mark.parametrize("command", IN_TERM)
def test_dates_and_numbers_beyond_any_calendar_are_said_or_work(place, capsys, command, case):
    was, becomes, expected = SETTINGS_OF[case]
    path = place / "term" / FILE
    assert was in path.read_text()
    path.write_text(path.read_text().replace(was, becomes))
    before = files(place / "term")
    code, said = run(capsys, arguments(command, place, place / "term"))
    if expected:
        assert code == 1
        assert re.search(expected, said), said
        assert files(place / "term") == before
    else:
        assert code == 0, said


@pytest.mark.parametrize("command", IN_TERM)
def test_a_term_that_was_moved_is_the_same_and_its_old_place_is_said_to_be_none(place, capsys, command):
    old, new = place / "term", place / "elsewhere" / "deeper" / "term"
    new.parent.mkdir(parents=True)
    old.rename(new)
    if command != "init":
        code, said = run(capsys, arguments(command, place, old))
        assert (code, "isn't in a term's folder" in said) == (1, True)
    code, said = run(capsys, arguments(command, place, new))
    assert code == 0, said
    assert not old.exists()
