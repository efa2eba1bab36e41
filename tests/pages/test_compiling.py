"""What is compiled for browsers is what was pinned, with compiled files added, and nothing else."""

import io
import zipfile

import pytest

import browser.compiling
from browser import runtime
from browser.compiling import STANDARD_LIBRARY, compile_archives
from browser.sources import Folder, Trouble

pytestmark = [pytest.mark.slow, pytest.mark.needs("node")]


def silent(line):
    """Nobody wants to know."""


def archive(**members):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as into:
        for name, text in members.items():
            into.writestr(name.replace("__", "/") + ".py", text)
    return made.getvalue()


def members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """What goes into the compiling of the site's runtime, and what comes out of it."""
    seen = {}

    def watched(archives, core, cache, say):
        seen.update(before=dict(archives), core=dict(core), after=compile_archives(archives, core, cache, say))
        return dict(seen["after"])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(runtime, "compile_archives", watched)
        runtime.build_runtime(tmp_path_factory.mktemp("site") / "runtime", say=silent)
    return seen


def test_each_wheel_has_all_that_it_had_and_compiled_files_beside_it(real):
    assert "numpy" in real["before"]
    for name in real["before"].keys() - {STANDARD_LIBRARY}:
        before, after = members(real["before"][name]), members(real["after"][name])
        assert {path: after[path] for path in before} == before, name
        added = after.keys() - before.keys()
        assert all("__pycache__/" in path and path.endswith(".cpython-314.pyc") for path in added), name
        texts = {path for path in before if path.endswith(".py")}
        assert len(added) >= 0.9 * len(texts), name  # a few are templates, or of another Python


def test_of_the_standard_library_each_text_is_compiled_and_all_else_is_as_it_was(real):
    before, after = members(real["before"][STANDARD_LIBRARY]), members(real["after"][STANDARD_LIBRARY])
    assert {path + "c" if path.endswith(".py") else path for path in before} == after.keys()
    assert all(after[path] == data for path, data in before.items() if not path.endswith(".py"))


def test_a_text_that_is_no_python_stays_a_text(real, tmp_path):
    made = compile_archives({"a": archive(good="x = 1", bad="x = = 1")}, real["core"], Folder(tmp_path), silent)["a"]
    assert set(members(made)) == {"good.py", "bad.py", "__pycache__/good.cpython-314.pyc"}


def test_what_was_compiled_once_is_kept_and_what_is_spoilt_there_is_compiled_again(real, tmp_path, monkeypatch):
    cache, said = Folder(tmp_path), []
    archives = {"a": archive(one="x = 1")}
    first = compile_archives(archives, real["core"], cache, said.append)
    assert compile_archives(archives, real["core"], cache, said.append) == first
    assert len(said) == 1
    [kept] = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:-1])
    assert compile_archives(archives, real["core"], cache, said.append) == first
    assert len(said) == 2
    monkeypatch.setattr(browser.compiling, "find", lambda tool: None)
    assert compile_archives(archives, real["core"], cache, silent) == first  # Node is not asked for
    with pytest.raises(Trouble, match="Node, which compiles"):
        compile_archives({"b": archive(other="y = 2")}, real["core"], cache, silent)


def test_a_compiler_that_fails_says_why(real, tmp_path):
    core = real["core"] | {"python_stdlib.zip": b"no zip"}
    with pytest.raises(Trouble, match="could not be compiled"):
        compile_archives({"a": archive(one="x = 1")}, core, Folder(tmp_path), silent)
