"""Pictures of points in two dimensions: planes, slabs, support vectors, slack, regions, runs, and the bounds of runs.

Each function draws one layer and returns the Axes. Without `ax` it makes a figure and draws the points first; with
`ax` it adds to a picture that is there. Class +1 is shown by blue circles, class -1 by orange triangles, so nothing is
told by colour alone. `alt_text` says in words, with the numbers, what has been drawn. matplotlib is imported when the
first picture is drawn (`pip install margin-lib[plots]`).

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
