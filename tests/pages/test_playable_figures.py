"""Every playable figure is driven by keyboard alone to a state whose numbers margin_lib confirms."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from margin_lib import (
    Plane,
    datasets,
    hard_margin,
    incremental_margin_perceptron,
    lagrangian_toy,
    margin_perceptron,
    max_linf_margin,
    perceptron,
    separate,
    soft_margin,
)
from margin_lib.kernels.functions import polynomial_kernel, rbf_kernel
from margin_lib.kernels.kernel_svm import kernel_svm
from margin_lib.textbook import hinge_sgd

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


HEIGHT = """figure => {
    const sentence = figure.querySelector(".playable-sentence");
    const cut = sentence.scrollHeight > sentence.clientHeight ? [sentence.innerText] : [];
    return [figure.getBoundingClientRect().height, cut];
}"""


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

    @property
    def height(self):
        """Its height, in which its sentence must fit."""
        height, cut = self.root.evaluate(HEIGHT)
        assert not cut
        return height


@pytest.fixture(scope="module")
def page(context):
    """The page in which one figure is opened after the other: a page of its own would take as long as the figure."""
    return context.new_page()


@pytest.fixture
def figure(page, address):
    """Opens a figure as a reader meets it who has not been here before, and who has touched nothing."""

    def opened(name, motion="null", size=(1280, 720)):
        if page.url != "about:blank":
            page.evaluate("localStorage.clear()")
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.emulate_media(media="null", color_scheme="null", reduced_motion=motion)
        page.mouse.move(0, 0)
        page.goto(f"{address}/book/{PAGE[name]}.html")
        return Figure(page, name)

    return opened


SEEN = """figure => {
    const visible = each =>
        each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().height > 0;
    const all = selector => [...figure.querySelectorAll(selector)].filter(visible);
    const boxes = elements => elements.map(each => each.getBoundingClientRect());
    const pictures = boxes(all(".playable-app svg"));
    const controls = boxes(all("button, input, select, summary").filter(each => !each.closest(".playable-folded")));
    const texts = all(".playable-app svg text").filter(each => each.textContent.trim());
    const sizes = texts.map(each => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a);
    const header = [...document.querySelectorAll(".bd-header-article, .bd-header")].filter(visible).at(-1);
    const [top, bottom] = [pictures.map(box => box.top), [...pictures, ...controls].map(box => box.bottom)];
    return {
        tall: Math.max(...bottom) - Math.min(...top),
        room: innerHeight - header.getBoundingClientRect().height,
        smallest: Math.min(99, ...sizes),
        stills: all(".playable-still svg.margin-picture").length,
    };
}"""


def assert_seen_together(shown):
    """Assert that a window shows all pictures and all controls outside a fold, in words that are large enough."""
    seen = shown.root.evaluate(SEEN)
    assert seen["tall"] < seen["room"]
    assert seen["smallest"] > 12.9
    assert not seen["stills"]


@pytest.mark.parametrize("name", PAGE)
def test_a_phone_shows_the_pictures_of_a_figure_with_all_its_controls(figure, name):
    shown = figure(name)
    shown.page.set_viewport_size({"width": 390, "height": 844})
    shown.page.wait_for_timeout(100)  # until the pictures have taken their new size
    assert_seen_together(shown)


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


def choose_points(shown, name):
    """Choose one of a figure's sets of points from its fold, which is closed again."""
    fold = f"document.querySelector('[data-figure={shown.root.get_attribute('data-figure')}] details').open"
    shown.page.evaluate(f"{fold} = true")
    shown.choose(name)
    shown.page.evaluate(f"{fold} = false")


CHOOSE = """(list, beginning) => {
    list.value = [...list.options].find(({ text }) => text.toLowerCase().startsWith(beginning)).value;
    list.dispatchEvent(new Event("change"));
}"""
STEPS = """async (figure, [slider, times, each]) => {
    const [sentence, heights, cut] = [figure.querySelector(".playable-sentence"), [], []];
    const step = () => {
        slider?.stepUp();
        slider?.dispatchEvent(new Event("input", { bubbles: true }));
        const point = slider ? null : figure.querySelector("[role=button][aria-label*=misclassified]");
        point?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    };
    for (let time = 0; time < times; time++) {
        heights.push(figure.getBoundingClientRect().height);
        if (sentence.scrollHeight > sentence.clientHeight) cut.push(sentence.innerText);
        for (let one = 0; one < each; one++) step();
        await figure.animate(null, 1).finished; // a frame, also where a test before has stopped the page's clock
    }
    return [heights, cut];
}"""


def heights_during(shown, times, each=1, slider=None):
    """The heights of a figure while a slider is moved, or misclassified points are chosen; its sentence always fits.

    The keys are pressed within the page: as other tests press them, so many would take ten times as long.
    """
    before = shown.state
    heights, cut = shown.root.evaluate(STEPS, [slider and slider.first.element_handle(), times, each])
    assert not cut
    assert shown.state != before
    return heights


def test_the_six_corrections_of_the_chapter_are_chosen_by_keyboard(figure):
    shown = figure("perceptron")
    choose_points(shown, "three")
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


def test_the_adversary_makes_the_run_last_until_no_point_is_misclassified_and_pauses(figure):
    shown = figure("perceptron")
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
    assert state["k"] == 15 <= state["bound"]
    assert "Done after 15 updates" in shown.text
    assert "Your longest: 0" in shown.text
    shown.click("Watch an adversary")
    assert shown.state["k"] == 1


def test_the_adversary_goes_on_from_the_readers_updates_and_says_so(figure):
    shown = figure("perceptron")
    shown.page.clock.install()
    shown.click("point 1,")
    shown.click("Adversary from here")
    shown.page.clock.run_for(30_000)
    state = shown.state
    assert state["finished"]
    assert state["order"][0] == 1
    assert f"Done after {state['k']} updates, 1 of them yours" in shown.text
    shown.click("Watch an adversary")
    assert shown.state["k"] == 1


def test_back_takes_one_update_back_and_then_a_new_beginning(figure):
    shown = figure("perceptron")
    shown.click("point 1,")
    shown.click("point 4,")
    shown.click("Back")
    assert shown.state["order"] == [1]
    shown.click("Start again")
    assert shown.state["order"] == []
    shown.click("Back")
    assert shown.state["order"] == [1]
    assert shown.state["w"] == [2.5, 1.5]


def test_the_order_decides_how_long_the_run_is_and_the_crossing_stays_in_view(figure):
    shown = figure("perceptron")
    shown.page.emulate_media(reduced_motion="reduce")
    X, y = labelled(shown.state["points"])
    Z = (y[:, None] * X).tolist()
    shortest, longest = run_lengths((0.0, 0.0), Z)
    assert longest >= 5 * shortest
    assert f"Make it last {longest} updates" in shown.text
    while not shown.state["finished"]:
        w = shown.state["w"]
        after = {i: run_lengths((w[0] + Z[i - 1][0], w[1] + Z[i - 1][1]), Z)[0] for i in shown.state["mistakes"]}
        shown.click(f"point {min(after, key=after.get)},")
        assert shown.root.locator("svg .playable-race-end").get_attribute("d")
    assert shown.state["k"] == shortest


def run_lengths(w, Z):
    """The updates of the shortest and of the longest run from w."""
    wrong = [z for z in Z if w[0] * z[0] + w[1] * z[1] <= 0]
    after = [run_lengths((w[0] + p, w[1] + q), Z) for p, q in wrong]
    return (1 + min(a for a, _ in after), 1 + max(b for _, b in after)) if after else (0, 0)


def test_where_no_line_separates_the_shadow_falls_below_its_bound_and_the_length_does_not(figure):
    shown = figure("perceptron")
    shown.page.emulate_media(reduced_motion="reduce")
    choose_points(shown, "no line")
    for _ in range(8):
        shown.click(f"point {shown.state['mistakes'][-1]},")
    state = shown.state
    assert not state["separable"]
    assert state["along"] < state["lower"]
    assert state["size"] <= state["upper"]
    assert shown.root.locator("svg .playable-shadow").get_attribute("d")
    assert not shown.root.locator("svg .playable-slab").get_attribute("d")


