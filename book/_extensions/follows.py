r"""What does it follow from? A step of a proof, and facts to choose from; Coq said which are enough.

    :::{follows} novikoff-square The two bounds, squared
    Both inequalities of the proof are there.

    - [gamma_positive] It made (D) true, and isn't needed twice.

    The chain gives $k\gamma \le \norm{\vw}$, and squares keep the order of what isn't negative.
    :::

The name is that of an entry of proofs/questions.toml, which says what is shown and which facts are offered. The body
begins with a paragraph that says where the proof stands; a list may have remarks on facts, each shown to readers who
judge that fact wrongly; the rest explains the answer. If the entry has several goals, one fact is chosen for each.
Where scripts run, book/_static/quizzes/follows.js lets readers choose; otherwise the answer is in a fold.
"""

import json
import re
import string
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from folds import make_fold
from markdown_directive import MarkdownDirective
from node_visitors import close_tag, skip_node
from number_words import in_words
from quiz import STYLES
from remembered import data, remember
from tools.proofs.recording import Entry
from tools.walks.claims import drawn
from tools.walks.questions import ANSWERS, read_answers, read_questions

MARK = re.compile(r"\[(?P<name>\w+)\]\s*")
LOADED = ("quizzes/quizzes.js", *STYLES)
HEAD = "What does it follow from? "
HOW = (
    "Choose as few facts as a proof needs. Arithmetic is free: adding, multiplying and comparing, case by case. Nothing"
    " else is known, not even that a count isn't negative."
)
HOW_EACH = "Choose for each line the fact that it follows from."


