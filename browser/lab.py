"""Builds the lab: JupyterLite with the term's problem sets, a folder beside the runtime, written whole or not at all.

    open.html and what it loads     the way in: looks for earlier work, then opens a notebook
    releases.json                   the notebook of each problem set in this release
    files/                          the notebooks, under names that no other release has
    service-worker.js               keeps what was loaded for times without a network
    notebooks/, tree/, build/       JupyterLite: a notebook, and the list of them
    extensions/                     its kernel, which runs the site's Python, and our notices
    made.json                       what all of it was made from
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

from browser import pins
from browser.runtime import ROOT, Say
from browser.sources import Trouble
from tools.files import fingerprint as fingerprint_of
from tools.files import replacing

LAB = ROOT / "_build" / "lab"
ASSIGNMENTS = ROOT / "assignments"
OURS = Path(__file__).with_name("in_lab")
JUPYTERLITE = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
JUPYTERLITE_COMMAND = [sys.executable, "-m", "jupyterlite_core", "build"]
STORAGE = "Maximizing the Margin"  # one store for all terms: work on an earlier release is found by later ones
KERNEL = "@jupyterlite/pyodide-kernel-extension"
WORKER, ITS_WORKER = "service-worker.js", "jupyterlite-service-worker.js"
# As the kernel would set it. Otherwise each notebook that is opened counts as changed, and is kept as if it were work.
METADATA = {
    "kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": "python"},
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.8",
    },
}
OVERRIDES = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 10},
}


def build(target: Path = LAB, assignments: Path = ASSIGNMENTS, say: Say = print) -> Path:
    """Build the lab into the folder, unless it is there."""
    made_from = fingerprint(assignments)
    if contents(target).get("made_from") == made_from:
        say(f"The lab in {target} is as it has to be.")
        return target
    say("JupyterLite with the problem sets")
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, wait=False) as made, tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        prepare(source, assignments)
        run_jupyterlite(source, made)
        shutil.copytree(OURS, made, ignore=shutil.ignore_patterns("notices"), dirs_exist_ok=True)
        write(made / "releases.json", {"storage": STORAGE, "sets": releases(assignments)})
        write(made / "made.json", {"made_from": made_from})
    say(f"The lab of the site: {target}.")
    return target


def place(made: Path, target: Path) -> None:
    """Let another folder of the same disk have the lab, too; its files are shared, not copied."""
    if contents(made) == contents(target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, wait=False) as draft:
        shutil.copytree(made, draft, copy_function=link)


def link(source: str, target: str) -> None:
    """Give a file a second name, or copy it where the disk knows no second names."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def fingerprint(assignments: Path) -> str:
    """A hash of all that the lab is made from."""
    said = [[version(name) for name in JUPYTERLITE], settings(), releases(assignments)]
    return fingerprint_of(Path(__file__).parent, [Path(__file__), *OURS.rglob("*")], *said)


def contents(folder: Path) -> dict[str, Any]:
    """What made.json in the folder says, or nothing where there is no whole lab."""
    path = folder / "made.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def releases(assignments: Path) -> dict[str, dict[str, str]]:
    """The notebook of each set, with the term and a part of its hash in its name: edits of another never hide it."""
    term = json.loads((assignments / "manifest.json").read_text(encoding="utf-8"))["term"]
    found = {}
    for path in sorted(assignments.glob("ps*/ps*.ipynb")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
        found[path.stem] = {"term": term, "file": f"{path.stem}-{term}-{digest}.ipynb"}
    return found


def settings() -> dict[str, Any]:
    """What JupyterLite reads when it starts."""
    pinned = pins.read()
    kernel = {
        # The leading ./ makes it relative to the lab, whichever of its pages asks.
        "pyodideUrl": f"./../runtime/{pinned.version}/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": pinned.kernel["packages"]},
    }
    return {
        "appName": "Maximizing the Margin",
        "appUrl": "./tree",
        "faviconUrl": "./tree/favicon.ico",
        "contentsStorageName": STORAGE,
        "contentsStorageDrivers": ["asyncStorage"],  # IndexedDB, where open.js looks, and nothing else
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }


def prepare(source: Path, assignments: Path) -> None:
    """Write what JupyterLite's build wants: the notebooks under their names, and the settings."""
    (source / "files").mkdir(parents=True)
    for name, release in releases(assignments).items():
        notebook = json.loads((assignments / name / f"{name}.ipynb").read_text(encoding="utf-8"))
        write(source / "files" / release["file"], notebook | {"metadata": METADATA})
    write(source / "jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings()})
    write(source / "overrides.json", OVERRIDES)


def run_jupyterlite(source: Path, made: Path) -> None:
    """Let JupyterLite write its pages; of the extensions installed here, only the kernel goes in."""
    config = {
        "apps": ["notebooks", "tree"],
        "contents": ["files"],
        "output_dir": str(made),
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(kernel_extension()), str(OURS / "notices")],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "no_libarchive": True,
    }
    write(source / "jupyter_lite_config.json", {"LiteBuildConfig": config})
    done = subprocess.run(JUPYTERLITE_COMMAND, cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(f"JupyterLite could not be built:\n{(done.stdout + done.stderr)[-2000:]}")
    (made / WORKER).rename(made / ITS_WORKER)


def kernel_extension() -> Path:
    """The folder in which the kernel's extension is installed."""
    [path] = [
        path
        for path in distribution("jupyterlite-pyodide-kernel").files or []
        if path.as_posix().endswith(f"labextensions/{KERNEL}/package.json")
    ]
    return Path(str(path.locate())).resolve().parent


def write(path: Path, said: Any) -> None:
    """Write JSON."""
    path.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