def test_the_longest_run_is_remembered(figure):
    shown = figure("perceptron")
    for point in (1, 4, 2):
        shown.click(f"point {point},")
    shown.click("Start again")
    assert "Make it last 15 updates. Your longest: 3" in shown.text
    shown.page.reload()
    assert "Your longest: 3" in Figure(shown.page, "perceptron").text
    with shown.page.context.new_page() as other:
        other.add_init_script("Storage.prototype.getItem = Storage.prototype.setItem = () => { throw Error(); }")
        other.goto(shown.page.url)
        closed = Figure(other, "perceptron")
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
    shown.page.wait_for_timeout(300)  # what the new width moved is reported late
    shown.page.evaluate(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(entry => shift += entry.value))"
        ".observe({type: 'layout-shift'})"
    )
    heights = set()
    for preset in ("five", "three", "six", "a narrow", "no line"):
        shown.root.locator("select").last.evaluate(CHOOSE, preset)
        heights.update(heights_during(shown, 12))
    shown.page.wait_for_timeout(300)  # so is what a step moved
    assert shown.page.evaluate("shift") < 0.05
    assert len(heights) == 1


def test_who_wants_no_motion_sees_the_step_at_once(figure):
    shown = figure("perceptron")
    shown.page.emulate_media(reduced_motion="reduce")
    shown.click("point 1,")
    assert not shown.root.locator("svg .playable-z").get_attribute("d")
    shown.page.emulate_media(reduced_motion="no-preference")
    shown.click("point 4,")
    assert shown.root.locator("svg .playable-z").get_attribute("class").endswith("playable-of-minus")


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
    assert shown.state["points"][0] == [2.5, 1.5, 1]
    shown.root.locator("summary").press("Enter")
    shown.root.get_by_role("slider", name="point 1").wait_for()
    shown.press("point 1", "ArrowUp", "f", role="slider")
    assert shown.state["points"][0] == pytest.approx([2.5, 1.6, -1])
    shown.click("Remove point 1")
    assert len(shown.state["points"]) == 4
    assert "no record" in shown.text


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
    assert shown.state["kind"] == "rbf"
    open_fold(shown)
    shown.press("Points:", "e")
    state = shown.state
    assert state["training"] == []
    X, y = labelled(state["points"])
    fit = kernel_svm(X, y, C=state["C"], kernel=rbf_kernel(state["gamma"]))
    assert state["f"] == pytest.approx(fit.decision(X).tolist(), abs=1e-5)
    shown.press("Kernel:", "p")
    assert (shown.state["kind"], shown.state["degree"]) == ("polynomial", 1)
    assert shown.state["training"]
    shown.press("degree", "ArrowRight", role="slider")
    assert shown.state["training"] == []
    fit = kernel_svm(X, y, C=state["C"], kernel=polynomial_kernel(2))
    assert shown.state["f"] == pytest.approx(fit.decision(X).tolist(), abs=1e-5)


def open_points_of_winnow(shown):
    shown.root.locator("summary").press("Enter")
    shown.root.get_by_role("slider", name="point 1").wait_for()


def test_winnow_runs_to_its_end_within_its_bound(figure):
    shown = figure("winnow")
    open_points_of_winnow(shown)
    shown.press("Points:", "s")
    for point in (1, 6, 4):
        shown.press(f"point {point}", "Enter", role="slider")
    assert shown.state["order"][-1] == 4
    while not shown.state["finished"]:
        shown.press(f"point {shown.state['mistakes'][0]}", "Enter", role="slider")
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
    assert f"The shaded slab is {at_first['width']:.2f} wide. 3 of the 8 points" in shown.text
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
    assert all(f'figure("{name}"' in driven for name in PAGE)
    assert len(PAGE) == 1 + sum(len(chapter["play"]) for chapter in CHAPTERS.values())


# The plane: its margin, and the chart of what is possible


def test_the_widest_line_is_shown_in_two_steps_that_do_not_count_for_the_record(figure):
    shown = figure("plane")
    shown.page.clock.install()
    shown.press("Turn", *["ArrowRight"] * 16)
    before = shown.state
    shown.click("Show the widest")
    middle = shown.state
    assert middle["w"] == pytest.approx(before["w"])
    assert middle["margin"] > before["margin"]
    X, y = labelled(middle["points"])
    assert {y[i - 1] for i in middle["closest"]} == {1, -1}
    shown.page.clock.run_for(10_000)
    state = shown.state
    assert state["margin"] == pytest.approx(hard_margin(X, y).margin, abs=1e-6)
    assert not state["own"]
    assert state["closest"] == [2, 3, 4]
    assert "no line has a wider one" in shown.text
    assert "Your best: 0.80" in shown.text
    shown.click("Back")
    assert shown.state["margin"] == pytest.approx(middle["margin"])


def test_a_pause_leaves_the_line_in_the_middle(figure):
    shown = figure("plane")
    shown.page.clock.install()
    shown.press("Turn", *["ArrowRight"] * 16)
    shown.click("Show the widest")
    middle = shown.state["margin"]
    shown.click("Pause")
    shown.page.clock.run_for(10_000)
    assert shown.state["margin"] == middle


def test_the_widest_margin_found_by_hand_is_remembered(figure):
    shown = figure("plane")
    assert "Reach margin 1.05. Your best: 0.80" in shown.text
    shown.press("Turn", *["ArrowLeft"] * 8)
    assert "Your best: 1.06 ✓" in shown.text
    shown.click("Start again")
    shown.page.reload()
    assert "Your best: 1.06 ✓" in Figure(shown.page, "plane").text


def test_the_chart_knows_where_the_reader_has_been(figure):
    shown = figure("plane")
    curve = shown.root.locator(".playable-heights-curve")
    assert shown.state["seen"] == 0
    first = curve.get_attribute("d")
    shown.press("Turn", *["ArrowLeft"] * 20)
    assert shown.state["seen"] in (10, 11)
    assert len(curve.get_attribute("d")) > len(first)
    shown.click("Start again")
    assert curve.get_attribute("d") == first


def test_points_that_no_line_separates_have_a_proof_in_the_picture(figure):
    shown = figure("plane")
    shown.root.locator("summary").press("Enter")
    shown.choose("the exclusive")
    state = shown.state
    assert not state["separable"]
    assert state["witness"] == [0.25] * 4
    assert state["common"] == [1, 1]
    assert "No line separates these points" in shown.text
    assert shown.root.locator(".playable-common").get_attribute("d")
    assert shown.root.get_by_role("button", name="Show the widest").get_attribute("aria-disabled") == "true"
    shown.press("point 3", *["Shift+ArrowLeft"] * 2, *["Shift+ArrowDown"] * 5, role="slider")
    assert shown.state["separable"]


def test_the_words_of_the_margin_light_up_the_perpendicular(figure):
    shown = figure("plane")
    word, mark = shown.root.locator(".playable-still .term-margin"), shown.root.locator("svg .playable-measure")
    lit = "element => element.classList.contains('term-lit')"
    word.focus()
    assert mark.evaluate(lit)
    word.blur()
    assert not mark.evaluate(lit)
    shown.press("Turn", "ArrowLeft")  # the sentence names the closest point after a first move
    shown.root.locator(".playable-sentence .term-closest").hover()
    assert shown.root.locator("svg .playable-closest").evaluate(lit)


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
def test_nothing_below_the_plane_moves_while_it_is_turned(figure, width, height):
    shown = figure("plane")
    shown.page.set_viewport_size({"width": width, "height": height})
    heights = set()
    for preset in ("four", "one close", "one among", "the exclusive"):
        shown.root.locator("select").last.evaluate(CHOOSE, preset)
        heights.update(heights_during(shown, 12, 15, shown.root.get_by_label("Turn")))
    assert len(heights) == 1


