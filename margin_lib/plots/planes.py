"""The layers of a picture of a linear classifier: points, a plane with its slab, support vectors, slack."""

from typing import Any

import numpy as np

from ..core.geometry import Plane, length
from . import canvas
from .canvas import Axes
from .theme import current

ROOM = 0.06  # of the frame, around a number
RING = 110  # area of a support vector's ring; a point has at most 40
MINUS = "\N{MINUS SIGN}"
SHORTEST_ARROW = 0.03  # of the frame: in a narrower slab the heads of the margin's arrow would overlap


def plot_points(X: Any, y: Any, ax: Axes | None = None) -> Axes:
    """Draw points with two coordinates: class +1 as blue circles, class -1 as orange triangles.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> plot_points([[0, 1], [1, 0]], [1, -1]).get_aspect()
    1.0

    Book: {ref}`sec-plots`
    """
    X, y = canvas.flat(X, y)
    ax = canvas.new_axes() if ax is None else ax
    theme = current()
    canvas.dress(ax)
    canvas.frame(ax, X)
    area = float(np.clip(300 / np.sqrt(len(X)), 9, 40))
    for label, marker, color in ((1, "o", theme.positive), (-1, "^", theme.negative)):
        chosen = X[y == label]
        ax.scatter(
            chosen[:, 0], chosen[:, 1], s=area, marker=marker, color=color, edgecolors=theme.page, linewidths=0.5,
            zorder=3, label=f"class {MINUS if label < 0 else '+'}1",
        )
    ax.set_xlabel("$x_1$")
    ax.set_ylabel("$x_2$")
    circles, triangles = int((y > 0).sum()), int((y < 0).sum())
    points = canvas.count_of(len(X), "point")
    sentence = f"{points}, {circles} of class +1 (circles) and {triangles} of class -1 (triangles)."
    return canvas.finish(ax, "points", sentence)


def plot_plane(model: Any, X: Any, y: Any, slab: bool | str = True, ax: Axes | None = None) -> Axes:
    """Draw the plane f = 0 of a Plane, a Run or an Svm, and the slab around it.

    A plane's slab reaches to its closest points and is left out if the plane doesn't separate them. The slab of an Svm,
    or of any plane with slab="unit", lies between f = 1 and f = -1, whether points are in it or not. The arrow is half
    the slab's width: the margin.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib.core.geometry import Plane
    >>> ax = plot_plane(Plane([1, 0], b=-1), [[0, 1], [2, 0]], [-1, 1])
    >>> [line.get_label() for line in ax.lines]
    ['plane f = 0', 'edges of the slab, margin 1', '_edge']

    Book: {ref}`sec-plots`
    """
    X, y = canvas.flat(X, y)
    ax = plot_points(X, y) if ax is None else ax
    theme, plane = current(), plane_of(model)
    if slab not in (True, False, "unit"):
        raise ValueError(f"slab must be True, False or 'unit', but is {slab!r}.")
    draw_line(ax, plane, 0.0, color=theme.text, linewidth=1.6, label="plane f = 0")
    f, size = y * plane.decision(X), length(plane.w)
    margin, mistakes = float(f.min() / size), int((f <= 0).sum())
    unit = slab == "unit" or hasattr(model, "alpha")
    half = 1 / size if unit else margin
    verdict = f"separates them with margin {margin:.3g}" if mistakes == 0 else f"gets {mistakes} of them wrong"
    if slab and half > 0:
        _draw_slab(ax, plane, half, X)
        inside = f"between f = 1 and f = -1 is {half:.3g} wide on each side"
        verdict += f"; the slab {inside}" if unit else ", shown as a slab that reaches to the closest points"
    return canvas.finish(ax, "plane", f"The plane {equation(plane)} {verdict}.")


