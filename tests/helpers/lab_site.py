"""A site with the lab in it, small enough to be made by each run: the page of the problem sets, runtime, lab."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from browser import lab, pins, runtime
from course import settings

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = Path("runtime") / pins.read_pins().version
STORE = lab.STORAGE
PAGE = "# Problem sets\n\n```{problem-set} ps2\n```\n"
SETTINGS = """\
extensions = ["myst_parser", "site_settings", "problem_sets", "run_in_page"]
exclude_patterns = ["assignments", "book"]
"""


def write_page(source, root=ROOT):
    """The source of a book of one page."""
    source.mkdir()
    (source / "index.md").write_text(PAGE)
    (source / "conf.py").write_text(SETTINGS)
    (source / "assignments").symlink_to(root / "assignments")
    (source / "book").mkdir()
    (source / "course.toml").symlink_to(root / "course.toml")


def build_page(source, html, root=ROOT, environment=os.environ):
    """Build the book; the runtime and the lab that lie beside its folder come in."""
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", str(source), str(html)],
        cwd=root,  # Python looks there first
        env=environment | {"PYTHONPATH": os.pathsep.join(map(str, (root, root / "book" / "_extensions")))},
        check=True,
    )
    return (html / "index.html").read_text()


def earlier(folder):
    """Problem sets of an earlier term, as `course build` would have made them."""
    shutil.copytree(ROOT / "assignments", folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"term": "2026-autumn"}))
    for path in folder.glob("ps*/ps*.ipynb"):
        path.write_text(path.read_text().replace(manifest["term"], "2026-autumn"))
    return folder


def two_terms(folder):
    """A site with the books of two terms: the folder of the later one; the earlier one has no page."""
    made = folder / "made"
    runtime.build_runtime(made / "runtime")
    lab.build_lab(made / "lab")
    write_page(folder / "source")
    build_page(folder / "source", made / "html")
    lab.build_lab(folder / "site" / "2026-autumn" / "lab", earlier(folder / "earlier"))
    shutil.copytree(made / "runtime", folder / "site" / "2026-autumn" / RUNTIME, copy_function=os.link)
    shutil.copytree(made / "html", folder / "site" / settings.here().term, copy_function=os.link)
    for path in folder.glob("site/*/lab/jupyter-lite.json"):
        expose(path)
    return folder / "site" / settings.here().term


def expose(path):
    """Let JupyterLite show itself to the tests, as `jupyterapp`."""
    said = json.loads(path.read_text())
    said["jupyter-config-data"]["exposeAppInBrowser"] = True
    path.unlink()  # it is one file with that of the folder it was linked from
    path.write_text(json.dumps(said))
