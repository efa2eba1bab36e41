"""The pictures show what is the case: positions of lines and rings, words, colours, and room for everything."""

import re
import subprocess
import sys
from fractions import Fraction

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex

from margin_lib import datasets, losses, plots
from margin_lib.core.geometry import Plane, radius, signed
from margin_lib.kernels.functions import rbf_kernel
from margin_lib.kernels.kernel_perceptron import kernel_perceptron
from margin_lib.kernels.kernel_svm import kernel_svm
from margin_lib.perceptrons.margin_perceptron import incremental_margin_perceptron, margin_perceptron
from margin_lib.perceptrons.perceptron import perceptron
from margin_lib.perceptrons.winnow import winnow
from margin_lib.plots.theme import mix
from margin_lib.svm.maximum_margin import hard_margin, soft_margin


@pytest.fixture(autouse=True)
def _no_figure_stays_open():
    yield
    plt.close("all")


@pytest.fixture
def apart():
    return datasets.separable(30, 2, gamma=0.2, bias=True, seed=1, facing=3)


@pytest.fixture
def mixed():
    return datasets.inseparable(40, 2, seed=1)


def line(ax, label):
    return next(one for one in ax.lines if str(one.get_label()).startswith(label))


def marks(ax, label):
    return next(one for one in ax.collections if str(one.get_label()).startswith(label))


# --- positions


def test_points_are_where_they_are_with_a_marker_for_each_class(apart):
    X, y, _ = apart
    ax = plots.plot_points(X, y)
    circles, triangles = marks(ax, "class +1"), marks(ax, "class −1")
    assert np.array_equal(circles.get_offsets(), X[y > 0])
    assert np.array_equal(triangles.get_offsets(), X[y < 0])
    assert len(circles.get_paths()[0].vertices) != len(triangles.get_paths()[0].vertices)


def test_the_line_is_the_plane_and_crosses_the_whole_frame(apart):
    X, y, best = apart
    ax = plots.plot_plane(best, X, y)
    ends = line(ax, "plane").get_xydata()
    assert best.distance(ends) == pytest.approx([0, 0], abs=1e-9)
    middle = np.array([np.mean(ax.get_xlim()), np.mean(ax.get_ylim())])
    diagonal = np.hypot(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim()))
    assert (np.linalg.norm(ends - middle, axis=1) > diagonal).all()
    assert np.dot(*(ends - middle)) < 0  # one on each side


def test_the_edges_of_the_slab_pass_through_the_closest_points(apart):
    X, y, best = apart
    ax = plots.plot_plane(best, X, y)
    edges = np.array([line(ax, "edges").get_xydata(), line(ax, "_edge").get_xydata()])
    assert best.decision(edges[0]) == pytest.approx([0.2, 0.2], abs=1e-9)
    assert best.decision(edges[1]) == pytest.approx([-0.2, -0.2], abs=1e-9)
    corners = ax.patches[0].get_xy()
    assert best.distance(corners) == pytest.approx(np.full(len(corners), 0.2), abs=1e-9)


def test_the_arrow_is_as_long_as_the_margin_and_at_right_angles_to_the_plane(apart):
    X, y, best = apart
    ax = plots.plot_plane(best, X, y)
    (arrow,) = [text for text in ax.texts if text.arrow_patch]
    way = np.subtract(arrow.xy, arrow.xyann)
    assert way == pytest.approx(0.2 * best.w, abs=1e-9)
    assert best.decision([arrow.xyann]) == pytest.approx([0], abs=1e-9)


def test_the_slab_of_a_machine_lies_between_f_1_and_minus_1(mixed):
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    ax = plots.plot_plane(svm, X, y)
    assert svm.plane.decision(line(ax, "edges").get_xydata()) == pytest.approx([1, 1], abs=1e-9)
    assert f"margin {svm.margin:.3g}" in line(ax, "edges").get_label()
    same = plots.plot_plane(svm.plane, X, y, slab="unit")
    assert np.array_equal(line(same, "edges").get_xydata(), line(ax, "edges").get_xydata())


