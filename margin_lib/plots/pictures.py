"""Pictures as SVG in the colors of their page: drawn once, light on a light page and dark on a dark one.

A notebook, or a page of the book, shows a Picture as an SVG whose colors are CSS variables. A page that does not set
them gets the light theme on white; `stylesheet` sets them for light and dark pages.
"""

import io
import re
from dataclasses import asdict, dataclass
from html import escape
from string import ascii_lowercase
from typing import Any
from zlib import crc32

from . import canvas
from .theme import DARK, FACES, FORMULAS, LIGHT, TEXT_SIZE, mix

PIXELS_PER_INCH = 110
AROUND = 0.3  # inches that the words around a panel take more of a narrow one
PHONE, DESK = 3.5, 6.6  # inches: the widths that a phone and a page show without making text smaller
FLATTER = 0.75  # at most this part of its width is the height of one of three panels on a phone


@dataclass(frozen=True)
class Picture:
    """An SVG, one for phones where it is wide, and `alt`, sentences for readers who can't see it.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib.plots import plot_points
    >>> picture(plot_points([[0, 1], [1, 0]], [1, -1]))
    2 points, 1 of class +1 (circles) and 1 of class -1 (triangles).

    Book: {ref}`sec-plots`
    """

    svg: str
    alt: str
    phone: str = ""

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        return self.svg + self.phone


def picture(drawn: Any, alt: str | None = None) -> Picture:
    """Return an Axes, several, or a Figure as a Picture, and close matplotlib's figure.

    `alt` describes it in words; by default `alt_text` does, for layers drawn by margin_lib.plots.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from matplotlib.figure import Figure
    >>> picture(Figure(), "An empty sheet.").svg[:42]
    '<svg role="img" aria-label="An empty sheet'

    Book: {ref}`sec-plots`
    """
    import matplotlib.pyplot as plt
    import numpy as np
    from matplotlib import rc_context

    figure = drawn if hasattr(drawn, "savefig") else np.ravel(drawn)[0].get_figure(root=True)
    alt = (canvas.alt_text(drawn) if alt is None else alt).strip()
    if not alt:
        raise ValueError("a picture needs words for those who cannot see it: alt is empty.")
    with rc_context(LIGHT.settings()):
        _letter(figure)
        _set_text(figure)
        _drop_bare_frames(figure)
        width, height = figure.get_size_inches()
        if width > DESK:
            canvas.resize(figure, DESK, height * DESK / width)
        if figure.get_figwidth() <= PHONE:
            shown = Picture(_drawn(figure, alt, ""), alt)
        else:
            wide = _drawn(figure, alt, "wide")
            _stack(figure)
            shown = Picture(wide, alt, _drawn(figure, alt, "phone"))
    plt.close(figure)
    return shown


def stylesheet() -> str:
    """Return the CSS rules that give pictures the colors of their page, light and dark.

    >>> stylesheet().splitlines()[0][:48]
    ':root { --margin-paper: transparent; --margin-pa'

    Book: {ref}`sec-plots`
    """
    rules = []
    for selector, theme in ((":root", LIGHT), ('html[data-theme="dark"]', DARK)):
        values = {"paper": "transparent", **_colors(theme)}.items()
        rules.append(f"{selector} {{ " + " ".join(f"--margin-{name}: {value};" for name, value in values) + " }")
    swap = ".margin-picture.wide { display: none; } .margin-picture.phone { display: inline !important; }"
    return "\n".join([*rules, f"@media screen and (max-width: 600px) {{ {swap} }}"])


def _panels(figure: Any) -> list[Any]:
    """Return the Axes that were laid out in a grid, in reading order."""
    return [ax for ax in figure.axes if ax.get_subplotspec() is not None]


def _letter(figure: Any) -> None:
    """Write (a), (b), ... at the corners of several panels, before their titles: on a phone none is left or right."""
    panels = _panels(figure)
    for letter, ax in zip(ascii_lowercase, panels if len(panels) > 1 else [], strict=False):
        words = ax.get_title() or ax.get_title("left")
        ax.set_title("")
        ax.set_title(f"({letter}) {words[:1].upper()}{words[1:]}".rstrip(), loc="left", color=ax.title.get_color())


