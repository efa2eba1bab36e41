"""The pages that are looked up or meant for teachers, by the captions of their parts in _toc.yml.

The sidebar folds them, the search lists them after the chapters, and the index passes over whom they cite.
"""

from sphinx.config import Config

CAPTIONS = ("Reference", "For teachers")


def lookup_pages(config: Config) -> set[str]:
    """Return the names of these pages."""
    site_map = getattr(config, "external_site_map", None)  # a book without _toc.yml has none
    parts = site_map.root.subtrees if site_map else []
    return {str(page) for part in parts if part.caption in CAPTIONS for page in part.items}
