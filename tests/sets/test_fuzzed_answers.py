"""No hidden test is broken by an answer: it is fed the model's answers, spoiled in fifty ways, and copes with each.

Ten for each test here; `python -m course.sets.testing.fuzzing` tries a hundred, with a seed of its own each week.
"""

from dataclasses import replace

import numpy as np
import pytest

from course.sets import release
from course.sets.testing import fuzzing

SOURCES = {source.name: source for source in release.sources()}


@pytest.fixture(autouse=True)
def _the_tests_have_a_key_of_their_own(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "the tests' own key")


@pytest.mark.parametrize("name", SOURCES)
def test_each_hidden_test_copes_with_spoiled_answers(name):
    assert fuzzing.holes(SOURCES[name]) == []


HOLES = {
    "raises": ("order is not None", "len(order)", "TypeError in line"),
    "is slow": ("order is not None", "type(order) is list or all(True for _ in iter(int, 1))", "seconds of CPU"),
    "gives points for no answer": ("course.judge import", "test_fuzzed_answers import", "it got all points"),
}


def arranged(order, *others):
    """Judge without looking."""
    return True


complete = arranged


@pytest.mark.parametrize("hole", HOLES)
def test_a_hidden_test_with_a_hole_is_found(hole, monkeypatch):
    monkeypatch.setattr(fuzzing, "SECONDS", 0.2)
    right, broken, said = HOLES[hole]
    source = SOURCES["ps2"]
    assert right in source["test-proof_order"].text
    cells = [
        replace(cell, text=cell.text.replace(right, broken)) if cell.grade_id == "test-proof_order" else cell
        for cell in source.cells
    ]
    found = fuzzing.holes(replace(source, cells=tuple(cells)), each=100, only="proof_order")
    assert any(said in line for line in found), found


@pytest.mark.parametrize("kind", fuzzing.WRONG | fuzzing.PERHAPS)
def test_each_way_to_spoil_an_answer_works_on_any_value(kind):
    spoil = (fuzzing.WRONG | fuzzing.PERHAPS)[kind]
    for value in (None, True, 3, (), [1, 2], (np.zeros(2), [0], "self"), np.eye(2), "ABC", [(0.5, [1]), (0.25, [])]):
        for seed in range(5):
            fuzzing.spoiled(value, spoil, fuzzing.random.Random(seed))
