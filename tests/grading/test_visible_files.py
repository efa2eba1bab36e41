"""What a student's process is shown of Python: what the set allows, and nothing that solves it."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from course.grading.sandbox import visible_files
from course.grading.sandbox.reduced_modules import reduced
from course.judge.rules.barred import allowed_checks, closed_modules
from course.sets import release
from course.settings import library

SOURCES = {source.name: source for source in release.sources()}
LIBRARY = library().folder
SHOWN = ("core", "datasets", "plots", "losses", "selfcheck", "former_names", "checks")


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """Return a function that lays a set's stage out, once."""
    made = {}

    def lay_out(name):
        if name not in made:
            made[name] = tmp_path_factory.mktemp(name)
            visible_files.lay_out(made[name], SOURCES[name].barred)
        return made[name]

    return lay_out


def modules(folder):
    library = folder / "library" / "margin_lib"
    for path in library.rglob("*.py"):
        yield ".".join(part for part in path.relative_to(library).with_suffix("").parts if part != "__init__"), path


def functions(path):
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", SOURCES)
def test_of_the_library_only_data_pictures_checks_and_what_they_need_is_there(name, staged):
    for module, path in modules(staged(name)):
        original = LIBRARY / path.relative_to(staged(name) / "library" / "margin_lib")
        if module.split(".")[0] not in SHOWN and path.name != "__init__.py":
            assert functions(path) == {"__getattr__", "__new__"}, f"{module} is there"
        elif path.read_text() != original.read_text():
            assert module in closed_modules(SOURCES[name].barred), f"{module} is not barred, but is not there"


LEFT = {  # of what a set bars, because data sets or pictures need it: no part's answer is among it
    "ps1": {"core.geometry": {"decision", "length", "radius"}},
    "ps4": {"core.geometry": {"decision", "margins", "length", "radius"}},
}


@pytest.mark.parametrize("name", SOURCES)
def test_of_what_the_set_bars_only_what_data_and_pictures_need_is_there(name, staged):
    left = {}
    for module, path in modules(staged(name)):
        text = path.read_text()
        if module in closed_modules(SOURCES[name].barred) and "Not part of this problem set" not in text:
            functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
            able = {node.name for node in functions if "is barred in this problem set" not in ast.unparse(node)}
            left[module] = {function for function in able if not function.startswith("_")}
    assert left == LEFT.get(name, {})


def test_what_is_reduced_keeps_what_is_reached_and_refuses_the_rest():
    text = """
class A:
    def __init__(self): self._b()
    def _b(self): c()
    def d(self): c()
def c(): return 1
def e(): return d
"""
    scope = {}
    exec(reduced("margin_lib", "taken_away", text, ["from x import A, c"]), scope)
    assert scope["c"]() == 1
    for refused in (scope["A"]().d, scope["e"]):
        with pytest.raises(ImportError, match=r"margin_lib\.taken_away is barred"):
            refused()


@pytest.mark.parametrize("file", ["perceptrons/perceptron.py", "svm/maximum_margin.py", "kernels/functions.py"])
def test_a_name_of_a_placeholder_is_there_by_whatever_way_and_says_that_it_is_barred(file):
    original = (LIBRARY / file).read_text()
    scope = {"__name__": "margin_lib.taken_away"}
    exec(visible_files.placeholder("taken_away", original), scope)
    names = re.findall(r"^(?:def|class) ([a-zA-Z]\w*)", original, re.M)
    for name in names:
        with pytest.raises(ImportError, match="margin_lib.taken_away is barred"):
            scope[name]()
    assert names


