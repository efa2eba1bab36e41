"""Coq answers the questions: from which choices of the offered facts does it find a proof?"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

from tools.machine import cores
from tools.proofs.needs import facts_of, said_proofs
from tools.proofs.prover import ProofError, Say
from tools.proofs.recording import Entry
from tools.proofs.session import Session, Shown
from tools.walks.claims import kinds_of
from tools.walks.questions import TACTIC, Question, is_enough, read_answers, read_questions, unasked, write_answers

SECONDS = 20  # a choice that takes longer has no answer that is the same on each machine
SAMPLE = 200  # choices, of all questions


class Asked:
    """A question at its place: Coq stands before a goal, and knows the offered facts and the given ones."""

    def __init__(self, coq: Session, question: Question, goal: str) -> None:
        """Prepare the place."""
        self.coq, self.question = coq, question
        for sentence in [*question.say, *([f"assert (to_show : {goal})."] if goal else [])]:
            self._say(sentence)
        shown = coq.look()
        known = facts_of(shown)
        offered = {*question.facts, *question.given}
        if missing := offered - set(known):
            place = f"proofs/questions.toml, {question.proof}, before sentence {question.at}"
            raise ProofError(f"{place}: {', '.join(sorted(missing))} is not known there")
        self._clear(name for name in known if name not in offered)
        self.start = coq.place
        after = coq.look()
        assert after
        self.shown = after

    def _say(self, sentence: str) -> None:
        try:
            self.coq.say(sentence)
            self.coq.look()
        except ProofError as error:
            raise ProofError(f"proofs/questions.toml, {self.question.proof}: {sentence}\n{error}") from error

    def _clear(self, names: Iterable[str]) -> None:
        if cleared := " ".join(names):
            self._say(f"clear {cleared}.")

    def has_proof(self, chosen: Iterable[int]) -> bool:
        """Return whether Coq finds a proof from some of the offered facts."""
        kept = set(chosen)
        self.coq.back_to(self.start)
        self._clear(name for place, name in enumerate(self.question.facts) if place not in kept)
        waiting = _left(self.coq.look())
        try:
            self.coq.say(f"Timeout {SECONDS} ({TACTIC}).")
            found = self.coq.look()
        except ProofError as error:
            if "timeout" in str(error).lower():
                told = f"{self.question.proof}: Coq needs more than {SECONDS} s for {sorted(kept)}"
                raise ProofError(told) from error
            return False
        return _left(found) < waiting

    def smallest(self) -> list[list[int]]:
        """Return the choices from which Coq finds a proof, and from none of whose parts it does."""
        found: list[list[int]] = []
        for choice in choices(self.question):
            if not is_enough(found, choice) and self.has_proof(choice):
                found.append(list(choice))
        return found


def choices(question: Question) -> list[tuple[int, ...]]:
    """Return all choices of the facts that a question offers, the smaller ones first."""
    count = len(question.facts)
    return [choice for size in range(count + 1) for choice in combinations(range(count), size)]


def _left(shown: Shown | None) -> int:
    return len(shown.goals) + shown.waiting if shown else 0


def at_each_goal(coq: Session, question: Question) -> Iterator[Asked]:
    """Yield the goals of a question, asked one after the other, and leave Coq where it was."""
    start = coq.place
    for goal in question.goals or [""]:
        yield Asked(coq, question, goal)
        coq.back_to(start)


def answer(coq: Session, question: Question) -> Entry:
    """Return the terms of a question as Coq prints them, and the smallest choices for each goal."""
    goals = []
    for asked in at_each_goal(coq, question):
        shown = asked.shown.goals[0]
        goals.append({"claim": shown.claim, "enough": asked.smallest()})
    kinds = kinds_of(list(shown.facts))
    return {
        "made_of": question.made_of,
        "letters": {name: kind for name, kind in kinds.items() if name not in {*question.facts, *question.given}},
        "given": [kinds[name] for name in question.given],
        "facts": [kinds[name] for name in question.facts],
        "goals": goals,
    }


def at_each_question(
    text: str, library: Path, questions: Mapping[str, Question]
) -> Iterator[tuple[Session, str, Question]]:
    """Say a file, and yield the questions about it, each where it is asked."""
    left = dict(questions)
    with Session(library) as coq:
        for name, sentences in said_proofs(coq, text, frozenset(each.name for each in left.values())):
            for at, sentence in enumerate(sentences):
                coq.look()
                for key in [key for key, each in left.items() if (each.name, each.at) == (name, at)]:
                    yield coq, key, left.pop(key)
                coq.say(sentence)
            if not left:
                return
    raise ProofError(f"no place for {', '.join(left)}: see proofs/questions.toml")


def ask_changed(texts: Mapping[str, str], library: Path, say: Say) -> int:
    """Ask Coq the questions that it wasn't asked, write down what it said, and return how many these were."""
    questions, answers = read_questions(), read_answers()
    missing = unasked(questions, answers)

    def ask(file: str, own: Mapping[str, Question]) -> None:
        for coq, key, question in at_each_question(texts[file], library, own):
            answers[key] = answer(coq, question)
        say(f"{file}: {len(own)} questions")

    _each_file(missing, ask)
    if missing or set(answers) != set(questions):
        write_answers({key: answers[key] for key in questions})
    return len(missing)


def recheck(texts: Mapping[str, str], library: Path, say: Say, *, sample: int = SAMPLE) -> list[str]:
    """Return what is wrong with the answers, after asking Coq again.

    From each answer it has to find a proof, and from each less one fact none; and of a sample of all choices it has to
    say what the page says.
    """
    questions, answers = read_questions(), read_answers()
    drawn = sample_of(questions, sample)
    wrong: list[str] = []

    def ask(file: str, own: Mapping[str, Question]) -> None:
        for coq, key, question in at_each_question(texts[file], library, own):
            wrong.extend(f"{key}: {what}" for what in wrong_in(coq, question, answers[key], drawn.get(key, [])))
        say(f"{file}: the answers to {len(own)} questions")

    _each_file(questions, ask)
    return sorted(wrong)


def sample_of(questions: Mapping[str, Question], count: int) -> dict[str, list[tuple[int, ...]]]:
    """Return some choices of each question, drawn from all of them together; the same each time."""
    every = [(key, choice) for key, question in questions.items() for choice in choices(question)]
    found: dict[str, list[tuple[int, ...]]] = {}
    for key, choice in random.Random(count).sample(every, min(count, len(every))):
        found.setdefault(key, []).append(choice)
    return found


def wrong_in(coq: Session, question: Question, told: Entry, drawn: Iterable[tuple[int, ...]]) -> Iterator[str]:
    """Yield what is wrong with the answer to a question."""
    for asked, goal in zip(at_each_goal(coq, question), told["goals"], strict=True):
        enough = goal["enough"]
        less = [[fact for fact in answer if fact != left_out] for answer in enough for left_out in answer]
        for choice in [*enough, *less, *drawn]:
            if asked.has_proof(choice) != is_enough(enough, choice):
                yield f"of {[question.facts[fact] for fact in choice]} Coq says something else"


def _each_file(questions: Mapping[str, Question], do: Callable[[str, Mapping[str, Question]], None]) -> None:
    """Do something with the questions about each file, on all cores."""
    files = sorted({question.file for question in questions.values()})
    groups = [{key: each for key, each in questions.items() if each.file == file} for file in files]
    with ThreadPoolExecutor(cores()) as threads:
        list(threads.map(do, files, groups))
