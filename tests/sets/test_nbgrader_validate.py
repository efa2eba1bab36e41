"""`nbgrader validate`, a student's own and the Validate button of JupyterHub: what it says of a released notebook."""

import json

import gradeable
import nbformat
import pytest
from nbgrader.validator import Validator

from course.grading import state
from course.grading.gradebook import part_grades, record
from course.paths import ROOT
from course.sets import notebooks, release
from course.sets.testing import marking
from course.sets.variant import values

SETS = {source.name: source for source in release.sources()}
TERM = release.manifest_of(ROOT / "assignments")["term"]


def released(name):
    return json.loads((ROOT / "assignments" / name / f"{name}.ipynb").read_text(encoding="utf-8"))


def validated(notebook, folder, name="mine"):
    """What nbgrader, without any settings, says of a notebook in a folder: the text of each failed cell."""
    path = folder / f"{name}.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    said = Validator().validate(str(path))
    assert set(said) <= {"failed"}, said
    return [failed["raw_error"] for failed in said.get("failed", [])]


def solved(name, but=()):
    notebook = released(name)
    model = marking.model(SETS[name], values(SETS[name], TERM))
    for cell in notebook["cells"]:
        answer = cell["id"].removeprefix("answer-")
        if cell["id"].startswith("answer-") and answer not in but:
            cell["source"] = model[answer]
    return notebook


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_a_blank_fails_and_the_model_solution_succeeds(name, tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    [said] = validated(released(name), tmp_path)
    tests = [cell for cell in SETS[name].cells if cell.kind == "test"]
    assert said.startswith(f"mine.ipynb: form and example are right in 0 of {len(tests)} parts.\nWrite your code where")
    assert said.count("Not answered") == len(tests)
    assert all(len(line) < 87 for line in said.splitlines())  # what is longer nbgrader cuts off
    assert validated(solved(name), tmp_path) == []


def test_one_part_that_is_left_out_or_wrong_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    [said] = validated(solved("ps2", but=("settled",)), tmp_path)
    assert "validate it again" in said
    assert said.splitlines()[-1].endswith("Not answered yet.")
    assert said.count("Part ") == 1


def test_what_is_validated_gives_no_points_and_waits_for_nobody(tmp_path_factory, tmp_path):
    term = gradeable.graded_class(tmp_path_factory, tmp_path / "term", ("ada",))
    record.record(term, "ps2")
    assert gradeable.marks(term, "ada")["check-selfcheck"] == (0.0, None, False)
    assert part_grades.max_points(term, "ps2") == 20
    gradeable.give(term, "ada", "proof-start", 2.0)
    assert state.student_states(term, "ps2")["ada"].state == state.State.GRADED


def test_a_term_begun_before_is_graded_as_it_was_and_takes_the_new_set(tmp_path_factory, tmp_path):
    term = gradeable.new_term(tmp_path_factory, tmp_path / "term", gradeable.students("ada", "emmy"))
    paths = [term.folder / kind / "ps2" / "ps2.ipynb" for kind in ("source", "release")]
    new = [path.read_text(encoding="utf-8") for path in paths]
    for path in paths:  # as they were made before the last cell counted
        notebook = nbformat.read(path, 4)
        mark = notebook.cells[-1].metadata.nbgrader
        mark.grade = False
        del mark["points"]
        path.write_text(notebooks.as_text(notebook), encoding="utf-8")
    for student in ("ada", "emmy"):
        gradeable.grade(term, gradeable.hand_in(term, student))
    record.record(term, "ps2")
    before = state.student_states(term, "ps2")["ada"]
    old = gradeable.notebook(term, answer="return 2")
    for path, text in zip(paths, new, strict=True):
        path.write_text(text, encoding="utf-8")
    attempt = gradeable.hand_in(term, "emmy", when="2027-03-02 12:00", content=old)
    assert gradeable.grade(term, attempt).repairs == ()
    record.record(term, "ps2")
    after = state.student_states(term, "ps2")
    assert (after["ada"].score, after["ada"].state) == (before.score, before.state)
    assert after["emmy"].score == before.score
