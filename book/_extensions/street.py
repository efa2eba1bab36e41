"""The figure of the start page: its still picture, its data, and the certificate of the penguins' line.

The figure itself is book/_static/playable/street.js. It gets its points and the penguins from here, as JSON beside the
still picture, and draws the eight points as they are drawn here.
"""


import json
from functools import cache
from typing import Any

import numpy as np
from docutils import nodes
from sphinx.application import Sphinx

from margin_lib import check_svm, hard_margin
from margin_lib.checks.report import Report
from margin_lib.datasets import penguins
from markdown_directive import MarkdownDirective, markdown_table
from node_visitors import skip_node
from number_words import in_words
from registry import registry

REACH = (14, 10)  # of the frame with the eight points, from 0
WIDTH, HEIGHT = 400, 400 * REACH[1] / REACH[0]
POINTS = (
    (9.2, 4.8, 1), (6.6, 1.7, 1), (11.6, 6.3, 1), (10.9, 2.2, 1),
    (4.9, 6.0, -1), (2.2, 8.1, -1), (1.8, 4.6, -1), (5.6, 8.7, -1),
)  # fmt: skip
AXES = ("bill length, mm", "bill depth, mm")
SPECIES = ("Gentoo", "Adelie")
SEPARABLE, NOT_SEPARABLE = "separability", "slack"  # the chapters on each of the two cases

# Rows of `check_svm`: the claim there, the unit of what was compared, and what it means for the birds.
CERTIFICATE = (
    ("margin of the plane = 1 / |w|", " mm", "Every bird is on its own side, the closest this far from the line."),
    (
        "w = sum alpha y x",
        "",
        "The line’s direction comes from {support} of the {birds} birds: an entry of w, and of their weighted sum.",
    ),
    (
        "margin <= half the distance of the hulls",
        " mm",
        "No line can stay farther away: the two species are only {slab} mm apart, and this is half of it.",
    ),
    (
        "weak duality: dual <= primal",
        "",
        "No line costs less than the bound from duality, on the left. This line costs exactly that, on the right.",
    ),
)
RELATIONS = {"<=": "≤", ">=": "≥"}


class street(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The still picture, and the data. It needs the addresses of chapters, so it is drawn when its page is written."""


class StreetDirective(MarkdownDirective):
    """What the figure shows without JavaScript, and what it plays with."""

    def run(self) -> list[nodes.Node]:
        """Return the place of the picture."""
        registry(self.env, "chapters")
        return [street()]


class CertificateDirective(MarkdownDirective):
    """Four rows of the certificate: what is claimed of the penguins' line, what was compared, and whether it holds."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        X, report, support = penguin_report()
        numbers = {"birds": len(X), "support": in_words(support), "slab": f"{penguin_slab():.2f}"}
        rows = []
        for claim, unit, words in CERTIFICATE:
            row = report[claim]
            left, right = (f"{side:.4f}{unit}".replace("-", "−") for side in (row.left, row.right))
            compared = f"{left} {RELATIONS.get(row.relation, row.relation)} {right}"
            rows.append([words.format(**numbers), compared, row.status])
        table = markdown_table(["What is claimed", "What was compared", ""], rows)
        return [self.parse(table, nodes.container(classes=["certificate"]))]


@cache
def penguin_report() -> tuple[Any, Report, int]:
    """Return the penguins, the report on their best line, and how many birds hold it."""
    X, y, _ = penguins()
    best = hard_margin(X, y)
    return X, check_svm(best, X, y), len(best.support)


def penguin_slab() -> float:
    """Return the width of the widest slab between the penguins, in millimetres."""
    X, y, _ = penguins()
    return float(hard_margin(X, y).plane.slab_width)


def figure_data(addresses: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return what the figure plays with: both sets of points, and where it sends a reader."""
    X, y, _ = penguins()
    birds = [[*row, int(label)] for row, label in zip(X.tolist(), y, strict=True)]
    return {
        "points": POINTS,
        "reach": REACH,
        "penguins": {"points": birds, "axes": AXES, "species": SPECIES},
        "chapters": addresses,
    }


def draw_still() -> str:
    """Return the eight points and the widest slab between them, as SVG."""
    X, y = np.array([point[:2] for point in POINTS]), np.array([point[2] for point in POINTS])
    best = hard_margin(X, y)
    normal = best.plane.w / np.linalg.norm(best.plane.w)
    along = 2 * sum(REACH) * np.array([-normal[1], normal[0]])
    middle = -best.plane.b / np.linalg.norm(best.plane.w) * normal
    edges = [middle + side * best.margin * normal for side in (1, -1)]
    ends = [end for edge, way in zip(edges, (1, -1), strict=True) for end in (edge + way * along, edge - way * along)]
    feet = [(x, x - label * best.margin * normal) for x, label in zip(X[best.support], y[best.support], strict=True)]
    return "".join([
        f'<path class="playable-slab" d="{_path(*ends)}Z"/>',
        *(f'<path class="playable-edge" d="{_path(edge - along, edge + along)}"/>' for edge in edges),
        f'<path class="playable-line" d="{_path(middle - along, middle + along)}"/>',
        *(f'<path class="playable-slack" d="{_path(*pair)}"/>' for pair in feet),
        *(_mark(x, label) for x, label in zip(X, y, strict=True)),
    ])


def _place(point: Any) -> str:
    x, y = point
    return f"{x * WIDTH / REACH[0]:.2f},{HEIGHT - y * HEIGHT / REACH[1]:.2f}"


def _path(*points: Any) -> str:
    return "M" + "L".join(_place(point) for point in points)


def _mark(point: Any, label: int) -> str:
    if label > 0:
        return f'<path class="playable-positive" d="M{_place(point)}m-6,0a6,6 0 1,0 12,0a6,6 0 1,0 -12,0Z"/>'
    return f'<path class="playable-negative" d="M{_place(point)}m0,-7l6.6,11.6h-13.2Z"/>'


def visit_street(self: Any, node: street) -> None:
    """Draw the picture, and write the data beside it."""
    builder = self.builder
    page = getattr(builder, "current_docname", "") or self.docnames[0]
    chapters = [*registry(builder.env).chapters]
    addresses = {
        name: {"number": chapters.index(name) + 1, "address": builder.get_relative_uri(page, f"book/{name}")}
        for name in (SEPARABLE, NOT_SEPARABLE)
        if f"book/{name}" in builder.env.found_docs
    }
    data = json.dumps(figure_data(addresses), separators=(",", ":")).replace("</", "<\\/")
    label = "Four circles and four triangles, and the widest slab between them. Three of the points are on its edges."
    frame = f'class="playable-frame" viewBox="0 0 {WIDTH} {HEIGHT:.2f}" role="img" aria-label="{label}"'
    self.body.append(f'<svg {frame}>{draw_still()}</svg>\n<script type="application/json">{data}</script>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the two directives. Outside HTML there is no picture."""
    app.setup_extension("registry")
    app.add_node(street, html=(visit_street, None), latex=(skip_node, None))
    app.add_directive("street", StreetDirective)
    app.add_directive("certificate", CertificateDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
