"""Which of the known facts each sentence of a proof needs: Coq is asked again, with the others cleared.

What is found is remembered in proofs/needs.json by a hash of the recorded proof, since asking takes minutes.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools import files
from tools.machine import cores
from tools.proofs import PROOFS, prover
from tools.proofs.recording import STEPS, Entry, read_steps
from tools.proofs.script import ENDS, Sentence, proof_of, script
from tools.proofs.session import Session, Shown
from tools.proofs.source import is_letter

NEEDS = PROOFS / "needs.json"
SECONDS = 5  # after these, Coq has found no proof
MARK = re.compile(r"[-+*{}\d: ]+$")
Needs = list[list[str]]


def facts_of(shown: Shown | None) -> list[str]:
    """Return the names of the facts of the current goal; letters are none."""
    if shown is None or not shown.goals:
        return []
    named = (fact.partition(" : ") for fact in shown.goals[0].facts if " := " not in fact)
    return [name for names, _, kind in named if not is_letter(kind) for name in names.split(", ")]


def needed(coq: Session, sentence: str) -> list[str]:
    """Say a sentence; return facts that are enough for what it does, of which none can be left out."""
    tried = Tried(coq, sentence)
    spare: list[str] = []
    for name in tried.facts:
        if tried.does_the_same_without([*spare, name]):
            spare.append(name)
    tried.say()
    return [name for name in tried.facts if name not in spare]


def wrongly_needed(coq: Session, sentence: str, needs: list[str]) -> str:
    """Say a sentence; return what is wrong with the facts that it is said to need, or nothing."""
    tried = Tried(coq, sentence)
    others = [name for name in tried.facts if name not in needs]
    wrong = "" if tried.does_the_same_without(others) else f"{', '.join(needs) or 'nothing'} is not enough"
    for name in needs:
        if tried.does_the_same_without([*others, name]):
            wrong = f"{name} is not needed"
    tried.say()
    return wrong


class Tried:
    """A sentence at its place in a proof, said with some of the facts cleared."""

    def __init__(self, coq: Session, sentence: str) -> None:
        """Say it once."""
        self.coq, self.sentence, self.start = coq, sentence, coq.place
        before = coq.look()
        self.facts = [] if MARK.fullmatch(sentence) else facts_of(before)
        self.after = self.say()

    def say(self) -> Shown | None:
        """Say it as it is in the file."""
        self.coq.back_to(self.start)
        self.coq.say(self.sentence)
        return self.coq.look()

    def does_the_same_without(self, names: list[str]) -> bool:
        """Return whether it leads to the same goals without some facts."""
        if not names:
            return True
        self.coq.back_to(self.start)
        try:
            self.coq.say(f"clear {' '.join(names)}.")
            self.coq.look()
            self.coq.say(f"Timeout {SECONDS} {self.sentence}")
            found = self.coq.look()
        except prover.ProofError:
            return False
        return _claims(found) == _claims(self.after)


def _claims(shown: Shown | None) -> list[str]:
    return [goal.claim for goal in shown.goals] if shown else []


def ask_file(text: str, library: Path, wanted: Iterable[str]) -> dict[str, Needs]:
    """Return what the sentences of some proofs of a file need."""
    with Session(library) as coq:
        asked = said_proofs(coq, text, frozenset(wanted))
        return {name: [needed(coq, sentence) for sentence in sentences] for name, sentences in asked}


def recheck_file(text: str, library: Path, needs: Mapping[str, Needs]) -> list[str]:
    """Return what is wrong with the facts that the sentences of a file are said to need."""
    with Session(library) as coq:
        return [
            f"{name}: {sentence}: {wrong}"
            for name, sentences in said_proofs(coq, text, frozenset(needs))
            for sentence, its in zip(sentences, needs[name], strict=True)
            if (wrong := wrongly_needed(coq, sentence, its))
        ]


def said_proofs(coq: Session, text: str, wanted: frozenset[str]) -> Iterator[tuple[str, Iterator[str]]]:
    """Say a file; yield the sentences of some proofs, each to be said by the caller."""
    rest = script(text)
    for sentence in rest:
        coq.say(sentence.said)
        name = proof_of(sentence.text)
        if name in wanted:
            coq.look()
            yield name, _proof(coq, rest)


def _proof(coq: Session, rest: Iterator[Sentence]) -> Iterator[str]:
    for sentence in rest:
        if ENDS.match(sentence.text):
            coq.say(sentence.said)
            return
        if sentence.text == "Proof.":
            coq.say(sentence.said)
        else:
            yield sentence.said


def digest(proof: Entry) -> str:
    """Return a hash of a recorded proof; its comments don't count."""
    sentences = [(sentence["text"], sentence["state"]) for sentence in proof["sentences"]]
    parts = [proof["statement"], proof["start"], sentences, proof["terms"], proof["states"]]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def read_needs(path: Path = NEEDS) -> dict[str, Needs]:
    """Return what is known, by the hash of the proof."""
    found: dict[str, Needs] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def unasked(recorded: Mapping[str, Entry], known: Mapping[str, Needs]) -> dict[str, set[str]]:
    """Return the proofs of each file that Coq wasn't asked about."""
    found: dict[str, set[str]] = {}
    for file, proofs in recorded.items():
        for name, proof in proofs.items():
            if digest(proof) not in known:
                found.setdefault(file, set()).add(name)
    return found


def ask_changed(
    texts: Mapping[str, str], library: Path, say: prover.Say, path: Path = NEEDS, steps: Path = STEPS
) -> int:
    """Ask Coq about all recorded proofs that it wasn't asked about, write it down, and return how many these were."""
    recorded = {path.stem: read_steps(path.stem, steps)["proofs"] for path in sorted(steps.glob("*.json"))}
    known = read_needs(path)
    missing = unasked(recorded, known)

    def ask(file: str) -> None:
        for name, needs in ask_file(texts[file], library, missing[file]).items():
            known[digest(recorded[file][name])] = needs
        say(f"{file}: {len(missing[file])} proofs")

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(ask, missing))
    keep = {digest(proof) for proofs in recorded.values() for proof in proofs.values()}
    rows = ",\n".join(f'"{key}": {json.dumps(needs)}' for key, needs in sorted(known.items()) if key in keep)
    files.write_atomically(path, f"{{\n{rows}\n}}\n".encode())
    return sum(map(len, missing.values()))


def recheck(texts: Mapping[str, str], library: Path, say: prover.Say) -> list[str]:
    """Return what is wrong with the facts that sentences are said to need, after asking Coq about all again."""
    known = read_needs()
    wrong: list[str] = []

    def recheck_one(file: str) -> None:
        recorded = read_steps(file)["proofs"]
        needs = {name: known[digest(proof)] for name, proof in recorded.items() if digest(proof) in known}
        wrong.extend(recheck_file(texts[file], library, needs))
        say(f"{file}: the facts needed by {len(needs)} proofs")

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(recheck_one, (path.stem for path in sorted(STEPS.glob("*.json")))))
    return sorted(wrong)