def test_who_wants_no_motion_sees_the_widest_line_at_once(figure):
    shown = figure("plane")
    shown.page.emulate_media(reduced_motion="reduce")
    shown.press("Turn", *["ArrowLeft"] * 20)
    shown.click("Show the widest")
    line = shown.root.locator(".playable-lines .playable-line")
    there = line.get_attribute("d")
    shown.page.wait_for_timeout(50)
    assert line.get_attribute("d") == there


def by_a_clock_of_its_own(shown):
    """Return the figure, on a page whose time passes only when the test says so."""
    shown.page.clock.install(time=0)
    shown.page.clock.pause_at(1000)
    return shown


def test_the_incremental_algorithm_is_run_to_its_end_and_can_pause(figure):
    shown = by_a_clock_of_its_own(figure("guess"))
    shown.click("Run the algorithm")
    paused = shown.state
    assert (paused["h"], paused["k"]) == (0, 2)
    shown.click("Pause")
    shown.page.clock.run_for(10_000)
    assert shown.state == paused
    shown.click("Run the algorithm")
    shown.page.clock.run_for(60_000)
    state = shown.state
    X, y = labelled(state["points"])
    run = incremental_margin_perceptron(X, y, early=False, pick="next")
    assert [entry["corrections"] for entry in state["rounds"]] == [played.corrections for played in run.rounds]
    assert state["w"] == pytest.approx(run.plane.w.tolist())
    assert state["finished"]
    assert run.plane.margin(X, y) >= state["gamma"] / 4
    assert f"{run.corrections} updates in all" in shown.text
    shown.click("Run the algorithm")
    assert (shown.state["h"], shown.state["k"]) == (0, 2)


def test_a_guess_is_halved_when_its_budget_is_spent(figure):
    shown = figure("guess")
    for _ in range(12):
        shown.click("One update")
    assert "budget of 12 is spent" in shown.text
    assert not shown.state["finished"]
    shown.click("One update")
    state = shown.state
    assert (state["h"], state["k"]) == (1, 1)
    assert state["guess"] == pytest.approx(state["R"] / 2, abs=1e-5)
    shown.click("Back")
    assert (shown.state["h"], shown.state["k"]) == (0, 12)
    shown.click("R = ")
    assert (shown.state["h"], shown.state["k"]) == (0, 12)


def test_a_point_is_moved_until_the_algorithm_needs_five_guesses(figure):
    shown = by_a_clock_of_its_own(figure("guess"))
    assert "so that it takes 5 guesses. Your most: 3" in shown.text
    shown.press("point 3", role="slider")
    for _ in range(12):
        if len(shown.state["rounds"]) == 5:
            break
        shown.page.keyboard.press("ArrowUp")
    state = shown.state
    X, y = labelled(state["points"])
    assert state["gamma"] == pytest.approx(hard_margin(X, y, bias=False).margin, abs=1e-5)
    assert len(state["rounds"]) == 5
    assert "Your most: 5 ✓" in shown.text


def test_a_guess_of_the_readers_ends_below_twice_the_best_margin_and_not_above(figure):
    shown = figure("guess")
    shown.root.locator("summary").press("Enter")
    shown.press("guess", "Home", role="slider")
    X, y = labelled(shown.state["points"])
    ended = []
    for _ in range(12):
        state = shown.state
        run = margin_perceptron(X, y, state["guess"], pick="next", max_corrections=min(state["budget"], 3072))
        assert state["w"] == pytest.approx(run.plane.w.tolist())
        assert state["finished"] == run.finished
        ended.append((state["finished"], state["guess"] / state["gamma"]))
        shown.press("guess", *["ArrowRight"] * 8, role="slider")
    assert all(finished for finished, part in ended if part <= 1)
    assert not any(finished for finished, part in ended if part > 2)
    assert len({finished for finished, _ in ended}) == 2
    shown.choose("no line")
    shown.click("Run the algorithm")
    assert not shown.state["separable"]


def test_the_slowest_run_is_played_to_its_end_and_can_pause(figure):
    shown = by_a_clock_of_its_own(figure("claims"))
    shown.click("Play the run")
    assert shown.state["k"] == 1
    shown.click("Pause")
    shown.page.clock.run_for(10_000)
    assert shown.state["k"] == 1
    shown.click("Play the run")
    shown.page.clock.run_for(60_000)
    state = shown.state
    assert state["finished"]
    assert state["k"] == 61 <= state["limit"]
    assert state["size"] == pytest.approx(state["along"], rel=0.01)
    assert state["broken"] == []
    assert "Your longest: 61" in shown.text
    shown.click("Play the run")
    assert shown.state["k"] == 1


def test_claims_3_4_and_5_break_when_the_guess_is_above_the_best_margin(figure):
    shown = by_a_clock_of_its_own(figure("claims"))
    shown.press("guess", "End", role="slider")
    assert shown.state["guess"] == pytest.approx(2.2)
    broken = set()
    shown.click("Play the run")
    for _ in range(200):
        shown.page.clock.run_for(500)
        broken |= set(shown.state["broken"])
    state = shown.state
    assert broken == {3, 4, 5}
    assert state["k"] == state["last"]
    assert not state["finished"]
    assert "never ends" in shown.text
    shown.press("guess", "Home", role="slider")
    assert (shown.state["guess"], shown.state["last"], shown.state["short"]) == (0, 25, None)


def test_words_of_the_proof_light_up_what_they_name(figure):
    shown = figure("claims")
    for _ in range(3):
        shown.click("One update")
    lit = "element => element.classList.contains('term-lit')"
    for claim, mark in (("claim1", "race-bound"), ("claim3", "gain"), ("claim4", "race-moment")):
        word = shown.page.locator(f"blockquote .term-{claim}")
        named = shown.root.locator(f"svg .playable-{mark}.term-{claim}")
        word.focus()
        assert named.evaluate(lit), claim
        word.blur()
        assert not named.evaluate(lit), claim


@pytest.mark.parametrize(("name", "clicks"), [("guess", 14), ("claims", 6)])
@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
def test_nothing_below_the_margin_perceptron_moves_during_a_run(figure, name, clicks, width, height):
    shown = figure(name)
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights = set()
    for _ in range(clicks):
        shown.click("One update")
        heights.add(shown.height)
    assert len(heights) == 1


# The hulls


def in_hulls(shown, presses):
    """Press keys on the ends of the segment, each list a move, and return the state."""
    for end, keys in presses:
        shown.press(f"end {end} of the segment", *keys, role="slider")
    return shown.state


def test_the_bounds_of_each_segment_are_the_librarys(figure):
    shown = figure("hulls")
    X, y = [[3, 1], [1, 3], [4, 4], [0, 0], [-2, 1], [0, -2]], [1, 1, 1, -1, -1, -1]
    best = hard_margin(X, y).plane.margin(X, y)
    for end, keys in (("p", ["Shift+ArrowLeft"]), ("q", ["Shift+ArrowRight"] * 2), ("p", ["ArrowDown"] * 3)):
        state = in_hulls(shown, [(end, keys)])
        line = Plane(state["plane"]["w"], state["plane"]["b"])
        length = np.hypot(*np.subtract(state["p"], state["q"]))
        assert state["bounds"]["above"][-1] == pytest.approx(length / 2, abs=1e-5)
        assert state["bounds"]["below"][-1] == pytest.approx(line.margin(X, y), abs=1e-5)
        assert state["below"] <= best + 1e-6
        assert state["above"] >= best - 1e-6
    assert state["moves"] == 3
    shown.click("Back")
    assert shown.state["moves"] == 2


def test_the_fewest_moves_to_the_best_margin_are_remembered(figure):
    shown = figure("hulls")
    assert "Your fewest: none yet" in shown.text
    state = in_hulls(shown, [("p", ["ArrowRight"]), ("q", ["Shift+ArrowRight"] * 6), ("p", ["Shift+ArrowDown"] * 12)])
    assert not state["share"] <= 0.01
    shown.click("Start again")
    to_the_corner, along_the_side = ["Shift+ArrowDown"] * 20, ["ArrowLeft"] * 20
    state = in_hulls(shown, [("q", ["Shift+ArrowRight"] * 9), ("p", to_the_corner + along_the_side)])
    assert state["p"] == pytest.approx([2, 2], abs=0.01)
    assert state["share"] <= 0.01
    assert state["moves"] == 2
    assert "Your fewest: 2" in shown.text
    shown.page.reload()
    assert "Your fewest: 2" in Figure(shown.page, "hulls").text


