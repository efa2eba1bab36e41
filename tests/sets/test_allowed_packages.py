"""A problem set may allow any package that is installed, whatever it is called there: from the source to the marks."""

import json
import re

import pytest
from gradeable import hand_in, new_term, students

from course.errors import Trouble
from course.grading.notebook.rebuild import ProblemSet
from course.grading.run.grade_one import Grader, Submission
from course.grading.sandbox import visible_files
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.term.init_term import start
from course.grading.whole_class import grade_many
from course.judge.rules.barred import Barred, distributions_of, watch
from course.sets import release

TERM = "2027-spring"
SOURCE = '''\
# %% role="set"
title = "Neighbours"
barred = []
packages = PACKAGES
own = ["nearest"]


def variant(draw):
    """Draw two points."""
    return {"points": draw.rng("points").integers(0, 9, size=2).tolist()}


# %%
import numpy as np

# %% [markdown]
# ## Part A: the nearest ({{points:nearest}})
#
# Return for each of the numbers `x` the place of the nearest of `known`.

# %% answer="nearest"
def nearest(known, x):
    """Return places."""
    ### BEGIN SOLUTION
    from sklearn.neighbors import NearestNeighbors

    found = NearestNeighbors(n_neighbors=1).fit(np.reshape(known, (-1, 1)))
    return found.kneighbors(np.reshape(x, (-1, 1)), return_distance=False)[:, 0].tolist()
    ### END SOLUTION

# %% check="nearest"
assert nearest([0, 5], [1]) == [0], "1 is nearer to 0 than to 5."

# %% test="nearest"
from course.judge.answers import wholes

with marks.claim(2, "the nearest is found", read="perceptron: The rule"):
    assert wholes(marks.call(nearest, [0.0, 5.0, 9.0], [1.0, 8.0]), 3, "the places") == [0, 2]
'''


def source_of(root, packages):
    path = root / "solutions" / "ps8" / "ps8.py"
    path.parent.mkdir(parents=True)
    path.write_text(SOURCE.replace("PACKAGES", repr(packages)), encoding="utf-8")
    return path


def test_students_install_what_brings_the_package(tmp_path):
    source_of(tmp_path, ["numpy", "sklearn", "pandas"])
    release.build(TERM, tmp_path)
    lines = (tmp_path / "assignments" / "ps8" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert lines[-4:] == ["notebook>=7", "numpy", "scikit-learn", "pandas"]


@pytest.mark.parametrize("unknown", ["networks", "scikit-learn", "random"])
def test_a_package_that_is_not_installed_is_named_before_anything_is_made(tmp_path, unknown):
    path = source_of(tmp_path, ["numpy", unknown])
    with pytest.raises(Trouble, match=re.escape(f"{path}: '{unknown}' in `packages` is not installed here. Write")):
        release.build(TERM, tmp_path)
    assert not (tmp_path / "assignments").exists()


def test_no_student_is_graded_without_a_package_that_the_set_allows():
    with pytest.raises(Trouble, match="allows the package 'networks', and it is not installed here. To install it"):
        visible_files.packages(["numpy", "networks"])


def test_a_run_that_lacks_a_package_ends_before_it_begins_and_leaves_no_result(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    path = term.folder / "source" / "ps2" / "ps2.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["metadata"]["course"]["packages"].append("networks")
    path.write_text(json.dumps(notebook), encoding="utf-8")
    problem_set = ProblemSet.read(term.folder, "ps2")
    handed_in = [grade_many.submission_of(hand_in(term, "ada"), "ada", problem_set, "warm")]
    with pytest.raises(Trouble, match="allows the package 'networks', and it is not installed here"):
        grade_many.grade_all(term, problem_set, handed_in, isolation=Isolation.WARM, workers=1)
    assert not list((term.folder / "results").rglob("*.json"))


def test_what_a_package_needs_may_be_used_too_under_whatever_name_it_was_installed():
    from sklearn.neighbors import NearestNeighbors

    assert distributions_of("sklearn") == ["scikit-learn"]
    assert {"sklearn", "scipy", "joblib", "threadpoolctl.py"} <= set(visible_files.packages(["sklearn"]))
    with watch((), ["numpy", "sklearn"]):
        NearestNeighbors(n_neighbors=1).fit([[0.0], [5.0]]).kneighbors([[1.0]])
    with pytest.raises(Barred, match="the package sklearn is not allowed"), watch((), ["numpy"]):
        NearestNeighbors(n_neighbors=1).fit([[0.0], [5.0]])


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize(("packages", "score"), [(["numpy", "sklearn"], 2), (["numpy"], 0)])
def test_such_a_set_is_built_handed_in_and_graded_in_the_sandbox(tmp_path, packages, score):
    start(tmp_path / "term", TERM, sources=[release.read_source(source_of(tmp_path, packages))])
    problem_set = ProblemSet.read(tmp_path / "term", "ps8")
    solved = json.dumps({**problem_set.notebook, "metadata": {}}).encode()  # the instructor's, handed in
    grader = Grader(problem_set, "the tests' own key")
    try:
        result = grader.grade(Submission("ps8", "ada", 1, None, "key", "grader", solved))
    finally:
        grader.close()
    assert result.state == "graded", result.why
    assert result.cells["test-nearest"].score == score, result.cells
