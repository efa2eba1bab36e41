"""What does it follow from? Questions about steps of the formal proofs, and the answers that Coq found.

proofs/questions.toml lists the questions: a place in a proof, the facts that are offered there, and what is to be
shown. proofs/questions.json has what Coq said: the terms, and the smallest choices of facts from which it finds a
proof. A choice is enough if it contains one of these; of another, only 'Coq finds no proof' may be said.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tools import files
from tools.proofs import PROOFS
from tools.proofs.needs import digest, read_needs
from tools.proofs.recording import STEPS, Entry, read_steps
from tools.proofs.source import is_letter
from tools.walks import claims
from tools.walks.terms import Unreadable

QUESTIONS = PROOFS / "questions.toml"
ANSWERS = PROOFS / "questions.json"
# What Coq may use besides the chosen facts: each bounded fact for each number in its bound, logic, and arithmetic.
INSTANCES = (
    "repeat match goal with H : forall i, (i < ?m)%nat -> _, Hi : (?i < ?m)%nat |- _ => "
    "let T := type of (H i Hi) in lazymatch goal with _ : T |- _ => fail | _ => pose proof (H i Hi) end end"
)
ARITHMETIC = "first [lra | nra | lia]"
QUOTIENTS = f"(first [apply le_quotient | apply quotient_le]; {ARITHMETIC})"
TACTIC = f"{INSTANCES}; solve [auto | {ARITHMETIC} | congruence | intuition lra | {QUOTIENTS}]"


class Question(NamedTuple):
    """A question: before which sentence of a proof it is asked, and which facts it offers.

    `say` is said first, so that facts and goals have the form of the book; `given` are facts that are always known.
    Several goals make a chain, with one fact to be chosen for each; without any it is the proof's own goal.
    """

    proof: str
    at: int
    facts: tuple[str, ...]
    say: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """Return the name of the file of its proof."""
        return self.proof.partition(".")[0]

    @property
    def name(self) -> str:
        """Return the name of the statement."""
        return self.proof.partition(".")[2]

    @property
    def made_of(self) -> str:
        """Return a hash of the question, of the recorded proof, and of what Coq may use."""
        proof = digest(recorded(self.file)["proofs"][self.name])
        return hashlib.sha256(json.dumps([*self, proof, TACTIC]).encode()).hexdigest()[:16]


@cache
def recorded(file: str) -> Entry:
    """Return the recording of a file."""
    return read_steps(file)


def read_questions(path: Path = QUESTIONS) -> dict[str, Question]:
    """Return the questions by their names."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    return {key: Question(**{name: _tuple(value) for name, value in each.items()}) for key, each in listed.items()}


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def read_answers(path: Path = ANSWERS) -> dict[str, Entry]:
    """Return what Coq said, by the names of the questions."""
    found: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def write_answers(answers: Mapping[str, Entry], path: Path = ANSWERS) -> None:
    """Write what Coq said, a line for each question."""
    rows = ",\n".join(f'"{key}": {json.dumps(answers[key], ensure_ascii=False)}' for key in sorted(answers))
    files.write_atomically(path, f"{{\n{rows}\n}}\n".encode())


def unasked(questions: Mapping[str, Question], answers: Mapping[str, Entry]) -> dict[str, Question]:
    """Return the questions that Coq wasn't asked, or not as they are now."""
    return {
        key: each for key, each in questions.items() if key not in answers or answers[key]["made_of"] != each.made_of
    }


def is_enough(smallest: Iterable[Iterable[int]], chosen: Iterable[int]) -> bool:
    """Return whether Coq finds a proof from some facts, by the smallest choices."""
    return any(set(choice) <= set(chosen) for choice in smallest)


class Candidate(NamedTuple):
    """A step of a proof that can be made a question: its place, the facts it needs among those known, and its goal."""

    proof: str
    at: int
    needs: list[str]
    facts: dict[str, str]
    goal: str


def pool(files: Iterable[str] | None = None) -> Iterator[Candidate]:
    """Yield the sentences that reach a goal by two to four facts among others, if all of it can be drawn."""
    known = read_needs()
    for file in files or sorted(path.stem for path in STEPS.glob("*.json")):
        for name, proof in recorded(file)["proofs"].items():
            before = proof["start"]
            for at, (sentence, needs) in enumerate(zip(proof["sentences"], known[digest(proof)], strict=True)):
                state, after = (proof["states"][number] for number in (before, sentence["state"]))
                before = sentence["state"]
                if len(after[1]) + after[2] < len(state[1]) + state[2] and 2 <= len(needs) <= 4:
                    terms = [proof["terms"][term] for term in state[0]]
                    facts = {name: kind for name, kind in _named(terms).items() if not is_letter(kind)}
                    goal = proof["terms"][state[1][0]]
                    if len(facts) > len(needs) and _can_be_drawn([goal, *facts.values()], terms):
                        yield Candidate(f"{file}.{name}", at, needs, facts, goal)


def _named(terms: Iterable[str]) -> dict[str, str]:
    parts = (term.partition(" : ") for term in terms if " := " not in term)
    return {name: kind for names, _, kind in parts for name in names.split(", ")}


def _can_be_drawn(terms: Iterable[str], known: list[str]) -> bool:
    try:
        return all(claims.drawn(term, claims.kinds_of(known)) for term in terms)
    except (Unreadable, KeyError):
        return False
