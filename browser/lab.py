"""Build the lab: JupyterLite with the term's problem sets, a folder beside the runtime, written whole or not at all.

    open.html and what it loads     the way in: looks for earlier work, then opens a notebook
    releases.json                   the notebook of each problem set in this release
    files/                          the notebooks, under names that no other release has
    service-worker.js               caches what was loaded, for use offline
    notebooks/, tree/, build/       JupyterLite: a notebook, and the list of them
    extensions/                     its kernel, which runs the site's Python, and our notices
    made.json                       a hash of what the lab was built from
"""

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
from tools.files import fingerprint, replacing

LAB = ROOT / "_build" / "lab"
ASSIGNMENTS = ROOT / "assignments"
OURS = Path(__file__).with_name("in_lab")
JUPYTERLITE = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
JUPYTERLITE_COMMAND = [sys.executable, "-m", "jupyterlite_core", "build"]
STORAGE = "Maximizing the Margin"  # one store for all terms, so that later releases find work on earlier ones
KERNEL = "@jupyterlite/pyodide-kernel-extension"
WORKER, ITS_WORKER = "service-worker.js", "jupyterlite-service-worker.js"
# As the kernel sets it. Otherwise a notebook that is only opened would count as changed and be stored as work.
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


def build_lab(target: Path = LAB, assignments: Path = ASSIGNMENTS, say: Say = print) -> Path:
    """Build the lab into the folder, unless it is up to date."""
    made_from = lab_fingerprint(assignments)
    if read_stamp(target).get("made_from") == made_from:
        say(f"The lab in {target} is up to date.")
        return target
    say("JupyterLite with the problem sets")
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, wait=False) as made, tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        write_source(source, assignments)
        run_jupyterlite(source, made)
        shutil.copytree(OURS, made, ignore=shutil.ignore_patterns("notices"), dirs_exist_ok=True)
        write_json(made / "releases.json", {"storage": STORAGE, "sets": released_notebooks(assignments)})
        write_json(made / "made.json", {"made_from": made_from})
    say(f"The lab of the site: {target}.")
    return target


def link_lab(made: Path, target: Path) -> None:
    """Make the lab available in another folder on the same disk, by hard links."""
    if read_stamp(made) == read_stamp(target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, wait=False) as draft:
        shutil.copytree(made, draft, copy_function=link_or_copy)


def link_or_copy(source: str, target: str) -> None:
    """Hard-link a file, or copy it if the file system has no hard links."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def lab_fingerprint(assignments: Path) -> str:
    """Return a hash of everything that the lab is built from."""
    said = [[version(name) for name in JUPYTERLITE], jupyterlite_settings(), released_notebooks(assignments)]
    return fingerprint(Path(__file__).parent, [Path(__file__), *OURS.rglob("*")], *said)


def read_stamp(folder: Path) -> dict[str, Any]:
    """Return the contents of made.json, or nothing if the folder has no complete lab."""
    path = folder / "made.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def released_notebooks(assignments: Path) -> dict[str, dict[str, str]]:
    """Return the file name of each set's notebook: term and hash keep edits of another release apart."""
    term = json.loads((assignments / "manifest.json").read_text(encoding="utf-8"))["term"]
    found = {}
    for path in sorted(assignments.glob("ps*/ps*.ipynb")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
        found[path.stem] = {"term": term, "file": f"{path.stem}-{term}-{digest}.ipynb"}
    return found


def jupyterlite_settings() -> dict[str, Any]:
    """Return the settings that JupyterLite reads when it starts."""
    pinned = pins.read_pins()
    kernel = {
        # The leading ./ makes it relative to the lab for all of its pages.
        "pyodideUrl": f"./../runtime/{pinned.version}/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": pinned.kernel["packages"]},
    }
    return {
        "appName": "Maximizing the Margin",
        "appUrl": "./tree",
        "faviconUrl": "./tree/favicon.ico",
        "contentsStorageName": STORAGE,
        "contentsStorageDrivers": ["asyncStorage"],  # only IndexedDB, which open.js reads
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }


def write_source(source: Path, assignments: Path) -> None:
    """Write the input of JupyterLite's build: the notebooks and the settings."""
    (source / "files").mkdir(parents=True)
    for name, release in released_notebooks(assignments).items():
        notebook = json.loads((assignments / name / f"{name}.ipynb").read_text(encoding="utf-8"))
        write_json(source / "files" / release["file"], notebook | {"metadata": METADATA})
    config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": jupyterlite_settings()}
    write_json(source / "jupyter-lite.json", config)
    write_json(source / "overrides.json", OVERRIDES)


def run_jupyterlite(source: Path, made: Path) -> None:
    """Run JupyterLite's build. Of the extensions installed here, it includes only the kernel and our notices."""
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
    write_json(source / "jupyter_lite_config.json", {"LiteBuildConfig": config})
    done = subprocess.run(JUPYTERLITE_COMMAND, cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(f"JupyterLite could not be built:\n{(done.stdout + done.stderr)[-2000:]}")
    (made / WORKER).rename(made / ITS_WORKER)


def kernel_extension() -> Path:
    """Return the folder in which the kernel's extension is installed."""
    [path] = [
        path
        for path in distribution("jupyterlite-pyodide-kernel").files or []
        if path.as_posix().endswith(f"labextensions/{KERNEL}/package.json")
    ]
    return Path(str(path.locate())).resolve().parent


def write_json(path: Path, said: Any) -> None:
    """Write a JSON file."""
    path.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
