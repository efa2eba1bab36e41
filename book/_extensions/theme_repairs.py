"""Repairs the HTML that the theme and docutils write.

Each repair is a pattern and its replacement. `tests/pages/test_site.py` opens the pages and reports where one is
missing. If a new version of the theme doesn't need a repair, delete it.
"""

import re
from collections.abc import Iterable
from typing import Any

from sphinx.application import Sphinx
from sphinx.jinja2glue import BuiltinTemplateLoader

from lookup_pages import CAPTIONS

# Faults that axe-core finds, and that affect readers with a screen reader.
ACCESSIBLE = [
    (r' role="doc-biblioentry"', ""),  # a deprecated role
    (r'(<div) role="list"( class="citation-list")', r"\1\2"),  # requires children that are missing
    (r'(<div id="pst-primary-sidebar")', r'\1 role="region" aria-label="The book"'),
    (r'(<button class="btn search-button-field[^>]*) aria-label="[^"]*"', r"\1"),  # not what is visible: Search Ctrl+K
    (r'(<i class="theme-switch [^>]*) title="[^"]*"', r"\1"),  # three labels inside a button that has one
    (r'(<summary) aria-label="[^"]*"', r"\1"),
    (r'(<summary>)(<span class="toctree-toggle")', r'\1<span class="visually-hidden">Pages of the chapter</span>\2'),
]
# Said once is enough, and docutils, Sphinx and the theme each say it.
ONCE = [(r'(?s)(<meta name="viewport".*)\s*<meta name="viewport"[^>]*>', r"\1")] * 2
# In the sidebar the page that opens a part is its heading; the footer's authors are in the middle of a sentence.
NAMED_ONCE = [
    (
        r'(<p[^>]*class="caption"[^>]*>)<span class="caption-text">([^<]+)</span></p>\s*'
        r'<ul[^>]*>\s*<li class="toctree-l1[^"]*">(<a [^>]*>Part \w+: \2</a>)</li>\s*</ul>',
        r"\1\3</p>",
    ),
    (r"(\sBy) The (?=Maximizing)", r"\1 the "),
]
# Scripts that a first view would load without need: icons that the font has too, and Sphinx's search.
LIGHT = [
    (r"\s*<!-- So that users can add custom icons -->\s*<script[^>]*fontawesome[^>]*></script>", ""),
    (r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>', ""),
]
# Parts of the table of contents that are folded in the sidebar, unless the page is one of theirs.
PART = (
    r'(?s)<p[^>]*class="caption"[^>]*><span class="caption-text">'
    rf"({'|'.join(CAPTIONS)})</span></p>\s*(<ul[^>]*>.*?</ul>)"
)
# The start page has a line of links of its own: the sidebar waits behind its button.
START = [(r'(<div id="pst-primary-sidebar"[^>]* class=")', r"\1pst-sidebar-hidden ")]


def fold(part: re.Match[str], index: str, *, is_index: bool) -> str:
    """Return a part of the sidebar as a fold, open where the reader is in it. The index is at the end of the first."""
    title, pages = part.groups()
    if title == CAPTIONS[0]:
        here = " current active" if is_index else ""
        link = f'<a class="reference internal{here}" href="{index}">Index</a>'
        pages = f'{pages.removesuffix("</ul>")}<li class="toctree-l1{here}">{link}</li></ul>'
    opened = " open" if "current" in pages else ""
    return f'<details class="sidebar-part"{opened}><summary class="caption">{title}</summary>{pages}</details>'


def repair(html: str, repairs: Iterable[tuple[str, str]]) -> str:
    """Return the page after all repairs."""
    for pattern, replacement in repairs:
        html = re.sub(pattern, replacement, html)
    return html


class Templates(BuiltinTemplateLoader):
    """Sphinx's templates, with their output repaired."""

    def render(self, template: str, context: dict[str, Any]) -> str:  # type: ignore[override]
        """Render a template."""
        html = repair(super().render(template, context), ACCESSIBLE + ONCE + NAMED_ONCE)
        page = context.get("pagename")
        if page is not None:
            index = context["pathto"]("genindex")
            html = re.sub(PART, lambda part: fold(part, index, is_index=page == "genindex"), html)
        if page is not None and page == context.get("root_doc"):
            html = repair(html, START)
        return repair(html, LIGHT)


def setup(app: Sphinx) -> dict[str, bool]:
    """Replace Sphinx's own templates, and mark the section that is read in Contents."""
    app.config["template_bridge"] = "theme_repairs.Templates"
    app.add_js_file("contents.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