def imported(path):
    """The modules of margin_lib that a module imports, wherever in it, named from the library's root."""
    package = ("margin_lib", *path.relative_to(LIBRARY).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield ".".join([*package[: len(package) - node.level + 1], *(node.module or "").split(".")]).strip(".")


@pytest.mark.parametrize("room", [room for room in SHOWN if room != "checks"])
def test_no_room_that_is_shown_needs_a_solver(room):
    paths = [LIBRARY / f"{room}.py", *(LIBRARY / room).rglob("*.py")]
    found = {name.split(".")[1] for path in paths if path.exists() for name in imported(path) if "." in name}
    assert found <= set(SHOWN)


@pytest.mark.parametrize("name", SOURCES)
def test_nothing_compiled_no_link_and_no_hidden_place_is_there(name, staged):
    paths = list(staged(name).rglob("*"))
    assert [path for path in paths if path.suffix in (".pyc", ".ipynb", ".so") or path.is_symlink()] == []
    text = "\n".join(path.read_text(errors="replace") for path in paths if path.is_file())
    assert [word for word in ("HIDDEN TESTS", "BEGIN SOLUTION", "canary-", "MARK SCHEME") if word in text] == []


def test_each_file_of_the_library_that_a_hostile_hand_in_reads_is_there(staged):
    texts = [path.read_text() for path in (Path(__file__).parents[1] / "hostile").glob("*.py")]
    named = {name for text in texts for name in re.findall(r"/library/(margin_lib/[\w/]+\.py)", text)}
    assert named
    assert [name for name in named if not (staged("ps2") / "library" / name).is_file()] == []


TRY = """
import importlib, json, sys
import margin_lib
found = {"solved": [], "judge": []}
for name in %r:
    try:
        getattr(margin_lib, name)([[1.0], [-1.0]], [1, -1])
        found["solved"].append(name)
    except ImportError:
        pass
from margin_lib.datasets import penguins
from margin_lib.selfcheck import selfcheck
from notebook_checks.answer_format import Form
if %r:
    from margin_lib.plots import plot_plane, plot_points
    plot_points(*penguins()[:2])
    plot_plane(margin_lib.Plane([1, 0], -1), [[0, 1], [2, 0]], [-1, 1])
for name in ("course.judge.marks", "course.judge.answers", "course.grading.run.runner", "course.sets"):
    try:
        importlib.import_module(name)
        found["judge"].append(name)
    except ImportError:
        pass
import course.grading.sandbox.inside.student
packages = ("course", "margin_lib", "notebook_checks")
ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in packages]
found["files"] = [module.__file__ for module in ours]
print(json.dumps(found))
"""
FUNCTIONS = (
    "perceptron", "separate", "hard_margin", "soft_margin", "winnow", "margin_perceptron", "kernel_svm", "hinge_sgd",
    "max_l2_margin", "kernel_perceptron", "incremental_margin_perceptron",
)


@pytest.mark.parametrize("name", SOURCES)
def test_no_solver_can_be_imported_and_data_pictures_and_the_notebooks_checks_work(name, staged, tmp_path):
    folder = staged(name)
    packages = tmp_path / "packages"
    packages.mkdir()
    for top, path in visible_files.packages(SOURCES[name].packages).items():
        (packages / top).symlink_to(path)
    draws = "matplotlib" in SOURCES[name].packages
    places = [str(folder / "code"), str(folder / "library"), str(packages)]
    code = f"import sys; sys.path[:0] = {places!r}; sys.dont_write_bytecode = True\n{TRY % (FUNCTIONS, draws)}"
    environment = {"MPLBACKEND": "Agg", "HOME": str(tmp_path)}
    python = [sys.executable, "-S", "-c", code]
    run = subprocess.run(python, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["solved"] == []
    assert found["judge"] == []
    assert all(file.startswith(str(folder)) for file in found["files"])


@pytest.mark.parametrize("name", SOURCES)
def test_the_checks_that_the_set_allows_are_there(name, staged):
    import margin_lib

    for check in allowed_checks(SOURCES[name].barred):
        path = Path(sys.modules[getattr(margin_lib, check).__module__].__file__)
        there = staged(name) / "library" / "margin_lib" / path.relative_to(LIBRARY)
        assert there.read_text() == path.read_text()


def test_packages_are_those_allowed_and_what_they_need():
    shown = visible_files.packages(("numpy", "matplotlib"))
    assert {"numpy", "matplotlib", "IPython", "PIL"} <= set(shown)
    assert not {"sklearn", "scipy", "cvxpy", "nbgrader", "dask", "margin_lib", "course", "pytest", "pip"} & set(shown)
    assert "scipy" in visible_files.packages(("cvxpy",))
    assert "sklearn" not in visible_files.packages(("cvxpy",))
    assert not [top for top in shown if "editable" in top or top.endswith(".pth")]
