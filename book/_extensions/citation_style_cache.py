"""Each style of citations is looked up once: the look-up reads the metadata of all installed packages, every time."""

from __future__ import annotations

from functools import cache

import pybtex.plugin
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Remember what pybtex finds among its plugins."""
    if not hasattr(pybtex.plugin._load_entry_point, "cache_info"):
        pybtex.plugin._load_entry_point = cache(pybtex.plugin._load_entry_point)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
