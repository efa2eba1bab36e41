"""The book to take away, as PDF and as EPUB: what both leave out and say first, and whether they are up to date."""

import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import yaml  # type: ignore[import-untyped]

from tools.files import fingerprint, write_atomically

ROOT = Path(__file__).resolve().parent.parent
STRICT = ("--warningiserror", "--nitpick", "--keep-going")
KINDS = ("pdf", "epub")
# Pages that are looked up, or that only make sense in a browser.
ONLINE = (
    *("python-here", "theorems", "formal-words", "coverage", "errata", "reference", "timings", "report", "review"),
    *("teaching", "lectures", "board-proofs", "exams", "instructors", "grading-a-class"),
)
# What the files are made from, and by what.
SOURCES = (
    *("_config.yml", "_toc.yml", "course.toml", "CITATION.cff", "requirements.lock", "assignments/**/*", "book/**/*"),
    *("margin_lib/**/*", "proofs/**/*.json", "proofs/*.toml", "tools/walks/*"),
    *("tools/take_away.py", "tools/pdf.py", "tools/epub/**/*"),
)


def build(source: Path, output: Path, builder: str) -> Path:
    """Build the book with one of Sphinx's builders, and return the folder."""
    program = str(Path(sys.executable).with_name("jupyter-book"))
    options = ["--builder", "custom", "--custom-builder", builder, "--path-output", str(output), "--quiet"]
    subprocess.run([program, "build", str(source), *options, *STRICT], check=True, cwd=source)
    return output / "_build" / builder


def title_words(source: Path) -> dict[str, str]:
    """Return the text of the title page."""
    settings = yaml.safe_load((source / "_config.yml").read_text(encoding="utf-8"))
    today = date.today()
    return {"title": settings["title"], "author": settings["author"], "date": f"{today.day} {today:%B %Y}"}


def file_of(kind: str, output: Path = ROOT, source: Path = ROOT) -> Path:
    """Return where the book of a kind is; it is named after the course."""
    name = tomllib.loads((source / "course.toml").read_text(encoding="utf-8"))["id"]
    return output / "_build" / kind / f"{name}.{kind}"


def state_of(source: Path = ROOT) -> str:
    """Return a hash of all that the files are made from."""
    return fingerprint(source, [path for pattern in SOURCES for path in source.glob(pattern)])


def note_state(path: Path, state: str) -> None:
    """Write down from which state of the book a file was made."""
    write_atomically(_note(path), state.encode())


def is_fresh(path: Path, state: str) -> bool:
    """Return whether a file was made from this state of the book."""
    return path.is_file() and _note(path).is_file() and _note(path).read_text(encoding="utf-8") == state


def _note(path: Path) -> Path:
    return path.with_name("made-from.txt")
