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

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = tomllib.loads((BOOK / "chapters.toml").read_text(encoding="utf-8"))
PAGE = {"street": "index"} | {
    figure: page
    for chapter, entry in CHAPTERS.items()
    for figure in entry["play"]
    for page in entry.get("pages", [chapter])
    if f"{{playable}} {figure}\n" in (BOOK / f"{page}.md").read_text(encoding="utf-8")
}


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
        shown.click(f"point {point},")
    state = shown.state
    X, y = labelled(state["points"])
    run = perceptron(X, y, pick="next")
    assert [i - 1 for i in state["order"]] == run.order.tolist()
    assert state["w"] == run.plane.w.tolist()
    assert state["finished"]
    assert state["bound"] == pytest.approx(65)
    assert state["lower"] <= state["along"] <= state["size"] <= state["upper"] + 1e-9


def without_record(shown):
    """Return the figure as a reader meets it who has not been here before."""
    shown.page.evaluate("localStorage.clear()")
    shown.page.reload()
    return Figure(shown.page, "perceptron")


def test_the_adversary_makes_the_run_last_until_no_point_is_misclassified_and_pauses(figure):
    shown = without_record(figure("perceptron"))
    shown.page.clock.install()
    shown.click("Watch an adversary")
    assert shown.state["k"] == 1
    shown.click("Pause")
    shown.page.clock.run_for(10_000)
    assert shown.state["k"] == 1
    shown.click("Watch an adversary")
    shown.page.clock.run_for(30_000)
    state = shown.state
    assert state["finished"]
    assert state["k"] == 13 <= state["bound"]
    assert "13 updates" in shown.text
    assert "Your longest: 0" in shown.text
    shown.click("Watch an adversary")
    assert shown.state["k"] == 1


def test_back_takes_one_update_back_and_then_a_new_beginning(figure):
    shown = figure("perceptron")
    shown.click("point 1,")
    shown.click("point 3,")
    shown.click("Back")
    assert shown.state["order"] == [1]
    shown.click("Start again")
    assert shown.state["order"] == []
    shown.click("Back")
    assert shown.state["order"] == [1]
    assert shown.state["w"] == [2, 1]


def test_the_longest_run_is_remembered(figure):
    shown = without_record(figure("perceptron"))
    for point in (1, 3, 2):
        shown.click(f"point {point},")
    shown.click("Start again")
    assert "Make it last 13 updates. Your longest: 3" in shown.text
    shown.page.reload()
    assert "Your longest: 3" in Figure(shown.page, "perceptron").text
    shown.page.add_init_script("Storage.prototype.getItem = Storage.prototype.setItem = () => { throw Error(); }")
    shown.page.reload()
    closed = Figure(shown.page, "perceptron")
    assert "Your longest: 0" in closed.text
    closed.click("point 1,")
    assert "Your longest: 1" in closed.text


def test_words_and_marks_of_a_term_light_up_together(figure):
    shown = figure("perceptron")
    shown.click("point 1,")
    word, mark = shown.root.locator(".playable-still .term-u"), shown.root.locator("svg .playable-shadow")
    lit = "element => element.classList.contains('term-lit')"
    word.focus()
    assert mark.evaluate(lit)
    word.blur()
    assert not mark.evaluate(lit)
    word.hover()
    assert mark.evaluate(lit)
    assert not shown.root.locator("svg .playable-w").evaluate(lit)
    shown.page.mouse.move(0, 0)
    assert not mark.evaluate(lit)
    mark.dispatch_event("pointerover")
    assert word.evaluate(lit)
    shown.root.locator(".playable-sentence .term-gamma").hover()
    assert shown.root.locator("svg .playable-slab").is_visible()


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
def test_nothing_below_the_perceptron_moves_during_a_run(figure, width, height):
    shown = figure("perceptron")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    shown.page.evaluate(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(entry => shift += entry.value))"
        ".observe({type: 'layout-shift'})"
    )
    sentence, heights = shown.root.locator(".playable-sentence"), set()
    for preset in ("three", "six", "a narrow", "no line"):
        shown.page.evaluate("document.querySelector('[data-figure=perceptron] details').open = true")
        shown.choose(preset)
        shown.page.evaluate("document.querySelector('[data-figure=perceptron] details').open = false")
        shown.page.wait_for_timeout(300)  # what the fold moved is reported late
        shown.page.evaluate("shift = 0")
        for _ in range(12):
            heights.add(shown.root.bounding_box()["height"])
            assert sentence.evaluate("element => element.scrollHeight <= element.clientHeight"), sentence.inner_text()
            if not shown.state["finished"]:
                shown.click("misclassified")
        assert shown.page.evaluate("shift") < 0.05
    assert len(heights) == 1


