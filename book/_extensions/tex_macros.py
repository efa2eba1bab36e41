"""TeX on the pages: gives MathJax the macros of book/notation.toml, and warns of unknown commands.

MathJax shows an unknown command in red, but only in the browser. So each command must be a macro of book/notation.toml
or be listed in tex_commands.txt beside this file; any other is a warning.
"""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from registry import Entries, Registry

log = logging.getLogger(__name__)

COMMAND = re.compile(r"\\([A-Za-z]+)")
LIST = Path(__file__).with_name("tex_commands.txt")


def mathjax_macros(notation: Entries) -> dict[str, Any]:
    """Return the macros in MathJax's form: the TeX, with the number of arguments if there are any."""
    found: dict[str, Any] = {}
    for name, entry in notation.items():
        arguments = max(map(int, re.findall(r"#(\d)", entry["tex"])), default=0)
        tex = rf"\class{{term-{entry['term']}}}{{{entry['tex']}}}" if "term" in entry else entry["tex"]
        found[name] = [tex, arguments] if arguments else tex
    return found


def allowed_commands() -> set[str]:
    """Return the TeX commands listed in tex_commands.txt."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


def set_macros(app: Sphinx, config: Config) -> None:
    """Add the macros to MathJax's settings."""
    settings = dict(config.mathjax3_config or {})
    tex = dict(settings.get("tex", {}))
    tex["macros"] = {**tex.get("macros", {}), **mathjax_macros(Registry(Path(app.srcdir)).entries("notation"))}
    config["mathjax3_config"] = {**settings, "tex": tex}


def check_commands(app: Sphinx, doctree: nodes.document) -> None:
    """Warn of each command that MathJax wouldn't know."""
    known = allowed_commands() | Registry(Path(app.srcdir)).entries("notation").keys()
    for node in [*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)]:
        for command in dict.fromkeys(COMMAND.findall(node.astext())):
            if command not in known:
                message = "\\%s is neither a macro of book/notation.toml nor in book/_extensions/tex_commands.txt"
                log.warning(message, command, location=node)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect both."""
    app.connect("config-inited", set_macros)
    app.connect("doctree-read", check_commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
