"""The pages of the book for the EPUB: each page's content alone, and contents.json with what else `make epub` needs.

tools/epub puts them together. Formulas are MathML, as typesetting.py writes it for books without a style.
"""

import json
from pathlib import Path
from typing import Any

from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders._epub_base import EpubBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from margin_lib import __version__


class EbookBuilder(EpubBuilder):
    """Writes pages as Sphinx's own builder of EPUBs does, but only what is on them, and no EPUB around them."""

    name = "epub"
    epilog = ""

    def get_outdated_docs(self) -> set[str]:  # type: ignore[override]
        """Return all pages: what they lead to may have changed."""
        return set(self.env.found_docs)

    def handle_page(self, pagename: str, addctx: dict[str, Any], *more: Any, **named: Any) -> None:
        """Write the content of a page."""
        target = Path(self.outdir) / f"{pagename}{self.out_suffix}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(addctx["body"], encoding="utf-8")

    def finish(self) -> None:
        """Copy the pictures that are files, and write the contents."""
        self.copy_image_files()
        config = self.config
        found = {
            "start": page_entry(self.env, config.root_doc, []),
            "parts": parts_of(self.env, config.root_doc),
            "site": config.html_baseurl,
        }
        (Path(self.outdir) / "contents.json").write_text(json.dumps(found), encoding="utf-8")


def parts_of(env: BuildEnvironment, root: str) -> list[dict[str, Any]]:
    """Return the parts of the book with their pages; a list of pages without a caption goes on with the part before."""
    found: list[dict[str, Any]] = []
    for listed in env.get_doctree(root).findall(addnodes.toctree):
        if listed["caption"]:
            found.append({"title": listed["caption"], "pages": []})
        found[-1]["pages"] += pages_in(env, listed)
    return found


def pages_in(env: BuildEnvironment, listed: addnodes.toctree) -> list[dict[str, Any]]:
    """Return the pages of a list, each with the pages below it."""
    lists = {page: env.get_doctree(page).findall(addnodes.toctree) for _, page in listed["entries"]}
    return [
        page_entry(env, page, [entry for other in below for entry in pages_in(env, other)])
        for page, below in lists.items()
    ]


def page_entry(env: BuildEnvironment, page: str, below: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a page with its number and title, and the pages below it."""
    number = ".".join(map(str, env.toc_secnumbers.get(page, {}).get("", ())))
    return {"page": page, "number": number, "title": env.titles[page].astext(), "pages": below}


def set_version(app: Sphinx, config: Config) -> None:
    """Give the book its library's version: Sphinx wants one for an EPUB."""
    config["version"] = __version__


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the builder in the place of Sphinx's own."""
    app.setup_extension("sphinx.builders.epub3")
    app.connect("config-inited", set_version)
    app.add_builder(EbookBuilder, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
