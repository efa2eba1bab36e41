"""Proofs put in order: each valid order passes, and there may be many.

A proof is given as steps with what each builds on. An order is valid if it has all the steps, none of those that do
not belong, and each step after all that it builds on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from course.judge.answers import Unfit


def arranged(answer: Any, builds_on: Mapping[str, Sequence[str]], distractors: Sequence[str] = ()) -> bool:
    """Return whether the answer, a list of steps' letters, is a valid order of the proof."""
    known = {*builds_on, *distractors}
    if type(answer) not in (list, tuple, str) or any(type(step) is not str for step in answer):
        raise Unfit("the order must be a list of letters.")
    if any(step not in known for step in answer):
        raise Unfit(f"the order may only have the letters {', '.join(sorted(known))}.")
    if len(set(answer)) != len(answer):
        raise Unfit("the order has a letter twice.")
    place = {step: position for position, step in enumerate(answer)}
    return set(answer) == set(builds_on) and all(
        place[earlier] < place[step] for step, needed in builds_on.items() for earlier in needed
    )
