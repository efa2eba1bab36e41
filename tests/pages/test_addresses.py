"""An address of the first edition still leads to its passage, on whichever page of its chapter that is now."""

import json
import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CHAPTERS = tomllib.loads((HERE.parents[1] / "book" / "chapters.toml").read_text(encoding="utf-8"))
ADDRESSES = json.loads((HERE / "first_edition_addresses.json").read_text(encoding="utf-8"))


def pages_of(chapter):
    return CHAPTERS[chapter].get("pages", [chapter])


def anchors(built, page):
    return set(re.findall(r' id="([^"]+)"', (built / "book" / f"{page}.html").read_text(encoding="utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_labelled_passage_of_the_first_edition_is_in_its_chapter(chapter, built):
    assert set(ADDRESSES[chapter]) <= set().union(*(anchors(built, page) for page in pages_of(chapter)))


@pytest.mark.slow
@pytest.mark.needs("chromium")
@pytest.mark.parametrize("chapter", [chapter for chapter in CHAPTERS if len(pages_of(chapter)) > 1])
def test_an_old_address_of_a_passage_that_moved_leads_to_its_new_page(chapter, built, context, address):
    last = pages_of(chapter)[-1]
    moved = next(name for name in ADDRESSES[chapter] if name in anchors(built, last))
    page = context.new_page()
    page.goto(f"{address}/book/{chapter}.html#{moved}")
    page.wait_for_url(f"{address}/book/{last}.html#{moved}")
    page.close()


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_an_address_on_a_later_page_leads_around_to_the_first_and_one_that_is_nowhere_comes_to_rest(context, address):
    page = context.new_page()
    page.goto(f"{address}/book/wide-margin.html#play-plane")
    page.wait_for_url(re.compile(r"/book/separability.html\?around=?#play-plane$"))
    page.goto(f"{address}/book/wide-margin.html#nowhere")
    page.wait_for_url(re.compile(r"/book/gordan.html\?around=?#nowhere$"))
    page.close()
