"""Pictures of points in two dimensions: planes, slabs, support vectors, slack, regions, runs, and the bounds of runs.

Each function draws one layer and returns the Axes. Without `ax` it makes a figure and draws the points first; with
`ax` it adds to an existing picture. Class +1 is shown by blue circles, class -1 by orange triangles, so that no
information is in color alone. `alt_text` describes the picture in words and numbers. matplotlib is imported when the
first picture is drawn (`pip install margin-lib[plots]`).

    planes      points, a plane with its slab, support vectors, slack
    regions     decision regions of a kernel machine, or of any other model
    runs        a perceptron's updates, Novikoff's bounds, Winnow's weights
    losses      the losses over the margin
    canvas      frame, legend and description, for all of these
    theme       the colors of light and dark pages
    pictures    the finished Axes as an SVG that takes on the colors of its page

A fit or a run, its points and labels -> a layer on an Axes (canvas, theme) -> pictures -> the page.

>>> import matplotlib; matplotlib.use("Agg")
>>> from margin_lib.datasets import separable
>>> X, y, best = separable(n=20, d=2, gamma=0.2)
>>> with style(dark=True):
...     ax = plot_plane(best, X, y)
>>> print(alt_text(ax))
20 points, 7 of class +1 (circles) and 13 of class -1 (triangles). The plane ... = 0 separates them with margin 0.2,
shown as a slab that reaches to the closest points.
"""

from .canvas import alt_text
from .losses import plot_losses
from .pictures import Picture, picture, stylesheet
from .planes import plot_plane, plot_points, plot_slack, plot_support
from .regions import plot_regions
from .runs import plot_novikoff, plot_run, plot_weights
from .theme import DARK, LIGHT, Theme, contrast, style

__all__ = [
    "DARK", "LIGHT", "Picture", "Theme", "alt_text", "contrast", "picture", "plot_losses", "plot_novikoff",
    "plot_plane", "plot_points", "plot_regions", "plot_run", "plot_slack", "plot_support", "plot_weights", "style",
    "stylesheet",
]
