"""margin_lib's own tests, and practice on right answers, run by the Python that the site serves.

That is Pyodide, in Node, with the site's packages.
"""

import json
import os
import shutil
import subprocess
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from browser import runtime
from course import settings
from course.practice import wheel
from course.sets import notebooks, release
from course.sets.testing import corpus
from course.sets.variant import values
from tools import machine

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parents[1] / "in_pyodide"
PURE = ("pytest", "hypothesis", "pluggy", "iniconfig", "sortedcontainers")
CHECKOUT = ("tests", "pyproject.toml", "notebook_checks", "tools/__init__.py", "tools/machine.py")
JUDGED = ("right-vectorised", "right-forms")  # of each set; all right ones with WHOLE_CORPUS
OWN = sorted(
    path.name for path in (ROOT / "tests" / "library").glob("test_*.py") if path.name != "test_documentation.py"
)
# What is not there, and the tests that are left out for it; those of pandas skip themselves.
ABSENT = {
    "another process": [
        "test_where_clarabel_is",
        "test_real_sets_can_be_read_from_a_zip",
        "test_matplotlib_is_not_imported_before_the_first_picture",
    ],
    "OSQP": ["OSQP"],
}
# What scikit-learn, and threadpoolctl under it, do there.
WARNINGS = ("ignore:JsProxy:RuntimeWarning", "ignore::pytest.PytestRemovedIn10Warning")

pytestmark = [pytest.mark.slow, pytest.mark.needs("node")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A runtime, and beside it a checkout with what the tests need."""
    place = tmp_path_factory.mktemp("pyodide")
    runtime.build_runtime(place / "runtime")
    for name in PURE:
        found = distribution(name)
        for file in found.files or ():
            if file.suffix not in (".so", ".pyd", ".pyc") and ".." not in file.parts:
                target = place / "checkout" / "packages" / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found.locate_file(file), target)
    shutil.copytree(HERE / "native", place / "checkout" / "packages" / "native")
    for name in CHECKOUT:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        (place / "checkout" / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, place / "checkout" / name)
    return place


def run(folder, *arguments):
    """Run pytest in Pyodide; return its exit code and what it printed. pytest itself takes half of Node's own stack."""
    program = machine.find(machine.TOOLS["node"])
    options = ["-p", "no:cacheprovider", "-q", *(f"-W{warning}" for warning in WARNINGS)]
    node = [program, "--stack-size=2000", HERE / "run.mjs"]
    words = [*node, folder / "runtime", folder / "checkout", *options, *arguments]
    environment = {"HYPOTHESIS_PROFILE": "quick", "COURSE_KEY": os.environ.get("COURSE_KEY", "the tests' own key")}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=900)  # a lost limit hangs
    return done.returncode, done.stdout + done.stderr[-2000:]


def test_the_library_s_own_tests_pass_in_the_site_s_python(folder):
    left_out = " or ".join(name for names in ABSENT.values() for name in names)
    code, printed = run(folder, "-m", "not slow", "-k", f"not ({left_out})", *(f"tests/library/{name}" for name in OWN))
    assert code == 0, printed[-6000:]
    assert int(printed.split(" passed")[0].split()[-1]) > 1000


def right_answers():
    """Yield what practice is to judge: a notebook's given cells with the answers, and the points of its parts."""
    whole = os.environ.get("WHOLE_CORPUS")
    for source in release.sources(ROOT):
        drawn = values(source, settings.here().term)
        code = {cell.id: cell.source for cell in notebooks.instructor_notebook(source, drawn).cells}
        for one in corpus.read_all(ROOT / "solutions" / source.name / corpus.FOLDER):
            if one.name in JUDGED or (whole and one.name.startswith("right")):
                answers = {a.cell: notebooks.filled(a.code, drawn, str(one.path), source) for a in one.answers}
                yield {
                    "name": f"{source.name}/{one.name}",
                    "package": wheel.package_of(source.name),
                    "cells": [
                        answers[cell.name] if cell.kind == "answer" else code[cell.grade_id]
                        for cell in source.cells
                        if cell.kind == "given" or (cell.kind == "answer" and cell.name in answers)
                    ],
                    "points": {
                        cell.name: cell.points
                        for cell in source.cells
                        if cell.kind == "test" and not cell.is_order and cell.name in answers
                    },
                }


def test_right_answers_show_the_points_that_they_declare_in_the_site_s_python_and_a_failure_is_noticed(folder):
    tests = folder / "checkout" / "tests"
    for source in release.sources(ROOT):
        with zipfile.ZipFile(wheel.build(source, settings.here().term, folder)) as archive:
            archive.extractall(folder / "checkout" / "packages")
    shutil.copyfile(HERE / "practiced.py", tests / "test_practiced.py")
    notebooks = list(right_answers())
    (tests / "practiced.json").write_text(json.dumps(notebooks), encoding="utf-8")
    # Run along, for Python takes ten seconds to start: it shows that what fails there is noticed here.
    (tests / "test_false.py").write_text("def test_false():\n    assert 1 + 1 == 3\n")
    code, printed = run(folder, "tests/test_false.py", "tests/test_practiced.py")
    assert code == 1
    assert "_ test_false _" in printed
    assert "\n1 failed, " in printed, printed[-6000:]
    assert int(printed.split(" passed")[0].split()[-1]) > len(notebooks) > 7