def test_a_plane_that_does_not_separate_has_no_slab(mixed):
    X, y, _ = mixed
    ax = plots.plot_plane(soft_margin(X, y, C=1).plane, X, y)
    assert len(ax.lines) == 1
    assert not ax.patches


def test_a_plane_of_fractions_is_drawn():
    ax = plots.plot_plane(Plane([Fraction(1, 3), Fraction(1)], Fraction(1, 7)), [[1, 1], [-1, -1]], [1, -1])
    assert "0.333 x1 + 1 x2 + 0.143 = 0" in plots.alt_text(ax)


def test_rings_are_around_the_support_vectors_and_tell_free_from_bounded(apart, mixed):
    X, y, _ = apart
    svm = hard_margin(X, y)
    ax = plots.plot_support(svm, X, y)
    assert np.array_equal(marks(ax, "support vectors (3)").get_offsets(), X[svm.support])
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    ax = plots.plot_support(svm, X, y)
    free, bounded = marks(ax, "free"), marks(ax, "bounded")
    assert np.array_equal(free.get_offsets(), X[svm.free])
    assert np.array_equal(bounded.get_offsets(), X[svm.bounded])
    assert len(free.get_paths()[0].vertices) != len(bounded.get_paths()[0].vertices)
    assert free.get_facecolor().size == 0  # the point shows through


def test_slack_goes_straight_from_each_point_in_need_to_its_edge(mixed):
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    ax = plots.plot_slack(svm, X, y)
    (segments,) = [one for one in ax.collections if isinstance(one, LineCollection)]
    starts, ends = np.array(segments.get_segments()).transpose(1, 0, 2)
    needy = svm.slack > 1e-6
    assert np.array_equal(starts, X[needy])
    assert y[needy] * svm.plane.decision(ends) == pytest.approx(np.ones(needy.sum()), abs=1e-9)
    lengths = np.linalg.norm(ends - starts, axis=1)
    assert lengths * np.linalg.norm(svm.plane.w) == pytest.approx(svm.slack[needy], abs=1e-9)
    assert segments.get_label() == f"slack, {svm.slack.sum():.3g} in all"


def test_numbers_of_slack_are_right_and_apart(mixed):
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    ax = plots.plot_slack(svm, X, y, numbers=True)
    assert {text.get_text() for text in ax.texts} <= {f"{xi:.2g}" for xi in svm.slack}
    assert f"{svm.slack.max():.2g}" in {text.get_text() for text in ax.texts}
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) > 3
    assert not any(one.overlaps(other) for i, one in enumerate(boxes) for other in boxes[:i])


def test_regions_of_a_plane_end_at_the_plane_and_bear_the_colours_of_their_classes():
    plane = Plane([2, 1], b=-0.5)
    X, y = np.array([[1.0, 1], [-1, -1], [2, 0]]), [1, -1, 1]
    ax = plots.plot_regions(plane, X, y)
    curves = [one for one in ax.collections if hasattr(one, "levels") and not one.filled]
    assert [one.levels[0] for one in curves] == [0, -1, 1]
    for curve in curves:
        assert plane.decision(curve.get_paths()[0].vertices) == pytest.approx(curve.levels[0], abs=1e-9)
    tinted = next(one for one in ax.collections if hasattr(one, "levels") and one.filled)
    for path, colour, side in zip(
        tinted.get_paths(), tinted.get_facecolor(), ((plots.LIGHT.negative, -1), (plots.LIGHT.positive, 1)), strict=True
    ):
        assert to_hex(colour) == side[0]
        assert (side[1] * plane.decision(path.vertices) > -1e-9).all()


def test_regions_of_a_kernel_machine_end_where_f_is_zero():
    X, y, _ = datasets.circles(60)
    machine = kernel_perceptron(X, y, rbf_kernel(2.0))
    ax = plots.plot_regions(machine, X, y, edges=False)
    (curve,) = [one for one in ax.collections if hasattr(one, "levels") and not one.filled]
    f = machine.decision(curve.get_paths()[0].vertices)
    assert np.abs(f).max() < 0.01 * np.abs(machine.decision(X)).max()
    assert "0 of the points are in the wrong one" in plots.alt_text(ax)


