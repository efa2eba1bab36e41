"""What the runtime contains, for programs (about.json) and people (index.html): names, versions, licences, sizes."""

from __future__ import annotations

import hashlib
from html import escape
from typing import Any

from browser.pins import Pins
from browser.wheels import licence

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The Python of this book</title>
<link rel="icon" href="data:,">
<style>body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; line-height: 1.5 }}
div {{ overflow-x: auto }} td, th {{ padding: 0.2rem 1rem 0.2rem 0; text-align: left }}</style>
<main>
<h1>The Python of this book</h1>
<p>Cells of the book run in Pyodide {version}, which is Python {python} compiled for browsers. It is loaded from here
when a cell is run for the first time, and each package when a cell first imports it. Nothing is sent anywhere.</p>
<div tabindex="0" role="group" aria-label="Packages">
<table>
<tr><th>Name</th><th>Version</th><th>Licence</th><th>MB</th></tr>
{rows}</table>
</div>
</main>
</html>
"""


def describe_runtime(pins: Pins, locked: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """Return the contents of about.json: each file's package, and each package's version and licence."""
    core = [
        {"name": "pyodide", "version": pins.version, "licence": pins.pyodide["licence"], **file_entry(name, files)}
        for name in pins.pyodide["core"]
    ]
    packages = [
        {
            "name": name,
            "version": entry["version"],
            "licence": licence(files[entry["file_name"]]),
            **file_entry(entry["file_name"], files),
        }
        for name, entry in locked["packages"].items()
    ]
    return {"pyodide": pins.version, "python": locked["info"]["python"], "files": core + packages}


def file_entry(file: str, files: dict[str, bytes]) -> dict[str, Any]:
    """Return a file's name, size and hash."""
    return {"file": file, "size": len(files[file]), "sha256": hashlib.sha256(files[file]).hexdigest()}


def index_page(told: dict[str, Any]) -> str:
    """Return the page that lists the packages."""
    sizes: dict[tuple[str, str, str], int] = {}
    for one in told["files"]:
        key = one["name"], one["version"], one["licence"]
        sizes[key] = sizes.get(key, 0) + one["size"]
    rows = [
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in (*key, f"{size / 1e6:.1f}")) + "</tr>\n"
        for key, size in sizes.items()
    ]
    return PAGE.format(version=told["pyodide"], python=told["python"], rows="".join(rows))
