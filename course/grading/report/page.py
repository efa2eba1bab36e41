"""The report as a page: one file that asks nothing of any server, and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from course.grading.report.difficulty import Item
from course.grading.report.mistakes import Misconceptions
from course.grading.report.papers import Class
from course.grading.report.sections import alike, claims, misconceptions, points
from course.grading.report.similar_answers import Alike
from course.grading.report.similarity.side_by_side import Side

STYLE = """\
:root { color-scheme: light dark; --text: #1b1b1b; --ground: #fff; --line: #767676; --grid: #d5d5d5; --soft: #f2f2f2;
  --bar: #2a5f9e; --mark: #fff0b8; --link: #0b4f9c; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e8e8; --ground: #161616; --line: #8c8c8c; --grid: #3a3a3a; --soft: #262626;
    --bar: #8ab8f0; --mark: #4a3f12; --link: #9cc7ff; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.25; } h2 { font-size: 1.35rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.1rem; margin: 1.8rem 0 .4rem; } p, li { max-width: 46rem; } a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; overflow-wrap: normal; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--grid); }
thead th { border-bottom-color: var(--line); } tbody th { font-weight: 400; min-width: 6rem; }
td strong, th strong { font-weight: 650; } .number { text-align: right; white-space: nowrap; }
.picture { display: block; width: 100%; max-width: 46rem; height: auto; margin: 1rem 0; font-size: 12px; }
.picture text { fill: var(--text); } .bar { fill: var(--bar); } .rail { fill: var(--grid); }
@media (width < 40rem) { .picture { font-size: 19px; } }
.axis { fill: none; stroke: var(--line); } .grid { stroke: var(--grid); } .meter { margin-left: .5rem; }
.caution { border-left: .3rem solid var(--bar); padding: .4rem 0 .4rem .9rem; max-width: 46rem; }
details { border: 1px solid var(--line); border-radius: .3rem; margin: .6rem 0; padding: .1rem .8rem; }
summary { cursor: pointer; padding: .4rem 0; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1rem; }
.beside > div { min-width: 0; } .beside p { margin: .5rem 0 .2rem; }
pre { background: var(--soft); padding: .6rem; margin: 0 0 1rem; font-size: .82rem; line-height: 1.45;
  white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: var(--text); } code { background: var(--soft); padding: 0 .2rem; }
"""

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>Report: {title}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}: how the class did</h1>
{body}
</main>
</body>
</html>
"""
NAMED = "Students' names are on this page. Keep it as you keep the grades."
UNNAMED = (
    "Students are called by pseudonyms, the same in all reports of the term. Words in their code that are the name of "
    "anybody in the class are blotted out. Code can still give its writer away, so this page is for instructors."
)


@dataclass(frozen=True)
class Report:
    """All that is on the page."""

    title: str
    term: str
    made: str  # when
    named: bool
    found: Class
    items: Sequence[Item]
    wrong: Misconceptions
    known_beliefs: int
    alike: Alike
    called: Sequence[str]  # the papers, by their place
    pairs: Sequence[tuple[Side, Side]]  # the code of those in `alike`
    copies: Sequence[tuple[Side, Side]]


def page(report: Report) -> str:
    """Return the page."""
    return PAGE.format(title=escape(report.title), style=STYLE, body="\n".join(_body(report)))


def _body(report: Report) -> Iterator[str]:
    students = sum(report.found.states.values())
    yield f"<p>{escape(report.term)}, {students} students, made on {escape(report.made)}.</p>"
    yield f"<p>{NAMED if report.named else UNNAMED}</p>"
    yield '<nav aria-label="Parts of this page"><ul>'
    for name, title in TITLES.items():
        yield f'<li><a href="#{name}">{title}</a></li>'
    yield "</ul></nav>"
    contents = {
        "points": points(report.found),
        "claims": claims(report.items, len(report.found.papers)),
        "misconceptions": misconceptions(report.found, report.wrong, report.known_beliefs),
        "alike": alike(report.alike, report.called, report.pairs, report.copies),
    }
    for name, title in TITLES.items():
        yield f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>'
        yield from contents[name]
        yield "</section>"


TITLES = {
    "points": "Points",
    "claims": "Parts and claims",
    "misconceptions": "What went wrong",
    "alike": "Answers that are alike",
}
