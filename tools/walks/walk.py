"""A walk through a proof, as a page shows it: sentences in plain words, and what is known and to be shown, drawn."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from tools.proofs import PROOFS
from tools.proofs.needs import digest, read_needs
from tools.proofs.recording import STEPS, Entry, read_steps
from tools.proofs.source import is_letter
from tools.walks import book_steps, claims
from tools.walks.telling import Step, tell
from tools.walks.terms import Unreadable

OPENS = re.compile(r"[-+*]+$|(?:\d+\s*:\s*)?\{$")


@cache
def recording(file: str) -> Entry:
    """Return the recording of a file."""
    return read_steps(file)


@cache
def all_needs() -> Mapping[str, list[list[str]]]:
    """Return the facts that sentences need."""
    return read_needs()


@cache
def proof_files() -> dict[str, str]:
    """Return the file of each recorded proof."""
    return {name: path.stem for path in sorted(STEPS.glob("*.json")) for name in recording(path.stem)["proofs"]}


@cache
def all_told() -> dict[str, book_steps.Told]:
    """Return the recorded proofs by their names, as their files tell them."""
    recorded = {name: recording(file)["proofs"][name] for name, file in proof_files().items()}
    return {name: book_steps.Told(proof["comment"], sentences_of(proof)) for name, proof in recorded.items()}


@cache
def lemma_names() -> Mapping[str, str]:
    """Return what lemmas are called, by proofs/lemma_names.toml."""
    return tomllib.loads((PROOFS / "lemma_names.toml").read_text(encoding="utf-8"))


@cache
def titles() -> Mapping[str, str]:
    """Return the titles of the book's theorems by the beginnings of their formal names."""
    entries = tomllib.loads((PROOFS.parent / "book" / "theorems.toml").read_text(encoding="utf-8"))
    return {label.replace("-", "_"): entry["title"] for label, entry in entries.items() if label.startswith("thm-")}


def called(name: str) -> str:
    """Return what a lemma is called: in words of its own, by the title of a theorem, or by its name."""
    if said := lemma_names().get(name):
        return escape(said)
    if theorems := [label for label in titles() if re.match(rf"{label}(_|$)", name)]:
        return f"“{escape(titles()[max(theorems, key=len)])}”"
    return escape(name.rpartition(".")[2].replace("_", " "))


def sentences_of(proof: Entry) -> list[tuple[str, str]]:
    """Return the sentences of a recorded proof, each with its comment."""
    return [(sentence["text"], sentence.get("comment", "")) for sentence in proof["sentences"]]


def drawn_or_code(text: str, kinds: Mapping[str, str]) -> str:
    """Return a term drawn, or as code where it can't be read."""
    try:
        return claims.drawn(text, kinds)
    except (Unreadable, KeyError):
        return f"<code>{escape(text)}</code>"


