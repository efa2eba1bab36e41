"""Make the practice wheel of a problem set, from the same judge and the same hidden tests that grade a class.

The judge's modules are copied into a package of the set's own, under which they import each other, so that the wheels
of several sets can be installed beside each other, and beside this repository. Proofs to be put in order stay out: two
answers tell their order apart from another, and all answers together would be the solution. What hints need is in it,
too: examples and digests, from which no answer can be read.
"""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from course.paths import CODE
from course.practice import hints_file
from course.practice.inside.hints import FILE as HINTS
from course.sets import places
from course.sets.leaks import Leak, holds
from course.sets.notebooks import filled
from course.sets.source import Cell, Source
from course.sets.variant import values
from course.settings import FILE

OF_HINTS = ("hints", "outcomes", "right_outputs")
INSIDE = {"paths": "paths.py", "session": "__init__.py"} | {name: f"{name}.py" for name in (*OF_HINTS, "webassembly")}
KEYED = "seeds.py"  # the one module of the judge that reads a class's key
COPIED = ("errors.py", "settings.py")
OURS = re.compile(rf"\bcourse\.(?:practice\.inside\.)?(judge|errors|settings|paths|webassembly|{'|'.join(OF_HINTS)})\b")
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "1+{term}"
description = "Practice for problem set {number}: the judge, on data of your own"
requires-python = ">=3.11"
dependencies = ["numpy>=1.26"]

[tool.hatch.build.targets.wheel]
packages = ["{name}"]
"""


def package_of(name: str) -> str:
    """Return the package of a set's wheel."""
    return f"practice_{name}"


def build(source: Source, term: str, folder: Path) -> Path:
    """Make the wheel of a set for a term in a folder, and return it. The same source makes the same bytes."""
    from hatchling.builders.wheel import WheelBuilder

    package = package_of(source.name)
    with tempfile.TemporaryDirectory() as made:
        for name, text in contents(source, term).items():
            path = Path(made) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        label = re.sub(r"[^a-z0-9]+", ".", term.lower()).strip(".")
        said = PROJECT.format(name=package, term=label, number=source.name.removeprefix("ps"))
        (Path(made) / "pyproject.toml").write_text(said, encoding="utf-8")
        (wheel,) = WheelBuilder(made).build(directory=str(folder), versions=["standard"])
    return Path(wheel)


def contents(source: Source, term: str) -> dict[str, str]:
    """Return the text of each file of a set's wheel, by its path in the wheel."""
    package = package_of(source.name)
    return {f"{package}/{name}": text for name, text in _files(source, term, package)}


def holds_rightly(leak: Leak, opened: Mapping[str, Mapping[str, str]]) -> bool:
    """Return whether a hidden line is where it belongs: in a file of an open set's wheel; `opened` has their texts.

    Sets share lines of their tests, among them and with the judge.
    """
    outer, _, inner = leak.file.rpartition(".whl/")
    name = PurePosixPath(outer).name.partition("-")[0].removeprefix(package_of(""))
    text = opened.get(name, {}).get(inner, "")
    return leak.place.partition(" ")[2].startswith("test-") and holds(text, leak.line)


def _files(source: Source, term: str, package: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the package."""
    course = CODE / "course"
    for path in sorted((course / "judge").rglob("*.py")):
        if path.name != KEYED:
            yield f"judge/{path.relative_to(course / 'judge').as_posix()}", _within(package, path)
    for name in COPIED:
        yield name, _within(package, course / name)
    for name, place in INSIDE.items():
        yield place, _within(package, course / "practice" / "inside" / f"{name}.py")
    yield FILE, (source.path.parents[2] / FILE).read_text(encoding="utf-8")
    yield HINTS, json.dumps(hints_file.known(source), ensure_ascii=False, separators=(",", ":"))
    yield "set.json", json.dumps(_set(source, term, package), indent=1, ensure_ascii=False)


def _within(package: str, path: Path) -> str:
    return OURS.sub(rf"{package}.\1", path.read_text(encoding="utf-8"))


def _set(source: Source, term: str, package: str) -> dict[str, Any]:
    drawn, title, parts = values(source, term), "", []
    for cell in source.cells:
        if cell.kind == "text" and cell.text.startswith("## "):
            title = cell.text.splitlines()[0].removeprefix("## ").partition(" ({{")[0]
        if cell.kind == "test" and not cell.is_order:
            parts.append({
                "name": cell.name, "title": title, "points": cell.points, "test": _test(source, cell, drawn, package),
            })
    rules = {"barred": list(source.barred), "packages": list(source.packages)}
    return {"name": source.name, "title": source.title, "term": term, "rules": rules, "parts": parts}


def _test(source: Source, cell: Cell, drawn: Mapping[str, Any], package: str) -> str:
    text = places.in_code(filled(cell.text, drawn, f"{source.path}:{cell.line}", source), source.book)
    return OURS.sub(rf"{package}.\1", text)
