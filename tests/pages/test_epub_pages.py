"""What becomes of a page's blocks, links, drawings and formulas on the way into the EPUB."""

import pytest
from lxml import etree

from tools.epub.colors import fill_in
from tools.epub.contents import Contents, Page
from tools.epub.formulas import tidy
from tools.epub.pages import PageError, mend_links
from tools.epub.pages import tidy as tidy_page

VALUES = {"--paper": "#fff", "--ink": "#000", "--card": "#fff", "--soft": "#555", "--slab": "#eee"}
VALUES |= {"--u": "#070", "--plus": "#00f", "--minus": "#f00"}
DRAWING = (
    '<svg role="img" aria-label="{}" class="margin-picture {}" viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"/>'
)


def shown(text):
    return tidy_page(text, "book/page", VALUES).text()


def test_the_row_of_a_theorem_keeps_how_it_was_checked_and_code_of_a_picture_is_left_out():
    row = '<div class="theorem-row"><details class="fold formal"><summary>machine-checked</summary>Coq</details>'
    text = shown(f'{row}<details class="fold"><summary>code</summary>x</details></div><p>After.</p>')
    assert text == '<div><div class="theorem-row"><span class="checked">machine-checked</span></div><p>After.</p></div>'
    assert shown('<div class="cell"><details class="above-input">code</details></div><p>After.</p>') == (
        "<div><p>After.</p></div>"
    )


def test_a_solution_folds_without_a_script_and_a_figure_says_that_it_moves_online():
    block = (
        '<div class="solution dropdown"><p class="admonition-title">Solution to<a href="#x"> 1</a></p><p>So.</p></div>'
    )
    assert shown(block) == (
        '<div><details class="solution dropdown"><summary>Solution to 1</summary><p>So.</p></details></div>'
    )
    assert "you can play with this figure" in shown('<div class="playable"><p>Choose.</p></div>')


def test_a_drawing_is_a_file_with_its_words_and_phones_get_their_own():
    page = tidy_page(
        f"<p>{DRAWING.format('A line.', 'wide')}{DRAWING.format('A line.', 'phone')}</p>", "book/page", VALUES
    )
    assert list(page.pictures) == ["pictures/page-1.svg", "pictures/page-2.svg"]
    [image], [source] = page.body.iter("img"), page.body.iter("source")
    assert (image.get("alt"), image.get("src")) == ("A line.", "../pictures/page-1.svg")
    assert source.get("srcset") == "../pictures/page-2.svg"
    assert b"fill: #fff" in page.pictures["pictures/page-1.svg"]


def test_a_page_that_is_no_xhtml_is_named():
    with pytest.raises(PageError, match="book/page is no XHTML"):
        shown("<p>One<br>two</p>")


@pytest.mark.parametrize(
    ("site", "expected"), [("", "<p>all of it</p>"), ("https://b.org/t/", 'href="https://b.org/t/book/errata.html#x"')]
)
def test_a_link_to_what_is_only_online_leads_to_the_site_or_is_text(site, expected):
    start, online = Page("book/page", "", "A page", ()), Page("book/errata", "", "Errata", ())
    page = tidy_page(
        '<p id="here"><a href="#here">here</a></p><p><a href="errata.xhtml#x">all of it</a></p>', "book/page", VALUES
    )
    mend_links({"book/page": page}, Contents(start, (), (online,), site))
    assert expected in page.text()
    assert '<a href="#here">here</a>' in page.text()


def test_mathml_has_letters_by_unicode_signs_that_belong_to_what_follows_and_aligned_columns():
    table = '<mtable columnalign="right left"><mtr><mtd/><mtd/></mtr></mtable>'
    said = f'<mi mathvariant="double-struck">R</mi><mo>(</mo><mo>−</mo><mn>1</mn>{table}'
    math = etree.fromstring(f'<math xmlns="http://www.w3.org/1998/Math/MathML">{said}</math>')
    tidy(math)
    text = etree.tostring(math, encoding="unicode")
    assert '<mi mathvariant="normal">ℝ</mi>' in text
    assert '<mo form="prefix">−</mo>' in text
    assert [cell.get("style").split(";")[0] for cell in math.iter("{*}mtd")] == [
        "text-align: right",
        "text-align: left",
    ]


def test_names_of_colors_become_colors():
    assert fill_in("fill: var(--a); stroke: var(--b, #123)", {"--a": "red"}) == "fill: red; stroke: #123"
    with pytest.raises(KeyError):
        fill_in("fill: var(--b)", {})
