"""The Python files that a student's code sees: its set's packages, notebook_checks, and a part of the library.

A module that an answer may not use is replaced by a placeholder, so that the library's own imports still work. A barred
module of `core` keeps what data sets and pictures need of it; `course.judge.rules.barred` watches calls of that, which
helps honest students and stops no others.
"""

import ast
import shutil
from collections.abc import Collection, Iterator
from importlib.metadata import distribution
from pathlib import Path

from course import settings
from course.errors import Trouble
from course.grading.sandbox.reduced_modules import imports, reduced
from course.judge.rules.barred import TO_INSTALL, closed_modules, distributions_of, with_requirements
from course.paths import CODE, ROOT
from course.settings import FILE, Library

CHECKS = CODE / "notebook_checks"
SHELL = ("ipython", "matplotlib-inline")  # what runs the cells
OURS = (
    "course/__init__.py",
    "course/errors.py",
    "course/paths.py",
    "course/settings.py",
    "course/grading/__init__.py",
    "course/grading/sandbox/__init__.py",
    *(
        f"{folder}/{path.name}"
        for folder in ("course/grading/sandbox/inside", "course/judge/rules")
        for path in sorted((CODE / folder).glob("*.py"))
    ),
)
WARM = {  # numpy and matplotlib do not import these themselves
    "numpy": ["numpy.random"],
    "matplotlib": ["matplotlib.pyplot"],
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
    """Write our own files into a folder for the sandbox: its code, notebook_checks, the open part of the library."""
    for name in OURS:
        place = folder / "code" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CODE / name, place)
    shutil.copyfile(ROOT / FILE, folder / "code" / FILE)
    (folder / "code" / "course" / "judge" / "__init__.py").write_text("", encoding="utf-8")
    own = settings.library()
    for package in filter(None, (own.folder, CHECKS)):
        place = folder / "library" / package.name
        shutil.copytree(package, place, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    if own.package:
        _close(folder / "library" / own.package, own, barred)


def _close(target: Path, own: Library, barred: Collection[str]) -> None:
    """Replace the modules that answers may not use, in a copy of the library, by placeholders or what is needed."""
    closed = closed_modules(barred)
    texts = {_module(path.relative_to(target)): path.read_text(encoding="utf-8") for path in target.rglob("*.py")}
    users = [text for name, text in texts.items() if _top(name) in own.using_core and name not in closed]
    for path in target.rglob("*.py"):
        name = _module(path.relative_to(target))
        if name in closed and _top(name) == own.core and (needing := [text for text in users if imports(text, name)]):
            path.write_text(reduced(own.package, name, texts[name], needing), encoding="utf-8")
        elif name in closed or not (_top(name) in own.visible or path.name == "__init__.py"):
            path.write_text(placeholder(name, texts[name]), encoding="utf-8")


def placeholder(module: str, text: str) -> str:
    """Return a module with the same names as another; each of them raises an error when it is called."""
    lines = [f'{name} = __getattr__("{name}")' for name in sorted(_names(ast.parse(text)))]
    return "\n".join([PLACEHOLDER.replace("{module}", f"{settings.library().package}.{module}"), *lines, ""])


def _names(tree: ast.Module) -> Iterator[str]:
    """Yield the public names that a module defines or imports from its own package."""
    for node in tree.body:
        found = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found = [node.name]
        elif isinstance(node, ast.ImportFrom) and node.level:
            found = [alias.asname or alias.name for alias in node.names]
        yield from (name for name in found if not name.startswith("_"))


def packages(allowed: Collection[str]) -> dict[str, Path]:
    """Return the folders and files of these packages, their requirements and what runs the cells, by their names."""
    shown: dict[str, Path] = {}
    for package in allowed:
        if not distributions_of(package):  # no student's code could use it, which must not decide a mark
            raise Trouble(f"the problem set allows the package {package!r}, and it is not installed here. {TO_INSTALL}")
    needed = with_requirements((*SHELL, *(name for package in allowed for name in distributions_of(package))))
    for name in sorted(needed):
        found = distribution(name)
        for top in {Path(file).parts[0] for file in found.files or () if Path(file).parts[0] != ".."}:
            if top != "__pycache__" and (path := Path(str(found.locate_file(top))).resolve()).exists():
                shown[top] = path
    return shown


def warm_imports(allowed: Collection[str]) -> list[str]:
    """Return the modules to import once, before any student's code runs."""
    own = settings.library().imports
    chosen = [module for package in allowed for module in (*WARM.get(package, [package]), *own.get(package, ()))]
    return [*chosen, "notebook_checks.answer_format", *own.get("always", ())]


def _module(path: Path) -> str:
    """Return a module's name from the library's root, whose own name is ''."""
    return ".".join(part for part in path.with_suffix("").parts if part != "__init__")


def _top(module: str) -> str:
    """Return the first part of a module's name: a package of the library, or a module beside its packages."""
    return module.partition(".")[0]
