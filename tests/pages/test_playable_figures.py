"""Every playable figure is driven by keyboard alone to a state whose numbers margin_lib confirms."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from margin_lib import Plane, datasets, hard_margin, lagrangian_toy, margin_perceptron, perceptron, soft_margin
from margin_lib.kernels.functions import rbf_kernel
from margin_lib.kernels.kernel_svm import kernel_svm

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

CHAPTERS = tomllib.loads((Path(__file__).parents[2] / "book" / "chapters.toml").read_text(encoding="utf-8"))
PAGE = {figure: chapter for chapter, entry in CHAPTERS.items() for figure in entry["play"]} | {"street": "index"}


class Figure:
    """A playable figure in an open page, and the keys of a reader."""

    def __init__(self, page, name):
        self.page, self.root = page, page.locator(f".playable[data-figure={name}]")
        self.root.scroll_into_view_if_needed()
        here, inside = f".playable[data-figure={name}][data-state]", f".playable[data-figure={name}] [data-state]"
        self.holder = page.locator(f"{here}, {inside}")
        self.holder.first.wait_for()

    def press(self, label, *keys, role=None):
        """Focus what has this label, as Tab would, and press keys."""
        found = self.root.get_by_label(label) if role is None else self.root.get_by_role(role, name=label)
        found.first.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, name):
        """Press a button with Enter."""
        self.press(name, "Enter", role="button")

    def choose(self, label):
        """Choose from the list of data by typing."""
        self.root.get_by_role("combobox").last.focus()
        self.page.keyboard.type(label)

    @property
    def state(self):
        return json.loads(self.holder.first.get_attribute("data-state"))

    @property
    def text(self):
        return self.root.inner_text()


@pytest.fixture
def figure(context, address):
    pages = []

    def opened(name):
        page = context.new_page()
        pages.append(page)
        page.goto(f"{address}/book/{PAGE[name]}.html")
        return Figure(page, name)

    yield opened
    for page in pages:
        page.close()


def labelled(points):
    rows = np.array(points, dtype=float)
    return rows[:, :2], rows[:, 2]


def test_a_plane_is_turned_and_its_margin_follows(figure):
    shown = figure("plane")
    X, y = [[3, 1], [1, 2], [0, 0], [-1, 1]], [1, 1, -1, -1]
    assert shown.state["margin"] == pytest.approx(Plane([3, 4], -5).margin(X, y), abs=1e-6)
    shown.press("Turn", *["ArrowLeft"] * 8)
    state = shown.state
    assert state["margin"] == pytest.approx(Plane(state["w"], state["b"]).margin(X, y), abs=1e-4)
    assert state["best"]["margin"] == pytest.approx(hard_margin(X, y).plane.margin(X, y), abs=1e-6)
    assert state["margin"] == pytest.approx(state["best"]["margin"], abs=0.01)
    assert f"{state['margin']:.2f}"[:4] in shown.text


def test_the_six_corrections_of_the_chapter_are_chosen_by_keyboard(figure):
    shown = figure("perceptron")
    for point in (1, 3, 2, 2, 3, 2):
        shown.press(f"point {point}", "Enter", role="slider")
    state = shown.state
    X, y = labelled(state["points"])
    run = perceptron(X, y, pick="next")
    assert [i - 1 for i in state["order"]] == run.order.tolist()
    assert state["w"] == run.plane.w.tolist()
    assert state["finished"]
    assert state["bound"] == pytest.approx(65)
    assert state["lower"] <= state["along"] <= state["size"] <= state["upper"] + 1e-9


def test_the_margin_perceptron_goes_to_its_end_with_all_claims_holding(figure):
    shown = figure("guess")
    shown.click("To the end")
    state = shown.state
    assert state["finished"]
    assert False not in state["claims"]
    assert state["k"] <= 12 * state["R"] ** 2 / state["gamma"] ** 2
    assert [entry["budget"] for entry in state["rounds"]] == [12 * 4**h for h in range(len(state["rounds"]))]
    shown.click("Guess R =")
    assert shown.state["guess"] == pytest.approx(state["R"], abs=1e-3)
    shown.choose("two points")
    shown.click("Guess γ")
    shown.click("To the end")
    run = margin_perceptron([[2, 1], [-1, 1]], [1, -1], shown.state["guess"])
    assert run.finished


def test_the_toy_problem_comes_to_its_saddle(figure):
    shown = figure("lagrangian")
    shown.click("Go to the saddle")
    solved, state = lagrangian_toy(5), shown.state
    assert (state["x"], state["lambda"]) == pytest.approx((solved.x, solved.multiplier))
    assert state["maxMin"] == state["minMax"] == pytest.approx(solved.value)
    assert state["gap"] == pytest.approx(0)
    shown.press("price λ", "Home")
    assert shown.state["lambda"] == 0
    assert shown.state["theta"] == pytest.approx(lagrangian_toy(-3).value)


def test_the_multipliers_are_set_by_keyboard_and_then_solved_for(figure):
    shown = figure("kkt")
    before = shown.state
    shown.press("α of point 1", "ArrowRight")
    assert shown.state["alpha"][0] > before["alpha"][0]
    assert not shown.state["balanced"]
    shown.click("Solve")
    state = shown.state
    assert max(abs(residual) for residual in state["residuals"].values()) < 1e-6
    assert state["gap"] == pytest.approx(0, abs=1e-6)
    assert state["worth"] == pytest.approx(state["cost"], abs=1e-6)
    shown.click("Step back")
    assert shown.state["gap"] is None or shown.state["gap"] > 0


def test_a_larger_price_narrows_the_slab_as_in_the_library(figure):
    shown = figure("slack")
    widths = []
    for _ in range(3):
        state = shown.state
        X, y = labelled(state["points"])
        fit = soft_margin(X, y, C=state["C"])
        assert state["w"] == pytest.approx(fit.plane.w.tolist(), abs=1e-5)
        assert state["total"] == pytest.approx(np.maximum(0, 1 - y * (X @ fit.plane.w + fit.plane.b)).sum(), abs=1e-5)
        widths.append(state["margin"])
        shown.press("C", *["ArrowRight"] * 6, role="slider")
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1]


def test_the_exclusive_or_is_solved_by_a_curved_kernel_and_not_by_a_line(figure):
    shown = figure("kernel")
    assert shown.state["mistakes"] == []
    kinds = shown.root.get_by_role("combobox").first
    kinds.focus()
    shown.page.keyboard.press("Home")
    assert shown.state["kind"] == "linear"
    assert shown.state["mistakes"]
    shown.page.keyboard.press("End")
    state = shown.state
    assert state["kind"] == "rbf"
    assert state["mistakes"] == []
    X, y = labelled(state["points"])
    fit = kernel_svm(X, y, C=state["C"], kernel=rbf_kernel(state["gamma"]))
    assert state["f"] == pytest.approx(fit.decision(X).tolist(), abs=1e-5)


def test_winnow_runs_to_its_end_within_its_bound(figure):
    shown = figure("winnow")
    shown.press("point 4", "Enter", role="slider")
    assert shown.state["order"][-1] == 4
    shown.click("Choose 10")
    state = shown.state
    assert state["finished"]
    assert state["k"] == 4 <= state["bound"]
    assert sum(state["shares"]) == pytest.approx(1)
    assert state["logPhi"] <= state["logN"]
    shown.click("Start again")
    assert shown.state["k"] == 0


def assert_widest_slab(state):
    X, y = labelled(state["points"])
    best = hard_margin(X, y)
    assert state["separable"]
    assert state["width"] == pytest.approx(best.plane.slab_width, abs=1e-5)
    assert set(best.support + 1) <= set(state["holding"])


def test_a_point_of_the_start_page_is_moved_and_the_slab_follows(figure):
    shown = figure("street")
    at_first = shown.state
    assert_widest_slab(at_first)
    assert f"The slab is {at_first['width']:.2f} wide. 3 of the 8 points" in shown.text
    height = shown.root.bounding_box()["height"]
    shown.press("point 5", *["Shift+ArrowRight"] * 3, role="slider")
    assert_widest_slab(shown.state)
    assert shown.state["width"] < at_first["width"]
    shown.press("point 5", *["Shift+ArrowRight"] * 7, *["Shift+ArrowDown"] * 4, role="slider")
    assert not shown.state["separable"]
    assert "No line separates these points now. Chapter 1 proves it, and chapter 9 says what to do." in shown.text
    links = shown.root.locator(".playable-sentence a").evaluate_all("found => found.map(link => link.pathname)")
    assert [link.rpartition("/")[2] for link in links] == ["separability.html", "slack.html"]
    assert shown.root.bounding_box()["height"] == height
    shown.click("Start again")
    assert shown.state == at_first


def test_the_penguins_of_the_start_page_are_the_librarys(figure):
    shown = figure("street")
    height = shown.root.bounding_box()["height"]
    shown.click("Penguins")
    state, (X, y, _) = shown.state, datasets.penguins()
    assert state["points"] == [[*row, label] for row, label in zip(X.tolist(), y.tolist(), strict=True)]
    assert_widest_slab(state)
    assert f"{state['width']:.2f} mm wide. 2 of the 274 birds" in shown.text
    said = shown.root.text_content()
    assert all(word in said for word in ("bill length, mm", "bill depth, mm", "Gentoo", "Adelie"))
    assert shown.root.bounding_box()["height"] == height
    holder = f"point {state['holding'][0]}"
    shown.press(holder, "ArrowUp", role="slider")
    assert_widest_slab(shown.state)
    assert shown.state["points"] != state["points"]


@pytest.mark.parametrize("width", [1366, 768, 390])
def test_a_point_of_the_start_page_is_dragged_and_the_page_keeps_its_height(figure, width):
    shown = figure("street")
    shown.page.set_viewport_size({"width": width, "height": 900})
    height = shown.root.bounding_box()["height"]
    point = shown.root.get_by_role("slider", name="point 1")
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(*at)
    shown.page.mouse.down()
    shown.page.mouse.move(at[0] - width / 20, at[1], steps=4)
    moved = shown.state
    assert_widest_slab(moved)
    shown.page.mouse.up()
    shown.page.mouse.move(*at)
    assert shown.state == moved
    assert moved["points"][0][0] < 9
    shown.press("point 1", *["Shift+ArrowLeft"] * 12, role="slider")
    assert shown.root.bounding_box()["height"] == height


def test_every_figure_of_the_registry_is_driven_here():
    driven = Path(__file__).read_text(encoding="utf-8")
    assert all(f'figure("{name}")' in driven for name in PAGE)
    assert len(PAGE) == 9
