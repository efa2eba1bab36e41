"""The start page as it is built: what it says of the course follows from the files that have it."""

import json
import math
import re
import tomllib
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHAPTERS = tomllib.loads((ROOT / "book" / "chapters.toml").read_text(encoding="utf-8"))
STATIC = ROOT / "book" / "_static"


@pytest.fixture(scope="module")
def html(built):
    return (built / "book" / "index.html").read_text(encoding="utf-8")


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_it_has_no_code_cell_and_its_two_ways_in_lead_somewhere(html, built):
    assert "cell_input" not in html
    ways = re.search(r'<div class="start-ways[^>]*>(.*?)</div>', html, re.DOTALL)[1]
    first, second = re.findall(r'href="([^"]*)"', ways)
    assert (built / "book" / first.partition("#")[0]).is_file()
    assert f'id="{second.removeprefix("#")}"' in html


def test_each_part_has_a_card_with_its_hours_and_its_chapters_as_the_book_numbers_them(html):
    cards = [words(card) for card in re.findall(r'<div class="part-card[^>]*>(.*?)</ol>', html, re.DOTALL)]
    parts = [*dict.fromkeys(chapter["part"] for chapter in CHAPTERS.values())]
    assert len(cards) == len(parts)
    for card, part in zip(cards, parts, strict=True):
        own = [chapter for chapter in CHAPTERS.values() if chapter["part"] == part]
        assert f"about {math.ceil(sum(sum(chapter['hours']) for chapter in own))} hours {part} " in card
        assert all(chapter["title"] in card for chapter in own)
    numbered = re.findall(r'<a class="reference internal" href="([\w-]+)\.html">(\d+)\. ', html)
    starts = re.findall(r'<ol class="[^"]*"(?: start="(\d+)")?>\s*<li><p><a class="[^"]*" href="([\w-]+)\.html', html)
    assert len(starts) == len(parts)
    assert {page: number or "1" for number, page in starts}.items() <= dict(numbered).items()


def test_the_certificate_has_four_rows_that_hold(html):
    table = re.search(r'<div class="certificate.*?</table>', html, re.DOTALL)[0]
    rows = re.findall(r"<tr.*?</tr>", table.partition("<tbody>")[2], re.DOTALL)
    assert [words(row).rpartition(" ")[2] for row in rows] == ["holds"] * 4
    assert "<details" in html.partition('<div class="certificate')[0]


def test_its_numbers_are_those_of_the_proofs_and_of_the_citation(html):
    record = json.loads((ROOT / "proofs" / "checked.json").read_text(encoding="utf-8"))
    labels = {statement["label"] for statement in record["statements"].values()}
    checked = {label for label in labels if label.startswith("thm-")}
    assert f"Coq has checked all {len(checked)} theorems" in words(html)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["title"] in words(html)
    assert f"Version {cited['version']}." in words(html)


def test_the_logo_has_the_colours_of_the_book():
    known = (STATIC / "variables.css").read_text() + (ROOT / "margin_lib" / "plots" / "theme.py").read_text()
    for name in ("logo-light.svg", "logo-dark.svg", "favicon.svg"):
        colours = set(re.findall(r"#[0-9a-f]{6}", (STATIC / name).read_text()))
        assert len(colours) >= 4
        assert all(colour in known for colour in colours), name
