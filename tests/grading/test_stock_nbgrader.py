"""Stock nbgrader does the whole round trip with each problem set: validate, release, grade, feedback, export."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import handed
import nbformat
import pytest
from nbgrader.api import Gradebook

from course.sets import leaks, notebooks, release
from course.sets.markers import BEGIN_SCHEME, END_SCHEME
from course.sets.variant import values

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TERM = handed.TERM
SAMPLE = ("raises", "wrong-2", "wrong-02")
CORPUS = "corpus-"  # how the students of the corpus are called
SOURCES = {source.name: source for source in release.sources(ROOT)}


def nbgrader(course, *arguments):
    """Run nbgrader in a course's folder; return what it said."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # nbgrader calls alembic by name
        "PYTHONPATH": str(ROOT),
        "COURSE_KEY": "the tests' own key",
        "JUPYTER_CONFIG_DIR": str(course / ".jupyter"),
        "MPLBACKEND": "agg",
    }
    command = [sys.executable, "-m", "nbgrader", *arguments]
    run = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


@pytest.fixture(scope="module", params=SOURCES)
def course(request, tmp_path_factory):
    """A course with one set, released by nbgrader; its students: the model solution, a blank, some of the corpus."""
    name, folder = request.param, tmp_path_factory.mktemp("course")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    shutil.copytree(ROOT / "solutions" / name, folder / "solutions" / name)
    release.build(TERM, folder)
    shutil.move(folder / "assignments" / name / f"{name}.ipynb", folder / "ours.ipynb")
    shutil.rmtree(folder / "assignments")
    nbgrader(folder, "generate_assignment", name)
    for student, notebook in (("model", "source"), ("blank", "assignments")):
        place = folder / "submitted" / student / name
        place.mkdir(parents=True)
        shutil.copy(folder / notebook / name / f"{name}.ipynb", place)
    for student, submission in handed.sample(name, SAMPLE).items():
        place = folder / "submitted" / f"{CORPUS}{student}" / name
        place.mkdir(parents=True)
        (place / f"{name}.ipynb").write_bytes(handed.notebook(name, submission))
    nbgrader(folder, "autograde", name, "--KernelManager.transport=ipc", f"--KernelManager.ip={folder}/socket")
    nbgrader(folder, "generate_feedback", name)
    nbgrader(folder, "export", "--to", "grades.csv")
    return name, folder


def test_the_model_solution_validates(course):
    name, folder = course
    assert "Success" in nbgrader(folder, "validate", f"source/{name}/{name}.ipynb")


def test_nbgraders_own_release_is_ours_and_holds_nothing_else(course):
    name, folder = course
    assert [path.name for path in (folder / "assignments" / name).iterdir()] == [f"{name}.ipynb"]
    notebooks = (folder / "assignments" / name / f"{name}.ipynb", folder / "ours.ipynb")
    theirs, ours = (nbformat.read(path, 4) for path in notebooks)
    assert [(cell.id, cell.source, cell.metadata.nbgrader) for cell in theirs.cells] == [
        (cell.id, cell.source, cell.metadata.nbgrader) for cell in ours.cells
    ]


def test_the_model_gets_all_points_that_no_person_gives_and_a_blank_none(course):
    name, folder = course
    with (folder / "grades.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if not row["student_id"].startswith(CORPUS)]
    scores = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in rows}
    by_hand = sum(cell.points for cell in SOURCES[name].cells if cell.kind == "proof")
    total = SOURCES[name].points
    assert scores == {"model": (total - by_hand, total), "blank": (0, total)}


def test_the_grader_sees_the_rubric(course):
    name, folder = course
    graded = nbformat.read(folder / "autograded" / "blank" / name / f"{name}.ipynb", 4)
    proof = next(cell for cell in SOURCES[name].cells if cell.kind == "proof")
    shown = next(cell.source for cell in graded.cells if cell.id == proof.grade_id)
    text = notebooks.filled(proof.text, values(SOURCES[name], TERM), name, SOURCES[name])
    for line in text.split(BEGIN_SCHEME)[1].split(END_SCHEME)[0].strip().splitlines():
        assert line in shown


def test_our_messages_reach_the_student(course):
    name, folder = course
    page = (folder / "feedback" / "blank" / name / f"{name}.html").read_text(encoding="utf-8")
    assert "not filled in yet" in page
    assert not list(leaks.search(folder / "assignments", leaks.hidden(SOURCES[name], values(SOURCES[name], TERM))))


def test_the_corpus_gets_the_scores_that_it_declares_for_stock_nbgrader(course):
    name, folder = course
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        for student, submission in handed.sample(name, SAMPLE).items():
            [graded] = book.find_submission(name, f"{CORPUS}{student}").notebooks
            found = {grade.name: grade.auto_score for grade in graded.grades}
            declared = {f"test-{answer.cell}": answer.stock_score for answer in submission.answers}
            assert {cell: found[cell] for cell in declared} == declared, student