def plot_support(svm: Any, X: Any, y: Any, ax: Axes | None = None) -> Axes:
    """Ring the support vectors of a machine: circles for the free ones, squares for those at alpha = C.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib import hard_margin
    >>> X, y = [[0, 1], [2, 0], [5, 0]], [-1, 1, 1]
    >>> alt_text = canvas.alt_text(plot_support(hard_margin(X, y), X, y))
    >>> alt_text.split(". ")[1]
    '2 of them are support vectors, ringed.'

    Book: {ref}`sec-plots`
    """
    X, y = canvas.flat(X, y)
    ax = plot_points(X, y) if ax is None else ax
    bounded = np.asarray(getattr(svm, "bounded", ()), dtype=int)
    support = np.asarray(svm.support, dtype=int)
    free = np.setdiff1d(support, bounded)
    for rows, marker, label in (
        (free, "o", "support vectors" if not len(bounded) else "free support vectors"),
        (bounded, "s", "bounded support vectors"),
    ):
        if len(rows):
            draw_rings(ax, X[rows], marker=marker, linewidths=1.3, label=f"{label} ({len(rows)})")
    kinds = f": {len(free)} free (circles), {len(bounded)} bounded (squares)" if len(bounded) else ""
    return canvas.finish(ax, "support", f"{len(support)} of them are support vectors, ringed{kinds}.")


def draw_rings(ax: Axes, X: np.ndarray, **look: Any) -> None:
    """Draw a ring around each point."""
    ax.scatter(X[:, 0], X[:, 1], s=RING, facecolors="none", edgecolors=current().text, zorder=4, **look)


def plot_slack(model: Any, X: Any, y: Any, numbers: bool = False, ax: Axes | None = None) -> Axes:
    """Draw a segment from each point that needs slack, y f(x) < 1, to its edge of the slab.

    The segment is xi / |w| long, xi = max(0, 1 - y f(x)), with f as the Plane or Svm scales it. `numbers` writes xi
    beside the segments, the longest first, if there is room.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib.core.geometry import Plane
    >>> ax = plot_slack(Plane([1, 0]), [[2, 0], [0.5, 0], [-1, 1]], [1, 1, -1])
    >>> canvas.alt_text(ax).split(". ")[1]
    '1 point needs slack, 0.5 in all, the largest 0.5, drawn as segments to the edge of the slab.'

    Book: {ref}`sec-plots`
    """
    from matplotlib.collections import LineCollection

    X, y = canvas.flat(X, y)
    ax = plot_points(X, y) if ax is None else ax
    theme, plane = current(), plane_of(model)
    w = plane.w.astype(float)
    slack = np.maximum(0.0, 1 - y * plane.decision(X))
    needy = slack > 1e-6  # less is a solver's error
    starts, xi = X[needy], slack[needy]
    ends = starts + (y[needy] * xi)[:, None] * w / (w @ w)
    segments = LineCollection(
        list(np.stack([starts, ends], axis=1)), colors=theme.slack, linewidths=2.2, linestyles=[(0, (1, 0.7))],
        zorder=2.5, label=f"slack, {xi.sum():.3g} in all",
    )
    ax.add_collection(segments, autolim=False)
    if numbers:
        _write_slack(ax, starts, ends, xi, X)
    needs = f"{canvas.count_of(len(xi), 'point')} need{'s' if len(xi) == 1 else ''} slack, {xi.sum():.3g} in all"
    largest = f", the largest {xi.max():.3g}, drawn as segments to the edge of the slab" if len(xi) else ""
    return canvas.finish(ax, "slack", f"{needs}{largest}.")


def _write_slack(ax: Axes, starts: np.ndarray, ends: np.ndarray, xi: np.ndarray, X: np.ndarray) -> None:
    """Write each xi on its segment, in the first of five places that is clear of points and of other numbers."""
    from matplotlib.patheffects import withStroke

    theme, (low, high) = current(), canvas.corners(ax)
    halo = [withStroke(linewidth=3, foreground=theme.page)]
    look: dict[str, Any] = {"color": theme.slack, "path_effects": halo}
    taken = [*X]
    for i in np.argsort(-xi):
        for way in (0.5, 0.35, 0.65, 0.2, 0.8):
            place = (1 - way) * starts[i] + way * ends[i]
            if min(length((place - other) / (high - low)) for other in taken) > ROOM:
                taken.append(place)
                ax.annotate(f"{xi[i]:.2g}", tuple(place), ha="center", va="center", zorder=5, **look)
                break


