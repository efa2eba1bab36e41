"""The prose of a problem set: what stands in the open, and the small print, which a student unfolds.

A part says what to build and why. Sizes, ties, tolerances and times stand below it, in the source as

    :::{small-print} sizes and ties
    There are at most 50 points ...
    :::

which a notebook shows as a fold.
"""

import re

from course.sets.markers import BEGIN_SCHEME, END_SCHEME

SMALL_PRINT = re.compile(r"^:::\{small-print\} ([^\n]+)\n(.*?)\n^:::$", re.MULTILINE | re.DOTALL)
SCHEME = re.compile(rf"^{re.escape(BEGIN_SCHEME)}$.*?^{re.escape(END_SCHEME)}$", re.MULTILINE | re.DOTALL)
TESTING = re.compile(
    r"hidden tests?|toleran|\bfloat|\bround(?:ed|ing)?\b(?! \$?[hi0-9])|\bCPU\b|may be off"
    r"|counts? as|within \$10|10\^\{-|(?:at most|up to) [\d,$]+[^.]*(?:points?|dimensions?|corrections?|rows|steps?)\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n{2,}")


def folded(text: str) -> str:
    """Return the text as a notebook shows it, with its small print in a fold."""
    return SMALL_PRINT.sub(r"<details>\n<summary>Small print: \1</summary>\n\n\2\n\n</details>", text)


def in_the_open(text: str) -> str:
    """Return the text without its small print, and without a rubric."""
    return SCHEME.sub("", SMALL_PRINT.sub("", text))


def words(text: str) -> list[str]:
    """Return the words that a student reads."""
    return SCHEME.sub("", text).split()


def on_testing(text: str) -> list[str]:
    """Return the sentences in the open that speak of tests, tolerances and sizes, not of the task."""
    return [said for said in SENTENCE.split(in_the_open(text)) if TESTING.search(said)]
