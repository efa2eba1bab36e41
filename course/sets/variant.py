"""Draw what changes from term to term, from the term's name alone, so that anyone can draw it again.

Students see these values, so they are not secret; values that they must not foresee come from `course.judge.seeds`.
"""

import hashlib
import string
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from course.sets.source import Source
from course.settings import checked_term

T = TypeVar("T")


class Draw:
    """Draw values for one set and one term; each has a name, and does not depend on the others."""

    def __init__(self, term: str, problem_set: str) -> None:
        self.term, self.problem_set = term, problem_set

    def seed(self, name: str) -> int:
        """Return a whole number below a million, for a generator of data."""
        digest = hashlib.sha256(f"{self.term}/{self.problem_set}/{name}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % 1_000_000

    def rng(self, name: str) -> np.random.Generator:
        """Return a generator of random numbers."""
        return np.random.default_rng(self.seed(name))

    def choice(self, name: str, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.seed(name) % len(options)]

    def steps(self, steps: Mapping[str, str], builds_on: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Return a proof to put in order: its steps shuffled and lettered, and what only the tests may know.

        Steps that `builds_on` does not name do not belong to the proof.
        """
        shuffled = [list(steps)[i] for i in self.rng("steps").permutation(len(steps))]
        letter = dict(zip(shuffled, string.ascii_uppercase, strict=False))
        return {
            "steps": "\n".join(f"- **{letter[step]}.** {steps[step]}" for step in shuffled),
            "letters": [letter[step] for step in shuffled],
            "hidden_order": [letter[step] for step in builds_on],
            "hidden_builds_on": {letter[step]: [letter[one] for one in needed] for step, needed in builds_on.items()},
            "hidden_distractors": [letter[step] for step in shuffled if step not in builds_on],
        }


HIDDEN = "hidden_"  # prefix of values that students may not see and the manifest does not hold


def values(source: Source, term: str) -> dict[str, Any]:
    """Return what the source's `variant` draws for a term."""
    scope: dict[str, Any] = {}
    exec(compile(source.variant, str(source.path), "exec"), scope)
    drawn = scope["variant"](Draw(checked_term(term), source.name))
    return {**drawn, "term": term, "set": source.name, "title": source.title, "total": source.points}
