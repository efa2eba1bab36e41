"""Make statements false on purpose, as proofs/falsified.toml says. If one compiled, the proofs would mean little."""

import hashlib
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.machine import cores
from tools.proofs import PROOFS, prover, source
from tools.proofs.script import ENDS, Sentence, proof_of, script
from tools.proofs.session import Session

# Errors that come before any proof, and so show nothing.
NO_PROOF_TRIED = ("Syntax error", "Cannot find a physical path", "was not found in the current environment")


@dataclass(frozen=True)
class Falsified:
    """A statement made false by replacing a few of its words."""

    theorem: str
    file: str
    replace: str
    by: str
    because: str

    def __str__(self) -> str:
        """Return its name for messages."""
        return f"{self.theorem} with {self.by or 'nothing'!r} for {self.replace!r}"

    def text(self, folder: Path) -> str:
        """Return the file with the false statement in it."""
        whole = (folder / self.file).read_text(encoding="utf-8")
        (passage,) = (passage for passage in source.passages(whole) if passage.name == self.theorem)
        if passage.text.count(self.replace) != 1:
            raise prover.ProofError(f"{self}: the statement has that {passage.text.count(self.replace)} times")
        return whole.replace(passage.text, passage.text.replace(self.replace, self.by), 1)


def read_falsified(folder: Path = PROOFS) -> list[Falsified]:
    """Return the false statements."""
    entries = tomllib.loads((folder / "falsified.toml").read_text(encoding="utf-8"))["falsified"]
    return [Falsified(**entry) for entry in entries]


def try_file(wanted: list[Falsified], folder: Path, build: Path) -> Iterator[tuple[Falsified, str]]:
    """Yield the false statements of one file, each with why it doesn't count as refused by Coq, or nothing if it does.

    Coq hears the true file, and at the place of each false statement that one and all that follows it instead.
    """
    true = list(script((folder / wanted[0].file).read_text(encoding="utf-8")))
    places = {proof_of(sentence.text): place for place, sentence in enumerate(true)}
    said = 0
    with Session(build) as coq:
        for each in sorted(wanted, key=lambda each: places[each.theorem]):
            place = places[each.theorem]
            say_all(coq, true[said:place])
            start, said = coq.place, place
            yield each, why_accepted(each, coq_error(coq, list(script(each.text(folder)))[place:]))
            coq.back_to(start)
        say_all(coq, true[said:])


def say_all(coq: Session, sentences: Iterable[Sentence]) -> None:
    """Say sentences of a file. Coq is asked after each proof, so that an error comes before what follows it."""
    for sentence in sentences:
        coq.say(sentence.said)
        if ENDS.match(sentence.text):
            coq.look()
    coq.look()


def coq_error(coq: Session, sentences: Iterable[Sentence]) -> str:
    """Say sentences to the end of a file; return Coq's error, or nothing if it accepts them all."""
    try:
        say_all(coq, sentences)
    except prover.ProofError as error:
        return str(error)
    return ""


def why_accepted(each: Falsified, said: str) -> str:
    """Return why a false statement of which Coq said this doesn't count as refused, or nothing if it does."""
    if not said:
        return f"{each} still compiles, though it is false: {each.because}"
    if any(words in said for words in NO_PROOF_TRIED):
        return f"{each} is not a valid statement: {said}"
    return ""


def refusal_mark(each: Falsified, folder: Path, build: Path) -> Path:
    """Return the file whose existence says that Coq refused this one; its name changes with the proofs."""
    texts = [each.text(folder), *source.read_sources(folder).values()]
    return build / "refused" / hashlib.sha256("".join(texts).encode()).hexdigest()


def try_all(build: Path, say: prover.Say, folder: Path = PROOFS) -> list[str]:
    """Try all that were not refused before, on all cores, and return the problems."""
    (build / "refused").mkdir(exist_ok=True)
    wrong, todo = [], defaultdict(list)
    for each in read_falsified(folder):
        if refusal_mark(each, folder, build).exists():
            say(f"{each}: refused")
        else:
            todo[each.file].append(each)

    def try_one(wanted: list[Falsified]) -> None:
        for each, problem in try_file(wanted, folder, build):
            say(f"{each}: {'ACCEPTED' if problem else 'refused'}")
            if problem:
                wrong.append(problem)
            else:
                refusal_mark(each, folder, build).touch()

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(try_one, todo.values()))
    return sorted(wrong)
