"""Write the graded notebook, TERM/autograded/STUDENT/psN/psN.ipynb, as nbgrader's autograde does for the formgrader."""

import base64
import binascii
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbformat.notebooknode import NotebookNode

from course.files.atomic import write_atomically
from course.grading.results import Result


def path_of(term_folder: Path, student: str, problem_set: str) -> Path:
    """Return the path of a student's graded notebook."""
    return term_folder / "autograded" / student / problem_set / f"{problem_set}.ipynb"


def write_graded(path: Path, result: Result, prepared: NotebookNode) -> None:
    """Write the notebook of a result with nbgrader's metadata; `sync` waits for the disk, once for many."""
    metadata = {cell.id: cell.metadata for cell in prepared.cells}
    notebook = result.notebook or {"cells": []}
    made = {**notebook, "cells": [_cell(cell, metadata.get(cell["id"], {})) for cell in notebook["cells"]]}
    text = json.dumps(made, ensure_ascii=False, sort_keys=True) + "\n"
    write_atomically(path, text.encode(), wait=not hasattr(os, "sync"))


def sync() -> None:
    """Wait until the disk has what was written."""
    if hasattr(os, "sync"):
        os.sync()


def _cell(cell: Mapping[str, Any], metadata: Mapping[str, Any]) -> dict[str, Any]:
    made = {**cell, "source": "".join(cell["source"]), "metadata": metadata}
    if cell["id"].startswith("written-"):
        # nbgrader takes both out of cells that it does not keep.
        mark = {name: value for name, value in metadata["nbgrader"].items() if name not in ("grade_id", "checksum")}
        made["metadata"] = {**metadata, "nbgrader": mark}
    if cell["cell_type"] == "code":
        made["outputs"] = [_shown(output) for output in cell["outputs"]]
    return made


def _shown(output: Mapping[str, Any]) -> dict[str, Any]:
    """Return an output with nothing in it but plain text and pictures."""
    if output["output_type"] not in ("display_data", "execute_result"):
        return dict(output)
    data = {kind: value for kind, value in output["data"].items() if kind == "text/plain" or _is_picture(kind, value)}
    return {**output, "data": data, "metadata": {}}


def _is_picture(kind: str, value: Any) -> bool:
    try:
        return kind == "image/png" and bool(base64.b64decode("".join(value).replace("\n", ""), validate=True))
    except (binascii.Error, TypeError, ValueError):
        return False
