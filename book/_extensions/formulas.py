"""The formulas of theorems, each written once: {formula}`thm-novikoff.bound` is a formula of book/theorems.toml.

A test compares each of them with the bound that margin_lib checks.
"""


from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from registry import registry

log = logging.getLogger(__name__)


class FormulaRole(SphinxRole):
    """A formula of the registry, inline."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Look the formula up by label and name."""
        label, _, name = self.text.partition(".")
        entry = registry(self.env, "theorems").theorems.get(label, {})
        tex = entry.get("formulas", {}).get(name, {}).get("tex")
        if tex is None:
            log.warning("book/theorems.toml has no formula %s", self.text, location=self.get_location())
            tex = rf"\text{{{self.text}}}"
        large = rf"\displaystyle {tex}"  # otherwise fractions in a sentence are too small to read
        node = nodes.math(large, large)
        self.set_source_info(node)
        return [node], []


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the role."""
    app.setup_extension("registry")
    app.add_role("formula", FormulaRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
