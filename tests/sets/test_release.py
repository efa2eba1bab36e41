"""`course build` for a new term: one place says which, what differs is a line a change, and an error comes first."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import small_course

from course import cli, settings
from course.errors import Trouble
from course.grading.term.init_term import make_term_folder
from course.grading.term.term import FILE, Term
from course.sets import release
from course.sets.source import SourceError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def root(tmp_path):
    """A repository with three sets, the last of which is an eighth one."""
    for name, of in (("ps1", "ps1"), ("ps2", "ps2"), ("ps8", "ps2")):
        place = tmp_path / "solutions" / name / f"{name}.py"
        place.parent.mkdir(parents=True)
        shutil.copy(small_course.ROOT / "solutions" / of / f"{of}.py", place)
    return tmp_path


def edit(root, name, before, after):
    path = root / "solutions" / name / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_what_differs_is_a_line_a_change(root):
    release.build("2027-spring", root)
    changes = release.build("2027-fall", root)
    assert all("\n" not in line and len(line) < 200 for line in changes)
    assert "term: 2027-spring -> 2027-fall" in changes
    assert "ps1: steps: its 5 lines in another order" in changes
    assert any(line.startswith("ps2: example: [[") for line in changes)
    assert len(changes) == len({line.split(": ")[0] + line.split(": ")[1] for line in changes})


def test_an_edit_of_a_step_of_a_point_and_of_a_word_is_told_as_that(root):
    release.build("2027-spring", root)
    edit(root, "ps1", "at both of its ends.", "at its two ends.")
    assert release.build("2027-spring", root) == ["ps1: steps: 1 of 5 lines are new, 1 removed"]
    edit(root, "ps1", " points=3", " points=4")
    assert release.build("2027-spring", root) == ["ps1: points of proof-leaf: 3 -> 4"]
    edit(root, "ps1", "# Book: ", "# Book, as before: ")
    assert release.build("2027-spring", root) == ["ps1: other words"]
    shutil.rmtree(root / "solutions" / "ps8")
    assert release.build("2027-spring", root) == ["ps8: removed"]


def test_an_error_in_the_last_set_comes_before_any_word_of_the_first(root):
    edit(root, "ps8", "{{points:components}}", "{{points:without}}")
    said = []
    with pytest.raises(SourceError, match="no test or proof is called without"):
        release.build("2027-spring", root, say=said.append)
    with pytest.raises(Trouble, match="cannot be the name of a term"):
        release.build("../spring", root, say=said.append)
    assert said == []


def test_an_eighth_set_is_built_and_a_term_with_it_is_begun(root, tmp_path):
    said = []
    release.build("Fall 2027", root, say=said.append)
    ways = "Ways through a graph, 20 points"
    assert said == ["ps1: What a graph is, 10 points", f"ps2: {ways}", f"ps8: {ways}"]
    assert (root / "assignments" / "ps8" / "ps8.zip").is_file()
    assert release.instructors(root, "ps8").is_file()
    make_term_folder(tmp_path / "term", "Fall 2027", sources=release.sources(root))
    assert (tmp_path / "term" / "release" / "ps8" / "ps8.ipynb").is_file()


def test_the_book_alone_says_which_term_is_built(capsys):
    term = settings.here().term
    before = (ROOT / "assignments" / "manifest.json").read_bytes()
    assert cli.main(["build", "--term", "2027-fall"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f'course build: course.toml says {term}. Write term = "2027-fall" there, and the day')
    assert (ROOT / "assignments" / "manifest.json").read_bytes() == before
    assert "--term" not in subprocess.run(
        [sys.executable, "-m", "course", "build", "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout


def test_init_takes_the_due_dates_from_the_calendar_and_the_sets_from_the_sources(tmp_path, capsys):
    assert cli.main(["init", str(tmp_path / "term")]) == 0
    text = (tmp_path / "term" / FILE).read_text(encoding="utf-8")
    calendar = settings.here().due
    for source in release.sources():
        day = calendar.get(source.name)
        assert re.search(rf"\n{source.name} = {day} 23:59:00\n" if day else rf"\n# {source.name} = ", text)
    assert {name: due.date() for name, due in Term.read(tmp_path / "term").dates.items()} == dict(calendar)
    assert json.loads((ROOT / "assignments" / "manifest.json").read_text())["term"] in text
