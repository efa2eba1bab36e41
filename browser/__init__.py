"""Python in the reader's browser: the runtime that the site serves, the scripts of the pages, and the lab.

    python -m browser       builds runtime and lab in _build/runtime and _build/lab; `make browser` does this
    browser/pins.toml       what the runtime is built from, each source with its hash
    browser/in_page/        what a page loads when its first cell is run
    browser/offline/        the service worker of the book, its client, and the panel that readers see
    browser/lab.py          builds JupyterLite with the problem sets; browser/in_lab/ is our part of what it loads
"""
