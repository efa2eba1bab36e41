"""Pictures of runs: a perceptron's updates one by one, Novikoff's two bounds, Winnow's weights.

    w_k     the sum of the first k corrected signed points, divided by the rate
    u       unit normal of the best plane
"""

from typing import Any

import numpy as np

from ..core import inputs
from ..core.geometry import Plane, length
from ..core.signed_points import SignedPoints
from . import canvas
from .canvas import Axes
from .planes import draw_line, draw_rings, equation, plot_points
from .theme import TEXT_SIZE, current

PANELS = 6  # of a run's small multiples
PANEL_SIZE = 2.2  # inches
BETWEEN_ROWS = 0.14  # inches, so that a title keeps off the numbers above it
ARROW = 0.3  # of the frame: the length of the arrow along w, whose own length grows beyond any frame
MOST_MARKS = 400  # of a curve: a longer run is thinned out
IN_SIGHT = 30  # Novikoff's bound is shown where it is at most this many times the updates


def plot_run(run: Any, X: Any, y: Any, step: int | None = None, ax: Axes | None = None) -> Any:
    """Draw updates of a perceptron: the line before and after, and the point of the update, ringed.

    With `step`, from 1 to run.corrections, draw that update and return its Axes; without it draw up to six, from
    the first update to the last, and return an array of Axes.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib import perceptron
    >>> X, y = [[2, 1], [1, 2], [-2, -1]], [1, 1, -1]
    >>> canvas.alt_text(plot_run(perceptron(X, y), X, y, step=1)).split(". ")[1]
    'Update 1 of 1 is of X[0] and leads to the plane 2 x1 + 1 x2 = 0, which gets no point wrong.'

    Book: {ref}`sec-perceptron-run`
    """
    X, y = canvas.flat(X, y)
    order, W = replay(run, X, y)
    if step is not None:
        step = inputs.whole(step, "step", 1)
        if step > len(order):
            raise ValueError(f"step is {step}, but the run has {canvas.count_of(len(order), 'update')}.")
        ax = canvas.new_axes() if ax is None else ax
        return _draw_update(ax, run.bias, X, y, order, W, step)
    if ax is not None:
        raise ValueError("several pictures do not fit into one Axes: give a step, or leave ax out.")
    steps = np.unique(np.linspace(1, len(order), min(PANELS, len(order))).round().astype(int))
    columns = min(3, len(steps))
    rows = -(-len(steps) // columns)
    width, height = canvas.frame_of(np.vstack([X, np.zeros(2)]))
    size = (PANEL_SIZE * columns, (PANEL_SIZE * height / width + 0.5) * rows + 0.4)
    axes = np.atleast_1d(canvas.new_axes(size, rows, columns)).ravel()
    axes[0].figure.get_layout_engine().set(h_pad=BETWEEN_ROWS)
    for panel, one in zip(axes, steps, strict=False):
        _draw_update(panel, run.bias, X, y, order, W, int(one))
    for empty in axes[len(steps) :]:
        empty.remove()
    _shared_legend(axes[: len(steps)])
    return axes[: len(steps)]


def plot_novikoff(run: Any, X: Any, y: Any, best: Plane, ax: Axes | None = None) -> Axes:
    """Draw k gamma <= w_k.u <= |w_k| <= sqrt(k) R over a run. The bounds meet at R^2 / gamma^2.

    X may have any number of coordinates. `best` is a plane through the origin, or with run.bias any plane; it must
    separate the points.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib.datasets import slow_for_perceptron
    >>> from margin_lib import perceptron
    >>> X, y, best = slow_for_perceptron(n=20)
    >>> print(canvas.alt_text(plot_novikoff(perceptron(X, y), X, y, best)))
    Over the 20 updates of the run, w.u grows to 4.47, at least k gamma = 4.47, and |w| to 4.47, at most
    sqrt(k) R = 4.47. The two bounds meet at R^2 / gamma^2 = 20 updates.

    Book: {ref}`sec-novikoff-picture`
    """
    X, y = inputs.labeled(X, y)
    order, W = replay(run, X, y)
    Z, u = SignedPoints(X, y, run.bias), _direction(best, run.bias)
    gamma, R, total = float(Z.margins(u).min()), Z.longest(), len(order)
    if gamma <= 0:
        raise ValueError(f"best must separate the points, but its smallest y f(x) / |w| is {gamma:.3g}.")
    meeting = (R / gamma) ** 2
    ax = canvas.new_axes((5.6, 3.9)) if ax is None else ax
    canvas.dress(ax)
    theme = current()
    end = max(meeting * 1.05, total) if meeting <= IN_SIGHT * total else total
    k = np.linspace(0, end, MOST_MARKS)
    shown = np.unique(np.linspace(0, total, min(total + 1, MOST_MARKS)).round().astype(int))
    along, lengths = np.append(0.0, W @ u), np.append(0.0, np.sqrt(np.einsum("ij,ij->i", W, W)))
    ax.plot(k, np.sqrt(k) * R, color=theme.weights, linestyle="--", label=r"$\sqrt{k}\,R$, bound from above")
    ax.plot(shown, lengths[shown], color=theme.weights, linewidth=2.2, label=r"$\|\mathbf{w}_k\|$")
    shadow = r"$\mathbf{w}_k \cdot \mathbf{u}$"
    ax.plot(shown, along[shown], color=theme.slack, linestyle="-.", linewidth=2.2, label=shadow)
    ax.plot(k, k * gamma, color=theme.slack, linestyle=":", linewidth=2, label=r"$k\,\gamma$, bound from below")
    if meeting <= end:
        label = rf"$R^2/\gamma^2$ = {meeting:,.4g}, where they meet"
        ax.axvline(meeting, color=theme.muted, linewidth=1, label=label)
    ax.set(xlabel="updates $k$", xlim=(0, end), ylim=(0, None))
    # proved for corrected mistakes; a margin perceptron corrects other points, too, and may pass the upper bound
    bounded = (lengths <= np.sqrt(np.arange(len(lengths))) * R * (1 + 1e-9)).all()
    sentence = (
        f"Over the {canvas.count_of(total, 'update')} of the run, w.u grows to {along[-1]:.3g}, "
        f"at least k gamma = {total * gamma:.3g}, and |w| to {lengths[-1]:.3g}, "
        f"{'at most' if bounded else 'at times above'} sqrt(k) R = {np.sqrt(total) * R:.3g}. "
        f"The two bounds meet at R^2 / gamma^2 = {meeting:,.4g} updates."
    )
    return canvas.finish(ax, "novikoff", sentence)


def plot_weights(run: Any, ax: Axes | None = None) -> Axes:
    """Draw Winnow's weights: for each coordinate of (x, 1) a bar for the expert that says + and one for the other.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from margin_lib import winnow
    >>> ax = plot_weights(winnow([[1, 0.5], [-1, 0.5]], [1, -1]))
    >>> canvas.alt_text(ax).split(":")[0]
    'Weights of the 6 experts of Winnow, which sum to 1'

    Book: {ref}`sec-winnow-picture`
    """
    weights = getattr(run, "weights", None)
    if weights is None:
        raise ValueError(f"{type(run).__name__} has no weights: only a run of winnow has.")
    plus, minus = np.split(np.asarray(weights, dtype=float), 2)
    ax = canvas.new_axes((5.6, 3.6)) if ax is None else ax
    canvas.dress(ax)
    theme, places = current(), np.arange(len(plus))
    look: dict[str, Any] = {"width": 0.38, "edgecolor": theme.page, "linewidth": 0.8}
    ax.bar(places - 0.2, plus, color=theme.weights, label="expert that says $+x_j$", **look)
    ax.bar(places + 0.2, minus, color=theme.muted, hatch="////", label="expert that says $-x_j$", **look)
    start = 1 / len(weights)
    ax.axhline(start, color=theme.muted, linestyle="--", linewidth=1, label=f"all at the start, {start:.3g}")
    names = [f"x{j + 1}" for j in range(len(plus) - 1)] + ["1"]
    every = -(-len(names) // 12)
    shown = [f"$x_{{{name[1:]}}}$" if name != "1" else name for name in names]
    ax.set_xticks(places[::every], shown[::every])
    ax.set_ylabel("weight")
    top = int(np.argmax(np.concatenate([plus, minus])))
    speaker = ("+" if top < len(plus) else "-") + names[top % len(plus)]
    sentence = (
        f"Weights of the {len(weights)} experts of Winnow, which sum to 1: the largest, {weights[top]:.3g}, is that of "
        f"the expert that says {speaker}; each had {start:.3g} at the start."
    )
    return canvas.finish(ax, "weights", sentence)


def replay(run: Any, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the order of updates in the last round, and w_1, w_2, ..., with b last if there is one."""
    if not hasattr(run, "order") or not hasattr(run, "plane"):
        raise ValueError(f"{type(run).__name__} is not a run of a perceptron: it must have .order and .plane.")
    order = np.asarray(run.order)
    if rounds := getattr(run, "rounds", ()):
        order = order[len(order) - rounds[-1].corrections :]
    if not len(order):
        raise ValueError("the run has no update to show.")
    if order.max() >= len(X):
        raise ValueError(f"the run corrected point {order.max()}, but X has {len(X)} points: give its own X and y.")
    W = np.cumsum(SignedPoints(X, y, run.bias)[order], axis=0)
    w = np.append(run.plane.w, run.plane.b) if run.bias else run.plane.w
    if len(w) != W.shape[1] or not np.allclose(run.rate * W[-1], w.astype(float), rtol=1e-6, atol=1e-9 * length(W[-1])):
        raise ValueError(
            "the updates of this run do not add up to its plane: give the X and y that it was made from; "
            "for a run of winnow use plot_weights."
        )
    return order, W


def _draw_update(
    ax: Axes, bias: bool, X: np.ndarray, y: np.ndarray, order: np.ndarray, W: np.ndarray, step: int
) -> Axes:
    theme, point = current(), int(order[step - 1])
    canvas.frame(ax, np.vstack([X, np.zeros(2)]))
    plot_points(X, y, ax)
    if step > 1 and W[step - 2, :2].any():
        before = Plane(W[step - 2, :2], W[step - 2, 2] if bias else 0.0)
        draw_line(ax, before, 0.0, color=theme.muted, linewidth=1.4, linestyle=(0, (4, 2)), label="line before")
    after = Plane(W[step - 1, :2], W[step - 1, 2] if bias else 0.0)
    if after.w.any():
        draw_line(ax, after, 0.0, color=theme.text, linewidth=1.6, label=r"line after, with its normal $\mathbf{w}$")
        _draw_normal(ax, after)
    draw_rings(ax, X[[point]], marker="o", linewidths=1.5, label="point of the update")
    ax.set_title(f"update {step} of {len(order)}", fontsize=TEXT_SIZE)
    wrong = int((y * after.decision(X) <= 0).sum())
    sentence = (
        f"Update {step} of {len(order)} is of X[{point}] and leads to the plane {equation(after)}, "
        f"which gets {canvas.count_of(wrong, 'point') if wrong else 'no point'} wrong."
    )
    return canvas.finish(ax, "update", sentence)


def _draw_normal(ax: Axes, plane: Plane) -> None:
    """Draw an arrow along w from the point of the plane that is nearest to the origin, if that is in the frame."""
    low, high = canvas.corners(ax)
    u = plane.w / length(plane.w)
    foot = -float(plane.b) / length(plane.w) * u
    if (foot > low).all() and (foot < high).all():
        look = {"arrowstyle": "-|>", "color": current().weights, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 11}
        head = foot + ARROW * (high - low).min() * u
        ax.annotate("", xy=tuple(head), xytext=tuple(foot), arrowprops=look, zorder=4)


def _shared_legend(axes: np.ndarray) -> None:
    """Replace the legends of the panels by one below them all."""
    for ax in axes:
        ax.get_legend().remove()
        ax.set(xlabel="", ylabel="")
    entries = canvas.legend_entries(*axes)
    canvas.below_all(axes[0].figure, entries.values(), entries, columns=3)


def _direction(best: Plane, bias: bool) -> np.ndarray:
    if not bias and best.b != 0:
        raise ValueError("a run without a bias is bounded by planes through the origin: give a best plane with b = 0.")
    w = np.append(best.w, best.b) if bias else best.w
    return w.astype(float) / length(w)
