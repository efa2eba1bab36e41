"""What stock nbgrader, without any settings, makes of the folders of the repository: nothing hidden gets out."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from course.sets import leaks, release
from course.sets.variant import values

ROOT = Path(__file__).parents[2]
TERM = release.manifest_of(ROOT / "assignments")["term"]


@pytest.fixture(autouse=True)
def _nbgrader_finds_its_programs(monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """The source of a set with its answers in the same folder, and what a build makes of it."""
    root = tmp_path_factory.mktemp("repository")
    shutil.copytree(ROOT / "solutions" / "ps2", root / "solutions" / "ps2")
    (root / "solutions" / "ps2" / "ps2.ipynb").write_text("of an earlier build", encoding="utf-8")
    release.build(TERM, root)
    return root


def released(course, name):
    """Release a set as `nbgrader generate_assignment` does in a course without settings; the files that come of it."""
    config = Config()
    config.CourseDirectory.root = str(course)
    made = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
    made.coursedir.assignment_id = name
    try:
        made.start()
    except NbGraderException as refused:
        assert "No notebooks were matched" in str(refused), refused
    return sorted(path.relative_to(course / "release").as_posix() for path in (course / "release").rglob("*.*"))


def test_the_instructors_notebook_is_released_and_nothing_else(repository, tmp_path):
    shutil.copytree(repository / "source" / "ps2", tmp_path / "source" / "ps2")
    assert released(tmp_path, "ps2") == ["ps2/ps2.ipynb"]
    source = release.read_source(repository / "solutions" / "ps2" / "ps2.py")
    assert not list(leaks.search(tmp_path / "release", leaks.hidden(source, values(source, TERM))))


def test_from_the_sources_and_their_answers_nothing_is_released(repository, tmp_path):
    shutil.copytree(repository / "solutions" / "ps2", tmp_path / "source" / "ps2")
    assert {path.name for path in (tmp_path / "source" / "ps2").iterdir()} == {
        "ps2.py",
        "equivalent.toml",
        "hints.json",
        "answers",
    }
    assert released(tmp_path, "ps2") == []

