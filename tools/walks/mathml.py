"""Terms drawn as MathML, in the book's letters: w bold, gamma as a Greek letter, the radius as R."""

import re
from collections.abc import Callable, Mapping
from html import escape
from unicodedata import lookup

from tools.walks.terms import RELATIONS, Bound, Node, Tree, Unreadable, node
from tools.walks.vocabulary import Kinds, written

GREEK = {
    **{name: lookup(f"GREEK SMALL LETTER {name}") for name in ("alpha", "beta", "gamma", "delta", "epsilon", "eta")},
    **{name: lookup(f"GREEK SMALL LETTER {name}") for name in ("theta", "mu", "nu", "xi", "rho", "tau", "psi")},
    "lambda": "λ",
    "eps": "ε",
    "phi": "ϕ",
    "PI": "π",
}
# Names that are other letters in the book.
LETTERS = {
    "radius": "R",
    "rate": "eta",
    "guess": "gamma_guess",
    "gP": "gamma_P",
    "gW": "gamma_W",
    "total": "T",
    "be": "beta",
    "True": "true",
    "False": "false",
}
SIGNS = {"<=": "≤", ">=": "≥", "<>": "≠", "->": "⇒", "<->": "⇔", "-": "−", "<?": "<", "<=?": "≤", "=?": "=", "In": "∈"}
BETWEEN = {"/\\": "and", "\\/": "or", "||": "or", "&&": "and"}
# How tightly what is drawn holds together; a part that holds less tightly than its place needs gets brackets.
HOLDS = {
    kind: holds
    for holds, kinds in {
        2: ["let"],
        3: ["if", "match"],
        5: ["for all"],
        10: ["->"],
        15: ["<->"],
        20: ["\\/", "||"],
        25: ["/\\", "&&"],
        30: ["says"],
        35: ["not"],
        40: ["chain", *RELATIONS, "<?", "<=?", "=?"],
        50: ["::", "++"],
        60: ["+", "-"],
        62: ["negative"],
        65: ["sum"],
        70: ["*", "times", "dot"],
        90: ["^", "factorial"],
        100: ["/", "inverse"],
    }.items()
    for kind in kinds
}
WHOLE = 100
THIN = "<mspace width='0.17em'/>"
SPACE = "&#160;"


def word(text: str) -> str:
    """Draw words; spaces at the ends are kept."""
    return f"<mtext>{escape(text).replace(' ', SPACE)}</mtext>"


def sign(text: str) -> str:
    """Draw a sign between two terms, or a word there."""
    if text in BETWEEN:
        return word(f"  {BETWEEN[text]}  ")
    return f"<mo>{escape(SIGNS.get(text, text))}</mo>"


def row(*parts: str) -> str:
    """Draw parts as one."""
    return f"<mrow>{''.join(parts)}</mrow>"


def fenced(inner: str, left: str = "(", right: str = ")") -> str:
    """Draw a term in brackets that don't stretch."""
    return row(f"<mo stretchy='false'>{left}</mo>", inner, f"<mo stretchy='false'>{right}</mo>")


def name(text: str, *, bold: bool = False) -> str:
    """Draw a name: a letter with its primes and its index, or a word."""
    text = LETTERS.get(text, text)
    if text.isdigit():
        return f"<mn>{text}</mn>"
    if text.startswith("grad_"):
        return row(sign("∇"), name(text.removeprefix("grad_")))
    if found := re.fullmatch(r"([A-Za-z']+?)_([A-Za-z_]\w*)", text):
        below = sign("∗") if found[2] == "star" else word(found[2].replace("_", " "))
        return f"<msub>{name(found[1], bold=bold)}{below}</msub>"
    if found := re.fullmatch(r"([A-Za-z']+?)(\d+)", text):
        return f"<msub>{name(found[1], bold=bold)}<mn>{found[2]}</mn></msub>"
    stem = text.rstrip("'")
    shown = letter(GREEK.get(stem, stem), bold=bold)
    return row(shown, "<mo lspace='0' rspace='0'>′</mo>" * (len(text) - len(stem))) if text != stem else shown


def letter(text: str, *, bold: bool) -> str:
    """Draw one letter, or a word upright."""
    if len(text) > 1:
        return word(text.replace("_", " "))
    if bold and text == "0":
        return "<mn mathvariant='bold'>𝟎</mn>"
    if bold and text.isascii() and text.isalpha():
        start = ord("𝐀" if text.isupper() else "𝐚") - ord("A" if text.isupper() else "a")
        return f"<mi mathvariant='normal'>{chr(start + ord(text))}</mi>"
    return f"<mi>{escape(text)}</mi>"


