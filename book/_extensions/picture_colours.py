"""Gives the pictures of margin_lib the page's colours, by a stylesheet made from the library's own themes."""

from pathlib import Path

from sphinx.application import Sphinx


def write_stylesheet(app: Sphinx, error: Exception | None) -> None:
    """Write the stylesheet, light and dark, into the finished HTML."""
    from margin_lib.plots import stylesheet

    if not error and app.builder.format == "html":
        (Path(app.outdir) / "_static" / "pictures.css").write_text(stylesheet(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Link the stylesheet on every page."""
    app.add_css_file("pictures.css")
    app.connect("build-finished", write_stylesheet)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
