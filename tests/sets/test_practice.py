"""Practice: a set's wheel judges a session as the grader does, without a key, a solution or the repository."""

import hashlib
import json
import linecache
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import small_course

from course.judge import seeds
from course.practice import wheel
from course.practice.inside import session
from course.sets import notebooks, release
from course.sets.testing import corpus, marking
from course.sets.variant import values
from notebook_checks import practice

ROOT = Path(__file__).parents[2]
TERM = "2027-spring"
SETS = {source.name: source for source in release.sources(ROOT)}

# In a process of its own: give each notebook's answers to the judge of the wheel, and say what it found.
JUDGE = """
import contextlib, importlib, io, json, sys
request = json.load(sys.stdin)
judge = importlib.import_module(request["package"])
told = []
for notebook in request["notebooks"]:
    scope = {"__name__": "__main__"}
    for code in [*request["given"], *notebook]:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
            exec(code, scope)
    found = judge.judged(scope, request["word"])
    told.append({one.name: [one.trouble, [[c.earned, c.words, c.place] for c in one.claims]] for one in found})
print(json.dumps([told, sorted(sys.modules)]))
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheels of all sets, and a folder in which they are installed."""
    made, installed = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    paths = {name: wheel.build(source, TERM, made) for name, source in SETS.items()}
    for path in paths.values():
        zipfile.ZipFile(path).extractall(installed)
    return paths, installed


def judged(installed, name, notebooks, word="fresh"):
    """Return what the judge of an installed wheel says of each notebook, and the modules that it imported."""
    code, _ = marking.filled_in(SETS[name], values(SETS[name], TERM), {})
    given = [code[cell.grade_id] for cell in SETS[name].cells if cell.kind == "given"]
    request = {"package": wheel.package_of(name), "given": given, "notebooks": notebooks, "word": word}
    environment = {**os.environ, "PYTHONPATH": str(installed), "MPLBACKEND": "agg"}
    command = [sys.executable, "-c", JUDGE]
    run = subprocess.run(
        command, input=json.dumps(request), cwd=installed, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


def shown(result):
    """Return for each part which claims are shown."""
    return {name: [earned for earned, *_ in claims] for name, (_, claims) in result.items()}


def chosen(name):
    """The submissions that are judged twice: one right and two wrong ones, or the whole corpus."""
    every = corpus.read_all(ROOT / "solutions" / name / corpus.FOLDER)
    right, wrong = ([one for one in every if one.name.startswith(kind)] for kind in ("right", "wrong"))
    return every if os.environ.get("WHOLE_CORPUS") else [*right[-1:], *wrong[:1], *wrong[-1:]]


def differences(name, installed):
    """Yield how many claims both judges gave a verdict on, and for each answer on which they differ its declaration."""
    drawn = values(SETS[name], TERM)
    tests = [cell.name for cell in SETS[name].cells if cell.kind == "test" and not cell.is_order]
    submissions = chosen(name)
    filled = [
        {a.cell: notebooks.filled(a.code, drawn, str(one.path), SETS[name]) for a in one.answers} for one in submissions
    ]
    found, _ = judged(installed, name, [list(code.values()) for code in filled])
    for submission, code, result in zip(submissions, filled, found, strict=True):
        marks = marking.mark(SETS[name], drawn, code, visible_too=False)
        for answer in submission.answers:
            if answer.cell in tests and answer.cell in marks:
                trouble, claims = result[answer.cell]
                assert trouble == "" or not marks[answer.cell].score, trouble
                theirs = [claim.earned for claim in marks[answer.cell].claims]
                ours = [earned for earned, *_ in claims] or [False] * len(theirs)
                yield len(theirs), None if ours == theirs else answer


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_practice_gives_the_grader_s_claims_or_answers_declare_that_a_key_decides(name, wheels, monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "a class's key")
    compared = list(differences(name, wheels[1]))
    others = [answer for _, answer in compared if answer]
    assert sum(claims for claims, _ in compared) > 5
    assert [answer for answer in others if answer.lowest == answer.score] == []
    assert len(others) <= 0.005 * sum(claims for claims, _ in compared) + 1


@pytest.mark.parametrize("name", SETS)
def test_the_model_shows_all_claims_without_the_repository(name, wheels):
    ((best,), modules) = judged(wheels[1], name, [list(marking.model(SETS[name], values(SETS[name], TERM)).values())])
    assert best
    assert all(all(claims) for claims in shown(best).values())
    assert not {module for module in modules if module.partition(".")[0] == "course"}


def test_all_parts_but_the_orders_are_practiced_and_the_wheels_are_small(wheels):
    paths, installed = wheels
    assert sum(path.stat().st_size for path in paths.values()) <= 500_000 / 7 * len(paths)  # for seven sets, 500 kB
    for name, source in SETS.items():
        made = json.loads((installed / wheel.package_of(name) / "set.json").read_text(encoding="utf-8"))
        tests = [cell for cell in source.cells if cell.kind == "test"]
        assert [part["name"] for part in made["parts"]] == [cell.name for cell in tests if not cell.is_order]
        assert all(part["title"].startswith("Part ") and "{{" not in part["title"] for part in made["parts"])


def test_no_wheel_holds_a_key_a_solution_or_a_proof_s_order(wheels):
    paths, _ = wheels
    for name, path in paths.items():
        with zipfile.ZipFile(path) as archive:
            texts = {entry: archive.read(entry).decode() for entry in archive.namelist()}
        everything = "\n".join(texts.values())
        forbidden = ("COURSE_KEY", "hmac", "course-key", "BEGIN SOLUTION", "canary")
        assert not [word for word in forbidden if word in everything]
        assert not any(entry.endswith("seeds.py") for entry in texts)
        drawn = values(SETS[name], TERM)
        hidden = [drawn[what] for what in ("hidden_builds_on", "hidden_order") if what in drawn]
        assert not [value for value in hidden if str(value) in everything or json.dumps(value) in everything]


def test_the_same_source_makes_the_same_wheel(wheels, tmp_path):
    again = wheel.build(SETS["ps2"], TERM, tmp_path)
    assert again.name == wheels[0]["ps2"].name == "practice_ps2-1+2027.spring-py3-none-any.whl"
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheels[0]["ps2"].read_bytes()).digest()


