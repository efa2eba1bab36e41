"""What the words of Coq's terms are drawn as: its library's here, the course's own by proofs/words.toml."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tools.proofs import PROOFS
from tools.walks.terms import Bound, Node, Tree, node, read

Kinds = Mapping[str, str]
BRACES = re.compile(r"\{([^}]*)\}")


@dataclass(frozen=True)
class Word:
    """A word of the course, as proofs/words.toml has it."""

    context: tuple[str, ...]
    takes: tuple[str, ...]
    drawn_as: Tree | None = None
    says: tuple[Tree, ...] = field(default=())
    name: str = ""

    def drawn(self, values: Mapping[str, Tree]) -> Tree:
        """Return what is drawn for these values of the arguments."""
        if self.drawn_as is not None:
            return substitute(self.drawn_as, values)
        if self.name:
            return node(f"function {self.name}", *(values[name] for name in self.takes))
        return node("says", *(substitute(part, values) for part in self.says))


@cache
def words() -> dict[str, Word]:
    """Return the words of the course."""
    entries = tomllib.loads((PROOFS / "words.toml").read_text(encoding="utf-8"))
    return {name: _word(**entry) for name, entry in entries.items()}


@cache
def word_of(head: str, arguments: int) -> Word | None:
    """Return the word of the course with this name; where files have different ones, the one that fits."""
    short = head.rpartition(".")[2]
    fits = [word for name, word in words().items() if name in (head, short) or name.endswith(f".{short}")]
    fitting = (word for word in fits if arguments - len(word.takes) in (0, len(word.context)))
    return next(fitting, fits[0] if fits else None)


def _word(takes: str, says: str = "", name: str = "", **others: str) -> Word:
    context, _, own = takes.rpartition("|")
    drawn_as = read(others["as"]) if "as" in others else None
    return Word(tuple(context.split()), tuple(own.split()), drawn_as, tuple(_sentence(says)), name)


def _sentence(says: str) -> list[Tree]:
    """Return the parts of a sentence: its words, and the terms in braces."""
    parts = BRACES.split(says)
    return [read(part) if place % 2 else node("text", part) for place, part in enumerate(parts) if part]


def substitute(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """Return the term with values in place of some of its names."""
    if isinstance(tree, str):
        return values.get(tree, tree)
    if isinstance(tree, Bound):
        return _substitute_bound(tree, values)
    if tree.kind == "text":
        return tree
    parts = tuple(substitute(part, values) for part in tree.parts)
    if tree.kind == "call" and isinstance(parts[0], Bound) and parts[0].kind == "fun":
        return apply(parts[0], parts[1:])
    if tree.kind == "call" and isinstance(parts[0], Node) and parts[0].kind == "call":
        parts = (*parts[0].parts, *parts[1:])
    return Node(tree.kind, parts)


def _substitute_bound(tree: Bound, values: Mapping[str, Tree]) -> Bound:
    """Substitute below a binder; a bound name that a value uses gets another name first."""
    own = {name for name, _ in tree.names}
    inside = {name: value for name, value in values.items() if name not in own}
    used = set().union(*(names_in(value) for value in inside.values()))
    renamed = {name: fresh(name, used | own) for name in own & used}
    body = substitute(tree.body, {**inside, **renamed})
    return Bound(tree.kind, tuple((renamed.get(name, name), kind) for name, kind in tree.names), body)


def names_in(tree: Tree) -> set[str]:
    """Return the names that a term uses."""
    if isinstance(tree, str):
        return {tree}
    if isinstance(tree, Bound):
        return names_in(tree.body) - {name for name, _ in tree.names}
    return set() if tree.kind == "text" else set().union(*map(names_in, tree.parts))


def fresh(name: str, used: set[str]) -> str:
    """Return a name like this one that isn't used."""
    candidates = ["j", "k", "l"] if name == "i" else []
    return next(other for other in [*candidates, *(f"{name}{place}" for place in range(99))] if other not in used)


def apply(function: Bound, arguments: tuple[Tree, ...]) -> Tree:
    """Return fun x => ... applied to arguments."""
    count = min(len(function.names), len(arguments))
    values = {name: value for (name, _), value in zip(function.names, arguments, strict=False)}
    rest = function.names[count:]
    body = substitute(Bound("fun", rest, function.body) if rest else function.body, values)
    return applied(body, arguments[count:])


def applied(tree: Tree, arguments: tuple[Tree, ...]) -> Tree:
    """Return a term applied to arguments, if there are any."""
    if not arguments:
        return tree
    if isinstance(tree, Bound) and tree.kind == "fun":
        return apply(tree, arguments)
    return node("call", tree, *arguments)


def _sum(count: Tree, term: Tree) -> Tree:
    """Return a sum: its letter, how many terms, and the term."""
    if isinstance(term, Bound) and len(term.names) == 1:
        return node("sum", term.names[0][0], count, term.body)
    letter = fresh("i", names_in(term) | names_in(count)) if "i" in names_in(term) | names_in(count) else "i"
    return node("sum", letter, count, applied(term, (letter,)))


def _same(tree: Tree) -> Tree:
    return tree


def _drawn(kind: str, *, without: int = 0) -> Callable[..., Tree]:
    """Return a rule that draws the arguments, but not the first few, as this kind of term."""
    return lambda *arguments: node(kind, *arguments[without:])