def test_an_end_is_dragged_by_its_knob_and_stays_in_its_hull(figure):
    shown = figure("hulls")
    knob = shown.root.get_by_role("slider", name="end p").locator(".playable-touch")
    knob.scroll_into_view_if_needed()
    box = knob.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(*at)
    shown.page.mouse.down()
    shown.page.mouse.move(at[0] + 60, at[1] + 400, steps=4)
    state = shown.state
    shown.page.mouse.up()
    assert state["p"] == pytest.approx([3, 1], abs=1e-6)
    assert state["moves"] == 1


def test_a_walk_closes_the_gap_between_the_penguins_and_does_not_count(figure):
    shown = figure("hulls")
    shown.page.clock.install()
    shown.choose("penguins")
    X, y, _ = datasets.penguins()
    state = shown.state
    assert state["p"] == pytest.approx(X[y == 1].mean(axis=0).tolist(), abs=1e-5)
    assert state["below"] is None
    assert "doesn't even separate" in shown.text
    shown.click("Watch a walk")
    assert shown.state["moves"] == 1
    shown.click("Pause")
    shown.page.clock.run_for(10_000)
    assert shown.state["moves"] == 1
    shown.click("Watch a walk")
    shown.page.clock.run_for(30_000)
    state = shown.state
    best = hard_margin(X, y)
    assert state["above"] == pytest.approx(best.margin, abs=1e-5)
    assert state["below"] == pytest.approx(best.margin, abs=1e-5)
    assert state["plane"]["w"] == pytest.approx((best.plane.w * best.margin).tolist(), abs=1e-4)
    assert "0.381 mm" in shown.text
    assert "A walk doesn't count" in shown.text


def test_hulls_that_meet_leave_no_margin(figure):
    shown = figure("hulls")
    shown.choose("hulls")
    state = in_hulls(shown, [("p", ["Shift+ArrowLeft"] * 20), ("q", ["Shift+ArrowUp"] * 20)])
    assert state["below"] is None
    assert state["above"] < 1
    assert "No line separates" in shown.text


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844)])
def test_picture_bounds_sentence_and_buttons_of_the_hulls_are_seen_together_and_do_not_move(figure, width, height):
    shown = figure("hulls")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights = set()
    for preset in ("six", "twelve", "penguins", "hulls"):
        shown.choose(preset)
        for end, key in (("p", "ArrowLeft"), ("q", "Shift+ArrowRight"), ("p", "Shift+ArrowDown")):
            in_hulls(shown, [(end, [key])])
            heights.add(shown.height)
    assert len(heights) == 1
    assert_seen_together(shown)


def test_the_words_segment_and_line_light_up_in_the_hulls(figure):
    shown = figure("hulls")
    lit = "element => element.classList.contains('term-lit')"
    shown.root.locator(".playable-still .term-above").hover()
    assert shown.root.locator("svg .playable-between").evaluate(lit)
    assert not shown.root.locator("svg .playable-across").evaluate(lit)


# The quadratic program


def test_a_shorter_w_is_feasible_until_a_point_is_in_the_way(figure):
    shown = figure("program")
    X, y = np.array([[3, 1], [1, 3], [4, 4], [0, 0], [-2, 1], [0, -2]]), np.array([1, 1, 1, -1, -1, -1])
    for keys in (["Shift+ArrowDown"] * 3, ["Shift+ArrowDown"] * 6, ["ArrowRight"] * 4):
        shown.press("w", *keys, role="slider")
        state = shown.state
        f = y * (X @ state["w"] + state["b"])
        assert state["feasible"] == bool((f >= 1 - 1e-6).all())
        assert [i - 1 for i in state["inWay"]] == np.flatnonzero(f < 1 - 1e-6).tolist()
        assert ("Not feasible" in shown.text or "No line across" in shown.text) == (not state["feasible"])
    assert shown.state["moves"] == 1
    shown.click("Back")
    assert shown.state["moves"] == 0


def test_the_solver_finds_the_shortest_w_in_three_steps_which_do_not_count(figure):
    shown = figure("program")
    shown.page.clock.install()
    shown.click("Watch a solver")
    assert shown.state["moves"] == 1
    assert "two copies" in shown.text
    shown.page.clock.run_for(20_000)
    state = shown.state
    assert state["w"] == pytest.approx([0.5, 0.5])
    assert state["b"] == pytest.approx(-1)
    assert (state["moves"], state["reached"], state["own"]) == (3, True, False)
    shown.click("Start again")
    assert "Your fewest: none yet" in shown.text


def test_the_shortest_w_found_by_hand_is_counted_unless_the_region_is_shown(figure):
    shown = figure("program")
    for key in [*["Shift+ArrowDown"] * 8, *["ArrowLeft"] * 4]:
        shown.press("w", key, role="slider")
    state = shown.state
    assert state["reached"]
    assert "Your fewest: 1" in shown.text
    shown.root.get_by_role("checkbox").check()
    assert not shown.state["own"]
    assert "where the circle touches" in shown.text
    assert shown.root.locator("svg .playable-possible").get_attribute("d")


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844)])
def test_pictures_sentence_and_buttons_of_the_program_are_seen_together_and_do_not_move(figure, width, height):
    shown = figure("program")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights = set()
    for keys in (["ArrowDown"], ["Shift+ArrowDown"] * 6, ["Shift+ArrowDown"] * 6, ["Shift+ArrowRight"] * 8):
        shown.press("w", *keys, role="slider")
        heights.add(shown.height)
    assert len(heights) == 1
    assert_seen_together(shown)


def test_the_line_under_the_curve_comes_to_the_saddle_in_two_moves(figure):
    shown = figure("lagrangian", motion="reduce")
    state, solved = shown.state, lagrangian_toy(5)
    assert state["below"] == pytest.approx(solved.dual(state["lambda"]))
    shown.press("slope of the line", *["ArrowRight"] * 14)
    assert shown.state["lambda"] == pytest.approx(solved.multiplier)
    assert shown.state["below"] == pytest.approx(solved.value)
    assert not shown.state["done"]
    shown.press("point x", *["Shift+ArrowRight"] * 5)
    state = shown.state
    assert (state["u"], state["above"], state["gap"]) == pytest.approx((0, solved.value, 0))
    assert state["done"]
    assert state["moves"] == 2
    assert "Your fewest: 2 ✓" in shown.text
    assert "λ = 1.00 proves it" in shown.text
    shown.click("Back")
    assert not shown.state["done"]
    shown.press("point x", *["ArrowRight"] * 30)
    assert shown.state["above"] is None
    assert "isn't allowed" in shown.text


def test_the_slope_is_dragged_and_the_line_follows_the_pointer(figure):
    shown = figure("lagrangian", motion="reduce")
    box = shown.root.get_by_label("slope of the line").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    for step in range(1, 6):
        shown.page.mouse.move(x + 3, y - 8 * step)
    shown.page.mouse.up()
    state = shown.state
    assert state["lambda"] > 0.5
    assert state["below"] == pytest.approx(lagrangian_toy(5).dual(state["lambda"]))
    assert state["moves"] == 1
    moved = shown.root.get_by_label("slope of the line").bounding_box()
    assert moved["y"] + moved["height"] / 2 == pytest.approx(y - 40, abs=4)


def test_an_inactive_constraint_has_the_multiplier_zero_and_the_other_curve_keeps_a_gap(figure):
    shown = figure("lagrangian", motion="reduce")
    shown.choose("x ≥ −3")
    shown.click("Close the gap for me")
    state, solved = shown.state, lagrangian_toy(-3)
    assert (state["lambda"], state["above"]) == pytest.approx((solved.multiplier, solved.value))
    assert state["gap"] == pytest.approx(0, abs=1e-9)
    assert state["moves"] == 2  # as the reader would need: one for each handle
    assert "inactive" in shown.text
    assert "Your fewest: –" in shown.text
    shown.choose("not")
    shown.click("Close the gap for me")
    state = shown.state
    assert state["gap"] == pytest.approx(state["best"]["above"] - state["best"]["below"])
    assert state["gap"] > 1
    assert "stays open" in shown.text