def test_practice_says_what_an_answer_raised_and_in_which_of_its_lines():
    code = "def answer(X):\n    return helped(X).nothing_like_it\ndef helped(X):\n    return X if len(X) else 1 / 0\n"
    linecache.cache["<Part A>"] = (len(code), None, code.splitlines(keepends=True), "<Part A>")
    scope = {}
    exec(compile(code, "<Part A>", "exec"), scope)
    marks = session.OpenMarks("ps2", "answer", TERM, 2)
    for given in ([1.0], []):
        with marks.claim(1, "it returns", read="perceptron: The rule"):
            marks.call(scope["answer"], given)
    assert [claim.reason for claim in marks.claims] == [
        "the call ended with AttributeError: 'list' object has no attribute 'nothing_like_it', in line 2 of its cell, "
        "'return helped(X).nothing_like_it'.",
        "the call ended with ZeroDivisionError: division by zero, in line 4 of its cell, "
        "'return X if len(X) else 1 / 0'.",
    ]


@pytest.mark.parametrize("long", ["x" * 1000, "many words " * 100, "two\nlines"])
def test_an_error_of_any_length_is_one_short_line(long):
    def answer():
        raise ValueError(long)

    marks = session.OpenMarks("ps2", "answer", TERM, 1)
    with marks.claim(1, "it returns", read="perceptron: The rule"):
        marks.call(answer)
    (claim,) = marks.claims
    assert claim.reason.startswith("the call ended with ValueError:")
    assert "\n" not in claim.reason
    assert len(claim.reason) < 500


def test_a_title_is_shown_without_the_marks_of_tex():
    part = session.Judged("counted", r"Part C: sees only $K$ and $\|\mathbf{w}\|$", (), "No answer.")
    result = practice.Practice("ps7", "word", (part,))
    for shown in (repr(result), result._repr_html_()):
        assert "Part C: sees only K and |w|" in shown


