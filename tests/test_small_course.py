"""The small course on which the tests of the machinery stand is sound itself: its tests, its answers, its scores."""

import pytest
import small_course

from course.sets import notebooks
from course.sets.testing import corpus, marking
from course.sets.variant import values

pytestmark = pytest.mark.project


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
            text = "\n".join(found[answer.cell].lines)
            assert found[answer.cell].score == answer.score, (one.name, text)
            assert answer.says in text, (one.name, answer.cell)


def test_it_has_what_the_machinery_treats():
    kinds = {cell.kind for source in small_course.SOURCES.values() for cell in source.cells}
    assert kinds == {"text", "given", "answer", "check", "test", "proof"}
    assert [source.points for source in small_course.SOURCES.values()] == [10, 20]
