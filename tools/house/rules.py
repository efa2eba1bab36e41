"""What `make lint` refuses: the rules are `[tool.house]` of pyproject.toml."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from typing import Any

from tools.house.figures import Function, functions
from tools.house.modules import Module, cycles, graph, packages


@dataclass(frozen=True)
class Rules:
    """The rules: which part may import which, how long a function may be, how many may share a name."""

    arrows: Mapping[str, list[str]]
    longest_function: int
    most_of_one_name: int
    shared_names: tuple[str, ...]  # that a framework or a contract fixes
    declared: frozenset[str]  # the distributions that pyproject.toml names

    @classmethod
    def of(cls, project: Mapping[str, Any]) -> "Rules":
        """Return what a pyproject.toml says."""
        house = project["tool"]["house"]
        extras = project["project"]["optional-dependencies"].values()
        needs = [*project["project"]["dependencies"], *(need for extra in extras for need in extra)]
        return cls(
            house["arrows"], house["longest-function"], house["most-of-one-name"], tuple(house["shared-names"]),
            frozenset(map(_normal, needs)),
        )


def broken(found: Mapping[str, Module], rules: Rules) -> Iterator[str]:
    """Yield a sentence for each rule that is broken."""
    yield from _cycles(found)
    yield from _forbidden_arrows(found, rules)
    yield from _undeclared(found, rules)
    yield from _shared_names(found, rules)
    for module in found.values():
        for function in functions(module):
            if function.lines > rules.longest_function:
                yield f"{function.name} has {function.lines} lines, more than {rules.longest_function}. Split it."


def _cycles(found: Mapping[str, Module]) -> Iterator[str]:
    """Report the modules, and then the packages, that import each other."""
    arrows = graph(found)
    for group in cycles(arrows):
        yield f"the modules {', '.join(group)} import each other."
    known = set()
    for depth in range(2, 1 + max((name.count(".") + 1 for name in arrows), default=0)):
        for group in cycles(packages(arrows, depth)):
            if any(name not in found or found[name].is_package for name in group) and group not in known:
                known.add(group)
                yield f"the packages {', '.join(group)} import each other."


def _forbidden_arrows(found: Mapping[str, Module], rules: Rules) -> Iterator[str]:
    for name, to in graph(found).items():
        part = found[name].part
        for other in sorted(to):
            if (there := found[other].part) != part and there not in rules.arrows[part]:
                yield f"{name} imports {other}, but {part} may not know of {there}."


def _undeclared(found: Mapping[str, Module], rules: Rules) -> Iterator[str]:
    makers = packages_distributions()
    known = {name.partition(".")[0] for name in found} | sys.stdlib_module_names | {""}
    users = defaultdict(list)
    for name, module in found.items():
        for package in {source.partition(".")[0] for source, _ in module.imported} - known:
            if not {_normal(maker) for maker in makers.get(package, [package])} & rules.declared:
                users[package].append(name)
    for package, names in sorted(users.items()):
        yield f"{package} is imported by {', '.join(names)}, and no extra of pyproject.toml names it."


def _shared_names(found: Mapping[str, Module], rules: Rules) -> Iterator[str]:
    places = defaultdict(list)
    for module in found.values():
        for node in module.tree.body:
            if isinstance(node, Function) and not node.name.startswith("_") and node.name not in rules.shared_names:
                places[node.name].append(module.name)
    for name, modules in places.items():
        if len(modules) > rules.most_of_one_name:
            yield f"{len(modules)} functions are called {name}: in {', '.join(modules)}. Say of what."


def _normal(requirement: str) -> str:
    """Return the name of a requirement as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement, maxsplit=1)[0]).lower()


