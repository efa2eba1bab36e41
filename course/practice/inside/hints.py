"""The hint that fits an answer: the smallest example on which it is wrong, and the belief that it fits, if sure.

`hints.json` has examples for each function, the smallest first, with the digests of what is right and of what answers
with a known wrong belief return. So no right output is written down, and no code. Where several outputs are right it
has a line that judges them (`right_outputs.py`), and no digests. A belief is named only if the answer returns what it
makes one return on nearly all examples on which either is wrong; better no word than a wrong one.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from course.judge.rules.calls import Elsewhere
from course.practice.inside.outcomes import UNTELLING, Form, Outcome, outcome
from course.practice.inside.right_outputs import holds

FILE = "hints.json"
SECONDS = 3.0  # of CPU for a call on a small example, in a browser, too
LEAST = 3  # examples that must agree, and tell something
ALIKE = 0.95  # the share that must agree of the examples on which the answer or the belief is wrong
MOST = 2  # beliefs that are named
EXACT = 17  # digits, of which no more are shown than tell a number from all others
LONGEST = 200  # characters of what an answer returned
EXAMPLE = "With {}, {} returns {}, {}which is not right."
PART = "the {} part of "
NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
CHANGES = "With {}, {} changes an array or a list that it was given."
ALSO_CHANGES = " It also changes an array or a list that it was given."
NO_VALUE = "With {}, {} returns no value: {}"
BELIEF = "Your answer behaves as if “{}” were true."
EITHER = "Your answer behaves as if “{}” or “{}” were true."

Digests = tuple[str, ...]


def all_known() -> dict[str, Any]:
    """Return what the wheel knows of each function."""
    return dict(json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8")))


def hint(
    name: str,
    function: Callable[..., Any] | Elsewhere,
    known: Mapping[str, Any],
    barred: Collection[str] = (),
    packages: Collection[str] = (),
) -> tuple[str, ...]:
    """Return sentences on what an answer gets wrong; none if it is right on all examples, or there are none."""
    about = known.get(name)
    if not about:
        return ()
    tried = look(name, function, about, barred, packages)
    if tried.first is None or tried.seen[-1].absent:
        return ()
    told, named = _example(name, tried, about), () if tried.seen[-1].slow else beliefs(tried, about)
    if not named:
        return (told,)
    return told, (BELIEF if len(named) == 1 else EITHER).format(*named)


@dataclass(frozen=True)
class Tried:
    """What an answer does with the examples; only with the first ones if it is too slow, or isn't there."""

    seen: Sequence[Outcome]
    digests: Sequence[Digests]
    first: int | None  # the number of the smallest example on which it is wrong, or else changes what it's given


def look(
    name: str,
    function: Callable[..., Any] | Elsewhere,
    about: Mapping[str, Any],
    barred: Collection[str] = (),
    packages: Collection[str] = (),
) -> Tried:
    """Call a function on the examples."""
    form, seen = Form(**about["form"]), list[Outcome]()
    for example in about["examples"]:
        seen.append(outcome(function, unpacked(example), SECONDS, barred, packages))
        if seen[-1].slow or seen[-1].absent:
            break
    digests = [form.digests(one, f"{name}/{number}") for number, one in enumerate(seen)]
    wrong = [number for number in range(len(seen)) if not _is_right(about, number, seen[number], digests[number])]
    changes = [number for number, one in enumerate(seen) if one.changed]
    return Tried(seen, digests, next(iter(wrong or changes), None))


def _is_right(about: Mapping[str, Any], number: int, found: Outcome, digests: Digests) -> bool:
    if not about["holds"]:
        return digests == tuple(about["right"][number])
    arguments = dict(zip(about["names"], unpacked(about["examples"][number]), strict=True))
    return not found.words and holds(about["holds"], arguments, found.value)


