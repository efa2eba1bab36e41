'''A cell under an exercise in which readers write a function, with *Check* beside the usual buttons.

    ::::{answer-code} ex-perceptron-unkind
    ```python
    def double(x):
        """Return twice the number."""
    ```
    ```python
    for x in (0, 1, -2.5):
        assert double(x) == 2 * x, f"twice {x} is {2 * x}, but yours returns {double(x)}"
    ```
    ::::

The first listing is the cell as the reader finds it, with all imports that it needs: it runs without the cells above.
The second is run by Check after the cell, in a function of its own: an AssertionError says what isn't right yet. The
verdict is an element of the page, which book/_static/exercises/code.js remembers.
tests/pages/test_answer_code.py puts the solution of the page to it. The cell is shown where scripts run.
'''

import ast
import json
from textwrap import indent

from docutils import nodes
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective
from practice_cells import practice_cell
from remembered import remember

LOADED = ("exercises/code.js", "exercises/exercises.css")
CHECK = """\
from html import escape as _escape

def _check():
{}

class _Verdict:
    def __init__(self, kind, words):
        self.html = f'<p class="check-said" data-verdict="{{kind}}">{{_escape(words)}}</p>'

    def _repr_html_(self):
        return self.html

try:
    _check()
except AssertionError as _reason:
    _verdict = _Verdict("wrong", f"Not yet: {{_reason}}")
else:
    _verdict = _Verdict("right", "Right.")
_verdict
"""


class AnswerCodeDirective(MarkdownDirective):
    """The label of an exercise as the argument; two listings as the body, the cell and its check."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the cell; warn of syntax errors."""
        body = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, body)
        if len(body) != 2 or not all(isinstance(part, nodes.literal_block) for part in body):
            self.warn("the body of {answer-code} is two listings, the cell and its check")
            return []
        cell, check = (part.astext() for part in body)
        try:
            written = [node.name for node in ast.parse(cell).body if isinstance(node, ast.FunctionDef)]
            ast.parse(check)
        except SyntaxError as error:
            self.warn(f"a listing of {{answer-code}} is no Python: {error.msg}")
            return []
        if not written:
            self.warn("the first listing of {answer-code} defines a function")
            return []
        code = nodes.container("", body[0], classes=["cell_input"])
        told = {"check": written[0], "code": json.dumps(wrapped(check)), "loads": LOADED}
        known = remember(self, "exercises")
        return [practice_cell("", code, classes=["cell", "answer-code"], **told, **known)]


def wrapped(check: str) -> str:
    """Return what Check runs: the check, and a line that says how it went."""
    return CHECK.format(indent(check, "    "))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive; its cell is that of practice."""
    app.setup_extension("practice_cells")
    app.setup_extension("remembered")
    app.add_directive("answer-code", AnswerCodeDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
