"""The Python of the site: nothing enters it but what was pinned, it is written whole, and it says what it holds."""

import base64
import hashlib
import io
import json
import sys
import tarfile
import zipfile

import numpy as np
import pytest
from reading import complaints, listed

from browser import lock, pins, runtime, wheels
from browser.sources import Folder, Npm, Trouble, Web, fetch
from browser.wheels import Wheel
from tools.chromium import chromium
from tools.plain_server import served


def silent(line):
    """Nobody wants to know."""


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def packed(files):
    """An npm package with these files."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return made.getvalue()


def wheel(name, version="1.0"):
    """A wheel that says nothing but its licence."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(f"{name}-{version}.dist-info/METADATA", f"Name: {name}\nLicense-Expression: MIT\n")
    return made.getvalue()


class World:
    """A small Pyodide of two packages, a cache and a mirror that has it all."""

    def __init__(self, folder):
        self.cache, self.mirror, self.target = folder / "cache", folder / "mirror", folder / "runtime"
        self.mirror.mkdir()
        self.wheels = {f"{name}-1.0-py3-none-any.whl": wheel(name) for name in ("numpy", "base")}
        entries = {
            name: {
                "name": name,
                "version": "1.0",
                "file_name": f"{name}-1.0-py3-none-any.whl",
                "sha256": sha256(self.wheels[f"{name}-1.0-py3-none-any.whl"]),
                "depends": depends,
                "imports": [name],
            }
            for name, depends in (("numpy", ["base"]), ("base", []))
        }
        info = {"python": "3.14.0"}
        locked = json.dumps({"info": info, "packages": entries}).encode()
        core = {"pyodide.mjs": b"core", "python_stdlib.zip": b"library", "pyodide-lock.json": locked}
        package = packed(core)
        digest = base64.b64encode(hashlib.sha512(package).digest()).decode()
        self.files = {"pyodide-9.tgz": package, **self.wheels}
        for name, data in self.files.items():
            (self.mirror / name).write_bytes(data)
        self.pins = pins.Pins(
            {
                "version": "9",
                "licence": "MPL-2.0",
                "integrity": f"sha512-{digest}",
                "core": ["pyodide.mjs", "python_stdlib.zip"],
            },
            {},
            {"numpy": ["margin_lib.plots"]},
            {},
        )

    def build(self, mirror=True, **options):
        mirrors = [Folder(self.mirror)] if mirror else []
        files = runtime.collect_files(self.pins, Folder(self.cache), mirrors, mirrors, silent)
        runtime.write_runtime(files, self.target)
        return self.target


@pytest.fixture
def world(tmp_path, monkeypatch):
    ours = [Wheel(name, "0.1.0", wheel(name.replace("-", "_"))) for name in ("margin-lib", "notebook-checks")]
    monkeypatch.setattr(wheels, "ours", lambda: ours)
    monkeypatch.setattr(runtime, "compile_archives", lambda archives, core, cache, say: dict(archives))
    return World(tmp_path)


# --- what may enter -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["pyodide-9.tgz", "numpy-1.0-py3-none-any.whl", "base-1.0-py3-none-any.whl"])
@pytest.mark.parametrize("place", ["cache", "mirror"])
def test_a_file_with_another_hash_stops_the_build_with_its_name_and_leaves_the_old_runtime(world, file, place):
    before = (world.build() / "about.json").read_bytes()
    for path in world.cache.iterdir():
        path.unlink()
    folder = getattr(world, place)
    data = bytearray(world.files[file])
    data[-1] ^= 1
    (folder / file).write_bytes(data)
    with pytest.raises(Trouble, match=file):
        world.build()
    assert (world.target / "about.json").read_bytes() == before
    assert place == "cache" or not (world.cache / file).exists()


def test_a_file_that_nobody_has_is_named_with_what_was_asked_and_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = [Npm(pins.read_pins())]
    with pytest.raises(Trouble, match=r"tried .*, npm, which is not installed\. .*`make browser MIRROR=") as told:
        fetch("pyodide.tgz", "0" * 64, Folder(tmp_path / "cache"), asked, silent)
    assert str(told.value).startswith("pyodide.tgz was not found")


