"""Questions with choices, each with an answer that folds out: native <details>, which need no script.

    :::{quiz} Is zero a label?
    - [ ] Yes.

      The labels are +1 and -1.
    - [x] No.

      A point of label 0 would be on no side.
    :::

The question decides the order in which its choices are shown, so that no place is the right one more often than others.
Where scripts run, the reader's browser remembers what was answered (book/_static/quizzes), by a key of each quiz
(remembered.py). {quiz-review} is the place where quizzes that were missed come back; its body is what is shown without
JavaScript.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective
from node_visitors import close_tag, pass_node
from remembered import data, remember
from shuffling import shuffled

MARK = re.compile(r"\[([ xX])\]\s*")
LOADED = ("quizzes/quizzes.js", "quizzes/quizzes.css")
STYLES = ("quizzes/quizzes.css", "exercises/exercises.css", "quizzes/follows.css")  # of all that comes back


class quiz(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A group of choices, labeled by its question."""


class quiz_question(nodes.TextElement):  # noqa: N801
    """The question."""


class quiz_choice(nodes.General, nodes.Element):  # noqa: N801
    """One choice: its summary, then its answer."""


class quiz_summary(nodes.TextElement):  # noqa: N801
    """What is shown of a choice while its answer is folded."""


class quiz_review(nodes.General, nodes.Element):  # noqa: N801
    """Where quizzes come back."""


class QuizDirective(MarkdownDirective):
    """A question as the argument, a bullet list of choices as the body."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Turn the list into choices; warn of syntax errors."""
        known = remember(self, "quizzes")
        name = f"quiz-{known['page']}-{self.env.new_serialno('quiz') + 1}"
        words, _ = self.state.inline_text(self.arguments[0], self.lineno)
        group = quiz(ids=[name], loads=LOADED, **known)
        group += quiz_question("", "", *words, ids=[f"{name}-question"])
        body = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, body)
        if len(body) != 1 or not isinstance(body[0], nodes.bullet_list):
            self.warn("the body of a quiz is a list of choices, '- [x] ...' or '- [ ] ...'")
            return [group]
        choices = shuffled(body[0].children, self.arguments[0])
        group += [self._choice(item, place) for place, item in enumerate(choices, 1)]
        if len(group) < 3:
            self.warn("a quiz has at least two choices")
        if not any(choice["right"] for choice in group[1:]):
            self.warn("a quiz has a right choice, '- [x] ...'")
        return [group]

    def _choice(self, item: Any, place: int) -> quiz_choice:
        first = item[0] if len(item) else None
        mark = MARK.match(first[0].astext()) if isinstance(first, nodes.paragraph) and len(first) else None
        if mark is None:
            self.warn("a choice begins with '[x]' or '[ ]'", item)
            return quiz_choice(right=False)
        if len(item) < 2:
            self.warn("a choice has an answer: a paragraph of its own under it", item)
        right = mark[1] != " "
        assert isinstance(first, nodes.paragraph)
        first[0] = nodes.Text(first[0].astext()[mark.end() :])
        choice = quiz_choice(right=right)
        choice += quiz_summary("", "", *first.children, place=place)
        verdict = nodes.strong("", "Right." if right else "Not so.")
        answer = item.children[1:]
        if answer and isinstance(answer[0], nodes.paragraph):
            answer[0].insert(0, [verdict, nodes.Text(" ")])
        else:
            answer.insert(0, nodes.paragraph("", "", verdict))
        choice += answer
        return choice


class QuizReviewDirective(MarkdownDirective):
    """The place where quizzes come back."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return it, with what is shown without JavaScript."""
        place = quiz_review(loads=("quizzes/review.js", *STYLES))
        self.state.nested_parse(self.content, self.content_offset, place)
        return [place]


def visit_quiz(self: Any, node: quiz) -> None:
    """Open a group, labeled by its question."""
    known = data(node) | {"aria-labelledby": f"{node['ids'][0]}-question"}
    self.body.append(self.starttag(node, "div", CLASS="quiz", role="group", **known))


def visit_review(self: Any, node: quiz_review) -> None:
    """Open the place where quizzes come back."""
    self.body.append(self.starttag(node, "div", CLASS="quiz-review"))


def visit_question(self: Any, node: quiz_question) -> None:
    """Open the question."""
    self.body.append(self.starttag(node, "p", "", CLASS="quiz-question"))


def visit_choice(self: Any, node: quiz_choice) -> None:
    """Open a choice: folded, but open in the single-page build, which is printed."""
    is_open = {"open": "open"} if self.builder.name == "singlehtml" else {}
    self.body.append(self.starttag(node, "details", CLASS="right" if node["right"] else "wrong", **is_open))


def visit_summary(self: Any, node: quiz_summary) -> None:
    """Open the summary. Its first words are for screen readers: a formula alone would be no label."""
    self.body.append(self.starttag(node, "summary", ""))
    self.body.append(f'<span class="visually-hidden">Answer {node["place"]}: </span>')


def _end_paragraph(self: Any, node: nodes.Element) -> None:
    self.body.append("\n\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and its nodes, which are plain paragraphs outside HTML."""
    plain = (pass_node, _end_paragraph)
    app.setup_extension("remembered")
    app.add_node(quiz, html=(visit_quiz, close_tag("div")), latex=(pass_node, pass_node))
    app.add_node(quiz_question, html=(visit_question, close_tag("p")), latex=plain)
    app.add_node(quiz_choice, html=(visit_choice, close_tag("details")), latex=(pass_node, pass_node))
    app.add_node(quiz_summary, html=(visit_summary, close_tag("summary")), latex=plain)
    app.add_directive("quiz", QuizDirective)
    app.add_node(quiz_review, html=(visit_review, close_tag("div")), latex=(pass_node, pass_node))
    app.add_directive("quiz-review", QuizReviewDirective)
    app.add_css_file("blocks.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
