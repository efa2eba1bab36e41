"""Terms as Coq prints them, read into trees."""

import re
from functools import cache
from typing import NamedTuple, TypeAlias

TOKEN = re.compile(
    r"\s*(<->|->|=>|:=|<=\?|<\?|=\?|<=|>=|<>|/\\|\\/|::|\+\+|&&|\|\||\{\||\|\}|%[A-Za-z_]+"
    r"|\??[A-Za-z_][A-Za-z_0-9']*(?:\.[A-Za-z_][A-Za-z_0-9']*)*|\d+|[-+*/^~()\[\]{},:;=<>@|!.²])"
)
RELATIONS = frozenset(["=", "<>", "<", "<=", ">", ">=", "∈"])
# How tightly a sign between two terms binds, and on which side it may be repeated.
BINDING = {
    "->": (10, "right"),
    "<->": (15, ""),
    "\\/": (20, "right"),
    "/\\": (25, "right"),
    **dict.fromkeys([*RELATIONS, "<?", "<=?", "=?"], (40, "")),
    "::": (50, "right"),
    "++": (50, "right"),
    "+": (60, "left"),
    "-": (60, "left"),
    "||": (60, "left"),
    "&&": (65, "left"),
    "*": (70, "left"),
    "/": (70, "left"),
    "^": (90, "right"),
}
SIGNED = 75
NOT = 35
BINDERS = {"forall": ",", "exists": ",", "fun": "=>"}  # and what ends their names
KEYWORDS = frozenset(["in", "then", "else", "with", "end", "as", "return", "match", "fix", "let", "if", *BINDERS])


class Node(NamedTuple):
    """A term that has parts. `kind` is a sign or a word such as call, sum or if."""

    kind: str
    parts: tuple["Tree", ...]


class Bound(NamedTuple):
    """forall, exists or fun: names with their types, and what is said of them."""

    kind: str
    names: tuple[tuple[str, "Tree"], ...]
    body: "Tree"


Tree: TypeAlias = str | Node | Bound


class Unreadable(ValueError):
    """A term outside this grammar."""


def node(kind: str, *parts: Tree) -> Node:
    """Return a term with these parts."""
    return Node(kind, parts)


@cache
def read(text: str) -> Tree:
    """Return the tree of a term."""
    words, place = [], 0
    text = text.strip()
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise Unreadable(text[place:])
        words.append(found[1])
        place = found.end()
    reader = Reader([word for word in words if not word.startswith("%")])
    tree = reader.term()
    if reader.next:
        raise Unreadable(f"{reader.next!r} is left over in {text}")
    return tree


class Reader:
    """A parser by precedence, from the front."""

    def __init__(self, words: list[str]) -> None:
        """Begin at the first word."""
        self.words, self.place = words, 0

    @property
    def next(self) -> str:
        """Return the next word, or nothing at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, wanted: str = "") -> str:
        """Return the next word and go on."""
        word = self.next
        if not word or (wanted and word != wanted):
            raise Unreadable(f"{wanted or 'a term'} expected, {word or 'the end'} found")
        self.place += 1
        return word

    def taken(self, word: str) -> bool:
        """Go on if this is the next word."""
        if self.next != word:
            return False
        self.place += 1
        return True

    def term(self, least: int = 0) -> Tree:
        """Read a term whose signs bind at least so tightly."""
        left = self.prefix()
        while self.next in BINDING and BINDING[self.next][0] >= least:
            level, side = BINDING[self.next]
            sign = self.take()
            right = self.term(level + (side != "right"))
            goes_on = sign in RELATIONS and self.next in RELATIONS
            left = self.chain(left, sign, right) if goes_on else node(sign, left, right)
        return left

    def chain(self, *parts: Tree) -> Tree:
        """Read on after a <= b what is compared with b."""
        while self.next in RELATIONS:
            parts += (self.take(), self.term(BINDING["="][0] + 1))
        return node("chain", *parts)

    def prefix(self) -> Tree:
        """Read a term that begins with a sign or a keyword, or an application."""
        word = self.next
        if word in ("~", "-", "/"):
            self.take()
            return node({"~": "not", "-": "negative", "/": "inverse"}[word], self.term(NOT if word == "~" else SIGNED))
        if word in BINDERS:
            self.take()
            once = word == "exists" and self.taken("!")
            names = self.binders(BINDERS[word])
            return Bound("exists once" if once else word, names, self.term())
        if word == "let":
            return self.let()
        if word == "if":
            self.take()
            test = self.term()
            self.take("then")
            yes = self.term()
            self.take("else")
            return node("if", test, yes, self.term())
        if word == "match":
            return self.match()
        return self.application()

    def binders(self, stop: str) -> tuple[tuple[str, Tree], ...]:
        """Read names with their types, up to a word."""
        found: list[tuple[str, Tree]] = []
        while not self.taken(stop):
            bracketed = self.taken("(")
            names = [self.name()]
            while self.next not in (":", stop, "(", ")"):
                names.append(self.name())
            kind = self.term() if self.taken(":") else ""
            if bracketed:
                self.take(")")
            found += [(name, kind) for name in names]
        return tuple(found)

    def name(self) -> str:
        """Read a name."""
        if not re.match(r"[A-Za-z_]", self.next):
            raise Unreadable(f"a name expected, {self.next or 'the end'} found")
        return self.take()

    def let(self) -> Tree:
        """Read let x := value in term, or let (x, y) := value in term."""
        self.take("let")
        name = self.atom()
        if self.taken(":"):
            self.term()
        self.take(":=")
        value = self.term()
        self.take("in")
        return node("let", name, value, self.term())

    def match(self) -> Tree:
        """Read match x with | case => term ... end."""
        self.take("match")
        subject = self.term()
        self.take("with")
        parts: list[Tree] = [subject]
        while not self.taken("end"):
            self.take("|")
            cases = [self.term()]
            while self.taken("|"):
                cases.append(self.term())
            self.take("=>")
            value = self.term()
            for case in cases:
                parts += [case, value]
        return node("match", *parts)

    def application(self) -> Tree:
        """Read a term applied to others."""
        head = self.atom()
        arguments = []
        while re.match(r"[?A-Za-z_(\d@\[]", self.next) and self.next not in KEYWORDS:
            arguments.append(self.atom())
        tree = node("call", head, *arguments) if arguments else head
        return node("^", tree, "2") if self.taken("²") else tree

    def atom(self) -> Tree:
        """Read a name, a number, or something in brackets."""
        self.taken("@")
        word = self.take()
        if word == "(":
            return self.bracket()
        if word == "[":
            return self.list()
        if word == "{":
            return self.braces()
        if re.match(r"[?A-Za-z_\d]", word) and word not in KEYWORDS:
            return word
        raise Unreadable(f"{word!r} at the start of a term")

    def bracket(self) -> Tree:
        """Read (term), (term : type) or (a, b)."""
        tree = self.term()
        while self.taken(","):
            tree = node("pair", tree, self.term())
        if self.taken(":"):
            self.term()
        self.take(")")
        return tree

    def braces(self) -> Tree:
        """Read {P}, a claim that can be decided, or {x : type | P}, something for which P holds."""
        tree = self.term()
        if self.taken(":"):
            if not isinstance(tree, str):
                raise Unreadable("a name expected before the colon in braces")
            names = ((tree, self.term()),)
            self.take("|")
            tree = Bound("exists", names, self.term())
        self.take("}")
        return tree

    def list(self) -> Tree:
        """Read [a; b; c]."""
        items: list[Tree] = []
        while not self.taken("]"):
            items.append(self.term())
            if self.next != "]":
                self.take(";")
        return node("list", *items)
