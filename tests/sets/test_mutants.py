"""The mutants: a small fault in a model solution that no test notices is a hole, and ends the command with 1."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from course.sets import release
from course.sets.testing.mutants import Mutant, evenly_spaced
from course.sets.testing.mutants import mutants as made

ROOT = Path(__file__).parents[2]
SOURCE = '''\
# %% role="set"
title = "Doubling"
barred = []
packages = ["numpy"]
own = ["double"]


def variant(draw):
    """Draw nothing."""
    return {}


# %% [markdown]
# ## Part A: the double ({{points:double}})
#
# Return twice the number `x`.

# %% answer="double"
def double(x):
    """Return 2x."""
    ### BEGIN SOLUTION
    return x * 2
    ### END SOLUTION

# %% check="double"
assert double(0) == 0, "twice 0 is 0."

# %% test="double"
with marks.claim(1, "it is twice the number", read="perceptron: The rule"):
    assert marks.call(double, NUMBER) == TWICE
'''


def mutants(*arguments):
    """Run the command; its exit code and its lines."""
    command = [sys.executable, "-m", "course.sets.testing.mutants", *map(str, arguments)]
    environment = {**os.environ, "COURSE_KEY": "the tests' own key", "MPLBACKEND": "Agg"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert not run.stderr, run.stderr
    return run.returncode, run.stdout.splitlines()


def a_set(root, number):
    place = root / "solutions" / "ps1" / "ps1.py"
    place.parent.mkdir(parents=True)
    place.write_text(SOURCE.replace("NUMBER", str(number)).replace("TWICE", str(2 * number)), encoding="utf-8")
    return place


def test_a_mutant_that_survives_ends_the_command_with_1_unless_it_is_excused(tmp_path):
    place = a_set(tmp_path, 0)
    code, lines = mutants("--root", tmp_path)
    assert code == 1
    assert "    SURVIVES: double: line 3: return x * 2 -> return x * 3" in lines
    alive = [line.removeprefix("    SURVIVES: ") for line in lines if "SURVIVES" in line]
    excuses = "".join(f'"{one}" = "Twice 0 is 0."\n' for one in alive)
    place.with_name("equivalent.toml").write_text(excuses, encoding="utf-8")
    assert mutants("--root", tmp_path)[0] == 0


def test_a_test_without_a_hole_kills_them_all(tmp_path):
    a_set(tmp_path, 5)
    assert mutants("--root", tmp_path) == (0, ["ps1 double: 4 / 4"])


def test_some_mutants_write_a_result_over_an_argument():
    code = "def double(x, n):\n    z = n * x\n    return [y + z for y in x]"
    written_over = {mutant.code.splitlines()[1].strip() for mutant in made("double", code) if "out" in mutant.code}
    assert written_over == {"z = np.multiply(n, x, out=n)", "z = np.multiply(n, x, out=x)"}


@pytest.mark.slow
def test_a_sample_of_the_mutants_of_each_set_is_noticed():
    code, lines = mutants("--sample", 2)
    assert code == 0, "\n".join(line for line in lines if "SURVIVES" in line)
    assert {line.split()[0] for line in lines if line.startswith("ps")} == {source.name for source in release.sources()}


def test_a_sample_has_at_most_that_many_and_begins_with_the_first():
    made = [Mutant("f", f"line {number}", "") for number in range(7)]
    assert [len(evenly_spaced(made, most)) for most in (0, 1, 2, 3, 7, 9)] == [7, 1, 2, 3, 7, 7]
    assert evenly_spaced(made, 2) == [made[0], made[4]]
    assert evenly_spaced([], 2) == []
