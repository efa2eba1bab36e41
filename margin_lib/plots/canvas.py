"""The Axes that layers are drawn on: frame, colors, legend, and the description in words."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np

from ..core import inputs
from .theme import current

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
else:
    Axes = Any  # matplotlib takes long to import

SIZE = (3.5, 3.4)  # inches, with which text keeps its size on a phone
PADDING = 0.08  # of the width and height of the data, on each side
SLIMMEST = 0.6  # a frame's height is at least this part of its width, and the other way around
LEGEND_ROOM = 0.4  # inches, two lines; for more the figure grows
LEGEND_DROP = 38 / 72  # inches from the axis to the legend, for the tick labels and the name of the axis

_notes: WeakKeyDictionary[Axes, dict[str, str]] = WeakKeyDictionary()
_framed: WeakSet[Axes] = WeakSet()
_heights: WeakKeyDictionary[Any, float] = WeakKeyDictionary()  # of figures that grow with their legend, in inches


def alt_text(picture: Any) -> str:
    """Return sentences that say what is drawn, with the numbers; `picture` is an Axes, several, or a Figure.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib.plots import plot_points
    >>> alt_text(plot_points([[0, 1], [1, 0], [2, 2]], [1, -1, 1]))
    '3 points, 2 of class +1 (circles) and 1 of class -1 (triangles).'

    Book: {ref}`sec-plots`
    """
    axes: Iterable[Axes] = picture.axes if hasattr(picture, "savefig") else np.ravel(picture).tolist()
    sentences = [sentence for ax in axes for sentence in _notes.get(ax, {}).values()]
    if not sentences:
        raise ValueError("nothing here was drawn by margin_lib.plots: give the Axes that a plot function returned.")
    return " ".join(dict.fromkeys(sentences))  # the panels of a run share some


def finish(ax: Axes, layer: str, sentence: str) -> Axes:
    """Describe a layer for `alt_text`, put the legend of all layers below the frame, and return the Axes.

    A layer that is drawn again replaces its sentence.
    """
    _notes.setdefault(ax, {})[layer] = sentence
    draw_legend(ax)
    return ax


def resize(figure: Any, width: float, height: float) -> None:
    """Give a figure another size, in inches, and its legends the columns that fit."""
    figure.set_size_inches(width, height)
    if figure in _heights:
        _heights[figure] = height
    for ax in figure.axes:
        if ax.get_legend() and ax in _notes:
            draw_legend(ax)
    for legend in figure.legends:
        if legend.get_window_extent().width > figure.bbox.width:
            legend.remove()
            below_all(figure, legend.legend_handles, [text.get_text() for text in legend.get_texts()], columns=1)


def below_all(figure: Any, handles: Iterable[Any], labels: Iterable[str], columns: int) -> None:
    """Draw one legend below all panels of a figure."""
    look = {"frameon": False, "labelcolor": current().text}
    figure.legend([*handles], [*labels], loc="outside lower center", ncols=columns, **look)


def new_axes(size: tuple[float, float] = SIZE, rows: int = 1, columns: int = 1) -> Any:
    """Return one Axes, or an array of them, on a new transparent figure."""
    import matplotlib.pyplot as plt
    from matplotlib import rc_context

    with rc_context(current().settings()):
        figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained")
    if rows == columns == 1:
        _heights[figure] = size[1]
    for ax in np.ravel(axes):
        dress(ax)
    return axes


def dress(ax: Axes) -> None:
    """Give the frame, ticks, labels and title the colors of the current theme."""
    theme = current()
    ax.tick_params(colors=theme.text)
    for spine in ax.spines.values():
        spine.set_color(theme.text)
    for text in (ax.xaxis.label, ax.yaxis.label, ax.title):
        text.set_color(theme.text)


def flat(X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return points with two coordinates and their labels, or raise."""
    X = inputs.points(X)
    if X.shape[1] != 2:
        raise ValueError(
            f"a picture needs points with two coordinates, but those of X have {X.shape[1]}: "
            "choose two columns, X[:, [i, j]], and fit the plane on them."
        )
    return inputs.labeled(X, y)


def frame(ax: Axes, X: np.ndarray) -> None:
    """Fit the frame to the points at equal scales; a wider frame stays as it is."""
    half, middle = frame_of(X) / 2, (X.min(axis=0) + X.max(axis=0)) / 2
    low, high = middle - half, middle + half
    if ax in _framed:
        there = corners(ax)
        low, high = np.minimum(low, there[0]), np.maximum(high, there[1])
    _framed.add(ax)
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_aspect("equal", adjustable="box")


def frame_of(X: np.ndarray) -> np.ndarray:
    """Return the width and height of a frame for these points, with padding."""
    sides = np.ptp(X, axis=0)
    longest = sides.max() or 1.0
    return np.maximum(sides, SLIMMEST * longest) + 2 * PADDING * longest


def corners(ax: Axes) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower left and the upper right corner of the frame."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    return np.array([left, bottom]), np.array([right, top])


def legend_entries(*axes: Axes) -> dict[str, Any]:
    """Return the artist of each label in these Axes."""
    return {label: artist for ax in axes for artist, label in zip(*ax.get_legend_handles_labels(), strict=True)}


def draw_legend(ax: Axes) -> None:
    """Draw the legend of all layers below the frame, in two columns where they fit; the figure makes room for it."""
    from matplotlib import rc_context
    from matplotlib.transforms import ScaledTranslation

    entries = legend_entries(ax)
    figure = ax.get_figure(root=True)
    assert figure is not None
    below = ax.transAxes + ScaledTranslation(0, -LEGEND_DROP, figure.dpi_scale_trans)
    place: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "bbox_transform": below}
    look: dict[str, Any] = {"frameon": False, "labelcolor": current().text, "borderaxespad": 0, "columnspacing": 1.2}
    with rc_context(current().settings()):
        legend = ax.legend(entries.values(), entries.keys(), ncols=2, **place, **look)
        if legend.get_window_extent().width > figure.bbox.width:
            legend = ax.legend(entries.values(), entries.keys(), ncols=1, **place, **look)
    if figure in _heights:
        figure.set_figheight(_heights[figure] + max(legend.get_window_extent().height / figure.dpi - LEGEND_ROOM, 0))


def count_of(number: int, singular: str, plural: str = "") -> str:
    """Return "1 point", "2 points"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
