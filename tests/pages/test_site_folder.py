"""Publishing: one book a term, all of them kept, and each page of an earlier one says where the newest is."""

import json
import re
import shutil
from datetime import date
from pathlib import Path
from urllib.parse import quote

import pytest

from course.errors import Trouble
from course.publish.site_folder import add_book, published
from tools.chromium import chromium
from tools.plain_server import served

OLDER, NEWEST = "Été 2026", "Fall 2027"
SCRIPT = Path(__file__).parents[2] / "book" / "_static" / "term.js"


def book(folder, term, *pages):
    """A built book: pages that know their term, and the script that the pages of the book load."""
    for page in ("index.html", *pages):
        path = folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * page.count("/") or "./"
        path.write_text(
            f'<!DOCTYPE html><html lang="en" data-content_root="{root}"><meta charset="utf-8">'
            f'<meta name="book-term" content="{term}"><title>{page}</title><link rel="icon" href="data:,">'
            f'<script defer src="{root}term.js"></script><main id="main-content"><h1>{term}</h1></main></html>'
        )
    shutil.copy(SCRIPT, folder / "term.js")
    return folder


@pytest.fixture
def site(tmp_path):
    return tmp_path / "site"


def test_the_site_leads_to_the_newest_term_by_a_relative_address(tmp_path, site):
    for term in ("2026-autumn", "2027-spring"):
        add_book(book(tmp_path / term, term), site, term)
    lead = (site / "index.html").read_text()
    assert set(re.findall(r'(?:url|href)="?=?([^">]+)', lead)) == {"2027-spring/index.html"}
    listed = json.loads((site / "versions.json").read_text())
    assert [entry["term"] for entry in listed] == ["2027-spring", "2026-autumn"]


def test_terms_are_in_the_order_of_the_year(tmp_path, site):
    terms = ["2027-autumn", "2026-summer", "2027-winter", "2027-spring"]
    for term in terms:
        add_book(book(tmp_path / term, term), site, term)
    assert list(published(site)) == ["2027-autumn", "2027-spring", "2027-winter", "2026-summer"]


def test_terms_of_any_name_are_in_the_order_of_their_first_days_and_old_ones_keep_theirs(tmp_path, site):
    for term in ("2026-autumn", "2027-spring"):
        add_book(book(tmp_path / term, term), site, term)
    listed = json.loads((site / "versions.json").read_text())
    (site / "versions.json").write_text(json.dumps([{k: v for k, v in one.items() if k != "starts"} for one in listed]))
    (site / "pictures").mkdir()  # of somebody else's
    for term, starts in (("Fall 2027", date(2027, 9, 1)), ("2027-S1", date(2027, 2, 1)), ("zz", date(2025, 2, 1))):
        add_book(book(tmp_path / term, term), site, term, starts=starts)
    assert list(published(site)) == ["Fall 2027", "2027-spring", "2027-S1", "2026-autumn", "zz"]
    assert 'href="Fall%202027/index.html">The book of Fall 2027<' in (site / "index.html").read_text()
    assert [one["term"] for one in json.loads((site / "versions.json").read_text())] == list(published(site))


def test_two_terms_that_start_on_one_day_are_refused_as_it_is_open_which_is_newer(tmp_path, site):
    add_book(book(tmp_path / "1", "2027-spring"), site, "2027-spring", starts=date(2027, 2, 1))
    with pytest.raises(Trouble, match=r"2027-fall and 2027-spring, which is .*, both start .* Set `starts`"):
        add_book(book(tmp_path / "2", "2027-fall"), site, "2027-fall", starts=date(2027, 2, 1))
    add_book(book(tmp_path / "3", "2027-spring"), site, "2027-spring", starts=date(2027, 2, 8))
    add_book(book(tmp_path / "2", "2027-fall"), site, "2027-fall", starts=date(2027, 2, 1))
    assert list(published(site)) == ["2027-spring", "2027-fall"]


def test_a_list_of_terms_that_is_damaged_is_not_written_over(tmp_path, site):
    add_book(book(tmp_path / "1", "2027-spring"), site, "2027-spring")
    for damage in ("[", "{}}", "[1]", '[{"pages": []}]'):
        (site / "versions.json").write_text(damage)
        with pytest.raises(Trouble, match=r"versions\.json lists the terms there, and cannot be read"):
            add_book(book(tmp_path / "2", "2027-fall"), site, "2027-fall", starts=date(2027, 9, 1))
        assert (site / "versions.json").read_text() == damage


def test_the_current_term_is_replaced_whole(tmp_path, site):
    add_book(book(tmp_path / "old", "2027-spring", "gone.html"), site, "2027-spring")
    add_book(book(tmp_path / "new", "2027-spring", "come.html"), site, "2027-spring")
    assert {path.name for path in (site / "2027-spring").glob("*.html")} == {"index.html", "come.html"}
    assert {path.name for path in site.iterdir()} == {"2027-spring", "index.html", "versions.json"}


def test_an_earlier_term_is_replaced_only_if_told_so(tmp_path, site):
    for term in ("2026-autumn", "2027-spring"):
        add_book(book(tmp_path / term, term), site, term)
    changed = book(tmp_path / "changed", "2026-autumn", "changed.html")
    with pytest.raises(Trouble, match=r"2026-autumn is published already.*--replace"):
        add_book(changed, site, "2026-autumn")
    assert not (site / "2026-autumn" / "changed.html").exists()
    add_book(changed, site, "2026-autumn", replace=True)
    assert (site / "2026-autumn" / "changed.html").exists()
    assert "2027-spring/index.html" in (site / "index.html").read_text()


def test_without_a_book_nothing_is_published(tmp_path, site):
    with pytest.raises(Trouble, match="make book"):
        add_book(tmp_path / "nothing", site, "2027-spring")
    assert not site.exists()


def test_a_copy_that_fails_leaves_the_old_book(tmp_path, site, monkeypatch):
    add_book(book(tmp_path / "old", "2027-spring"), site, "2027-spring")

    def fails(source, target, **_):
        target.mkdir()
        raise OSError("no space left on device")

    monkeypatch.setattr(shutil, "copytree", fails)
    with pytest.raises(OSError, match="no space"):
        add_book(book(tmp_path / "new", "2027-spring"), site, "2027-spring")
    assert (site / "2027-spring" / "index.html").is_file()
    assert not list(site.glob(".*.new-*"))


@pytest.mark.needs("chromium")
def test_pages_of_an_earlier_term_lead_to_the_same_page_of_the_newest(tmp_path):
    site = tmp_path / "some" / "folder"
    add_book(book(tmp_path / "1", OLDER, "book/kept.html", "book/dropped.html"), site, OLDER, starts=date(2026, 9, 1))
    add_book(book(tmp_path / "2", NEWEST, "book/kept.html"), site, NEWEST, starts=date(2027, 9, 1))
    with chromium() as browser, served(tmp_path) as address:
        page = browser.new_page()
        for name, target in [("book/kept.html", "book/kept.html"), ("book/dropped.html", "index.html")]:
            page.goto(f"{address}/some/folder/{quote(OLDER)}/{name}")
            page.wait_for_selector(".earlier-term")
            assert f"This is the book of {OLDER}" in page.inner_text(".earlier-term")
            page.click(".earlier-term a")
            page.wait_for_url(f"{address}/some/folder/{quote(NEWEST)}/{target}")
        page.wait_for_load_state("networkidle")
        assert page.locator(".earlier-term").count() == 0
