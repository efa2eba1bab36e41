"""A page whose code fails stops the build, and the message names the page, the line of the cell and what was raised."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SETTINGS = f"""
import sys
sys.path[:0] = [{str(ROOT / "book" / "_extensions")!r}, {str(ROOT)!r}]
extensions = ["myst_nb", "execute_in_parallel"]
nb_execution_mode = "cache"
nb_execution_timeout = 60
"""
PAGE = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {name: python3, display_name: Python 3}
---
# A page

```{code-cell} ipython3
x = 1
```

Words, and a cell that fails in its second line.

```{code-cell} ipython3
y = x
y / 0
```
"""


def test_a_failing_cell_stops_the_build_with_page_and_line(tmp_path):
    (tmp_path / "conf.py").write_text(SETTINGS)
    (tmp_path / "index.md").write_text(PAGE)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(tmp_path), str(tmp_path / "out")]
    build = subprocess.run(command, capture_output=True, text=True, check=False)
    assert build.returncode != 0
    assert "index.md:14: WARNING: this cell fails: ZeroDivisionError: division by zero" in build.stderr
    assert "Traceback" not in build.stderr


SLOW = """
```{code-cell} ipython3
import time
print("as many as", end=" ", flush=True)
time.sleep(0.5)
print("it takes")
```
"""


def test_a_line_that_a_kernel_sends_in_two_messages_stays_one_line(tmp_path):
    (tmp_path / "conf.py").write_text(SETTINGS + "nb_merge_streams = True\n")
    (tmp_path / "index.md").write_text(PAGE[: PAGE.index("Words")] + SLOW)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "text", tmp_path, tmp_path / "out"]
    build = subprocess.run(command, capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stderr
    assert "as many as it takes" in (tmp_path / "out" / "index.txt").read_text()