def _part(kind: str, place: int) -> Callable[..., Tree]:
    """Return a rule for the first or the second of a pair."""
    return lambda pair: pair.parts[place] if isinstance(pair, Node) and pair.kind == "pair" else node(kind, pair)


# Words of Coq's library and of Vectors.v, each with its number of arguments.
SIGNS: dict[tuple[str, int], Callable[..., Tree]] = {
    **{(name, 1): _same for name in ("INR", "IZR", "Z.of_nat", "Z.to_nat", "proj1_sig")},
    ("S", 1): lambda k: node("+", k, "1"),
    ("Datatypes.S", 1): lambda k: node("+", k, "1"),
    ("Init.Nat.add", 2): _drawn("+"),
    ("dot", 3): _drawn("dot", without=1),
    ("inner", 2): _drawn("dot"),
    ("inner", 3): _drawn("dot", without=1),
    ("norm", 2): _drawn("norm", without=1),
    ("norm_1", 2): _drawn("norm 1", without=1),
    ("norm_inf", 2): _drawn("norm infinity", without=1),
    ("vplus", 2): _drawn("+"),
    ("plus", 2): _drawn("+"),
    ("vminus", 2): _drawn("-"),
    ("vscale", 2): _drawn("times"),
    ("times", 2): _drawn("times"),
    ("sum", 2): _sum,
    ("Rabs", 1): _drawn("absolute"),
    ("sqrt", 1): _drawn("root"),
    ("exp", 1): lambda x: node("^", "e", x),
    ("fact", 1): _drawn("factorial"),
    ("append", 3): lambda d, x, a: node("pair", x, a),
    ("R_dist", 2): lambda x, y: node("absolute", node("-", x, y)),
    ("gradient", 2): lambda f, w: node("call", node("gradient", f), w),
    ("Rcase_abs", 1): lambda x: node("<", x, "0"),
    ("fst", 1): _part("first", 0),
    ("snd", 1): _part("second", 1),
    ("vzero", 0): lambda: node("zero"),
    ("vzero", 1): lambda place: "0",
    ("In", 2): _drawn("∈"),
    ("cons", 2): _drawn("::"),
    ("Rlt_dec", 2): _drawn("<"),
    ("Rle_dec", 2): _drawn("<="),
    ("Rgt_dec", 2): _drawn(">"),
    ("Nat.eq_dec", 2): _drawn("="),
    ("Req_EM_T", 2): _drawn("="),
    ("Rmax", 2): _drawn("function max"),
    ("Rmin", 2): _drawn("function min"),
    ("Init.Nat.max", 2): _drawn("function max"),
    **{(name, 1): _drawn(f"function {name}") for name in ("ln", "cosh", "sinh", "length", "rev")},
}


def meaning(tree: Tree, kinds: Kinds) -> Tree:
    """Return the term with the course's words replaced by what they are drawn as."""
    if isinstance(tree, str):
        return meaning_of_call(tree, (), kinds)
    if isinstance(tree, Bound):
        names = tuple((name, kind) for name, kind in tree.names)
        return Bound(tree.kind, names, meaning(tree.body, {**kinds, **{name: written(kind) for name, kind in names}}))
    if tree.kind == "call":
        head, *arguments = tree.parts
        if isinstance(head, str):
            return meaning_of_call(head, tuple(arguments), kinds)
    return Node(tree.kind, tuple(meaning(part, kinds) if tree.kind != "text" else part for part in tree.parts))


def meaning_of_call(head: str, arguments: tuple[Tree, ...], kinds: Kinds) -> Tree:
    """Return what a word with these arguments is drawn as."""
    count = max((count for name, count in SIGNS if name == head and count <= len(arguments)), default=None)
    if count is not None and head not in kinds:
        parts = tuple(meaning(argument, kinds) for argument in arguments)
        return applied(SIGNS[head, count](*parts[:count]), parts[count:])
    word = None if head in kinds else word_of(head, len(arguments))
    if word is None:
        parts = tuple(meaning(argument, kinds) for argument in arguments)
        return applied(head, parts)
    return meaning_of_word(word, arguments, kinds)


def meaning_of_word(word: Word, arguments: tuple[Tree, ...], kinds: Kinds) -> Tree:
    """Return what a word of the course with these arguments is drawn as."""
    takes = word.takes
    if len(arguments) >= len(word.context) + len(takes) and not _in_section(word, arguments, kinds):
        takes = word.context + takes
    missing = takes[len(arguments) :]
    values: dict[str, Tree] = dict(zip(takes, arguments, strict=False))
    drawn = word.drawn(values | dict(zip(missing, missing, strict=True)))
    if missing:
        drawn = Bound("fun", tuple((name, "nat") for name in missing), drawn)
    return meaning(applied(drawn, arguments[len(takes) :]), kinds)


def _in_section(word: Word, arguments: tuple[Tree, ...], kinds: Kinds) -> bool:
    """Return whether the first argument can't be the dimension that stands there outside the section."""
    first = arguments[0] if arguments else ""
    return word.context[:1] in (("d",), ("n",)) and isinstance(first, str) and kinds.get(first, "nat") != "nat"


def written(kind: Tree) -> str:
    """Return a type as Coq prints it."""
    if isinstance(kind, str):
        return kind
    if isinstance(kind, Bound):
        return "Prop"
    if kind.kind == "call":
        return " ".join(map(written, kind.parts))
    return f" {kind.kind} ".join(map(written, kind.parts))
