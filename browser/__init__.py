"""Python in the reader's browser: the runtime that the site serves, the scripts of the pages, and the lab.

    python -m browser       puts them together in _build/runtime and _build/lab; `make browser` does this
    browser/pins.toml       what the runtime is made of, each source with its hash
    browser/in_page/        what a page loads when its first cell is run; book/_extensions/run_in_page.py places it
    browser/lab.py          JupyterLite with the problem sets; browser/in_lab/ is our part of what it loads
"""
