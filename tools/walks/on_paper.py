"""Walks where nothing moves: what is known, and what is to be shown, after each named step of the book's proof."""

from collections.abc import Iterator
from html import escape
from typing import Any

from tools.walks.bundles import Bundle

MATHML = 'xmlns="http://www.w3.org/1998/Math/MathML"'
State = dict[str, Any]


def drawn(bundle: Bundle) -> Iterator[str]:
    """Yield XHTML: each statement whose proof takes steps of the book's, and what stands after each of them."""
    for walk in bundle["walks"]:
        steps = [(step["name"], state) for step in bundle["steps"] if (state := state_after(walk, step["key"]))]
        if steps:
            yield f'<section class="walk"><p class="walk-title">{escape(walk["title"])}</p><dl>'
            known = walk["states"][walk["frames"][0]["before"]]["facts"]
            for name, state in steps:
                yield f"<dt><em>{escape(name)}</em></dt>{''.join(described(walk, state, known))}"
                known = state["facts"]
            yield "</dl></section>"


def state_after(walk: dict[str, Any], step: str) -> State | None:
    """Return what stands after the last sentence of a step, if the walk takes the step."""
    numbers = [frame["after"] for frame in walk["frames"] if step in (frame["step"], *frame["within"])]
    return walk["states"][numbers[-1]] if numbers else None


def described(walk: dict[str, Any], state: State, known: list[list[Any]]) -> Iterator[str]:
    """Yield the facts that are new, and what is to be shown."""
    facts = [walk["drawn"][term] for name, term in state["facts"] if [name, term] not in known]
    if state["goal"] is None:
        facts, goal = [], "This part is done." if state["waiting"] else "Nothing is left to show."
    else:
        goal = f"To be shown: {walk['drawn'][state['goal']]}"
    for said in (*(f"Known: {fact}" for fact in facts), goal):
        yield f"<dd>{said.replace('<math>', f'<math {MATHML}>')}</dd>"
