"""The pages of the book, and the folder in which the whole run builds it once."""

import os
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
# HTML files that are published, and that no test here opens: why.
EXCUSED = {
    "404.html": "tests/pages/test_published.py opens it at an address that does not exist",
    "index.html": "sends the reader on to the first page at once",
    "lab/*": "JupyterLab itself, as others made it; tests/pages/test_lab.py looks at what the course adds",
    "runtime/*": "tests/pages/test_browser_runtime.py reads the page about the runtime, as it is made now",
    "_static/*-macros.html": "templates that the theme leaves there; nothing leads to them",
}


def pages(contents):
    """All pages of a table of contents, in its order."""
    if isinstance(contents, list):
        return [page for entry in contents for page in pages(entry)]
    own = [contents[key] for key in ("root", "file") if key in contents]
    return own + [page for key in ("parts", "chapters", "sections") for page in pages(contents.get(key, []))]


PAGES = pages(yaml.safe_load((ROOT / "_toc.yml").read_text()))


def has_code(page):
    source = ROOT / f"{page}.md"
    return source.exists() and "kernelspec:" in source.read_text().partition("\n# ")[0]


def make(target):
    """Make a target as the Makefile says, in the environment that is there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    made = subprocess.run(
        ["make", "--assume-old=setup", target], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-6000:]
    return made.stdout


def shared(tmp_path_factory):
    """The folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def published(html):
    """Each HTML file that is published and read, without its ending."""
    paths = (path.relative_to(html) for path in sorted(html.rglob("*.html")))
    return [f"{path.with_suffix('')}" for path in paths if not any(fnmatch(f"{path}", name) for name in EXCUSED)]
