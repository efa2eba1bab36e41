"""The hash in each result covers all of our code that decides about a score, so that none of it changes in silence."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from course import settings
from course.grading import results
from course.settings import Library

ROOT = Path(__file__).resolve().parents[2]
STARTS = ("run/grade_one.py", "run/runner.py", "sandbox/inside/fork_server.py")  # a worker, and what it starts
NO_PART_IN_IT = {  # of a score
    "course/grading/results.py": "keeps what was found",
    "course/grading/old_results.py": "reads what was found long ago",
    "course/files/atomic.py": "writes files",
    "course/paths.py": "names folders",
    "course/settings.py": "reads course.toml, and what it says of the library is in the hash",
    "course/files/scratch.py": "makes a folder, and removes it",
    "course/errors.py": "is an exception",
}


def modules(tree):
    """Yield the names that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(path):
    """Our files that a file imports; a package's own is only its docstring, or is judge's, in the hash."""
    names = (name.split(".") for name in modules(ast.parse(path.read_text(encoding="utf-8"))))
    places = (ROOT.joinpath(*parts).with_suffix(".py") for parts in names if parts[0] in ("course", "notebook_checks"))
    return {place for place in places if place.exists()}


def run_of_a_submission():
    sources = sorted((ROOT / "solutions").glob("ps*/ps*.py"))
    found, todo = set(), {ROOT / "course" / "grading" / start for start in STARTS}.union(*map(imported, sources))
    while todo:
        path = todo.pop()
        found.add(path)
        todo |= imported(path) - found
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_every_module_that_a_submissions_run_comes_to_is_in_the_hash():
    hashed = {path.relative_to(ROOT).as_posix() for path in results.grader_files()}
    run = run_of_a_submission()
    assert run - hashed == set(NO_PART_IN_IT)
    expected = {"notebook/align.py", "run/safe_messages.py", "sandbox/inside/wire.py", "sandbox/visible_files.py"}
    assert {f"course/grading/{name}" for name in expected} | {"course/judge/answers.py"} <= run & hashed


@pytest.mark.parametrize("package", results.GRADER)
def test_each_package_of_the_hash_is_there(package):
    assert list((ROOT / package).rglob("*.py")), f"{package} holds no module"


def test_the_library_and_what_is_open_of_it_are_in_the_hash_and_the_calendar_is_not(monkeypatch):
    said = settings.here()

    def grader(changed):
        monkeypatch.setattr(settings, "here", lambda: changed)
        return results.grader.__wrapped__()

    now = grader(said)
    assert grader(replace(said, due={}, name="Another", term="2031-spring")) == now
    others = [replace(said.library, callable=()), replace(said.library, visible=()), Library()]
    assert len({now, *(grader(replace(said, library=library)) for library in others)}) == 4
    monkeypatch.setattr(Library, "files", lambda self: [])
    assert grader(said) != now
