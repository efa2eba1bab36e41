"""The words of the built book, as they stand on its pages: none twice in a row, no article before a title's own."""

import re
from html.parser import HTMLParser

import pytest
from built_book import published

pytestmark = pytest.mark.slow

INLINE = {"a", "abbr", "b", "cite", "dfn", "em", "i", "label", "mark", "q", "small", "span", "strong", "sub", "sup"}
OTHER_THAN_WORDS = {"script", "style", "pre", "svg", "code"}
FORMULA = "\N{WHITE SQUARE}"
TWICE = re.compile(r"\b([^\W\d_]+)[.,;:!?]?\s+(?i:\1)\b|\b(?:[Aa]n?|[Tt]he) (?:The|An?|What|How|Why)\b")
ALLOWED = {
    "it it": "a sentence ends with it, and the next one begins with it",
    "so so": "the verdict 'Not so.' of a quiz, and 'So is ...' in its answer",
    "duality duality": "the name of a theorem, and a sentence that begins with its subject",
    "x x": "k(x, x) is a formula in plain letters",
    "a a": "the point a",
}


class Blocks(HTMLParser):
    """Collects the text of each paragraph, item, heading and cell; a formula or a piece of code is a square."""

    def __init__(self):
        super().__init__()
        self.texts, self.left_out = [""], []

    def handle_starttag(self, tag, attributes):
        classes = (dict(attributes).get("class") or "").split()
        if self.left_out:
            self.left_out += [tag] * (tag == self.left_out[0])
        elif tag in OTHER_THAN_WORDS or "math" in classes:
            self.texts[-1] += FORMULA
            self.left_out = [tag]
        elif tag not in INLINE:
            self.texts.append("")

    def handle_endtag(self, tag):
        if self.left_out:
            self.left_out = self.left_out[: -1 if tag == self.left_out[0] else None]
        elif tag not in INLINE:
            self.texts.append("")

    def handle_data(self, text):
        if not self.left_out:
            self.texts[-1] += text


def doubled(html):
    """The words that stand twice in a row, with what surrounds them."""
    blocks = Blocks()
    blocks.feed(html)
    texts = [" ".join(text.split()) for text in blocks.texts]
    found = [(match, text) for text in texts for match in TWICE.finditer(text)]
    return [
        text[max(0, match.start() - 30) : match.end() + 30]
        for match, text in found
        if " ".join(re.findall(r"\w+", match[0].lower())) not in ALLOWED
    ]


def test_no_word_of_a_page_stands_twice_in_a_row(built):
    prose = set(published(built)) - {"genindex"}  # in the index, the number of a theorem follows its name
    found = {page: doubled((built / f"{page}.html").read_text(encoding="utf-8")) for page in prose}
    assert not {page: words for page, words in found.items() if words}


def test_each_link_to_a_numbered_passage_shows_its_number(built):
    pages = {page: (built / f"{page}.html").read_text(encoding="utf-8") for page in published(built)}
    assert not [page for page, html in pages.items() if re.search(r'"std std-numref">[^<\d]*<', html)]


@pytest.mark.parametrize(
    "html",
    [
        "<p>in the the\nhouse</p>",
        "<p><strong>Right.</strong> Right, and so on</p>",
        "<p>is in the <a><span>The library</span></a>.</p>",
        "<p>The <em>What you need</em> have</p>",
        "<ul><li>one <em>word</em> word</li></ul>",
    ],
)
def test_a_word_that_stands_twice_is_seen(html):
    assert doubled(f"<h1>A page</h1>{html}<p>end</p>")


@pytest.mark.parametrize("html", ["<p>the</p><p>the</p>", "<p>the <code>the</code> the</p>", "<p>it. It is</p>"])
def test_what_is_no_double_is_not_taken_for_one(html):
    assert not doubled(html)
