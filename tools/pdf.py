"""The book as a PDF: built as a single page and printed by Chromium.

The page uses the same cached outputs as the book online, so that all numbers agree. What is folded away on screen is
open in print, except the code that only draws a picture. What is looked up rather than read stays online.
"""

import subprocess
import sys
from pathlib import Path

import pikepdf
import yaml  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tools import take_away
from tools.chromium import MissingError, chromium, settle
from tools.files import replacing
from tools.plain_server import served

TIMEOUT = 300_000  # milliseconds; a long book has thousands of formulas
MARGIN, ABOVE = 16, 13  # millimeters at the sides, and above and below
SCALE = 0.66  # of a pixel on screen: the text, 18 pixels high there, has 9 points on paper
PAPER = int((210 - 2 * MARGIN) / 25.4 * 96 / SCALE)  # pixels of the screen from margin to margin of A4

OPEN = """() => {
    document.querySelectorAll("details:not(.above-input)").forEach(folded => { folded.open = true; });
    document.querySelectorAll("button.toggle-button-hidden").forEach(button => button.click());
    document.querySelectorAll(".headerlink").forEach(sign => sign.remove());
    document.querySelectorAll("img[loading=lazy]").forEach(image => { image.loading = "eager"; });
}"""
# A picture with its caption is a group to a screen reader, in which the picture has the alternative text.
GROUP = """() => document.querySelectorAll("figure").forEach(figure => figure.setAttribute("role", "group"))"""
# Take pages away, and the links to them.
LEAVE_OUT = """pages => {
    for (const page of pages) {
        const place = document.getElementById(`document-book/${page}`);
        if (!place) throw new Error(`there is no page ${page}`);
        place.nextElementSibling.remove();
        place.remove();
    }
    for (const link of document.querySelectorAll("a[href^='#']")) {
        const target = decodeURIComponent(link.getAttribute("href").slice(1));
        if (!document.getElementById(target)) link.replaceWith(...link.childNodes);
    }
    for (const part of document.querySelectorAll(".toctree-wrapper")) if (!part.querySelector("section")) part.remove();
}"""
# Shrink what would scroll on screen, so that it fits on the paper.
FIT = """() => {
    for (const wide of document.querySelectorAll("mjx-container[display=true], .pst-scrollable-table-container")) {
        const share = wide.clientWidth / wide.scrollWidth;
        if (share < 1) wide.style.fontSize = `${98 * share}%`;
    }
}"""
TITLE = """words => {
    const page = document.createElement("div");
    page.className = "title-page";
    for (const [kind, text] of Object.entries(words))
        page.append(Object.assign(document.createElement("p"), {className: kind, textContent: text}));
    document.querySelector("article").prepend(page);
    document.title = words.title;
}"""
STYLE = """
.title-page { height: 85vh; padding-top: 30vh; text-align: center; break-after: page; }
.title-page .title { font-size: 3rem; line-height: 1.2; }
.toctree-wrapper h2 { break-before: page; }
:root { --measure: none; }
html[data-theme] .bd-article-container { line-height: 1.38; }
article.bd-article h2 { margin-top: 1.7rem; }
article.bd-article h3 { margin-top: 1.3rem; }
:root { --paper: white; }
.theorem-row > details:not(.formal), details.above-input { display: none; }
html article :is(.admonition:not(.proof), .sd-card) { margin-block: 0.6rem !important; padding-block: 0.4rem; }
article .sd-card .sd-card-header { padding-block: 0.1rem; }
article pre { font-size: 0.78em; }
article figure :is(svg.margin-picture, .playable-still svg) { width: 68% !important; height: auto !important; }
article figure { margin-block: 0.8rem !important; }
.follows { margin: 0.3rem 0; font-size: 0.88em; }
.follows :is(.follows-goal, .follows-line, .follows-facts) { margin-block: 0.3rem !important; padding-block: 0.1rem; }
.follows :is(legend:not(.follows-line > *), .follows-remark) { display: none; }
.follows .follows-fact { display: inline-flex; min-height: 0; margin: 0 1.6em 0 0; padding: 0; border: 0; }
#jb-print-docs-body { display: none !important; }
"""
FOOTER = '<div style="width: 100%; text-align: center; font-size: 8px"><span class="pageNumber"></span></div>'


def build_single_page(source: Path, output: Path) -> Path:
    """Build the book as one page, and return its file, in the folder its links are relative to."""
    folder = take_away.build(source, output, "singlehtml")
    root = yaml.safe_load((source / "_toc.yml").read_text(encoding="utf-8"))["root"] + ".html"
    whole = folder / "whole.html"
    whole.write_text((folder / root).read_text(encoding="utf-8").replace(f'href="{root}#', 'href="#'), encoding="utf-8")
    return whole


def print_page(page: Page, address: str, words: dict[str, str], target: Path) -> None:
    """Open the page, prepare it for paper, and print it."""
    page.set_default_timeout(TIMEOUT)
    page.set_viewport_size({"width": PAPER, "height": 900})
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    page.add_style_tag(content=STYLE)
    page.evaluate(LEAVE_OUT, take_away.ONLINE)
    page.evaluate(GROUP)
    page.evaluate(OPEN)
    page.evaluate(TITLE, words)
    settle(page)
    page.evaluate(FIT)
    page.pdf(
        path=target,
        format="A4",
        scale=SCALE,
        margin={"top": f"{ABOVE}mm", "bottom": f"{ABOVE}mm", "left": f"{MARGIN}mm", "right": f"{MARGIN}mm"},
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOTER,
        outline=True,
        tagged=True,
    )


def pack(target: Path, words: dict[str, str]) -> None:
    """Say who wrote the file, and pack it: Chromium writes each of a hundred thousand marks as an object of its own."""
    with pikepdf.open(target, allow_overwriting_input=True) as pdf:
        with pdf.open_metadata() as metadata:
            metadata["dc:title"] = words["title"]
            metadata["dc:creator"] = [words["author"]]
        pdf.save(
            target,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=True,
            deterministic_id=True,
        )


def main(source: Path = take_away.ROOT, output: Path = take_away.ROOT) -> int:
    """Build and print the book, and say where the PDF is."""
    target, state = take_away.file_of("pdf", output, source), take_away.state_of(source)
    try:
        with chromium() as browser:
            html = build_single_page(source, output)
            words = take_away.title_words(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            with served(html.parent) as address, replacing(target) as draft:
                print_page(browser.new_page(), f"{address}/{html.name}", words, draft)
                pack(draft, words)
        take_away.note_state(target, state)
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError:
        print("The PDF was not made: the book did not build. `make book` says why.", file=sys.stderr)
        return 1
    print(f"The book as a PDF: {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
