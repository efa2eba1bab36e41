"""Check proofs whose steps a student put in order: every valid order passes, and there may be many.

A proof is given as steps, each with those that it builds on. An order is valid if it has all the steps and no
distractors, and each step comes after all that it builds on.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from course.judge.answers import Unfit, plain_word


def complete(answer: Any, builds_on: Mapping[str, Sequence[str]], distractors: Sequence[str] = ()) -> bool:
    """Return whether the answer, a list or string of steps' letters, has all steps of the proof and no others."""
    return set(_steps(answer, {*builds_on, *distractors})) == set(builds_on)


def arranged(answer: Any, builds_on: Mapping[str, Sequence[str]], distractors: Sequence[str] = ()) -> bool:
    """Return whether the answer, a list or string of steps' letters, is a valid order of the proof."""
    place = {step: position for position, step in enumerate(_steps(answer, {*builds_on, *distractors}))}
    return set(place) == set(builds_on) and all(
        place[earlier] < place[step] for step, needed in builds_on.items() for earlier in needed
    )


def _steps(answer: Any, known: Collection[str]) -> list[str]:
    """Return the letters of the answer; Unfit if one is unknown, or occurs twice."""
    steps: list[Any] = [plain_word(step) for step in answer] if type(answer) in (list, tuple, str) else [None]
    if any(type(step) is not str for step in steps):
        raise Unfit("the order must be a list of letters, or a string of them.")
    if any(step not in known for step in steps):
        raise Unfit(f"the order may only have the letters {', '.join(sorted(known))}.")
    if len(set(steps)) != len(steps):
        raise Unfit("the order has a letter twice.")
    return steps