def test_an_interrupted_build_goes_on_where_it_was(world):
    late = world.mirror / "numpy-1.0-py3-none-any.whl"
    late.unlink()
    with pytest.raises(Trouble, match="numpy-1.0"):
        world.build()
    assert not world.target.exists()
    for path in world.mirror.iterdir():
        path.unlink()
    late.write_bytes(world.wheels[late.name])
    assert (world.build() / "about.json").is_file()


def test_what_is_in_the_cache_is_not_asked_for_again(world):
    world.build()
    assert (world.build(mirror=False) / "pyodide-lock.json").is_file()


def test_a_host_that_is_not_reached_is_not_asked_again():
    said = []
    web = Web("http://127.0.0.1:9", said.append)
    assert web.read("a.whl") is web.read("b.whl") is None
    assert len(said) == 1


def test_a_file_that_nobody_has_is_named_with_the_places_that_were_asked(tmp_path):
    with pytest.raises(Trouble, match=rf"gone\.whl was not found.*{tmp_path.name}"):
        fetch("gone.whl", "0" * 64, Folder(tmp_path), [], silent)


# --- what the folder says -------------------------------------------------------------------------------------


def test_the_lock_names_every_wheel_with_its_hash_and_about_names_every_file(world):
    folder = world.build()
    locked = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    there = {path.name for path in folder.glob("*.whl")}
    assert {entry["file_name"] for entry in locked.values()} == there
    assert all(sha256((folder / entry["file_name"]).read_bytes()) == entry["sha256"] for entry in locked.values())
    told = json.loads((folder / "about.json").read_text())["files"]
    assert {one["file"] for one in told} == there | set(world.pins.pyodide["core"])
    assert all(one["size"] == (folder / one["file"]).stat().st_size and one["licence"] for one in told)
    page = (folder / "index.html").read_text()
    assert all(one["name"] in page and one["licence"] in page for one in told)


@pytest.mark.needs("chromium")
def test_nothing_is_wrong_with_the_page_about_the_runtime(world):
    with served(world.build()) as address, chromium() as browser:
        found = complaints(browser.new_page(), f"{address}/index.html")
    assert not found, listed(found)


def test_a_package_brings_what_it_needs_and_is_loaded_for_the_modules_that_want_it(world):
    locked = json.loads((world.build() / "pyodide-lock.json").read_text())["packages"]
    assert set(locked) == {"numpy", "base", "margin-lib", "notebook-checks"}
    assert locked["numpy"]["imports"] == ["numpy", "margin_lib.plots"]
    assert "margin_lib.selfcheck" in locked["notebook-checks"]["imports"]  # in notebooks released before


def test_names_are_found_however_they_are_written():
    packages = {"prompt-toolkit": {"depends": ["Typing_Extensions"]}, "typing-extensions": {"depends": []}}
    assert set(lock.closure(packages, ["prompt_toolkit"])) == set(packages)


# --- the wheels that are made here ----------------------------------------------------------------------------


def test_our_wheels_are_the_same_bytes_each_time_and_have_their_hash_in_their_names():
    made = list(wheels.ours())
    assert [wheel.name for wheel in made] == list(runtime.OURS)
    assert made == list(wheels.ours())
    assert all(wheel.file.split("-")[2] == f"0{sha256(wheel.data)[:8]}" for wheel in made)


def test_the_wheel_of_cvxpy_is_pure_and_is_what_was_installed():
    how = pins.read_pins().installed["cvxpy"]
    made = wheels.installed("cvxpy", how["without"], how["stand_ins"])
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        names = archive.namelist()
    assert "cvxpy/problems/problem.py" in names
    assert "qdldl.py" in names
    assert not [name for name in names if name.endswith(wheels.COMPILED) or name.startswith("cvxpy/tests/")]
    assert made.data == wheels.installed("cvxpy", how["without"], how["stand_ins"]).data


