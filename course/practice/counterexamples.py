"""Find small examples on which the wrong answers of the corpus are wrong, and what each of them returns there.

An example counts where the model and all right answers of the corpus return the same, or, where several outputs are
right, what the line in `holds` asks for. For each known belief there are a few on which it shows, the smallest among
them. The digests of what is right and of what each belief makes an answer return are all that a wheel gets
(`inside/hints.py`). Running the corpus takes up to a minute a set, so what was found is kept (`hints_file.py`).
"""

import contextlib
import inspect
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from course.errors import Trouble
from course.paths import CODE
from course.practice.inside.hints import packed
from course.practice.inside.outcomes import Form, Outcome, finite, in_pieces, outcome
from course.practice.inside.right_outputs import holds
from course.practice.small_inputs import draw, measure
from course.sets.notebooks import filled
from course.sets.source import Source
from course.sets.testing import corpus, marking
from course.sets.variant import values
from tools.files import fingerprint

TERM = "2027-spring"  # any will do: nothing that a term draws is in a function that has `inputs`
DRAWN, LARGEST = 2000, 30  # inputs that are drawn for a function, and the most numbers in one
TRIED = (150, 150)  # of these, the smallest, and of the others, that are tried
SOLVED = (40, 20)  # the same where a solver is used
FORMS = [Form(any_order, fine) for fine in (True, False) for any_order in (False, True)]  # the strictest comes first
COARSE = FORMS[2:]  # a solver's answer may miss by more than rounding
ENOUGH = 0.9  # of the inputs on which the right answers agree in any form
SLOWEST = 1.0  # seconds of CPU: an answer that takes longer on a small input is left out
EACH = 6  # small examples on which a belief shows, and as many larger ones, to tell it from its twins
FIRST, SPREAD = 8, 16  # the smallest examples, and some of all sizes, whether a known belief shows there or not
NO_BELIEF = ("visible example", "the library", "solver may be called", "the barred")  # they say what was called


@dataclass(frozen=True)
class Example:
    """An input, and what all right answers return there, or `several` of them something else."""

    given: tuple[Any, ...]
    right: Any
    several: bool
    fits: Callable[[Sequence[Any], Outcome], bool] | None  # judges outputs where several can be right

    def allows(self, found: Outcome, form: Form) -> bool:
        """Return whether an output is right."""
        if self.fits:
            return self.fits(self.given, found)
        return form.digests(found, "") == form.digests(Outcome(self.right), "")


@dataclass(frozen=True)
class Tried:
    """An answer of the corpus, and what it does with each input."""

    belief: str
    outcomes: tuple[Outcome, ...]


def about(source: Source, name: str) -> dict[str, Any]:
    """Return what is known of one function, each time the same; {} where no example has a single right output."""
    model, rights, wrongs = answers_to(source, name)
    names = list(inspect.signature(model).parameters)
    line = dict(source.inputs)[name]
    rng = np.random.default_rng(int.from_bytes(fingerprint(CODE, [], source.name, name).encode()[:8], "big"))
    solved = "cp." in source[f"answer-{name}"].text
    most = SOLVED if solved else TRIED
    try:
        inputs = _distinct(islice(draw(line, names, rng), DRAWN), *most)
    except Exception as error:
        raise Trouble(f"{source.path}: inputs of {name}: {type(error).__name__}: {error}") from None
    judge = dict(source.holds).get(name, "")
    fits = partial(_fits, judge, names) if judge else None
    examples, form = _agreed(inputs, [model, *rights], source, COARSE if solved else FORMS, fits)
    if not examples:
        return {}
    tried = [Tried(belief, _outcomes(function, [one.given for one in examples], source)) for belief, function in wrongs]
    tried = [one for one in tried if not any(found.slow for found in one.outcomes)]
    chosen = _chosen(tried, examples, form)
    salted = [
        () if examples[i].several else form.digests(Outcome(examples[i].right), f"{name}/{number}")
        for number, i in enumerate(chosen)
    ]
    beliefs = [_belief(one, chosen, salted, form, name) for one in tried if is_named(one.belief)]
    return {
        "names": names,
        "form": asdict(form),
        "holds": judge,
        "examples": [packed(list(examples[i].given)) for i in chosen],
        "right": salted,
        "beliefs": [belief for belief in beliefs if any(belief["returns"])],
    }