def test_a_kernel_machine_has_its_support_vectors_ringed_on_or_inside_the_edges():
    X, y, _ = datasets.moons(80)
    machine = kernel_svm(X, y, rbf_kernel(2.0), C=10)
    ax = plots.plot_support(machine, X, y, ax=plots.plot_regions(machine, X, y))
    ringed = np.vstack([one.get_offsets() for one in ax.collections if "support" in str(one.get_label())])
    assert len(ringed) == len(machine.support)
    assert np.abs(machine.decision(ringed)).max() < 1 + 1e-3
    assert f"{len(machine.support)} of them are support vectors" in plots.alt_text(ax)


def test_a_region_that_fills_the_frame_is_said_to():
    ax = plots.plot_regions(Plane([1, 0], b=99), [[1, 1], [-1, -1]], [1, -1])
    assert plots.alt_text(ax).endswith(
        "All that is in sight is the region of class +1, and 1 of the points are in the wrong one."
    )


@pytest.mark.parametrize("bias", [False, True])
def test_each_step_of_a_run_shows_the_planes_before_and_after_and_the_point(bias):
    X, y, _ = datasets.separable(30, 2, gamma=0.05, seed=8)
    run = perceptron(X, y, bias=bias, rate=0.5, pick="next")
    assert run.corrections > 3
    for step in range(1, run.corrections + 1):
        ax = plots.plot_run(run, X, y, step=step)
        so_far = run.order[:step]
        w, b = signed(X, y)[so_far].sum(axis=0), y[so_far].sum() * bias
        ends = line(ax, "line after").get_xydata()
        assert ends @ w + b == pytest.approx([0, 0], abs=1e-9)
        assert np.array_equal(marks(ax, "point").get_offsets(), X[[run.order[step - 1]]])
        assert f"Update {step} of {run.corrections} is of X[{run.order[step - 1]}] " in plots.alt_text(ax)
        assert (step == 1) == (not [one for one in ax.lines if one.get_label() == "line before"])
        plt.close("all")
    assert "gets no point wrong" in plots.alt_text(ax)


def test_a_whole_run_is_shown_from_the_first_correction_to_the_last():
    X, y, _ = datasets.slow_in_two_dimensions(0.1)
    run = perceptron(X, y, pick="next")
    axes = plots.plot_run(run, X, y)
    assert len(axes) == 6
    assert axes[0].get_title() == f"update 1 of {run.corrections}"
    assert axes[-1].get_title() == f"update {run.corrections} of {run.corrections}"
    assert run.plane.decision(line(axes[-1], "line after").get_xydata()) == pytest.approx([0, 0], abs=1e-8)
    assert plots.alt_text(axes) == plots.alt_text(axes[0].figure)
    assert plots.alt_text(axes).count("3 points") == 1
    for ax in axes:  # the origin is in sight
        assert ax.get_xlim()[0] < 0 < ax.get_xlim()[1]
        assert ax.get_ylim()[0] < 0 < ax.get_ylim()[1]


def test_runs_of_the_other_perceptrons_can_be_shown(apart):
    X, y, best = datasets.separable(30, 2, gamma=0.2, seed=3)
    for run in (margin_perceptron(X, y, 0.2), incremental_margin_perceptron(X, y)):
        axes = plots.plot_run(run, X, y)
        ends = line(axes[-1], "line after").get_xydata()
        assert run.plane.decision(ends) / np.linalg.norm(run.plane.w) == pytest.approx([0, 0], abs=1e-9)
        plots.plot_novikoff(run, X, y, best)


