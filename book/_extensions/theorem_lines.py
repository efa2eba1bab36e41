"""The line under each theorem: its source, how ours differs, the code that computes it, the test, the proof.

The line is made from the entry in book/theorems.toml with the block's label, and ends the block; the formal statements
are folded below it. A block without an entry is a warning, and so is an entry without a block or heading once all
chapters exist.
"""


from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx_proof.proof_type import PROOF_TYPES

from cross_references import locate
from formal_statements import folded_statements, proof_part, proofs
from markdown_directive import MarkdownDirective
from registry import registry

log = logging.getLogger(__name__)

KINDS = ("algorithm", "corollary", "definition", "lemma", "proposition", "theorem")


def theorem_line(entry: dict[str, Any], public_url: str, proof: str = "") -> str:
    """Return the line as Markdown; `proof` says how the proof was checked."""
    parts = [
        source_part(entry),
        f"*Ours* {entry['ours']}" if entry.get("ours") else "",
        f"*Code* {names_part(entry)}",
        f"*Test* {test_part(entry, public_url)}",
        f"*Proof* {proof}" if proof else "",
    ]
    return " · ".join(part for part in parts if part)


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


def _with_line(original: type) -> type:
    class Registered(original, MarkdownDirective):
        """A block of sphinx-proof that ends with the line of its entry."""

        def run(self) -> list[nodes.Node]:
            """Add the line to the block."""
            (block,) = super().run()
            label = self.options.get("label", "")
            entry = registry(self.env, "theorems").theorems.get(label)
            if entry is None:
                kind = self.name.partition(":")[2]
                self.warn(f"{kind} {label!r} has no entry in book/theorems.toml" if label else f"{kind} has no label")
            else:
                content = block.children[-1]
                proof = proof_part(proofs(self.env), label, entry)
                self.parse(theorem_line(entry, self.config.public_url, proof), content)
                content[-1]["classes"].append("theorem-line")
                content += folded_statements(self.env, label)
            self.set_source_info(block)
            return [block]

    return Registered


def check_entries(app: Sphinx, env: BuildEnvironment) -> None:
    """Once all chapters exist, warn of each entry without a block or heading."""
    if not app.config.registry_complete:
        return
    found = registry(env)
    for label in found.theorems:
        if locate(env, label) is None:
            log.warning("no page has a block or heading labelled %r", label, location=found.place("theorems", label))


def setup(app: Sphinx) -> dict[str, bool]:
    """Replace sphinx-proof's blocks by ours."""
    for needed in ("sphinx_proof", "registry", "site_settings", "cross_references", "formal_statements"):
        app.setup_extension(needed)
    for kind in KINDS:
        app.add_directive_to_domain("prf", kind, _with_line(PROOF_TYPES[kind]), override=True)
    app.connect("env-check-consistency", check_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
