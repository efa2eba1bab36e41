"""Keeps what the HTML pages are written from apart from what the other builders read.

Only the run that reads a page again knows that the page must be written again. If that run makes the PDF, `make book`
finds nothing new and leaves the old page. So the other builders have a folder of their own; each of them writes every
page each time, so they share it.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config


def set_folder(app: Sphinx, config: Config) -> None:
    """Name the folder before Sphinx looks for what was read last time."""
    if Path(app.outdir).name != "html":
        app.doctreedir = app.doctreedir.with_name(".doctrees-whole")
        app.doctreedir.mkdir(exist_ok=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect it to the settings, which are read first."""
    app.connect("config-inited", set_folder)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
