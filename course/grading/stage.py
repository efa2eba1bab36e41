"""What students' code may see of Python: the packages that its problem set allows, and an open part of margin_lib.

The rest of margin_lib, its solvers, is not there: a module that an answer may not use is replaced by a placeholder, so
that the library's own imports go on working. What data sets and pictures need of a barred module stays, and nothing
else of it. `course.judge.barred` watches there, for those who call it unawares; it stops nobody who means to.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Collection, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from course.grading.reduced import reduced
from course.judge.barred import TO_INSTALL, distributions_of
from course.trouble import Trouble

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "margin_lib"
SHELL = ("ipython", "matplotlib-inline")  # what runs the cells
OURS = (
    "course/__init__.py",
    "course/grading/__init__.py",
    *(f"course/grading/inside/{path.name}" for path in sorted((Path(__file__).parent / "inside").glob("*.py"))),
    "course/judge/barred.py",
    "course/judge/calls.py",
)
MADE = ("datasets", "plots", "selfcheck")  # what is open in each problem set, with all that it needs
CHECKED_WITH = ("exact",)  # modules that checks need and that solve nothing
WARM = {  # numpy.random, and the pictures, are not imported with their packages
    "numpy": ["numpy.random"],
    "matplotlib": ["matplotlib.pyplot", "margin_lib.plots"],
    "cvxpy": ["cvxpy"],
}

PLACEHOLDER = '''\
"""Not part of this problem set."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)

    class Missing:
        def __new__(cls, *arguments, **named):
            raise ImportError("{module} is barred in this problem set.")

    Missing.__name__ = name
    return Missing
'''


def lay_out(folder: Path, barred: Collection[str]) -> None:
    """Write what is ours into a folder that the sandbox is shown: its own code, and the open part of margin_lib."""
    for name in OURS:
        place = folder / "code" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, place)
    (folder / "code" / "course" / "judge" / "__init__.py").write_text("", encoding="utf-8")
    target = folder / "library" / "margin_lib"
    shutil.copytree(LIBRARY, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    texts = {_module(path.relative_to(target)): path.read_text(encoding="utf-8") for path in target.rglob("*.py")}
    stays, users = open_modules(barred), [texts[name] for name in made_with(barred) if name not in barred]
    for path in target.rglob("*.py"):
        name = _module(path.relative_to(target))
        if name and name not in stays:
            path.write_text(placeholder(name, texts[name]), encoding="utf-8")
        elif name in barred:
            path.write_text(reduced(name, texts[name], users), encoding="utf-8")


def placeholder(module: str, text: str) -> str:
    """Return what stands in for a module: each of its names is there, and says when it is called that it is barred."""
    lines = [f'{name} = __getattr__("{name}")' for name in sorted(_names(ast.parse(text)))]
    return "\n".join([PLACEHOLDER.replace("{module}", f"margin_lib.{module}"), *lines, ""])


def _names(tree: ast.Module) -> Iterator[str]:
    """Yield the public names that a module defines or imports from its own package."""
    for node in tree.body:
        found = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found = [node.name]
        elif isinstance(node, ast.ImportFrom) and node.level:
            found = [alias.asname or alias.name for alias in node.names]
        yield from (name for name in found if not name.startswith("_"))


def open_modules(barred: Collection[str]) -> frozenset[str]:
    """Return the modules of margin_lib that stay, named from its root."""
    checks = {name for name in _imports() if name.split(".")[0] == "checks" or name in CHECKED_WITH}
    return made_with(barred) | (checks - set(barred))


def made_with(barred: Collection[str]) -> frozenset[str]:
    """Return the data sets and pictures that are not barred, and all that they need, be it barred."""
    found: set[str] = set()
    todo = [name for name in _imports() if name.split(".")[0] in MADE]
    while todo:
        name = todo.pop()
        shut = name in barred and name.split(".")[0] in MADE
        if name and name not in found and not shut:
            found.add(name)
            todo += _imports()[name]
    return frozenset(found)


def packages(allowed: Collection[str]) -> dict[str, Path]:
    """Return the folders and files of these packages, of what they need, and of what runs the cells, by their names."""
    shown: dict[str, Path] = {}
    makers = [maker for package in allowed for maker in _installed(package)]
    for name in sorted(_with_needs((*makers, *SHELL))):
        found = distribution(name)
        for top in {Path(file).parts[0] for file in found.files or () if Path(file).parts[0] != ".."}:
            if top != "__pycache__" and (path := Path(str(found.locate_file(top))).resolve()).exists():
                shown[top] = path
    return shown


def _installed(package: str) -> list[str]:
    """Return what installed a package; without it no student's code could use it, which must not become a mark."""
    found = distributions_of(package)
    if not found:
        raise Trouble(f"the problem set allows the package {package!r}, and it is not installed here. {TO_INSTALL}")
    return found


def warm_imports(allowed: Collection[str]) -> list[str]:
    """Return the modules that are imported once, before any student's code is there."""
    chosen = [module for package in allowed for module in WARM.get(package, [package])]
    return [*chosen, "margin_lib", "margin_lib.selfcheck"]


@cache
def _imports() -> dict[str, frozenset[str]]:
    """Return which modules of margin_lib each one imports."""
    names = {_module(path.relative_to(LIBRARY)): path for path in sorted(LIBRARY.rglob("*.py"))}
    return {name: frozenset(set(_imported(name, path)) & set(names)) for name, path in names.items()}


def _imported(name: str, path: Path) -> Iterator[str]:
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    package = [part for part in package if part]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
            yield ".".join(base)
            yield from (".".join([*base, alias.name]) for alias in node.names)


def _module(path: Path) -> str:
    """Return a module's name from margin_lib's root, which itself is ''."""
    return ".".join(part for part in path.with_suffix("").parts if part != "__init__")


def _with_needs(names: Collection[str]) -> set[str]:
    """Return the names of packages and of all that they need."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = re.sub(r"[-_.]+", "-", todo.pop()).lower()
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        if name not in found:
            found.add(name)
            todo += [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in needs if "extra ==" not in line]
    return found
