"""Outputs in the book are those of the library as it is now.

Jupyter Book keeps what a page's code printed until the code changes. It does not see that the library under the code
has changed, and would go on showing what the old one computed. So the place where outputs are kept is named after a
hash of the library and the lock: when one of them changes, all code of the book runs again.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from tools import files


def outputs_fingerprint(root: Path) -> str:
    """A hash of all that the outputs depend on besides the pages."""
    return files.fingerprint(root, [*root.glob("margin_lib/**/*"), root / "requirements.lock"])[:16]


def set_cache_path(app: Sphinx, config: Config) -> None:
    """Keep outputs under the current hash, and drop those of older ones."""
    build = Path(app.outdir).parent
    current = build / f".outputs-{outputs_fingerprint(Path(app.srcdir))}"
    config["nb_execution_cache_path"] = str(current)
    for old in build.glob(".outputs-*"):
        if old != current:
            shutil.rmtree(old)


def setup(app: Sphinx) -> dict[str, bool]:
    """Come before myst_nb, which reads the path when the configuration is ready."""
    app.connect("config-inited", set_cache_path, priority=1)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
