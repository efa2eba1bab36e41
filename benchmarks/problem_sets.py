"""Problem sets: building them, marking a solution, and running the tests on the corpus and on mutants."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure
from course.sets import release
from course.sets.testing import marking
from course.sets.variant import values

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("book", "course", "margin_lib", "notebook_checks", "pyproject.toml", "requirements.lock", "solutions", "tools")
TERM = "2027-spring"
CORPUS = "each_answer_of_the_corpus"  # the test of each submission


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        yield from builds(Path(folder))
    for source in release.sources():
        drawn = values(source, TERM)
        answers = marking.model(source, drawn)
        marking.mark(source, drawn, answers)  # imports what a worker has imported before a submission comes
        begun = time.process_time()
        marks = marking.mark(source, drawn, answers)
        spent = time.process_time() - begun
        lost = [name for name, mark in marks.items() if mark.score != mark.points]
        if lost:
            raise RuntimeError(f"{source.name}: the model loses points in {', '.join(lost)}")
        yield Figure("the model and all its tests", source.name, spent, "s of CPU", 4, at_most=True)
    yield from tests_of_the_tests()


def builds(tree: Path) -> Iterator[Figure]:
    """Yield the time of `course build`, from scratch and with nothing changed."""
    for part in PARTS:
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, tree / part)
    words = [sys.executable, "-m", "course", "build"]
    for case, most in (("cold", 30), ("nothing changed", 3)):
        yield Figure("course build, seven sets", case, seconds(words, tree), "s", most, at_most=True)


def tests_of_the_tests() -> Iterator[Figure]:
    """Yield the time of the corpus and the mutants on all cores."""
    python = [sys.executable, "-m"]
    corpus = seconds([*python, "pytest", "-q", "-n", "auto", "tests/sets/test_problem_sets.py", "-k", CORPUS], ROOT)
    mutants = seconds([*python, "course.sets.testing.mutants"], ROOT)
    yield Figure("the corpus of submissions", "7 sets", corpus, "s")
    yield Figure("mutants of the model solutions", "7 sets", mutants, "s")
    yield Figure("corpus and mutants", "7 sets", corpus + mutants, "s", 300, at_most=True)


def seconds(words: list[str], folder: Path) -> float:
    """Run a command and return the seconds it took."""
    begun = time.perf_counter()
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return time.perf_counter() - begun
