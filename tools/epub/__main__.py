import base64
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Browser

from tools import take_away
from tools.chromium import MissingError, chromium, settle
from tools.epub import container, pages
from tools.epub.colors import fill_in, read_values
from tools.epub.contents import read_contents
from tools.files import write_atomically
from tools.plain_server import served

HERE = Path(__file__).parent
FONTS = ("source-serif-4-latin-wght-normal", "source-serif-4-latin-wght-italic", "inter-latin-wght-normal")


def make_epub(source: Path, folder: Path, browser: Browser) -> bytes:
    """Return the book as an EPUB, made from the pages in a folder."""
    contents, static = read_contents(folder, take_away.ONLINE), source / "book" / "_static"
    values = read_values(static / "variables.css", folder / "_static" / "pictures.css")
    tidied = {
        page.name: pages.tidy((folder / page.file).read_text(encoding="utf-8"), page.name, values)
        for page in contents.pages()
    }
    pages.mend_links(tidied, contents)
    words = take_away.title_words(source)
    pictures = {file: drawing for page in tidied.values() for file, drawing in page.pictures.items()}
    files: dict[str, str | bytes] = {
        **container.first_pages(contents, words),
        **{it.file: container.as_file(it.file, it.heading, tidied[it.name].text()) for it in contents.pages()},
        **pictures,
        **{f"fonts/{font}.woff2": (static / "fonts" / f"{font}.woff2").read_bytes() for font in FONTS},
        "book.css": fill_in((HERE / "book.css").read_text(encoding="utf-8"), values),
        "cover.png": draw_cover(browser, words, static, next(iter(pictures.values()))),
    }
    return container.pack(files, words, folder.name)


def draw_cover(browser: Browser, words: Mapping[str, str], static: Path, drawing: bytes) -> bytes:
    """Return the cover: the title, and the drawing of the start page, in the faces and colors of the book."""
    page = browser.new_page(viewport={"width": 1200, "height": 1800})
    image = f"data:image/svg+xml;base64,{base64.b64encode(drawing).decode()}"
    with served(static) as address:
        page.goto(address)
        page.set_content(container.fill_in("cover.html.j2", **words, drawing=image))
        settle(page)
        return page.screenshot()


def main(source: Path = take_away.ROOT, output: Path = take_away.ROOT) -> int:
    """Build the pages, make the EPUB, and say where it is and how large."""
    target, state = take_away.file_of("epub", output, source), take_away.state_of(source)
    try:
        with chromium() as browser:
            made = make_epub(source, take_away.build(source, output, "epub"), browser)
        write_atomically(target, made)
        take_away.note_state(target, state)
    except (MissingError, pages.PageError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError:
        print("The EPUB was not made: the book did not build. `make book` says why.", file=sys.stderr)
        return 1
    print(f"The book as an EPUB: {target} ({target.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
