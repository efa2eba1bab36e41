"""Interactive figures: {playable} NAME holds a still picture, which book/_static/playable/NAME.js replaces.

It can be linked by {ref}`words <play-NAME>`, or by the label that it's given.

Without JavaScript, and in print, the still picture remains. Only pages that have such a figure load script and style.
"""

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective
from node_visitors import pass_node


class playable(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The figure: its name, and the still picture."""


class PlayableDirective(MarkdownDirective):
    """A figure, by name; the body is the still picture and a sentence."""

    required_arguments = 1
    has_content = True
    option_spec = {"label": directives.unchanged_required}  # noqa: RUF012 - required by docutils

    def run(self) -> list[nodes.Node]:
        """Return the figure; warn if its script or its still picture is missing."""
        name = self.arguments[0]
        if not (Path(self.env.srcdir) / "book" / "_static" / "playable" / f"{name}.js").exists():
            self.warn(f"no playable figure {name!r}: there is no book/_static/playable/{name}.js")
        if not self.content:
            self.warn("a playable figure has a body: what is shown without JavaScript")
        figure = playable(name=name)
        label = self.options.get("label", f"play-{name}")
        figure["ids"].append(label)
        std: Any = self.env.get_domain("std")
        std.note_hyperlink_target(label, self.env.docname, label, "the playable figure")
        self.state.nested_parse(self.content, self.content_offset, figure)
        return [figure]


def visit_playable(self: Any, node: playable) -> None:
    """Open the figure, and the still picture inside it."""
    self.body.append(self.starttag(node, "div", CLASS="playable", **{"data-figure": node["name"]}))
    self.body.append('<div class="playable-still">\n')


def depart_playable(self: Any, node: playable) -> None:
    """Close both."""
    self.body.append("</div></div>\n")


def load_script(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Load script and style on pages that have a figure."""
    if doctree is not None and next(iter(doctree.findall(playable)), None) is not None:
        app.add_js_file("playable/load.js", type="module")
        app.add_css_file("playable/playable.css")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and its node, of which only the still picture remains outside HTML."""
    app.add_node(playable, html=(visit_playable, depart_playable), latex=(pass_node, pass_node))
    app.add_directive("playable", PlayableDirective)
    app.connect("html-page-context", load_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
