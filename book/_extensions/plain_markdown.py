"""Rewrites a page's Markdown so that any notebook viewer can show it, without directives, roles or macros.

Directives become bold headings, quotations and <details>; roles become the words that the built page shows.

A writer for the resolved page would not be shorter: the book's pages use 74 kinds of nodes, many of them ours, and TeX
macros would still have to be expanded.
"""

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from chapter_boxes import skip_words
from exercise_levels import LEVELS
from formulas import expand
from shuffling import shuffled
from tools.tex import expand_macros

DIRECTIVE = re.compile(r"( *)(`{3,}|:{3,})\{([\w:-]+)\} *(.*)")
LISTING = re.compile(r" *(`{3,})[\w-]* *$")
LEFT_OUT = re.compile(r"\([\w:-]+\)=|%.*|\+\+\+.*")
OPTION = re.compile(r":[\w-]+:(?: .*)?$")
ROLE = re.compile(r"\{([\w:-]+)\}`([^`]+)`")
AIMED = re.compile(r"(.*?)\s*<([^>]+)>", re.DOTALL)
LABELLED = re.compile(r"\$\$ *\(([\w:-]+)\)")
MARKED = re.compile(r"\[([^\]]+)\]\{\.term-[\w-]+\}")
CHOICE = re.compile(r"- \[([ xX])\] *")

SILENT = {"bibliography", "glue", "glue:figure", "index", "margin", "nb-exec-table", "raw", "solution-end"}
SILENT |= {"answer-code", "answers"}  # which a page checks, and a notebook can't
FOLDED = {"dropdown": "", "solution": "Solution", "solution-start": "Solution"}
BOXES = {"admonition": "", "note": "Note", "tip": "Tip", "warning": "Warning", "important": "Important"}
ENDS = {"opening": "After this chapter, you'll be able to", "closing": "Takeaways"}


@dataclass
class Page:
    """What the build knows about a page, beyond its source."""

    references: dict[str, str] = field(default_factory=dict)
    """The text of each link, by the label it leads to."""
    numbers: dict[str, str] = field(default_factory=dict)
    """The number of a theorem, an exercise or an equation, by its label."""
    citations: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    """The glued values, by name."""
    macros: dict[str, str] = field(default_factory=dict)
    """The TeX of each macro, with #1 and #2 for its arguments."""
    formula: Callable[[str], str] = str
    source: Callable[[str], str] = str


def to_plain_markdown(text: str, page: Page) -> str:
    """Return the Markdown of one cell, rewritten."""
    lines = iter(text.splitlines())
    done: list[str] = []
    prose: list[str] = []
    for line in lines:
        if opened := DIRECTIVE.match(line):
            indent, fence, name, argument = opened.groups()
            shown = render_directive(name, argument, take_block(lines, fence), page)
            done += [resolve_roles(prose, page), textwrap.indent(shown, indent)]
            prose = []
        elif opened := LISTING.match(line):
            done += [resolve_roles(prose, page), "\n".join([line, *take_block(lines, opened[1]), opened[1]])]
            prose = []
        elif not LEFT_OUT.fullmatch(line):
            prose.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join([*done, resolve_roles(prose, page)])).strip()


def take_block(lines: Iterator[str], fence: str) -> list[str]:
    """Return the lines up to the closing fence, which is at least as long as the opening one."""
    body = []
    for line in lines:
        stripped = line.strip()
        if len(stripped) >= len(fence) and set(stripped) == {fence[0]}:
            break
        body.append(line)
    return textwrap.dedent("\n".join(body)).splitlines()


def split_options(body: list[str]) -> tuple[dict[str, str], list[str]]:
    """Return the options at the beginning of a block, and the rest of the block."""
    taken = 0
    while taken < len(body) and OPTION.match(body[taken]):
        taken += 1
    pairs = (line.strip(":").partition(":") for line in body[:taken])
    return {name: value.strip() for name, _, value in pairs}, body[taken:]


