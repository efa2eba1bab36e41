"""Visitors of docutils nodes that several extensions share."""

from collections.abc import Callable
from typing import Any

from docutils import nodes


def skip_node(translator: Any, node: nodes.Element) -> None:
    """Leave out the node and its children."""
    raise nodes.SkipNode


def pass_node(translator: Any, node: nodes.Element) -> None:
    """Write nothing for the node itself."""


def close_tag(tag: str) -> Callable[[Any, nodes.Element], None]:
    """Return a function that closes an HTML element."""

    def depart(translator: Any, node: nodes.Element) -> None:
        translator.body.append(f"</{tag}>\n")

    return depart
