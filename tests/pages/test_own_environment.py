"""The PDF and the EPUB leave `make book` its own record of what is to be written."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXTENSIONS = Path(__file__).parents[2] / "book" / "_extensions"
CONF = f"""
import sys
sys.path.insert(0, {str(EXTENSIONS)!r})
extensions = ["own_environment"]
exclude_patterns = ["_build"]
"""


def build(root, builder):
    """Build as jupyter-book does: it puts what was read beside what is written."""
    read, written = root / "_build" / ".doctrees", root / "_build" / builder
    subprocess.run([sys.executable, "-m", "sphinx", "-qW", "-b", builder, "-d", read, root, written], check=True)
    return (written / "index.html").read_text(encoding="utf-8")


def test_what_was_read_for_the_pages_is_not_read_again_for_the_pdf(tmp_path):
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "index.rst").write_text("Sums\n====\n")
    build(tmp_path, "html")
    build(tmp_path, "singlehtml")
    pages, whole = (tmp_path / "_build" / folder / "index.doctree" for folder in (".doctrees", ".doctrees-whole"))
    assert whole.stat().st_mtime_ns == pages.stat().st_mtime_ns


def test_a_page_is_written_again_though_the_pdf_was_made_since_it_changed(tmp_path):
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "index.rst").write_text("Sums\n====\n\n.. literalinclude:: sums.txt\n")
    included = tmp_path / "sums.txt"
    included.write_text("twelve")
    assert "twelve" in build(tmp_path, "html")
    included.write_text("seven")
    assert "seven" in build(tmp_path, "singlehtml")
    assert "seven" in build(tmp_path, "html")
