"""The chapters as a reader meets them, at 1366 x 900 in Chromium: length, measure, code, figures, buttons, first view.

Quizzes, hints and solutions are part of a page's height, but their buttons and folds are not counted. Run `make book`
first.
"""

import gzip
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Response

from benchmarks.measure import Figure
from tools.chromium import MissingError, chromium, settle
from tools.plain_server import served

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
VIEW = {"width": 1366, "height": 900}
LIMITS = {  # what is measured: unit, limit, and whether that is the most
    "screens": ("screens", 16, True),
    "characters": ("a line", 72, True),
    "code": ("% of height", 15, True),
    "figures": ("% of height", 20, False),
    "pictures": ("a screen", 0.5, False),
    "buttons": ("in sight", 8, True),
    "first": ("MB", 1.2, True),
}
WORDS = {
    "screens": "length of the page",
    "characters": "characters a line of text, last lines among them",
    "code": "code and its output",
    "figures": "figures",
    "pictures": "pictures, figures to play among them",
    "buttons": "buttons and folds before a touch",
    "first": "first view, compressed, with fonts",
}
MEASURE = """() => {
    const article = document.querySelector("article.bd-article"), whole = document.documentElement.scrollHeight;
    const seen = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const high = selector => [...article.querySelectorAll(selector)].filter(seen)
        .filter(element => !element.parentElement.closest(selector))
        .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0);
    const lines = p => Math.round(p.getBoundingClientRect().height / parseFloat(getComputedStyle(p).lineHeight));
    const prose = [...article.querySelectorAll("section > p, li > p")].filter(seen)
        .filter(p => p.textContent.length > 150 && !p.querySelector(".math"));
    const sum = numbers => numbers.reduce((all, number) => all + number, 0);
    const pictures = [...article.querySelectorAll("figure, .playable")].filter(seen)
        .filter(element => !element.parentElement.closest("figure, .playable")).length;
    const practice = ".quiz, .exercise, .answers, .answer-code, .proof-order, .solution, .sd-card";
    const buttons = [...article.querySelectorAll("button, summary, select, input")].filter(seen)
        .filter(element => !element.closest(practice));
    return {
        screens: whole / innerHeight,
        characters: sum(prose.map(p => p.textContent.length)) / sum(prose.map(lines)),
        code: 100 * high(".cell_input, .cell_output .output.stream, .library-source, div.highlight") / whole,
        figures: 100 * high("figure, .playable") / whole,
        pictures: pictures / (whole / innerHeight),
        buttons: buttons.length,
    };
}"""


def figures() -> Iterator[Figure]:
    if not HTML.exists():
        print("  not run: there is no book in _build/html; run make book", flush=True)
        return
    chapters = tomllib.loads((ROOT / "book" / "chapters.toml").read_text(encoding="utf-8"))
    pages = [page for chapter, entry in chapters.items() for page in entry.get("pages", [chapter])]
    try:
        with served(HTML) as address, chromium() as browser:
            found = {name: measured(browser, f"{address}/book/{name}.html") for name in pages}
    except MissingError as error:
        print(f"  not run: {error}", flush=True)
        return
    for name, values in found.items():
        for key, value in values.items():
            unit, limit, at_most = LIMITS[key]
            yield Figure(name, WORDS[key], value, unit, limit, at_most)


def measured(browser: Browser, address: str) -> dict[str, float]:
    """Open a page by itself, and return what is measured."""
    context = browser.new_context(viewport=VIEW)
    page, answers = context.new_page(), list[Response]()
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address, wait_until="networkidle")
    settle(page)
    values: dict[str, Any] = page.evaluate(MEASURE)
    values["first"] = sum(map(sent, answers)) / 1e6
    context.close()
    return values


def sent(answer: Response) -> int:
    """Return the bytes of an answer as a server with gzip would send them."""
    body = answer.body()
    return len(body) if answer.url.endswith((".woff", ".woff2", ".png")) else len(gzip.compress(body))
