"""Checks that every picture has a text alternative: an image or drawing without one is a warning."""

import re
from html.parser import HTMLParser
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)

FILE_NAME = re.compile(r"\S+\.(svg|png|jpe?g|gif|webp)", re.IGNORECASE)


def says_nothing(words: str) -> bool:
    """Return whether an alternative text is empty or only the name of a file."""
    return not words.strip() or FILE_NAME.fullmatch(words.strip()) is not None


class Pictures(HTMLParser):
    """Finds the faults of the pictures in a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.unnamed = False  # inside a drawing that has no label, and no title so far
        self.feed(html)
        self.close()
        self._end_drawing()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, Any]]) -> None:
        """Check images, drawings and their titles."""
        given = dict(attributes)
        if given.get("aria-hidden") == "true":
            return
        if tag == "img" and says_nothing(given.get("alt") or ""):
            self.faults.append("an <img> without alternative text")
        if tag == "svg":
            self._end_drawing()
            if given.get("role") != "img":
                self.faults.append('an <svg> without role="img"')
            self.unnamed = not (given.get("aria-label") or given.get("aria-labelledby") or "").strip()
        if tag == "title":
            self.unnamed = False

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, Any]]) -> None:
        """Treat <img/> as <img>."""
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        """Check whether a drawing had a label or title."""
        if tag == "svg":
            self._end_drawing()

    def _end_drawing(self) -> None:
        if self.unnamed:
            self.faults.append("an <svg> without aria-label or <title>")
        self.unnamed = False


def check_pictures(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Check all pictures of a page when it is written, since outputs have their final form only then."""
    if app.builder.format != "html":
        return
    for image in doctree.findall(nodes.image):
        if says_nothing(image.get("alt", "")):
            log.warning("an image without alternative text: %s", image.get("uri"), location=_location(image, page))
    for raw in doctree.findall(nodes.raw):
        if "html" in raw.get("format", ""):
            for fault in Pictures(raw.astext()).faults:
                log.warning(fault, location=_location(raw, page))


def _location(node: nodes.Node, page: str) -> Any:
    """Return the nearest node above that has a line number, or the page."""
    above: Any = node
    while above is not None and not getattr(above, "line", None):
        above = above.parent
    return above if above is not None else page


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the check."""
    app.connect("doctree-resolved", check_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
