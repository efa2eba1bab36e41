"""The corpus of submissions, graded by `course grade` and by stock nbgrader: does each answer get its declared score?

The tests grade a sample; here they grade all of it.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure

ROOT = Path(__file__).resolve().parent.parent
TESTS = {
    "course grade": ("tests/grading/test_grade_many.py", "declared_scores"),
    "stock nbgrader": ("tests/grading/test_stock_nbgrader.py", "declares_for_stock"),
}


def figures() -> Iterator[Figure]:
    submissions = f"{len(list((ROOT / 'solutions').glob('ps*/answers/*.py')))} submissions"
    for name, (file, test) in TESTS.items():
        begun = time.perf_counter()
        wrong = failures([sys.executable, "-m", "pytest", "-q", "-n", "auto", file, "-k", test])
        yield Figure(f"{name}: sets with a wrong score", submissions, wrong, "of 7", 0, at_most=True)
        yield Figure(f"{name}, on all cores", submissions, time.perf_counter() - begun, "s")


def failures(words: list[str]) -> int:
    """Run the test on each of the seven sets, and return how many fail."""
    environment = {**os.environ, "WHOLE_CORPUS": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    summary = done.stdout.splitlines()[-1] if done.stdout else ""
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", summary)}
    if sum(counts.values()) != 7:
        raise RuntimeError(f"not all sets were graded: {summary}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    if wrong := 7 - counts.get("passed", 0):
        print(done.stdout[-6000:], flush=True)
    return wrong
