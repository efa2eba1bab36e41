"""The parts of a problem set that is open for practice, to be answered and checked on its page.

Each part is a fold with the text of the released notebook, and its cells if the page can check it; what the notebook
says before its parts is above them. Under an answer's cell readers find *Check* beside the usual buttons: it runs the
set's hidden tests on the answer, in the page (browser/in_page/page.js).
"""

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from folds import make_fold
from markdown_directive import MarkdownDirective
from node_visitors import close_tag, skip_node
from remembered import data

Cell = dict[str, Any]

AROUND = ("selfcheck", "practice")  # the last cells of a notebook, on the notebook itself
FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
HEADING = re.compile(r"^## (Part [A-Z]: .*) \(\d+ points?\)$", re.MULTILINE)
OPEN = """\
**Open for practice.** Write your answer to a part here and press *Check*: the hidden tests try it on fresh data, claim
by claim, in this page. Nothing of it is a grade, and nothing leaves your computer. In the notebook `practice()` does
the same, after `from notebook_checks.practice import practice`.
"""
NOT_HERE = "{} can't be checked on this page. Write yours in the set's notebook: the links to it are above."
CLOSED = "You can check your answers here from {} on."


class practice_cell(nodes.container):  # noqa: N801 - docutils names nodes so
    """A cell of the page to write in, with the function that *Check* tries, if any.

    It belongs to a problem set (`practice`), which has a name for it (`called`), or to an exercise and brings its check
    along (`code`, answer_code.py).
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
    (_, before), *parts = _parts(json.loads(notebook.read_text(encoding="utf-8"))["cells"])
    shown += [node for text in _introductions(before) for node in _text(directive, text)]
    given = [_cell(cell, name, "the code before the parts") for cell in before if cell["cell_type"] == "code"]
    shown += make_fold("The code that runs before each part", *given)
    for title, cells in parts:
        shown += make_fold(_inline(directive, title), *_part(directive, name, title, cells))
    return [addnodes.only("", shown, expr="html")]


def _parts(cells: list[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the title and the cells of each part, after what comes before the first, without a title."""
    title, inside = "", list[Cell]()
    for cell in cells:
        if cell["id"].partition("-")[2] in AROUND:
            continue
        if heading := HEADING.search("".join(cell["source"])):
            yield title, inside
            title, inside = heading[1], []
        inside.append(cell)
    yield title, inside


def _introductions(before: list[Cell]) -> Iterator[str]:
    """Yield what a set says before its parts, and the small print of all sets: the page itself has the rest of that."""
    texts = {cell["id"]: "".join(cell["source"]) for cell in before if cell["cell_type"] == "markdown"}
    general = texts.pop("text-introduction", "")
    yield from texts.values()
    yield from (found[0] for found in FOLD.finditer(general))


def _part(directive: MarkdownDirective, name: str, title: str, cells: list[Cell]) -> Iterator[nodes.Node]:
    """Yield the text of a part, and its cells if practice judges it; otherwise where it is to be done."""
    texts = {cell["id"]: "".join(cell["source"]) for cell in cells}
    is_order = any("Form.steps(" in text for which, text in texts.items() if which.startswith("check-"))
    is_judged = not is_order and any(which.startswith("test-") for which in texts)
    for cell in cells:
        kind = cell["id"].partition("-")[0]
        if kind in ("text", "proof"):
            yield from _text(directive, HEADING.sub("", texts[cell["id"]]))
        elif kind in ("given", "answer") and is_judged:
            yield _cell(cell, name, title.partition(":")[0])
    if not is_judged:
        what = "The order of steps" if is_order else "A proof in words"
        yield from directive.parse(NOT_HERE.format(what), nodes.container()).children


def _text(directive: MarkdownDirective, text: str) -> Iterator[nodes.Node]:
    """Yield the nodes of a text of the notebook, with folds of the book for those that it has in HTML."""
    plain, *folds = FOLD.split(text)
    yield from directive.parse(plain, nodes.container()).children
    for label, inside, after in zip(folds[::3], folds[1::3], folds[2::3], strict=True):
        yield make_fold(_inline(directive, label), *directive.parse(inside, nodes.container()).children)
        yield from directive.parse(after, nodes.container()).children


def _inline(directive: MarkdownDirective, text: str) -> list[nodes.Node]:
    """Return the nodes of a line, in which there may be formulas."""
    (paragraph,) = directive.parse(text, nodes.container()).children
    return list(paragraph.children)


def _cell(cell: Cell, name: str, called: str) -> practice_cell:
    text = "".join(cell["source"])
    kind, _, function = cell["id"].partition("-")
    code = nodes.container("", nodes.literal_block(text, text, language="python"), classes=["cell_input"])
    check = function if kind == "answer" else ""
    return practice_cell("", code, classes=["cell"], practice=name, check=check, called=called)


def visit_cell(self: Any, node: practice_cell) -> None:
    """Open the cell's element, in which the scripts of the page find what they need to know.

    The cell of an exercise is hidden until they run; without them the page is one to read.
    """
    told = {f"data-{name}": node[name] for name in ("practice", "check", "called", "code") if name in node}
    if "code" in node:
        if self.builder.name != "html":
            raise nodes.SkipNode
        told |= data(node) | {"hidden": "hidden"}
    self.body.append(self.starttag(node, "div", CLASS="docutils container", **told))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the node; only HTML shows it."""
    app.setup_extension("folds")
    app.setup_extension("sections_to_read")
    skip = (skip_node, None)
    app.add_node(practice_cell, html=(visit_cell, close_tag("div")), latex=skip, text=skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
