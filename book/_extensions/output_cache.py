"""Makes sure that outputs in the book come from the current library.

Jupyter Book caches a page's outputs until the page's code changes. It doesn't notice that the library has changed, and
would go on showing old results. So the cache is named after a hash of the library and the lock: when one of them
changes, all code of the book runs again.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from tools import files


def outputs_fingerprint(root: Path) -> str:
    """Return a hash of everything besides the pages that outputs depend on."""
    return files.fingerprint(root, [*root.glob("margin_lib/**/*"), root / "requirements.lock"])[:16]


def set_cache_path(app: Sphinx, config: Config) -> None:
    """Name the cache after the hash, and delete caches with other names."""
    build = Path(app.outdir).parent
    current = build / f".outputs-{outputs_fingerprint(Path(app.srcdir))}"
    config["nb_execution_cache_path"] = str(current)
    for old in build.glob(".outputs-*"):
        if old != current:
            shutil.rmtree(old)


def setup(app: Sphinx) -> dict[str, bool]:
    """Set the path before myst_nb reads it."""
    app.connect("config-inited", set_cache_path, priority=1)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