def test_a_phone_shows_picture_race_sentence_and_buttons_at_once(figure):
    shown = figure("perceptron")
    shown.page.set_viewport_size({"width": 390, "height": 844})
    top = shown.root.locator(".playable-picture").bounding_box()["y"]
    bottom = shown.root.get_by_role("button", name="Start again").bounding_box()
    header = shown.page.locator(".bd-header-article").bounding_box()["height"]
    assert bottom["y"] + bottom["height"] - top + header < 844
    sizes = shown.root.locator("svg text").evaluate_all(
        "all => all.filter(each => each.checkVisibility()).map(each => "
        "parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert min(sizes) > 12.9


def test_who_wants_no_motion_sees_the_step_at_once(figure):
    shown = figure("perceptron")
    shown.page.emulate_media(reduced_motion="reduce")
    shown.click("point 1,")
    assert not shown.root.locator("svg .playable-z").get_attribute("d")
    shown.page.emulate_media(reduced_motion="no-preference")
    shown.click("point 3,")
    assert shown.root.locator("svg .playable-z").get_attribute("class").endswith("playable-of-plus")


def test_a_figure_that_was_started_is_printed_as_its_still_picture(figure):
    shown = figure("perceptron")
    still = shown.root.locator(".playable-still :is(img, svg)").first
    assert not still.is_visible()
    shown.page.emulate_media(media="print")
    assert still.is_visible()
    assert not shown.root.locator(".playable-app").is_visible()


def test_points_of_the_perceptron_are_moved_when_the_fold_is_open(figure):
    shown = figure("perceptron")
    shown.press("point 1,", "ArrowUp", role="button")
    assert shown.state["points"][0] == [2, 1, 1]
    shown.root.locator("summary").press("Enter")
    shown.root.get_by_role("slider", name="point 1").wait_for()
    shown.press("point 1", "ArrowUp", "f", role="slider")
    assert shown.state["points"][0] == pytest.approx([2, 1.1, -1])
    shown.click("Remove point 1")
    assert len(shown.state["points"]) == 2
    assert "no record" in shown.text


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


# --- the price of slack


def test_the_goal_of_the_price_is_reached_by_keyboard_and_kept(figure):
    shown = figure("slack")
    shown.page.evaluate("localStorage.clear()")
    shown.page.reload()
    shown = Figure(shown.page, "slack")
    assert "At most 1 may pay: how wide? Your widest: 0" in shown.text
    while len(shown.state["needy"]) > 1:
        shown.press("C", "ArrowRight", role="slider")
    state = shown.state
    X, y = labelled(state["points"])
    assert state["margin"] == pytest.approx(soft_margin(X, y, C=state["C"]).margin, abs=1e-6)
    assert f"Your widest: {state['margin']:.2f} \u2713" in shown.text
    shown.press("C", "End", role="slider")
    assert shown.state["needy"] == []
    assert shown.state["margin"] == pytest.approx(hard_margin(X, y).margin, abs=1e-6)
    shown.page.reload()
    assert f"Your widest: {state['margin']:.2f} \u2713" in Figure(shown.page, "slack").text


def test_the_price_is_raised_until_no_point_pays_and_taken_back(figure):
    shown = figure("slack")
    before = shown.state
    shown.page.clock.install()
    shown.click("Raise the price")
    once = shown.state["C"]
    assert once > before["C"]
    shown.click("Pause")
    shown.page.clock.run_for(5_000)
    assert shown.state["C"] == once
    shown.click("Raise the price")
    shown.page.clock.run_for(60_000)
    state = shown.state
    assert state["needy"] == []
    assert state["hard"]["from"] <= state["C"] <= 1.13 * state["hard"]["from"]
    assert "no point pays: it's the hard margin" in shown.text
    shown.click("Back")
    assert shown.state["C"] == before["C"]


def test_a_press_on_the_curve_goes_to_its_price(figure):
    shown = figure("slack")
    shown.page.emulate_media(reduced_motion="reduce")
    before = shown.state
    end = shown.root.locator(".playable-trade-end").bounding_box()
    shown.page.mouse.click(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    assert shown.state["total"] == pytest.approx(0, abs=1e-3)
    assert shown.state["C"] > before["C"]
    shown.click("Back")
    assert shown.state == before


def test_a_moved_outlier_is_fitted_as_in_the_library_and_has_no_record(figure):
    shown = figure("slack")
    shown.press("point 8", *["Shift+ArrowLeft"] * 4, role="slider")
    state = shown.state
    X, y = labelled(state["points"])
    assert X[7].tolist() == pytest.approx([-1.1, 0.2])
    assert state["w"] == pytest.approx(soft_margin(X, y, C=state["C"]).plane.w.tolist(), abs=1e-5)
    assert state["hard"]["margin"] == pytest.approx(hard_margin(X, y).margin, abs=1e-6)
    assert "no record" in shown.text


def test_slack_and_band_light_up_with_their_words(figure):
    shown = figure("slack")
    lit = "element => element.classList.contains('term-lit')"
    for term, mark in (("xi", ".playable-slack.term-xi"), ("band", ".playable-slab"), ("xi", ".playable-amount")):
        word = shown.root.locator(f".playable-still .term-{term}")
        word.focus()
        assert shown.root.locator(f"svg {mark}").first.evaluate(lit)
        word.blur()
        assert not shown.root.locator(f"svg {mark}").first.evaluate(lit)


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (360, 700)])
def test_nothing_below_the_price_of_slack_moves_and_its_sentence_fits(figure, width, height):
    shown = figure("slack")
    shown.page.set_viewport_size({"width": width, "height": height})
    sentence, heights = shown.root.locator(".playable-sentence"), set()
    for preset in ("one", "an outlier", "classes", "two"):
        shown.page.evaluate("document.querySelector('[data-figure=slack] details').open = true")
        shown.choose(preset)
        shown.page.evaluate("document.querySelector('[data-figure=slack] details').open = false")
        shown.press("C", "Home", role="slider")
        for _ in range(11):
            heights.add(round(shown.root.bounding_box()["height"]))
            assert sentence.evaluate("element => element.scrollHeight <= element.clientHeight"), sentence.inner_text()
            shown.press("C", *["ArrowRight"] * 10, role="slider")
    assert len(heights) == 1


def test_a_phone_shows_points_curve_sentence_and_price_at_once(figure):
    shown = figure("slack")
    shown.page.set_viewport_size({"width": 390, "height": 844})
    top = shown.root.locator(".playable-picture").bounding_box()["y"]
    bottom = shown.root.get_by_role("slider", name="C").last.bounding_box()
    header = shown.page.locator(".bd-header-article").bounding_box()["height"]
    assert bottom["y"] + bottom["height"] - top + header < 844
    sizes = shown.root.locator("svg text").evaluate_all(
        "all => all.filter(each => each.textContent && each.checkVisibility()).map(each => "
        "parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert min(sizes) > 12.9