def machine_of(state):
    return hard_margin(*labelled(state["points"]))


def test_the_pushes_are_set_by_keyboard_until_the_two_bounds_meet(figure):
    shown = figure("kkt", motion="reduce")
    best = machine_of(shown.state)
    assert shown.state["balanced"]
    assert shown.state["below"] < best.dual
    shown.press("point 1", *["ArrowRight"] * 4)
    state = shown.state
    assert state["alpha"][0] == pytest.approx(0.5)
    assert not state["balanced"]
    assert state["below"] is None
    assert "drifts off" in shown.text
    shown.press("point 2", *["+"] * 4)
    state = shown.state
    assert state["alpha"] == pytest.approx(best.alpha.tolist())
    assert (state["above"], state["below"], state["gap"]) == pytest.approx((best.primal, best.dual, 0))
    assert max(abs(residual) for residual in state["residuals"].values()) < 1e-9
    assert state["closed"]
    assert state["holding"] == [int(i) + 1 for i in best.support]
    assert state["moves"] == 2
    assert "Your fewest: 2 ✓" in shown.text
    shown.click("Back")
    assert not shown.state["closed"]


def test_the_line_drifts_off_where_the_pushes_do_not_balance_and_comes_back(figure):
    shown = figure("kkt", motion="reduce")
    rod, rest = (shown.root.locator(f"svg .playable-{name}") for name in ("rod", "rest"))
    middle = rod.get_attribute("d")
    assert not rest.get_attribute("d")
    shown.press("point 1", *["ArrowUp"] * 2)
    assert rest.get_attribute("d")
    left = [float(pair.split(",")[0]) for pair in rod.get_attribute("d").strip("M").split("L")]
    assert min(left) < 0
    shown.press("point 1", *["ArrowDown"] * 2)
    assert rod.get_attribute("d") == middle


def test_a_point_is_pulled_with_the_mouse_and_says_what_it_does(figure):
    shown = figure("kkt", motion="reduce")
    box = shown.root.get_by_label("point 3").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x - 20, y)
    shown.page.mouse.move(x - 45, y, steps=4)
    shown.page.mouse.up()
    assert shown.state["alpha"][2] > 0
    assert shown.state["moves"] == 1
    assert shown.root.get_by_label("point 3").get_attribute("aria-valuetext").endswith("pushes from afar")
    assert shown.root.locator("svg .playable-status").all_text_contents()[2] == "too far"


@pytest.mark.parametrize("preset", ["five", "three", "four"])
def test_the_figure_finds_the_pushes_of_each_set_of_points(figure, preset):
    shown = figure("kkt", motion="reduce")
    shown.choose(preset)
    shown.click("Close the gap for me")
    state, best = shown.state, machine_of(shown.state)
    assert state["w"] == pytest.approx(best.plane.w.tolist(), abs=1e-6)
    assert state["gap"] == pytest.approx(0, abs=1e-6)
    assert state["closed"]
    assert "Your fewest: –" in shown.text
    needed = state["moves"] - (preset == "four")  # each push is a move, as the reader's are; there one fewer will do
    assert f"Close the gap in {needed} moves." in shown.text
    shown.root.locator("summary").press("Enter")
    shown.press("point 1", "Shift+ArrowUp")
    assert shown.state["preset"] is None
    assert shown.state["moves"] == 0


@pytest.mark.parametrize("width", [1366, 390, 320])
@pytest.mark.parametrize(
    ("name", "handles"), [("lagrangian", ["slope of the line", "point x"]), ("kkt", ["point 1", "point 2"])]
)
def test_the_sentence_on_two_bounds_fits_and_nothing_below_it_moves(figure, name, handles, width):
    shown = figure(name, motion="reduce", size=(width, 900))
    heights = set()

    def look():
        heights.add(shown.height)

    names = shown.root.locator("option").all_text_contents()
    for preset in names:
        shown.choose(preset)
        look()
        for label in handles:
            for key in ["Shift+ArrowRight"] * 4 + ["ArrowLeft"]:
                shown.press(label, key)
                look()
        shown.click("Close the gap for me")
        look()
    assert len(heights) == 1


@pytest.mark.parametrize("name", ["lagrangian", "kkt"])
def test_words_of_the_two_bounds_light_up_their_marks(figure, name):
    shown = figure(name)
    word, line = shown.root.locator(".playable-still .term-below"), shown.root.locator(".playable-race path.term-below")
    lit = "element => element.classList.contains('term-lit')"
    word.focus()
    assert line.evaluate(lit)
    word.blur()
    assert not line.evaluate(lit)


# Leaving one out


def left_out_by_the_library(X, y, i):
    rest = np.arange(len(y)) != i
    return hard_margin(X[rest], y[rest])


def test_each_of_the_six_points_is_left_out_by_keyboard_and_the_line_moves_as_in_the_library(figure):
    shown = figure("leave-out")
    X, y = labelled(shown.state["points"])
    full = hard_margin(X, y)
    assert [i - 1 for i in shown.state["support"]] == full.support.tolist()
    for i in range(6):
        shown.click(f"point {i + 1},")
        left, alone = shown.state["out"], left_out_by_the_library(X, y, i)
        assert left["margin"] == pytest.approx(alone.margin, abs=1e-5)
        assert left["distance"] == pytest.approx(y[i] * alone.plane.decision(X)[i] * alone.margin, abs=1e-5)
        assert left["moved"] == (i in full.support)
        assert ("moves" in shown.text) == left["moved"]
    assert shown.state["tried"] == [1, 2, 3, 4, 5, 6]
    shown.click("point 6,")
    assert shown.state["out"] is None


def test_the_birds_in_the_picture_decide_as_all_birds_do(figure):
    shown = figure("leave-out")
    shown.click("Penguins")
    near, (B, species, _) = labelled(shown.state["points"]), datasets.penguins()
    rows = {(*bill, label) for bill, label in zip(B.tolist(), species.tolist(), strict=True)}
    assert {(*bill, label) for bill, label in zip(near[0].tolist(), near[1].tolist(), strict=True)} <= rows
    full = hard_margin(B, species)
    held = [near[0].tolist().index(B[i].tolist()) for i in full.support]
    assert sorted(shown.state["support"]) == sorted(i + 1 for i in held)
    for i, bird in zip(full.support, held, strict=True):
        shown.click(f"bird {bird + 1},")
        alone = left_out_by_the_library(B, species, i)
        assert shown.state["out"]["margin"] == pytest.approx(alone.margin, abs=1e-5)
        assert shown.state["out"]["correct"] == (alone.plane.predict(B[[i]])[0] == species[i])
    assert "Misclassified so far: 1 ≤ 2 support vectors" in shown.text


def test_points_that_move_the_line_are_counted_until_the_first_miss(figure):
    shown = figure("leave-out")
    shown.click("point 1,")
    shown.click("point 3,")
    shown.click("point 2,")
    assert "Most in a row: 1" in shown.text
    shown.click("Start again")
    for point in (1, 2, 4):
        shown.click(f"point {point},")
    assert "Most in a row: 3 ✓" in shown.text
    shown.click("Back")
    assert shown.state["tried"] == [1, 2]
    shown.page.reload()
    assert "Most in a row: 3 ✓" in Figure(shown.page, "leave-out").text


def test_all_are_left_out_in_turn_without_a_record(figure):
    shown = figure("leave-out")
    shown.page.clock.install()
    shown.click("Leave out each in turn")
    assert shown.state["tried"] == [1]
    shown.click("Pause")
    shown.page.clock.run_for(10_000)
    assert shown.state["tried"] == [1]
    shown.click("Leave out each in turn")
    shown.page.clock.run_for(20_000)
    assert shown.state["tried"] == [1, 2, 3, 4, 5, 6]
    assert "Most in a row: 0" in shown.text


