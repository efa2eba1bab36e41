"""The words in the pictures can be read: large enough on a phone, inside, and on no other word, line or point.

The same drawing is shown in light and dark: only its colors change. Several panels stand beside each other on a desk
and below each other on a phone, so captions name them by their letters.
"""

import re
from html import unescape

import pytest
from built_book import PAGES

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

SIDE = re.compile(r"\b(?:left|right|leftmost|rightmost)\b(?! angle)", re.IGNORECASE)
SMALLEST = 13  # pixels, on a phone
PHONE, DESK = (390, 844), (1366, 900)
WORDS = """() => {
    const STEP = 3, INSET = 2; // pixels: between two places of a line that are looked at; of a word's edge
    const inside = ({ left, right, top, bottom }, x, y) =>
        x > left + INSET && x < right - INSET && y > top + INSET && y < bottom - INSET;
    const drawn = (svg) => [...svg.querySelectorAll("path, use")].filter(each =>
        !each.closest("defs, [id*='-text_'], [id*='-legend_']"));
    const hasStroke = (each) => getComputedStyle(each).stroke !== "none";
    const stroked = (path) => path.tagName === "path" && hasStroke(path);
    const unclipped = (each) => { // the rectangle of the axes, on the screen, beyond which nothing is drawn
        const id = each.closest("[clip-path]")?.getAttribute("clip-path").slice(5, -1);
        const rect = id && document.getElementById(id)?.querySelector("rect");
        if (!rect) return () => true;
        const [x, y, wide, tall] = ["x", "y", "width", "height"].map(name => Number(rect.getAttribute(name)));
        const matrix = each.ownerSVGElement.getScreenCTM();
        const [from, to] = [[x, y], [x + wide, y + tall]].map(([p, q]) => new DOMPoint(p, q).matrixTransform(matrix));
        return (at) => at.x >= from.x && at.x <= to.x && at.y >= from.y && at.y <= to.y;
    };
    const places = (path) => {
        const long = path.getAttribute("d") ? path.getTotalLength() : 0;
        if (!long) return [];
        const matrix = path.getScreenCTM(), step = STEP / Math.hypot(matrix.a, matrix.b);
        const count = Math.min(2000, Math.ceil(long / step));
        return Array.from({ length: count + 1 }, (_, k) => path.getPointAtLength(k * step).matrixTransform(matrix));
    };
    const middle = (mark) => {
        const { left, right, top, bottom } = mark.getBoundingClientRect();
        return [{ x: (left + right) / 2, y: (top + bottom) / 2 }];
    };
    const backed = (text) => // words on a ground of their own
        text.querySelector("[id*='-patch_']") || [...text.querySelectorAll("path, use")].some(hasStroke);
    const contains = (ground, { left, right, top, bottom }) =>
        ground.left <= left && ground.right >= right && ground.top <= top && ground.bottom >= bottom;
    const slanted = ({ b, d }) => Math.abs(b) > 1e-6 && Math.abs(d) > 1e-6;
    return [...document.querySelectorAll("svg.margin-picture")].filter(svg => svg.checkVisibility()).map(svg => {
        const all = [...svg.querySelectorAll("[id*='-text_']")];
        const texts = all.filter(text => text.getBoundingClientRect().width > 0);
        const grounds = drawn(svg).filter(each => each.tagName === "use").map(each => each.getBoundingClientRect());
        const lines = drawn(svg).flatMap(each =>
            (each.tagName === "use" ? middle(each) : stroked(each) ? places(each) : []).filter(unclipped(each)));
        return {
            name: svg.closest("figure")?.id ?? svg.closest("[data-figure]")?.dataset.figure ?? "",
            frame: svg.getBoundingClientRect().toJSON(),
            texts: texts.map(text => {
                const matrix = text.querySelector("use, path")?.parentElement.getScreenCTM();
                const box = text.getBoundingClientRect();
                const apart = !matrix || backed(text) || slanted(matrix);
                const free = apart || grounds.some(ground => contains(ground, box));
                return {
                    size: matrix ? 100 * Math.hypot(matrix.c, matrix.d) : 100,
                    box: box.toJSON(),
                    crossed: free ? 0 : lines.filter(({ x, y }) => inside(box, x, y)).length,
                    words: (text.innerHTML.match(/<!--(.*?)-->/s)?.[1] ?? "").trim(),
                };
            }),
        };
    });
}"""


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
            if text["crossed"]:
                yield f"{what} is on a line or a point, at {text['crossed']} places"
            for other in texts[n + 1 :]:
                if overlap(text["box"], other["box"]) > 1:
                    yield f"{what} is on {other['words']!r}"


def test_no_caption_of_several_panels_says_left_or_right(built):
    seen, found = 0, []
    for name in PAGES:
        html = (built / f"{name}.html").read_text(encoding="utf-8")
        for figure in re.findall(r"<figure\b.*?</figure>", html, re.DOTALL):
            if "<!-- (b)" in figure:
                caption = unescape(re.sub(r"<[^>]+>", "", figure.partition("<figcaption>")[2]))
                seen += 1
                found += [(name, " ".join(caption.split()))] if SIDE.search(caption) else []
    assert seen > 50
    assert found == []


@pytest.fixture(scope="module")
def opened(context, address):
    """Opens a page of the book, unless it is open."""
    page = context.new_page()

    def there(name):
        if page.url != f"{address}/{name}.html":
            page.goto(f"{address}/{name}.html")
        return page

    yield there
    page.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", PAGES)
def test_the_words_of_a_picture_can_be_read(name, size, opened):
    page = opened(name)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert [*faults(page.evaluate(WORDS), SMALLEST)] == []
