"""Make statements false on purpose, as proofs/falsified.toml says. If one compiled, the proofs would mean little."""

import hashlib
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.machine import cores
from tools.proofs import PROOFS, prover, source

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


def why_accepted(each: Falsified, folder: Path, build: Path) -> str:
    """Return why this one doesn't count as refused by Coq, or nothing if it does."""
    said = prover.compile_error(Path(each.file).stem, each.text(folder), build)
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
    wrong = []

    def try_one(each: Falsified) -> None:
        known = refusal_mark(each, folder, build)
        problem = "" if known.exists() else why_accepted(each, folder, build)
        say(f"{each}: {'ACCEPTED' if problem else 'refused'}")
        if problem:
            wrong.append(problem)
        else:
            known.touch()

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(try_one, read_falsified(folder)))
    return sorted(wrong)
