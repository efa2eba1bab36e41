"""The repository itself: its lock, its set-up, its documents and its wheels are what they say they are."""

import glob
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from traitlets.config.loader import PyFileConfigLoader

import margin_lib
from course.sets import release
from tools import machine
from tools.house.modules import modules

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
PACKAGES = ("margin_lib", "notebook_checks")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PLATFORMS = [
    {"python_full_version": f"{version}.9", "python_version": version, "sys_platform": system}
    | {"implementation_name": "cpython", "platform_python_implementation": "CPython", "os_name": os_name}
    for version in ("3.11", "3.12", "3.13")
    for system, os_name in [("linux", "posix"), ("darwin", "posix"), ("win32", "nt")]
]


def run(*command, cwd=ROOT, **environment):
    """Run a command as a person would at a prompt, outside any CI and with no pytest around it."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("CI", "PYTEST", "MAKE"))}
    command = [str(part) for part in command]
    return subprocess.run(command, cwd=cwd, env=inherited | environment, capture_output=True, text=True)


def locked():
    """What the lock lists: the requirement and the hashes of each entry."""
    entries = re.findall(r"^(\S+==.*?) \\\n((?:    --hash=.*\n?)+)", LOCK, re.M)
    return [(Requirement(entry), re.findall(r"--hash=(\S+)", hashes)) for entry, hashes in entries]


def dependencies():
    """The direct dependencies of the library and of all extras."""
    extras = PROJECT["optional-dependencies"].values()
    return [Requirement(text) for group in [PROJECT["dependencies"], *extras] for text in group]


def committed_files():
    """Paths of all files that are, or are about to be, committed."""
    listing = run("git", "ls-files", "--cached", "--others", "--exclude-standard")
    if listing.returncode:
        pytest.skip("not run: needs a git checkout")
    return [path for line in listing.stdout.splitlines() if (path := ROOT / line).is_file()]


def make_targets():
    """The targets that the Makefile declares."""
    return re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M).group(1).split()


# --- the lock -------------------------------------------------------------------------------------------------


def test_every_version_in_the_lock_has_a_hash():
    assert len(locked()) == len(re.findall(r"^[a-z].*==", LOCK, re.M)) > 100
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for _, hashes in locked() for digest in hashes)


def test_the_lock_names_no_host():
    assert not re.findall(r"://|@ |--(?:extra-)?index|--find-links|--trusted", LOCK)


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda p: f"{p['python_version']}-{p['sys_platform']}")
def test_each_platform_gets_one_version_of_each_dependency(platform):
    chosen = [entry for entry, _ in locked() if entry.marker is None or entry.marker.evaluate(platform)]
    names = [entry.name for entry in chosen]
    assert len(names) == len(set(names))
    versions = {entry.name: next(iter(entry.specifier)).version for entry in chosen}
    for wanted in dependencies():
        if wanted.marker is None or wanted.marker.evaluate(platform):
            assert wanted.specifier.contains(versions[wanted.name]), wanted


def test_the_lock_keeps_the_versions_chosen_by_hand():
    chosen = re.findall(r"^\w\S+==\S+$", (ROOT / "constraints.txt").read_text(), re.M)
    assert len(chosen) > 20
    assert set(chosen) <= {str(entry).split(";")[0].strip() for entry, _ in locked()}


# --- set-up ---------------------------------------------------------------------------------------------------


@pytest.fixture
def bare_tree(tmp_path):
    """A copy of what `make setup` reads, with no environment in it."""
    for name in ("Makefile", "requirements.lock", "tools/setup_env.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def python_that_says(folder, version, state):
    """A program that answers the question about its version as such a Python would."""
    program = folder / "some-python"
    program.write_text(f"#!/bin/sh\necho {version}\necho {state}\n")
    program.chmod(0o755)
    return str(program)


def setup_with(tree, python):
    return run(sys.executable, "tools/setup_env.py", cwd=tree, PYTHON=python)


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.14", "pypy"])
def test_setup_refuses_another_python_in_one_sentence(bare_tree, version):
    refused = setup_with(bare_tree, python_that_says(bare_tree, version, "complete"))
    assert refused.returncode == 1
    assert f"3.11, 3.12 or 3.13; found here: {version}" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_setup_says_what_to_install_where_python_has_no_venv(bare_tree):
    refused = setup_with(bare_tree, python_that_says(bare_tree, "3.12", "without"))
    assert refused.returncode == 1
    assert "apt-get install python3.12-venv" in refused.stderr


def test_setup_says_so_where_there_is_no_python(bare_tree):
    refused = setup_with(bare_tree, "/nonexistent/python")
    assert refused.returncode == 1
    assert "found here: none" in refused.stderr


def test_make_says_so_where_there_is_no_python(bare_tree):
    refused = run(shutil.which("make"), "setup", cwd=bare_tree, PATH=str(bare_tree), PYTHON="")
    assert refused.returncode
    assert "no Python 3 runs here" in refused.stderr


@pytest.fixture
def setup_env(bare_tree):
    """The set-up script, at work on a copy with a small environment that it has stamped."""
    spec = importlib.util.spec_from_file_location("setup_env", bare_tree / "tools" / "setup_env.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    packages = bare_tree / ".venv" / "lib" / "python3.12" / "site-packages"
    for name in ("numpy", "scipy"):
        (packages / name).mkdir(parents=True)
    (bare_tree / ".venv" / "bin").mkdir()
    (bare_tree / ".venv" / "bin" / "python").symlink_to(sys.executable)
    script.write_stamp("3.12")
    return script


def test_setup_does_nothing_the_second_time(setup_env):
    assert setup_env.is_up_to_date()


def test_setup_starts_afresh_for_another_python(setup_env, bare_tree, monkeypatch):
    monkeypatch.setenv("PYTHON", python_that_says(bare_tree, "3.12", "complete"))
    assert setup_env.is_up_to_date()
    monkeypatch.setenv("PYTHON", python_that_says(bare_tree, "3.13", "complete"))
    assert not setup_env.is_up_to_date()


@pytest.mark.parametrize(
    "damage",
    [
        "rm .venv/setup-stamp.json",
        "echo '{\"made_from\":' > .venv/setup-stamp.json",
        "echo '[]' > .venv/setup-stamp.json",
        "rm .venv/bin/python",
        "ln -sf /nonexistent .venv/bin/python",
        "ln -sf /bin/false .venv/bin/python",
        "rm -r .venv/lib/python3.12/site-packages/scipy",
        "rm -r .venv/lib",
        "rm -r .venv; touch .venv",
        "echo '# changed' >> requirements.lock",
        "echo '# changed' >> tools/setup_env.py",
    ],
)
def test_setup_sees_damage_and_change(setup_env, bare_tree, damage):
    subprocess.run(damage, shell=True, check=True, cwd=bare_tree)
    assert not setup_env.is_up_to_date()


def test_an_environment_that_was_moved_is_not_taken_for_sound(setup_env, bare_tree):
    stamp = json.loads(Path(setup_env.STAMP).read_text())
    setup_env.ROOT = str(bare_tree / "elsewhere")
    assert stamp["made_from"] != setup_env.fingerprint()


def test_setup_removes_whatever_is_in_the_way(setup_env, bare_tree):
    setup_env.remove_old()
    assert not (bare_tree / ".venv").exists()
    (bare_tree / ".venv").symlink_to("nowhere")
    setup_env.remove_old()
    assert not (bare_tree / ".venv").is_symlink()


# --- the library and the wheels --------------------------------------------------------------------------------


def test_importing_the_library_imports_nothing_heavy():
    code = "import sys, margin_lib; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    imported = run(sys.executable, "-c", code).stdout.split()
    assert "margin_lib" in imported
    assert not {"cvxpy", "scipy", "matplotlib", "IPython", "sklearn", "pandas", "course"} & set(imported)


def test_the_library_knows_of_the_notebooks_checks_only_where_it_hands_them_on():
    library = modules(ROOT, ["margin_lib"])
    names = {name: {source.partition(".")[0] for source, _ in module.imported} for name, module in library.items()}
    assert [name for name, used in names.items() if "notebook_checks" in used] == ["margin_lib.selfcheck"]
    assert "notebook_checks" not in run(sys.executable, "-c", "import sys, margin_lib; print(*sys.modules)").stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The distributions of this tree, by what is imported from each."""
    folder = tmp_path_factory.mktemp("wheels")
    built = run(sys.executable, "-m", "tools.build_wheels", folder)
    assert built.returncode == 0, built.stderr
    return {path.name.partition("-")[0]: zipfile.ZipFile(path) for path in folder.glob("*.whl")}


