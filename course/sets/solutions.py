"""`course release-solutions`: one set's model solution for students, without its hidden tests and rubrics."""

from pathlib import Path
from typing import Any

from course.errors import Trouble
from course.files.atomic import write_atomically
from course.paths import ROOT
from course.sets import notebooks, release
from course.sets.markers import canary


def write_solution(name: str, path: Path, term: str, root: Path = ROOT) -> Path:
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
    if not path.parent.is_dir():
        raise Trouble(f"{path} cannot be written: there is no folder {path.parent}. Make it, or name another.")
    write_atomically(path, notebooks.as_text(notebook).encode())
    return path
