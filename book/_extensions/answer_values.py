"""The answer of an exercise, as its author writes it.

    13                    a number
    28/13, sqrt(2) - 1    a number, computed here
    2.32 ± 0.01           a number, and how far off it may be
    (1/2, -5/2)           several numbers in this order: the entries of a vector, or the order of a run
    -1..0                 an interval, by its ends

A reader may write numbers in the same way (book/_static/exercises/numbers.js), or rounded to two decimals or more.
"""

import ast
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

OPERATIONS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS: dict[str, Callable[[float], float]] = {"sqrt": math.sqrt, "exp": math.exp, "ln": math.log}
CONSTANTS = {"pi": math.pi, "e": math.e}


@dataclass(frozen=True)
class Value:
    """The right answer to a question: its kind, its numbers, and how far off each may be."""

    kind: str  # number, numbers or interval
    numbers: tuple[float, ...]
    within: float = 0.0


def read_value(text: str) -> Value:
    """Return the value that a text says; ValueError with the reason if it says none."""
    try:
        return _value(text)
    except ArithmeticError as error:
        raise ValueError(f"{text} can't be computed: {error}") from None


def _value(text: str) -> Value:
    said, _, within = (part.strip() for part in text.partition("±"))
    allowed = float(_computed(within)) if within else 0.0
    if ".." in said:
        low, _, high = said.partition("..")
        ends = (_computed(low), _computed(high))
        if not ends[0] < ends[1]:
            raise ValueError(f"the interval {said} ends before it begins")
        return Value("interval", ends, allowed)
    tree = _parsed(said)
    if isinstance(tree, ast.Tuple):
        return Value("numbers", tuple(_number(part) for part in tree.elts), allowed)
    return Value("number", (_number(tree),), allowed)


def _computed(text: str) -> float:
    return _number(_parsed(text))


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise ValueError(f"{text!r} is no number, interval or list of numbers") from None


def _number(node: Any) -> float:
    """Return the number that an expression stands for."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.UnaryOp(op=op, operand=inner) if type(op) in OPERATIONS:
            return OPERATIONS[type(op)](_number(inner))
        case ast.BinOp(op=op, left=left, right=right) if type(op) in OPERATIONS:
            return OPERATIONS[type(op)](_number(left), _number(right))
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](_number(inner))
    raise ValueError(f"{ast.unparse(node)} is no number")
