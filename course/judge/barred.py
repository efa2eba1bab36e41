"""What an answer may not use: solvers of margin_lib that do the problem set's work, and packages it does not allow.

While a student's function runs, Python reports each function that is entered, and entering a barred one ends the call.
So it does not matter under which name, or through which module, the answer got hold of it.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from types import FrameType
from typing import Any

IMPORTERS = ("_distutils_hack", "six")  # Python asks them at each import, whatever is imported
ALWAYS_ALLOWED = ("margin_lib", "course", "_pytest", "pytest", "hypothesis", *IMPORTERS)


class Barred(Exception):
    """The answer called what the problem set bars."""


@contextmanager
def watch(barred: Collection[str], packages: Collection[str]) -> Iterator[None]:
    """Raise Barred where a function of a barred module of margin_lib, or of a package not allowed, is entered."""
    files = {_file(module) for module in barred}
    others = _installed() - _needed(tuple(packages)) - {*packages, *ALWAYS_ALLOWED}
    found: list[str] = []
    before = sys.getprofile()
    sys.setprofile(_watcher(files, others, found))
    try:
        yield
    finally:
        sys.setprofile(before)
        if found:  # also where the answer caught the exception
            raise Barred(found[0])


def _watcher(files: set[str], others: frozenset[str], found: list[str]) -> Callable[[FrameType, str, Any], None]:
    def watcher(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call":
            return
        name = str(frame.f_globals.get("__name__", ""))
        if frame.f_code.co_filename in files:
            found.append(f"{name} is barred in this problem set.")
        elif name.partition(".")[0] in others:
            found.append(f"the package {name.partition('.')[0]} is not allowed in this problem set.")
        if found:
            raise Barred(found[0])

    return watcher


@cache
def _file(module: str) -> str:
    return str(importlib.import_module(f"margin_lib.{module}").__file__)


@cache
def _installed() -> frozenset[str]:
    """All packages of this environment that are not Python's own."""
    return frozenset(_makers())


@cache
def _needed(packages: tuple[str, ...]) -> frozenset[str]:
    """The packages that those allowed need in turn, as cvxpy needs its solvers; what they call, the answer may call."""
    found, names = set[str](), list(packages)
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += _requirements(name)
    return frozenset(
        package
        for package, makers in _makers().items()
        if found & {re.sub(r"[-_.]+", "-", maker).lower() for maker in makers}
    )


def _requirements(name: str) -> list[str]:
    """The packages that one says it needs whatever options are chosen; none if it is not installed."""
    try:
        said = requires(name) or []
    except PackageNotFoundError:
        return []
    needs = [line for line in said if "extra ==" not in line]
    return [re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", line, maxsplit=1)[0]).lower() for line in needs]


@cache
def _makers() -> Mapping[str, list[str]]:
    """What each package was installed by, which may have another name."""
    return packages_distributions()
