"""The pages for teachers: syllabi that add up, lectures that fill their time, proofs with the step that is missed."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from registry import Registry
from syllabi import hours_of_sets, make_syllabus, pages_practised, parts_beyond, titles_of

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
TEACHING = tomllib.loads((BOOK / "teaching.toml").read_text(encoding="utf-8"))
PAGE_HOURS = Registry(ROOT).page_hours()
SET_HOURS = hours_of_sets(ROOT / "assignments" / "manifest.json")
TITLES = titles_of(BOOK, PAGE_HOURS)


def sections(page):
    """The sections of a page: label, heading and text."""
    text = (BOOK / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r"^\(([\w-]+)\)=\n## ([^\n]+)\n(.*?)(?=^\([\w-]+\)=\n## |\Z)", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(params=TEACHING["syllabi"])
def syllabus(request):
    return make_syllabus(TEACHING, request.param, PAGE_HOURS, SET_HOURS)


def test_a_syllabus_takes_the_pages_in_order_and_leaves_none_out_without_a_reason(syllabus):
    assert not [*syllabus.faults()]
    read = [page for week in syllabus.weeks for page in week.pages]
    assert read == [page for page in PAGE_HOURS if page in read]
    assert all(len(group["why"]) > 30 for group in syllabus.left_out)


def test_its_weeks_are_alike_and_each_lecture_has_a_plan(syllabus):
    planned = {label.removeprefix("lecture-") for label, *_ in sections("lectures")} | {"problems", "exam"}
    for week in syllabus.weeks:
        assert len(week.meetings) == 2
        assert set(week.meetings) <= planned
        assert syllabus.reading(week) <= 7


def test_a_problem_set_is_handed_in_after_most_of_what_it_practises_has_been_read(syllabus):
    for week in syllabus.weeks:
        for name in week.sets:
            beyond = parts_beyond(ROOT / "assignments" / name / f"{name}.ipynb", TITLES, syllabus.read_by(week))
            assert len(beyond) <= 3, name


def test_the_lectures_are_planned_in_the_order_of_the_registry_and_cover_the_book_in_its_order():
    found = sections("lectures")
    assert [label for label, *_ in found] == [f"lecture-{name}" for name in TEACHING["lectures"]]
    assert [heading.partition(":")[0] for _, heading, _ in found] == [f"Lecture {n}" for n in range(1, len(found) + 1)]
    pages = [page for pages in TEACHING["lectures"].values() for page in pages]
    assert pages == [page for page in PAGE_HOURS if page in pages]
    assert len(PAGE_HOURS) - len(pages) == 3  # the solvers are read, and two pages are for those who ask


@pytest.mark.parametrize(("label", "text"), [(label, text) for label, _, text in sections("lectures")])
def test_a_plan_fills_eighty_minutes_asks_shows_a_proof_and_lets_something_fail(label, text):
    assert f"```{{lecture}} {label.removeprefix('lecture-')}\n" in text
    assert sum(map(int, re.findall(r"^- \*\*.+?, (\d+) minutes?\.\*\*", text, re.MULTILINE))) == 80
    assert "- **Stop and ask.**" in text
    assert "- **Let it fail, " in text
    assert re.search(r"\{ref\}`(board-|sec-weak-duality|.*<play-)|\{prf:ref\}", text)


def test_each_playable_figure_is_played_in_a_lecture_and_each_board_proof_is_given():
    plans = (BOOK / "lectures.md").read_text(encoding="utf-8")
    figures = {figure for chapter in Registry(ROOT).chapters.values() for figure in chapter["play"]}
    assert set(re.findall(r"<play-([\w-]+)>", plans)) == figures
    assert set(re.findall(r"\{ref\}`(board-[\w-]+)`", plans)) >= {label for label, *_ in sections("board-proofs")}


@pytest.mark.parametrize(("label", "text"), [(label, text) for label, _, text in sections("board-proofs")])
def test_a_proof_for_the_board_names_its_theorem_has_few_lines_and_the_step_that_students_miss(label, text):
    assert re.match(r"\n\{prf:ref\}`thm-[\w-]+`", text)
    lines = re.findall(r"^\d\. ", text, re.MULTILINE)
    assert 3 <= len(lines) <= 7
    assert len(re.search(r"\*\*Where students stumble\.\*\* (.+)", text)[1]) > 80


def test_each_passage_that_a_problem_set_names_is_found():
    for path in sorted((ROOT / "assignments").glob("ps*/ps*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        parts = [text for cell in cells if (text := "".join(cell["source"])).startswith("## Part ")]
        named = [pages_practised(part, TITLES) for part in parts]
        assert named
        assert all(pages and pages <= set(PAGE_HOURS) for pages in named), path.name


NOTEBOOK = """## Part A: one (2 points)