def render_directive(name: str, argument: str, lines: list[str], page: Page) -> str:
    """Return a directive as plain Markdown."""
    given, rest = split_options(lines)
    if name in SILENT:
        return ""
    if name == "source":
        return f"From the library, `{argument}`:\n\n```python\n{page.source(argument)}\n```"
    if name in ("math", "code", "code-block", "code-cell"):
        return "\n".join(["$$", *rest, "$$"] if name == "math" else [f"```{argument}", *rest, "```"])
    if name == "formula":
        return f"$$\n{expand(argument, page.formula)}\n$$"
    if name == "quiz":
        return render_quiz(argument, rest, page)
    if name == "skip":
        return f"*{resolve_roles([skip_words(argument, 'page' in given, ' '.join(rest))], page)}*"
    title, body = resolve_roles([argument], page), to_plain_markdown("\n".join(rest), page)
    if name == "prf:proof":
        return f"**Proof.** {body} ∎"
    if name.startswith("prf:") or name == "exercise":
        kind = name.removeprefix("prf:").capitalize()
        level = f" *{LEVELS[given['level']].words}*" if "level" in given else ""
        return f"**{numbered_heading(kind, title, given.get('label', ''), page)}.**{level}\n\n{body}"
    if name == "solution-start":
        return "**Solution**"
    if name in FOLDED:
        return details(FOLDED[name] or title, body)
    if name in BOXES or name in ENDS:
        return textwrap.indent(f"**{BOXES.get(name) or ENDS.get(name) or title}**\n\n{body}", "> ", lambda line: True)
    if name == "playable":
        return f"{body}\n\n*This figure can be played with on the page itself.*"
    if name == "proof-order":
        return f"*On the page itself you can put a proof in order:* {title}."
    if name == "follows":
        return f"*On the page itself you can find out what a step follows from:* {title.partition(' ')[2]}."
    return body


def numbered_heading(kind: str, title: str, label: str, page: Page) -> str:
    """Return a heading such as 'Theorem 2.1 (Novikoff)'."""
    return kind + (f" {page.numbers[label]}" if label in page.numbers else "") + (f" ({title})" if title else "")


def details(title: str, body: str) -> str:
    """Return a <details> element."""
    return f"<details><summary>{title}</summary>\n\n{body}\n\n</details>"


def render_quiz(question: str, lines: list[str], page: Page) -> str:
    """Return the question and its choices, with the answers folded away."""
    choices: list[tuple[str, list[str]]] = []
    for line in lines:
        if mark := CHOICE.match(line):
            choices.append(("" if mark[1] == " " else "✓ ", [line[mark.end() :]]))
        elif choices:
            choices[-1][1].append(line.removeprefix("  "))
    parts = [
        (right, *to_plain_markdown("\n".join(said), page).partition("\n\n")[::2])
        for right, said in shuffled(choices, question)
    ]
    shown = "\n".join(f"{place}. {choice}" for place, (_, choice, _) in enumerate(parts, 1))
    answers = "\n".join(
        textwrap.indent(f"{place}. {right}{answer}", "   ")[3:] for place, (right, _, answer) in enumerate(parts, 1)
    )
    return f"**{resolve_roles([question], page)}**\n\n{shown}\n\n{details('The answers', answers)}"


def resolve_roles(lines: list[str], page: Page) -> str:
    """Return prose with roles and macros resolved."""
    text = ROLE.sub(lambda role: role_text(role[1], role[2], page), "\n".join(lines))
    text = MARKED.sub(r"\1", text)
    text = LABELLED.sub(lambda label: rf"\tag{{{page.numbers.get(label[1], label[1])}}}$$", text)
    return expand_macros(text, page.macros).strip("\n")


def role_text(role: str, content: str, page: Page) -> str:
    """Return what the page shows for a role."""
    if role == "glue:text":
        name, _, form = content.partition(":")
        return f"{float(page.values[name]):{form}}" if form else page.values[name]
    if role == "formula":
        return f"${page.formula(content)}$"
    if role == "math":
        return f"${content}$"
    if role.startswith("cite"):
        return "[" + "; ".join(page.citations.get(key.strip(), key.strip()) for key in content.split(",")) + "]"
    aimed = AIMED.fullmatch(content)
    if role == "numref" and aimed:
        return page.references.get(aimed[2], content)
    if aimed or role in ("term", "abbr"):
        return aimed[1] if aimed else content
    return page.references.get(content) or page.references.get(f"equation-{content}") or content
