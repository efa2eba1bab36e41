"""The deck for Anki: all quizzes of the book, each a note with two sides that Anki can show."""

import csv
import re
import tomllib
from pathlib import Path

import pytest
from lxml import html

from anki_deck import FILE

NOTATION = Path(__file__).resolve().parents[2] / "book" / "notation.toml"


@pytest.fixture(scope="module")
def lines(built):
    return (built / FILE).read_text(encoding="utf-8").splitlines(keepends=True)


@pytest.fixture(scope="module")
def notes(lines):
    return list(csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t"))


def test_its_head_says_how_to_read_it(lines):
    head = dict(line[1:].rstrip("\n").split(":", 1) for line in lines if line.startswith("#"))
    assert (head["separator"], head["html"], head["notetype"]) == ("tab", "true", "Basic")
    columns = head["columns"].split("\t")
    assert [columns[int(head[f"{kind} column"]) - 1] for kind in ("guid", "tags")] == ["Key", "Tags"]
    assert columns[1:3] == ["Front", "Back"]


def test_it_has_each_quiz_of_the_book_once_by_the_key_of_its_page(built, notes):
    on_pages = {
        (quiz.get("data-key"), page.stem)
        for page in (built / "book").glob("*.html")
        for quiz in html.parse(page).findall(".//div[@class='quiz']")
    }
    assert len(on_pages) > 70
    assert {(key, tags) for key, _, _, tags in notes} == on_pages
    assert len(notes) == len(on_pages)


def test_each_choice_of_the_front_has_its_verdict_on_the_back(notes):
    for key, front, back, _ in notes:
        choices, verdicts = (html.fromstring(f"<div>{side}</div>").findall("ol/li") for side in (front, back))
        assert len(choices) == len(verdicts) >= 2, key
        assert all(choice.text_content().strip() for choice in choices), key
        said = [verdict.text_content().split(". ")[0].rstrip(".") for verdict in verdicts]
        assert "Right" in said, key
        assert set(said) <= {"Right", "Not so"}, key


def test_formulas_are_tex_that_needs_no_macro_of_the_book(notes):
    macros = re.compile(r"\\(" + "|".join(tomllib.loads(NOTATION.read_text(encoding="utf-8"))) + r")(?![A-Za-z])")
    text = "".join(side for _, *sides, _ in notes for side in sides)
    assert text.count(r"\(") == text.count(r"\)") > 300
    assert not macros.search(text)
    assert "$" not in text
    assert not re.search(r"\{[\w:]+\}`", text), "a role that nothing has resolved"
