"""The Python files of this repository, and what each of them imports."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

Graph = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Module:
    """One file. `name` is what it is imported as, `part` the folder that pyproject.toml lists it under."""

    name: str
    part: str
    path: Path
    is_package: bool

    @cached_property
    def text(self) -> str:
        """The source."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def imported(self) -> frozenset[tuple[str, str]]:
        """What is imported, wherever in the file: (a, b) for `from a import b`, and (a, "") for `import a`."""
        return frozenset(self._imports())

    def _imports(self) -> Iterator[tuple[str, str]]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, "") for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((self._source(node), alias.name) for alias in node.names)

    def _source(self, node: ast.ImportFrom) -> str:
        """Return the absolute name of what is imported from."""
        if not node.level:
            return node.module or ""
        package = self.name.split(".") if self.is_package else self.name.split(".")[:-1]
        return ".".join([*package[: len(package) - node.level + 1], *filter(None, [node.module])])


def modules(root: Path, parts: Iterable[str]) -> dict[str, Module]:
    """Return the modules of these folders by name. A folder that is not a package is left out of the names."""
    found = {}
    for part in parts:
        package = (root / part / "__init__.py").exists()
        for path in sorted((root / part).rglob("*.py")):
            names = path.relative_to(root if package else root / part).with_suffix("").parts
            name = ".".join(names[:-1] if names[-1] == "__init__" else names)
            found[name] = Module(name, part, path, path.name == "__init__.py")
    return found


def graph(found: Mapping[str, Module]) -> Graph:
    """Return which of these modules each one imports."""
    arrows = {}
    for name, module in found.items():
        meant = (f"{source}.{alias}" if f"{source}.{alias}" in found else source for source, alias in module.imported)
        arrows[name] = frozenset(meant) & found.keys() - {name}
    return arrows


def packages(arrows: Graph, depth: int) -> Graph:
    """Return the same graph between packages: names are cut after this many parts."""
    cut = {name: ".".join(name.split(".")[:depth]) for name in arrows}
    return {
        package: frozenset(cut[to] for name in arrows if cut[name] == package for to in arrows[name]) - {package}
        for package in dict.fromkeys(cut.values())
    }


def cycles(arrows: Graph) -> list[tuple[str, ...]]:
    """Return the groups of nodes that reach each other."""
    names = sorted(arrows)
    matrix = csr_array([[to in arrows[name] for to in names] for name in names], dtype=bool)
    count, labels = connected_components(matrix, directed=True, connection="strong")
    groups = [tuple(name for name, label in zip(names, labels, strict=True) if label == one) for one in range(count)]
    return [group for group in groups if len(group) > 1]
