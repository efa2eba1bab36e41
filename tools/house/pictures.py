"""The import graph of each part as a picture for ARCHITECTURE.md, which therefore cannot lie."""

import re
from collections.abc import Mapping

from tools.house.modules import Graph, Module, graph, packages

BLOCK = re.compile(r"(<!-- imports of (?P<what>[\w./]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page(text: str, found: Mapping[str, Module]) -> str:
    """Return the page with each picture between its marks drawn from the code."""
    return BLOCK.sub(lambda block: f"{block[1]}{picture(block['what'], found)}\n{block[3]}", text)


def picture(what: str, found: Mapping[str, Module]) -> str:
    """Return the graph of a package's parts, or of the folders where `what` is 'everything', as a Mermaid block."""
    arrows = graph(found)
    if what == "everything":
        drawn = _between_parts(found, arrows)
    else:
        package = what.replace("/", ".")
        inside = {name: to for name, to in arrows.items() if name.startswith(f"{package}.")}
        drawn = packages({name: to & inside.keys() for name, to in inside.items()}, package.count(".") + 2)
    lines = [f"    {_node(name)} --> {_node(to)}" for name in sorted(drawn) for to in sorted(_needed(drawn, name))]
    alone = [f"    {_node(name)}" for name in sorted(drawn) if not drawn[name] and not _used(drawn, name)]
    return "\n".join(["```mermaid", "graph LR", *alone, *lines, "```"])


def _between_parts(found: Mapping[str, Module], arrows: Graph) -> Graph:
    used: dict[str, set[str]] = {module.part: set() for module in found.values()}
    for name, to in arrows.items():
        used[found[name].part] |= {found[other].part for other in to} - {found[name].part}
    return {part: frozenset(others) for part, others in used.items()}


def _needed(arrows: Graph, node: str) -> set[str]:
    """Return the arrows out of a node without those that follow from two others, so that the picture can be read."""
    return {to for to in arrows[node] if not any(to in _reached(arrows, via) for via in arrows[node] - {to})}


def _reached(arrows: Graph, start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = arrows[todo.pop()] - found
        found |= new
        todo += new
    return found


def _used(arrows: Graph, node: str) -> bool:
    return any(node in to for to in arrows.values())


def _node(name: str) -> str:
    last = name.rpartition(".")[2] if "/" not in name else name
    return f"{re.sub(r'[^a-z0-9_]', '_', name)}[{last}]"
