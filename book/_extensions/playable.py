"""Figures to play with: {playable} NAME holds a still picture, which book/_static/playable/NAME.js replaces.

Where there is no JavaScript, and in print, the still is all there is. Script and style are loaded only by pages that
have such a figure.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective


class playable(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The figure: its name, and what is shown until it plays."""


class PlayableDirective(MarkdownDirective):
    """The name of the figure as the argument, the still and a sentence as the body."""

    required_arguments = 1
    has_content = True
    option_spec = {"label": directives.unchanged_required}  # noqa: RUF012 - docutils wants it so

    def run(self) -> list[nodes.Node]:
        """Wrap the still; warn when there is nothing that could play."""
        name = self.arguments[0]
        if not (Path(self.env.srcdir) / "book" / "_static" / "playable" / f"{name}.js").exists():
            self.warn(f"no playable figure {name!r}: there is no book/_static/playable/{name}.js")
        if not self.content:
            self.warn("a playable figure has a body: what is shown where there is no JavaScript")
        figure = playable(name=name)
        label = self.options.get("label")
        if label:
            figure["ids"].append(label)
            std: Any = self.env.get_domain("std")
            std.note_hyperlink_target(label, self.env.docname, label, "the playable figure")
        self.state.nested_parse(self.content, self.content_offset, figure)
        return [figure]


def visit_playable(self: Any, node: playable) -> None:
    """Open the place of the figure, and in it the still."""
    self.body.append(self.starttag(node, "div", CLASS="playable", **{"data-figure": node["name"]}))
    self.body.append('<div class="playable-still">\n')


def depart_playable(self: Any, node: playable) -> None:
    """Close both."""
    self.body.append("</div></div>\n")


def load_script(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Load the script on pages that have a figure."""
    if doctree is not None and next(iter(doctree.findall(playable)), None) is not None:
        app.add_js_file("playable/load.js", type="module")
        app.add_css_file("playable/playable.css")


def _pass(self: Any, node: nodes.Element) -> None:
    pass


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and its node, of which only the still is left outside HTML."""
    app.add_node(playable, html=(visit_playable, depart_playable), latex=(_pass, _pass))
    app.add_directive("playable", PlayableDirective)
    app.connect("html-page-context", load_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
