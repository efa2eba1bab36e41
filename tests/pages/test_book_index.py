"""The index: everything the book names is in it, under words a reader would look for, and leads to its place."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest
from built_book import PAGES

pytestmark = pytest.mark.slow

BOOK = Path(__file__).parents[2] / "book"
THEOREMS = tomllib.loads((BOOK / "theorems.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def entries(built):
    """The entries of the index: a name, and its places, each with its address."""
    html = (built / "genindex.html").read_text(encoding="utf-8")
    found = re.findall(r'<li>([^<]*?)\s*<span class="index-places">(.*?)</span>', html)
    assert len(found) > 400
    links = {}
    for name, places in found:
        links.setdefault(unescape(name), []).extend(
            (unescape(text), address) for address, text in re.findall(r'<a href="([^"]+)">([^<]+)</a>', places)
        )
    return links


def test_every_passage_of_the_registry_is_in_it_under_each_of_its_names(entries):
    names = {name for about in THEOREMS.values() for name in (about["title"], *about.get("also", []))}
    assert not names - set(entries)


def test_every_term_of_the_glossary_is_in_it(entries):
    terms = re.findall(r"^(\S.*)\n  ", (BOOK / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(terms) > 35
    assert not [term for term in terms if "Glossary" not in dict(entries.get(term, []))]


def test_it_names_people_algorithms_symbols_and_the_library(entries):
    assert ("Theorem 2.1", "book/perceptron.html#thm-novikoff") in entries["Novikoff's theorem"]
    assert ("Algorithm 2.1", "book/perceptron.html#alg-perceptron") in entries["The perceptron"]
    assert any(address.startswith("book/perceptron-bound.html") for _, address in entries["Novikoff, Albert B. J."])
    assert ("Theorem 3.1", "book/margin-perceptron.html#thm-margin-perceptron") in entries[
        "γ_opt: the largest margin that any plane has on the data"
    ]
    assert ("Library reference", "book/reference.html#margin_lib.check_kkt") in entries["check_kkt (margin_lib)"]


def test_its_places_are_in_the_order_of_the_book(entries):
    pages = [PAGES.index(address.partition(".html")[0]) for _, address in entries["Boser, Bernhard E."]]
    assert len(pages) > 3
    assert pages == sorted(pages)


def test_each_of_its_links_leads_to_a_place(entries, built):
    ids = {}
    for _, address in (link for links in entries.values() for link in links):
        page, _, anchor = address.partition("#")
        if page not in ids:
            ids[page] = set(re.findall(r'\bid="([^"]+)"', (built / page).read_text(encoding="utf-8")))
        assert anchor in ids[page], address


def test_every_page_leads_to_it(built):
    html = (built / "book" / "perceptron.html").read_text(encoding="utf-8")
    assert '<a class="reference internal" href="../genindex.html">Index</a>' in html
    own = (built / "genindex.html").read_text(encoding="utf-8")
    here = r'(?s)<details class="sidebar-part" open>.*<a class="reference internal current active" href="#">Index'
    assert re.search(here, own)