class follows(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A question: its title, words, goals and facts, and the answer in a fold."""


class follows_title(nodes.TextElement):  # noqa: N801
    """What is shown while the question is folded."""


class follows_facts(nodes.General, nodes.Element):  # noqa: N801
    """The goals and the facts, drawn."""


class follows_remark(nodes.TextElement):  # noqa: N801
    """What is said of a fact that was judged wrongly."""


class FollowsDirective(MarkdownDirective):
    """The name of a question and a title as the arguments; words, remarks on facts and an explanation as the body."""

    required_arguments = 2
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Draw the question; warn if Coq wasn't asked it, or of syntax errors."""
        known = remember(self, "quizzes")
        name, title = self.arguments
        self.env.note_dependency(str(ANSWERS))
        answer = read_answers().get(name)
        if answer is None:
            self.warn(f"Coq wasn't asked the question {name!r}: add it to proofs/questions.toml, and run `make walks`")
            return []
        body = self.parse("\n".join(self.content), nodes.container())
        return [self._block(title, Drawn(answer), read_questions()[name].facts, body.children, known)]

    def _block(
        self, title: str, told: "Drawn", names: tuple[str, ...], body: list[nodes.Node], known: dict[str, str]
    ) -> follows:
        lists = [place for place, node in enumerate(body) if isinstance(node, nodes.bullet_list)]
        split = lists[0] if lists else 1
        found = [remark for item in (body[split] if lists else []) if (remark := self._remark(item, names))]
        remarks = sorted(found, key=lambda remark: remark["place"])
        words, explained = body[:split], body[split + len(lists[:1]) :]
        if not words or not explained:
            self.warn("the body of {follows} begins with where the proof stands, and ends with why the answer is right")
        shown, _ = self.state.inline_text(title, self.lineno)
        block = follows(loads=LOADED, ids=[f"follows-{known['page']}-{self.env.new_serialno('follows') + 1}"], **known)
        block += follows_title("", "", nodes.Text(HEAD), nodes.emphasis("", "", *shown))
        block += [*words, follows_facts(told=told)]
        answer = nodes.paragraph("", told.answer)
        block += make_fold("The answer", answer, *explained, *remarks, classes=("follows-answer",))
        return block

    def _remark(self, item: Any, names: tuple[str, ...]) -> follows_remark | None:
        first = item[0][0] if len(item) and len(item[0]) else None
        mark = MARK.match(first.astext()) if isinstance(first, nodes.Text) else None
        if first is None or mark is None or mark["name"] not in names:
            self.warn("a remark begins with the name of a fact that is offered, '[name]'", item)
            return None
        place = names.index(mark["name"])
        return follows_remark("", "", nodes.Text(first.astext()[mark.end() :]), *item[0].children[1:], place=place)


class Drawn:
    """A question as the page shows it."""

    def __init__(self, answer: Entry) -> None:
        """Draw what Coq said."""
        kinds = answer["letters"]
        self.given = [drawn(fact, kinds) for fact in answer["given"]]
        self.facts = [drawn(fact, kinds) for fact in answer["facts"]]
        self.goals = [drawn(goal["claim"], kinds) for goal in answer["goals"]]
        self.enough: list[list[list[int]]] = [goal["enough"] for goal in answer["goals"]]

    @property
    def answer(self) -> str:
        """Return the answer in words."""
        choices = [" or ".join(_letters(choice) for choice in found) for found in self.enough]
        if len(choices) == 1:
            return f"It follows from {choices[0]}: from these Coq finds a proof, and without one of them it finds none."
        lines = "; ".join(f"line {in_words(place)} from {choice}" for place, choice in enumerate(choices, 1))
        return f"In order: {lines}."


def letter(place: int) -> str:
    """Return the letter of a fact."""
    return string.ascii_uppercase[place]


def _letters(places: list[int]) -> str:
    *others, last = map(letter, places)
    return f"{', '.join(others)} and {last}" if others else last


def visit_follows(self: Any, node: follows) -> None:
    """Open the block: folded, but open in the single-page build, which is printed."""
    is_open = {"open": "open"} if self.builder.name == "singlehtml" else {}
    self.body.append(self.starttag(node, "details", CLASS="fold follows", **data(node), **is_open))


def visit_title(self: Any, node: follows_title) -> None:
    """Open the title."""
    self.body.append(self.starttag(node, "summary", ""))


def visit_facts(self: Any, node: follows_facts) -> None:
    """Write the goals and the facts. The inputs, hidden until a script shows them, are on pages of the site only."""
    told: Drawn = node["told"]
    name, live = node.parent["ids"][0], self.builder.name == "html"
    given = f'<p class="follows-given">Given: {", ".join(told.given)}</p>\n' if told.given else ""
    written = given + (one_goal(told, live) if len(told.goals) == 1 else chain(told, name, live))
    if self.builder.name == "epub":
        written = written.replace("<math>", '<math xmlns="http://www.w3.org/1998/Math/MathML">')
    enough = f" data-enough='{json.dumps(told.enough)}'" if live else ""
    self.body.append(f'<div class="follows-facts"{enough}>\n{written}</div>\n')
    raise nodes.SkipNode


def one_goal(told: Drawn, live: bool) -> str:
    """Return the goal, and the facts, each with a box to be checked."""
    goal = f'<p class="follows-goal"><span class="follows-head">To show:</span> {told.goals[0]}</p>\n'
    tag, box = ("label", '<input type="checkbox" value="{}" hidden> ') if live else ("div", "")
    facts = "".join(
        f'<{tag} class="follows-fact">{box.format(place)}<strong>{letter(place)}</strong> <span>{fact}</span></{tag}>\n'
        for place, fact in enumerate(told.facts)
    )
    return f"{goal}<fieldset>\n<legend>{HOW}</legend>\n{facts}</fieldset>\n"


def chain(told: Drawn, name: str, live: bool) -> str:
    """Return the facts, and the lines of the chain, each with the letters of the facts."""
    facts = "".join(
        f'<li class="follows-fact"><strong>{letter(place)}</strong> <span>{fact}</span></li>\n'
        for place, fact in enumerate(told.facts)
    )
    lines = "".join(
        f'<fieldset class="follows-line"><legend>{goal}</legend>\n'
        f'{letters(f"{name}-{line}", len(told.facts)) if live else ""}</fieldset>\n'
        for line, goal in enumerate(told.goals, 1)
    )
    return f'<ul class="follows-list">\n{facts}</ul>\n<p class="follows-head">{HOW_EACH}</p>\n{lines}'


def letters(name: str, count: int) -> str:
    """Return the letters of the facts, one of which is to be chosen."""
    button = '<label><input type="radio" name="{}" value="{}"> {}</label>\n'
    buttons = "".join(button.format(name, place, letter(place)) for place in range(count))
    return f'<span class="follows-letters" hidden>{buttons}</span>\n'


def visit_remark(self: Any, node: follows_remark) -> None:
    """Open a remark with the letter of its fact."""
    place = node["place"]
    self.body.append(f'<p class="follows-remark" data-about="{place}"><strong>{letter(place)}:</strong> ')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and its nodes, which only HTML has."""
    skip = (skip_node, None)
    app.setup_extension("remembered")
    app.setup_extension("folds")
    app.add_node(follows, html=(visit_follows, close_tag("details")), latex=skip, text=skip)
    app.add_node(follows_title, html=(visit_title, close_tag("summary")), latex=skip, text=skip)
    app.add_node(follows_facts, html=(visit_facts, None), latex=skip, text=skip)
    app.add_node(follows_remark, html=(visit_remark, close_tag("p")), latex=skip, text=skip)
    app.add_directive("follows", FollowsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
