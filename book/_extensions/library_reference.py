"""The library reference, made from the docstrings: {api} margin_lib lists public names, one a line.

    ```{api} margin_lib
    Plane
    losses.hinge
    ```

Docstrings are Markdown with doctests; each name becomes a target, so that {py:func}`margin_lib.signed` leads here.
"""

import inspect
import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from library_source import import_name
from markdown_directive import MarkdownDirective

BOOK = re.compile(r"\{(?:prf:)?ref\}`([a-z][a-z0-9-]*)`")
FENCE = "`" * 6
NO_ENTRY = ":no-index-entry:"  # of Sphinx's own kind: book_index.py makes those of the index


class ApiDirective(MarkdownDirective):
    """Documents public names of one package."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Document each name; warn if it doesn't exist or has no docstring."""
        found = nodes.container()
        for name in filter(None, map(str.strip, self.content)):
            full = f"{self.arguments[0]}.{name}"
            try:
                thing = import_name(full)
            except LookupError as error:
                self.warn(f"nothing to document: {error}")
                continue
            if not inspect.getdoc(thing):
                self.warn(f"{full} has no docstring")
            self.env.note_dependency(inspect.getsourcefile(inspect.unwrap(thing)) or "")
            self.parse("\n".join(document_object(full, thing)), found)
        return found.children


def document_object(full: str, thing: Any) -> Iterator[str]:
    """Yield the Markdown of a function or class."""
    kind = "function"
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, Exception) else "class"
    yield f"{FENCE}{{py:{kind}}} {full}{parameters(thing)}"
    yield from (NO_ENTRY, "")
    yield from docstring_lines(thing)
    if kind == "class":
        for name, member in members(thing):
            yield from document_member(name, member)
    yield FENCE


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that the library defines itself."""
    package = thing.__module__.partition(".")[0]
    for name, member in inspect.getmembers(thing):
        code = member.fget if isinstance(member, property) else member
        if name[0] != "_" and inspect.isfunction(code) and code.__module__.partition(".")[0] == package:
            yield name, member


def document_member(name: str, member: Any) -> Iterator[str]:
    """Yield the Markdown of a method or property."""
    is_property = isinstance(member, property)
    yield ""
    yield f"{FENCE[1:]}{{py:{'property' if is_property else 'method'}}} {name}" + (
        "" if is_property else parameters(member, bound=True)
    )
    yield from (NO_ENTRY, "")
    yield from docstring_lines(member)
    yield FENCE[1:]


def parameters(thing: Any, *, bound: bool = False) -> str:
    """Return the signature without types."""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return ""
    shown = [_without_annotation(parameter) for parameter in signature.parameters.values()][bound:]
    return str(signature.replace(parameters=shown, return_annotation=inspect.Signature.empty))


def _without_annotation(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    if callable(default) and default is not inspect.Parameter.empty:
        default = type("Named", (), {"__repr__": lambda self: parameter.default.__name__})()
    return parameter.replace(annotation=inspect.Parameter.empty, default=default)


def docstring_lines(thing: Any) -> Iterator[str]:
    """Yield a docstring as Markdown, with examples and tables fenced and labels linked."""
    for block in re.split(r"\n\s*\n", inspect.getdoc(thing) or ""):
        if block.startswith(">>>"):
            yield from ("```{code-block} pycon", block, "```", "")
        elif block.startswith("    "):
            yield from ("```{code-block} text", inspect.cleandoc(block), "```", "")
        else:
            yield BOOK.sub(r"{place}`\1`", block).replace("Book: ", "*In the book:* ")
            yield ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.setup_extension("cross_references")
    app.add_directive("api", ApiDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
