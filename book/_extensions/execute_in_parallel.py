"""Runs the code of several pages at once, so that a cold build uses all cores.

Sphinx reads one page after the other, and MyST-NB runs a page's code when the page is read. This extension runs the
code beforehand, one page per core, and puts the outputs into MyST-NB's cache. A cell that fails is a warning with page
and line; MyST-NB would name only the page.
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
from tools.kernels import private_sockets

if TYPE_CHECKING:
    from nbformat import NotebookNode

log = logging.getLogger(__name__)


def read_notebook(path: str, settings: NbParserConfig, md_settings: Any) -> NotebookNode | None:
    """Return the page as the notebook that MyST-NB will see, or None if it has no code."""
    text = Path(path).read_text(encoding="utf-8")
    reader = create_nb_reader(path, md_settings, settings, text)
    return reader.read(text) if reader else None


def is_cached(cache: Any, page: NotebookNode) -> bool:
    """Return whether the outputs of this code are in the cache."""
    with suppress(KeyError):
        return bool(cache.match_cache_notebook(page))
    return False


def execute_notebook(page: NotebookNode, path: str, seconds: int) -> float | None:
    """Run the code, fill in its outputs, and return the seconds it took, or None if it failed."""
    with private_sockets() as config:
        folder = str(Path(path).parent)
        result = single_nb_execution(page, folder, seconds, allow_errors=False, config=config)
    join_streams(page)
    return None if result.err else result.time


def join_streams(page: NotebookNode) -> None:
    """Join consecutive outputs of the same stream.

    The kernel flushes a stream every fifth of a second, even in the middle of a line, and MyST-NB would start a new
    line there: the line breaks of a page would depend on how busy the machine is.
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
    """Return the line at which the failed cell begins, and the error."""
    lines = page.metadata.get("source_map", [])
    for place, cell in enumerate(page.cells):
        for output in cell.get("outputs", ()):
            if output.output_type == "error":
                return lines[place] if place < len(lines) else 1, f"{output.ename}: {output.evalue}"
    return 1, "its code took too long, or the kernel died"


def execute_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Run the code of the pages that will be read, unless its outputs are cached."""
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
    """Connect it to the moment when Sphinx knows which pages it will read."""
    app.connect("env-before-read-docs", execute_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
