"""The book's faces and colors as plain values: many reading systems don't know custom properties."""

import re
from collections.abc import Mapping
from pathlib import Path

DEFINED = re.compile(r"(--[\w-]+):\s*([^;}]+?)\s*[;}]")
USED = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")


def read_values(*styles: Path) -> dict[str, str]:
    """Return the custom properties of style sheets; the first value counts, which is that of a light page."""
    found: dict[str, str] = {}
    for style in styles:
        for name, value in DEFINED.findall(style.read_text(encoding="utf-8")):
            found.setdefault(name, value)
    return {name: fill_in(value, found) for name, value in found.items()}


def fill_in(style: str, values: Mapping[str, str]) -> str:
    """Return a style with values instead of their names; KeyError where a name has none."""
    while USED.search(style):
        style = USED.sub(lambda used: values[used[1]] if used[2] is None else values.get(used[1], used[2]), style)
    return style
