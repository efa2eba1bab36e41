"""The lock of the site: the part of Pyodide's lock that the course needs, and the wheels of our own.

A lock says for each package its file, the sha256 of that, what it depends on, and for which imports it is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from browser.wheels import Wheel

Entry = dict[str, Any]


def canonical(name: str) -> str:
    """A package's name as the lock has it: prompt-toolkit, whatever is written."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(packages: dict[str, Entry], wanted: Iterable[str]) -> dict[str, Entry]:
    """The entries of the wanted packages and of all that they depend on, by name."""
    found: dict[str, Entry] = {}
    waiting = [canonical(name) for name in wanted]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = packages[name]
            waiting += [canonical(other) for other in packages[name]["depends"]]
    return dict(sorted(found.items()))


def own_entry(wheel: Wheel, imports: list[str], depends: list[str]) -> Entry:
    """The entry of a wheel that Pyodide's lock does not know."""
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
    """The lock of the site. `wanted` says for which further imports a package of Pyodide is loaded."""
    packages = closure(pyodide["packages"], wanted)
    for name, imports in wanted.items():
        entry = packages[canonical(name)]
        packages[canonical(name)] = entry | {"imports": [*entry["imports"], *imports]}
    return {"info": pyodide["info"], "packages": packages | own}
