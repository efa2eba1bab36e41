"""The size of files and functions, part by part."""

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tools.house.modules import Graph, Module

Function = ast.FunctionDef | ast.AsyncFunctionDef
BRANCHES = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.match_case)
TITLES = (
    "part", "files", "lines", "file med/p90/max", "functions", "function med/p90/max", ">30 / >40", "docstrings",
    "comments", "typed", "branches p90/max",
)


@dataclass(frozen=True)
class Measured:
    """One function: its lines of code, the ways through it, and whether its signature is typed in full."""

    name: str
    lines: int
    branches: int
    typed: bool


def functions(module: Module) -> Iterator[Measured]:
    """Yield each function of a module; lines that are blank, a comment or the docstring do not count."""
    for node in ast.walk(module.tree):
        if isinstance(node, Function):
            lines = _code(module, node)
            yield Measured(f"{module.name}.{node.name}", lines, 1 + _branches(node), _typed(node))


def _code(module: Module, node: Function) -> int:
    first = node.body[0]
    docstring = range(first.lineno, (first.end_lineno or 0) + 1) if ast.get_docstring(node) is not None else ()
    lines = module.text.splitlines()
    numbers = (number for number in range(node.lineno, (node.end_lineno or 0) + 1) if number not in docstring)
    return sum(bool((text := lines[number - 1].strip()) and not text.startswith("#")) for number in numbers)


def _branches(node: ast.AST) -> int:
    inside = list(ast.walk(node))
    either = sum(len(one.values) - 1 for one in inside if isinstance(one, ast.BoolOp))
    return either + sum(isinstance(one, BRANCHES) for one in inside)


def _typed(node: Function) -> bool:
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    own = [argument for argument in given if argument.arg not in ("self", "cls")]
    return node.returns is not None and all(argument.annotation for argument in own)


def table(found: Mapping[str, Module]) -> list[Sequence[str]]:
    """Return the table's rows, the titles first and one a part."""
    parts = dict.fromkeys(module.part for module in found.values())
    return [TITLES, *(_row(part, [one for one in found.values() if one.part == part]) for part in parts)]


def _row(part: str, held: Sequence[Module]) -> Sequence[str]:
    sizes = [len(module.text.splitlines()) for module in held]
    every = [function for module in held for function in functions(module)]
    lines, branches = [one.lines for one in every], [one.branches for one in every]
    return (
        part, str(len(held)), f"{sum(sizes):,}", _spread(sizes), str(len(every)), _spread(lines),
        f"{sum(n > 30 for n in lines)} / {sum(n > 40 for n in lines)}",
        _percent(sum(map(_docstrings, held)), sum(sizes)), _percent(sum(map(_comments, held)), sum(sizes)),
        _percent(sum(one.typed for one in every), len(every)), _spread(branches).partition("/")[2],
    )


def _spread(numbers: Iterable[int]) -> str:
    """Return the median, the ninth decile and the largest."""
    ordered = sorted(numbers) or [0]
    return "/".join(str(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) for share in (0.5, 0.9, 1))


def _percent(some: int, all_of_them: int) -> str:
    return f"{100 * some / max(all_of_them, 1):.0f} %"


def _docstrings(module: Module) -> int:
    nodes = (node for node in ast.walk(module.tree) if isinstance(node, ast.Module | ast.ClassDef | Function))
    bodies = (node.body[0] for node in nodes if ast.get_docstring(node) is not None)
    return sum((body.end_lineno or 0) - body.lineno + 1 for body in bodies)


def _comments(module: Module) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def fans(arrows: Graph, most: int = 8) -> list[str]:
    """Return two lines: which modules are imported by most others, and which import most."""
    users = {name: sum(name in to for to in arrows.values()) for name in arrows}
    needs = {name: len(to) for name, to in arrows.items()}
    return [f"{title}: {_most(counts, most)}" for title, counts in (("fan-in", users), ("fan-out", needs))]


def _most(counts: Mapping[str, int], most: int) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {number}" for name, number in ordered[:most])
