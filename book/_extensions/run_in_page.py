"""Each cell of a page can be run, changed and stopped in the page: its buttons, and what they load.

A page holds browser/in_page/start.js and start.css, and asks for nothing more until a button is pressed. The scripts
that it then loads are in a folder named after their hash, so that no browser mixes old ones with new ones. The Python
that they run is the runtime in _build/runtime, where `make browser` has put one; without it, the buttons say so. The
lab, in _build/lab, comes along: JupyterLite with the problem sets, on the same runtime.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from browser import lab, pins, runtime
from browser.sources import Trouble
from tools import files

log = logging.getLogger(__name__)

SCRIPTS = Path(pins.__file__).parent / "in_page"
IN_THE_PAGE = ("start.js", "start.css")


def fingerprint() -> str:
    """A hash of the scripts."""
    return files.fingerprint(SCRIPTS, SCRIPTS.glob("*.*"))[:12]


def note_scripts(app: Sphinx, config: Config) -> None:
    """Let all pages be written again when the scripts, or the runtime's version, are others, or a lab comes or goes."""
    config["run_in_page"] = {
        "folder": f"_static/run-{fingerprint()}/",
        "runtime": f"runtime/{pins.read().version}/",
        "lab": bool(lab.contents(Path(app.outdir).parent / "lab")),
    }


def add_buttons(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add script and style to a page with cells."""
    if app.builder.name != "html" or doctree is None or not any(map(is_cell, doctree.findall(nodes.container))):
        return
    settings = {**app.config.run_in_page, "notebook": f"notebooks/{pagename}.ipynb", "page": pagename}
    script = (SCRIPTS / "start.js").read_text(encoding="utf-8").replace("SETTINGS", json.dumps(settings))
    app.add_js_file(None, body=script, type="module")
    style = (SCRIPTS / "start.css").read_text(encoding="utf-8")
    context["metatags"] = context.get("metatags", "") + f"<style>\n{style}</style>\n"


def is_cell(node: nodes.Element) -> bool:
    """Whether a node is a cell of code."""
    return node.get("nb_element") == "cell_code"


def place_scripts(app: Sphinx, error: Exception | None) -> None:
    """Put the scripts into the finished book, and the runtime, if there is one."""
    if error or app.builder.name != "html":
        return
    html = Path(app.outdir)
    folder = html / app.config.run_in_page["folder"]
    for old in html.glob("_static/run-*"):
        if old != folder:
            shutil.rmtree(old)
    shutil.copytree(SCRIPTS, folder, ignore=shutil.ignore_patterns(*IN_THE_PAGE, "__pycache__"), dirs_exist_ok=True)
    try:
        place_python(html.parent, html, app.config.run_in_page["runtime"])
    except Trouble as trouble:
        log.info("Python is left out of the pages, for its runtime is out of date. Run `make browser`: %s", trouble)
        remove_python(html)


def place_python(made: Path, html: Path, where: str) -> None:
    """Put runtime and lab where the pages look for them, as they have to be now; neither, where none was made."""
    if not (made / "runtime").exists():
        return remove_python(html)
    runtime.build(made / "runtime", offline=True, say=log.debug)
    if runtime.contents(made / "runtime") != runtime.contents(html / where):
        shutil.rmtree(html / "runtime", ignore_errors=True)
        runtime.put({path.name: path.read_bytes() for path in (made / "runtime").iterdir()}, html / where)
    if (made / "lab").exists():
        lab.build(made / "lab", say=log.debug)
        lab.place(made / "lab", html / "lab")
    else:
        shutil.rmtree(html / "lab", ignore_errors=True)
    return None


def remove_python(html: Path) -> None:
    """Leave no runtime, and no lab, which needs it."""
    for name in ("runtime", "lab"):
        shutil.rmtree(html / name, ignore_errors=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Come when a page is written, and at the end."""
    app.add_config_value("run_in_page", {}, "html", types=[dict])
    app.connect("config-inited", note_scripts)
    app.connect("html-page-context", add_buttons)
    app.connect("build-finished", place_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
