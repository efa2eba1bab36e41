"""Each chapter has all that book/WRITING.md asks of it, and the book's order is that of book/chapters.toml."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from exercise_levels import LEVELS

ROOT = Path(__file__).parents[2]
CHAPTERS = tomllib.loads((ROOT / "book" / "chapters.toml").read_text(encoding="utf-8"))
FIGURES = {path.stem for path in (ROOT / "book" / "_static" / "playable").glob("*.js")}
UNNUMBERED = ("Check yourself", "Exercises", "Further reading")
KINDS = ("Compute", "Explain", "Prove", "Build")
TO_DO = {"quiz": 2, "playable": 10}  # minutes


def pages_of(chapter):
    return CHAPTERS[chapter].get("pages", [chapter])


def text_of(page):
    return (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")


def text_of_chapter(chapter):
    return "\n".join(map(text_of, pages_of(chapter)))


def contents():
    return yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))


@pytest.fixture(params=CHAPTERS)
def page(request):
    return request.param, text_of_chapter(request.param)


def test_the_contents_list_the_chapters_in_order_under_their_parts():
    captions = [part.get("caption") for part in contents()["parts"]]
    listed = [
        (captions[place - 1], [Path(page["file"]).name for page in (chapter, *chapter.get("sections", []))])
        for place, part in enumerate(contents()["parts"])
        for chapter in part["chapters"]
        if part.get("numbered")
    ]
    assert listed == [(chapter["part"], pages_of(name)) for name, chapter in CHAPTERS.items()]


def test_each_page_but_the_last_says_where_its_chapter_continues():
    for name in CHAPTERS:
        *earlier, last = pages_of(name)
        assert earlier[:1] == [] or earlier[0] == name, "the first page has the chapter's name"
        assert all(":::{continued}" in text_of(page) for page in earlier), name
        assert ":::{continued}" not in text_of(last), name


def headings(html):
    """The level, number and text of each heading that can be linked to."""
    found = re.findall(r'<h([1-6])>(?:<span class="section-number">([\d.]+)\. </span>)?(.+?)<a class="headerlink', html)
    return [(int(level), number, re.sub("<[^>]+>", "", text)) for level, number, text in found]


def test_sections_are_numbered_on_through_a_chapter_and_its_later_pages_are_known_by_name(built):
    for chapter, name in enumerate(CHAPTERS, 1):
        pages = [headings((built / f"book/{page}.html").read_text(encoding="utf-8")) for page in pages_of(name)]
        assert [page[0][1] for page in pages] == [str(chapter), *[""] * (len(pages) - 1)]
        below = [heading for page in pages for heading in page[1:]]
        sections = [number for level, number, text in below if level == 2 and text not in UNNUMBERED]
        assert sections == [f"{chapter}.{k + 1}" for k in range(len(sections))]
        assert not any(number for level, number, text in below if level > 2 or text in UNNUMBERED)


def test_a_later_page_says_above_its_title_of_which_chapter_it_is(built):
    for number, (name, chapter) in enumerate(CHAPTERS.items(), 1):
        pages = pages_of(name)
        for place, page in enumerate(pages, 1):
            html = (built / f"book/{page}.html").read_text(encoding="utf-8")
            line = r'<p class="page-of-chapter"><a [^>]*href="([^"]+)">(.*?)</a>, (.*?)</p>\s*<section'
            said = (f"{name}.html", f"Chapter {number}, {chapter['title']}", f"page {place} of {len(pages)}")
            assert re.findall(line, html) == ([said] if place > 1 else [])


def test_a_chapter_needs_only_what_comes_before_it():
    before = []
    for name, chapter in CHAPTERS.items():
        assert set(chapter["needs"]) <= set(before), name
        before.append(name)


def test_no_chapter_needs_a_side_road():
    side_roads = {name for name, chapter in CHAPTERS.items() if chapter.get("side_road")}
    assert side_roads
    assert all(side_roads.isdisjoint(chapter["needs"]) for chapter in CHAPTERS.values())


def test_the_playable_figures_are_each_in_their_chapter():
    played = [figure for chapter in CHAPTERS.values() for figure in chapter["play"]]
    assert len(played) == len(set(played)) >= 8
    for name, chapter in CHAPTERS.items():
        shown = re.findall(r"^:+\{playable\} ([\w-]+)", text_of_chapter(name), re.MULTILINE)
        assert shown == chapter["play"], name
        assert set(shown) <= FIGURES, name


def test_it_opens_and_closes_and_its_title_is_that_of_the_registry(page):
    name, text = page
    title = re.search(rf"^\({name}\)=\n# (.+)$", text, re.MULTILINE)
    assert title, f"{name} has no label before its title"
    assert title[1] == CHAPTERS[name]["title"]
    assert 3 <= len(re.findall(r"^- ", re.search(r":::\{opening\}\n(.*?)\n:::", text, re.DOTALL)[1], re.MULTILINE)) <= 5
    assert len(re.findall(r"^:::\{closing\}", text, re.MULTILINE)) == 1
    assert re.search(r"^## Further reading$", text, re.MULTILINE)


def test_it_has_pictures_a_theorem_or_more_with_proofs_and_a_task_that_breaks_one(page):
    name, text = page
    assert len(re.findall(r"^mystnb: \{figure|^  figure:", text, re.MULTILINE)) >= 2, name
    assert text.count("```{code-cell}") >= 5
    stated = re.findall(r"^:+\{prf:(?:theorem|lemma|proposition|corollary)\}", text, re.MULTILINE)
    assert stated
    assert ":class: break-it" in text


def test_it_has_four_quizzes_and_four_exercises_of_rising_depth_with_hints_and_solutions(page):
    name, text = page
    assert len(re.findall(r"^:+\{quiz\}", text, re.MULTILINE)) >= 4, name
    exercises = re.findall(r"^:+\{exercise\} (\w+): .*\n:label: (\S+)", text, re.MULTILINE)
    assert len(exercises) >= 4, name
    kinds = [KINDS.index(kind) for kind, _ in exercises]
    assert kinds == sorted(kinds), f"{name}: {exercises}"
    assert {0, 3} <= set(kinds), f"{name}: one to compute, one to build"
    parts = re.split(r"^:+\{exercise\} ", text, flags=re.MULTILINE)[1:]
    for (_, label), part in zip(exercises, parts, strict=True):
        assert len(re.findall(r"^:+\{dropdown\} ", part, re.MULTILINE)) >= 2, f"{label}: two hints"
        assert re.search(rf"^:+\{{solution(-start)?\}} {label}\n:class: dropdown", part, re.MULTILINE), f"{label}"


def test_each_exercise_says_how_hard_it_is_and_a_chapter_has_easy_ones_and_others(page):
    name, text = page
    levels = [level for _, level in re.findall(r"^:+\{exercise\} .*\n:label: (\S+)\n:level: (\d)$", text, re.MULTILINE)]
    assert len(levels) == len(re.findall(r"^:+\{exercise\}", text, re.MULTILINE)), name
    assert len(set(levels) & set(LEVELS)) >= 2, f"{name}: {levels}"


def minutes_on(text):
    """What a page takes: 80 words a minute, two minutes a question, ten a playable figure, and its exercises."""
    cells = re.compile(r"^```\{(?:code-cell|glue)\}.*?^```$", re.MULTILINE | re.DOTALL)
    words = cells.sub("", text.partition("\n## Exercises\n")[0]).split()
    played = [TO_DO[block] for block in re.findall(r"^:+\{(quiz|playable)\}", text, re.MULTILINE)]
    exercises = [LEVELS[level].minutes for level in re.findall(r"^:level: (\d)$", text, re.MULTILINE)]
    return len(words) / 80 + sum(played) + sum(exercises)


def test_the_hours_of_a_page_are_honest():
    for name, chapter in CHAPTERS.items():
        for page, hours in zip(pages_of(name), chapter["hours"], strict=True):
            needed = minutes_on(text_of(page)) / 60
            assert -0.25 <= hours - needed <= 0.75, f"{page}: {needed:.2f} hours"


def test_every_exercise_of_the_book_has_a_name_of_its_own():
    labels = [
        label
        for path in (ROOT / "book").glob("*.md")
        for label in re.findall(r"^:label: (ex-\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if path.name != "WRITING.md"
    ]
    assert len(labels) == len(set(labels))


def test_each_erratum_has_the_source_a_computed_example_and_what_is_right():
    places = re.split(r"^### ", text_of("errata"), flags=re.MULTILINE)[1:]
    assert len(places) >= 24
    for place in places:
        title = place.splitlines()[0]
        parts = [place.find(part) for part in ("**The source.**", "```{code-cell}", "**Right.**")]
        assert -1 < parts[0] < parts[1] < parts[2], title
        assert re.search(r"\{(prf:ref|ref|place)\}`", place[parts[2] :]), f"{title}: what is right stands nowhere"
