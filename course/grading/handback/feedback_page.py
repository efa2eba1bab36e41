"""A student's feedback as a page and as a text. The page is one file that asks nothing of any server."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from course.grading.gradebook.part_grades import PartGrade
from course.grading.state import StudentState
from course.judge.claims import ClaimResult

BROKEN = "Our test of this part failed, which is no fault of yours. A person will look at it."
BLANK = "Nothing was written here: the answer is as it was given."

STYLE = """\
:root { color-scheme: light dark; --text: #1b1b1b; --ground: #fff; --line: #767676; --soft: #f2f2f2; --good: #1a5e20;
  --bad: #8b1a1a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e8e8; --ground: #161616; --line: #8c8c8c; --soft: #262626; --good: #8fd694; --bad: #ff9d94; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
.total { font-size: 1.25rem; } table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } td.points, th.points { white-space: nowrap; text-align: right; }
.claims { list-style: none; padding: 0; } .claims li { padding: .4rem 0 .4rem .8rem; border-left: .25rem solid; }
.claims li + li { margin-top: .4rem; }
.claims .earned { border-color: var(--good); } .claims .missed { border-color: var(--bad); }
.claims span { color: var(--text); white-space: pre-line; } .read { display: block; margin-top: .2rem; }
blockquote { margin: .5rem 0; padding: .6rem .9rem; background: var(--soft); white-space: pre-line; }
code { background: var(--soft); padding: 0 .2rem; }
"""

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{title}: feedback for {student}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>Feedback for {student}</p>
{body}
</main>
</body>
</html>
"""


@dataclass(frozen=True)
class Section:
    """One part of a problem set, graded."""

    title: str
    part: PartGrade
    claims: tuple[ClaimResult, ...] = ()
    stop: str = ""  # where the code stops on the example in the notebook

    @property
    def note(self) -> str:
        """What is said of the part besides its claims."""
        blank = self.part.name.startswith("proof-") and self.part.auto == 0 and self.part.by_hand is None
        return BROKEN if self.part.broken else BLANK if blank else ""


@dataclass(frozen=True)
class Feedback:
    """All that one student is told of one set."""

    title: str
    student: str
    state: StudentState
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """What the set is worth."""
        return sum(section.part.points for section in self.sections)


def page(feedback: Feedback) -> str:
    """Return the page."""
    body = "\n".join(_body(feedback))
    return PAGE.format(title=_said(feedback.title), student=_said(feedback.student), style=STYLE, body=body)


def text(feedback: Feedback) -> str:
    """Return the same in a few plain lines."""
    lines = [feedback.title, f"Feedback for {feedback.student}", "", _total(feedback), *_facts(feedback), ""]
    for section in feedback.sections:
        lines.append(f"{section.title}: {_score(section)}")
        lines += [line for claim in section.claims if not claim.earned for line in _plain(claim)]
        lines += [_indented(said) for said in (_stop(section), section.note, section.part.comment) if said]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _body(feedback: Feedback) -> Iterator[str]:
    yield f'<p class="total"><strong>{_said(_total(feedback))}</strong></p>'
    yield from (f"<p>{_said(fact)}</p>" for fact in _facts(feedback))
    yield "<table><caption>Points of each part</caption>"
    yield '<thead><tr><th scope="col">Part</th><th scope="col" class="points">Points</th></tr></thead><tbody>'
    for section in feedback.sections:
        yield f'<tr><th scope="row">{_said(section.title)}</th><td class="points">{_score(section)}</td></tr>'
    yield "</tbody></table>"
    for section in feedback.sections:
        yield f"<h2>{_said(section.title)}: {_score(section)}</h2>"
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    if section.note:
        yield f"<p>{_said(section.note)}</p>"
    if section.claims:
        yield '<ul class="claims">'
        yield from (_claim(claim) for claim in section.claims)
        yield "</ul>"
        if stop := _stop(section):
            yield f"<p>{_said(stop)}</p>"
        if section.part.by_hand is not None:
            yield "<p>A person has set these points in place of those of the tests.</p>"
    if section.part.comment:
        yield f"<p>Comment:</p><blockquote>{_said(section.part.comment)}</blockquote>"


def _stop(section: Section) -> str:
    return section.stop if any(not claim.earned for claim in section.claims) else ""


def _claim(claim: ClaimResult) -> str:
    kind = "earned" if claim.earned else "missed"
    read = f'<span class="read">Read: {_said(claim.place)}</span>' if claim.place else ""
    return f'<li class="{kind}"><span>{_said(claim.line)}</span>{read}</li>'


def _total(feedback: Feedback) -> str:
    open_parts = sum(section.part.waits for section in feedback.sections)
    so_far = f", so far: {open_parts} part{'s' * (open_parts > 1)} not graded yet" if open_parts else ""
    return f"{_number(feedback.state.total)} of {_number(feedback.points)} points{so_far}"


def _facts(feedback: Feedback) -> Iterator[str]:
    state = feedback.state
    if attempt := state.attempt:
        number = f"Attempt {attempt.number}" if attempt.student == state.student else "Your group's attempt"
        when = f", handed in on {attempt.when:%Y-%m-%d at %H:%M}," if attempt.when else ""
        yield f"{number}{when} is the one that counts."
    if state.lost:
        percent, minus = _number(100 * state.lost), _number(state.score - state.total)
        yield f"It was late, which costs {percent} % of {_number(state.score)} points: -{minus}."
    yield from feedback.notes


def _score(section: Section) -> str:
    part = section.part
    if part.waits and part.by_hand is None and part.auto is None:
        return f"not graded yet, of {_number(part.points)}"
    return f"{_number(part.score)} of {_number(part.points)}"


def _plain(claim: ClaimResult) -> Iterator[str]:
    yield _indented(claim.line)
    if claim.place:
        yield _indented(f"Read: {claim.place}", "    ")


def _indented(said: str, by: str = "  ") -> str:
    wrap = textwrap.TextWrapper(100, initial_indent=by, subsequent_indent=by + "  ", break_long_words=False)
    return "\n".join(wrap.fill(line) for line in said.splitlines())


def _said(words: str) -> str:
    """Return words as HTML, with what stands between backticks as code."""
    return re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(words))


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"