def bounded(tree: Tree) -> Tree:
    """Return the term with 'forall i, i < m -> P' as 'P for all i < m', wherever it is."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, Node):
        return tree if tree.kind == "text" else Node(tree.kind, tuple(map(bounded, tree.parts)))
    body, conditions = tree.body, []
    names = [each for each, _ in tree.names]
    while tree.kind == "forall" and isinstance(body, Node) and body.kind == "->" and _bounds(body.parts[0], names):
        conditions.append(body.parts[0])
        body = body.parts[1]
    if conditions and len(conditions) == len(names):
        return node("for all", bounded(body), *conditions)
    return Bound(tree.kind, tree.names, bounded(tree.body))


def _bounds(tree: Tree, names: list[str]) -> bool:
    return isinstance(tree, Node) and tree.kind == "<" and tree.parts[0] in names


class Drawing:
    """Draws terms; `kinds` holds the types of the letters."""

    def __init__(self, kinds: Kinds) -> None:
        """Keep the types."""
        self.kinds = dict(kinds)

    def draw(self, tree: Tree) -> str:
        """Draw a term."""
        if isinstance(tree, str):
            return name(tree, bold=self.is_vector(tree))
        if isinstance(tree, Bound):
            return self.bound(tree)
        if rule := RULES.get(tree.kind):
            return rule(self, *tree.parts)
        if tree.kind.startswith("function "):
            return self.function(name(tree.kind.partition(" ")[2]), *tree.parts)
        if len(tree.parts) == 2:
            return self.between(tree.kind, *tree.parts)
        raise Unreadable(f"no way to draw {tree.kind}")

    def at(self, tree: Tree, least: int) -> str:
        """Draw a term, in brackets where it holds together less tightly than that."""
        holds = HOLDS.get(tree.kind, WHOLE) if isinstance(tree, Node) else WHOLE if isinstance(tree, str) else 5
        return self.draw(tree) if holds >= least else fenced(self.draw(tree))

    def is_vector(self, tree: Tree) -> bool:
        """Return whether a letter is a vector, or a list of vectors."""
        return isinstance(tree, str) and self.kinds.get(tree, "") in VECTORS

    # --- the kinds of terms

    def between(self, kind: str, left: Tree, right: Tree) -> str:
        """Draw two terms with a sign between them."""
        holds = HOLDS[kind]
        first, second = (holds + 1, holds) if kind in ("->", "::", "++") else (holds, holds + (kind in ("-", "->")))
        return row(self.at(left, first), sign(kind), self.at(right, second))

    def chain(self, *parts: Tree) -> str:
        """Draw a <= b <= c."""
        return row(*(sign(str(part)) if place % 2 else self.at(part, 41) for place, part in enumerate(parts)))

    def product(self, left: Tree, right: Tree) -> str:
        """Draw a product; two numbers get a sign between them."""
        middle = sign("·") if _begins_with_digit(right) else THIN
        least = 71 if isinstance(right, Node) and right.kind == "*" else 70
        return row(self.at(left, 70), middle, self.at(right, least))

    def fraction(self, above: Tree, below: Tree) -> str:
        """Draw a fraction."""
        return f"<mfrac>{row(self.draw(above))}{row(self.draw(below))}</mfrac>"

    def power(self, base: Tree, exponent: Tree) -> str:
        """Draw a power."""
        return f"<msup>{self.at(base, WHOLE)}{row(self.draw(exponent))}</msup>"

    def norm(self, tree: Tree, below: str = "") -> str:
        """Draw a length."""
        drawn = fenced(self.draw(tree), "‖", "‖")
        return f"<msub>{drawn}{below}</msub>" if below else drawn

    def sum(self, index: Tree, count: Tree, term: Tree) -> str:
        """Draw a sum."""
        below = row(self.draw(index), sign("<"), self.at(count, 50))
        return row(f"<munder><mo largeop='true'>∑</mo>{below}</munder>", self.at(term, 65))

    def for_all(self, claim: Tree, *conditions: Tree) -> str:
        """Draw 'P for all i < m'."""
        shown = sign(",").join(map(self.draw, conditions))
        return row(self.at(claim, 26), word("  for all "), shown)

    def says(self, *parts: Tree) -> str:
        """Draw a sentence with terms in it."""
        return row(*(self.at(part, 50) for part in parts))

    def choice(self, test: Tree, yes: Tree, no: Tree) -> str:
        """Draw if ... then ... else."""
        return row(self.draw(yes), word(" if "), self.draw(test), word(", else "), self.at(no, 3))

    def cases(self, subject: Tree, *parts: Tree) -> str:
        """Draw match ... with."""
        rows = "".join(
            f"<mtr><mtd>{self.draw(value)}</mtd><mtd>{word('if ')}{self.case(subject, case)}</mtd></mtr>"
            for case, value in zip(parts[::2], parts[1::2], strict=True)
        )
        return row("<mo>{</mo>", f"<mtable columnalign='left'>{rows}</mtable>")

    def case(self, subject: Tree, case: Tree) -> str:
        """Draw the condition of one case."""
        if case == "_":
            return word("not")
        return row(self.draw(subject), sign("="), self.draw(case))

    def let(self, what: Tree, value: Tree, body: Tree) -> str:
        """Draw let x = ... in."""
        return row(word("with "), self.draw(what), sign("="), self.draw(value), word(": "), self.draw(body))

    def listed(self, *items: Tree, left: str = "(", right: str = ")") -> str:
        """Draw a pair or a list."""
        return fenced(sign(",").join(map(self.draw, items)), left, right)

    def pair(self, *items: Tree) -> str:
        """Draw a tuple; one within the first place goes on."""
        first = items[0]
        while isinstance(first, Node) and first.kind == "pair":
            items = (*first.parts, *items[1:])
            first = items[0]
        return self.listed(*items)

    def function(self, head: str, *arguments: Tree) -> str:
        """Draw a function, itself drawn already, with its arguments."""
        return row(head, fenced(sign(",").join(map(self.draw, arguments)))) if arguments else head

    def call(self, head: Tree, *arguments: Tree) -> str:
        """Draw a term applied to others: x_i for an index, f(x) for anything else."""
        if not isinstance(head, str):
            return f"<msub>{self.at(head, WHOLE)}{self.indices(arguments)}</msub>"
        takes = self.kinds.get(head, "nat -> R" if len(head) == 1 else "").split(" -> ")[:-1]
        if self.kinds.get(head, "") in VECTORS:
            takes.append("nat")
        count = next((place for place, kind in enumerate(takes) if kind != "nat"), len(takes))
        if not takes or not count:
            return self.function(self.draw(head), *arguments)
        indexed = f"<msub>{self.draw(head)}{self.indices(arguments[:count])}</msub>"
        return self.function(indexed, *arguments[count:])

    def indices(self, arguments: tuple[Tree, ...]) -> str:
        """Draw indices."""
        return row(sign(",").join(map(self.draw, arguments)))

    def bound(self, tree: Bound) -> str:
        """Draw forall, exists or fun."""
        inside = Drawing({**self.kinds, **{each: written(kind) for each, kind in tree.names if kind}})
        names = sign(",").join(inside.draw(each) for each, _ in tree.names if each != "_")
        if not names:
            return inside.draw(tree.body)
        if tree.kind == "fun":
            return row(names, sign("↦"), inside.draw(tree.body))
        before, after = BOUND[tree.kind]
        return row(word(before), names, word(after), inside.draw(tree.body))


BOUND = {
    "forall": ("for all ", ": "),
    "exists": ("there is ", " with "),
    "exists once": ("there is just one ", " with "),
}


def _begins_with_digit(tree: Tree) -> bool:
    """Return whether what is drawn for a term begins with a digit."""
    while isinstance(tree, Node) and tree.kind in ("*", "times", "^"):
        tree = tree.parts[0]
    return isinstance(tree, str) and tree.isdigit()


VECTORS = frozenset(["vec", "nat -> vec", "X -> vec", "(nat -> nat) -> vec", "nat -> X -> vec"])
NORMS = {"norm": "", "norm 1": "<mn>1</mn>", "norm infinity": "<mi>∞</mi>"}
Rule = Callable[..., str]
RULES: Mapping[str, Rule] = {
    "text": lambda drawing, text: word(text),
    "chain": Drawing.chain,
    "*": Drawing.product,
    "times": Drawing.product,
    "dot": lambda drawing, left, right: row(drawing.at(left, 71), sign("·"), drawing.at(right, 71)),
    "/": Drawing.fraction,
    "inverse": lambda drawing, below: drawing.fraction("1", below),
    "negative": lambda drawing, tree: row(sign("-"), drawing.at(tree, 62)),
    "^": Drawing.power,
    "factorial": lambda drawing, tree: row(drawing.at(tree, WHOLE), sign("!")),
    "absolute": lambda drawing, tree: fenced(drawing.draw(tree), "|", "|"),
    "root": lambda drawing, tree: f"<msqrt>{row(drawing.draw(tree))}</msqrt>",
    **{kind: (lambda drawing, tree, below=below: drawing.norm(tree, below)) for kind, below in NORMS.items()},
    "gradient": lambda drawing, tree: row(sign("∇"), drawing.at(tree, WHOLE)),
    "sum": Drawing.sum,
    "for all": Drawing.for_all,
    "not": lambda drawing, tree: row(word("not "), drawing.at(tree, 41)),
    "says": Drawing.says,
    "if": Drawing.choice,
    "match": Drawing.cases,
    "let": Drawing.let,
    "pair": Drawing.pair,
    "list": Drawing.listed,
    "first": lambda drawing, tree: f"<msub>{drawing.at(tree, WHOLE)}<mn>1</mn></msub>",
    "second": lambda drawing, tree: f"<msub>{drawing.at(tree, WHOLE)}<mn>2</mn></msub>",
    "zero": lambda drawing: letter("0", bold=True),
    "call": Drawing.call,
}


