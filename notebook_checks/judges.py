"""Find the judges of the sets that are open for practice: each is a package of its own, installed beside this one."""

import sys
from collections.abc import Set
from importlib import import_module
from pathlib import Path
from types import ModuleType

PREFIX = "practice_"  # of the packages that hold the tests of a set


def installed() -> list[str]:
    """Return the names of the sets, from the folders of Python's path.

    `pkgutil` fails on the zip that Pyodide's library is in.
    """
    found = (package for folder in sys.path for package in Path(folder).glob(f"{PREFIX}*/__init__.py"))
    return sorted({package.parent.name.removeprefix(PREFIX) for package in found})


def judge_of(name: str) -> ModuleType:
    """Return the judge of a set that is installed."""
    return import_module(f"{PREFIX}{name}")


def judge_that_knows(functions: Set[str]) -> ModuleType | None:
    """Return the judge that knows most of these functions, or None if none knows one."""
    judges = [judge_of(name) for name in installed()]
    known = {judge: len(functions & {one["name"] for one in judge.the_set()["parts"]}) for judge in judges}
    best = max(judges, key=lambda judge: known[judge], default=None)
    return best if best and known[best] else None