def test_practice_never_draws_the_seeds_of_a_class(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "a class's key")
    names = [(set_name, "cell", f"data {i}") for set_name in SETS for i in range(150)]
    of_class = {seeds.seed(TERM, *name) for name in names}
    words = [f"{word}/{run}" for word in ("", "a", "b") for run in range(3)]
    of_practice = {session.seed(word, *name) for word in words for name in names}
    assert len(of_practice) == 9 * len(names)
    assert not of_class & of_practice


def test_an_answer_that_is_right_for_some_data_only_is_found_out_by_the_next_runs(wheels):
    lucky = "\n".join([
        "calls = []",
        "def perceptron(X, y, budget):",
        "    calls.append(1)",
        "    return right(X, y, budget) if len(calls) <= 15 else (0 * X[0], [])",
    ])
    model = marking.model(SETS["ps2"], values(SETS["ps2"], TERM))["perceptron"]
    ((result,), _) = judged(wheels[1], "ps2", [[model, "right = perceptron", lucky]])
    assert not all(shown(result)["perceptron"])


def test_what_is_undefined_or_fails_in_the_test_itself_is_not_called_wrong(wheels, tmp_path):
    ((result,), _) = judged(wheels[1], "ps2", [["def perceptron(X, y, budget):\n    1 / 0"]])
    assert result["with_bias"][0] == f"with_bias {session.ABSENT}"
    assert [claim for claim in shown(result)["perceptron"] if claim] == []
    broken = tmp_path / wheel.package_of("ps2")
    with zipfile.ZipFile(wheels[0]["ps2"]) as archive:
        archive.extractall(tmp_path)
    told = json.loads((broken / "set.json").read_text(encoding="utf-8"))
    told["parts"][0]["test"] = "1 / 0"
    (broken / "set.json").write_text(json.dumps(told), encoding="utf-8")
    ((result,), _) = judged(tmp_path, "ps2", [["def perceptron(X, y, budget):\n    return None"]])
    assert result["perceptron"] == [
        "This part could not be judged: its test failed, with ZeroDivisionError: division by zero.", []
    ]


@pytest.fixture
def installed(wheels, monkeypatch):
    """This process, with the small course's practice installed, and an empty session."""
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    folder = wheels[1].parent / "small"
    for source in release.sources(small_course.ROOT):
        with zipfile.ZipFile(wheel.build(source, TERM, folder)) as archive:
            archive.extractall(folder)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in [name for name in sys.modules if name.startswith(practice.PREFIX)]:
        del sys.modules[name]


def session_with(monkeypatch, **names):
    """Put names into the session."""
    for name, value in names.items():
        monkeypatch.setattr(sys.modules["__main__"], name, value, raising=False)


def neighbours(edges, n, vertex):
    return [b if a == vertex else a for a, b in reversed(edges) if vertex in (a, b)]


def test_a_run_says_which_claims_are_shown_and_how_to_repeat_it(installed, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    session_with(monkeypatch, neighbours=neighbours)
    found = practice.practice()
    assert found.name == "ps1"
    said = repr(found)
    assert "    shown   each neighbour, whichever end of the edge it is, and no other vertex\n" in said
    assert "    not yet in rising order\n            Read: the page Graphs, section 'What a graph is'.\n" in said
    assert said.endswith(practice.NO_GRADE)
    again = practice.practice("ps1", seed=found.word)
    assert repr(again) == said
    assert f'seed="{found.word}"' in found.summary
    assert practice.practice("ps1").word != found.word
    shown_in_notebook = found._repr_html_()
    assert shown_in_notebook.count("✓ shown") == said.count("    shown ") == 1
    assert len(practice.practice("ps1", "neighbours").parts) == 1


def test_what_cannot_be_practiced_is_said_with_a_way_out(installed, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(practice.NoPractice, match="can't be practiced here, only: ps1, ps2"):
        practice.practice()
    with pytest.raises(practice.NoPractice, match=r"no practice for 'ps9' here.*practice_ps9-….whl.*%pip install"):
        practice.practice("ps9")
    with pytest.raises(practice.NoPractice, match="'nobody' is not a function.* There are: neighbours."):
        practice.practice("ps1", "nobody")


def test_practice_does_nothing_while_a_notebook_is_graded(installed, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    session_with(monkeypatch, neighbours=neighbours)
    assert practice.practice("ps1") is None
    assert capsys.readouterr().out == "Practice does not run while the notebook is being graded.\n"