@pytest.mark.parametrize("n", [5, 40])
def test_the_curves_of_novikoff_keep_their_order_and_meet_where_the_bound_is(n):
    X, y, best = datasets.separable(n, 3, gamma=0.2, seed=n)
    run = perceptron(X, y, pick="next")
    ax = plots.plot_novikoff(run, X, y, best)
    upper, length, along, lower, meeting = (one.get_xydata() for one in ax.lines)
    k = length[:, 0]
    assert np.array_equal(k, np.arange(run.corrections + 1))
    assert lower[:, 1] == pytest.approx(0.2 * lower[:, 0])
    assert upper[:, 1] == pytest.approx(radius(X) * np.sqrt(upper[:, 0]))
    assert (0.2 * k <= along[:, 1] + 1e-12).all()
    assert (along[:, 1] <= length[:, 1] + 1e-12).all()
    assert (length[:, 1] <= np.sqrt(k) * radius(X) + 1e-12).all()
    assert length[-1, 1] == pytest.approx(np.linalg.norm(run.plane.w))
    assert meeting[:, 0] == pytest.approx([25, 25])
    assert "meet at R^2 / gamma^2 = 25 updates" in plots.alt_text(ax)


def test_novikoff_with_a_bias_is_about_the_lift(apart):
    X, y, best = apart
    run = perceptron(X, y, bias=True)
    ax = plots.plot_novikoff(run, X, y, best)
    a = np.column_stack([X, np.ones(len(X))]) * y[:, None]
    u = np.append(best.w, best.b) / np.linalg.norm(np.append(best.w, best.b))
    bound = (a**2).sum(axis=1).max() / (a @ u).min() ** 2
    assert f"= {bound:,.4g} updates" in plots.alt_text(ax)


def test_losses_are_those_of_the_library():
    ax = plots.plot_losses()
    drawn = {one.get_label(): one.get_xydata() for one in ax.lines}
    for name, loss in (
        ("zero-one", losses.zero_one),
        ("perceptron", losses.perceptron),
        ("hinge", losses.hinge),
        ("logistic", losses.logistic),
    ):
        z, value = drawn[name][np.isfinite(drawn[name][:, 1])].T
        assert value == pytest.approx(loss(z))
    looks = {(one.get_color(), one.get_linestyle(), one.get_linewidth()) for one in ax.lines}
    assert len({look[1:] for look in looks}) == 4  # told apart without colour


def test_weights_of_winnow_are_drawn_one_bar_each():
    X, y, _ = datasets.separable(30, 3, gamma=0.2, seed=2)
    run = winnow(X, y)
    ax = plots.plot_weights(run)
    heights = [bar.get_height() for bars in ax.containers for bar in bars]
    assert heights == pytest.approx(run.weights)
    assert [bars[0].get_hatch() for bars in ax.containers] == [None, "////"]
    assert f"the largest, {run.weights.max():.3g}," in plots.alt_text(ax)


# --- words


def test_alternative_text_gives_the_numbers(mixed):
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    ax = plots.plot_plane(svm, X, y)
    plots.plot_slack(svm, X, y, ax=ax)
    plots.plot_support(svm, X, y, ax=ax)
    text = plots.alt_text(ax)
    wrong = int((svm.plane.margins(X, y) <= 0).sum())
    for fact in (
        f"{len(X)} points, {(y > 0).sum()} of class +1 (circles) and {(y < 0).sum()} of class -1 (triangles).",
        f"gets {wrong} of them wrong; the slab between f = 1 and f = -1 is {svm.margin:.3g} wide on each side.",
        f"{(svm.slack > 1e-6).sum()} points need slack, {svm.slack.sum():.3g} in all",
        f"the largest {svm.slack.max():.3g}",
        f"{len(svm.support)} of them are support vectors, ringed: {len(svm.free)} free (circles), "
        f"{len(svm.bounded)} bounded (squares).",
    ):
        assert fact in text


def test_a_layer_drawn_twice_is_told_once(apart):
    X, y, best = apart
    ax = plots.plot_plane(best, X, y)
    plots.plot_plane(Plane([1, 0]), X, y, ax=ax)
    assert len(re.findall("The plane", plots.alt_text(ax))) == 1


