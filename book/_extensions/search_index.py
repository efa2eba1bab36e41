"""What the search of the book looks through: passages.js, the text of each passage with its title and place.

A passage is a section, a definition, theorem or algorithm, an exercise, an entry of the glossary, or a name of the
library. book/_static/search/search.js ranks them. Sphinx's own search, which this replaces, knows whole pages only.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from book_index import TAUGHT, has_title
from cross_references import locate
from lookup_pages import lookup_pages
from page_records import PageRecords, Records
from page_text import is_hidden, plain_text
from registry import Registry, registry
from tools.files import write_atomically

FILE = "passages.js"
LEFT_BEHIND = ("searchindex.js", "prf-prf.html")  # by builds from before this search and this index
# How much a passage counts: a chapter before its sections, and what teaches before what is looked up.
CHAPTER, PAGE_OF_CHAPTER, PASSAGE, OTHER_PAGE, EXERCISE, LOOKED_UP = 1.5, 1.2, 1.0, 0.9, 0.5, 0.4


@dataclass
class Passage:
    """A passage, as the search knows it."""

    address: str
    title: str
    number: str
    page: str
    weight: float
    names: list[str] = field(default_factory=list)
    """What else it is called in the index."""
    text: list[str] = field(default_factory=list)


class PageReader:
    """Reads the passages of a page."""

    def __init__(self, app: Sphinx, page: str) -> None:
        self.env, self.page, self.facts = app.env, page, registry(app.env)
        self.weight = page_weight(app, page)
        self.title = plain_text(app.env.titles[page], self.facts)
        self.numbers = app.env.toc_secnumbers.get(page, {})
        self.entries = app.env.domaindata["index"]["entries"].get(page, [])
        self.found: list[Passage] = []

    def read(self, node: nodes.Element, passage: Passage | None = None) -> list[Passage]:
        """Return the passages in a node; text that is in none of them goes into the one given."""
        for child in node.children:
            if is_hidden(child) or isinstance(child, nodes.title | nodes.term | addnodes.desc_signature):
                continue
            if isinstance(child, nodes.TextElement | nodes.Text):
                if passage is not None:
                    passage.text.append(" ".join(plain_text(child, self.facts).split()))
            elif opened := self.open(child):
                self.found.append(opened)
                self.read(child, opened)
            else:
                self.read(child, passage)
        return self.found

    def open(self, node: nodes.Element) -> Passage | None:
        """Return the passage that a node begins, or None if it begins none."""
        ids = node.get("ids", [])
        if isinstance(node, nodes.section) and has_title(node):
            return self.open_section(node)
        if isinstance(node, nodes.definition_list_item) and node[0].get("ids"):
            return self.passage(node[0]["ids"], plain_text(node[0], self.facts))
        if isinstance(node, addnodes.desc) and node[0].get("ids"):
            return self.passage(node[0]["ids"], node[0]["ids"][0])
        for label in ids:
            if number := (locate(self.env, label) or ("", "", ""))[2]:
                return self.passage([label], block_title(node, self.facts), f"{number}:")
        return None

    def open_section(self, section: nodes.section) -> Passage:
        """Return the passage of a section; the first one is the page itself."""
        anchor = f"#{section['ids'][0]}" if self.found else ""
        number = self.numbers.get(anchor) or ()
        found = self.passage(section["ids"], plain_text(section.next_node(nodes.title), self.facts))
        found.number = f"Chapter {number[0]}:" if len(number) == 1 else ".".join(map(str, number))
        if not anchor:
            found.address = f"{self.page}.html"
            found.weight *= CHAPTER if len(number) == 1 else PAGE_OF_CHAPTER
        return found

    def passage(self, ids: list[str], title: str, number: str = "") -> Passage:
        """Return a passage without its text."""
        weight = self.weight * (EXERCISE if number.startswith("Exercise") else 1)
        names = [text for _, text, target, main, _ in self.entries if main == TAUGHT and target in ids]
        names = [name for name in names if name != title]
        return Passage(f"{self.page}.html#{ids[0]}", title, number, self.title, weight, names)


def page_weight(app: Sphinx, page: str) -> float:
    """Return how much the passages of a page count."""
    if page in lookup_pages(app.config):
        return LOOKED_UP
    return PASSAGE if registry(app.env).chapter_of(page.rpartition("/")[2]) else OTHER_PAGE


def block_title(block: nodes.Element, facts: Registry) -> str:
    """Return the title of a theorem or an exercise, which its page shows in brackets."""
    text = plain_text(block.next_node(nodes.title), facts)
    return re.sub(r"^[^(]*\((.*)\)$", r"\1", text.strip())


def read_passages(app: Sphinx, page: str, doctree: nodes.document) -> Records:
    """Return the passages of a page that is about to be written."""
    found = PageReader(app, page).read(doctree)
    return [asdict(passage) | {"text": " ".join(passage.text)} for passage in found]


def join_passages(app: Sphinx, found: Records) -> None:
    """Write the passages of all pages, as a script: a page that is opened as a file can't fetch anything else."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    write_atomically(Path(app.outdir) / FILE, f"var bookPassages = {text};\n".encode(), wait=False)
    for name in LEFT_BEHIND:
        (Path(app.outdir) / name).unlink(missing_ok=True)


def replace_search(app: Sphinx) -> None:
    """Spare the build the index of Sphinx's search, and the page that goes with it."""
    if app.builder.name == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def add_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page of the search."""
    yield "search", {"description": "Search the book: its chapters, theorems, glossary and library."}, "search.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Collect the passages while pages are written."""
    for needed in ("registry", "cross_references", "book_index"):
        app.setup_extension(needed)
    app.add_js_file("search/search.js", loading_method="defer")
    app.connect("builder-inited", replace_search)
    app.connect("html-collect-pages", add_page)
    PageRecords("passages", read_passages, join_passages).connect(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