def _set_text(figure: Any) -> None:
    """Give all text the house's face, at least its size, apostrophes, and stars that stay with their letters."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set(fontfamily=FACES, math_fontfamily=FORMULAS, fontsize=max(text.get_fontsize(), TEXT_SIZE))
        words = re.sub(r"(?<=\w)'(?=\w)", "\N{RIGHT SINGLE QUOTATION MARK}", text.get_text())
        text.set_text(words.replace("^*", "^{*}"))


def _drop_bare_frames(figure: Any) -> None:
    """Take away each line of a frame that has neither ticks nor a name."""
    for ax in figure.axes:
        for axis, sides in ((ax.xaxis, ("bottom", "top")), (ax.yaxis, ("left", "right"))):
            if not len(axis.get_ticklocs()) and not axis.get_label_text():
                ax.spines[[*sides]].set_visible(False)


def _stack(figure: Any) -> None:
    """Make a figure as narrow as a phone: its panels one below the other, many small ones two by two."""
    from matplotlib.gridspec import GridSpec

    width, height = figure.get_size_inches()
    panels = _panels(figure)
    rows, columns = panels[0].get_gridspec().get_geometry() if panels else (1, 1)
    across = 2 if len(panels) > 3 and columns > 2 else 1
    down = -(-len(panels) // across) or 1
    shape = height / rows / (width / columns)  # of a panel
    panel = PHONE / across * min(shape, FLATTER if len(panels) == 3 else 1) + AROUND
    canvas.resize(figure, PHONE, panel * down if columns > 1 else min(height, PHONE))
    legends = sum(legend.get_window_extent().height for legend in figure.legends) / figure.dpi
    figure.set_figheight(figure.get_figheight() + legends)
    if columns > 1:
        grid = GridSpec(down, across, figure=figure)
        for n, ax in enumerate(panels):
            ax.set_subplotspec(grid[n])
        if across == 1:
            _repeat_axes(panels)


def _repeat_axes(panels: list[Any]) -> None:
    """Give panels that stood beside each other the numbers and the name of an axis that they shared."""
    names = {ax.get_xlabel() for ax in panels} - {""}
    for ax in panels:
        if len(names) == 1 and ax.get_xticks().size:
            ax.set_xlabel(*names)
        if ax.get_shared_y_axes().joined(ax, panels[0]):
            ax.tick_params(labelleft=True)
            ax.set_ylabel(ax.get_ylabel() or panels[0].get_ylabel())


def _drawn(figure: Any, alt: str, kind: str) -> str:
    """Return a figure as SVG for use in a page; `kind` is a class of its own."""
    sheet = io.StringIO()
    figure.savefig(sheet, format="svg", metadata={"Date": None, "Creator": None})
    return _on_any_page(sheet.getvalue(), alt, kind)


def _colors(theme: Any) -> dict[str, str]:
    """Return the colors of a picture by name, with the faint one of a region's pattern."""
    named = {name: value for name, value in asdict(theme).items() if isinstance(value, str)}
    return named | {"pattern": mix(theme.negative, 2 * theme.tint, theme.page)}


def _on_any_page(svg: str, alt: str, kind: str) -> str:
    """Return matplotlib's SVG for use in a page: described, scaled to the width, in the colors of the page."""
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'(?<= d=")[^"]+', lambda path: _shortened(path[0]), svg)
    for name, color in _colors(LIGHT).items():
        for before in (": ", '="'):  # in a style; in an attribute
            svg = svg.replace(f"{before}{color}", f"{before}var(--margin-{name}, {color})")
    own = format(crc32(svg.encode()), "08x")  # so that ids differ from those of other pictures on the page
    svg = re.sub(r'(?<= id=")|(?<=url\(#)|(?<=href="#)', f"m{own}-", svg)
    width = float(re.search(r'width="([\d.]+)pt"', svg)[1]) / 72 * PIXELS_PER_INCH  # type: ignore[index]
    view = re.search(r'viewBox="[^"]*"', svg)[0]  # type: ignore[index]
    style = f"width: 100%; max-width: {width:.0f}px; height: auto; background: var(--margin-paper, {LIGHT.page})"
    if kind == "phone":
        style = f"display: none; {style}"
    classes = f"margin-picture {kind}".strip()
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = f'<svg role="img" aria-label="{escape(alt)}" class="{classes}" style="{style}" {view} {names}>'
    return head + svg[svg.index(">") + 1 :]


def _shortened(path: str) -> str:
    """Write a path with two decimals in place of six, and each horizontal or vertical stretch by its two ends."""
    path = re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), path)
    path = " ".join(path.split())
    for stretch in (r"( L \S+ (\S+))(?: L \S+ \2)*( L \S+ \2)(?!\S)", r"( L (\S+) \S+)(?: L \2 \S+)*( L \2 \S+)(?!\S)"):
        path = re.sub(stretch, r"\1\3", path)
    return path
