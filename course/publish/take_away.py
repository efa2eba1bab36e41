"""The book to take away: PDF and EPUB, where they are up to date, and links to them at the foot of the pages."""

import shutil
from collections.abc import Callable
from pathlib import Path

from markupsafe import Markup

from tools import take_away

PLACE = "<!-- the book to take away -->"  # in book/_templates/page-line.html
LINK = Markup('<li><a href="{up}{file}">{name}, {size:.1f} MB</a></li>')


def add_files(folder: Path, root: Path, say: Callable[[str], None]) -> None:
    """Put the files into a published book, and link them on its pages; say what to run for one that is out of date."""
    state, files = take_away.state_of(root), []
    for kind in take_away.KINDS:
        file = take_away.file_of(kind, root, root)
        if take_away.is_fresh(file, state):
            files.append(Path(shutil.copy(file, folder)))
        else:
            why = "is out of date" if file.is_file() else "has not been made"
            say(f"The book's {kind.upper()} {why}, so it is not published. Run `make {kind}`, and publish again.")
    for page in folder.rglob("*.html"):
        _link(page, "../" * (len(page.relative_to(folder).parts) - 1), files)


def _link(page: Path, up: str, files: list[Path]) -> None:
    """Put the links at the foot of a page that has a place for them."""
    text = page.read_text(encoding="utf-8")
    if PLACE in text:
        sizes = {file: file.stat().st_size / 1e6 for file in files}
        links = (
            LINK.format(up=up, file=file.name, name=file.suffix[1:].upper(), size=size) for file, size in sizes.items()
        )
        page.write_text(text.replace(PLACE, "\n  ".join(links)), encoding="utf-8")
