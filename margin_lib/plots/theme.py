"""Colors that color-blind readers can tell apart, legible on a white and on a dark page.

Blue against orange, as Okabe and Ito (2008) recommend, a little darker or lighter where the page needs it. A test holds
text to a contrast of 4.5 to 1 and marks to 3 to 1, also on the tinted parts of a picture.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FACE = Path(__file__).with_name("inter.otf")  # Latin, Greek and a few signs of Inter; its license is beside it
FACES = ["Inter", "DejaVu Sans"]
FORMULAS = "stix"
SIZES = ("font.size", "axes.titlesize", "axes.labelsize", "xtick.labelsize", "ytick.labelsize", "legend.fontsize")
TEXT_SIZE = 10.0  # points; at 110 pixels per inch, 15 pixels


@dataclass(frozen=True)
class Theme:
    """The colors of a picture, which is transparent; `page` is the background it is made for.

    >>> LIGHT.page, DARK.page
    ('#fdfcf9', '#13161d')

    Book: {ref}`sec-plots`
    """

    page: str
    text: str
    muted: str
    positive: str
    negative: str
    slack: str
    weights: str
    slab: str
    tint: float = 0.14  # opacity of a class's color in its region

    def settings(self) -> Any:
        """Return matplotlib's settings for this theme, as `rc_context` takes them."""
        _add_face()
        ink = ("text.color", "axes.labelcolor", "axes.titlecolor", "axes.edgecolor", "xtick.color", "ytick.color")
        return {
            **dict.fromkeys(ink, self.text),
            **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), "none"),
            "legend.labelcolor": self.text,
            "savefig.bbox": "tight",
            "savefig.pad_inches": 0.03,
            "font.family": FACES,
            "mathtext.fontset": FORMULAS,
            **dict.fromkeys(SIZES, TEXT_SIZE),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "figure.dpi": 110.0,
            "svg.hashsalt": "margin_lib",
        }


LIGHT = Theme("#fdfcf9", "#1c2030", "#5a6072", "#0b63a5", "#c2510c", "#007456", "#7a3d9e", "#efe9d6")
DARK = Theme("#13161d", "#e9e7e1", "#a3a8b6", "#6cb4ee", "#f39a5d", "#4fc9a4", "#c79be6", "#38362c")

_theme: ContextVar[Theme] = ContextVar("theme", default=LIGHT)


def current() -> Theme:
    """Return the theme that `style` has set, or the light one."""
    return _theme.get()


@contextmanager
def style(dark: bool = False) -> Iterator[Theme]:
    """Draw the pictures of the `with` block for a light page, or for a dark one; yield the colors.

    >>> with style(dark=True) as colors:
    ...     colors.page
    '#13161d'

    Book: {ref}`sec-plots`
    """
    from matplotlib import rc_context

    theme = DARK if dark else LIGHT
    before = _theme.set(theme)
    try:
        with rc_context(theme.settings()):
            yield theme
    finally:
        _theme.reset(before)


@cache
def _add_face() -> None:
    """Tell matplotlib of the face, once a process."""
    from matplotlib.font_manager import fontManager

    fontManager.addfont(FACE)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors (WCAG 2), from 1 for equal ones to 21 for black and white.

    >>> round(contrast("#000000", "#ffffff"), 6)
    21.0

    Book: {ref}`sec-plots`
    """
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(color: str, share: float, page: str) -> str:
    """Return the color of a page under a color with opacity `share`."""
    mixed = [share * c + (1 - share) * p for c, p in zip(_channels(color), _channels(page), strict=True)]
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in mixed)


def _luminance(color: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(color: str) -> list[float]:
    return [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
