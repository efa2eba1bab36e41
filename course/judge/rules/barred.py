"""What an answer may not use: of the course's library all but what course.toml opens, and packages that the set bars.

While a student's function runs, Python reports each function that is entered, and entering a barred one ends the call.
So it does not matter under which name, or through which module, the answer got hold of it. What an allowed function of
the library calls in turn is its own affair.
"""


import importlib
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from types import FrameType
from typing import Any

from course.settings import library

IMPORTERS = ("_distutils_hack", "six", "pluggy", "typing_extensions")  # run at imports, whatever is imported
MODULE = "it uses a part of {} that is barred in this problem set."
PACKAGE, ANOTHER = "the package {} is not allowed in this problem set.", "that it imports"
TOLD = ("scipy", "sklearn")  # of packages; a student who runs on hidden data chooses what to call
UNWATCHED = "the answer switched off what sees to this set's rules."
TO_INSTALL = "To install it, name it in an extra of pyproject.toml and run `make lock` and `make setup`."
ALWAYS_ALLOWED = ("notebook_checks", "course", "_pytest", "pytest", "hypothesis", *IMPORTERS)


class Barred(Exception):
    """The answer called what the problem set bars."""


def allowed_checks(barred: Collection[str]) -> list[str]:
    """Return the names of the library's check_* functions that are in none of these modules of it."""
    own = library().package
    if not own:
        return []
    closed = {f"{own}.{module}" for module in closed_modules(barred)}
    functions = {name: getattr(importlib.import_module(own), name) for name in importlib.import_module(own).__all__}
    return [name for name, one in functions.items() if name.startswith("check_") and one.__module__ not in closed]


@contextmanager
def watch(barred: Collection[str], packages: Collection[str]) -> Iterator[None]:
    """Raise Barred where an answer enters a part of the library that is not open, or a package not allowed."""
    closed = frozenset(_modules()[module] for module in closed_modules(barred))
    others = _installed() - _needed(tuple(packages)) - {*packages, library().package, *ALWAYS_ALLOWED}
    found: list[str] = []
    before, watcher = sys.getprofile(), _watcher(closed, others, found)
    sys.setprofile(watcher)
    try:
        yield
        if sys.getprofile() is not watcher:
            found.append(UNWATCHED)
    finally:
        sys.setprofile(before)
        if found:  # also where the answer caught the exception
            raise Barred(found[0])


def _watcher(closed: frozenset[str], others: frozenset[str], found: list[str]) -> Callable[[FrameType, str, Any], None]:
    own = library().package
    opened = (own, *(f"{own}.{room}" for room in library().callable))

    def watcher(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call":
            return
        name = str(frame.f_globals.get("__name__", ""))
        package = name.partition(".")[0]
        if package and package == own:
            shut = frame.f_code.co_filename in closed or ".".join(name.split(".")[:2]) not in opened
            if shut and frame.f_code.co_name != "<module>" and not _called_by(own, frame):
                found.append(MODULE.format(own))
        elif package in others:
            found.append(PACKAGE.format(package if package in TOLD else ANOTHER))
        if found:
            raise Barred(found[0])

    return watcher


def _called_by(library: str, frame: FrameType) -> bool:
    """Return whether the library itself made the call, be it by way of Python's own modules or of another package."""
    caller = frame.f_back
    while caller is not None:
        package = str(caller.f_globals.get("__name__", "")).partition(".")[0]
        if package == library:
            return True
        if package not in sys.stdlib_module_names and package not in _installed():
            return False
        caller = caller.f_back
    return False


def closed_modules(barred: Collection[str]) -> frozenset[str]:
    """Return the modules that a set bars, named from the library's root, be it by a room or by a former name."""
    if not barred:
        return frozenset()
    own = library().package
    former = importlib.import_module(f"{own}.former_names").FORMER if "former_names" in _modules() else {}
    named = {pattern: former.get(pattern, pattern) for pattern in barred}
    found = {pattern: {module for module in _modules() if f"{module}.".startswith(f"{name}.")}
             for pattern, name in named.items()}
    if nothing := [pattern for pattern, modules in found.items() if not modules]:
        listed = " and no module ".join(map(repr, nothing))
        raise ValueError(f"{own or 'The course'} has no module {listed}, which is barred.")
    return frozenset[str]().union(*found.values())


@cache
def _modules() -> Mapping[str, str]:
    """Return the files of the library's modules, named from its root."""
    root = library().folder
    paths = {path.relative_to(root).with_suffix(""): path for path in library().files()} if root else {}
    return {".".join(part for part in name.parts if part != "__init__"): str(path) for name, path in paths.items()}


@cache
def _installed() -> frozenset[str]:
    """All packages of this environment that are not Python's own."""
    return frozenset(_makers())


@cache
def _needed(packages: tuple[str, ...]) -> frozenset[str]:
    """The packages that those allowed need in turn, as cvxpy needs its solvers; what they call, the answer may call."""
    found, names = set[str](), [maker for package in packages for maker in distributions_of(package)]
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += _requirements(name)
    return frozenset(
        package
        for package, makers in _makers().items()
        if found & {_normal(maker) for maker in makers}
    )


def distributions_of(package: str) -> list[str]:
    """Return what installed a package, as sklearn comes with scikit-learn; nothing if it is not installed."""
    return sorted({_normal(maker) for maker in _makers().get(package, ())})


def _requirements(name: str) -> list[str]:
    """The packages that one says it needs whatever options are chosen; none if it is not installed."""
    try:
        said = requires(name) or []
    except PackageNotFoundError:
        return []
    needs = [line for line in said if "extra ==" not in line]
    return [_normal(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in needs]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _makers() -> Mapping[str, list[str]]:
    """What each package was installed by, which may have another name."""
    return packages_distributions()
