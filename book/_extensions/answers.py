"""Fields under an exercise in which readers write their answers, and are told whether these are right.

    :::{answers} ex-perceptron-order
    - The number of updates `13`
    - The last $\\vw$ `(0, 2)`
    - Does the bound hold?
      - [x] Yes
      - [ ] No
    :::

An item ends with its answer, in one of the forms of answer_values.py, or has a list of choices under it; where several
are right, all have to be chosen. tests/pages/test_exercise_answers.py computes each answer once more. The fields are
hidden until book/_static/exercises/answers.js shows them: without JavaScript, in print and in the EPUB there are none.
"""

import json
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from answer_values import read_value
from markdown_directive import MarkdownDirective
from node_visitors import close_tag, skip_node
from quiz import MARK
from remembered import data, remember

FORMS = {"numbers": "numbers, separated by commas", "interval": "from ... to ...", "several": "all that fit"}
LOADED = ("exercises/answers.js", "exercises/exercises.css")


class answers(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The questions of an exercise."""


class answer_field(nodes.General, nodes.Element):  # noqa: N801
    """A question with its field, or with its choices."""


class answer_label(nodes.TextElement):  # noqa: N801
    """The question."""


class answer_choice(nodes.TextElement):  # noqa: N801
    """One of the choices."""


class AnswersDirective(MarkdownDirective):
    """The label of an exercise as the argument, a bullet list of questions as the body."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Turn the list into fields; warn of syntax errors."""
        if self.arguments[0] not in getattr(self.env, "sphinx_exercise_registry", {}):
            self.warn(f"the page has no exercise {self.arguments[0]!r} before its answers")
        known = remember(self, "exercises")
        group = answers(loads=LOADED, **known)
        body = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, body)
        if len(body) != 1 or not isinstance(body[0], nodes.bullet_list):
            self.warn("the body of {answers} is a list of questions, '- The margin `28/13`'")
            return []
        for item in body[0]:
            name = f"answer-{known['page']}-{self.env.new_serialno('answer') + 1}"
            group += self._field(item, name)
        return [group]

    def _field(self, item: Any, name: str) -> answer_field:
        question, below = item[0], item[1] if len(item) > 1 else None
        if isinstance(below, nodes.bullet_list):
            choices = [self._choice(choice) for choice in below]
            if len(choices) < 2 or not any(choice["right"] for choice in choices):
                self.warn("a question has two choices or more, one of them right, '- [x] ...'", item)
            kind = "choice" if sum(choice["right"] for choice in choices) == 1 else "several"
            return answer_field("", _label(question.children, kind), *choices, ids=[name], kind=kind)
        value = question[-1] if len(question) else None
        if not isinstance(value, nodes.literal):
            self.warn("a question ends with its answer in backticks, or has choices under it", item)
            return answer_field("", ids=[name], kind="number", numbers=(), within=0.0)
        try:
            right = read_value(value.astext())
        except ValueError as error:
            self.warn(str(error), item)
            right = read_value("0")
        label = _label(question.children[:-1], right.kind)
        return answer_field("", label, ids=[name], kind=right.kind, numbers=right.numbers, within=right.within)

    def _choice(self, item: Any) -> answer_choice:
        first = item[0]
        mark = MARK.match(first[0].astext())
        if mark is None:
            self.warn("a choice begins with '[x]' or '[ ]'", item)
            return answer_choice("", "", *first.children, right=False)
        first[0] = nodes.Text(first[0].astext()[mark.end() :])
        return answer_choice("", "", *first.children, right=mark[1] != " ")


def _label(words: list[nodes.Node], kind: str) -> answer_label:
    """Return the question, and the form that an answer has."""
    form = FORMS.get(kind)
    if isinstance(words[-1], nodes.Text):
        words[-1] = nodes.Text(words[-1].rstrip())
    return answer_label("", "", *words, *([nodes.Text(f" ({form})")] if form else []))


def visit_answers(self: Any, node: answers) -> None:
    """Open the form, which is hidden until a script shows it. Only the pages of the site have it."""
    if self.builder.name != "html":
        raise nodes.SkipNode
    self.body.append(self.starttag(node, "form", CLASS="answers", hidden="", novalidate="", **data(node)))


def visit_field(self: Any, node: answer_field) -> None:
    """Open a question, with what its script has to know."""
    if "numbers" in node:
        told = {"data-numbers": json.dumps(node["numbers"]), "data-within": str(node["within"])}
    else:
        told = {"aria-describedby": f"{node['ids'][0]}-said"}
    tag = "div" if "numbers" in node else "fieldset"
    self.body.append(self.starttag(node, tag, CLASS="answer", **{"data-kind": node["kind"]}, **told))


def depart_field(self: Any, node: answer_field) -> None:
    """Write the place for what is said of the answer, and close the question."""
    self.body.append(f'<span class="answer-said" id="{node["ids"][0]}-said"></span>')
    self.body.append("</div>\n" if "numbers" in node else "</fieldset>\n")


def visit_label(self: Any, node: answer_label) -> None:
    """Open the label of a field, or the legend of choices."""
    name = node.parent["ids"][0]
    self.body.append(f'<label for="{name}-given">' if "numbers" in node.parent else "<legend>")


def depart_label(self: Any, node: answer_label) -> None:
    """Close it; a label is followed by its field."""
    if "numbers" not in node.parent:
        self.body.append("</legend>\n")
        return
    name = node.parent["ids"][0]
    plain = 'type="text" autocomplete="off" autocapitalize="off" spellcheck="false"'
    self.body.append(f'</label>\n<input {plain} id="{name}-given" aria-describedby="{name}-said">\n')


def visit_choice(self: Any, node: answer_choice) -> None:
    """Open the label of a choice with its button in it."""
    field = node.parent
    kind = "radio" if field["kind"] == "choice" else "checkbox"
    right = " data-right" if node["right"] else ""
    place = field.index(node)
    self.body.append(f'<label><input type="{kind}" name="{field["ids"][0]}" value="{place}"{right}> ')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and its nodes, which only the pages of the site have."""
    skip = (skip_node, None)
    app.setup_extension("remembered")
    app.add_node(answers, html=(visit_answers, close_tag("form")), latex=skip, text=skip)
    app.add_node(answer_field, html=(visit_field, depart_field), latex=skip, text=skip)
    app.add_node(answer_label, html=(visit_label, depart_label), latex=skip, text=skip)
    app.add_node(answer_choice, html=(visit_choice, close_tag("label")), latex=skip, text=skip)
    app.add_directive("answers", AnswersDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
