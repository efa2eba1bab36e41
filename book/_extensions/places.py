"""Links to places that need not be there yet: the passage of a label, a public name in the library reference.

    {place}`thm-novikoff`               its number and title, linked
    {public}`margin_lib.perceptron`     the name as code, linked into the library reference

As long as `registry_complete` is false, a place that no page has yet is shown without a link. After that it is a
warning. Pages with such links are written again after any page changed, since the numbers on them may have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from registry import registry

log = logging.getLogger(__name__)


class PlaceRole(XRefRole):
    """A link whose target is looked up when the page is written."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Note the page: it is written again when numbers change."""
        pages_with_places(self.env).add(self.env.docname)
        found, messages = super().run()
        for link in found:
            link["refexplicit"] = True  # or sphinx_exercise would take links to exercises for its own
        return found, messages


def pages_with_places(env: BuildEnvironment) -> set[str]:
    """Return the pages that hold such links."""
    found: set[str] = vars(env).setdefault("pages_with_places", set())
    return found


def where(env: BuildEnvironment, label: str) -> tuple[str, str, str] | None:
    """Return page, anchor and number of a label, such as 'Theorem 2.1', or None when no page has it."""
    block = getattr(env, "proof_list", {}).get(label)
    if block:
        return block["docname"], label, _numbered(env, block["docname"], block["countertype"], block["realtype"], label)
    exercise = getattr(env, "sphinx_exercise_registry", {}).get(label)
    if exercise:
        return exercise["docname"], label, _numbered(env, exercise["docname"], "exercise", "exercise", label)
    page, anchor, _ = env.get_domain("std").labels.get(label, ("", "", ""))  # type: ignore[attr-defined]
    return (page, anchor, "") if page else None


def _numbered(env: BuildEnvironment, page: str, counter: str, kind: str, label: str) -> str:
    number = env.toc_fignumbers.get(page, {}).get(counter, {}).get(label, ())
    return f"{kind.title()} {'.'.join(map(str, number))}".strip()


def resolve(app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.Element) -> Any:
    """Resolve the two roles; leave all other links to others."""
    if node["reftype"] == "place":
        return _passage(app, env, node)
    if node["reftype"] == "public":
        found = env.get_domain("py").objects.get(node["reftarget"])  # type: ignore[attr-defined]
        if found:
            return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, shown)
        return _missing(app, node, "the library reference has no", shown)
    return None


def _passage(app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref) -> nodes.Node:
    label = node["reftarget"]
    found = where(env, label)
    title = registry(env).theorems.get(label, {}).get("title", "")
    if found is None:
        return _missing(app, node, "no page has the label", nodes.inline("", title or label))
    page, anchor, number = found
    text = f"{number} ({title})" if number and title else number or title or label
    return make_refnode(app.builder, node["refdoc"], page, anchor, nodes.inline("", text))


def _missing(app: Sphinx, node: nodes.Element, problem: str, shown: nodes.Node) -> nodes.Node:
    if app.config.registry_complete:
        log.warning("%s %s", problem, node["reftarget"], location=node)
    return shown


def rewrite(app: Sphinx, env: BuildEnvironment) -> Iterator[str]:
    """After some page was read, write all pages with such links again."""
    if getattr(app, "pages_read", None):
        yield from pages_with_places(env) & env.all_docs.keys()


def note_pages_read(app: Sphinx, env: BuildEnvironment, pages: list[str]) -> None:
    """Remember whether any page is read in this build."""
    app.pages_read = bool(pages)  # type: ignore[attr-defined]


def forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget a page that is about to be read again."""
    pages_with_places(env).discard(page)


def merge(app: Sphinx, env: BuildEnvironment, pages: list[str], other: BuildEnvironment) -> None:
    """Take over what a parallel reader noted."""
    pages_with_places(env).update(pages_with_places(other))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the two roles."""
    app.setup_extension("registry")
    app.add_role("place", PlaceRole(innernodeclass=nodes.inline, warn_dangling=True))
    app.add_role("public", PlaceRole(innernodeclass=nodes.literal, warn_dangling=True))
    app.connect("missing-reference", resolve)
    app.connect("env-before-read-docs", note_pages_read)
    app.connect("env-updated", lambda app, env: list(rewrite(app, env)))
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
