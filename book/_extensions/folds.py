"""A fold: content that opens in place when its label is clicked. Only HTML shows it."""

from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from node_visitors import close_tag, skip_node


class fold(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A <details> element; its first child is the label."""


class fold_label(nodes.TextElement):  # noqa: N801
    """The text that is shown while the fold is closed."""


def make_fold(label: str | Sequence[nodes.Node], *content: nodes.Node, classes: tuple[str, ...] = ()) -> fold:
    """Return a closed fold; the label is a text, or the nodes of a line."""
    line = [nodes.Text(label)] if isinstance(label, str) else label
    return fold("", fold_label("", "", *line), *content, classes=["fold", *classes])


def visit_fold(self: Any, node: fold) -> None:
    """Open the <details>."""
    self.body.append(self.starttag(node, "details"))


def visit_label(self: Any, node: fold_label) -> None:
    """Open the <summary>."""
    self.body.append(self.starttag(node, "summary", ""))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the nodes."""
    skip = (skip_node, None)
    app.add_node(fold, html=(visit_fold, close_tag("details")), latex=skip, text=skip)
    app.add_node(fold_label, html=(visit_label, close_tag("summary")), latex=skip, text=skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