def test_signs_in_an_equation_are_those_of_the_plane():
    X, y = [[1, 1], [-1, -1]], [1, -1]
    assert "The plane -1 x1 + 2.5 x2 - 3 = 0 gets" in plots.alt_text(plots.plot_plane(Plane([-1, 2.5], -3), X, y))
    assert "The plane 2 x2 = 0 separates" in plots.alt_text(plots.plot_plane(Plane([0, 2]), X, y))


def test_a_side_of_the_frame_without_ticks_or_a_name_is_not_drawn():
    ax = plots.plot_points([[0, 1], [1, 0]], [1, -1])
    ax.set(xlabel="", xticks=[], yticks=[])
    plots.picture(ax)
    assert [ax.spines[side].get_visible() for side in ("bottom", "left")] == [False, True]


# --- colours


@pytest.mark.parametrize("theme", [plots.LIGHT, plots.DARK], ids=["light", "dark"])
def test_text_and_marks_have_the_contrast_that_readers_need(theme):
    tinted = [theme.page, theme.slab]
    tinted += [mix(colour, theme.tint, theme.page) for colour in (theme.positive, theme.negative)]
    for ground in tinted:
        assert plots.contrast(theme.text, ground) >= 4.5
        assert plots.contrast(theme.slack, ground) >= 4.5  # the numbers of the slack are text
        for mark in (theme.positive, theme.negative, theme.muted):
            assert plots.contrast(mark, ground) >= 3
    assert plots.contrast(theme.muted, theme.page) >= 4.5


def test_contrast_is_that_of_the_standard():
    assert plots.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert plots.contrast("#ffffff", "#777777") == plots.contrast("#777777", "#ffffff")
    assert plots.contrast("#0072b2", "#0072b2") == 1


# Machado, Oliveira and Fernandes (2009): what is left of linear red, green and blue
BLIND = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("theme", [plots.LIGHT, plots.DARK], ids=["light", "dark"])
def test_the_colours_of_the_classes_stay_apart_for_colour_blind_readers(theme, kind):
    seen = []
    for colour in (theme.positive, theme.negative):
        channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
        seen.append(np.clip(BLIND[kind] @ linear, 0, 1) ** (1 / 2.4))
    assert np.linalg.norm(seen[0] - seen[1]) > 0.4


def test_dark_pictures_have_dark_pages_colours_inside_the_block_only(apart):
    X, y, best = apart
    with plots.style(dark=True) as theme:
        dark = plots.plot_plane(best, X, y)
    light = plots.plot_plane(best, X, y)
    assert theme is plots.DARK
    for ax, colours in ((dark, plots.DARK), (light, plots.LIGHT)):
        assert to_hex(line(ax, "plane").get_color()) == colours.text
        assert to_hex(marks(ax, "class +1").get_facecolor()[0]) == colours.positive
        texts = [ax.xaxis.label, ax.yaxis.label, *ax.get_legend().get_texts(), *ax.get_xticklabels()]
        assert {to_hex(text.get_color()) for text in texts} == {colours.text}


def test_the_style_is_gone_after_an_error():
    before = mpl.rcParams["text.color"]
    with pytest.raises(ValueError, match="two coordinates"), plots.style(dark=True):
        plots.plot_points([[1, 2, 3]], [1])
    assert mpl.rcParams["text.color"] == before
    assert to_hex(plots.plot_losses().xaxis.label.get_color()) == plots.LIGHT.text


def test_the_page_shows_through(apart):
    X, y, best = apart
    ax = plots.plot_plane(best, X, y)
    assert ax.get_facecolor()[3] == 0
    assert ax.figure.get_facecolor()[3] == 0


# --- room


def pictures():
    X, y, best = datasets.separable(30, 2, gamma=0.2, bias=True, seed=1)
    yield plots.plot_plane(best, X, y)
    X, y, _ = datasets.inseparable(40, 2, seed=1)
    svm = soft_margin(X, y, C=1)
    yield plots.plot_support(svm, X, y, ax=plots.plot_slack(svm, X, y, ax=plots.plot_plane(svm, X, y)))
    X, y, _ = datasets.penguins()
    yield plots.plot_support(hard_margin(X, y), X, y)
    X, y, best = datasets.slow_in_two_dimensions(0.1)
    yield plots.plot_run(perceptron(X, y), X, y, step=2)
    yield plots.plot_novikoff(perceptron(X, y), X, y, best)
    yield plots.plot_losses()


