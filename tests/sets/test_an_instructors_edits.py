"""What instructors.md invites to change is changed in a copy of the repository, and no test of the machinery fails."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

PART_H = '''

# %% [markdown]
# ## Part H: how many are wrong? ({{points:mistakes}})
#
# Book: perceptron, "The rule, on three points".
#
# Return how many of the points are mistakes of the plane through the origin with the normal `w`. A point on the plane
# is one.

# %% answer="mistakes"
def mistakes(X, y, w):
    """Return how many points the plane has wrong."""
    ### BEGIN SOLUTION
    return int((y * (X @ w) <= 0).sum())
    ### END SOLUTION

# %% check="mistakes"
count = mistakes(np.array([[1.0, 0.0]]), np.array([1.0]), np.array([0.0, 1.0]))
count = Form.numbers(count, (), "the number of mistakes")
assert count == 1, f"the point is on the plane, which is a mistake, but {count} are counted."

# %% test="mistakes"
from course.judge import whole
from course.judge.data import inseparable

X, y = inseparable(marks.rng("points"), 40, 2)
read = "perceptron: The rule, on three points"
with marks.claim(1, "each mistake is counted once, and a point on the plane is one", read=read):
    for w in (X[7], X[20], 0 * X[0]):
        assert whole(marks.call(mistakes, X, y, w), "the number of mistakes") == sum(y * (X @ w) <= 0)
'''
ANSWER = '\n# %% answer="mistakes" score={}\ndef mistakes(X, y, w):\n    {}\n'
RIGHT = ["return sum(a * (x @ w) <= 0 for x, a in zip(X, y))", "return len(y) - np.count_nonzero(y * (X @ w) > 0)",
         "return np.sum(~(y * (X @ w) > 0))"]
WRONG = {
    "points on the plane are right": "return int((y * (X @ w) < 0).sum())",
    "labels do not count": "return int((X @ w <= 0).sum())",
    "right ones are counted": "return int((y * (X @ w) > 0).sum())",
    "a share is asked for": "return float((y * (X @ w) <= 0).mean())",
    "rows are asked for": "return np.flatnonzero(y * (X @ w) <= 0)",
    "a sum is asked for": "return float(np.minimum(0, y * (X @ w)).sum())",
    "one is enough": "return int((y * (X @ w) <= 0).any())",
    "a mistake counts twice": "return 2 * int((y * (X @ w) <= 0).sum())",
}

PS8 = '''\
# %% role="set"
title = "A set of our own"
barred = ["perceptron", "margin_perceptron", "separation", "svm", "kernel_perceptron", "margins", "estimators"]
packages = ["numpy"]
own = ["longest"]


def variant(draw):
    """Draw an example."""
    return {"example": draw.rng("example").integers(1, 9, size=(3, 2)).tolist()}


# %%
import numpy as np

from notebook_checks.answer_format import Form

# %% [markdown]
# ## Part A: the longest point ({{points:longest}})
#
# Book: perceptron, "Why the perceptron stops".
#
# Return the largest length of a row of `X`.
#
# :::{small-print} tolerances
# It may be off by one part in $10^9$.
# :::

# %% answer="longest"
def longest(X):
    """Return the largest length of a row of X."""
    ### BEGIN SOLUTION
    return np.sqrt((X**2).sum(axis=1)).max()
    ### END SOLUTION

# %% check="longest"
Form.numbers(longest(np.array({{example}})), (), "the length")
assert abs(longest(np.array([[3.0, 4.0]])) - 5) < 1e-9, "(3, 4) is 5 long, but yours is not."

# %% test="longest"
import numpy as np

from course.judge import number

X = marks.rng("points").normal(size=(20, 3))
with marks.claim(2, "the largest length", read="perceptron: Why the perceptron stops"):
    assert np.isclose(number(marks.call(longest, X), "the length"), np.linalg.norm(X, axis=1).max(), rtol=1e-9)
'''
PS8_PAGE = """
(ps8)=
## Problem set 8: a set of our own

Added by an instructor.

```{problem-set} ps8
```
"""
RULES = """
[ps2]
points = 23

