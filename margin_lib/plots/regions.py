"""The decision regions of any model with `.decision(X)`: the curve f = 0, with f = 1 and f = -1 beside it."""

from typing import Any

import numpy as np

from . import canvas
from .canvas import Axes
from .planes import MINUS, plot_points
from .theme import current, mix

FINENESS = 120  # grid points along each side
STRIPS = 30  # f is computed strip by strip: a kernel machine keeps strip times support vectors in memory


def plot_regions(model: Any, X: Any, y: Any, edges: bool = True, ax: Axes | None = None) -> Axes:
    """Tint where f > 0 and where f < 0 (hatched), and draw f = 0 (solid), f = 1 and f = -1 (dashed) inside the frame.

    The model is a kernel machine, a Plane, or anything else whose `.decision` returns f at the rows of X. Leave out
    the dashed lines (`edges=False`) if the scale of f means nothing, as with a perceptron.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib.core.geometry import Plane
    >>> ax = plot_regions(Plane([1, 1]), [[2, 0], [-1, -1]], [1, -1])
    >>> canvas.alt_text(ax).split(". ")[1]
    'The curve f = 0 parts the plane into the regions of the two classes, and 0 of the points are in the wrong one.'

    Book: {ref}`sec-kernel-regions`
    """
    X, y = canvas.flat(X, y)
    model = model if hasattr(model, "decision") else getattr(model, "plane", model)
    if not hasattr(model, "decision"):
        raise ValueError(f"{type(model).__name__} has no method decision(X): give a machine or a Plane.")
    ax = plot_points(X, y) if ax is None else ax
    theme = current()
    across, up, f = _surface(ax, model)
    bounds = [min(f.min(), 0) - 1, 0.0, max(f.max(), 0) + 1]
    ax.contourf(across, up, f, bounds, colors=[theme.negative, theme.positive], alpha=theme.tint, zorder=0)
    _hatch(ax, across, up, f, bounds[:2])
    _draw_levels(ax, across, up, f, (0.0, -1.0, 1.0) if edges else (0.0,))
    wrong = int((y * model.decision(X) <= 0).sum())
    if f.min() < 0 < f.max():
        shape = "The curve f = 0 parts the plane into the regions of the two classes"
    else:
        shape = f"All that is in sight is the region of class {'+1' if f.max() > 0 else '-1'}"
    return canvas.finish(ax, "regions", f"{shape}, and {wrong} of the points are in the wrong one.")


def _surface(ax: Axes, model: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    low, high = canvas.corners(ax)
    across, up = np.linspace(low[0], high[0], FINENESS), np.linspace(low[1], high[1], FINENESS)
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    f = np.concatenate([np.asarray(model.decision(strip), dtype=float) for strip in np.array_split(grid, STRIPS)])
    return across, up, f.reshape(FINENESS, FINENESS)


def _hatch(ax: Axes, across: np.ndarray, up: np.ndarray, f: np.ndarray, bounds: list[float]) -> None:
    """Hatch the region of class -1 faintly, for readers who cannot tell the tints apart."""
    from matplotlib import rc_context

    theme = current()
    with rc_context({"hatch.linewidth": 0.6}):
        region = ax.contourf(across, up, f, bounds, colors="none", hatches=["//"], zorder=0.1)
        region.set_edgecolor(mix(theme.negative, 2 * theme.tint, theme.page))
        region.set_linewidth(0)


def _draw_levels(ax: Axes, across: np.ndarray, up: np.ndarray, f: np.ndarray, levels: tuple[float, ...]) -> None:
    """Draw the curves f = level that cross the frame; matplotlib warns of the others."""
    theme = current()
    solid, dashed = (1.6, "-", "f = 0"), (1.0, (0, (5, 3)), f"f = 1 and f = {MINUS}1")
    for level in levels:
        width, dashes, label = solid if level == 0 else dashed
        if f.min() < level < f.max():
            ax.contour(across, up, f, [level], colors=theme.text, linewidths=width, linestyles=[dashes], zorder=2)
            ax.plot([], [], color=theme.text, linewidth=width, linestyle=dashes, label=label)