def test_the_legend_covers_neither_the_data_nor_the_name_of_the_axis():
    for ax in pictures():
        ax.figure.canvas.draw()
        box = ax.get_legend().get_window_extent()
        assert not box.overlaps(ax.get_window_extent())
        assert not box.overlaps(ax.xaxis.get_tightbbox())


def test_the_legend_below_several_pictures_covers_none():
    X, y, _ = datasets.slow_in_two_dimensions(0.1)
    axes = plots.plot_run(perceptron(X, y, pick="next"), X, y)
    figure = axes[0].figure
    figure.canvas.draw()
    (shared,) = figure.legends
    for ax in axes:
        assert ax.get_legend() is None
        assert not shared.get_window_extent().overlaps(ax.get_tightbbox())


def test_right_angles_look_right(apart):
    X, y, best = apart
    ax = plots.plot_plane(best, X * [10, 1], y)
    ax.figure.canvas.draw()
    origin, right, up = ax.transData.transform([[0, 0], [1, 0], [0, 1]])
    assert right[0] - origin[0] == pytest.approx(up[1] - origin[1], rel=1e-6)


def test_every_point_is_in_the_frame_and_a_second_layer_does_not_move_it(apart):
    X, y, best = apart
    ax = plots.plot_points(X, y)
    before = ax.get_xlim(), ax.get_ylim()
    plots.plot_plane(best, X, y, ax=ax)
    plots.plot_regions(best, X, y, ax=ax)
    plots.plot_slack(best, X, y, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim()) == before
    (left, right), (bottom, top) = before
    assert ([left, bottom] < X.min(axis=0)).all()
    assert ([right, top] > X.max(axis=0)).all()
    plots.plot_points(X + 5, y, ax=ax)
    assert ax.get_xlim()[0] == before[0][0]
    assert ax.get_xlim()[1] > (X + 5)[:, 0].max()


@pytest.mark.parametrize("X", [[[1, 1]], [[2, 5], [2, 5]], [[1e-9, 0], [0, 1e-9]], [[1e6, 0], [0, 1e6]]])
def test_one_point_and_points_of_any_size_have_a_frame(X):
    ax = plots.plot_points(X, np.ones(len(X)))
    ax.figure.canvas.draw()
    assert np.ptp(ax.get_xlim()) > 0


# --- bad input


def test_matplotlib_is_not_imported_before_the_first_picture():
    code = "import sys, margin_lib.plots; print('matplotlib' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


