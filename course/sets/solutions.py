"""`course release-solutions`: write a set's model solution for students, without hidden tests and rubrics."""

from pathlib import Path

from course.errors import Trouble
from course.files.atomic import write_atomically
from course.paths import ROOT
from course.sets import notebooks, release
from course.sets.markers import without_marks
from course.sets.variant import values


def write_solution(name: str, path: Path, term: str, root: Path = ROOT) -> Path:
    """Write the notebook atomically, and return its path."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme

    sources = {source.name: source for source in release.sources(root)}
    if name not in sources:
        raise Trouble(f"there is no problem set {name!r}. There are: {', '.join(sources)}.")
    if not path.parent.is_dir():
        raise Trouble(f"{path} cannot be written: there is no folder {path.parent}. Make it, or name another.")
    source = sources[name]
    notebook = notebooks.instructor_notebook(source, values(source, term))
    notebook = notebooks.preprocessed(notebook, ClearHiddenTests, ClearMarkScheme)
    for cell in notebook.cells:
        cell.source = without_marks(cell.source)
    write_atomically(path, notebooks.as_text(notebook).encode())
    return path
