"""Run a cell of a page, and send its output to the page as it comes; the traceback of an error comes last.

The worker loads this file into Pyodide and passes `send(kind, text)`, where kind is "text", "html" or "error".
"""

import ast
import builtins
import linecache
import sys
import time
import traceback
from collections.abc import Callable
from pprint import pformat
from typing import Any

Send = Callable[[str, str], None]

MOST_TEXT = 200_000  # characters of one cell's output; more would freeze the page
AT_ONCE = 200  # writes that are sent at once
INTERVAL = 0.05  # seconds between later ones
ALT_TEXT = "A figure that this cell drew."

space: dict[str, Any] = sys.modules["__main__"].__dict__


class CellStream:
    """The stream that a cell's output is written to."""

    def __init__(self, send: Send) -> None:
        self.send, self.waiting, self.length, self.writes, self.sent = send, "", 0, 0, time.monotonic()

    def write(self, text: str) -> int:
        """Buffer the text; send the buffer at once at first, and at intervals later."""
        left = MOST_TEXT - self.length
        self.length += len(text)
        if left > 0:
            self.waiting += text[:left] + ("\n... and more than a page can show.\n" if len(text) > left else "")
        self.writes += 1
        if self.writes <= AT_ONCE or time.monotonic() - self.sent > INTERVAL:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Send the buffer."""
        if self.waiting:
            self.send("text", self.waiting)
        self.waiting, self.sent = "", time.monotonic()

    def isatty(self) -> bool:
        """Return False: there is no terminal."""
        return False


def run_cell(source: str, name: str, send: Send, answer: str = "") -> bool:
    """Run a cell, and return whether it ran without an error.

    `answer` names the function that the cell has to define: it is forgotten first, or an earlier one would be judged.
    """
    space.pop(answer, None)
    stream = CellStream(send)
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = stream
    builtins.display = lambda value: show(value, stream)  # type: ignore[attr-defined]
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        value = evaluate(source, name)
        if value is not None:
            show(value, stream)
        show_figures(stream)
    except BaseException as error:
        stream.flush()
        send("error", format_error(error))
        return False
    finally:
        stream.flush()
        sys.stdout, sys.stderr = before
    return True


def evaluate(source: str, name: str) -> Any:
    """Run a cell's statements. Return the value of the last line, unless it ends with a semicolon."""
    tree = ast.parse(source, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or source.rstrip().endswith(";"):
        exec(compile(tree, name, "exec"), space)
        return None
    tree.body.pop()
    exec(compile(tree, name, "exec"), space)
    return eval(compile(ast.Expression(last.value), name, "eval"), space)


def show(value: Any, stream: CellStream) -> None:
    """Send a value as HTML if it has a `_repr_html_`, otherwise as text; long collections take several lines."""
    stream.flush()
    if hasattr(value, "_repr_html_") and (html := value._repr_html_()):
        stream.send("html", html)
    else:
        collected = isinstance(value, list | tuple | dict | set)
        stream.write((pformat(value, width=79, sort_dicts=False) if collected else repr(value)) + "\n")
        stream.flush()


def show_figures(stream: CellStream) -> None:
    """Send the figures that are still open, in the page's colours, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    for number in pyplot.get_fignums() if pyplot else ():
        from margin_lib.plots import alt_text, picture

        figure = pyplot.figure(number)  # type: ignore[union-attr]
        try:
            words = alt_text(figure)
        except ValueError:
            words = ALT_TEXT
        show(picture(figure, words), stream)


def format_error(error: BaseException) -> str:
    """Return the traceback, starting at the cell's own frame."""
    if isinstance(error, KeyboardInterrupt):
        return "Stopped."
    inside = error.__traceback__
    while inside is not None and inside.tb_frame.f_code.co_filename in (__file__, ast.__file__):
        inside = inside.tb_next
    return "".join(traceback.format_exception(type(error), error, inside))
