"""The general index, made from what the book says of itself, so that no page has to mark a word for it.

It has the passages of book/theorems.toml under their titles and the words of `also`, the terms of the glossary, where
they are introduced, the symbols of book/notation.toml, the people whose works are cited, and the names of the library.
The template is book/_templates/genindex.html. The search looks into these entries, too.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from cross_references import locate
from lookup_pages import lookup_pages
from page_text import is_hidden, without_dollars
from registry import Registry, registry

DESCRIPTION = "The terms, theorems, algorithms, symbols and people of the book, and its library, from A to Z."
ARTICLE = re.compile(r"(?:The|An?) (?=\w)")
TAUGHT = "main"  # Sphinx's word for an entry's best place
Entry = tuple[str, str, str]
"""What stands in the index, the id it leads to, and whether that is the passage which teaches it."""


class AddEntries(SphinxTransform):
    """Adds the entries of a page that has just been read, before Sphinx collects them."""

    default_priority = 800

    def apply(self, **kwargs: Any) -> None:
        """Add them all at the end of the page."""
        facts = registry(self.env)
        found = [entry for label, target in labels(self.document) for entry in label_entries(facts, label, target)]
        if found:  # only a page that the registry speaks of is read again when the registry changes
            registry(self.env, "theorems", "notation")
        named = [name for name in self.document.findall(addnodes.desc) if name["objtype"] not in ("method", "property")]
        found += [name_entry(name[0]["ids"][0]) for name in named]
        if self.env.docname not in lookup_pages(self.config):
            links = self.document.findall(addnodes.pending_xref)
            found += [entry for link in links for entry in link_entries(self.env, link)]
        entries = [("single", *entry, None) for entry in dict.fromkeys(found)]
        self.document.append(addnodes.index(entries=entries))


def labels(doctree: nodes.document) -> Iterator[tuple[str, str]]:
    """Yield each label of a page, with the id of its passage; a section is numbered under its first id."""
    for node in doctree.findall(nodes.Element):
        for label in node["ids"]:
            yield label, node["ids"][0] if isinstance(node, nodes.section) else label


def label_entries(facts: Registry, label: str, target: str) -> Iterator[Entry]:
    """Yield the title of a labeled passage, its other words, and the symbols that it introduces."""
    entry = facts.theorems.get(label, {})
    for text in [entry["title"], *entry.get("also", [])] if entry else []:
        yield text, target, TAUGHT
    for symbol in facts.entries("notation").values():
        if symbol["label"] == label:
            shown = without_dollars(f"${symbol['example']}$: {symbol['meaning'].partition(';')[0]}", facts)
            yield f"notation; {shown}", target, ""


def name_entry(name: str) -> Entry:
    """Return the entry of a name of the library."""
    within, _, short = name.rpartition(".")
    return f"{short} ({within})", name, ""


def link_entries(env: BuildEnvironment, link: addnodes.pending_xref) -> Iterator[Entry]:
    """Yield the term that a link explains, or the authors of the works that it cites, for the section it is in."""
    above = list(ancestors(link))
    section = next((node["ids"][0] for node in above if isinstance(node, nodes.section) and has_title(node)), None)
    if section is None or any(map(is_hidden, above)):
        return
    if (link["refdomain"], link["reftype"]) == ("std", "term"):
        yield link["reftarget"], section, ""
    elif link["refdomain"] == "cite":
        entries = env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        for key in link["reftarget"].split(","):
            for person in entries[key.strip()].persons.get("author", []):
                if person.last_names != ["others"]:
                    yield name_of(person), section, ""


def ancestors(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield what a node is in, from the inside."""
    while node.parent is not None:
        node = node.parent
        yield node


def has_title(section: nodes.section) -> bool:
    """Return whether a section is one of the page: the content of a theorem is a section without a title."""
    return any(isinstance(child, nodes.title) for child in section.children)


def name_of(person: Any) -> str:
    """Return the name of an author, last names first."""
    last = " ".join(map(str, [*person.rich_prelast_names, *person.rich_last_names]))
    first = " ".join(map(str, [*person.rich_first_names, *person.rich_middle_names]))
    return f"{last}, {first}" if first else last


def arrange(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Sort the index without articles, and give its template the places of each entry."""
    if page != "genindex":
        return
    entries = [entry for _, group in context["genindexentries"] for entry in group]
    ordered = sorted(entries, key=lambda entry: sort_key(entry[0]))
    letters = groupby(ordered, key=lambda entry: sort_key(entry[0])[0].upper())
    context["letters"] = [(letter, list(group)) for letter, group in letters]
    pages = list(app.env.collect_relations())

    def places_of(links: list[tuple[str, str]]) -> dict[str, str]:
        found = [(page, anchor) for page, _, anchor in (link[1].partition(".html#") for link in links)]
        found.sort(key=lambda place: pages.index(place[0]))
        named: dict[str, str] = {}
        for page, anchor in found:
            named.setdefault(place_name(app.env, page, anchor), f"{page}.html#{anchor}")
        return named

    context["places_of"] = places_of
    context["description"] = DESCRIPTION


def sort_key(text: str) -> str:
    """Return what an entry is sorted by: its letters, without an article."""
    plain = unicodedata.normalize("NFD", ARTICLE.sub("", text)).casefold()
    return "".join(letter for letter in plain if letter.isalnum() or letter == " ") or text


def place_name(env: BuildEnvironment, page: str, anchor: str) -> str:
    """Return the name of a place: Theorem 2.1, Chapter 2, 2.3, or the title of its page."""
    if (found := locate(env, anchor)) and found[2]:
        return found[2]
    numbers = env.toc_secnumbers.get(page, {})
    number = numbers[f"#{anchor}"] if f"#{anchor}" in numbers else numbers.get("", ())
    if not number:
        return env.titles[page].astext()
    return f"Chapter {number[0]}" if len(number) == 1 else ".".join(map(str, number))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the entries when a page is read, arrange them when the index is written."""
    for needed in ("registry", "cross_references"):
        app.setup_extension(needed)
    app.add_transform(AddEntries)
    app.connect("html-page-context", arrange, priority=400)  # before the page is described
    return {"parallel_read_safe": True, "parallel_write_safe": True}
