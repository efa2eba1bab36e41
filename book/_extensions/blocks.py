"""The blocks and checks that the book's own extensions add; each is a module here."""

from __future__ import annotations

from sphinx.application import Sphinx

MODULES = (
    "registry",
    "cross_references",
    "theorem_lines",
    "formulas",
    "quiz",
    "library_source",
    "playable",
    "chapter_boxes",
    "registry_tables",
    "formal_tables",
    "course_map",
    "problem_sets",
    "library_reference",
    "tex_macros",
    "alternative_text",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Load them all."""
    for module in MODULES:
        app.setup_extension(module)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