def metadata_of(wheel):
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return Parser().parsestr(wheel.read(name).decode())


@pytest.mark.parametrize("package", PACKAGES)
def test_a_wheel_holds_its_package_alone(package, wheels):
    paths = [path for path in committed_files() if path.is_relative_to(ROOT / package)]
    held = set(wheels[package].namelist())
    assert {name for name in held if ".dist-info/" not in name} - {"notebook_checks/LICENSE"} == {
        str(path.relative_to(ROOT)) for path in paths if path.name != "pyproject.toml"
    }
    assert f"{package}/py.typed" in held
    assert any(name.endswith("/LICENSE") for name in held)
    assert not any(name.endswith("entry_points.txt") for name in held)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_wheel_needs_numpy_only(package, wheels):
    metadata = metadata_of(wheels[package])
    needs = [Requirement(text) for text in metadata.get_all("Requires-Dist")]
    assert [need.name for need in needs if need.marker is None] == ["numpy"]
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_extras_of_the_library_are_those_of_this_tree(wheels):
    extras = metadata_of(wheels["margin_lib"]).get_all("Provides-Extra")
    assert set(extras) == {"solvers", "plots", "sklearn", "book", "course", "dev"}
    assert not metadata_of(wheels["notebook_checks"]).get_all("Provides-Extra")


