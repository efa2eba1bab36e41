"""The row under each theorem: how it was checked, its code, its source and its test, each a fold that opens in place.

The row is made from the entry in book/theorems.toml with the block's label. A block without an entry is a warning, and
so is an entry without a block or heading once all chapters exist.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx_proof.proof_type import PROOF_TYPES

from cross_references import locate
from folds import make_fold
from formal_statements import proof_part, proofs, statements_of
from markdown_directive import MarkdownDirective
from registry import registry
from walks import walk_fold

log = logging.getLogger(__name__)

KINDS = ("algorithm", "corollary", "definition", "lemma", "proposition", "theorem")


def source_line(entry: dict[str, Any], public_url: str) -> str:
    """Return where a statement is from, how ours differs, and its test, as Markdown."""
    ours = f"*Ours* {entry['ours']}" if entry.get("ours") else ""
    return " · ".join(part for part in (source_part(entry), ours, f"*Test* {test_part(entry, public_url)}") if part)


def source_part(entry: dict[str, Any], head: str = "*From* ") -> str:
    """Return the sources with their passages, as Markdown."""
    split = [source.partition(", ") for source in entry.get("source", [])]
    return head + "; ".join(f"{{cite:author}}`{key}`, {passage}" for key, _, passage in split) if split else ""


def names_part(entry: dict[str, Any], shown: str = "margin_lib.") -> str:
    """Return the public names, linked into the library reference, each with `shown` before it."""
    return ", ".join(f"{{public}}`{shown}{name} <margin_lib.{name}>`" for name in entry["names"])


def test_part(entry: dict[str, Any], public_url: str) -> str:
    """Return the name of the test, linked to the public repository if there is one."""
    return test_link(f"`{entry['test'].partition('::')[2]}`", entry["test"], public_url)


def test_link(text: str, test: str, public_url: str) -> str:
    """Return a text, linked to the file of a test in the public repository if there is one."""
    return f"[{text}]({public_url}/blob/HEAD/tests/{test.partition('::')[0]})" if public_url else text


def checked_fold(env: BuildEnvironment, label: str, entry: dict[str, Any]) -> list[nodes.Node]:
    """Return the fold with the formal statements, or a word for what was only checked numerically."""
    checked = proof_part(proofs(env), label, entry)
    if label.startswith("def-"):
        checked = checked.replace("machine-checked", "formalized")
    statements = statements_of(env, label)
    if statements:
        return [make_fold(checked, *statements, classes=("formal",))]
    return [nodes.inline(checked, checked)] if checked else []


def _with_row(original: type) -> type:
    class Registered(original, MarkdownDirective):
        """A block of sphinx-proof that ends with the row of its entry."""

        def run(self) -> list[nodes.Node]:
            """Add the row to the block."""
            (block,) = super().run()
            label = self.options.get("label", "")
            entry = registry(self.env, "theorems").theorems.get(label)
            if entry is None:
                kind = self.name.partition(":")[2]
                self.warn(f"{kind} {label!r} has no entry in book/theorems.toml" if label else f"{kind} has no label")
            else:
                if self.arguments and self.arguments[0] != entry["title"]:
                    self.warn(f"{label} is called {entry['title']!r} in book/theorems.toml, not {self.arguments[0]!r}")
                block.children[-1].append(self.row(label, entry))
            self.set_source_info(block)
            return [block]

        def row(self, label: str, entry: dict[str, Any]) -> nodes.container:
            """Return the row of folds."""
            folds = [
                ("code", self.parse(names_part(entry), nodes.container())),
                ("source and test", self.parse(source_line(entry, self.config.public_url), nodes.container())),
            ]
            row = nodes.container(classes=["theorem-row"])
            row += checked_fold(self.env, label, entry)
            row += walk_fold(self.env, label)
            row += [make_fold(name, *content.children) for name, content in folds]
            return row

    return Registered


def check_entries(app: Sphinx, env: BuildEnvironment) -> None:
    """Once all chapters exist, warn of each entry without a block or heading."""
    if not app.config.registry_complete:
        return
    found = registry(env)
    for label in found.theorems:
        if locate(env, label) is None:
            log.warning("no page has a block or heading labeled %r", label, location=found.place("theorems", label))


def setup(app: Sphinx) -> dict[str, bool]:
    """Replace sphinx-proof's blocks by ours."""
    for needed in ("sphinx_proof", "registry", "site_settings", "cross_references", "folds", "formal_statements"):
        app.setup_extension(needed)
    app.setup_extension("walks")
    for kind in KINDS:
        app.add_directive_to_domain("prf", kind, _with_row(PROOF_TYPES[kind]), override=True)
    app.connect("env-check-consistency", check_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