def test_other_points_reach_the_bound_or_have_none_that_matters(figure):
    shown = figure("leave-out")
    shown.root.locator("summary").press("Enter")
    shown.root.get_by_role("slider", name="point 1").wait_for()
    kinds = shown.root.get_by_role("combobox")
    kinds.select_option("a close pair")
    assert shown.state["errors"] == shown.state["support"]
    kinds.select_option("the square")
    assert shown.state["movers"] == []
    shown.press("point 1", "Enter", role="slider")
    assert "another solution of the dual" in shown.text
    shown.press("point 1", "ArrowRight", role="slider")
    assert shown.state["points"][0] == pytest.approx([2.1, 2, 1])
    assert "no record" in shown.text
    for point in (1, 3):
        shown.press(f"point {point}", "f", role="slider")
    assert not shown.state["separable"]
    assert "No line separates" in shown.text


def test_arrow_keys_walk_from_bird_to_bird(figure):
    shown = figure("leave-out")
    shown.click("Penguins")
    shown.press("bird 1,", "ArrowRight", role="button")
    focused = shown.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("bird ")
    assert not focused.startswith("bird 1,")
    shown.page.keyboard.press("Enter")
    assert shown.state["tried"] == [int(focused.split()[1].rstrip(","))]
    assert shown.root.locator("[tabindex='0'][aria-label^='bird']").count() == 1


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (360, 740)])
def test_nothing_below_the_points_left_out_moves_and_all_is_in_one_view(figure, width, height):
    shown = figure("leave-out")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights, sentence = set(), shown.root.locator(".playable-sentence")
    for noun, several in (("point", (1, 2, 3)), ("bird", (37, 56, 1))):
        for i in several:
            shown.click(f"{noun} {i},")
            heights.add(shown.root.locator(".playable-app").bounding_box()["height"])
            assert sentence.evaluate("element => element.scrollHeight <= element.clientHeight"), sentence.inner_text()
        if noun == "point":
            shown.click("Penguins")
    assert max(heights) - min(heights) < 1
    assert_seen_together(shown)


# --- the price of slack


def test_the_goal_of_the_price_is_reached_by_keyboard_and_kept(figure):
    shown = figure("slack")
    assert "At most one point may pay. How wide can the slab be? Your widest: 0" in shown.text
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
    shown.click("Pause")
    once = shown.state["C"]
    assert once > before["C"]
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


def test_the_chart_of_the_price_keeps_its_curve_and_names_only_what_it_shows(figure):
    shown = figure("slack")
    cheaper = shown.root.locator(".playable-trade-name")
    assert cheaper.is_visible()
    shown.press("point 8", *["Shift+ArrowLeft"] * 4, role="slider")
    curve, axes = (shown.root.locator(f".playable-trade-{part}").bounding_box() for part in ("curve", "axes"))
    assert curve["x"] + curve["width"] <= axes["x"] + axes["width"] + 2
    shown.root.locator("summary").click()
    for i in (5, 6, 7, 8):
        shown.press(f"point {i}", "f", role="slider")
    assert {y for *_, y in shown.state["points"]} == {1}  # all points have one label: nothing would be cheaper
    assert not cheaper.is_visible()


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
    heights = set()
    for preset in ("one", "an outlier", "classes", "two"):
        shown.root.locator("select").last.evaluate(CHOOSE, preset)
        shown.press("C", "Home", role="slider")
        heights.update(map(round, heights_during(shown, 11, 10, shown.root.get_by_role("slider", name="C"))))
    assert len(heights) == 1


def assert_descent(state):
    """The published state is what the textbook's descent says of the same draws and step sizes."""
    X, y = labelled(state["points"])
    Z, mu, T = y[:, None] * X, state["mu"], len(state["order"])
    w, path = np.zeros(2), []
    for i, eta in zip(state["order"], state["sizes"], strict=True):
        path.append(w)
        w = w - eta * (mu * w - (Z[i] if w @ Z[i] < 1 else 0))
    assert state["w"] == pytest.approx(w.tolist(), abs=1e-4)
    least = soft_margin(X, y, C=1 / (len(y) * mu), bias=False).plane.w
    assert state["best"] == pytest.approx(least.tolist(), abs=1e-3)
    F = lambda v: mu / 2 * v @ v + np.maximum(0, 1 - Z @ v).mean()  # noqa: E731
    assert state["least"] == pytest.approx(F(least), abs=1e-5)
    assert state["above"] == pytest.approx(F(w) / F(least) - 1, abs=1e-4)
    if T:
        average = np.average(path, axis=0, weights=np.arange(1, T + 1))
        assert state["average"] == pytest.approx(average.tolist(), abs=1e-4)
        assert state["averageAbove"] == pytest.approx(F(average) / F(least) - 1, abs=1e-4)


def test_steps_of_a_descent_are_those_of_the_textbook_and_can_be_taken_back(figure):
    shown = figure("descent")
    assert shown.state["order"] == []
    for _ in range(4):
        shown.click("Step")
    state = shown.state
    assert_descent(state)
    X, y = labelled(state["points"])
    assert state["sizes"] == pytest.approx([2 / (state["mu"] * (t + 1)) for t in range(1, 5)], abs=1e-5)
    found = hinge_sgd(y[:, None] * X, state["mu"], state["order"])
    assert state["average"] == pytest.approx(found.tolist(), abs=1e-4)
    assert f"Step 4 drew point {state['order'][-1] + 1}:" in shown.text
    shown.click("Back")
    assert shown.state["order"] == state["order"][:3]
    shown.click("Start again")
    assert shown.state["order"] == []
    shown.click("Step")
    assert shown.state["order"] == state["order"][:1]


def test_a_run_of_the_descent_comes_within_a_percent_and_its_record_is_kept(figure):
    shown = figure("descent")
    assert "Fewest steps: none yet" in shown.text
    shown.page.clock.install()
    shown.click("Run")
    shown.click("Pause")
    made = len(shown.state["order"])
    shown.page.clock.run_for(5_000)
    assert len(shown.state["order"]) == made
    shown.click("Run")
    shown.page.clock.run_for(100_000)
    state = shown.state
    assert_descent(state)
    assert state["reached"] == len(state["order"])
    assert state["averageAbove"] <= 0.01
    assert f"Fewest steps: {state['reached']}" in shown.text
    shown.page.reload()
    assert f"Fewest steps: {state['reached']}" in Figure(shown.page, "descent").text


def test_the_step_size_of_a_descent_is_the_readers(figure):
    shown = figure("descent")
    shown.press("shrinking steps", "Space")
    assert not shown.state["shrink"]
    shown.press("step size", "Home", role="slider")
    shown.click("Step")
    shown.click("Step")
    assert shown.state["sizes"] == pytest.approx([0.05, 0.05])
    assert_descent(shown.state)
    shown.press("step size", "End", role="slider")
    for _ in range(12):
        shown.click("Step")
    assert shown.state["sizes"][-1] == 3
    assert_descent(shown.state)
    assert shown.state["above"] > 0.5


def test_a_point_of_the_descent_is_chosen_and_then_no_record_is_kept(figure):
    shown = figure("descent")
    shown.click("point 3,")
    assert shown.state["order"] == [2]
    assert_descent(shown.state)
    assert "no record" in shown.text
    shown.root.locator("summary").press("Enter")
    shown.choose("classes apart")
    assert shown.state["order"] == []
    shown.click("Step")
    first = shown.state["order"]
    shown.click("Other draws")
    assert shown.state["order"] == []
    shown.click("Step")
    assert_descent(shown.state)
    assert len(first) == 1


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
def test_nothing_below_the_descent_moves_during_a_run(figure, width, height):
    shown = figure("descent")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights = set()
    for _ in range(26):
        heights.add(shown.height)
        shown.click("Step")
    assert len(heights) == 1


def test_words_of_the_descent_light_up_what_they_name(figure):
    shown = figure("descent")
    for _ in range(3):
        shown.click("Step")
    for word, mark in (("average", "descent-square"), ("least", "descent-least"), ("w", "descent-dot")):
        shown.root.locator(f".playable-still .term-{word}").first.focus()
        lit = shown.root.locator(f"svg .playable-{mark}")
        assert lit.evaluate("element => element.classList.contains('term-lit')")


