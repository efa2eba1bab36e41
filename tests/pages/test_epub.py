"""The book as an EPUB: valid, open to all readers, and with the pages, formulas and pictures of the book."""

import pickle
import re
import zipfile
from posixpath import dirname, join, normpath

import pytest
from built_book import PAGES, ROOT
from docutils import nodes
from epub_checkers import ace, epubcheck
from lxml import etree

from answers import answers
from tools import take_away
from tools.epub.contents import read_contents

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

KEPT = [page for page in PAGES if page.rpartition("/")[2] not in take_away.ONLINE]
RAW = re.compile(r"\\[(\[a-zA-Z]|\$\$")


@pytest.fixture(scope="module")
def pages(taken_away):
    with zipfile.ZipFile(taken_away["epub"]) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tree(pages, file):
    return etree.fromstring(pages[file])


@pytest.mark.needs("epubcheck")
def test_epubcheck_finds_nothing(taken_away):
    assert taken_away["epub"].stat().st_size < 12e6
    assert epubcheck(taken_away["epub"]) == []


@pytest.mark.needs("npm", "node")
def test_ace_finds_nothing_serious(taken_away, tmp_path):
    found, seen = ace(taken_away["epub"], tmp_path)
    assert seen > len(KEPT)
    assert [fault for fault in found if fault[1] in ("serious", "critical")] == []


def test_it_has_the_pages_of_the_book_in_their_order_but_those_that_are_looked_up_online(pages):
    package = pages["content.opf"].decode()
    listed = dict(re.findall(r'<item id="([^"]*)" href="([^"]*)"', package))
    order = [listed[item] for item in re.findall(r'<itemref idref="([^"]*)"', package)]
    assert order == ["cover.xhtml", "title.xhtml", "nav.xhtml", *(f"{page}.xhtml" for page in KEPT)]
    assert sorted(listed.values()) == sorted(set(pages) - {"mimetype", "META-INF/container.xml", "content.opf"})
    assert len(PAGES) - len(KEPT) == len(take_away.ONLINE)


def test_its_contents_have_the_parts_and_the_chapters_with_their_numbers(pages):
    contents = read_contents(ROOT / "_build" / "epub", take_away.ONLINE)
    said = tree(pages, "nav.xhtml")
    listed = [(link.get("href"), link.text) for link in said.xpath("//*[local-name()='nav'][1]//*[local-name()='a']")]
    assert listed[1:] == [(page.file, page.heading) for page in contents.pages()]
    assert ("book/perceptron.xhtml", "2 The perceptron") in listed
    parts = said.xpath("//*[local-name()='nav'][1]//*[local-name()='span']/text()")
    assert parts == [part for part, _ in contents.parts]


@pytest.mark.parametrize("page", KEPT)
def test_each_formula_of_a_page_is_mathml(page, pages):
    source = pickle.loads((ROOT / "_build" / ".doctrees" / f"{page}.doctree").read_bytes())
    for fields in [*source.findall(answers)]:
        fields.parent.remove(fields)  # they are only where a script checks them
    formulas = [*source.findall(nodes.math), *source.findall(nodes.math_block)]
    read = tree(pages, f"{page}.xhtml")
    drawn_by_coq = "ancestor::*[@class = 'walk' or @class = 'follows-facts']"  # without TeX
    shown = read.xpath(f"//*[local-name() = 'math'][not({drawn_by_coq})]")
    written = (ROOT / "_build" / "epub" / f"{page}.xhtml").read_text(encoding="utf-8").count('class="math ')
    assert len(shown) == written >= len(formulas)  # the text of a link may have a title's formula once more
    assert not list(read.iter("{*}merror"))
    prose = read.xpath("//text()[not(ancestor::*[local-name() = 'pre' or local-name() = 'code'])]")
    assert not [text for text in prose if RAW.search(text)]


def test_the_machines_proof_stands_under_its_theorem_with_what_is_known_after_each_step(pages):
    walk, *_ = tree(pages, "book/perceptron.xhtml").xpath("//*[@id='thm-novikoff']//*[@class='walk']")
    assert [step.xpath("string()") for step in walk.iter("{*}dt")] == ["Along u", "Length", "Together"]
    assert walk.xpath("string(.//*[local-name() = 'dd'][last()])") == "Nothing is left to show."
    assert len(list(walk.iter("{http://www.w3.org/1998/Math/MathML}math"))) == 4
    assert not [file for file, text in pages.items() if b"needs JavaScript" in text]


def test_questions_about_proofs_stand_with_their_facts_and_answers_and_nothing_to_press(pages):
    blocks = tree(pages, "book/perceptron.xhtml").xpath("//*[@class='follows']")
    assert len(blocks) == 4
    for block in blocks:
        said = block.xpath("string(.//*[@class='follows-answer'])")
        assert "It follows from" in said or "In order: line one" in said
        assert block.xpath(".//*[@class='follows-facts']//*[local-name() = 'math']")
        assert not block.xpath(".//*[local-name() = 'input' or local-name() = 'label']")


def test_each_picture_is_there_and_has_an_alternative_text(pages):
    seen = set()
    for file in pages:
        if file.endswith(".xhtml"):
            read = tree(pages, file)
            images = list(read.iter("{*}img"))
            assert not [image.get("src") for image in images if not image.get("alt", "").strip()]
            addresses = [image.get("src") for image in images] + read.xpath("//@srcset")
            seen |= {normpath(join(dirname(file), address)) for address in addresses}
    assert seen == {file for file in pages if file.startswith("pictures/")} | {"cover.png"}
    assert len(seen) > len(KEPT)


def test_no_script_and_no_custom_property_is_left(pages):
    for file, said in pages.items():
        if file.endswith((".xhtml", ".svg", ".css")):
            assert b"var(--" not in said, file
            assert b"<script" not in said, file