X3, Y3 = [[1, 2, 3], [3, 2, 1]], [1, -1]
X2, Y2 = np.array([[2.0, 1.0], [1.0, 2.0], [-2.0, -1.0]]), np.array([1, 1, -1])
TWO = "choose two columns"


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda: plots.plot_points(X3, Y3), TWO),
        (lambda: plots.plot_plane(Plane([1, 2, 3]), X3, Y3), TWO),
        (lambda: plots.plot_support(hard_margin(X3, Y3), X3, Y3), TWO),
        (lambda: plots.plot_slack(hard_margin(X3, Y3), X3, Y3), TWO),
        (lambda: plots.plot_regions(Plane([1, 2, 3]), X3, Y3), TWO),
        (lambda: plots.plot_run(perceptron(X3, Y3), X3, Y3), TWO),
        (lambda: plots.plot_points(X2, [1, 0, 1]), "labels"),
        (lambda: plots.plot_plane(Plane([1, 2, 3]), X2, Y2), "w has 3"),
        (lambda: plots.plot_plane(Plane([0, 0]), X2, Y2), "w = 0 does not define a plane"),
        (lambda: plots.plot_plane(Plane([1, 0]), X2, Y2, slab="wide"), "slab must be"),
        (lambda: plots.plot_plane(kernel_perceptron(X2, Y2, rbf_kernel(1.0)), X2, Y2), "use plot_regions"),
        (lambda: plots.plot_regions(3, X2, Y2), "no method decision"),
        (lambda: plots.plot_run(perceptron(X2, Y2), X2, Y2, step=99), "the run has 1 update"),
        (lambda: plots.plot_run(perceptron(X2, Y2), X2, Y2, step=0), "step must be a whole number, 1 or more"),
        (lambda: plots.plot_run(perceptron(X2, Y2), X2, Y2, ax=plots.plot_losses()), "give a step"),
        (lambda: plots.plot_run(perceptron(X2, Y2), 2 * X2, Y2), "do not add up"),
        (lambda: plots.plot_run(perceptron(X2, Y2, max_corrections=0), X2, Y2), "no update"),
        (lambda: plots.plot_run(winnow([[3, 1], [-1, 2]], [1, -1]), [[3, 1], [-1, 2]], [1, -1]), "use plot_weights"),
        (lambda: plots.plot_run(kernel_perceptron(X2, Y2, rbf_kernel(1.0)), X2, Y2), "must have .order and .plane"),
        (lambda: plots.plot_novikoff(perceptron(X2, Y2), X2, Y2, Plane([1, 1], 1)), "best plane with b = 0"),
        (lambda: plots.plot_novikoff(perceptron(X2, Y2), X2, Y2, Plane([-1, 1])), "best must separate"),
        (lambda: plots.plot_weights(perceptron(X2, Y2)), "only a run of winnow"),
        (lambda: plots.alt_text(plt.figure().add_subplot()), "nothing here was drawn"),
    ],
)
def test_what_cannot_be_drawn_gets_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=sentence):
        draw()


def test_no_input_is_modified(mixed):
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    X.flags.writeable = y.flags.writeable = False
    ax = plots.plot_plane(svm, X, y)
    plots.plot_support(svm, X, y, ax=ax)
    plots.plot_slack(svm, X, y, numbers=True, ax=ax)
    plots.plot_regions(svm, X, y, ax=ax)


# --- pictures on pages


def test_a_picture_has_the_pages_colours_its_own_names_and_words(apart):
    X, y, best = apart
    one = plots.picture(plots.plot_plane(best, X, y))
    other = plots.picture(plots.plot_points(X, y))
    assert one.alt in one.svg
    assert "separates them with margin 0.2" in one.alt
    assert not re.findall(r"(?<!, )#[0-9a-f]{6}\b(?!\))", one.svg)  # each colour is but a variable's last resort
    used = set(re.findall(r"var\((--margin-[a-z]+)", one.svg))
    assert {"--margin-positive", "--margin-negative", "--margin-text"} <= used
    assert used <= set(re.findall(r"--margin-[a-z]+", plots.stylesheet()))
    names = [set(re.findall(r' id="([^"]+)"', picture.svg)) for picture in (one, other)]
    assert names[0]
    assert not names[0] & names[1]
    assert set(re.findall(r"url\(#([^)]+)\)", one.svg)) | set(re.findall(r'href="#([^"]+)"', one.svg)) <= names[0]
    assert not plt.get_fignums()


def width_of(svg):
    """The width of an SVG in pixels, as a page shows it that has room for it."""
    return int(re.search(r"max-width: (\d+)px", svg)[1])


def test_a_wide_picture_is_drawn_again_for_phones_with_its_panels_below_each_other():
    _, axes = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
    for ax in axes:
        ax.plot([0, 1], label="a line with a long name that needs room")
    axes[0].figure.legend(loc="outside lower center", ncols=2)
    both = plots.picture(axes[0].figure, "Two lines.")
    assert width_of(both.svg) <= 750
    assert width_of(both.phone) <= 400
    assert 'style="display: none;' in both.phone
    assert 'style="display: none;' not in both.svg
    heights = [float(re.search(r'viewBox="0 0 \S+ (\S+)"', svg)[1]) for svg in (both.svg, both.phone)]
    assert heights[1] > 1.5 * heights[0]
    shown = both._repr_html_()
    assert shown.count("<svg") == shown.count('aria-label="Two lines."') == 2


