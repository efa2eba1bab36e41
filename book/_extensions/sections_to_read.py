"""Links to the sections that the parts of an open problem set say to read.

A part begins as in its notebook, 'Book: chapter 2, The perceptron: "The rule, on three points".' When the page is
written, each quoted heading that the book has once becomes a link; browser/in_page/places.js copies these links to
where practice says what to read.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

QUOTED = re.compile(r'[“"](.+?)[”"]')
SIGNS = str.maketrans("‘’“”", "''\"\"")


def sections(env: BuildEnvironment) -> dict[str, tuple[str, str]]:
    """Return the page and the anchor of each heading that is in the book once."""
    found: dict[str, list[tuple[str, str]]] = {}
    for page, contents in env.tocs.items():
        for heading in contents.findall(nodes.reference):
            found.setdefault(heading.astext().translate(SIGNS), []).append((page, heading["anchorname"]))
    return {heading: places[0] for heading, places in found.items() if len(places) == 1}


def link_sections(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make the quoted headings links, on a page with a set that is open for practice."""
    open_sets = [node for node in doctree.findall(nodes.container) if "practice" in node["classes"]]
    paragraphs = [one for node in open_sets for one in node.findall(nodes.paragraph) if one.astext()[:5] == "Book:"]
    known = sections(app.env) if paragraphs else {}
    uris = {heading: app.builder.get_relative_uri(docname, page) + anchor for heading, (page, anchor) in known.items()}
    for text in [text for paragraph in paragraphs for text in paragraph.findall(nodes.Text)]:
        text.parent.replace(text, list(linked(text, uris)))


def linked(text: str, uris: dict[str, str]) -> Iterator[nodes.Node]:
    """Yield the nodes of a text in which known headings are links."""
    for place, piece in enumerate(QUOTED.split(text)):
        uri = uris.get(piece.translate(SIGNS)) if place % 2 else None
        if uri:
            yield from (nodes.Text("“"), nodes.reference("", piece, refuri=uri, internal=True, classes=["place"]))
            yield nodes.Text("”")
        else:
            yield nodes.Text(f"“{piece}”" if place % 2 else piece)


def setup(app: Sphinx) -> dict[str, bool]:
    """Link when pages are written: then all headings are known."""
    app.connect("doctree-resolved", link_sections)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
