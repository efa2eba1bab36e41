"""Links whose targets may not exist yet: the passage of a label, a public name in the library reference.

    {place}`thm-novikoff`               its number and title, linked
    {public}`margin_lib.perceptron`     the name as code, linked into the library reference

While `registry_complete` is false, a missing target is shown without a link; after that, it is a warning. A page is
written again when the text of one of its links has changed, its number for example.
"""

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
        """Record the link, so that its page is written again when its text changes."""
        found, messages = super().run()
        for link in found:
            link["refexplicit"] = True  # or sphinx_exercise would resolve links to exercises
            if "reftarget" in link:
                links_of(self.env).setdefault(self.env.docname, {})[link["reftype"], link["reftarget"]] = None
        return found, messages


def links_of(env: BuildEnvironment) -> dict[str, dict[tuple[str, str], Any]]:
    """Return, for each page, its links and the text they had in the last build."""
    found: dict[str, dict[tuple[str, str], Any]] = vars(env).setdefault("links_to_places", {})
    return found


def link_text(env: BuildEnvironment, kind: str, target: str) -> Any:
    """Return what the text of a link is made from."""
    if kind == "place":
        return locate(env, target), registry(env).theorems.get(target, {}).get("title", "")
    found = env.get_domain("py").objects.get(target)  # type: ignore[attr-defined]
    return found and (found.docname, found.node_id)


def locate(env: BuildEnvironment, label: str) -> tuple[str, str, str] | None:
    """Return page, anchor and number of a label, such as 'Theorem 2.1', or None if no page has it."""
    block = getattr(env, "proof_list", {}).get(label)
    if block:
        return block["docname"], label, _number(env, block["docname"], block["countertype"], block["realtype"], label)
    exercise = getattr(env, "sphinx_exercise_registry", {}).get(label)
    if exercise:
        return exercise["docname"], label, _number(env, exercise["docname"], "exercise", "exercise", label)
    page, anchor, _ = env.get_domain("std").labels.get(label, ("", "", ""))  # type: ignore[attr-defined]
    return (page, anchor, "") if page else None


def _number(env: BuildEnvironment, page: str, counter: str, kind: str, label: str) -> str:
    number = env.toc_fignumbers.get(page, {}).get(counter, {}).get(label, ())
    return f"{kind.title()} {'.'.join(map(str, number))}".strip()


def resolve_link(app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.Element) -> Any:
    """Resolve the two roles, and no other."""
    if node["reftype"] == "place":
        return _link_to_passage(app, env, node)
    if node["reftype"] == "public":
        found = env.get_domain("py").objects.get(node["reftarget"])  # type: ignore[attr-defined]
        if found:
            return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, shown)
        return _report_missing(app, node, "the library reference has no", shown)
    return None


def _link_to_passage(app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref) -> nodes.Node:
    label = node["reftarget"]
    found = locate(env, label)
    title = registry(env).theorems.get(label, {}).get("title", "")
    if found is None:
        return _report_missing(app, node, "no page has the label", nodes.inline("", title or label))
    page, anchor, number = found
    text = f"{number} ({title})" if number and title else number or title or label
    return make_refnode(app.builder, node["refdoc"], page, anchor, nodes.inline("", text))


def _report_missing(app: Sphinx, node: nodes.Element, problem: str, shown: nodes.Node) -> nodes.Node:
    if app.config.registry_complete:
        log.warning("%s %s", problem, node["reftarget"], location=node)
    return shown


def changed_pages(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages on which the text of a link has changed; they are written again."""
    changed = []
    for page, links in links_of(env).items():
        now = {link: link_text(env, *link) for link in links}
        if now != links:
            links.update(now)
            changed.append(page)
    return changed


def forget_page(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget the links of a page that is about to be read again."""
    links_of(env).pop(page, None)


def merge_links(app: Sphinx, env: BuildEnvironment, pages: list[str], other: BuildEnvironment) -> None:
    """Merge the links that a parallel reader found."""
    links_of(env).update({page: links for page, links in links_of(other).items() if page in pages})


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the two roles."""
    app.setup_extension("registry")
    app.add_role("place", PlaceRole(innernodeclass=nodes.inline, warn_dangling=True))
    app.add_role("public", PlaceRole(innernodeclass=nodes.literal, warn_dangling=True))
    app.connect("missing-reference", resolve_link)
    app.connect("env-get-updated", changed_pages, priority=900)  # after Sphinx has given out the numbers
    app.connect("env-purge-doc", forget_page)
    app.connect("env-merge-info", merge_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
