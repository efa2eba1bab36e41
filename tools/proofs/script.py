"""A file of Coq as a list of what an editor sends, one after the other: sentences, bullets and braces."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tools.proofs import source

STARTS = re.compile(rf"(?:(?:Local|Global) )?(?:{source.CLAIM})\s+([\w']+)")
ENDS = re.compile(r"(?:Qed|Defined)\.")
# A bullet, or a brace with or without the number of a goal.
MARK = re.compile(r"[-+*]+|(?:\d+\s*:\s*)?\{|\}")
STOP = re.compile(r"\.(?=\s|$)")


class Sentence(NamedTuple):
    """A sentence as the file has it and without comments inside, the comment right before it, and its line."""

    said: str
    text: str
    comment: str
    line: int


def script(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a file, in order."""
    code = source.blank_comments(text)
    place, in_proof = 0, False
    while begins := re.compile(r"\S").search(code, place):
        begin = begins.start()
        mark = MARK.match(code, begin) if in_proof else None
        stop = mark or STOP.search(code, begin)
        if stop is None:
            raise ValueError(f"a sentence doesn't end: {text[begin : begin + 40]}")
        sentence = source.one_line(code[begin : stop.end()])
        yield Sentence(text[begin : stop.end()], sentence, _comment(text[place:begin]), text.count("\n", 0, begin) + 1)
        in_proof = sentence == "Proof." or (in_proof and not ENDS.match(sentence))
        place = stop.end()


def _comment(between: str) -> str:
    """Return the words of the last comment between two sentences."""
    _, opened, words = between.rpartition("(*")
    return source.one_line(words.rpartition("*)")[0].lstrip("*")) if opened else ""


def proof_of(text: str) -> str:
    """Return the name of the statement that a sentence begins to prove, or nothing."""
    found = STARTS.match(text)
    return found[1] if found else ""
