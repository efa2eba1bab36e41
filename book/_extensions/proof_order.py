"""A proof as steps to be put in order, with steps among them that don't belong.

    :::{proof-order} The sum of two even numbers is even
    - [first] $m = 2a$ for some whole $a$.
    - [second] $n = 2b$ for some whole $b$.
    - [sum: first, second] So $m + n = 2(a + b)$.
    - [ ] So $m + n$ has as many factors 2 as $m$.

      Not always: $2 + 6 = 8$.
    :::

A step has a name, and after the colon those that it builds on: every order is right in which each step comes after
these. A step without a name doesn't belong, and the paragraph under it says why. The steps are shown shuffled, with
letters, and the right order in a fold; where scripts run, book/_static/exercises/proof_order.js lets readers arrange
them. No step may be one of a graded ordering: course/sets/leaks.py refuses it.
"""

import re
import string
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from folds import make_fold
from markdown_directive import MarkdownDirective
from node_visitors import close_tag, skip_node
from remembered import data, remember
from shuffling import shuffled

MARK = re.compile(r"\[\s*(?P<name>[\w-]*)\s*(?::(?P<needs>[\w\s,-]*))?\]\s*")
LEAST = 4  # steps
LOADED = ("exercises/proof_order.js", "exercises/exercises.css")


class proof_order(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A group: its title, the shuffled steps, and the right order in a fold."""


class proof_order_title(nodes.TextElement):  # noqa: N801
    """What is proved."""


class proof_steps(nodes.General, nodes.Element):  # noqa: N801
    """The list of the steps."""


class proof_step(nodes.TextElement):  # noqa: N801
    """A step, with its letter."""


class why_not(nodes.TextElement):  # noqa: N801
    """Why a step doesn't belong."""


@dataclass
class Step:
    """A step as the page has it; without a name it doesn't belong."""

    name: str
    needs: list[str]
    words: list[nodes.Node]
    why: list[nodes.Node]
    letter: str = ""


class ProofOrderDirective(MarkdownDirective):
    """What is proved as the argument; as the body paragraphs, if needed, and the steps in a right order."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Shuffle the steps; warn of syntax errors."""
        known = remember(self, "exercises")
        body = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, body)
        if not len(body) or not isinstance(body[-1], nodes.bullet_list):
            self.warn("the body of {proof-order} ends with a list of steps, '- [name: needs] ...' or '- [ ] ...'")
            return []
        steps = [step for item in body[-1] if (step := self._step(item))]
        if sum(bool(step.name) for step in steps) < LEAST:
            self.warn(f"a proof to put in order has {LEAST} steps or more")
        self._check_order(steps)
        return [self._group(body.children[:-1], steps, known)]

    def _step(self, item: Any) -> Step | None:
        first = item[0][0] if len(item) and len(item[0]) else None
        mark = MARK.match(first.astext()) if isinstance(first, nodes.Text) else None
        if first is None or mark is None:
            self.warn("a step begins with '[name]', '[name: needs]' or '[ ]'", item)
            return None
        words = [nodes.Text(first.astext()[mark.end() :]), *item[0].children[1:]]
        needs = (mark["needs"] or "").replace(",", " ").split()
        if not mark["name"] and len(item) != 2:
            self.warn("a step that doesn't belong has a paragraph under it that says why", item)
        return Step(mark["name"], needs, words, item[1].children if len(item) > 1 else [])

    def _check_order(self, steps: list[Step]) -> None:
        """Warn of a step that builds on one that doesn't come before it."""
        before: set[str] = set()
        for step in steps:
            for need in step.needs:
                if need not in before:
                    self.warn(f"the step [{step.name}] builds on [{need}], which doesn't come before it")
            before.add(step.name)

    def _group(self, before: list[nodes.Node], steps: list[Step], known: dict[str, str]) -> proof_order:
        name = f"proof-order-{known['page']}-{self.env.new_serialno('proof-order') + 1}"
        title, _ = self.state.inline_text(self.arguments[0], self.lineno)
        shown = lettered(steps, known["key"])
        letters = {step.name: step.letter for step in steps}
        group = proof_order(ids=[name], loads=LOADED, **known)
        group += proof_order_title("", "", nodes.Text("Put this proof in order: "), *title, ids=[f"{name}-title"])
        group += before
        group += proof_steps("", *(shown_step(step, letters) for step in shown))
        group += make_fold("The right order", *solution(steps), classes=("right-order",))
        return group


def lettered(steps: list[Step], key: str) -> list[Step]:
    """Return the steps shuffled, with letters in that order."""
    told = shuffled(steps, key)
    for step, letter in zip(told, string.ascii_uppercase, strict=False):
        step.letter = letter
    return told


def shown_step(step: Step, letters: dict[str, str]) -> proof_step:
    """Return a step with its letter and, if it belongs, the letters of those that it builds on."""
    needs = {"needs": " ".join(letters.get(need, "") for need in step.needs)} if step.name else {}
    return proof_step("", "", *step.words, letter=step.letter, **needs)


def solution(steps: list[Step]) -> list[nodes.Node]:
    """Return a right order by its letters, and why the other steps don't belong."""
    order = ", ".join(step.letter for step in steps if step.name)
    words = f"{order}. Other orders are right, too, if each step comes after those that it builds on."
    others = [why_not("", "", *step.why, letter=step.letter) for step in steps if not step.name]
    return [nodes.paragraph(words, words), *others]


def visit_group(self: Any, node: proof_order) -> None:
    """Open the group, labeled by its title."""
    known = data(node) | {"aria-labelledby": f"{node['ids'][0]}-title"}
    self.body.append(self.starttag(node, "div", CLASS="proof-order", role="group", **known))


def visit_title(self: Any, node: proof_order_title) -> None:
    """Open the title."""
    self.body.append(self.starttag(node, "p", "", CLASS="proof-order-title"))


def visit_steps(self: Any, node: proof_steps) -> None:
    """Open the list."""
    self.body.append('<ul class="proof-steps">\n')


def visit_step(self: Any, node: proof_step) -> None:
    """Open a step, with what its script has to know."""
    told = {f"data-{name}": node[name] for name in ("letter", "needs") if name in node}
    self.body.append(self.starttag(node, "li", "", **told))
    self.body.append(f'<strong class="step-letter">{node["letter"]}.</strong> <span class="step-words">')


def depart_step(self: Any, node: proof_step) -> None:
    """Close it."""
    self.body.append("</span></li>\n")


def visit_why_not(self: Any, node: why_not) -> None:
    """Open a reason."""
    letter = node["letter"]
    self.body.append(f'<p data-why="{letter}"><strong>{letter} doesn\'t belong.</strong> ')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and its nodes, which only HTML has."""
    skip = (skip_node, None)
    app.setup_extension("remembered")
    app.setup_extension("folds")
    app.add_node(proof_order, html=(visit_group, close_tag("div")), latex=skip, text=skip)
    app.add_node(proof_order_title, html=(visit_title, close_tag("p")), latex=skip, text=skip)
    app.add_node(proof_steps, html=(visit_steps, close_tag("ul")), latex=skip, text=skip)
    app.add_node(proof_step, html=(visit_step, depart_step), latex=skip, text=skip)
    app.add_node(why_not, html=(visit_why_not, close_tag("p")), latex=skip, text=skip)
    app.add_directive("proof-order", ProofOrderDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
