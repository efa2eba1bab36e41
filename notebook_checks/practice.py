"""Judge the answers of the open problem set claim by claim, on fresh data, and show what they show so far.

The tests are those that grade a class, on other data. They are in a wheel of their own for each set, which comes with
the set once it is open for practice. Nothing of a run is a grade, and nothing of it leaves the computer.
"""

import os
import sys
from dataclasses import dataclass
from html import escape
from types import ModuleType
from typing import Any

from notebook_checks.judges import PREFIX, installed, judge_of, judge_that_knows
from notebook_checks.selfcheck import TO_THE_LEFT, find_notebook, parts_of, without_tex

__all__ = ["Practice", "practice"]

SHOWN, NOT_SHOWN = "shown", "not yet"
NO_GRADE = "This is practice: nothing of it is a grade, and it judges neither proofs in words nor the order of steps."


class NoPractice(LookupError):
    """There is nothing to practice with here; says what to do."""

    def _render_traceback_(self) -> list[str]:
        """Let IPython show the message without a traceback."""
        return [str(self)]


@dataclass(frozen=True)
class Practice:
    """The result of each part of a problem set, which a notebook shows as a table."""

    name: str
    word: str
    parts: tuple[Any, ...]

    @property
    def summary(self) -> str:
        """Say how many claims the answers show, and how to repeat the run."""
        claims = [claim for part in self.parts for claim in part.claims]
        shown = sum(claim.earned for claim in claims)
        missing = sum(bool(part.trouble) for part in self.parts)
        rest = f" {missing} part{'s' * (missing != 1)} without an answer that can be judged." if missing else ""
        return (
            f"{self.name}: {shown} of {len(claims)} claims are shown.{rest} "
            f'Run {self.word}; practice({self.name!r}, seed="{self.word}") repeats it on the same data.'
        )

    def __repr__(self) -> str:
        lines = [self.summary]
        for part in self.parts:
            lines += ["", without_tex(part.title)]
            lines += [f"    {part.trouble}"] if part.trouble else []
            for status, words, advice in map(_told, part.claims):
                lines.append(f"    {status:<8}{words}")
                lines += [f"            {line}" for line in advice]
            lines += [f"    {line}" for line in part.hint]
        return "\n".join([*lines, "", NO_GRADE])

    def _repr_html_(self) -> str:
        return (
            f"<table><caption {TO_THE_LEFT}>{escape(self.summary)}</caption>"
            f"<thead><tr>{''.join(f'<th scope=col {TO_THE_LEFT}>{title}</th>' for title in ('Claim', 'State', 'Why'))}"
            f"</tr></thead>{''.join(map(_body, self.parts))}</table><p>{NO_GRADE}</p>"
        )


def _told(claim: Any) -> tuple[str, str, list[str]]:
    """Return the state of a claim, its words, and what to do about it."""
    if claim.earned:
        return SHOWN, claim.words, []
    why = [f"Not shown{claim.why}"] if claim.reason or claim.data else []
    return NOT_SHOWN, claim.words, [*why, f"Read: {claim.place}"]


def _body(part: Any) -> str:
    told = [(words, "✓ " * (state == SHOWN) + state, " ".join(why)) for state, words, why in map(_told, part.claims)]
    told += [(line, "", "") for line in (part.trouble, *part.hint) if line]
    heading = f"<tr><th scope=rowgroup colspan=3 {TO_THE_LEFT}>{escape(without_tex(part.title))}</th></tr>"
    rows = ("".join(f"<td {TO_THE_LEFT}>{escape(text)}</td>" for text in row) for row in told)
    return f"<tbody>{heading}{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody>"


def practice(name: str = "", part: str = "", *, seed: str = "") -> Practice | None:
    """Judge the answers of this session on fresh data, and show which claims they show.

    Run the cells of a part first. `name` is the set's, such as "ps2", if it isn't found by itself; `part` names the
    function of a single part; `seed` repeats an earlier run. While nbgrader runs the notebook, nothing is judged.
    """
    if os.environ.get("NBGRADER_EXECUTION"):
        print("Practice does not run while the notebook is being graded.")
        return None
    answers = sys.modules["__main__"].__dict__
    judge = _judge_of(name) if name else _judge_of_what_is_open(answers)
    word, found = seed or judge.new_word(), []
    for result in judge.judged(answers, word, part):
        if not part:
            print(f"{without_tex(result.title)} ...".ljust(79), end="\r", flush=True)
        found.append(result)
    if not part:
        print(" " * 79, end="\r", flush=True)
    if not found:
        known = ", ".join(one["name"] for one in judge.the_set()["parts"])
        raise NoPractice(f"{part!r} is not a function that practice judges. There are: {known}.")
    return Practice(judge.the_set()["name"], word, tuple(found))


def _judge_of(name: str) -> ModuleType:
    if name not in installed():
        raise NoPractice(
            f"There is no practice for {name!r} here. Once the set is open for practice, its wheel "
            f"{PREFIX}{name}-….whl lies beside the set's notebook: install it with %pip install, and try again."
        )
    return judge_of(name)


def _judge_of_what_is_open(answers: dict[str, Any]) -> ModuleType:
    """Return the judge that knows most functions of the open notebook, or of this session."""
    try:
        asked = {one.name for one in parts_of(find_notebook(answers)[1]) if one.name}
    except (FileNotFoundError, ValueError):
        asked = set(answers)
    best = judge_that_knows(asked)
    if best is None:
        sets = ", ".join(installed()) or "none"
        raise NoPractice(f"This notebook's set can't be practiced here, only: {sets}. Say which: practice('ps1').")
    return best