def plane_of(model: Any) -> Plane:
    """Return the plane of a Plane, a Run or an Svm."""
    plane = getattr(model, "plane", model)
    if not isinstance(plane, Plane):
        raise ValueError(
            f"{type(model).__name__} has no plane to draw: give a Plane, a Run or an Svm, "
            "or use plot_regions for a kernel machine."
        )
    if len(plane.w) != 2:
        raise ValueError(f"a picture needs a plane with two coordinates, but w has {len(plane.w)}.")
    if not plane.w.any():
        raise ValueError("w = 0 does not define a plane: there is nothing to draw.")
    return plane


def equation(plane: Plane) -> str:
    """Return "0.6 x1 - 0.8 x2 + 1 = 0"."""
    terms = [(float(plane.w[0]), " x1"), (float(plane.w[1]), " x2"), (float(plane.b), "")]
    text = " ".join(f"{'-' if value < 0 else '+'} {abs(value):.3g}{name}" for value, name in terms if value)
    return f"{'-' if text[0] == '-' else ''}{text[2:]} = 0"


def line_ends(ax: Axes, plane: Plane, level: float) -> np.ndarray:
    """Return two points of the line f = level, far outside the frame on either side."""
    low, high = canvas.corners(ax)
    w, middle = plane.w.astype(float), (low + high) / 2
    foot = middle - (w @ middle + float(plane.b) - level) * w / (w @ w)
    along = np.array([-w[1], w[0]]) / length(w)
    reach = 4 * length(high - low)
    return np.array([foot - reach * along, foot + reach * along])


def draw_line(ax: Axes, plane: Plane, level: float, **look: Any) -> None:
    """Draw the line f = level across the frame, which stays as it is."""
    from matplotlib.lines import Line2D

    ax.add_line(Line2D(*line_ends(ax, plane, level).T, **{"zorder": 2, **look}))


def _draw_slab(ax: Axes, plane: Plane, half: float, X: np.ndarray) -> None:
    """Shade the points within `half` of the plane, with dashed edges and the margin's arrow."""
    from matplotlib.patches import Polygon

    theme, level = current(), half * length(plane.w)
    upper, lower = line_ends(ax, plane, level), line_ends(ax, plane, -level)
    area = np.vstack([upper, lower[::-1]])
    ax.add_patch(Polygon(area, facecolor=theme.slab, edgecolor="none", zorder=0.5))
    label = f"edges of the slab, margin {half:.3g}"
    for edge, name in ((level, label), (-level, "_edge")):
        draw_line(ax, plane, edge, color=theme.text, linewidth=1.0, linestyle=(0, (5, 3)), label=name)
    low, high = canvas.corners(ax)
    if half < SHORTEST_ARROW * (high - low).max():
        return
    arrow = _free_place(ax, plane, half, X)
    if arrow is not None:
        look = {"arrowstyle": "<|-|>", "color": theme.text, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 8}
        ax.annotate("", xy=tuple(arrow[1]), xytext=tuple(arrow[0]), arrowprops=look, zorder=4)


def _free_place(ax: Axes, plane: Plane, half: float, X: np.ndarray) -> np.ndarray | None:
    """Return the foot and head of an arrow across half the slab, inside the frame, as far as possible from points."""
    low, high = canvas.corners(ax)
    ends = line_ends(ax, plane, 0.0)
    feet = ends[0] + np.linspace(0, 1, 801)[:, None] * (ends[1] - ends[0])
    heads = feet + half * plane.w.astype(float) / length(plane.w)
    inset = 0.06 * (high - low)
    inside = ((np.minimum(feet, heads) > low + inset) & (np.maximum(feet, heads) < high - inset)).all(axis=1)
    if not inside.any():
        return None
    middles = (feet[inside] + heads[inside]) / 2
    room = np.sqrt(((middles[:, None] - X[None]) ** 2).sum(axis=2)).min(axis=1)
    best = int(room.argmax())
    return np.array([feet[inside][best], heads[inside][best]])
