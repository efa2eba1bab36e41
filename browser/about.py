"""What the runtime contains, for programs (about.json) and people (index.html): names, versions, licences, sizes."""

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from browser.pins import Pins
from browser.wheels import licence

PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
    trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
)


def describe_runtime(pins: Pins, locked: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """Return the contents of about.json: each file's package, and each package's version and licence."""
    pyodide = {"name": "pyodide", "version": pins.version, "licence": pins.pyodide["licence"]}
    core = [{**pyodide, **file_entry(name, files[name])} for name in pins.pyodide["core"]]
    packages = [
        describe_package(name, entry["version"], entry["file_name"], files[entry["file_name"]])
        for name, entry in locked["packages"].items()
    ]
    return {"pyodide": pins.version, "python": locked["info"]["python"], "files": core + packages}


def describe_package(name: str, version: str, file: str, wheel: bytes) -> dict[str, Any]:
    """Return the entry of a package that is one wheel."""
    return {"name": name, "version": version, "licence": licence(wheel), **file_entry(file, wheel)}


def file_entry(file: str, content: bytes) -> dict[str, Any]:
    """Return a file's name, size and hash."""
    return {"file": file, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def index_page(told: dict[str, Any]) -> str:
    """Return the page that lists the packages, with one size for all files of a package."""
    sizes: Counter[tuple[str, str, str]] = Counter()
    for one in told["files"]:
        sizes[one["name"], one["version"], one["licence"]] += one["size"]
    return PAGES.get_template("about.html.j2").render(pyodide=told["pyodide"], python=told["python"], sizes=sizes)
