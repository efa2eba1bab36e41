"""Keeps what the HTML pages are written from apart from what the other builders read.

Only the run that reads a page again knows that the page must be written again. If that run makes the PDF, `make book`
finds nothing new and leaves the old page. So the other builders have a folder of their own; each of them writes every
page each time, so they share it. It begins as a copy of what was read for the HTML pages.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from tools.files import replacing


def set_folder(app: Sphinx, config: Config) -> None:
    """Name the folder before Sphinx looks for what was read last time."""
    if Path(app.outdir).name == "html":
        return
    pages, app.doctreedir = app.doctreedir, app.doctreedir.with_name(".doctrees-whole")
    if pages.exists() and not app.doctreedir.exists():
        with replacing(app.doctreedir, wait=False) as draft:
            shutil.copytree(pages, draft)
    app.doctreedir.mkdir(exist_ok=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect it to the settings, which are read first."""
    app.connect("config-inited", set_folder)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
