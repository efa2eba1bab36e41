"""The book as a PDF: built as a single page and printed by Chromium.

The page uses the same cached outputs as the book online, so that all numbers agree. What is folded away on screen is
open in print.
"""

import subprocess
import sys
from datetime import date
from pathlib import Path

import yaml  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tools.chromium import MissingError, chromium, settle
from tools.plain_server import served

ROOT = Path(__file__).resolve().parent.parent
STRICT = ("--warningiserror", "--nitpick", "--keep-going")
TIMEOUT = 300_000  # milliseconds; a long book has thousands of formulas
PAPER = 658  # pixels between the margins of A4

OPEN = """() => {
    document.querySelectorAll("details").forEach(folded => { folded.open = true; });
    document.querySelectorAll("button.toggle-button-hidden").forEach(button => button.click());
    document.querySelectorAll(".headerlink").forEach(sign => sign.remove());
    document.querySelectorAll("img[loading=lazy]").forEach(image => { image.loading = "eager"; });
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
#jb-print-docs-body { display: none !important; }
"""
FOOTER = '<div style="width: 100%; text-align: center; font-size: 8px"><span class="pageNumber"></span></div>'


def build_single_page(source: Path, output: Path) -> Path:
    """Build the book as one page, and return its file, in the folder its links are relative to."""
    program = str(Path(sys.executable).with_name("jupyter-book"))
    command = [program, "build", str(source), "--path-output", str(output), "--builder", "singlehtml", "--quiet"]
    subprocess.run([*command, *STRICT], check=True, cwd=source)
    root = yaml.safe_load((source / "_toc.yml").read_text(encoding="utf-8"))["root"] + ".html"
    folder = output / "_build" / "singlehtml"
    whole = folder / "whole.html"
    whole.write_text((folder / root).read_text(encoding="utf-8").replace(f'href="{root}#', 'href="#'), encoding="utf-8")
    return whole


def title_words(source: Path) -> dict[str, str]:
    """Return the text of the title page."""
    settings = yaml.safe_load((source / "_config.yml").read_text(encoding="utf-8"))
    today = date.today()
    return {"title": settings["title"], "author": settings["author"], "date": f"{today.day} {today:%B %Y}"}


def print_page(page: Page, address: str, words: dict[str, str], target: Path) -> None:
    """Open the page, prepare it for paper, and print it."""
    page.set_default_timeout(TIMEOUT)
    page.set_viewport_size({"width": PAPER, "height": 900})
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    page.add_style_tag(content=STYLE)
    page.evaluate(OPEN)
    page.evaluate(TITLE, words)
    settle(page)
    page.evaluate(FIT)
    target.parent.mkdir(parents=True, exist_ok=True)
    margin = {"top": "18mm", "bottom": "20mm", "left": "18mm", "right": "18mm"}
    page.pdf(
        path=target,
        format="A4",
        margin=margin,  # type: ignore[arg-type]
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOTER,
        outline=True,
        tagged=True,
    )


def main(source: Path = ROOT, output: Path = ROOT) -> int:
    """Build and print the book, and say where the PDF is."""
    target = output / "_build" / "pdf" / "maximizing-the-margin.pdf"
    try:
        with chromium() as browser:
            html = build_single_page(source, output)
            with served(html.parent) as address:
                print_page(browser.new_page(), f"{address}/{html.name}", title_words(source), target)
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
