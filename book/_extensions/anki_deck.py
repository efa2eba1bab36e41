r"""The quizzes as a deck for Anki: a text file that its import reads, offered on the page *Review*.

https://docs.ankiweb.net/importing/text-files.html says what the first lines mean. Anki knows a note by the key of its
quiz (remembered.py), so that a later deck adds what is new, and cards that are there keep their intervals. Formulas are
TeX between \( and \), which Anki sets.
"""

import csv
import html
import io
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from page_records import PageRecords, Records
from page_text import plain_text
from quiz import quiz, quiz_choice, quiz_summary
from registry import registry
from tools.files import write_atomically
from tools.tex import expand_macros

FILE = "quizzes-for-anki.txt"
HEAD = """\
#separator:tab
#html:true
#deck:{deck}
#notetype:Basic
#guid column:1
#tags column:4
#columns:Key\tFront\tBack\tTags
"""
TAGS: dict[type[nodes.Node], str] = {
    nodes.paragraph: "p",
    nodes.emphasis: "em",
    nodes.strong: "strong",
    nodes.literal: "code",
    nodes.bullet_list: "ul",
    nodes.enumerated_list: "ol",
    nodes.list_item: "li",
}
NEW_LINE = "\n"
LIST = '<ol type="A" style="text-align: left">{}</ol>'


class Card:
    """The two sides of a quiz: its question with the choices, and what is said of each."""

    def __init__(self, macros: dict[str, str], source: str) -> None:
        self.macros, self.source = macros, source

    def front(self, node: quiz) -> str:
        """Return the question and the choices."""
        choices = self._items(summary.children for summary in node.findall(quiz_summary))
        return f"<p>{self._all(node[0].children)}</p>{choices}"

    def back(self, node: quiz) -> str:
        """Return what is said of each choice, and where the quiz is from."""
        return self._items(choice.children[1:] for choice in node.findall(quiz_choice)) + self.source

    def _items(self, lists: Iterator[list[nodes.Node]]) -> str:
        return LIST.format("".join(f"<li>{self._all(found)}</li>" for found in lists))

    def _all(self, found: list[nodes.Node]) -> str:
        return "".join(map(self._one, found))

    def _one(self, node: nodes.Node) -> str:
        """Return a node as HTML on one line; of a link only its text."""
        text = html.escape(node.astext(), quote=False)
        if isinstance(node, nodes.literal_block):
            return f"<pre>{text.rstrip().replace(NEW_LINE, '<br>')}</pre>"
        if isinstance(node, nodes.Text):
            return text.replace(NEW_LINE, " ")
        if isinstance(node, nodes.math | nodes.math_block):
            tex = expand_macros(text.replace(NEW_LINE, " "), self.macros)
            return rf"\({tex}\)" if isinstance(node, nodes.math) else rf"\[{tex}\]"
        inside, tag = self._all(node.children), TAGS.get(type(node))
        return f"<{tag}>{inside}</{tag}>" if tag else inside


def read_cards(app: Sphinx, page: str, doctree: nodes.document) -> Records:
    """Return the notes of a page, by their columns."""
    facts, tag = registry(app.env), page.rpartition("/")[2]
    title = html.escape(plain_text(app.env.titles[page], facts))
    found = []
    for node in doctree.findall(quiz):
        address = f"{app.config.html_baseurl}{page}.html#{node['ids'][0]}"
        link = f'<a href="{html.escape(address)}">{title}</a>' if app.config.html_baseurl else title
        card = Card(facts.macros, f"<p>From {link}.</p>")
        found.append({"key": node["key"], "front": card.front(node), "back": card.back(node), "tag": tag})
    return found


def write_deck(app: Sphinx, found: Records) -> None:
    """Write the deck."""
    text = io.StringIO()
    text.write(HEAD.format(deck=app.config.html_title))
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(card.values() for card in found)
    write_atomically(Path(app.outdir) / FILE, text.getvalue().encode())


def setup(app: Sphinx) -> dict[str, bool]:
    """Collect the cards while pages are written."""
    app.setup_extension("quiz")
    app.setup_extension("registry")
    PageRecords("cards", read_cards, write_deck).connect(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
