"""What others see of a page: its description and card beside a shared link, its address, the page for a lost reader.

A chapter is described by its goal in book/chapters.toml, any other page by its first sentences, with plain formulas.
With `site_url` in course.toml, each page names the address it has on the site, and has a picture that shows its title.
Without one there is no address to name, so both are left out. A server shows 404.html for an address it doesn't know;
`course publish` puts it, and the list of all pages for search engines, at the root of the site.
"""

import re
import textwrap
from html import escape
from typing import Any
from urllib.parse import quote, urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from book_index import ancestors
from page_text import is_hidden, plain_text
from registry import Registry, registry

LONGEST = 200  # characters of a description
LOGO = "book/_static/logo-card.png"
ABSOLUTE = re.compile(r'<meta property="og:(?:url|image[^"]*)"[^>]*>\n?')
PLACES = {"book/map": "The map of the course", "book/glossary": "Glossary", "genindex": "Index"}  # for a lost reader


def take_address(app: Sphinx, config: Config) -> None:
    """Tell the other extensions where the pages of this term will be."""
    term = f"{quote(config.term)}/"
    base = f"{config.site_url}{term}" if config.site_url else ""
    root = urlsplit(base).path or f"/{term}"
    config["html_baseurl"] = config["ogp_site_url"] = base
    config["ogp_site_name"] = config.html_title
    config["ogp_social_cards"] = {"enable": bool(base), "image_mini": LOGO, "line_color": "#1f77b4"}
    config["notfound_urls_prefix"] = root
    config["notfound_template"] = "lost.html"
    config["notfound_context"] = {"root": root, "places": PLACES}


def describe(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Give the page its description, and leave plain formulas to the extension that makes the cards."""
    if tree is not None:
        facts = registry(app.env)
        name = page.rpartition("/")[2]
        chapter = facts.chapter_of(name)
        goal = facts.chapters[chapter].get("goal", "") if chapter and name == facts.pages(chapter)[0] else ""
        said = shorten(goal or first_sentences(tree, facts))
        for formula in [*tree.findall(nodes.math), *tree.findall(nodes.math_block)]:
            formula.parent.replace(formula, nodes.Text(plain_text(formula, facts)))
        context["meta"] = {**(context.get("meta") or {}), "og:description": escape(said)}
    else:
        said = context.get("description", "")
    if said:
        context["metatags"] = f'{context.get("metatags", "")}<meta name="description" content="{escape(said)}"/>\n'


def first_sentences(tree: nodes.document, facts: Registry) -> str:
    """Return the first paragraph of a page that is neither hidden nor in the box that opens a chapter."""
    for paragraph in tree.findall(nodes.paragraph):
        if not any(is_hidden(node) or "chapter-end" in node.get("classes", ()) for node in ancestors(paragraph)):
            return " ".join(plain_text(paragraph, facts).split())
    return ""


def shorten(text: str) -> str:
    """Return as many whole sentences as there is room for, or the beginning of the first one."""
    whole = re.match(rf"(.{{,{LONGEST}}}[.?!])(?:\s|$)", text)
    return whole[1] if whole else textwrap.shorten(text, LONGEST, placeholder=" …")


def drop_addresses(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Leave out what needs an absolute address if the site has none."""
    if not app.config.site_url:
        context["metatags"] = ABSOLUTE.sub("", context.get("metatags", ""))


def setup(app: Sphinx) -> dict[str, bool]:
    """Set what the two extensions need, and come after them when a page is written."""
    app.setup_extension("sphinxext.opengraph")
    app.setup_extension("notfound.extension")
    app.connect("config-inited", take_address, priority=2)
    app.connect("html-page-context", describe, priority=450)  # before the cards, after the search has read the formulas
    app.connect("html-page-context", drop_addresses, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
