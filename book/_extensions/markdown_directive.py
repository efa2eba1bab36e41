"""Directives that produce Markdown, which is parsed as if it were part of the page."""

from collections.abc import Iterable, Sequence
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

log = logging.getLogger(__name__)


class MarkdownDirective(SphinxDirective):
    """A directive that parses Markdown, and warns with page and line."""

    def parse(self, text: str, into: Any) -> Any:
        """Parse Markdown into a node, and return the node."""
        source, _ = self.get_source_info()
        self.state.nested_parse(StringList(text.splitlines(), source), 0, into)
        return into

    def warn(self, message: str, node: nodes.Node | None = None) -> None:
        """Warn at the directive, or at the node."""
        log.warning(message, location=self.get_location() if node is None or not node.line else node)


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)