Book: chapter 1, *Beginning*: "What is $w$?".

Do it.

## Part B: two (3 points)

Book: chapter 1, *Beginning*: "What is $w$?",
"Later on"; chapter 2, *More*: the theorem "Enough".

Do it."""


@pytest.fixture
def small(tmp_path):
    (tmp_path / "first.md").write_text("# First\n\n## What is $\\vw$?\n", encoding="utf-8")
    (tmp_path / "second.md").write_text("# Second\n\n### Later on\n\n:::{prf:theorem} Enough\n", encoding="utf-8")
    cells = [{"cell_type": "markdown", "source": [NOTEBOOK]}, {"cell_type": "code", "source": ["## Part C: no"]}]
    (tmp_path / "ps1.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return tmp_path


def test_the_parts_beyond_the_reading_are_those_that_name_an_unread_page(small):
    titles = titles_of(small, ("first", "second"))
    assert parts_beyond(small / "ps1.ipynb", titles, {"first", "second"}) == []
    assert parts_beyond(small / "ps1.ipynb", titles, {"first"}) == ["B"]
    assert parts_beyond(small / "ps1.ipynb", titles, set()) == ["A", "B"]
    assert pages_practised('Book: chapter 9, *None*: "Nowhere".', titles) == {"Nowhere"}


def test_what_is_wrong_with_a_syllabus_is_said():
    weeks = [{"meetings": ["one", "exam"], "read": ["second"], "sets": ["ps1"]}]
    left_out = [{"pages": ["second", "fourth"], "why": "Because."}]
    teaching = {"lectures": {"one": ["first"]}, "syllabi": {"short": {"weeks": weeks, "left_out": left_out}}}
    made = make_syllabus(teaching, "short", {"first": 1, "second": 2, "third": 3}, {"ps1": 4})
    assert (made.in_class, made.reading(*made.weeks), made.practice(*made.weeks)) == (3, 3, 4)
    assert [*made.faults()] == [
        "'second' is read and left out",
        "'third' is neither read nor left out for a reason",
        "book/chapters.toml has no page 'fourth'",
    ]


def test_the_hours_of_a_set_are_read_from_the_words_of_the_manifest(tmp_path):
    times = ("4½ hours", "3 hours", "½ hour", "1 hour")
    sets = {f"ps{n}": {"time": f"about {time}"} for n, time in enumerate(times, 1)}
    (tmp_path / "manifest.json").write_text(json.dumps({"sets": sets}), encoding="utf-8")
    assert [*hours_of_sets(tmp_path / "manifest.json").values()] == [4.5, 3, 0.5, 1]
    assert hours_of_sets(tmp_path / "none.json") == {}
    weeks = [week for plan in TEACHING["syllabi"].values() for week in plan["weeks"]]
    assert {name for week in weeks for name in week.get("sets", [])} <= set(SET_HOURS)


@pytest.mark.slow
def test_the_page_of_syllabi_has_each_week_the_hours_and_what_is_left_out(built, syllabus):
    html = (built / "book" / "teaching.html").read_text(encoding="utf-8")
    said = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    hours = syllabus.in_class + syllabus.reading(*syllabus.weeks) + syllabus.practice(*syllabus.weeks)
    assert f"weeks take a student about {hours:.0f} hours: {syllabus.in_class:g} in class" in said
    assert html.count('<table class="weeks') == len(TEACHING["syllabi"])
    assert all(group["why"].split("*")[0] in said.replace("’", "'") for group in syllabus.left_out)
