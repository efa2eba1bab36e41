"""Python in the reader's browser: the runtime that the site serves, and the scripts that run a page's cells in it.

    python -m browser       puts the runtime together in _build/runtime; `make browser` does this
    browser/pins.toml       what it is made of, each source with its hash
    browser/in_page/        what a page loads when its first cell is run; book/_extensions/run_in_page.py places it
"""