class Walk:
    """The walk through one proof."""

    def __init__(self, file: str, name: str, steps: list[str] | None = None) -> None:
        """Draw the proof; `steps` are the names of those of the book's proof."""
        self.file, self.name, self.steps = file, name, steps or []
        self.proof: Entry = recording(file)["proofs"][name]
        self.lemmas: dict[str, str] = recording(file)["lemmas"]
        needs = all_needs().get(digest(self.proof), [])
        self.needs = needs or [[] for _ in self.proof["sentences"]]
        self.drawn: dict[str, int] = {}
        self.coq: list[str] = []
        self.used: set[str] = set()

    def page(self) -> dict[str, Any]:
        """Return what a page needs to show the walk."""
        frames = self.frames()
        states = [self.state(number) for number in range(len(self.proof["states"]))]
        return {
            "name": self.name,
            "frames": frames,
            "states": states,
            "drawn": list(self.drawn),
            "coq": self.coq,
            "lemmas": {name: self.lemma(name) for name in sorted(self.used)},
        }

    # --- states

    def facts(self, number: int) -> dict[str, str]:
        """Return the facts of a state by their names, and the letters with their types."""
        known: dict[str, str] = {}
        for term in self.proof["states"][number][0]:
            names, _, kind = self.proof["terms"][term].partition(" : ")
            if " := " in names:
                names, _, value = names.partition(" := ")
                kind = f"{names} = {value}"
            known.update(dict.fromkeys(names.split(", "), kind))
        return known

    def kinds(self, number: int) -> dict[str, str]:
        """Return the types of the letters in a state."""
        return claims.kinds_of([self.proof["terms"][term] for term in self.proof["states"][number][0]])

    def goals(self, number: int) -> list[str]:
        """Return the goals of a state."""
        return [self.proof["terms"][term] for term in self.proof["states"][number][1]]

    def state(self, number: int) -> dict[str, Any]:
        """Return a state: the letters, the facts, the goal, and how many other goals wait."""
        kinds, known, goals = self.kinds(number), self.facts(number), self.goals(number)
        letters: dict[str, list[int]] = {}
        for name, kind in known.items():
            if is_letter(kind):
                letters.setdefault(kind, []).append(self.draw(name, kinds))
        facts = [[name, self.draw(kind, kinds)] for name, kind in known.items() if not is_letter(kind)]
        waiting = len(goals[1:]) + self.proof["states"][number][2]
        return {
            "letters": list(letters.items()),
            "facts": facts,
            "goal": self.draw(goals[0], kinds) if goals else None,
            "waiting": waiting,
        }

    def drawn_claim(self, text: str, state: int) -> str:
        """Return a claim as it is drawn in a state."""
        return drawn_or_code(text, self.kinds(state))

    def draw(self, text: str, kinds: Mapping[str, str]) -> int:
        """Return the number of a drawn term."""
        shown = drawn_or_code(text, kinds)
        if shown not in self.drawn:
            self.drawn[shown] = len(self.drawn)
            self.coq.append(text)
        return self.drawn[shown]

    # --- sentences

    def frames(self) -> list[dict[str, Any]]:
        """Return the sentences, each with the states around it; brackets that close are left out.

        `step` is the book's step that a sentence is shown with, `within` those that a lemma of it does besides.
        """
        found, before = [], self.proof["start"]
        steps = book_steps.steps_along(self.steps, all_told()[self.name].sentences, all_told())
        for sentence, needs, (step, *within) in zip(self.proof["sentences"], self.needs, steps, strict=True):
            after = sentence["state"]
            if sentence["text"] != "}":
                words = self.words(sentence["text"], before, after, needs)
                frame = {"told": sentence["text"], "words": words, "step": step, "within": within}
                found.append({**frame, "before": before, "after": after, "needs": needs})
            before = after
        return found

    def words(self, text: str, before: int, after: int, needs: list[str]) -> str:
        """Return what a sentence does, in plain words."""
        if OPENS.match(text):
            return "Now this case." if text in "-+*" else "First this."
        old, new = self.facts(before), self.facts(after)
        fresh = [name for name, kind in new.items() if old.get(name) != kind and not is_letter(kind)]
        letters = [name for name, kind in new.items() if name not in old and is_letter(kind)]
        goals = [len(self.goals(number)) + self.proof["states"][number][2] for number in (before, after)]
        step = Step(
            text,
            self.kinds(before),
            {name: self.shown(name) for name in self.lemmas if name not in old and self.is_lemma(name)},
            {name: self.drawn_claim(kind, after) for name, kind in {**old, **new}.items() if not is_letter(kind)},
            tuple(needs),
            tuple(fresh),
            tuple(claims.drawn(name, self.kinds(after)) for name in letters),
            goals[1] - goals[0],
            goals[1] < goals[0],
        )
        told = tell(step)
        self.used |= set(re.findall(r'data-lemma="([^"]+)"', told))
        return told

    # --- lemmas

    def is_lemma(self, name: str) -> bool:
        """Return whether a name is that of a statement, and not of a number, a function or a tactic."""
        return not is_letter(self.lemmas[name]) and name not in ("split", "left", "right", "exists", "nat", "R")

    def shown(self, name: str) -> str:
        """Return how a lemma is named in a sentence."""
        return f'<a data-lemma="{name}">{called(name)}</a>'

    def lemma(self, name: str) -> str:
        """Return what a lemma says."""
        return drawn_or_code(self.lemmas[name], {})
