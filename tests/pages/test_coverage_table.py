"""What the sources teach is in the course: no cell of the coverage table is empty or points nowhere."""

import re
import tomllib
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "book"
COMPLETE = "registry_complete: true" in (BOOK.parent / "_config.yml").read_text(encoding="utf-8")


def read(name):
    return tomllib.loads((BOOK / f"{name}.toml").read_text(encoding="utf-8"))


PAGES = {page.stem: page.read_text(encoding="utf-8") for page in BOOK.glob("*.md") if page.stem != "WRITING"}
LABELS = set(re.findall(r"^(?::label: |\()([a-z0-9-]+)(?:\)=)?$", "\n".join(PAGES.values()), re.MULTILINE))
THEOREMS, ITEMS, CHAPTERS = map(read, ("theorems", "items", "chapters"))
OUTCOMES = ITEMS["S26"]["outcomes"]


def is_there(label):
    """Whether a page has the label; while chapters are missing, whether it is one that they will have."""
    return label in LABELS or (not COMPLETE and (label in THEOREMS or label.startswith("ex-")))


def test_the_items_are_those_of_the_sources():
    assert list(ITEMS) == [f"S{number}" for number in range(1, 27)]


@pytest.mark.parametrize("item", ITEMS)
def test_no_cell_is_empty_or_points_nowhere(item):
    sections = {outcome["section"] for outcome in OUTCOMES} if item == "S26" else set()
    covering = {label: entry for label, entry in THEOREMS.items() if item in entry["items"] or label in sections}
    assert ITEMS[item]["title"]
    assert covering, f"nothing in book/theorems.toml covers {item}"
    assert all(is_there(label) for label in covering), covering.keys()
    assert any(entry["names"] for entry in covering.values())
    assert all(entry["test"] for entry in covering.values())


@pytest.mark.parametrize("item", ITEMS)
def test_each_item_is_practised_in_a_problem_set_that_exists(item):
    problem_set = ITEMS[item]["problem_set"]
    assert problem_set in {chapter["practise"] for chapter in CHAPTERS.values()}
    assert problem_set in LABELS or (not COMPLETE and "problem-sets" not in PAGES)


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: outcome["exercise"])
def test_each_outcome_has_its_passage_and_its_exercise(outcome):
    assert outcome["text"]
    assert outcome["section"] in THEOREMS
    assert is_there(outcome["section"])
    assert is_there(outcome["exercise"])
