"""The small course on which the tests of the machinery stand is sound itself: its tests, its answers, its scores."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import small_course

from course import settings
from course.judge.claims import lines
from course.sets import notebooks
from course.sets.testing import corpus, marking
from course.sets.variant import values


@pytest.fixture(autouse=True)
def _the_tests_have_a_key_of_their_own(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "the tests' own key")


@pytest.fixture(params=small_course.SOURCES)
def source(request):
    return small_course.SOURCES[request.param]


def test_its_model_answers_get_all_points_and_blanks_none(source):
    drawn = values(source, small_course.TERM)
    found = marking.mark(source, drawn, marking.model(source, drawn)).values()
    assert [(one.score, one.visible) for one in found] == [(one.points, None) for one in found]
    assert not any(one.score for one in marking.mark(source, drawn, marking.blank(source, drawn)).values())


def test_its_other_answers_get_the_scores_that_they_declare(source):
    drawn = values(source, small_course.TERM)
    for one in corpus.read_all(small_course.ROOT / "solutions" / source.name / corpus.FOLDER):
        codes = {answer.cell: notebooks.filled(answer.code, drawn, str(one.path), source) for answer in one.answers}
        found = marking.mark(source, drawn, codes)
        for answer in one.answers:
            text = "\n".join(lines(found[answer.cell].claims))
            assert found[answer.cell].score == answer.score, (one.name, text)
            assert answer.says in text, (one.name, answer.cell)


def test_it_has_what_the_machinery_treats():
    kinds = {cell.kind for source in small_course.SOURCES.values() for cell in source.cells}
    assert kinds == {"text", "given", "answer", "check", "test", "proof"}
    assert [source.points for source in small_course.SOURCES.values()] == [10, 20]


NAMES_OF_THIS_COURSE = re.compile(r"margin_lib|margin-lib|maximizing|penguins|perceptron", re.IGNORECASE)


def test_the_machinery_names_nothing_of_this_course():
    root = Path(settings.__file__).parent
    lines = [(path, line) for path in root.rglob("*.py") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 5000
    assert [(path.name, line) for path, line in lines if NAMES_OF_THIS_COURSE.search(line)] == []


@pytest.fixture
def course(tmp_path):
    """Returns a function that runs a command in a copy of the small course, where margin_lib cannot be imported."""
    root = tmp_path / "course"
    shutil.copytree(small_course.ROOT, root, ignore=shutil.ignore_patterns("__pycache__"))
    broken = tmp_path / "broken" / "margin_lib"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text('raise ImportError("margin_lib was imported")\n')
    path = os.pathsep.join([str(broken.parent), str(Path(settings.__file__).parent.parent)])
    environment = {**os.environ, "COURSE_ROOT": str(root), "PYTHONPATH": path}

    def run(*arguments, cwd=root):
        line = [sys.executable, *(arguments if arguments[0] == "-c" else ("-m", "course", *arguments))]
        done = subprocess.run(line, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return run


def answered(source, released, answers):
    """A released notebook with the answers of a submission in it."""
    notebook = nbformat.read(released, as_version=4)
    drawn = values(source, small_course.TERM)
    codes = {
        f"answer-{one.cell}": notebooks.filled(one.code, drawn, str(answers.path), source) for one in answers.answers
    }
    for cell in notebook.cells:
        cell.source = codes.get(cell.id, cell.source)
    return notebooks.as_text(notebook)


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_a_course_without_a_library_goes_from_build_to_report(course, tmp_path):
    root, term = tmp_path / "course", tmp_path / "term"
    assert course("-c", "import margin_lib")[0] != 0
    code, said = course("build")
    assert (code, "ps2: Ways through a graph, 20 points" in said) == (0, True), said
    assert course("check")[0] == 0
    wanted = (root / "assignments" / "ps1" / "requirements.txt").read_text()
    assert ("notebook>=7" in wanted, "margin" in wanted) == (True, False)
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nada,Ada\nemmy,Emmy\n")
    code, said = course("init", str(term), "--roster", str(roster))
    assert code == 0, said
    assert "\nps1 = 2027-02-15 23:59:00\n" in (term / "term.toml").read_text()
    assert 'course_id = "graphs"' in (term / "nbgrader_config.py").read_text()
    source, handed = small_course.SOURCES["ps1"], tmp_path / "handed"
    handed.mkdir()
    released = term / "release" / "ps1" / "ps1.ipynb"
    assert "You may use `numpy` and Python's standard library." in released.read_text()
    assert "margin_lib" not in released.read_text()
    answers = {one.name: one for one in corpus.read_all(root / "solutions" / "ps1" / corpus.FOLDER)}
    expected = {"ada": "right", "emmy": "wrong"}
    for student, name in expected.items():
        (handed / f"{student}.ipynb").write_text(answered(source, released, answers[name]))
    commands = [("collect", "ps1", str(handed)), ("grade", "ps1"), ("status", "ps1"), ("feedback", "ps1")]
    for command in [*commands, ("report", "ps1"), ("export", "ps1", "--allow-incomplete")]:
        code, said = course(*command, cwd=term)
        assert code == 0, said
    assert "margin_lib was imported" not in said
    results = {path.parent.name: json.loads(path.read_text()) for path in term.glob("results/ps1/*/*.json")}
    assert {student: result["state"] for student, result in results.items()} == {"ada": "graded", "emmy": "graded"}
    score = {student: sum(cell["score"] for cell in result["cells"].values()) for student, result in results.items()}
    assert score == {student: sum(one.score for one in answers[name].answers) for student, name in expected.items()}
    assert "margin_lib" not in results["ada"]["made_with"]
    assert list(term.rglob("ps1.html"))