def beliefs(tried: Tried, about: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the beliefs that the outputs fit, one or two; none if there are more, or none fits."""
    single = [number for number, right in enumerate(about["right"]) if right]
    form, found, seen = Form(**about["form"]), [tried.digests[i] for i in single], [tried.seen[i] for i in single]
    right = [tuple(about["right"][i]) for i in single]
    for piece in (slice(None), *(slice(i, i + 1) for i in range(form.count if form.split else 0))):
        mine, rights = [one[piece] for one in found], [one[piece] for one in right]
        if piece != slice(None) and not _varied(mine, rights, seen, form, piece):
            continue
        fits: dict[str, float] = {}
        for belief in about["beliefs"]:
            returned = list(of_belief([belief["returns"][i] for i in single], right))
            if piece != slice(None) and not _only_in(piece, returned, right):
                continue
            theirs = [one[piece] for one in returned]
            share = likeness(mine, theirs, rights)
            fits[belief["words"]] = max(share, fits.get(belief["words"], 0.0))
        best = max(fits.values(), default=0.0)
        if best:
            named = tuple(words for words, share in fits.items() if share == best)
            return named if len(named) <= MOST else ()
    return ()


def of_belief(returns: Sequence[Any], right: Sequence[Digests]) -> Iterator[Digests]:
    """Yield what an answer with a belief returns on each example; 0 stands for what is right."""
    for theirs, good in zip(returns, right, strict=True):
        yield tuple(theirs) if theirs else good


def likeness(mine: Sequence[Digests], theirs: Sequence[Digests], right: Sequence[Digests]) -> float:
    """Return on which share of the examples with a wrong output two answers agree; 0 if that is not enough."""
    either = [one for one in zip(mine, theirs, right, strict=True) if one[0] != one[2] or one[1] != one[2]]
    same = [one for one, other, good in either if one == other]
    tell = [one for one in same if not all(piece.startswith(UNTELLING) for piece in one)]
    share = len(same) / len(either) if either else 0.0
    return share if share >= ALIKE and len(tell) >= LEAST else 0.0


def _only_in(piece: slice, theirs: Sequence[Digests], right: Sequence[Digests]) -> bool:
    """Return whether a belief spoils this piece alone; one that spoils others, too, isn't what one piece shows."""

    def others(digests: Digests) -> Digests:
        return digests[: piece.start] + digests[piece.stop :]

    return all(others(one) == others(good) for one, good in zip(theirs, right, strict=True))


def _varied(
    mine: Sequence[Digests], right: Sequence[Digests], seen: Sequence[Outcome], form: Form, piece: slice
) -> bool:
    """Return whether a piece has several wrong values: one that is always 0 has nothing to do with the belief."""
    wrong = [one for one, digests, good in zip(seen, mine, right, strict=True) if digests != good]
    return len({repr(form.pieces(one.value)[piece]) for one in wrong}) >= LEAST


def _example(name: str, tried: Tried, about: Mapping[str, Any]) -> str:
    first = tried.first or 0
    found, right = tried.digests[first], about["right"][first]
    wrong = [not _is_right(about, first, tried.seen[first], found)] * len(found)
    if all(wrong) and found != tuple(right or found):
        wrong = [one != good for one, good in zip(found, right, strict=True)]
    given = dict(zip(about["names"], about["examples"][first], strict=True))
    return told_example(name, given, tried.seen[first], wrong, in_parts=about["form"]["split"] == "parts")


def told_example(
    name: str, given: Mapping[str, Any], found: Outcome, wrong: Sequence[bool], *, in_parts: bool = True
) -> str:
    """Return a sentence on what a function was given, what came back, and which one part of that is wrong."""
    each = [f"{argument} = {shown(one, EXACT)}" for argument, one in given.items()]
    said = " and ".join([", ".join(each[:-1]), each[-1]] if len(each) > 1 else each)
    if found.words:
        return NO_VALUE.format(said, name, found.words)
    if not any(wrong):
        return CHANGES.format(said, name)
    whole = not in_parts or not isinstance(found.value, list) or len(found.value) != len(wrong)
    part = "" if whole or sum(wrong) != 1 else PART.format(NTH[wrong.index(True)])
    return EXAMPLE.format(said, name, shown(found.value), part) + ALSO_CHANGES * found.changed


def shown(value: Any, digits: int = 7) -> str:
    """Return a value as a student reads it, cut off where it is long."""
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in _shown(value, digits))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _shown(value: Any, digits: int) -> str:
    if isinstance(value, dict):
        (kind, inner), = value.items()
        return _shown(inner, digits) if kind == "array" else f"({_each(inner, digits)}{',' * (len(inner) == 1)})"
    if isinstance(value, list):
        return f"[{_each(value, digits)}]"
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < 1e15
        return f"{value:.0f}" if whole else repr(value) if digits == EXACT else f"{value:.{digits}g}"
    if isinstance(value, int) and abs(value) >= 10**15 and str(abs(value)).strip("0") == "1":
        return f"{'-' * (value < 0)}10**{len(str(abs(value))) - 1}"
    return repr(value)


def _each(values: Sequence[Any], digits: int) -> str:
    return ", ".join(_shown(one, digits) for one in values)


def packed(value: Any) -> Any:
    """Return an argument in JSON, where arrays and tuples keep their kind."""
    if isinstance(value, np.ndarray):
        return {"array": value.tolist()}
    if isinstance(value, tuple):
        return {"tuple": list(map(packed, value))}
    return list(map(packed, value)) if isinstance(value, list) else value


def unpacked(value: Any) -> Any:
    """Return what `packed` packed."""
    if isinstance(value, dict):
        (kind, inner), = value.items()
        return np.array(inner) if kind == "array" else tuple(map(unpacked, inner))
    return list(map(unpacked, value)) if isinstance(value, list) else value
