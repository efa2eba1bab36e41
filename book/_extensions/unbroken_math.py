"""Keeps the punctuation after a formula on the formula's line: a browser may break a line between the two."""

import re

from docutils import nodes
from sphinx.application import Sphinx

PUNCTUATION = re.compile(r"[.,;:!?)\]’”]+")


def keep_punctuation(app: Sphinx, doctree: nodes.document) -> None:
    """Put each formula and the punctuation that follows it into one element."""
    for formula in list(doctree.findall(nodes.math)):
        after = formula.next_node(descend=False, siblings=True)
        if not isinstance(after, nodes.Text) or not (found := PUNCTUATION.match(after)):
            continue
        parent, place = formula.parent, formula.parent.index(formula)
        together = nodes.inline("", "", formula, nodes.Text(found[0]), classes=["unbroken"])
        parent[place : place + 2] = [together, nodes.Text(after[found.end() :])]


def setup(app: Sphinx) -> dict[str, bool]:
    """Do it to each page when it has been read."""
    app.connect("doctree-read", keep_punctuation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
