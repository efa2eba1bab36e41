"""Puts into the book what pages load from browser/: the scripts, and the runtime and the lab of `make browser`.

The scripts go into a folder named after their hash, so that no browser mixes old ones with new ones. If the runtime or
the lab is out of date, it is built again. The configuration value `browser_files` tells other extensions where
everything is; when it changes, all pages are written again.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from browser import lab, pins, runtime
from browser.sources import Trouble
from tools.files import fingerprint

log = logging.getLogger(__name__)

BROWSER = Path(pins.__file__).parent
FOLDERS = ("in_page", "offline")
PLACED_ELSEWHERE = ("start.*", "service-worker.js", "__pycache__")


@dataclass(frozen=True)
class BrowserFiles:
    """Where the files are, relative to the root of the book."""

    scripts: str = ""
    runtime: str = ""
    has_lab: bool = False


def scripts_fingerprint() -> str:
    """Return a hash of the scripts."""
    return fingerprint(BROWSER, [path for folder in FOLDERS for path in (BROWSER / folder).glob("*.*")])[:12]


def set_addresses(app: Sphinx, config: Config) -> None:
    """Set `browser_files`."""
    config["browser_files"] = BrowserFiles(
        scripts=f"_static/run-{scripts_fingerprint()}/",
        runtime=f"runtime/{pins.read_pins().version}/",
        has_lab=bool(lab.read_stamp(Path(app.outdir).parent / "lab")),
    )


def place_files(app: Sphinx, error: Exception | None) -> None:
    """Copy the scripts into the finished book, and build and place the runtime and the lab."""
    if error or app.builder.name != "html":
        return
    html = Path(app.outdir)
    place_scripts(html, html / app.config.browser_files.scripts)
    try:
        build_and_place_python(html.parent, html, app.config.browser_files.runtime)
    except Trouble as trouble:
        log.info("The pages are built without Python: its runtime is out of date. Run `make browser`: %s", trouble)
        remove_python(html)


def place_scripts(html: Path, target: Path) -> None:
    """Copy the scripts, and delete those of earlier builds."""
    for old in html.glob("_static/run-*"):
        if old != target:
            shutil.rmtree(old)
    for folder in FOLDERS:
        ignored = shutil.ignore_patterns(*PLACED_ELSEWHERE)
        shutil.copytree(BROWSER / folder, target / folder, ignore=ignored, dirs_exist_ok=True)


def build_and_place_python(build: Path, html: Path, address: str) -> None:
    """Bring the runtime and the lab in the build folder up to date, and put them where the pages look for them."""
    if not (build / "runtime").exists():
        return remove_python(html)
    runtime.build_runtime(build / "runtime", offline=True, say=log.debug)
    if runtime.read_about(build / "runtime") != runtime.read_about(html / address):
        shutil.rmtree(html / "runtime", ignore_errors=True)
        runtime.write_runtime({path.name: path.read_bytes() for path in (build / "runtime").iterdir()}, html / address)
    if (build / "lab").exists():
        lab.build_lab(build / "lab", say=log.debug)
        lab.link_lab(build / "lab", html / "lab")
    else:
        shutil.rmtree(html / "lab", ignore_errors=True)
    return None


def remove_python(html: Path) -> None:
    """Remove the runtime, and the lab, which needs it."""
    for name in ("runtime", "lab"):
        shutil.rmtree(html / name, ignore_errors=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the configuration value; place the files at the end."""
    app.add_config_value("browser_files", BrowserFiles(), "html", types=[BrowserFiles])
    app.connect("config-inited", set_addresses)
    app.connect("build-finished", place_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
