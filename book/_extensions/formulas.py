"""The formulas of theorems, each written once: {formula}`thm-novikoff.bound` is a formula of book/theorems.toml.

The role shows it in a sentence, the directive of the same name on a line of its own. With more around it, the directive
takes TeX that has the names in angle brackets: {formula} `<thm-two-margins.low> \\le \\gamma_W`.

A test compares each of them with the bound that margin_lib checks.
"""

import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from registry import registry

log = logging.getLogger(__name__)
NAME = re.compile(r"<([\w.-]+)>")


def tex_of(env: BuildEnvironment, name: str, place: Any) -> str:
    """Return a formula of the registry by label and name; warn of one that it doesn't have."""
    label, _, short = name.partition(".")
    entry = registry(env, "theorems").theorems.get(label, {})
    tex = entry.get("formulas", {}).get(short, {}).get("tex")
    if tex is None:
        log.warning("book/theorems.toml has no formula %s", name, location=place)
    return tex or rf"\text{{{name}}}"


def expand(said: str, tex: Callable[[str], str]) -> str:
    """Return TeX in which names in angle brackets are replaced by their formulas; said alone, a name needs none."""
    return NAME.sub(lambda name: tex(name[1]), said if "<" in said else f"<{said}>")


class FormulaRole(SphinxRole):
    """A formula of the registry, inline."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the formula, with fractions large enough to read."""
        tex = rf"\displaystyle {tex_of(self.env, self.text, self.get_location())}"
        node = nodes.math(tex, tex)
        self.set_source_info(node)
        return [node], []


class FormulaDirective(SphinxDirective):
    """A formula of the registry, or TeX around some, on a line of its own."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the formula, without a number."""
        tex = expand(self.arguments[0], lambda name: tex_of(self.env, name, self.get_location()))
        node = nodes.math_block(tex, tex, nowrap=False, number=None, label=None)
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register role and directive."""
    app.setup_extension("registry")
    app.add_role("formula", FormulaRole())
    app.add_directive("formula", FormulaDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
