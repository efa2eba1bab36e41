"""What an answer may not use: parts of the course's library that course.toml does not open, and packages not allowed.

While a student's function runs, Python reports each function that is entered, and entering a barred one ends the call,
under whatever name and through whatever module the answer reached it. An allowed function of the library may call
any other.
"""

import importlib
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from types import CodeType, FrameType
from typing import Any

from course.settings import library

IMPORTERS = ("_distutils_hack", "six", "pluggy", "typing_extensions")  # run at imports, whatever is imported
MODULE = "it uses a part of {} that is barred in this problem set."
PACKAGE, ANOTHER = "the package {} is not allowed in this problem set.", "that it imports"
TOLD = ("scipy", "sklearn")  # packages that are named; a student who runs on hidden data chooses what to call
UNWATCHED = "the answer switched off the watch over this set's rules."
TO_INSTALL = "To install it, name it in an extra of pyproject.toml and run `make lock` and `make setup`."
DRAWING = ("IPython", "traitlets")  # before its first picture, matplotlib asks them whether there is a notebook
US = __name__.partition(".")[0]  # in the wheel for practice, another package holds the judge
IN_BROWSER = sys.platform == "emscripten"
ALWAYS_ALLOWED = ("notebook_checks", US, "_pytest", "pytest", "hypothesis", *IMPORTERS, *DRAWING)

Watcher = Callable[[FrameType, str, Any], None]


class Barred(Exception):
    """The answer called what the problem set bars."""


def allowed_checks(barred: Collection[str]) -> list[str]:
    """Return the names of the library's check_* functions, but for those in barred modules."""
    own = library().package
    if not own:
        return []
    package = importlib.import_module(own)
    checks = (name for name in package.__all__ if name.startswith("check_"))
    closed = {f"{own}.{module}" for module in closed_modules(barred)}
    return [name for name in checks if getattr(package, name).__module__ not in closed]


@contextmanager
def watch(barred: Collection[str], packages: Collection[str]) -> Iterator[None]:
    """Raise Barred where an answer enters a part of the library that is not open, or a package not allowed."""
    stand_ins = library().in_browser if IN_BROWSER else ()
    closed = frozenset(_modules()[module] for module in closed_modules(barred) - {*stand_ins})
    others = installed() - _needed(tuple(packages)) - {*packages, library().package, *ALWAYS_ALLOWED}
    found: list[str] = []
    watcher = _watcher(closed, stand_ins, others, found)
    try:
        with _by_monitoring(watcher, {library().package, *others}) if IN_BROWSER else _by_profile(watcher, found):
            yield
    finally:
        if found:  # also where the answer caught the exception
            raise Barred(found[0])


@contextmanager
def _by_profile(watcher: Watcher, found: list[str]) -> Iterator[None]:
    before = sys.getprofile()
    sys.setprofile(watcher)
    try:
        yield
        if sys.getprofile() is not watcher:
            found.append(UNWATCHED)
    finally:
        sys.setprofile(before)


@contextmanager
def _by_monitoring(watcher: Watcher, watched: Collection[str]) -> Iterator[None]:
    """Look at each function once if it isn't of a package that is watched: it takes a third of the time."""
    monitoring: Any = getattr(sys, "monitoring")  # noqa: B009 - from Python 3.12 on
    tool, event = monitoring.PROFILER_ID, monitoring.events.PY_START

    def started(code: CodeType, offset: int) -> Any:
        frame = sys._getframe(1)
        try:
            watcher(frame, "call", None)
        except Barred:
            monitoring.set_events(tool, monitoring.events.NO_EVENTS)  # as Python does with a profiler that raises
            raise
        return None if str(frame.f_globals.get("__name__", "")).partition(".")[0] in watched else monitoring.DISABLE

    monitoring.use_tool_id(tool, __name__)
    try:
        monitoring.register_callback(tool, event, started)
        monitoring.restart_events()
        monitoring.set_events(tool, event)
        yield
    finally:
        monitoring.set_events(tool, monitoring.events.NO_EVENTS)
        monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)


def _watcher(
    closed: frozenset[str], stand_ins: Sequence[str], others: frozenset[str], found: list[str]
) -> Watcher:
    own = library().package
    opened = {own, *(f"{own}.{name}" for name in (*library().callable, *stand_ins))}

    def watcher(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call":
            return
        name = str(frame.f_globals.get("__name__", ""))
        package = name.partition(".")[0]
        if package and package == own:
            shut = frame.f_code.co_filename in closed or not opened & {name, ".".join(name.split(".")[:2])}
            if shut and frame.f_code.co_name != "<module>" and not _called_by(own, frame):
                found.append(MODULE.format(own))
        elif package in others:
            found.append(PACKAGE.format(package if package in TOLD else ANOTHER))
        if found:
            raise Barred(found[0])

    return watcher


def _called_by(library: str, frame: FrameType) -> bool:
    """Return whether the library made the call itself, directly or through Python's modules or another package."""
    caller = frame.f_back
    while caller is not None:
        package = str(caller.f_globals.get("__name__", "")).partition(".")[0]
        if package == library:
            return True
        if package not in sys.stdlib_module_names and package not in installed():
            return False
        caller = caller.f_back
    return False


def closed_modules(barred: Collection[str]) -> frozenset[str]:
    """Return the modules that a set bars, named from the library's root; it may use former names."""
    if not barred:
        return frozenset()
    own = library().package
    former = importlib.import_module(f"{own}.former_names").FORMER if "former_names" in _modules() else {}
    found = set[str]()
    for name in barred:
        modules = {module for module in _modules() if f"{module}.".startswith(f"{former.get(name, name)}.")}
        if not modules:
            raise ValueError(f"{own or 'The course'} has no module {name!r}, which is barred.")
        found |= modules
    return frozenset(found)


@cache
def _modules() -> Mapping[str, str]:
    """Return the files of the library's modules, named from its root."""
    root = library().folder
    paths = {path.relative_to(root).with_suffix(""): path for path in library().files()} if root else {}
    return {".".join(part for part in name.parts if part != "__init__"): str(path) for name, path in paths.items()}


@cache
def installed() -> frozenset[str]:
    """Return all packages of this environment but Python's own."""
    return frozenset(_distributions())


@cache
def _needed(packages: tuple[str, ...]) -> frozenset[str]:
    """Return the packages that the allowed ones need, as cvxpy needs its solvers; an answer may call them, too."""
    found = with_requirements(name for package in packages for name in distributions_of(package))
    return frozenset(package for package in _distributions() if found.intersection(distributions_of(package)))


def distributions_of(package: str) -> list[str]:
    """Return the distributions that installed a package, as scikit-learn did sklearn; [] if it is not installed."""
    return sorted({_normal(name) for name in _distributions().get(package, ())})


def with_requirements(names: Iterable[str]) -> set[str]:
    """Return the installed ones of these distributions, and all that they require whatever extras are chosen."""
    found, todo = set[str](), list(names)
    while todo:
        name = _normal(todo.pop())
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue
        if name not in found:
            found.add(name)
            todo += [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in needs if "extra ==" not in line]
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _distributions() -> Mapping[str, list[str]]:
    """Return the distributions that installed each package; they may have other names."""
    return packages_distributions()
