"""Hints: how often a wrong answer of the corpus gets an example, how small it is, and whether its belief is named."""

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.measure import Figure
from course.practice import counterexamples, hints_file, small_inputs
from course.practice.inside import hints
from course.sets import release
from course.sets.source import Source


def figures() -> Iterator[Figure]:
    for source in release.sources():
        yield from _of_set(source)


def _of_set(source: Source) -> Iterator[Figure]:
    known, right, wrong = hints_file.known(source), [], []
    for name in known:
        model, rights, wrongs = counterexamples.answers_to(source, name)
        right += [hints.hint(name, one, known, source.barred, source.packages) for one in (model, *rights)]
        for belief, answer in wrongs:
            if counterexamples.is_named(belief):
                said = hints.hint(name, answer, known, source.barred, source.packages)
                wrong.append((belief, said, _numbers(source, name, answer, known[name])))
    told = [one for one in wrong if one[1]]
    sizes = sorted(size for *_, size in told)
    named = [one for one in told if len(one[1]) == 2]
    yield Figure(source.name, f"{len(right)} right answers with a hint", sum(map(bool, right)), "", 0, at_most=True)
    yield Figure(source.name, f"{len(wrong)} wrong ones with an example", 100 * len(told) / max(1, len(wrong)), "%", 90)
    if sizes:
        yield Figure(source.name, "numbers in it, 90th percentile", sizes[int(0.9 * len(sizes))], "", 8, at_most=True)
    mine = sum(belief in said[1] for belief, said, _ in named)
    yield Figure(source.name, "with their own belief named", 100 * mine / max(1, len(wrong)), "%")
    others = 100 * (len(named) - mine) / max(1, len(wrong))
    yield Figure(source.name, "with others named only", others, "%", 2, at_most=True)


def _numbers(source: Source, name: str, answer: Callable[..., Any], about: dict[str, Any]) -> int:
    """Return how many numbers the smallest example has on which an answer is wrong; 0 if there is none."""
    first = hints.look(name, answer, about, source.barred, source.packages).first
    return 0 if first is None else small_inputs.measure(hints.unpacked(about["examples"][first]))[0]
