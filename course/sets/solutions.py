"""`course release-solutions`: one set's model solution for students, without its hidden tests and rubrics."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from course.errors import Trouble, remedy
from course.sets import notebooks, release
from course.sets.leaks import canary


def write(name: str, path: Path, term: str, root: Path = release.ROOT) -> Path:
    """Write the notebook, whole or not at all, and return where."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme

    from course.sets.variant import values

    sources = {source.name: source for source in release.sources(root)}
    source = sources.get(name)
    if source is None:
        there = ", ".join(sources)
        raise Trouble(f"there is no problem set {name!r}. There are: {there}.")
    notebook, resources = notebooks.instructor_notebook(source, values(source, term)), dict[str, Any]()
    for step in (ClearHiddenTests, ClearMarkScheme):
        notebook, resources = step().preprocess(notebook, resources)
    words = {canary(f"{source.name} {cell.grade_id}") for cell in source.cells}
    for cell in notebook.cells:
        kept = [line for line in cell.source.splitlines() if not any(word in line for word in words)]
        cell.source = "\n".join(line for line in kept if not line.strip().startswith("### "))
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_text(notebooks.as_text(notebook), encoding="utf-8")
        os.replace(draft, path)
    except OSError as error:
        raise Trouble(f"{path} cannot be written ({error.strerror}). {remedy(error)}.") from None
    return path
