"""Split code into tokens that say how it works, not how it looks: for finding answers that are alike.

Comments, strings on their own, line breaks and indentation are left out. A name of the writer's own becomes NAME, a
number NUMBER and a string STRING; what cannot be renamed without changing what the code does, such as `np.flatnonzero`
or `range`, stays.

One regular expression does it, in time linear in the text, and it has a token for everything. Python's own tokenizer
and parser are not used: both refuse a cell with a `%magic`, or with a bracket that is left open on purpose, and what is
nested deeply can bring the parser down.

>>> [token.text for token in tokens("for p in points:  # each\\n    w += p.x * 2")]
['for', 'NAME', 'in', 'NAME', ':', 'NAME', '+=', 'NAME', '.', 'x', '*', 'NUMBER']
"""

import builtins
import keyword
import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 60_000  # characters of a cell that are read: twenty times what the longest answer needs
KEPT = frozenset([*keyword.kwlist, *dir(builtins)])
LEXER = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>[bBfFrRuU]{0,2}(?:
        \"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z) | '{3}(?:[^\\]|\\.)*?(?:'{3}|\Z)
        | "(?:[^\\"\n]|\\.)*+"? | '(?:[^\\'\n]|\\.)*+'?))
    | (?P<number>\.?\d(?:(?<=[eE])[+-]\d|[\w.])*+)
    | (?P<name>[^\W\d]\w*+)
    | (?P<line>\n)
    | (?P<space>(?:[^\S\n]|\\\n)++)
    | (?P<sign>\*\*=|//=|>>=|<<=|\.\.\.|[-+*/%&|^@=<>!:]=|->|\*\*|//|<<|>>|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A token, and the number of its line, from 0."""

    text: str
    line: int


def names(code: str) -> list[str]:
    """Return the names in some code, keywords included, as they are written."""
    return [found[0] for found in LEXER.finditer(code) if found.lastgroup == "name"]


def tokens(code: str) -> Iterator[Token]:
    """Yield the tokens of some code."""
    line, before, waiting = 0, "\n", None
    for found in LEXER.finditer(code[:LONGEST]):
        kind, text = found.lastgroup, found[0]
        if waiting and kind not in ("space", "comment"):
            if kind != "line":  # else the string is alone on its lines: a docstring
                yield waiting
            waiting = None
        if kind == "string" and before == "\n":
            waiting = Token("STRING", line)
        elif kind in ("string", "number"):
            yield Token(kind.upper(), line)
        elif kind == "name":
            yield Token(text if before == "." or text in KEPT else "NAME", line)
        elif kind == "sign":
            yield Token(text, line)
        if kind not in ("space", "comment"):
            before = text
        line += text.count("\n")
