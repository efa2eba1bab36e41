"""The problem sets: right answers get all points, wrong ones what they declare, and nothing hidden is given out."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import pytest
import small_course

from course import settings
from course.errors import Trouble
from course.judge.claims import lines
from course.sets import notebooks, release
from course.sets.markers import BEGIN_SCHEME, END_SCHEME
from course.sets.testing import corpus, marking
from course.sets.variant import values

mpl.use("Agg")
ROOT = Path(__file__).parents[2]
TERM = settings.here().term
LATER = next(term for term in ("2041-autumn", "2042-autumn") if term != TERM)
KEY = "the tests' own key"

SOURCES = {source.name: source for source in release.sources(ROOT)}
SUBMISSIONS = {
    f"{name}/{submission.name}": (name, submission)
    for name in SOURCES
    for submission in corpus.read_all(ROOT / "solutions" / name / corpus.FOLDER)
}


@pytest.fixture(autouse=True)
def _the_tests_have_a_key_of_their_own(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", KEY)


@pytest.fixture(params=SOURCES)
def source(request):
    return SOURCES[request.param]


def autograded(source):
    return {cell.name: cell.points for cell in source.cells if cell.kind == "test"}


def answers_of(source, submission, drawn):
    where = str(submission.path)
    return {answer.cell: notebooks.filled(answer.code, drawn, where, source) for answer in submission.answers}


# --- marks


@pytest.mark.parametrize("term", [TERM, LATER])
def test_the_model_solution_gets_all_points_in_any_term(source, term):
    drawn = values(source, term)
    found = marking.mark(source, drawn, marking.model(source, drawn))
    assert {name: one.score for name, one in found.items()} == autograded(source), found
    assert [one.visible for one in found.values()] == [None] * len(found)


def test_a_blank_gets_nothing_and_is_told_so(source):
    drawn = values(source, TERM)
    for name, one in marking.mark(source, drawn, marking.blank(source, drawn)).items():
        assert one.score == 0, name
        assert "Replace this line with your code." in one.visible
        assert "not filled in yet" in one.claims[0].line


@pytest.mark.parametrize("which", SUBMISSIONS)
def test_each_answer_of_the_corpus_gets_the_score_it_declares_and_its_message(which):
    name, submission = SUBMISSIONS[which]
    source = SOURCES[name]
    drawn = values(source, TERM)
    found = marking.mark(source, drawn, answers_of(source, submission, drawn))
    assert set(found) == {answer.cell for answer in submission.answers}
    for answer in submission.answers:
        one = found[answer.cell]
        text = "\n".join([one.visible or "", *lines(one.claims)])
        assert one.score == answer.score, f"{answer.cell} ({answer.belief}):\n{text}"
        assert answer.says in text, f"{answer.cell} ({answer.belief}):\n{text}"


def test_a_visible_test_leaves_a_students_own_names_alone(source):
    drawn = values(source, TERM)
    code, scope = marking.filled_in(source, drawn, marking.model(source, drawn))
    for name in autograded(source):
        before = dict(scope)
        exec(code[f"check-{name}"], scope)
        assert {key for key in scope if scope[key] is not before.get(key)} - {"__builtins__"} == {f"check_{name}"}
        sys.modules["matplotlib.pyplot"].close("all")


ORDERED = [
    pytest.param(source, cell.name, id=f"{source.name}-{cell.name}")
    for source in SOURCES.values()
    for cell in source.cells
    if cell.kind == "test" and "arranged(" in cell.text
]


@pytest.mark.parametrize(("source", "name"), ORDERED)
def test_hard_wired_answers_of_this_term_fail_a_test_of_another(source, name):
    now, later = values(source, TERM), values(source, LATER)
    assert {key for key in now if key not in ("term",) and now[key] != later[key]}
    wired = marking.model(source, now)[name]
    marked = marking.mark(source, later, marking.model(source, later) | {name: wired}, only=name)[name]
    assert marked.score < marked.points  # by chance the steps that do not belong may have the same letters


# --- what is generated


def test_what_is_committed_is_what_would_be_built(tmp_path):
    term = release.manifest_of(ROOT / "assignments")["term"]
    (tmp_path / "book").mkdir()
    shutil.copy(ROOT / "book" / "chapters.toml", tmp_path / "book")
    for name in SOURCES:
        place = tmp_path / "solutions" / name
        place.mkdir(parents=True)
        (place / f"{name}.py").write_bytes((ROOT / "solutions" / name / f"{name}.py").read_bytes())
    release.build(term, tmp_path)
    made = {path.relative_to(tmp_path) for path in (tmp_path / "assignments").rglob("*") if path.is_file()}
    there = subprocess.run(["git", "ls-files", "assignments"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert made == {Path(line) for line in there.stdout.splitlines()}
    for path in made - {Path("assignments/manifest.json")}:
        assert (tmp_path / path).read_bytes() == (ROOT / path).read_bytes(), f"{path} is stale: run `course build`"


def test_no_line_of_a_solution_a_hidden_test_or_a_rubric_is_released(source):
    drawn = values(source, TERM)
    instructor = {cell.id: cell.source for cell in notebooks.instructor_notebook(source, drawn).cells}
    released = {cell.id: cell.source for cell in notebooks.release_notebook(source, drawn).cells}
    assert list(instructor) == list(released)
    everything = "\n".join(released.values())
    for cell in source.cells:
        text = instructor[cell.grade_id]
        if cell.kind == "test":
            assert "marks." not in released[cell.grade_id]
        if cell.kind == "proof":
            scheme = text.split(BEGIN_SCHEME)[1].split(END_SCHEME)[0]
            assert not any(line in everything for line in scheme.strip().splitlines() if line)
        if cell.kind == "answer":
            stub = 'raise NotImplementedError("Replace this line with your code.")'
            assert released[cell.grade_id].rstrip().endswith(stub)
    assert all(str(value) not in everything for key, value in drawn.items() if key.startswith("hidden_"))


def test_a_build_that_fails_changes_nothing(tmp_path):
    place = tmp_path / "solutions" / "ps9"
    place.mkdir(parents=True)
    (place / "ps9.py").write_bytes(small_course.SOURCES["ps2"].path.read_bytes())
    release.build(TERM, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    text = (place / "ps9.py").read_text(encoding="utf-8")
    for broken, said in [
        (text.replace('test="components"', 'test="distances"'), "is already in line"),
        (text.replace(" points=2", ""), "has no points"),
        (text.replace("### BEGIN SOLUTION", "### BEGIN", 1), "has no ### BEGIN SOLUTION"),
        (text.replace("{{points:components}}", "{{points:without}}"), "no test or proof is called without"),
        (text.replace('title = "', "title = "), "ps9.py:"),
        ("# %%\nx = 1\n", 'the first cell must be `# %% role="set"`'),
    ]:
        (place / "ps9.py").write_text(broken, encoding="utf-8")
        with pytest.raises(release.SourceError, match=re.escape(said)):
            release.build(TERM, tmp_path)
    (place / "ps9.py").write_text(text, encoding="utf-8")
    with pytest.raises(Trouble, match="'sum/mer' cannot be the name of a term"):
        release.build("sum/mer", tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_build_over_nothing_new_makes_nothing_and_a_new_term_says_what_differs(tmp_path):
    shutil.copytree(small_course.ROOT / "solutions", tmp_path / "solutions")
    assert release.build(TERM, tmp_path) is not None
    assert release.build(TERM, tmp_path) is None
    changes = release.build(LATER, tmp_path)
    assert f"term: {TERM} -> {LATER}" in changes
    assert any(line.startswith("ps2: example") for line in changes)
    (tmp_path / "assignments" / "ps2" / "ps2.ipynb").write_text("edited", encoding="utf-8")
    assert release.build(LATER, tmp_path) is not None


def test_the_command_says_in_a_sentence_what_is_wrong():
    command = [sys.executable, "-m", "course", "build", "--term", "soon"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout == ""
    said = r'course build: course\.toml says .+\. Write term = "soon" there, and the day .*\n'
    assert re.fullmatch(said, run.stderr)