def test_several_panels_have_letters_and_all_their_numbers_on_a_phone():
    _, axes = plt.subplots(1, 3, figsize=(6.6, 2.4), layout="constrained", sharey=True)
    axes[0].set(title="the first", ylabel="height", ylim=(0, 7))
    axes[1].set(title="$x$ and $y$", xlabel="length")
    both = plots.picture(axes[0].figure, "Three panels.")
    for svg in (both.svg, both.phone):
        assert re.findall(r"<!-- (\([a-z]\).*?) -->", svg) == ["(a) The first", "(b) $x$ and $y$", "(c)"]
    for name in ("height", "length"):
        assert [svg.count(f"<!-- {name} -->") for svg in (both.svg, both.phone)] == [1, 3]
    assert "<!-- (a)" not in plots.picture(plt.subplots(figsize=(6, 3))[0], "One panel.").svg


def test_apostrophes_are_curly_and_stars_stay_with_their_letters():
    figure, ax = plt.subplots(figsize=(3, 3))
    ax.text(0, 0, "it isn't $p^*$")
    assert "<!-- it isn\N{RIGHT SINGLE QUOTATION MARK}t $p^{*}$ -->" in plots.picture(figure, "Words.").svg


def test_a_picture_that_fits_on_a_phone_is_drawn_once(apart):
    X, y, best = apart
    one = plots.picture(plots.plot_plane(best, X, y))
    assert one.phone == ""
    assert width_of(one.svg) <= 400


def test_the_words_of_a_picture_have_the_houses_face_and_size():
    figure, ax = plt.subplots(figsize=(3, 3))
    ax.set_title("small", fontsize=5)
    ax.text(0, 0, "large", fontsize=20)
    svg = plots.picture(figure, "Two words.").svg
    sizes = [float(size) for size in re.findall(r"scale\((0\.\d+) -0\.\d+\)", svg)]
    assert min(sizes) == pytest.approx(0.1)
    assert max(sizes) == pytest.approx(0.2)
    assert "Inter" in svg
    assert "DejaVu" not in svg


def test_a_figure_grows_with_its_legend(mixed):
    X, y, _ = mixed
    svm = soft_margin(X, y, C=1)
    few = plots.plot_points(X, y)
    many = plots.plot_support(svm, X, y, ax=plots.plot_slack(svm, X, y, ax=plots.plot_plane(svm, X, y)))
    assert many.figure.get_figheight() > few.figure.get_figheight() + 0.5


def test_a_picture_is_the_same_each_time_and_needs_words(apart):
    X, y, _ = apart
    assert plots.picture(plots.plot_points(X, y)) == plots.picture(plots.plot_points(X, y))
    with pytest.raises(ValueError, match="needs words"):
        plots.picture(plt.figure(), " ")
    with pytest.raises(ValueError, match="nothing here was drawn"):
        plots.picture(plt.figure())


def test_a_picture_writes_its_paths_short_and_keeps_their_corners():
    figure, ax = plt.subplots()
    ax.plot([0, 1, 2, 3, 4, 5], [0, 0, 0, 0, 0, 1])
    paths = re.findall(r' d="([^"]*)"', plots.picture(figure, "A level line that rises at its end.").svg)
    assert not any(re.search(r"\.\d{3}", path) for path in paths)
    (line,) = (path for path in paths if path.count(" L ") == 3 and not path.endswith("z"))
    corners = np.array([[float(number) for number in pair.split()] for pair in line.removeprefix("M ").split(" L ")])
    assert (corners[:, 0] - corners[0, 0]) / (corners[1, 0] - corners[0, 0]) == pytest.approx([0, 1, 4, 5], abs=1e-3)
    assert (corners[:3, 1] == corners[0, 1]).all()
    assert corners[3, 1] < corners[0, 1]
