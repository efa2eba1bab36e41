"""Read a file of Coq: its statements with their comments, its definitions, and what it must not contain."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

LABELLED = re.compile(r"(thm|def|alg|sec|ex)_")
CLAIM = r"Theorem|Lemma|Corollary|Proposition|Fact|Remark|Example"
WORD = r"Definition|Fixpoint|Inductive|Record|Notation"
NAMED = re.compile(rf"(?:(?:Local|Global) )?({CLAIM}|{WORD})\s+([\w']+)")
CONTEXT = re.compile(r"(Variables?|Hypothes[ie]s|Context)\b")
# Open proofs, assumptions, and the switches that turn off Coq's own checks.
UNPROVED = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|bypass_check|Unset\s+(?:Guard|Positivity|Universe)\b"
    r"|Declare\s+ML|Type\s?In\s?Type)"
)
# Letters are the data of a proof; anything else that is known is a fact.
DATA = re.compile(r"(.*-> )?(nat|R|vec|bool|Prop|Set|Type|State|Point|X|V|space|list nat|vec \* R( \* vec)?)\b[^=<>]*")
HYPOTHESIS = re.compile(r"^- ([\w']+) : ", re.M)


@dataclass
class Passage:
    """A statement or a definition in a file."""

    name: str
    claim: bool
    text: str
    comment: str
    context: list[str] = field(default_factory=list)
    """The variables, hypotheses and notations of the sections around it."""

    @property
    def sentence(self) -> str:
        """Return the part of the comment before the hypotheses."""
        return one_line(HYPOTHESIS.split(self.comment, maxsplit=1)[0])

    @property
    def hypotheses(self) -> dict[str, str]:
        """Return what the comment says of each hypothesis, by its name."""
        _, *parts = HYPOTHESIS.split(self.comment)
        return {name: one_line(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def one_line(text: str) -> str:
    """Return the text on one line, with single spaces."""
    return " ".join(text.split())


def blank_comments(text: str) -> str:
    """Return the text with comments and strings replaced by spaces, so that positions stay the same."""
    shown, depth, quoted, start = [], 0, False, 0
    for mark in re.finditer(r'\(\*|\*\)|"', text):
        was_inside = depth > 0 or quoted
        if mark[0] == '"':
            quoted = not quoted
        elif not quoted:
            depth += 1 if mark[0] == "(*" else -1
        piece = text[start : mark.start()]
        shown += [re.sub(r"\S", " ", piece) if was_inside else piece, " " * len(mark[0])]
        start = mark.end()
    return "".join([*shown, text[start:]])


def sentences(code: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence of Coq; a full stop before a space ends one."""
    start = 0
    for stop in re.finditer(r"\.(?=\s|$)", code):
        sentence = code[start : stop.end()]
        yield start + len(sentence) - len(sentence.lstrip()), stop.end()
        start = stop.end()


def comment_before(text: str, begin: int) -> str:
    """Return the comment (** ... *) that ends at a position, without its marks and indent."""
    before = text[:begin].rstrip()
    if not before.endswith("*)"):
        return ""
    comment = before[before.rindex("(*") :]
    lines = comment[3:-2].splitlines() if comment.startswith("(**") else []
    return "\n".join(line.strip() for line in lines).strip()


def passages(text: str) -> Iterator[Passage]:
    """Yield the statements and definitions of a file, in order."""
    whole = blank_comments(text)
    sections: list[tuple[str, list[str]]] = []
    for begin, end in sentences(whole):
        code = whole[begin:end]
        if opened := re.match(r"Section (\w+)\.", code):
            sections.append((opened[1], []))
        elif sections and code == f"End {sections[-1][0]}.":
            sections.pop()
        elif sections and (CONTEXT.match(code) or code.startswith("Notation")):
            sections[-1][1].append(one_line(code))
        elif named := NAMED.match(code):
            context = [line for _, lines in sections for line in lines]
            claim = re.fullmatch(CLAIM, named[1]) is not None
            yield Passage(named[2], claim, text[begin:end], comment_before(text, begin), context)


def unproved(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of each assumption made without proof."""
    code = blank_comments(text)
    for found in UNPROVED.finditer(code):
        yield code[: found.start()].count("\n") + 1, found[0]
    depth = 0
    for begin, end in sentences(code):
        sentence = code[begin:end]
        depth += bool(re.match(r"Section \w+\.", sentence)) - bool(re.match(r"End \w+\.", sentence))
        if depth == 0 and (declared := CONTEXT.match(sentence)):
            yield code[:begin].count("\n") + 1, f"{declared[0]} outside a section"


def unused_lemmas(texts: Iterable[str]) -> list[str]:
    """Return the lemmas that no proof in these files uses; theorems and examples are there for themselves."""
    texts = list(texts)
    said = Counter(word for text in texts for word in re.findall(r"[\w']+", blank_comments(text)))
    claims = (passage for text in texts for passage in passages(text) if passage.claim)
    lemmas = (claim.name for claim in claims if re.match(r"(\w+ )?Lemma\b", claim.text))
    return [name for name in lemmas if said[name] == 1 and not LABELLED.match(name)]


def imports(text: str) -> list[str]:
    """Return the files of proofs/ that a file imports; for equal names, the last one counts."""
    found = re.findall(r"From Margin Require Import ([\w\s]+)\.", blank_comments(text))
    return [name for line in found for name in line.split()]


def binders(statement: str) -> dict[str, str]:
    """Return the hypotheses among a statement's binders (name : claim), by name."""
    code = blank_comments(statement)
    depth, start, found = 0, 0, {}
    for place, sign in enumerate(code):
        if depth == 0 and sign == ":":
            break
        depth += (sign in "({") - (sign in ")}")
        if depth == 1 and sign in "({":
            start = place + 1
        elif depth == 0 and sign in ")}":
            names, _, kind = code[start:place].partition(":")
            if not is_letter(kind):
                found.update(dict.fromkeys(names.split(), one_line(kind)))
    later = re.findall(r"\bforall ([\w']+) : ([^,]+),", conclusion(statement))
    return found | {name: one_line(kind) for name, kind in later if not is_letter(kind)}


def is_letter(kind: str) -> bool:
    """Return whether this is the type of a letter, such as a number or a vector, and not a claim."""
    return DATA.fullmatch(kind.strip()) is not None


def conclusion(statement: str) -> str:
    """Return what a statement claims: everything after the colon that follows its binders."""
    code, depth = blank_comments(statement), 0
    for place, sign in enumerate(code):
        depth += (sign in "({") - (sign in ")}")
        if depth == 0 and sign == ":" and code[place + 1] != "=":
            return code[place + 1 : -1].strip()
    raise ValueError(f"no colon in {statement}")


def read_sources(folder: Path) -> dict[str, str]:
    """Return the text of each Coq file, by its name without the suffix."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}
