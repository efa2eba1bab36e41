"""Numbers of sections: those of a chapter count on through its pages, and no other heading has a number.

Sphinx alone would make the second page of chapter 1 its section 1.7, and what is below it 1.7.1 and 1.7.2.1. Here a
page after a chapter's first is known by its name, its sections go on with the chapter's numbers, and headings that
every page has, such as *Exercises*, take none. Theorems and figures are numbered by chapter, so they keep theirs.
"""

import itertools
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

UNNUMBERED = ("Check yourself", "Exercises", "Further reading")
Numbers = dict[str, tuple[int, ...]]  # by anchor; "" is the page itself


def give_back(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Give Sphinx the numbers that it counted in the last build, so that it sees which pages have changed."""
    env.toc_secnumbers = vars(env).get("counted_by_sphinx", {})
    return []


def count_on(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Replace the numbers that Sphinx has counted; return the pages whose numbers have changed."""
    counted, before = env.toc_secnumbers, vars(env).get("numbers_shown", {})
    titled = {page: numbers for page, numbers in counted.items() if "" in numbers}
    shown: dict[str, Numbers] = {}
    for chapter in (page for page, numbers in titled.items() if len(numbers[""]) == 1):
        count = itertools.count(1)
        for page in filter(titled.__contains__, [chapter, *env.toctree_includes.get(chapter, [])]):
            shown[page] = dict(numbers_of_page(env, page, counted[page], count))
            env.titles[page]["secnumber"] = shown[page][""]
    vars(env).update(counted_by_sphinx=counted, numbers_shown=shown)
    env.toc_secnumbers = shown
    return [page for page, numbers in shown.items() if numbers != before.get(page)]


def numbers_of_page(
    env: BuildEnvironment, page: str, counted: Numbers, count: Iterator[int]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the number of each heading, and write it into the page's table of contents."""
    depth = len(counted[""])
    for heading in env.tocs[page].findall(nodes.reference):
        anchor: Any = heading["anchorname"]
        if anchor not in counted:  # a name of the library, say
            continue
        number: tuple[int, ...] = ()
        if anchor == "":
            number = counted[""] if depth == 1 else ()
        elif len(counted[anchor]) == depth + 1 and heading.astext() not in UNNUMBERED:
            number = (counted[""][0], next(count))
        heading["secnumber"] = number
        yield anchor, number


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect one function before Sphinx counts, and one after."""
    app.connect("env-get-updated", give_back, priority=400)
    app.connect("env-get-updated", count_on, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
