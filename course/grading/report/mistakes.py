"""Count the ways in which answers fail, and find the known wrong answers that fail in the same way."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from course.grading.report.beliefs import Belief
from course.grading.report.papers import Class, Outcome

TOLD_APART = 3  # beliefs that one way to fail may fit; with more, it is not a guess
BOTH, CLAIMS = "the same claims and messages", "the same claims"


@dataclass(frozen=True)
class Failure:
    """A claim that was not earned, or a visible test that failed, with its message."""

    part: str
    claim: str  # '' for the visible test
    message: str
    answers: int


@dataclass(frozen=True)
class Likeness:
    """Answers that fail like known answers with one of these beliefs."""

    part: str
    beliefs: tuple[str, ...]
    by: str
    answers: int


@dataclass(frozen=True)
class Misconceptions:
    """What a class got wrong."""

    failures: tuple[Failure, ...]  # the most frequent first
    like: tuple[Likeness, ...]
    failed: int  # parts answered and not all right
    explained: int  # those of them that are like a known answer


def misconceptions(found: Class, known: Sequence[Belief]) -> Misconceptions:
    """Count the ways to fail, without parts that were left blank."""
    ways: Counter[tuple[str, Outcome]] = Counter()
    for paper in found.papers:
        for name, outcome in paper.outcomes.items():
            if name not in paper.blank and not all(outcome.earned):
                ways[name, outcome] += 1
    failures: Counter[tuple[str, str, str]] = Counter()
    like: Counter[tuple[str, tuple[str, ...], str]] = Counter()
    claims = {part.name: [claim.words for claim in part.claims] for part in found.tested}
    for (name, outcome), answers in ways.items():
        for claim, message in _said(claims[name], outcome):
            failures[name, claim, message] += answers
        if guess := _guess(name, outcome, known):
            like[name, *guess] += answers
    return Misconceptions(
        tuple(Failure(part, claim, message, count) for (part, claim, message), count in _sorted(failures)),
        tuple(Likeness(part, words, by, count) for (part, words, by), count in _sorted(like)),
        sum(ways.values()),
        sum(like.values()),
    )


def _said(claims: Sequence[str], outcome: Outcome) -> Iterator[tuple[str, str]]:
    for claim, earned, message in zip(claims, outcome.earned, outcome.messages, strict=True):
        if not earned:
            yield claim, message
    if outcome.visible:
        yield "", outcome.visible


def _guess(part: str, outcome: Outcome, known: Sequence[Belief]) -> tuple[tuple[str, ...], str] | None:
    """Return the beliefs whose answers fail like this, and in what; None if there are none, or too many."""
    same_claims = [one for one in known if one.part == part and one.outcome.earned == outcome.earned]
    same = [one for one in same_claims if one.outcome == outcome]
    if not same:
        same = [one for one in same_claims if one.outcome.messages == outcome.messages]
    if same and (any(outcome.messages) or outcome.visible):
        return _few(same, BOTH)
    # An answer that earns nothing and has no message fails like all of these: there is nothing to guess from.
    return _few(same_claims, CLAIMS) if any(outcome.earned) else None


def _few(known: Sequence[Belief], by: str) -> tuple[tuple[str, ...], str] | None:
    words = tuple(sorted({one.words for one in known}))
    return (words, by) if 1 <= len(words) <= TOLD_APART else None


def _sorted(counted: Counter[Any]) -> list[tuple[Any, int]]:
    return sorted(counted.items(), key=lambda one: (-one[1], one[0]))
