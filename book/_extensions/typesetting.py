"""Serves MathJax with the book, so that a page needs no other host.

The Python package sphinx-mathjax-offline contains the files of MathJax 3.2.2 unchanged (the same bytes as npm's
mathjax@3.2.2). Its own Sphinx extension copies all 24 MB; the book needs only 3 MB of them.
"""

import shutil
from importlib.metadata import files
from pathlib import Path

from sphinx.application import Sphinx

WANTED = (
    "tex-chtml-full.js",
    "output/chtml/fonts/woff-v2/*",
    "a11y/*.js",
    "sre/mathmaps/base.json",
    "sre/mathmaps/en.json",
)


def mathjax_folder() -> Path:
    """Return MathJax's folder in the installed package."""
    entry = next(path for path in files("sphinx-mathjax-offline") or [] if path.name == "tex-chtml-full.js")
    return Path(str(entry.locate())).parent


def copy_mathjax(app: Sphinx, error: Exception | None) -> None:
    """Copy MathJax into the finished HTML, once."""
    source, target = mathjax_folder(), Path(app.outdir) / "_static" / "mathjax"
    if error or app.builder.format != "html" or target.exists():
        return
    for pattern in WANTED:
        for path in source.glob(pattern):
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def setup(app: Sphinx) -> dict[str, bool]:
    """Set the path, which is relative to _static, and connect the copy."""
    app.config["mathjax_path"] = "mathjax/tex-chtml-full.js"
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
