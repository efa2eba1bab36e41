"""Pages for people, each one file that asks no server for anything: feedback and report.

A template lies beside the module that fills it in, extends `page.html.j2`, and is named by its path from the root of
the repository. All values are escaped. Markup is for drawings of ours, never for what a student wrote.
"""

import re
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from course import paths
from course.numbers import number, percent, signed

BACKTICKS, CODE = re.compile(r"`([^`\n]+)`"), Markup("<code>{}</code>")


def render(template: str, **values: Any) -> str:
    """Return the page that a template makes of values."""
    return TEMPLATES.get_template(template).render(values)


def code(words: str) -> Markup:
    """Escape words, and mark up what is between backticks as code."""
    if "`" not in words:
        return escape(words)
    pieces = BACKTICKS.split(words)
    return Markup().join(CODE.format(one) if place % 2 else one for place, one in enumerate(pieces))


TEMPLATES = Environment(
    loader=FileSystemLoader(paths.CODE), autoescape=True, undefined=StrictUndefined, auto_reload=False,
    trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
)
TEMPLATES.filters |= {"code": code, "number": number, "percent": percent, "signed": signed}