def test_the_wheels_of_the_kernel_are_whole_and_no_import_of_a_page_loads_one():
    read = pins.read_pins()
    made = {wheel.name: (wheel, entry) for wheel, entry in runtime.own_wheels(read)}
    others = {name for name, (_, entry) in made.items() if not entry["imports"]}
    assert others == {*read.installed, *read.carried["jupyterlite-pyodide-kernel"]} - {"cvxpy"}
    there = {lock.canonical(name) for name in (*read.packages, *made)}
    assert {lock.canonical(other) for name in others for other in made[name][1]["depends"]} <= there
    assert set(read.kernel["packages"]) <= there
    for name in others:
        with zipfile.ZipFile(io.BytesIO(made[name][0].data)) as archive:
            names = archive.namelist()
        assert len([path for path in names if path.endswith(".dist-info/METADATA")]) == 1, name
        assert not [path for path in names if path.startswith("..") or path.endswith(wheels.COMPILED)], name


def test_an_installed_file_that_was_changed_stops_the_build(tmp_path, monkeypatch):
    metadata = tmp_path / "changed-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: changed\nVersion: 1.0\n")
    (tmp_path / "changed.py").write_text("x = 1\n")
    right = base64.urlsafe_b64encode(hashlib.sha256(b"x = 2\n").digest()).decode().rstrip("=")
    (metadata / "RECORD").write_text(f"changed.py,sha256={right},6\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Trouble, match=r"changed\.py"):
        wheels.installed("changed", [], [])


# --- the cells' side, on this Python --------------------------------------------------------------------------


@pytest.fixture
def run_cell(monkeypatch):
    """Runs a cell as the worker does, and returns whether it ended and what it sent."""
    monkeypatch.syspath_prepend(pins.FILE.parent / "in_page")
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")  # those of other tests
    import cells

    monkeypatch.setattr(cells, "space", {"__name__": "__main__"})

    def run(source, *answer):
        sent = []
        return cells.run_cell(source, "<cell 1>", lambda kind, text: sent.append((kind, text)), *answer), sent

    return run


def test_a_cell_shows_what_it_prints_and_its_last_value(run_cell):
    ok, sent = run_cell("x = 6\nprint('six:', x)\nx * 7")
    assert ok
    assert {kind for kind, _ in sent} == {"text"}
    assert "".join(text for _, text in sent) == "six: 6\n42\n"
    assert run_cell("x;") == (True, [])


def test_an_answer_of_before_is_forgotten_whatever_the_cell_does_now(run_cell):
    assert run_cell("def f(): return 1\nkept = 2", "f")[0]
    for source in ("x = 1", "1 / 0", "x = = 1"):
        run_cell("def f(): return 1", "f")
        run_cell(source, "f")
        assert run_cell("f")[1][-1][1].endswith("NameError: name 'f' is not defined\n")
    assert run_cell("kept") == (True, [("text", "2\n")])


def test_an_error_is_told_from_the_cell_on(run_cell):
    run_cell("def f():\n    return 1 / 0")
    ok, [(kind, text)] = run_cell("f()")
    assert (ok, kind) == (False, "error")
    assert text.startswith('Traceback (most recent call last):\n  File "<cell 1>", line 1')
    assert text.endswith("ZeroDivisionError: division by zero\n")
    assert "cells.py" not in text


def test_a_syntax_error_shows_the_line_and_no_machinery(run_cell):
    ok, [(_, text)] = run_cell("x = = 1")
    assert not ok
    assert "x = = 1" in text
    assert "ast.py" not in text


def test_a_flood_of_output_is_cut_and_says_so(run_cell):
    ok, sent = run_cell("for _ in range(50_000): print('0123456789')")
    shown = "".join(text for _, text in sent)
    assert ok
    assert len(shown) < 210_000
    assert shown.endswith("more than a page can show.\n")


def test_a_figure_that_is_left_open_is_shown_with_words(run_cell):
    ok, sent = run_cell("import matplotlib; matplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);")
    [(kind, html)] = sent
    assert (ok, kind) == (True, "html")
    assert 'aria-label="A figure that this cell drew."' in html
    assert np.size(__import__("matplotlib.pyplot").pyplot.get_fignums()) == 0
