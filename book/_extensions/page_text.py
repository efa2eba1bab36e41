"""The text of a page, without code, outputs, hints, solutions, and the answers of a quiz: what is seen at first."""

import re

from docutils import nodes

from plain_formulas import formula_text
from registry import Registry
from tools.tex import expand_macros

HIDDEN = {
    *("answers", "comment", "dropdown_main", "fold", "follows", "image", "index", "literal_block", "proof_order"),
    *("quiz_choice", "raw", "solution_node", "system_message", "target", "toctree"),
}
HIDDEN_CLASSES = {"cell", "dropdown", "entry", "library-source", "registry-table", "theorem-row"}


def is_hidden(node: nodes.Node) -> bool:
    """Return whether a node holds something that isn't read as text."""
    classes = node.get("classes", ()) if isinstance(node, nodes.Element) else ()
    return type(node).__name__ in HIDDEN or not HIDDEN_CLASSES.isdisjoint(classes)


def without_dollars(text: str, facts: Registry) -> str:
    """Return Markdown of the registry with its formulas as plain text."""
    return re.sub(r"\$([^$]+)\$", lambda found: formula_text(expand_macros(found[1], facts.macros)), text)


def plain_text(node: nodes.Node, facts: Registry) -> str:
    """Return the text of a node, with formulas as plain text."""
    if is_hidden(node):
        return ""
    if isinstance(node, nodes.math | nodes.math_block):
        return formula_text(expand_macros(node.astext(), facts.macros))
    if not node.children:
        return node.astext()
    between = "" if isinstance(node, nodes.TextElement) else " "
    return between.join(plain_text(child, facts) for child in node.children)