def test_the_checks_of_a_notebook_import_python_and_numpy_alone():
    code = "import sys; before = set(sys.modules); import notebook_checks.selfcheck, notebook_checks.answer_format\n"
    code += "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names))"
    assert run(sys.executable, "-c", code).stdout.split() == ["notebook_checks", "numpy"]


def test_the_version_is_the_same_everywhere(wheels):
    assert set(wheels) == set(PACKAGES)
    for package, wheel in wheels.items():
        assert wheel.filename.endswith(f"{package}-{margin_lib.__version__}-py3-none-any.whl")
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == margin_lib.__version__


# --- the documents --------------------------------------------------------------------------------------------


def test_no_file_names_a_package_index_or_a_place_on_one_machine():
    hosts = ["py" + "pi.org", "pythonhosted" + ".org", "npmjs" + ".", "npmjs" + ".com", "deb." + "debian.org"]
    places = ["/" + place + "/" for place in ("root", "home", "Users", "work")] + [".." + "/shared"]
    for path in committed_files():
        text = path.read_bytes().decode(errors="ignore")
        assert not [found for found in hosts + places if found in text], path


def test_make_help_lists_every_target():
    help_text = run("make", "help").stdout
    assert set(re.findall(r"^  make (\w+) +\S.*\.$", help_text, re.M)) == set(make_targets())
    assert run("make").stdout == help_text


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "book/index.md"])
def test_commands_named_in_a_document_exist(document):
    text = (ROOT / document).read_text()
    code = " ; ".join(re.findall(r"`+([^`]+)`+", text))
    assert set(re.findall(r"(?<![-\w])make ([a-z]+)", code)) <= set(make_targets())
    for command in set(re.findall(r"(?<![-\w/])(?:\.venv/bin/)?course ([a-z]+)", code)):
        assert run(sys.executable, "-m", "course", command, "--help").returncode == 0, command


def test_places_named_in_readme_exist():
    table = re.search(r"^\| place .*?\n\n", (ROOT / "README.md").read_text(), re.M | re.S).group()
    places = re.findall(r"`([^`]+)`", re.sub(r"`course`", "", table))
    assert len(places) > 8
    assert not [place for place in places if not (ROOT / place).exists() and place != "benchmarks/"]


def test_the_table_of_derived_files_is_right():
    table = re.search(r"^\| derived .*?\n\n", (ROOT / "CONTRIBUTING.md").read_text(), re.M | re.S).group()
    rows = [[re.findall(r"`([^`]+)`", cell) for cell in row.strip("|").split("|")] for row in table.split("\n")[2:-2]]
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    for [derived], sources, [command] in rows:
        assert (ROOT / derived).exists() or f"/{derived.split('/')[0]}/" in ignored, derived
        assert all((ROOT / source).exists() for source in sources), sources
        assert command.removeprefix("make ") in make_targets()
    assert "requirements.lock" in [derived for [derived], _, _ in rows]


def test_each_dependency_has_its_reason():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    table = re.search(r"^\| dependency .*?\n\n", text, re.M | re.S).group()
    assert sorted(re.findall(r"^\| `(.*?)` \| \S", table, re.M)) == sorted({need.name for need in dependencies()})


def test_workflows_call_what_exists():
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert len(workflows) >= 5
    for path in workflows:
        for job in yaml.safe_load(path.read_text())["jobs"].values():
            assert job["timeout-minutes"]
            for step in job["steps"]:
                assert ("uses" in step) != ("run" in step), path
                assert re.fullmatch(r"\S+/\S+@v\d+", step.get("uses", "a/b@v1"))
                target = re.match(r"make (\w+)", step.get("run", ""))
                assert target is None or target.group(1) in make_targets()


def test_ci_runs_make_test_unless_another_target_is_named():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().rstrip().endswith('exec make "${1:-test}" </dev/null')
    weekly = yaml.safe_load((ROOT / ".github" / "workflows" / "weekly.yml").read_text())
    assert set(weekly["jobs"]["longer"]["strategy"]["matrix"]["target"]) <= set(make_targets())


def test_nbgrader_finds_sources_and_releases():
    settings = PyFileConfigLoader("nbgrader_config.py", str(ROOT)).load_config().CourseDirectory
    assert release.instructors(ROOT, "ps1").is_relative_to(ROOT / settings.source_directory)
    assert (ROOT / settings.release_directory).is_dir()


