"""A class of four with two small problem sets, and downloads of what they hand in."""

import json
import zipfile

from course.grading.term.term import FILE, Term

CLASS = """
term = "2027-spring"
time_zone = "Europe/Berlin"
groups = [["sofia", "mary"]]
[late]
per_day = 0.1
[due]
ps1 = 2027-03-01 18:00:00
[students]
ada = { name = "Ada Lovelace", email = "ada@example.org", canvas = "12345" }
emmy = { name = "Emmy Noether", email = "emmy@example.org", canvas = "12346", moodle = "77" }
sofia = { name = "Sofja Kowalewskaja", canvas = "12347" }
mary = { name = "Mary Cartwright" }
"""


def code(grade_id, text):
    return {"cell_type": "code", "id": grade_id, "metadata": {"nbgrader": {"grade_id": grade_id}}, "source": text}


def notebook(name, text="raise NotImplementedError", note=""):
    """A small problem set with two answers of its own; `note` makes it another file."""
    cells = [code("given-01", "import numpy as np")]
    for answer in ("first", "second"):
        function = f"{answer}_of_{name}"
        cells += [code(f"answer-{function}", f"def {function}(x):\n    {text}"), code(f"test-{function}", "# hidden")]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"note": note}, "cells": cells}).encode()


def small_term(folder, text=CLASS):
    """A term's folder with that class."""
    for name in ("ps1", "ps2"):
        place = folder / "release" / name
        place.mkdir(parents=True)
        (place / f"{name}.ipynb").write_bytes(notebook(name))
    (folder / FILE).write_text(text)
    return Term.read(folder)


def download(tmp_path, files, name="submissions.zip"):
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
    return path


def folder(tmp_path, files):
    for file, content in files.items():
        path = tmp_path / "downloaded" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "downloaded"
