"""The losses side by side, as functions of the margin z = y f(x)."""

import numpy as np

from .. import losses
from . import canvas
from .canvas import Axes
from .theme import current


def plot_losses(ax: Axes | None = None) -> Axes:
    """Draw the zero-one, perceptron, hinge and logistic losses over the margin z = y f(x).

    >>> import matplotlib; matplotlib.use("Agg")
    >>> [line.get_label() for line in plot_losses().lines]
    ['zero-one', 'perceptron', 'hinge', 'logistic']

    Book: {ref}`sec-losses`
    """
    ax = canvas.new_axes((5.6, 3.9)) if ax is None else ax
    canvas.dress(ax)
    theme = current()
    z = np.linspace(-2, 3, 501)
    ax.plot(z, np.where(z == 0, np.nan, losses.zero_one(z)), color=theme.text, linewidth=1.4, label="zero-one")
    ax.scatter([0, 0], [1, 0], s=18, facecolors=[theme.text, theme.page], edgecolors=theme.text, zorder=3)
    for name, loss, color, dashes, width in (
        ("perceptron", losses.perceptron, theme.positive, ":", 2.2),
        ("hinge", losses.hinge, theme.negative, "-", 2.2),
        ("logistic", losses.logistic, theme.slack, "--", 2.0),
    ):
        ax.plot(z, loss(z), color=color, linestyle=dashes, linewidth=width, label=name)
    ax.set(xlabel=r"margin $z = y f(\mathbf{x})$", ylabel="loss", xlim=(-2, 3), ylim=(-0.1, 3.1))
    ax.set_aspect("equal", adjustable="box")
    sentence = (
        "Four losses over the margin z from -2 to 3: zero-one falls from 1 to 0 at z = 0, the perceptron's from 2 to 0 "
        "at z = 0, the hinge from 3 to 0 at z = 1, and the logistic loss falls all along and never reaches 0."
    )
    return canvas.finish(ax, "losses", sentence)