# --- the machine ----------------------------------------------------------------------------------------------


def test_doctor_says_what_to_install_for_each_missing_program(tmp_path):
    told = run(sys.executable, "-m", "course", "doctor", PATH=str(tmp_path))
    assert told.returncode == 0, told.stderr
    for tool in machine.TOOLS.values():
        if f"{tool.name:<12}works" not in told.stdout:
            assert f"to install it: {tool.how_to_install}" in told.stdout
            assert f"without it: {tool.without}" in told.stdout
    assert "Isolation of students' code: no" in told.stdout


def test_doctor_believes_a_program_only_when_it_runs(tmp_path):
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    told = run(sys.executable, "-m", "course", "doctor", PATH=str(tmp_path))
    assert f"{broken} does not work here: setting up uid map: Permission denied" in told.stdout


def test_a_command_of_which_nobody_reads_the_rest_ends_without_a_word():
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does when it has enough
    try:
        told = subprocess.run(
            [sys.executable, "-m", "course", "doctor"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True
        )
    finally:
        os.close(writing)
    assert (told.returncode, told.stderr) == (141, "")


def test_course_alone_shows_its_help():
    assert run(sys.executable, "-m", "course").stdout == run(sys.executable, "-m", "course", "--help").stdout != ""


def test_the_course_command_is_in_the_environment():
    assert run(Path(sys.executable).with_name("course"), "--help").returncode == 0


def test_programs_that_tests_need_are_installed_in_ci():
    marks = [re.findall(r"needs\(([^)]*)\)", path.read_text()) for path in ROOT.glob("tests/**/test_*.py")]
    needed = {name for found in marks for mark in found for name in re.findall(r'"(\w+)"', mark)} & set(machine.TOOLS)
    tested = [tool for tool in machine.TOOLS.values() if tool.tested]
    assert {machine.TOOLS[name] for name in needed} <= set(tested)
    lacking = run(sys.executable, "tools/machine.py").stdout.split()
    assert lacking == [tool.debian for tool in tested if machine.trouble(tool)]
    lacking = run(sys.executable, "tools/machine.py", PATH="").stdout.split()
    assert lacking == [tool.debian for tool in tested if not any(map(glob.glob, tool.places))]


@pytest.fixture
def suite_that_needs_a_unicorn(tmp_path):
    (tmp_path / "conftest.py").write_text(
        "from tests.conftest import *\n"
        "unicorn = machine.Tool('Unicorn', ('unicorn',), 'grazes', 'no grazing', debian='unicorn', brew=None)\n"
        "machine.TOOLS['unicorn'] = unicorn\n"
    )
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.needs('unicorn')\ndef test_grazing():\n    pass\ndef test_other():\n    pass\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = needs: x\naddopts = -rs\n")
    return tmp_path


def pytest_alone(folder, **environment):
    """Run pytest there without the plugins that this environment has, which take seconds to import."""
    return run(sys.executable, "-m", "pytest", cwd=folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", **environment)


def test_a_missing_program_is_not_run_off_ci(suite_that_needs_a_unicorn):
    result = pytest_alone(suite_that_needs_a_unicorn)
    assert result.returncode == 0, result.stdout
    assert "not run: needs Unicorn (apt-get install unicorn" in result.stdout
    assert "1 passed, 1 skipped" in result.stdout


def test_a_missing_program_is_a_failure_in_ci(suite_that_needs_a_unicorn):
    result = pytest_alone(suite_that_needs_a_unicorn, CI="true")
    assert result.returncode == 1
    assert "CI needs Unicorn: not installed" in result.stdout
    assert "1 passed, 1 error" in result.stdout


# --- the book -------------------------------------------------------------------------------------------------


def test_each_extension_of_the_book_is_named_once_in_its_configuration():
    named = yaml.safe_load((ROOT / "_config.yml").read_text())["sphinx"]["config"]["extensions"]
    folder = ROOT / "book" / "_extensions"
    ours = [path.stem for path in folder.glob("*.py") if "\ndef setup(" in path.read_text()]
    assert sorted(name for name in named if (folder / f"{name}.py").exists()) == sorted(ours)


def test_outputs_in_the_book_are_renewed_with_the_library(tmp_path):
    path = ROOT / "book" / "_extensions" / "output_cache.py"
    spec = importlib.util.spec_from_file_location("output_cache", path)
    extension = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(extension)
    (tmp_path / "margin_lib" / "data").mkdir(parents=True)
    (tmp_path / "requirements.lock").touch()
    seen = {extension.outputs_fingerprint(tmp_path)}
    for name in ("margin_lib/losses.py", "margin_lib/data/iris.csv", "requirements.lock"):
        (tmp_path / name).write_text("changed")
        seen.add(extension.outputs_fingerprint(tmp_path))
    assert len(seen) == 4
