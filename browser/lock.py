"""The lock file of the site: the part of Pyodide's that the course needs, and entries for our own wheels.

For each package it gives the file, the file's sha256, the dependencies, and the imports for which it is loaded.
"""

import re
from collections.abc import Iterable
from typing import Any

from browser.wheels import Wheel

Entry = dict[str, Any]


def canonical(name: str) -> str:
    """Return a package's name as the lock spells it: prompt-toolkit for prompt_toolkit."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(packages: dict[str, Entry], wanted: Iterable[str]) -> dict[str, Entry]:
    """Return the entries of the packages and all of their dependencies, by name."""
    found: dict[str, Entry] = {}
    waiting = [canonical(name) for name in wanted]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = packages[name]
            waiting += [canonical(other) for other in packages[name]["depends"]]
    return dict(sorted(found.items()))


def own_entry(wheel: Wheel, imports: list[str], depends: list[str]) -> Entry:
    """Return the entry of a wheel that isn't in Pyodide's lock."""
    return {
        "name": wheel.name,
        "version": wheel.version,
        "file_name": wheel.file,
        "install_dir": "site",
        "sha256": wheel.sha256,
        "package_type": "package",
        "imports": imports,
        "depends": depends,
        "unvendored_tests": False,
    }


def site_lock(pyodide: Entry, wanted: dict[str, list[str]], own: dict[str, Entry]) -> Entry:
    """Return the lock of the site. `wanted` lists further imports for which a package of Pyodide is loaded."""
    packages = closure(pyodide["packages"], wanted)
    for name, imports in wanted.items():
        entry = packages[canonical(name)]
        packages[canonical(name)] = entry | {"imports": [*entry["imports"], *imports]}
    return {"info": pyodide["info"], "packages": packages | own}
