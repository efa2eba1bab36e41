"""The words in the pictures can be read: large enough on a phone, inside the picture, and none on top of another."""

import pytest
from built_book import PAGES

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

SMALLEST = 13  # pixels, on a phone
PHONE, DESK = (390, 844), (1366, 900)
WORDS = """() => [...document.querySelectorAll("svg.margin-picture")].filter(svg => svg.checkVisibility()).map(svg => {
    const texts = [...svg.querySelectorAll("[id*='-text_']")].filter(text => text.getBoundingClientRect().width > 0);
    return {
        name: svg.closest("figure")?.id ?? svg.closest("[data-figure]")?.dataset.figure ?? "",
        frame: svg.getBoundingClientRect().toJSON(),
        texts: texts.map(text => {
            const matrix = text.querySelector("use, path")?.parentElement.getScreenCTM();
            return {
                size: matrix ? 100 * Math.hypot(matrix.c, matrix.d) : 100,
                box: text.getBoundingClientRect().toJSON(),
                words: (text.innerHTML.match(/<!--(.*?)-->/s)?.[1] ?? "").trim(),
            };
        }),
    };
})"""


def overlap(one, other):
    """By how many pixels two boxes overlap, in the direction in which they do so least."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return min(across, down)


def outside(box, frame):
    """By how many pixels a box sticks out of a frame."""
    over = (frame["left"] - box["left"], box["right"] - frame["right"])
    return max(*over, frame["top"] - box["top"], box["bottom"] - frame["bottom"])


def faults(pictures, smallest):
    """What is wrong with the words of the pictures."""
    for picture in pictures:
        texts = picture["texts"]
        for n, text in enumerate(texts):
            what = f"{picture['name']}: {text['words']!r}"
            if text["size"] < smallest:
                yield f"{what} has {text['size']:.1f} px"
            if outside(text["box"], picture["frame"]) > 2:
                yield f"{what} leaves the picture"
            for other in texts[n + 1 :]:
                if overlap(text["box"], other["box"]) > 1:
                    yield f"{what} is on {other['words']!r}"


@pytest.fixture(scope="module")
def opened(context, address):
    page = context.new_page()
    yield lambda name: page.goto(f"{address}/{name}.html") and page
    page.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", PAGES)
def test_the_words_of_a_picture_can_be_read(name, size, opened):
    page = opened(name)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert [*faults(page.evaluate(WORDS), SMALLEST)] == []
