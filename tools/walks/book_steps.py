"""The named steps of the book's proofs, and which of them a comment in a file of Coq names.

A step is named by the comment before the sentence that begins it, or by that of a lemma (** Step Length: ... *), and
then the sentence that first uses the lemma does the step. A comment may begin with several names.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tools.proofs.script import ENDS, proof_of, script
from tools.proofs.source import LABELLED

LABEL = r"^:label: (?P<label>\S+)$"
PROOF = r"^(?P<fence>:::+)\{prf:proof\}[^\n]*\n(?P<proof>.*?)^(?P=fence)$"
BLOCK = re.compile(f"{LABEL}|{PROOF}", re.M | re.S)
OWNER = re.compile(r":class: of-(?P<label>\S+)\n\s*")
# A step begins a paragraph or an item of a list with its name in italics.
STEP = re.compile(r"(?:\A|\n\s*\n|\n- |\n\d+\. )\s*\*([^*\n]+?)[.:]?\*(?=[\s.:,(])")


def read_steps(book: Path) -> dict[str, list[str]]:
    """Return the names of the steps of each theorem's proof.

    That is the first proof after the theorem's label, unless another has the class `of-` with the label.
    """
    found: dict[str, list[str]] = {}
    claimed: dict[str, list[str]] = {}
    for page in sorted(book.glob("[a-z]*.md")):
        label = ""
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            if block["label"]:
                label = block["label"]
            elif owner := OWNER.match(block["proof"]):
                claimed[owner["label"]] = STEP.findall(block["proof"][owner.end() :])
            elif label not in found:
                found[label] = STEP.findall(block["proof"])
    return found | claimed


Spoken = tuple[str, str]


class Told(NamedTuple):
    """A proof as its file tells it: the comment before its statement, and its sentences, each with its comment."""

    comment: str
    sentences: list[Spoken]


def told(text: str) -> dict[str, Told]:
    """Return the proofs of a file of Coq by their names."""
    found: dict[str, Told] = {}
    proof = Told("", [])
    for sentence in script(text):
        if name := proof_of(sentence.text):
            proof = found[name] = Told(sentence.comment, [])
        elif ENDS.match(sentence.text):
            proof = Told("", [])
        else:
            proof.sentences.append((sentence.text, sentence.comment))
    return found


def bare(name: str) -> str:
    """Return the name of a step without formulas' signs, for comparing."""
    name = name.replace("\\norm", "").replace("\\gopt", "gamma")
    return re.sub(r"\W+", " ", re.sub(r"\\v?(\w)", r"\1", name)).strip().lower()


def steps_of(steps: Iterable[str], comment: str) -> list[str]:
    """Return the keys of the steps whose names a comment begins with, one after the other."""
    found: list[str] = []
    keys = [bare(step) for step in steps]
    said = f"{bare(comment)} "
    while fits := [key for key in keys if said.startswith(f"{key} ")]:
        found.append(max(fits, key=len))
        said = said[len(found[-1]) + 1 :]
    return found


def lemmas_of(sentence: str, proofs: Mapping[str, Told]) -> list[str]:
    """Return the lemmas that a sentence uses; a statement of the book is no lemma."""
    words = re.findall(r"[A-Za-z_][\w']*", sentence)
    return [name for name in dict.fromkeys(words) if name in proofs and not LABELLED.match(name)]


def steps_within(steps: list[str], lemma: str, proofs: Mapping[str, Told]) -> list[str]:
    """Return the keys of the steps that a lemma does: by its own comment, those in its proof, and its own lemmas."""
    found: list[str] = []
    waiting, seen = [lemma], set[str]()
    while waiting:
        proof = proofs[waiting.pop(0)]
        own = proof.comment.removeprefix("Step ") if proof.comment.startswith("Step ") else ""
        for text, comment in [("", own), *proof.sentences]:
            found += steps_of(steps, comment)
            waiting += [name for name in lemmas_of(text, proofs) if name not in seen]
            seen.update(waiting)
    return list(dict.fromkeys(found))


def steps_along(steps: list[str], sentences: Iterable[Spoken], proofs: Mapping[str, Told]) -> list[list[str]]:
    """Return the keys of the steps that each sentence of a proof belongs to, the first the one it's shown with, or "".

    A comment counts for the sentences up to the next that names a step, a lemma for the first sentence that uses it.
    """
    found: list[list[str]] = []
    now, done, used = [""], set[str](), set[str]()
    for text, comment in sentences:
        named = steps_of(steps, comment)
        now = named or now
        fresh = [name for name in lemmas_of(text, proofs) if name not in used]
        used.update(fresh)
        within = [key for name in fresh for key in steps_within(steps, name, proofs) if key not in done]
        found.append(list(dict.fromkeys([*named, *within] or now)))
        done.update(found[-1])
    return found