def answers_to(
    source: Source, name: str
) -> tuple[Callable[..., Any], list[Callable[..., Any]], list[tuple[str, Callable[..., Any]]]]:
    """Return the model of a function, the right answers of the corpus, and its wrong ones, each after its belief."""
    drawn = values(source, TERM)
    _, scope = marking.filled_in(source, drawn, marking.model(source, drawn))
    right, wrong = [], []
    for submission in corpus.read_all(source.path.parent / corpus.FOLDER):
        for answer in submission.answers:
            if answer.cell != name or submission.name == "raises":
                continue
            own = dict(scope)
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                exec(compile(filled(answer.code, drawn, str(submission.path), source), "<answer>", "exec"), own)
                wrong += [(answer.belief, own[name])] if answer.belief else []
                right += [] if answer.belief else [own[name]]
    return scope[name], right, wrong


def _distinct(inputs: Iterator[tuple[Any, ...]], near: int, far: int) -> list[tuple[Any, ...]]:
    """Return inputs that aren't too large, each once: the smallest, and a sample of the others, the smallest first."""
    each = {repr(one): one for one in inputs}
    found = sorted((one for one in each.values() if measure(one)[0] <= LARGEST), key=measure)
    return found[:near] + found[near :: max(1, (len(found) - near) // far)]


def _outcomes(function: Callable[..., Any], inputs: Sequence[Any], source: Source) -> tuple[Outcome, ...]:
    found: list[Outcome] = []
    for one in inputs:
        found.append(outcome(function, one, SLOWEST, source.barred, source.packages))
        if found[-1].slow:
            break
    return tuple(found)


def _fits(judge: str, names: Sequence[str], given: Sequence[Any], found: Outcome) -> bool:
    return not found.words and holds(judge, dict(zip(names, given, strict=True)), found.value)


def _agreed(
    inputs: Sequence[tuple[Any, ...]],
    rights: Sequence[Callable[..., Any]],
    source: Source,
    forms: Sequence[Form],
    fits: Callable[[Sequence[Any], Outcome], bool] | None,
) -> tuple[list[Example], Form]:
    """Return the examples whose right outputs are known, and the form in which single ones agree."""
    tried = list(zip(*(_outcomes(function, inputs, source) for function in rights), strict=False))  # to the shortest
    good = [i for i, row in enumerate(tried) if not any(one.words or not finite(one.value) for one in row)]
    good = [i for i in good if fits is None or all(fits(inputs[i], one) for one in tried[i])]
    agreed = {form: [i for i in good if len({form.digests(one, "") for one in tried[i]}) == 1] for form in forms}
    most = max(map(len, agreed.values()))
    form, single = next((form, there) for form, there in agreed.items() if len(there) >= ENOUGH * most)
    form = in_pieces(form, [tried[i][0].value for i in single])
    kept = good if fits else single
    return [Example(inputs[i], tried[i][0].value, i not in single, fits) for i in kept], form


def _chosen(tried: Sequence[Tried], examples: Sequence[Example], form: Form) -> list[int]:
    """Return the examples to keep, the smallest first: the first few, and some that show each belief."""
    chosen = {*range(min(FIRST, len(examples))), *range(0, len(examples), max(1, len(examples) // SPREAD))}
    for one in tried:
        pairs = enumerate(zip(one.outcomes, examples, strict=False))
        shows = [i for i, (found, example) in pairs if not example.allows(found, form)]
        chosen.update([*shows[:EACH], *shows[EACH :: max(1, len(shows) // EACH)]])
    return sorted(chosen)


def is_named(belief: str) -> bool:
    """Return whether a belief is about the task, and not about what may be called."""
    return not any(words in belief for words in NO_BELIEF)


def _belief(
    one: Tried, chosen: Sequence[int], right: Sequence[tuple[str, ...]], form: Form, name: str
) -> dict[str, Any]:
    """Return a belief and the digests of what it makes an answer return; 0 stands for what is right."""
    returns: list[Any] = []
    for number, i in enumerate(chosen):
        found = form.digests(one.outcomes[i], f"{name}/{number}")
        returns.append(0 if right[number] in ((), found) else found)
    return {"words": one.belief, "returns": returns}
