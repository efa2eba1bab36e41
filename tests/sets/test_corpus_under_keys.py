"""The corpus under other keys and in other terms: what an answer gets doesn't hang on what one key draws.

`make test` takes one key for every sixth submission; `make corpus`, with WHOLE_CORPUS, 29 of them for all.
"""

import os
from functools import cache
from pathlib import Path

import matplotlib as mpl
import pytest

from course import settings
from course.sets import notebooks, release
from course.sets.testing import corpus, marking
from course.sets.variant import values

mpl.use("Agg")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WHOLE = bool(os.environ.get("WHOLE_CORPUS"))
TERM = settings.here().term
OTHERS = [term for term in ("2031-autumn", "2034-spring", "2038-summer", "2041-autumn") if term != TERM][:3]
DRAWS = [(TERM, f"key {number}") for number in range(20)]
DRAWS += [(term, f"key {number}") for term in OTHERS for number in range(3)]

SOURCES = {source.name: source for source in release.sources(ROOT)}
SUBMISSIONS = [
    (name, submission) for name in SOURCES for submission in corpus.read_all(ROOT / "solutions" / name / corpus.FOLDER)
]
CASES = [
    pytest.param(name, submission, DRAWS if WHOLE else [DRAWS[place * 7 % len(DRAWS)]], id=f"{name}/{submission.name}")
    for place, (name, submission) in enumerate(SUBMISSIONS)
    if WHOLE or place % 6 == 0
]
IN_FORM = [pytest.param(*one, id=one[0]) for one in SUBMISSIONS if one[1].name == "right-forms"]


@cache
def drawn(name, term):
    return values(SOURCES[name], term)


def marked(name, submission, term, visible_too=True):
    code = {
        answer.cell: notebooks.filled(answer.code, drawn(name, term), str(submission.path), SOURCES[name])
        for answer in submission.answers
    }
    return marking.mark(SOURCES[name], drawn(name, term), code, visible_too=visible_too)


@pytest.mark.parametrize(("name", "submission", "draws"), CASES)
def test_each_answer_gets_the_score_it_declares_under_other_keys_too(name, submission, draws, monkeypatch):
    for term, key in draws:
        monkeypatch.setenv("COURSE_KEY", key)
        found = marked(name, submission, term, visible_too=key == "key 0")
        for answer in submission.answers:
            one = found[answer.cell]
            told = (term, key, answer.cell, answer.belief, [claim.line for claim in one.claims])
            assert answer.lowest <= one.score <= answer.score, told
            assert answer.belief or answer.score < one.points or one.visible is None, (term, answer.cell, one.visible)


@pytest.mark.parametrize("year", [2028, 2030, 2033, 2036])
@pytest.mark.parametrize(("name", "submission"), IN_FORM)
def test_a_right_answer_in_an_unusual_form_passes_the_visible_test_of_any_term(name, submission, year, monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "key 0")
    assert {one.visible for one in marked(name, submission, f"{year}-spring").values()} == {None}
