"""Hints: the smallest example on which an answer is wrong, and the belief that it behaves like, where that is sure."""

import inspect
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import zipfile
from functools import cache
from itertools import islice
from pathlib import Path

import cvxpy as cp
import numpy as np
import pytest

from course.errors import Trouble
from course.practice import counterexamples, hints_file, wheel
from course.practice.inside import hints
from course.practice.inside.outcomes import Form, Outcome, digest, in_pieces, outcome, plain
from course.practice.inside.right_outputs import holds
from course.practice.small_inputs import draw, measure
from course.sets import release
from course.sets.source import read_source

ROOT = Path(__file__).parents[2]
TERM = "2027-spring"
SETS = {source.name: source for source in release.sources(ROOT)}
WHOLE = bool(os.environ.get("WHOLE_CORPUS"))
CHOSEN = list(SETS) if WHOLE else ["ps1"]
# Two points, one of each label, with their multipliers and demands, are ten numbers, and with their kernel table nine.
MOST_NUMBERS = {"ps5": 10, "ps7": 9}


@cache
def known(name):
    return hints_file.known(SETS[name])


def hint_of(name, function, answer):
    return hints.hint(function, answer, known(name), SETS[name].barred, SETS[name].packages)


def test_four_functions_of_five_say_what_they_take_all_but_constructions():
    sets = [source for source in SETS.values() if source.inputs]
    functions = [cell.name for source in sets for cell in source.cells if cell.kind == "test" and not cell.is_order]
    assert sum(len(source.inputs) for source in sets) >= 0.8 * len(functions)


@pytest.mark.parametrize("name", CHOSEN)
def test_drawn_inputs_are_legal_for_the_model(name):
    for function, line in SETS[name].inputs:
        model, _, _ = counterexamples.answers_to(SETS[name], function)
        for arguments in islice(draw(line, list(inspect.signature(model).parameters), np.random.default_rng(5)), 20):
            found = outcome(model, arguments, 5.0, SETS[name].barred, SETS[name].packages)
            assert not found.words, (function, arguments, found.words)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHOSEN)
def test_right_answers_get_no_hint_and_nearly_all_wrong_ones_a_small_example(name):
    told, sizes, named = [], [], []
    for function, about in known(name).items():
        model, rights, wrongs = counterexamples.answers_to(SETS[name], function)
        assert [answer for answer in (model, *rights) if hint_of(name, function, answer)] == []
        for belief, answer in wrongs:
            if counterexamples.is_named(belief):
                said = hint_of(name, function, answer)
                told.append(bool(said))
                first = hints.look(function, answer, about, SETS[name].barred, SETS[name].packages).first
                sizes += [] if first is None else [measure(hints.unpacked(about["examples"][first]))[0]]
                named.append(len(said) == 2 and belief in said[1])
    assert statistics.mean(told) >= 0.9  # the others are wrong by rounding, or after long runs
    assert sorted(sizes)[int(0.9 * len(sizes))] <= MOST_NUMBERS.get(name, 8)
    assert statistics.mean(named) >= 0.7


@pytest.mark.parametrize("name", CHOSEN)
def test_a_wheel_holds_digests_only_and_no_code(name):
    text = wheel.contents(SETS[name], TERM)[f"{wheel.package_of(name)}/hints.json"]
    for about in json.loads(text).values():
        assert len(about["right"]) == len(about["examples"])
        assert all(len(piece.lstrip("~")) == 4 for digests in about["right"] for piece in digests)
        for belief in about["beliefs"]:
            assert set(belief) == {"words", "returns"}
            assert all(one == 0 or all(len(piece.lstrip("~")) == 4 for piece in one) for one in belief["returns"])
    assert not [word for word in ("def ", "lambda", "return ", "import ") if word in text]


@pytest.mark.parametrize("source", SETS.values(), ids=SETS)
def test_what_is_kept_of_each_function_is_made_from_what_is_there_now(source):
    assert hints_file.stale(source) == [], "run `make sets`"
    assert list(hints_file.known(source)) == list(dict(source.inputs))  # each has examples with one right output


@pytest.mark.parametrize("name", CHOSEN)
def test_what_is_kept_of_a_function_is_what_is_found_again(name):
    for function, _ in SETS[name].inputs[: None if WHOLE else 1]:
        found = json.loads(json.dumps(counterexamples.about(SETS[name], function)))
        assert found == known(name)[function]


