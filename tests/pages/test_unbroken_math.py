"""The punctuation after a formula is not left alone at the beginning of a line."""

import pytest
from docutils import nodes
from docutils.utils import new_document

from unbroken_math import keep_punctuation


def after(text):
    """The paragraph `x` + text, as its children."""
    document = new_document("page")
    paragraph = nodes.paragraph("", "", nodes.math("x", "x"), *([nodes.Text(text)] if text else []))
    document += paragraph
    keep_punctuation(None, document)
    return paragraph


@pytest.mark.parametrize(("text", "kept", "rest"), [(", so y", ",", " so y"), (").", ").", ""), ("; z", ";", " z")])
def test_punctuation_stays_with_its_formula(text, kept, rest):
    together, following = after(text)
    assert together["classes"] == ["unbroken"]
    assert together.astext() == "x" + kept
    assert following.astext() == rest


@pytest.mark.parametrize("text", [" is small.", "", "-axis"])
def test_other_words_may_go_to_the_next_line(text):
    paragraph = after(text)
    assert isinstance(paragraph[0], nodes.math)
    assert paragraph.astext() == "x" + text