# The lift


def lost_in(state):
    """Return which points of the lift are misclassified, from 1, circles belonging below the plane."""
    X, y = labelled(state["points"])
    height = (X**2).sum(axis=1) if state["kind"] == "bowl" else X.prod(axis=1)
    f = state["c"] + state["slope"] * X[:, 0] - state["share"] * height
    return [*(np.flatnonzero(y * f <= 1e-9) + 1).tolist()]


def test_three_sets_that_no_line_separates_are_separated_in_space(figure):
    shown = figure("lift")
    state = shown.state
    assert state["share"] == 0
    assert state["lost"] == lost_in(state) != []
    moves = {
        "rings": [("height", "ArrowLeft", 19)],
        "rings off center": [("slope", "ArrowRight", 14), ("height", "ArrowLeft", 22)],
        "exclusive or": [("height", "ArrowLeft", 20)],
    }
    for solved, (preset, steps) in enumerate(moves.items()):
        shown.press("Points:", "Home", *["ArrowDown"] * solved)
        assert shown.state["preset"] == preset
        X, y = labelled(shown.state["points"])
        assert separate(X, y).plane is None
        shown.click("Lift")
        assert shown.state["share"] == 1
        assert f"Solved: {solved} of 3" in shown.text
        for slider, key, times in steps:
            shown.press(slider, *[key] * times, role="slider")
            assert shown.state["lost"] == lost_in(shown.state)
        assert shown.state["lost"] == []
        assert "No point is misclassified." in shown.text
    assert "Solved: 3 of 3 ✓" in shown.text
    assert shown.state["shadow"] == {"shape": "two lines"}
    shown.click("Back")
    assert shown.state["c"] == 2
    shown.click("Lay flat")
    assert shown.state["share"] == 0


def test_the_picture_of_space_is_turned_by_keys_and_by_the_mouse(figure):
    shown = figure("lift")
    assert shown.state["view"] == {"turn": 30, "tilt": 25}
    shown.press("Turn the picture", "ArrowRight", "ArrowUp")
    assert shown.state["view"] == {"turn": 40, "tilt": 35}
    box = shown.root.locator(".playable-space").bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(*at)
    shown.page.mouse.down()
    shown.page.mouse.move(at[0] + 40, at[1], steps=4)
    shown.page.mouse.move(at[0] + 80, at[1], steps=4)
    shown.page.mouse.up()
    turned = shown.state["view"]
    assert turned["turn"] > 55
    assert turned["tilt"] == pytest.approx(35, abs=2)
    shown.click("Look from above")
    assert shown.state["view"] == {"turn": 0, "tilt": 90}
    shown.click("Look from the side")
    assert shown.state["view"] == {"turn": 30, "tilt": 25}


def test_a_lift_that_is_watched_ends_where_it_is_at_once_without_motion(figure):
    drawn = []
    for motion in ("reduce", "no-preference"):
        shown = figure("lift")
        shown.page.emulate_media(reduced_motion=motion)
        if motion == "no-preference":
            shown.page.clock.install()
        shown.click("Lift")
        if motion == "no-preference":
            shown.page.clock.run_for(3000)
        drawn.append(shown.root.locator("svg .playable-cut").get_attribute("d"))
        assert shown.state["share"] == 1
    assert drawn[0] == drawn[1] != ""


def test_words_of_the_lift_light_up_its_marks(figure):
    shown = figure("lift")
    shown.click("Lift")
    lit = "element => element.classList.contains('term-lit')"
    marks = {"surface": ".playable-net", "plane": ".playable-cutting", "shadow": ".playable-shadow-line"}
    for term, mark in marks.items():
        shown.root.locator(f".playable-still .term-{term}").focus()
        assert shown.root.locator(f"svg {mark}").first.evaluate(lit), term


# The kernel


def open_fold(shown):
    shown.root.locator("summary").press("Enter")
    shown.root.get_by_label("Kernel:").wait_for()


