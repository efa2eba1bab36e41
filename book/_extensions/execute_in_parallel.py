"""The code of several pages runs at once, so that a cold build takes all cores.

Sphinx reads one page after the other, and MyST-NB runs a page's code while it is read. Here the code of the pages that
are about to be read runs before that, one page a core, and its outputs go where MyST-NB looks for them. A cell that
fails is a warning with its page and line; MyST-NB would name the page only.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution
from myst_nb.core.config import NbParserConfig
from myst_nb.core.read import create_nb_reader
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from tools import machine

if TYPE_CHECKING:
    from nbformat import NotebookNode

log = logging.getLogger(__name__)


def read_notebook(path: str, settings: NbParserConfig, md_settings: Any) -> NotebookNode | None:
    """The page as the notebook that MyST-NB will see, or None where it holds no code."""
    text = Path(path).read_text(encoding="utf-8")
    reader = create_nb_reader(path, md_settings, settings, text)
    return reader.read(text) if reader else None


def is_cached(cache: Any, page: NotebookNode) -> bool:
    """Whether the outputs of this code are there already."""
    with suppress(KeyError):
        return bool(cache.match_cache_notebook(page))
    return False


def execute_notebook(page: NotebookNode, path: str, seconds: int) -> float | None:
    """Fill in the page's outputs, and return how long its code took; None where it failed."""
    result = single_nb_execution(
        page, cwd=str(Path(path).parent), allow_errors=False, timeout=seconds, meta_override=True
    )
    join_streams(page)
    return None if result.err else result.time


def join_streams(page: NotebookNode) -> None:
    """Join what a kernel sent of one stream in several messages.

    It sends what was printed after a fifth of a second, be it in the middle of a line, and MyST-NB would begin a new
    line there: on a busy machine a page would be broken in other places.
    """
    for cell in page.cells:
        joined: list[NotebookNode] = []
        for output in cell.get("outputs", ()):
            before = joined[-1] if joined else None
            if before and output.output_type == before.output_type == "stream" and output.name == before.name:
                before.text += output.text
            else:
                joined.append(output)
        if cell.cell_type == "code":
            cell.outputs = joined


def first_error(page: NotebookNode) -> tuple[int, str]:
    """The line where the failed cell of a page begins, and what its code raised."""
    lines = page.metadata.get("source_map", [])
    for place, cell in enumerate(page.cells):
        for output in cell.get("outputs", ()):
            if output.output_type == "error":
                return lines[place] if place < len(lines) else 1, f"{output.ename}: {output.evalue}"
    return 1, "its code took too long, or the kernel died"


def execute_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Run what has to be run of the pages that will be read."""
    settings, md_settings = env.mystnb_config, env.myst_config  # type: ignore[attr-defined]
    cache = get_cache(settings.execution_cache_path)
    pages = {path: read_notebook(path, settings, md_settings) for path in map(env.doc2path, docnames)}
    new = {path: page for path, page in pages.items() if page and page.cells and not is_cached(cache, page)}
    if not new:
        return
    log.info(f"running the code of {len(new)} page{'s' * (len(new) > 1)}, {machine.cores()} at once ...")
    with ThreadPoolExecutor(machine.cores()) as pool:
        taken = pool.map(lambda path: execute_notebook(new[path], path, settings.execution_timeout), new)
        for path, seconds in zip(new, taken, strict=True):
            if seconds is None:
                line, what = first_error(new[path])
                log.warning("this cell fails: %s", what, location=f"{path}:{line}")
            else:
                bundle = CacheBundleIn(new[path], path, data={"execution_seconds": seconds})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Come when Sphinx knows which pages it will read."""
    app.connect("env-before-read-docs", execute_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