[ps8]
points = 2
proofs_to_write = 0
proofs_to_order = 0
right_answers = 0
wrong_answers = 0
raising_answer = false
barred_answer = false
"""
BROKEN = """\
ps2 has 23 points, not 20.
ps8 has 2 points, not 20.
ps8 has 0 proofs to write, not 1.
ps8 has 0 proofs to put in order, not 1.
No page of the book shows ps8. Write a heading with the label (ps8)= and the directive {problem-set} ps8 under it, \
as book/problem-sets.md does for the others.
solutions/ps8/answers has 0 right answers to longest, fewer than 3.
solutions/ps8/answers has 0 wrong beliefs about longest, fewer than 8.
solutions/ps8/answers has no answer that raises an error.
solutions/ps8/answers has no answer that calls a barred solver.
course check: 9 to fix, or to allow in solutions/rules.toml.
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of all that git has or is about to have, as a repository of its own, with the environment of this one."""
    folder = tmp_path_factory.mktemp("copy") / "repository"
    listed = ran(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard").stdout.splitlines()
    for path in (Path(line) for line in listed):
        if (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, folder / path)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    ran(folder, "git", "init", "-q")
    return folder


def ran(folder, *command, code=0):
    """Run a command in a folder, with the modules that are there; it must end so."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "HYPOTHESIS_PROFILE": "quick"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == code, run.stdout[-6000:] + run.stderr[-2000:]
    return run


def course(folder, *arguments, code=0):
    return ran(folder, sys.executable, "-m", "course", *arguments, code=code).stdout


def edit(path, pattern, text):
    """Replace what a pattern finds once."""
    before = path.read_text(encoding="utf-8")
    after, times = re.subn(pattern, lambda found: text, before, count=1, flags=re.MULTILINE)
    assert times, f"{path}: {pattern}"
    path.write_text(after, encoding="utf-8")


def append(path, text):
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def more_points_in_ps2(folder):
    """A proof that is worth four points in place of two, and a part of one point, with its answers."""
    source = folder / "solutions" / "ps2" / "ps2.py"
    edit(source, r'proof="start" points=2$', 'proof="start" points=4')
    edit(source, r"^# 1 point: both steps", "# 2 points: both steps")
    edit(source, r"^# 1 point: the conclusion", "# 2 points: the conclusion")
    append(source, PART_H)
    corpus = folder / "solutions" / "ps2" / "answers"
    for path, code in zip(sorted(corpus.glob("right*.py")), RIGHT, strict=True):
        append(path, ANSWER.format(1, code))
    for path, (belief, code) in zip(sorted(corpus.glob("wrong*.py")), WRONG.items(), strict=False):
        append(path, ANSWER.format(f'0 belief="{belief}" says="0 of 1"', code))


@pytest.fixture(scope="module")
def edited(copy):
    """The copy in another term, with other points in ps2, a small eighth set, an edited chapter and a page more."""
    book = copy / "book"
    edit(copy / "course.toml", '^term = ".*"', 'term = "Fall 2031"')
    edit(copy / "course.toml", "^starts = .*", "starts = 2031-10-01")
    edit(copy / "course.toml", r"^\[due\]\n(ps.*\n)*", "[due]\nps1 = 2031-10-15\n")
    more_points_in_ps2(copy)
    (copy / "solutions" / "ps8").mkdir()
    (copy / "solutions" / "ps8" / "ps8.py").write_text(PS8, encoding="utf-8")
    heading = "## The rule, on three points"
    edit(book / "perceptron.md", f"^{heading}$", f"{heading}\n\nA remark of ours.")
    (book / "office-hours.md").write_text("# Office hours\n\nMondays; read {doc}`perceptron`.\n", encoding="utf-8")
    append(copy / "_toc.yml", "      - file: book/office-hours\n")
    said = course(copy, "build")
    assert "ps2: points" in said
    assert "ps8: new" in said
    assert course(copy, "check", code=1) == BROKEN
    append(book / "problem-sets.md", PS8_PAGE)
    append(copy / "solutions" / "rules.toml", RULES)
    ran(copy, "git", "add", "-A")
    return copy


def test_after_the_steps_of_the_page_for_instructors_all_rules_are_kept(edited):
    assert course(edited, "check") == "course check: nothing breaks a rule of solutions/rules.toml.\n"


def test_no_fast_test_of_the_repository_fails(edited):
    # Left out are the tests of margin_lib, which no edit touches, and the slow ones, which would take the time of the
    # whole suite once more.
    workers = ["-n2", "--dist", "worksteal"]
    ran(edited, sys.executable, "-m", "pytest", "-q", *workers, "-m", "not slow", "tests", "--ignore=tests/library")
