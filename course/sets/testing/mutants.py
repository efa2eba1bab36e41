"""Test the tests with mutants: model solutions with one small fault each. A test that lets one pass has a hole.

    python -m course.sets.testing.mutants [psN ...]      prints killed / made for each graded cell, and the survivors
    python -m course.sets.testing.mutants --sample 2     two of each cell, for a quick look

A mutant that behaves like the model cannot be killed: `solutions/psN/equivalent.toml` names those, with their reasons.
Any other survivor is a failure.
"""

import argparse
import ast
import copy
import multiprocessing
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course import settings
from course.judge.rules import calls
from course.paths import ROOT
from course.sets import release
from course.sets.source import Source
from course.sets.testing import marking
from course.sets.variant import values

SECONDS = 4.0  # of CPU a call: a mutant that loops for ever is killed by it

SWAPPED: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.USub: (ast.UAdd,),
}

OTHER_SUMS = {"min": "max", "max": "min", "sum": "mean", "mean": "sum"}
IN_PLACE = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
SIGNED = "(lambda size: size)"  # in place of abs
ROUGH = "(lambda excess: excess * (excess > 1e-06))"
BUDGET, CUT = "budget", ("min(budget, 200)", "min(budget, 1000)", "max(budget, 1)")
DROPPED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Break)


@dataclass(frozen=True)
class Mutant:
    """A model solution with a fault."""

    cell: str
    fault: str  # "line 3: w += z -> w -= z"
    code: str


def mutants(cell: str, code: str) -> Iterator[Mutant]:
    """Yield every mutant of a model solution.

    An operator, a constant or a term is changed, a statement dropped, a budget cut or never 0, a list gone through in
    order, an empty value taken for none, a result written over an argument, a size for a number with a sign, or a tiny
    excess for none.
    """
    tree = ast.parse(code)
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    seen = {ast.unparse(tree)}
    for position, node in enumerate(ast.walk(tree)):
        for change in (*_changes(node), *_over_arguments(node, arguments)):
            other = copy.deepcopy(tree)
            change(list(ast.walk(other))[position])
            ast.fix_missing_locations(other)
            text = ast.unparse(other)
            if text not in seen:
                seen.add(text)
                yield Mutant(cell, _fault(ast.unparse(tree), text), text)


