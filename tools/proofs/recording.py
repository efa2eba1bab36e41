"""What Coq shows after each sentence of each proof: proofs/steps/, a file for each file of proofs.

A recording holds the hash of its file, which shows whether it is up to date. Each fact and each state is written once.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tools import files
from tools.machine import cores
from tools.proofs import PROOFS, prover, source
from tools.proofs.script import ENDS, Sentence, proof_of, script
from tools.proofs.session import Session, Shown

STEPS = PROOFS / "steps"
NAME = re.compile(r"[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)*")
Entry = dict[str, Any]
State = tuple[tuple[int, ...], tuple[int, ...], int]


class Recorder:
    """Records one proof."""

    def __init__(self, statement: Sentence, shown: Shown | None) -> None:
        """Begin with what Coq shows after the statement."""
        self.statement = statement
        self.terms: dict[str, int] = {}
        self.states: dict[State, int] = {}
        self.sentences: list[Entry] = []
        self.start = self.state(shown)

    def state(self, shown: Shown | None) -> int:
        """Return the number of a state: the facts and the claim of its first goal, the other claims, how many wait."""
        first, *others = shown.goals if shown and shown.goals else (None,)
        facts = tuple(map(self.term, first.facts)) if first else ()
        claims = tuple(self.term(goal.claim) for goal in (first, *others) if goal)
        return self.states.setdefault((facts, claims, shown.waiting if shown else 0), len(self.states))

    def term(self, text: str) -> int:
        """Return the number of a fact or a claim."""
        return self.terms.setdefault(text, len(self.terms))

    def add(self, sentence: Sentence, shown: Shown | None) -> None:
        """Add a sentence and what Coq shows after it."""
        comment = {"comment": sentence.comment} if sentence.comment else {}
        self.sentences.append({"text": sentence.text, **comment, "state": self.state(shown)})

    def entry(self) -> Entry:
        """Return the recorded proof."""
        return {
            "statement": self.statement.text,
            "comment": self.statement.comment,
            "start": self.start,
            "sentences": self.sentences,
            "terms": list(self.terms),
            "states": list(self.states),
        }


def record_file(name: str, text: str, library: Path) -> Entry:
    """Return what the proofs of a file show, by their names, and what the lemmas say that they use."""
    found: dict[str, Entry] = {}
    with Session(library) as coq:
        try:
            for proof, recorder in _proofs(coq, text):
                found[proof] = recorder.entry()
        except prover.ProofError as error:
            raise prover.ProofError(f"proofs/{name}.v: {error}") from error
        used = {word for proof in found.values() for each in proof["sentences"] for word in NAME.findall(each["text"])}
        return {"proofs": found, "lemmas": dict(_statements(coq, sorted(used)))}


def _proofs(coq: Session, text: str) -> Iterator[tuple[str, Recorder]]:
    """Say the sentences of a file, and yield each proof when it ends."""
    name, recorder = "", None
    for sentence in script(text):
        coq.say(sentence.said)
        if started := proof_of(sentence.text):
            name, recorder = started, Recorder(sentence, coq.look())
        elif recorder and ENDS.match(sentence.text):
            coq.look()
            yield name, recorder
            recorder = None
        elif recorder and sentence.text != "Proof.":
            recorder.add(sentence, coq.look())


def _statements(coq: Session, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the names that are names of lemmas, and what these say; other words of a proof are left out."""
    coq.say("Goal True.")
    coq.look()
    start = coq.place
    for name in names:
        with contextlib.suppress(prover.ProofError):
            coq.say(f"pose proof {name} as it_says.")
            shown = coq.look()
            (fact,) = shown.goals[0].facts if shown else ("",)
            yield name, fact.removeprefix("it_says : ")
        coq.back_to(start)


def is_recorded(name: str) -> bool:
    """Return whether the proofs of a file are recorded; those of examples aren't."""
    return not name.startswith("Sanity")


def made_of(name: str, texts: Mapping[str, str]) -> str:
    """Return a hash of a file and of those that it imports."""
    imported = [made_of(each, texts) for each in source.imports(texts[name])]
    return hashlib.sha256("\n".join([*imported, texts[name]]).encode()).hexdigest()


def read_steps(name: str, folder: Path = STEPS) -> Entry:
    """Return the recording of a file."""
    found: Entry = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def is_stale(name: str, texts: Mapping[str, str], folder: Path = STEPS) -> bool:
    """Return whether the recording of a file is missing or made of other texts."""
    return not (folder / f"{name}.json").exists() or read_steps(name, folder)["made_of"] != made_of(name, texts)


def record_changed(texts: Mapping[str, str], library: Path, say: prover.Say, folder: Path = STEPS) -> list[str]:
    """Record what changed, on all cores, and drop recordings without a file; return the names of what changed."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        if old.stem not in texts or not is_recorded(old.stem):
            old.unlink()
    work = [name for name in texts if is_recorded(name) and is_stale(name, texts, folder)]

    def record_one(name: str) -> None:
        entry = {"made_of": made_of(name, texts), **record_file(name, texts[name], library)}
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
        files.write_atomically(folder / f"{name}.json", text.encode())
        say(f"{name}: {len(entry['proofs'])} proofs recorded")

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(record_one, work))
    return work