@pytest.mark.parametrize(
    ("file", "old", "new", "functions"),
    [
        ("ps1.py", "# ## Part A: ", "# ## The first part: ", []),
        ("ps1.py", '"mirror": "normal(d), number(), ', '"mirror": "normal(d), positive(), ', ["mirror"]),
        ("answers/wrong-1.py", "def mirror(", "import math\n\ndef mirror(", ["mirror"]),
        ("answers/wrong-1.py", "def lifted(", "import math\n\ndef lifted(", ["lifted"]),
        ("ps1.py", '    "mirror": "normal(d), number(), points(n, d)",\n', "", []),
    ],
)
def test_after_an_edit_only_what_it_touches_is_found_again(file, old, new, functions, tmp_path, monkeypatch):
    place = tmp_path / "solutions" / "ps1"
    shutil.copytree(SETS["ps1"].path.parent, place)
    text = (place / file).read_text(encoding="utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    source, said, asked = read_source(place / "ps1.py"), list[str](), list[str]()
    nothing = {"made_from": "", "about": {}}
    found = lambda source, names: asked.extend(names) or dict.fromkeys(names, nothing)  # noqa: E731
    monkeypatch.setattr(hints_file, "_found", found)
    before = (place / hints_file.FILE).read_text(encoding="utf-8").splitlines()
    assert hints_file.stale(source) == functions
    hints_file.known(source)  # which changes nothing that is committed
    assert (place / hints_file.FILE).read_text(encoding="utf-8").splitlines() == before
    hints_file.bring_up_to_date(source, said.append)
    after = (place / hints_file.FILE).read_text(encoding="utf-8").splitlines()
    assert said == [f"ps1: looks for small examples of {name}" for name in functions]
    assert asked == 2 * functions
    gone = {"mirror"} - {name for name, _ in source.inputs}
    assert len(set(before) - set(after)) == len(functions) + len(gone)


def test_numbers_that_differ_by_rounding_have_one_digest_and_others_have_not():
    for value in (0.0, 1.0, 0.5, 1 / 3, 2**-10, 1e6, -7.25, 2**0.5):
        for fine, noise, other in ((True, 1e-15, 1e-8), (False, 1e-7, 0.1)):
            assert digest(value, "", fine) == digest(value * (1 + noise) + noise, "", fine)
            assert digest(value, "", fine) != digest(value * (1 + other) + other, "", fine)
    for strange in (1e308, -1e308, float("inf"), float("nan"), None, "", []):
        assert len(digest(strange, "", fine=False)) == 4
    assert digest([1.0, "a"], "x") != digest([1.0, "a"], "y")


def test_forms_that_mean_the_same_are_the_same():
    assert plain((np.float64(1), np.array([[2]]), True, np.str_("fine"))) == [1.0, [[2.0]], 1.0, "fine"]
    for large in (range(10**12), "x" * 10**6, np.zeros(10**6), [[0] * 200] * 200):
        assert plain(large) == "something large"
    assert plain([[[[[[[1]]]]]]]) == [[[[[["something of type list"]]]]]]
    assert in_pieces(Form(), [[1.0, [2.0]], [3.0, [4.0]]]) == Form(split="parts", count=2)
    assert in_pieces(Form(), [[[1.0, 2.0]], [[1.0, 2.0], [3.0, 4.0]]]) == Form(split="columns", count=2)
    assert in_pieces(Form(any_order=True), [1.0, [2.0]]) == Form(any_order=True)
    assert Form(True).digests(Outcome([2.0, 1.0]), "") == Form(True).digests(Outcome([1.0, 2.0]), "")


def square_known(count=5, wrong=(0,)):
    """What is known of a function that squares a number: that a known belief doubles it."""
    examples = [[float(number)] for number in range(3, 3 + count)]
    right = [[digest(x * x, f"square/{i}/0")] for i, [x] in enumerate(examples)]
    returns = [[digest(2 * x, f"square/{i}/0")] for i, [x] in enumerate(examples)]
    beliefs = [{"words": f"a square is the double {number}", "returns": returns} for number in wrong]
    about = {"names": ["x"], "form": vars(Form()), "holds": "", "examples": examples, "right": right}
    return {"square": about | {"beliefs": beliefs}}


def doubled(x):
    return 2 * x


def test_a_belief_is_named_where_outputs_agree_and_no_right_output_is_told():
    example, belief = hints.hint("square", doubled, square_known())
    assert example == "With x = 3, square returns 6, which is not right."
    assert belief == "Your answer behaves as if “a square is the double 0” were true."
    assert hints.hint("square", lambda x: x * x, square_known()) == ()


@pytest.mark.parametrize(
    "answer",
    [lambda x: 2 * x if x < 7 else 3 * x, lambda x: 2 * x + 1, lambda x: "double", lambda x: None, lambda x: 1 / 0],
    ids=["four of five", "none", "a word", "nothing", "an exception"],
)
def test_where_it_is_not_sure_only_the_example_is_told(answer):
    assert len(hints.hint("square", answer, square_known())) == 1


def test_two_beliefs_are_named_and_not_three_and_two_examples_are_too_few():
    both = hints.hint("square", doubled, square_known(wrong=(0, 1)))[1]
    assert "“a square is the double 0” or “a square is the double 1”" in both
    assert len(hints.hint("square", doubled, square_known(wrong=(0, 1, 2)))) == 1
    assert len(hints.hint("square", doubled, square_known(count=2))) == 1


def test_what_is_not_filled_in_or_unknown_gets_no_hint():
    def blank(x):
        raise NotImplementedError

    assert hints.hint("square", blank, square_known()) == ()
    assert hints.hint("cube", doubled, square_known()) == ()


def test_a_package_that_refuses_is_not_taken_for_a_blank_cell():
    def strict(x):
        return cp.Variable() > x

    (said,) = hints.hint("square", strict, square_known(), packages=["cvxpy"])
    assert "the call ended with another exception" in said


def test_only_the_part_that_is_wrong_is_named_and_what_came_back_is_cut_off():
    said = hints.told_example("f", {"x": [1.0], "y": {"array": [2.0]}}, Outcome([3.0, [4.0]]), [False, True])
    assert said == "With x = [1] and y = [2], f returns [3, [4]], the second part of which is not right."
    changed = hints.told_example("f", {"x": [1.0]}, Outcome(2.0, changed=True), [True])
    assert changed == "With x = [1], f returns 2, which is not right." + hints.ALSO_CHANGES
    assert len(hints.shown(["x" * 500])) == hints.LONGEST + 3
    assert hints.shown("\x1b") == "'\\x1b'"
    assert hints.shown(hints.packed([("linear",), (1, 2), 0.3, 1 / 3, 10**400]), hints.EXACT) == (
        "[('linear',), (1, 2), 0.3, 0.3333333333333333, 10**400]"
    )


def test_what_is_wrong_by_less_than_digests_tell_is_not_called_a_changed_argument():
    known = {"square": square_known()["square"] | {"holds": "it == x * x"}}
    (said,) = hints.hint("square", lambda x: x * x + 1e-12, known)
    assert said.endswith("which is not right.")


def test_where_several_outputs_are_right_each_of_them_is():
    """Roots: either sign will do, and of 0 there is one."""
    examples, salted = [[0.0], [4.0]], [digest(0.0, "root/0/0")]
    about = {"names": ["x"], "form": vars(Form()), "holds": "same(it * it, x)", "examples": examples, "beliefs": []}
    known = {"root": about | {"right": [salted, []]}}
    for root in (lambda x: x**0.5, lambda x: -(x**0.5)):
        assert hints.hint("root", root, known) == ()
    for returned, told in ((4, "4"), ([2], "[2]"), ("two", "'two'")):
        said = f"With x = 4, root returns {told}, which is not right."
        assert hints.hint("root", lambda x, returned=returned: returned if x else 0, known) == (said,)


Z = np.array([[3.0], [-2.0]])


@pytest.mark.parametrize(
    ("line", "it", "right"),
    [
        ("run(Z, 3, it)", [0, 1, 1], True),
        ("run(Z, 3, it)", [1, 0, 1], True),  # another choice
        ("run(Z, 3, it)", [0, 0, 1], False),  # no mistake at that moment
        ("run(Z, 3, it)", [0, 1], False),  # the budget isn't spent, and a mistake is left
        ("run(Z, 3, it)", [0, 1, 1, 0], False),
        ("run(Z[:1], 3, it)", [0], True),
        ("run(Z[:1], 3, it)", [], False),
        ("run(Z[:1], 3, it)", [-1], False),  # no row of that number
        ("run(Z[:1], 3, it)", [0.5], False),
        ("run(Z[:1], 3, it)", [[0]], False),
        ("run(Z[:1], 3, it)", None, False),
        ("run(Z[:1], 3, it[0], it[1])", [[0], [3]], True),
        ("run(Z[:1], 3, it[0], it[1])", [[0], [2]], False),
        ("run(Z[:1], 3, it[0], it[1])", [[0], 3], False),
        ("run(Z[:1], 1, it, None, 3.0)", [0], True),
        ("run(Z[:1], 2, it, None, 3.0)", [0, 0], False),  # as far as it has to be
        ("run(Z[:1], 2, it, None, 3.5)", [0, 0], True),
        ("run(Z[:1], 2, it, None, 3.5)", [0], False),
        ("ended(Z[:1], it, 3.0)", [0], True),
        ("ended(Z[:1], it, 3.5)", [0], False),
        ("kernel_run(np.exp(-((Z[:, None] - Z) ** 2).sum(axis=2)), 9, it, 0.0, 1e-9)", [0, 1], True),
        ("kernel_run(np.exp(-((Z[:, None] - Z) ** 2).sum(axis=2)), 9, it, 0.0, 1e-9)", [], False),
        ("same(it, shares(np.array([[1.0]]), 0.5, [0])[-1])", [0.75, 0.25], True),
        ("same(it, shares(np.array([[1.0]]), 0.5, [0])[-1])", [0.75, 0.75], False),
        ("game(np.array([[1.0]]), 0.5, 4, it)", [0], True),
        ("game(np.array([[1.0]]), 0.5, 4, it)", [0, 0], False),
        ("game(np.array([[1.0]]), 0.5, 4, it)", [], False),  # all weights are equal, and nothing is won
        ("game(np.array([[1.0, -1.0]]), 0.5, 3, it)", [0, 1, 1], True),
        ("same(it, descent(Z, [1, 1], 1.0, [0])[-1])", [[3], [0]], True),
        ("same(it, descent(Z, [1, 1], 1.0, [0])[-1])", [[3], [3]], False),
        ("same(it, counts([0, 1, 1], 2))", [1, 2], True),
    ],
)
def test_the_words_that_judge_an_output(line, it, right):
    assert holds(line, {"Z": Z}, it) is right


def test_an_answer_that_is_right_but_changes_what_it_was_given_is_told_so():
    about = square_known(count=2)
    about["square"]["examples"] = [[{"array": example}] for example in about["square"]["examples"]]

    def square(x):
        x *= x
        return x[0]

    said = "With x = [3], square changes an array or a list that it was given."
    assert hints.hint("square", square, about) == (said,)
    assert hints.hint("square", lambda x: x[0] * x[0], about) == ()


def test_a_line_that_cannot_be_drawn_names_its_function(tmp_path):
    path = tmp_path / "solutions" / "ps1" / "ps1.py"
    path.parent.mkdir(parents=True)
    text = SETS["ps1"].path.read_text(encoding="utf-8")
    path.write_text(text.replace('"mirror": "normal(d)', '"mirror": "norml(d)'), encoding="utf-8")
    with pytest.raises(Trouble, match="inputs of mirror: NameError"):
        counterexamples.about(read_source(path), "mirror")
    path.write_text(text.replace('"mirror": "normal(d)', '"miror": "normal(d)'), encoding="utf-8")
    with pytest.raises(Trouble, match="`inputs` of miror, but no answer"):
        read_source(path)


IN_A_SESSION = """
import sys
import numpy as np
from notebook_checks.practice import practice

def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return margins.min(), [int(margins.argmin())]

found = practice("ps1", "closest")
print(found)
print(found._repr_html_())
print([name for name in sys.modules if name.partition(".")[0] == "course"])
"""


def test_practice_shows_the_hint_under_its_part_without_the_repository(tmp_path):
    with zipfile.ZipFile(wheel.build(SETS["ps1"], TERM, tmp_path / "made")) as archive:
        archive.extractall(tmp_path / "installed")
    environment = {name: value for name, value in os.environ.items() if name != "NBGRADER_EXECUTION"}
    environment |= {"PYTHONPATH": str(tmp_path / "installed"), "MPLBACKEND": "agg"}
    command = [sys.executable, "-c", IN_A_SESSION]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    assert "    not yet the rows of all points that have it" in run.stdout
    example = r"\n    With w = .*, closest returns \[.*\], the second part of which is not right\.\n"
    assert re.search(example, run.stdout)
    assert "\n    Your answer behaves as if “one point holds the margin” were true.\n" in run.stdout
    assert run.stdout.count("“one point holds the margin”") == 2  # in the text, and in the table
    assert run.stdout.endswith("[]\n")
