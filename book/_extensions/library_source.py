"""The library's own source in the book: {source} margin_lib.perceptron shows a function without its docstring."""

import ast
import importlib
import inspect
import textwrap
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective

IN_THE_REFERENCE = tuple(f"margin_lib{part}" for part in ("", ".losses", ".datasets", ".plots", ".estimators"))


def import_name(name: str) -> Any:
    """Return the object with a dotted name, or raise LookupError."""
    package, *rest = name.split(".")
    try:
        found = importlib.import_module(package)
        for part in rest:
            if inspect.ismodule(found) and not hasattr(found, part):
                importlib.import_module(f"{found.__name__}.{part}")
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise LookupError(str(error)) from error
    return found


def source_of(thing: Any) -> tuple[str, Path]:
    """Return the source of a function or class without docstrings, and its file."""
    file = Path(inspect.getsourcefile(inspect.unwrap(thing)) or "")
    code = textwrap.dedent(inspect.getsource(thing))
    lines = code.splitlines()
    for node in reversed(list(ast.walk(ast.parse(code)))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) and len(node.body) > 1:
            del lines[node.body[0].lineno - 1 : _next_line(lines, node.body[0].end_lineno or 0)]
    return "\n".join(lines), file


def _next_line(lines: list[str], after: int) -> int:
    """Return the number of the last blank line after a docstring."""
    while not lines[after].strip():
        after += 1
    return after


class SourceDirective(MarkdownDirective):
    """The source of one function or class of the library."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the source, and a line that says where it is from."""
        name = self.arguments[0]
        try:
            code, file = source_of(import_name(name))
        except (LookupError, TypeError, OSError) as error:
            self.warn(f"no source to show for {name}: {error}")
            return []
        self.env.note_dependency(str(file))
        block = nodes.literal_block(code, code, language="python", classes=["library-source-code"])
        self.set_source_info(block)
        path = file.relative_to(package_parent(file)).as_posix()
        figure = nodes.container("", block, classes=["library-source"])
        module, _, short = name.rpartition(".")
        shown = f"{{public}}`{name}`" if module in IN_THE_REFERENCE else f"`{short}`"
        return [self.parse(f"{shown}, from `{path}`, without its docstring", figure)]


def package_parent(file: Path) -> Path:
    """Return the folder that contains the package of a module."""
    return next(folder for folder in file.parents if not (folder / "__init__.py").exists())


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.setup_extension("cross_references")
    app.add_directive("source", SourceDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
