"""What the theme and docutils write is put right before it becomes a file.

Each repair is a pattern and what takes its place. `tests/test_site.py` opens the pages and says where one is wanting;
once a new theme needs a repair no more, it can go.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.jinja2glue import BuiltinTemplateLoader

# What axe-core finds, and readers with a screen reader trip over.
ACCESSIBLE = [
    (r' role="doc-biblioentry"', ""),  # a role that is no more
    (r'(<div) role="list"( class="citation-list")', r"\1\2"),  # promises children that are not there
    (r'(<div id="pst-primary-sidebar")', r'\1 role="region" aria-label="The book"'),
    (r'(<button class="btn search-button-field[^>]*) aria-label="[^"]*"', r"\1"),  # not what is seen: Search Ctrl+K
    (r'(<i class="theme-switch [^>]*) title="[^"]*"', r"\1"),  # three names inside a button that has one
    (r'(<summary) aria-label="[^"]*"', r"\1"),
]
# What a first view would load and not use: icons as a script, beside the font; the search of other pages than its own.
LIGHT = [
    (r"\s*<!-- So that users can add custom icons -->\s*<script[^>]*fontawesome[^>]*></script>", ""),
    (r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>', ""),
]


def repair(html: str, repairs: list[tuple[str, str]]) -> str:
    """The page after all repairs."""
    for pattern, replacement in repairs:
        html = re.sub(pattern, replacement, html)
    return html


class Templates(BuiltinTemplateLoader):
    """Sphinx's templates; what they yield is repaired."""

    def render(self, template: str, context: dict[str, Any]) -> str:  # type: ignore[override]
        """Fill in a template."""
        html = repair(super().render(template, context), ACCESSIBLE)
        return html if context.get("pagename") == "search" else repair(html, LIGHT)


def setup(app: Sphinx) -> dict[str, bool]:
    """Take the place of Sphinx's own templates."""
    app.config["template_bridge"] = "theme_repairs.Templates"
    return {"parallel_read_safe": True, "parallel_write_safe": True}
