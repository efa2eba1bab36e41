"""Caches the look-up of citation styles, for which pybtex reads the metadata of all installed packages each time."""

from functools import cache

import pybtex.plugin
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Cache the look-up."""
    if not hasattr(pybtex.plugin._load_entry_point, "cache_info"):
        pybtex.plugin._load_entry_point = cache(pybtex.plugin._load_entry_point)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
