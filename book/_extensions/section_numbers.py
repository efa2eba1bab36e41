"""Numbers of sections: those of a chapter count on through its pages, and no other heading has a number.

Sphinx alone would make the second page of chapter 1 its section 1.7, and what is below it 1.7.1 and 1.7.2.1. Here a
page after a chapter's first is known by its name, its sections go on with the chapter's numbers, and headings that
every page has, such as *Exercises*, take none. Theorems and figures are numbered by chapter, so they keep theirs.

A link by number, {numref}, to a heading without one shows that of the section around it; to a page, that of its first
section.
"""

import itertools
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
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


class NumberedSections(StandardDomain):
    """Sphinx's own domain, whose links by number always find one."""

    def get_fignumber(self, env: Any, builder: Any, figtype: str, docname: str, target_node: Any) -> Any:
        """Return the number that a link shows."""
        number = super().get_fignumber(env, builder, figtype, docname, target_node)
        return number or nearest_number(env.toc_secnumbers.get(docname, {}), target_node)


def nearest_number(numbers: Numbers, heading: nodes.Element | None) -> tuple[int, ...]:
    """Return the number of the section around a heading, or of the first section of the page."""
    while isinstance(heading, nodes.section):
        if number := numbers.get(f"#{heading['ids'][0]}"):
            return number
        heading = heading.parent
    return next(filter(None, numbers.values()), ())


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect one function before Sphinx counts, and one after."""
    app.add_domain(NumberedSections, override=True)
    app.connect("env-get-updated", give_back, priority=400)
    app.connect("env-get-updated", count_on, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
