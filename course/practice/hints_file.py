"""What hints have to know of each function of a set: solutions/psN/hints.json, a line for each function.

Running the corpus on small inputs takes up to a minute a set, so what was found is committed, each line with a hash of
all that it was made from: the line of `inputs`, the answers, and the code that looks for examples. `course build` makes
those lines again that an edit has made stale. Where it wasn't run, they are found when they are needed, and kept in
`_build/hints/`.
"""

import contextlib
import json
import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from course.errors import Trouble
from course.files.atomic import write_atomically
from course.practice import counterexamples
from course.sets.source import Source
from course.sets.testing import corpus
from tools import machine
from tools.files import fingerprint

FILE = "hints.json"
HERE = Path(__file__).parent
CODE = [HERE / name for name in ("small_inputs.py", "counterexamples.py")]
CODE += [HERE / "inside" / name for name in ("outcomes.py", "right_outputs.py")]

Lines = Mapping[str, Mapping[str, Any]]  # of functions: what a line was made from, and what is known


def known(source: Source) -> dict[str, Any]:
    """Return what is known of each function of which anything is."""
    beside, built = source.path.parent / FILE, source.path.parents[2] / "_build" / "hints" / f"{source.name}.json"
    kept = _fresh(source, {**_read(built), **_fresh(source, _read(beside))})
    if missing := [name for name, _ in source.inputs if name not in kept]:
        kept |= _found(source, missing)
        with contextlib.suppress(OSError):  # a folder that can't be written to: found again next time
            write_atomically(built, _text(source, kept))
    return {name: kept[name]["about"] for name, _ in source.inputs if kept[name]["about"]}


def bring_up_to_date(source: Source, say: Callable[[str], None]) -> None:
    """Write the file beside a source, if any of its lines is stale or is of a function that is gone."""
    beside = source.path.parent / FILE
    lines, names = _read(beside), stale(source)
    if names:
        say(f"{source.name}: looks for small examples of {', '.join(names)}")
        lines = {**lines, **_found(source, names)}
    if names or set(lines) - {name for name, _ in source.inputs}:
        write_atomically(beside, _text(source, lines))


def stale(source: Source) -> list[str]:
    """Return the functions of which the file beside a source doesn't say what is known now."""
    kept = _fresh(source, _read(source.path.parent / FILE))
    return [name for name, _ in source.inputs if name not in kept]


def _read(place: Path) -> Lines:
    with contextlib.suppress(OSError, ValueError):
        return dict(json.loads(place.read_text(encoding="utf-8")))
    return {}


def _fresh(source: Source, lines: Lines) -> dict[str, Any]:
    names = [name for name, _ in source.inputs if name in lines]
    return {name: lines[name] for name in names if lines[name]["made_from"] == _made_from(source, name)}


def _text(source: Source, lines: Lines) -> bytes:
    each = {name: json.dumps(lines[name], ensure_ascii=False, separators=(",", ":")) for name, _ in source.inputs}
    return ("{\n" + ",\n".join(f'"{name}":{line}' for name, line in each.items()) + "\n}\n").encode()


def _found(source: Source, names: Sequence[str]) -> dict[str, Any]:
    """Run the corpus, each function in a process of its own: the answers are code that may do anything to it."""
    spawn = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(min(machine.cores(), len(names)), mp_context=spawn) as pool:
            found = list(pool.map(counterexamples.about, [source] * len(names), names))
    except BrokenProcessPool:
        raise Trouble("A process that ran known wrong answers was killed; is memory short? Try again.") from None
    return {
        name: {"made_from": _made_from(source, name), "about": one} for name, one in zip(names, found, strict=True)
    }


def _made_from(source: Source, name: str) -> str:
    """Return a hash of what decides what is known: the answers to a function, and the models that they may call."""
    models = {cell.name: cell.text for cell in source.cells if cell.kind == "answer"}
    answers = [
        (submission.name, answer.belief, answer.code)
        for submission in corpus.read_all(source.path.parent / corpus.FOLDER)
        for answer in submission.answers
        if answer.cell == name
    ]
    given = [cell.text for cell in source.cells if cell.kind == "given"]
    text, used = json.dumps([given, models[name], answers]), {name}
    while more := {other for other in models if other not in used and other in text}:
        text, used = text + "".join(models[other] for other in sorted(more)), used | more
    said = (dict(source.inputs)[name], dict(source.holds).get(name, ""), source.barred, source.packages, text)
    return fingerprint(HERE, CODE, *said)
