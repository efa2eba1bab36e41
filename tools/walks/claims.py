"""Facts and goals drawn for a reader: plain words between formulas, so that a long one can go over several lines."""

from collections.abc import Mapping
from functools import cache
from html import escape

from tools.walks.mathml import HOLDS, Drawing, bounded
from tools.walks.terms import Bound, Node, Tree, read
from tools.walks.vocabulary import meaning, written

WORDS = frozenset(["/\\", "\\/", "->", "<->", "not", "for all", "says", "let"])
HOLDS_TOGETHER = 100


def drawn(text: str, kinds: Mapping[str, str]) -> str:
    """Return what Coq prints as HTML with MathML."""
    return _drawn(text, frozenset(kinds.items()))


@cache
def _drawn(text: str, kinds: frozenset[tuple[str, str]]) -> str:
    known = dict(kinds)
    return Claims(known).draw(bounded(meaning(bounded(read(text)), known)))


def kinds_of(facts: list[str]) -> dict[str, str]:
    """Return the types of the letters among what Coq shows as known."""
    found = {}
    for fact in facts:
        names, _, kind = fact.partition(" : ")
        found.update(dict.fromkeys(names.partition(" := ")[0].split(", "), kind))
    return found


class Claims:
    """Draws claims; `kinds` holds the types of the letters."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        """Keep the types."""
        self.kinds = dict(kinds)

    def draw(self, tree: Tree) -> str:
        """Draw a claim."""
        if isinstance(tree, Bound) and tree.kind != "fun":
            return self.bound(tree)
        if not isinstance(tree, Node) or tree.kind not in WORDS:
            return f"<math>{Drawing(self.kinds).draw(tree)}</math>"
        if tree.kind == "not":
            return f"not {self.at(tree.parts[0], 40)}"
        if tree.kind == "for all":
            claim, *conditions = tree.parts
            return f"{self.at(claim, 26)} for all {', '.join(map(self.draw, conditions))}"
        if tree.kind == "says":
            return "".join(map(self.said, tree.parts))
        if tree.kind == "->":
            return self.implication(tree)
        if tree.kind == "let":
            what, value, body = tree.parts
            return f"with {self.draw(Node('=', (what, value)))}: {self.draw(body)}"
        return self.between(tree)

    def at(self, tree: Tree, least: int) -> str:
        """Draw a claim, in brackets where it holds together less tightly than that."""
        holds = HOLDS.get(tree.kind, HOLDS_TOGETHER) if isinstance(tree, Node) else 5
        if isinstance(tree, str) or holds >= least:
            return self.draw(tree)
        return f"({self.draw(tree)})"

    def said(self, part: Tree) -> str:
        """Draw a part of a sentence: words, or a term."""
        if isinstance(part, Node) and part.kind == "text":
            return escape(str(part.parts[0]))
        return self.at(part, 7)

    def between(self, tree: Node) -> str:
        """Draw two claims with and, or, exactly if."""
        middle = {"/\\": "and", "\\/": "or", "<->": "exactly if"}[tree.kind]
        holds = HOLDS[tree.kind]
        left, right = tree.parts
        return f"{self.at(left, holds + 1)} {middle} {self.at(right, holds)}"

    def implication(self, tree: Tree) -> str:
        """Draw A -> B -> C as: if A and B, then C."""
        premises = []
        while isinstance(tree, Node) and tree.kind == "->":
            premises.append(self.at(tree.parts[0], 21))
            tree = tree.parts[1]
        return f"if {' and '.join(premises)}, then {self.at(tree, 6)}"

    def bound(self, tree: Bound) -> str:
        """Draw 'for all x: ...' or 'there is x with ...'."""
        inside = Claims({**self.kinds, **{name: written(kind) for name, kind in tree.names if kind}})
        names = ", ".join(inside.draw(name) for name, _ in tree.names)
        if tree.kind == "forall":
            return f"for all {names}: {inside.draw(tree.body)}"
        many = "is just one" if tree.kind == "exists once" else "are" if len(tree.names) > 1 else "is"
        return f"there {many} {names} with {inside.at(tree.body, 21)}"
