"""Numbers and words as HTML: everything that comes from outside is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape


class Safe(str):
    """HTML that needs no escaping any more."""

    __slots__ = ()


def said(words: str) -> Safe:
    """Return words as HTML, with what stands between backticks as code."""
    return words if isinstance(words, Safe) else Safe(re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(words)))


def percent(share: float | None) -> str:
    """Return a share in words."""
    return "–" if share is None else f"{share:.0%}"


def signed(value: float | None) -> str:
    """Return a correlation, or a difference of shares."""
    return "–" if value is None else f"{value:+.2f}".replace("-", "−")


def number(value: float) -> str:
    """Return points as people write them."""
    return f"{round(value, 2) + 0.0:g}"


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> str:
    """Return a table that scrolls by itself where it is too wide; the columns in `numbers` are to the right."""
    right = set(numbers)

    def cells(row: Sequence[str], kind: str) -> str:
        made = []
        for place, cell in enumerate(row):
            tag = "th" if kind == "col" or place == 0 else "td"
            scope = f' scope="{kind}"' if tag == "th" else ""
            side = ' class="number"' if place in right else ""
            made.append(f"<{tag}{scope}{side}>{said(cell)}</{tag}>")
        return f"<tr>{''.join(made)}</tr>"

    body = "\n".join(cells(row, "row") for row in rows)
    return (
        f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">\n'
        f"<table><caption>{escape(caption)}</caption>\n<thead>{cells(heads, 'col')}</thead>\n"
        f"<tbody>\n{body}\n</tbody></table></div>"
    )
