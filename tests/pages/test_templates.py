"""Pages from templates: all that they are given comes out as text, and what a template misses is an error."""

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from jinja2 import StrictUndefined, UndefinedError

from browser import about
from course import pages
from course.grading.gradebook.part_grades import PartGrade
from course.grading.handback import feedback_page
from course.grading.handback.feedback_page import Feedback, Section
from course.grading.report import page as report_page
from course.grading.report.difficulty import Item
from course.grading.report.mistakes import Failure, Likeness, Misconceptions
from course.grading.report.page import Report
from course.grading.report.papers import Class, Part
from course.grading.report.similar_answers import Alike, Match, Pair
from course.grading.report.similarity.side_by_side import Side
from course.grading.report.similarity.winnowing import prints
from course.grading.state import State
from course.judge.claims import Claim, ClaimResult
from course.numbers import number, percent, signed
from course.paths import CODE

FILES = [path for part in ("course", "browser") for path in (CODE / part).rglob("*.j2")]
TEMPLATES = [path.relative_to(CODE).as_posix() for path in FILES]
HARMLESS = "a word"
HOSTILE = (
    "</title></style></pre></p><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)> '><b>",
    "{{ 7 * 7 }} {% include 'pyproject.toml' %} {0.__class__}",
    "&lt;b&gt; &amp;amp; &#39;",
    "\u202e\x00]]> <!-- -->",
)


class Read(HTMLParser):
    """The elements of a page with their attributes' names, and all that it says, a label too."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.said = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, [key for key, _ in attrs]))
        self.said += [value for _, value in attrs]

    def handle_endtag(self, tag):
        self.elements.append(("/", tag))

    def handle_comment(self, data):
        self.elements.append(("comment", data))

    def handle_data(self, data):
        self.said.append(data)


def feedback(word):
    """A page of feedback with a word wherever one comes from outside."""
    missed, earned = ClaimResult(2, word, "ours: this", word), ClaimResult(1, word, "")
    part = PartGrade("test-a", 3.0, 1.0, 1.0, 0.0, False, word)
    standing = SimpleNamespace(student="ada", attempt=None, lost=0.0, score=1.0, total=1.0)
    return feedback_page.page(Feedback(word, word, standing, (Section(word, part, (missed, earned), word),), (word,)))


def report(word, **changes):
    """A report with a word wherever one comes from outside."""
    parts = (Part(word, word, 3.0, (Claim(3, word),)),)
    codes = "\n".join(f"x{line} = f({line}) + g[x, {line}] * 2" for line in range(20))
    side = Side(word, {word: f"{codes}\n# {word}"})
    pair = Pair(0, 1, 0.5, (Match(0.5, word, 20, 30),), frozenset(prints(codes).tolist()))
    items = [Item(word, is_part, 3.0, 0.5, 0.1, 0.2, 1) for is_part in (True, False)]
    wrong = Misconceptions((Failure(word, word, word, 3),), (Likeness(word, (word, word), word, 2),), 3, 2)
    found = Class(parts, scores=[1.0, 2.0], most=3.0, states=Counter({State.GRADED: 2}))
    alike, pairs = Alike((pair,), 2, (pair,), 2, ((0,),)), [(pair, side, side)]
    made = Report(word, word, word, False, found, items, wrong, 1, alike, [[word, word]], pairs, pairs)
    return report_page.page(replace(made, **changes))


def runtime(word):
    """The page of what the runtime holds, with a word wherever one comes from outside."""
    files = [{"name": word, "version": word, "licence": word, "size": 1_000_000}]
    return about.index_page({"pyodide": word, "python": word, "files": files})


@pytest.mark.parametrize("word", HOSTILE)
@pytest.mark.parametrize(("page", "times"), [(feedback, 12), (report, 33), (runtime, 5)])
def test_whatever_a_page_is_given_comes_out_as_text(page, times, word):
    plain, read = Read(page(HARMLESS)), Read(page(word))
    assert read.elements == plain.elements
    assert "".join(read.said).count(word) == times
    assert "".join(read.said) == "".join(plain.said).replace(HARMLESS, word)


def test_what_the_report_has_no_room_for_is_counted():
    wrong = Misconceptions((Failure("a", "a", "", 1),) * 23, (), 23, 0)
    ring = [f"s{number}" for number in range(24)]
    read = Read(report("a", wrong=wrong, rings=[ring]))
    said = " ".join("".join(read.said).split())
    assert "3 more, each in fewer answers, are left out." in said
    assert "24 answers that are the same but for names and layout: s0, s1" in said
    assert "s18, s19 and 4 more" in said
    assert said.count("1 more, less alike, are not shown.") == 2


def test_what_is_between_backticks_is_code_and_still_text():
    assert pages.code("see `a<b` & <i>") == "see <code>a&lt;b</code> &amp; &lt;i&gt;"
    assert pages.code("`no\nline`") == "`no\nline`"
    assert pages.code("``<b>``") == "`<code>&lt;b&gt;</code>`"


@pytest.mark.parametrize("environment", [pages.TEMPLATES, about.PAGES])
def test_templates_escape_and_tell_what_they_miss(environment):
    assert environment.autoescape is True
    assert environment.undefined is StrictUndefined
    with pytest.raises(UndefinedError):
        environment.from_string("{{ mistyped }}").render()


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_template_lets_anything_past_the_escaping_and_none_asks_a_server(template):
    text = (CODE / template).read_text(encoding="utf-8")
    assert not re.search(r"\bsafe\b|autoescape|Markup|<script|\bon\w+=|(src|href)=\"(?!data:,|#)", text)
    pages.TEMPLATES.get_template(template)


def test_there_are_templates():
    assert {path.rsplit("/", 1)[1] for path in TEMPLATES} >= {"page.html.j2", "feedback.html.j2", "report.html.j2"}


@pytest.mark.parametrize(
    ("value", "said"), [(3, "3"), (1.5, "1.5"), (-0.001, "0"), (2 / 3, "0.67"), (18.0, "18"), (-1.25, "-1.25")]
)
def test_a_number_has_two_decimals_at_most(value, said):
    assert number(value) == said


def test_a_share_is_a_percentage_a_difference_has_its_sign_and_none_is_a_dash():
    assert (percent(None), signed(None)) == ("–", "–")
    assert (percent(0.25), signed(-0.5), signed(0.25)) == ("25%", "−0.50", "+0.25")