def _changes(node: ast.AST) -> Iterator[Any]:
    """Yield functions that change a node of this kind in place."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in SWAPPED.get(type(operator), ()):
                yield lambda n, p=place, o=other: n.ops.__setitem__(p, o())
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp | ast.UnaryOp):
        for other in SWAPPED.get(type(node.op), ()):
            yield lambda n, o=other: setattr(n, "op", o())
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield lambda n: setattr(n, "right", ast.BinOp(ast.Constant(0), ast.Mult(), n.right))
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        for value in (node.value + 1, node.value - 1):
            yield lambda n, v=value: setattr(n, "value", v)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield lambda n: setattr(n, "value", not n.value)
    if isinstance(node, ast.Constant) and type(node.value) is float and node.value not in (0.0, 1.0):
        yield lambda n: setattr(n, "value", 2 * n.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OTHER_SUMS:
        yield lambda n: setattr(n.func, "attr", OTHER_SUMS[n.func.attr])
    yield from _habits(node)
    if isinstance(node, ast.For | ast.While | ast.If | ast.FunctionDef):
        for place, statement in enumerate(node.body):
            if isinstance(statement, DROPPED) and not _is_docstring(statement):
                yield lambda n, p=place: n.body.__setitem__(p, ast.Pass())


def _habits(node: ast.AST) -> Iterator[Any]:
    """Yield functions that put in place of a node what programmers write by habit, and what is seldom wrong."""
    if isinstance(node, ast.Compare | ast.BinOp | ast.Call):
        for field, value in ast.iter_fields(node):
            for place, part in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(part, ast.Name) and part.id == BUDGET:
                    for text in CUT:
                        yield lambda n, f=field, p=place, t=text: _put(n, f, p, _expression(t))
    if isinstance(node, ast.Call):
        function = ast.unparse(node.func).removeprefix("np.")
        if function == "abs":
            yield lambda n: setattr(n, "func", _expression(SIGNED))
        if function in ("max", "maximum") and "0" in (ast.unparse(part).removesuffix(".0") for part in node.args):
            yield lambda n: _replace_call(n, ROUGH)
    if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Name):
        yield lambda n: setattr(n, "iter", ast.Call(ast.Name("sorted", ast.Load()), [n.iter], []))
    if isinstance(node, ast.Tuple | ast.Return):
        for field, value in ast.iter_fields(node):
            for place, part in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(part, ast.Call) and any(keyword.arg == "default" for keyword in part.keywords):
                    falsy = ast.BoolOp(ast.Or(), [part, ast.Constant(None)])
                    yield lambda n, f=field, p=place, t=falsy: _put(n, f, p, t)


def _over_arguments(node: ast.AST, arguments: set[str]) -> Iterator[Any]:
    """Yield functions that write the result of a calculation with an argument over that argument."""
    for field, value in ast.iter_fields(node):
        for place, part in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(part, ast.BinOp) and type(part.op) in IN_PLACE:
                ufunc = ast.Attribute(ast.Name("np", ast.Load()), IN_PLACE[type(part.op)], ast.Load())
                for one in (part.left, part.right):
                    if isinstance(one, ast.Name) and one.id in arguments:
                        call = ast.Call(ufunc, [part.left, part.right], [ast.keyword("out", one)])
                        yield lambda n, f=field, p=place, c=call: _put(n, f, p, c)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _replace_call(call: ast.Call, function: str) -> None:
    """Let a function take what a call returns."""
    call.args, call.keywords, call.func = [ast.Call(call.func, call.args, call.keywords)], [], _expression(function)


def _put(node: ast.AST, field: str, place: int, part: ast.expr) -> None:
    """Put an expression into a field of a node, or into its list."""
    if isinstance(value := getattr(node, field), list):
        value[place] = part
    else:
        setattr(node, field, part)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _fault(before: str, after: str) -> str:
    """Return what was changed, from the first line that differs."""
    for number, (one, other) in enumerate(zip(before.splitlines(), after.splitlines(), strict=False), 1):
        if one != other:
            return f"line {number}: {one.strip()} -> {other.strip()}"
    return "the end"


def excused(source: Source) -> dict[str, str]:
    """Return why the mutants that behave like the model do so, by 'cell: fault'."""
    path = source.path.with_name("equivalent.toml")
    return dict(tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def survives(task: tuple[Source, dict[str, Any], dict[str, str], Mutant]) -> tuple[Mutant, bool]:
    """Mark a mutant among the model's other answers; it survives with full points and a visible test that passes."""
    source, drawn, answers, mutant = task
    calls.SECONDS = SECONDS
    needed = {name: code for name, code in answers.items() if name != mutant.cell} | {mutant.cell: mutant.code}
    found = marking.mark(source, drawn, needed, only=mutant.cell)[mutant.cell]
    return mutant, found.score == found.points and found.visible is None


def evenly_spaced(found: Sequence[Mutant], most: int) -> Sequence[Mutant]:
    """Return at most that many of them, beginning with the first; 0 means all."""
    return found[:: -(-len(found) // most)] if most and found else found


def report(source: Source, pool: Any, sample: int = 0) -> tuple[list[str], list[str]]:
    """Return lines 'cell: killed / made', and the survivors that nothing excuses; of each cell all, or a sample."""
    drawn = values(source, settings.here().term)
    answers = marking.model(source, drawn)
    chosen = [one for name, code in answers.items() for one in evenly_spaced(list(mutants(name, code)), sample)]
    tasks = [(source, drawn, answers, one) for one in chosen]
    results = list(pool.imap_unordered(survives, tasks, chunksize=4))
    reasons = excused(source)
    lines, survivors = [], []
    for name in answers:
        made = [one for one, _ in results if one.cell == name]
        alive = sorted(f"{name}: {one.fault}" for one, survived in results if survived and one.cell == name)
        lines.append(f"{source.name} {name}: {len(made) - len(alive)} / {len(made)}")
        survivors += [one for one in alive if one not in reasons]
        lines += [f"    survives, rightly: {one}. {reasons[one]}" for one in alive if one in reasons]
    return lines, survivors


def main(arguments: Sequence[str]) -> int:
    """Print the report of the sets named, or of all; 1 if a mutant survives that nothing excuses."""
    parser = argparse.ArgumentParser("python -m course.sets.testing.mutants", description="Break the model solutions.")
    parser.add_argument("sets", nargs="*", metavar="SET", help="such as ps2; all if none is named")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="at most N mutants of each cell")
    parser.add_argument("--root", type=Path, default=ROOT, help="where the folder solutions is")
    options = parser.parse_args(arguments)
    holes = []
    with multiprocessing.get_context("spawn").Pool() as pool:
        for source in release.sources(options.root):
            if not options.sets or source.name in options.sets:
                lines, survivors = report(source, pool, options.sample)
                print("\n".join([*lines, *(f"    SURVIVES: {one}" for one in survivors)]), flush=True)
                holes += survivors
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