SAMPLES = {
    "moons": (datasets.moons(60, noise=0.3, seed=1), datasets.moons(400, noise=0.3, seed=2)),
    "circles": (datasets.circles(40, noise=0.15, seed=1), datasets.circles(400, noise=0.15, seed=2)),
    "exclusive or": (datasets.xor(), datasets.Data(*(part[4:] for part in datasets.xor(404, noise=0.9, seed=2)[:2]))),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_of_the_kernel_are_the_librarys_and_so_are_their_fewest_mistakes(figure, name):
    shown = figure("kernel")
    open_fold(shown)
    shown.press("Points:", *name)
    state = shown.state
    assert state["preset"] == name
    rows = [np.column_stack([data.X.round(2), data.y]) for data in SAMPLES[name]]
    assert state["points"] == pytest.approx(rows[0])
    assert state["heldOut"] == pytest.approx(rows[1])
    X, y = labelled(rows[0])
    T, truth = labelled(rows[1])

    def held_out_mistakes(kernel):
        return int((truth * kernel_svm(X, y, kernel, C=1).decision(T) <= 0).sum())

    assert state["missed"] == held_out_mistakes(rbf_kernel(state["gamma"]))
    for first, kernels in (
        ("R", [rbf_kernel(float(f"{10 ** (at / 10 - 2):.3g}")) for at in range(46)]),
        ("p", [polynomial_kernel(degree) for degree in range(1, 13)]),
    ):
        shown.press("Kernel:", first)
        counts = [*map(held_out_mistakes, kernels)]
        best = int(np.argmin(counts))
        label = {"R": "γ", "p": "degree"}[first]
        shown.press(label, "Home", *["ArrowRight"] * best, role="slider")
        assert shown.state["missed"] == min(counts)
        assert f"Your fewest: {min(counts)} ✓" in shown.text


def test_the_kernel_grows_by_itself_and_leaves_a_trail(figure):
    shown = figure("kernel")
    before = shown.state
    assert f"Your fewest: {before['missed']}" in shown.text
    shown.page.clock.install(time=0)
    shown.page.clock.pause_at(3_600_000)  # from here on, time passes only where this test says so
    shown.click("Watch it grow")
    shown.click("Pause")
    assert shown.state["visited"] == 2
    shown.page.clock.run_for(5_000)
    assert shown.state["visited"] == 2
    shown.click("Watch it grow")
    shown.page.clock.run_for(20_000)
    state = shown.state
    assert state["gamma"] == 316
    assert state["visited"] == 36
    assert state["training"] == []
    assert len(state["support"]) == 60
    assert state["best"] < before["missed"] < state["missed"]
    assert "learned by heart" in shown.text
    shown.click("Back")
    assert shown.state["gamma"] == before["gamma"]


def test_two_points_at_one_place_are_told_apart_by_no_kernel(figure):
    shown = figure("kernel")
    open_fold(shown)
    shown.press("Points:", "e")
    shown.press("point 3", *["Shift+ArrowDown"] * 4, role="slider")
    assert "Points 1 and 3 are at one place with two labels." in shown.text
    assert "no record" in shown.text
    shown.press("γ", "End", role="slider")
    assert shown.state["training"]
    shown.press("point 3", "ArrowUp", role="slider")
    assert shown.state["training"] == []
    X, y = labelled(shown.state["points"])
    fit = kernel_svm(X, y, C=1, kernel=rbf_kernel(shown.state["gamma"]))
    assert shown.state["f"] == pytest.approx(fit.decision(X).tolist(), abs=1e-5)


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
@pytest.mark.parametrize("name", ["lift", "kernel"])
def test_the_sentences_of_the_lift_and_the_kernel_fit_and_nothing_moves(figure, name, width, height):
    shown = figure("lift") if name == "lift" else figure("kernel")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights = set()

    def seen():
        heights.add(shown.height)

    seen()
    if name == "lift":
        for preset in range(3):
            shown.press("Points:", "Home", *["ArrowDown"] * preset)
            seen()
            shown.press("slope", "ArrowRight", role="slider")
            seen()
            shown.click("Lift")
            seen()
            shown.press("height", *["ArrowLeft"] * 5, role="slider")
            seen()
            shown.click("Look from")
            seen()
    else:
        for key in ["ArrowRight"] * 4 + ["PageUp"] * 12 + ["Home"]:
            shown.press("γ", key, role="slider")
            seen()
    assert len(heights) == 1


# Winnow: the race of all weights and the best mixture


def test_the_adversary_of_winnow_makes_14_updates_and_pauses(figure):
    shown = figure("winnow")
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
    assert state["k"] == 14 <= state["bound"]
    assert state["promised"] <= state["least"] <= state["logPhi"] <= state["logN"]
    X, y = labelled(state["points"])
    assert state["gamma"] == pytest.approx(max_linf_margin(X, y).margin, abs=1e-6)
    assert Plane(state["w"][:2], state["w"][2]).margin(X, y) > 0
    assert "Your longest: 0" in shown.text
    shown.click("Watch an adversary")
    assert shown.state["k"] == 1


def test_winnow_goes_back_and_begins_again(figure):
    shown = figure("winnow")
    shown.click("point 1,")
    shares = shown.state["shares"]
    shown.click("point 3,")
    shown.click("Back")
    assert shown.state["order"] == [1]
    assert shown.state["shares"] == shares
    shown.click("Start again")
    assert shown.state["order"] == []
    assert shown.state["shares"] == pytest.approx([1 / 6] * 6, abs=1e-6)
    shown.click("Back")
    assert shown.state["order"] == [1]


def test_a_point_that_winnow_classifies_correctly_is_no_update(figure):
    shown = figure("winnow")
    shown.click("point 1,")
    shown.click("point 5,")
    assert shown.state["order"] == [1]
    assert "Point 5 is classified correctly" in shown.text


def test_the_longest_run_of_winnow_is_remembered_for_the_best_epsilon_only(figure):
    shown = figure("winnow")
    for point in (1, 3):
        shown.click(f"point {point},")
    assert "Make it take 14 updates. Your longest: 2" in shown.text
    shown.page.reload()
    shown = Figure(shown.page, "winnow")
    assert "Your longest: 2" in shown.text
    open_points_of_winnow(shown)
    shown.press("ε", "ArrowLeft", role="slider")
    assert "no record" in shown.text
    for point in (1, 3, 4):
        shown.press(f"point {point}", "Enter", role="slider")
    shown.click("Start again")
    shown.click("ε = γ")
    assert shown.state["epsilon"] == pytest.approx(shown.state["gamma"], abs=1e-6)
    assert "Your longest: 2" in shown.text
    for point in (1, 3, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 5, 4):
        shown.press(f"point {point}", "Enter", role="slider")
    assert shown.state["finished"]
    assert "Your longest: 14 ✓" in shown.text


def test_nothing_is_promised_for_an_epsilon_above_gamma(figure):
    shown = figure("winnow")
    shown.page.emulate_media(reduced_motion="reduce")
    floor = shown.root.locator("path.playable-race-bound.term-mixture")
    shown.click("point 1,")
    assert floor.get_attribute("d")
    assert "nothing is promised" not in shown.text
    open_points_of_winnow(shown)
    shown.press("ε", *["PageUp"] * 3, role="slider")
    state = shown.state
    assert state["epsilon"] > state["gamma"]
    assert (state["promised"], state["bound"]) == (None, None)
    assert not floor.get_attribute("d")
    assert shown.root.locator("path.playable-race-value.term-mixture").get_attribute("d")
    assert shown.text.count("nothing is promised") >= 2
    shown.click("ε = γ")
    assert floor.get_attribute("d")
    assert shown.state["bound"] == pytest.approx(2 * np.log(6) / state["gamma"] ** 2, rel=1e-4)


def test_where_no_line_separates_winnow_has_no_best_mixture(figure):
    shown = figure("winnow")
    open_points_of_winnow(shown)
    shown.press("Points:", "n")
    shown.press("point 1", "Enter", role="slider")
    assert not shown.state["separable"]
    assert "there is no best mixture" in shown.text
    assert "No run on these points ever ends" in shown.text
    for mark in (".playable-best", ".playable-experts-mixture", ".playable-race-value.term-mixture"):
        assert not shown.root.locator(f"svg {mark}").get_attribute("d")


def test_the_two_curves_of_winnow_and_their_words_light_up_together(figure):
    shown = figure("winnow")
    shown.click("point 1,")
    lit = "element => element.classList.contains('term-lit')"
    drawn = {"sum": ["race-value", "experts-shares"], "mixture": ["race-value", "experts-mixture", "best"]}
    for term, marks in drawn.items():
        word = shown.root.locator(f".playable-still .term-{term}")
        named = [shown.root.locator(f"svg .playable-{mark}.term-{term}") for mark in marks]
        word.focus()
        assert all(mark.evaluate(lit) for mark in named)
        word.blur()
        assert not any(mark.evaluate(lit) for mark in named)
        named[-1].dispatch_event("pointerover")
        assert word.evaluate(lit)
        named[-1].dispatch_event("pointerout")
        assert not word.evaluate(lit)


def test_a_row_multiplies_the_experts_and_who_wants_no_motion_sees_the_result(figure):
    shown = figure("winnow")
    shown.page.emulate_media(reduced_motion="reduce")
    factors = shown.root.locator(".playable-experts-factor")
    shown.click("point 1,")
    assert set(factors.all_text_contents()) == {""}
    shown.page.emulate_media(reduced_motion="no-preference")
    shown.page.clock.install()
    shown.click("point 3,")
    shown.page.clock.run_for(300)
    assert all(text.startswith("×") for text in factors.all_text_contents())
    shown.page.clock.run_for(3000)
    assert set(factors.all_text_contents()) == {""}


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
def test_nothing_below_winnow_moves_during_a_run(figure, width, height):
    shown = figure("winnow")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.emulate_media(reduced_motion="reduce")
    heights = set()
    for preset in ("five", "six", "one", "a narrow", "the numbers", "no line"):
        shown.root.locator("select").last.evaluate(CHOOSE, preset)
        heights.update(heights_during(shown, 6))
    assert len(heights) == 1


def test_a_point_is_moved_until_the_hull_leaves_the_origin_and_a_line_takes_the_place_of_the_witness(figure):
    shown = figure("gordan")
    state = shown.state
    X, y = labelled(state["points"])
    assert not state["separable"]
    assert (np.array(state["witness"]) * y) @ X == pytest.approx([0, 0], abs=1e-5)
    assert sum(state["witness"]) == pytest.approx(1, abs=1e-5)
    assert "none yet" in shown.text
    for _ in range(12):
        if not shown.state["separable"]:
            shown.press("point 4", "ArrowRight", role="slider")
    state = shown.state
    X, y = labelled(state["points"])
    best = hard_margin(y[:, None] * X, np.ones(4), bias=False)
    assert state["separable"]
    assert state["p"] == pytest.approx((best.margin**2 * best.plane.w).tolist(), abs=1e-5)
    assert state["way"] == pytest.approx(X[3, 0] - 0.5)
    assert f"Your least: {state['way']:.1f}" in shown.text
    shown.click("Back")
    assert not shown.state["separable"]


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844), (320, 700)])
def test_both_pictures_of_gordans_theorem_are_seen_with_sentence_and_buttons_and_do_not_move(figure, width, height):
    shown = figure("gordan")
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.wait_for_timeout(300)
    heights = set()
    for preset in ("four", "six", "the ex"):
        shown.choose(preset)
        for _ in range(3):
            heights.add(shown.height)
            shown.press("point 1", "Shift+ArrowRight", "Shift+ArrowDown", role="slider")
    assert len(heights) == 1
    if width > 320:
        top = shown.root.locator(".playable-title").first.bounding_box()["y"]
        bottom = shown.root.get_by_role("button", name="Start again").bounding_box()
        header = shown.page.locator(".bd-header-article").bounding_box()["height"]
        assert bottom["y"] + bottom["height"] - top + header < height
