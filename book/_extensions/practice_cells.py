"""The parts of a problem set that is open for practice, to be answered and checked on its page.

Each part is a fold with the text of the released notebook and its cells. Under an answer's cell readers find *Check*
beside the usual buttons: it runs the set's hidden tests on the answer, in the page (browser/in_page/page.js).
"""

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from folds import make_fold
from markdown_directive import MarkdownDirective
from node_visitors import close_tag, skip_node
from remembered import data

HEADING = re.compile(r"^## (Part [A-Z]: .*) \(\d+ points?\)$", re.MULTILINE)
OPEN = """\
**Open for practice.** Write your answer to a part here and press *Check*: the hidden tests try it on fresh data, claim
by claim, in this page. Nothing of it is a grade, and nothing leaves your computer. In the notebook `practice()` does
the same, after `from notebook_checks.practice import practice`.
"""
CLOSED = "You can check your answers here from {} on."


class practice_cell(nodes.container):  # noqa: N801 - docutils names nodes so
    """A cell of the page to write in, with the function that *Check* tries, if any.

    It belongs to a problem set (`practice`), or to an exercise and brings its check along (`code`, answer_code.py).
    """


def practice_nodes(directive: MarkdownDirective, name: str, notebook: Path) -> list[nodes.Node]:
    """Return what the page says about practice with a set: nothing, the day when it opens, or the parts to check."""
    if name not in directive.config.practice:
        return []
    opens, is_open = directive.config.practice[name]
    if not is_open:
        day = date.fromisoformat(opens)
        return list(directive.parse(CLOSED.format(f"{day.day} {day:%B %Y}"), nodes.container()).children)
    shown = directive.parse(OPEN, nodes.container(classes=["practice"]))
    for title, cells in _parts(json.loads(notebook.read_text(encoding="utf-8"))["cells"]):
        shown += make_fold(title, *(node for cell in cells for node in _shown(directive, name, cell)))
    return [shown]


def _parts(cells: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the title and the cells of each part that practice judges; what comes before the first part is with it."""
    texts = {cell["id"]: "".join(cell["source"]) for cell in cells}
    before: list[dict[str, Any]] = []
    title = ""
    for cell in cells:
        kind, _, name = cell["id"].partition("-")
        if heading := HEADING.search(texts[cell["id"]]):
            title = heading[1]
            before = [kept for kept in before if kept["cell_type"] == "code"]
        if kind in ("text", "given", "answer") and name not in ("introduction", "selfcheck", "practice"):
            before.append(cell)
        if kind == "answer" and f"test-{name}" in texts:
            if "Form.steps(" not in texts.get(f"check-{name}", ""):  # the order of a proof
                yield title, before
            before = []


def _shown(directive: MarkdownDirective, name: str, cell: dict[str, Any]) -> list[nodes.Node]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return list(directive.parse(HEADING.sub("", text), nodes.container()).children)
    kind, _, function = cell["id"].partition("-")
    code = nodes.container("", nodes.literal_block(text, text, language="python"), classes=["cell_input"])
    return [practice_cell("", code, classes=["cell"], practice=name, check=function if kind == "answer" else "")]


def visit_cell(self: Any, node: practice_cell) -> None:
    """Open the cell's element, in which the scripts of the page find what they need to know.

    The cell of an exercise is hidden until they run; without them the page is one to read.
    """
    told = {f"data-{name}": node[name] for name in ("practice", "check", "code") if name in node}
    if "code" in node:
        if self.builder.name != "html":
            raise nodes.SkipNode
        told |= data(node) | {"hidden": "hidden"}
    self.body.append(self.starttag(node, "div", CLASS="docutils container", **told))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the node; only HTML shows it."""
    app.setup_extension("folds")
    skip = (skip_node, None)
    app.add_node(practice_cell, html=(visit_cell, close_tag("div")), latex=skip, text=skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
