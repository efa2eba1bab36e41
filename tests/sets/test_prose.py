"""The prose of a problem set: its small print, its places in the book, and how long the set takes."""

import dataclasses

import pytest
import small_course

from course.sets import hours, places, prose, release

CHAPTERS = """
[separability]
title = "Linear separability"
pages = ["separability", "gordan"]

[hinge]
title = "The hinge loss"
"""
PART = """## Part A: distances

Build a function that finds them.

:::{small-print} sizes and ties
There are at most 50 points.

A tie counts as you like.
:::

It ends here."""


@pytest.fixture
def book(tmp_path):
    (tmp_path / "chapters.toml").write_text(CHAPTERS, encoding="utf-8")
    for page, heading in {"separability": "Linear separability", "gordan": "Gordan", "practice": "In practice"}.items():
        (tmp_path / f"{page}.md").write_text(f"(label)=\n# {heading}\n\n## Ways\n", encoding="utf-8")
    return tmp_path


def test_small_print_becomes_a_fold_and_is_not_in_the_open():
    shown = prose.folded(PART)
    assert "<summary>Small print: sizes and ties</summary>\n\nThere are at most 50 points.\n\nA tie" in shown
    assert shown.count("<details>") == shown.count("\n\n</details>\n\nIt ends here.") == 1
    assert prose.in_the_open(PART).split()[-4:] == ["them.", "It", "ends", "here."]


def test_two_folds_in_one_text_stay_apart():
    both = prose.folded(":::{small-print} a\none\n:::\n\nbetween\n\n:::{small-print} b\ntwo\n:::")
    assert both.count("<details>") == both.count("</details>") == 2
    assert both.index("</details>") < both.index("between") < both.rindex("<details>")


@pytest.mark.parametrize(
    "said",
    [
        "The hidden tests try it.", "There are up to 2,000 points in 20 dimensions.", "10 seconds of CPU are allowed.",
        "The numbers may be off by $10^{-9}$.", "Nothing is rounded.", "Equal within $10^{-9}$.",
        "No tolerance is needed.",
    ],
)
def test_sentences_on_tests_and_tolerances_are_found_in_the_open_only(said):
    assert prose.on_testing(f"Build it. {said} Then run it.") == [said]
    assert prose.on_testing(f"Build it.\n\n:::{{small-print}} sizes\n{said}\n:::\n") == []


def test_a_sentence_on_the_task_is_none_of_them():
    assert prose.on_testing("Stop after `budget` updates. At most $R^2/\\gamma^2$ updates, in any order.") == []


def test_a_line_of_places_names_each_chapter_once(book):
    line = 'Book: gordan, "Two\ntricks"; separability, the theorem "A; b"; hinge, "Pull"; practice, "Scale".\n\nText.'
    assert places.in_prose(line, book) == (
        'Book: chapter 1, *Linear separability*: "Two tricks", the theorem "A; b"; '
        'chapter 2, *The hinge loss*: "Pull"; the page *In practice*: "Scale".\n\nText.'
    )


def test_a_claim_names_the_chapter_and_other_texts_stay(book):
    code = 'read, no = "gordan: Two tricks", "nowhere: there"\nmarks.claim(1, "gordan", read="practice: It\'s scaled")'
    changed = places.in_code(f"{code}\n{code}", book)
    assert changed.count("chapter 1, Linear separability: Two tricks") == 2
    assert "'chapter 1, Linear separability: Two tricks', \"nowhere: there\"" in changed
    assert '(1, "gordan", read="the page In practice: It\'s scaled")' in changed


def test_every_place_of_the_real_sets_names_a_chapter():
    for source in release.sources():
        for cell in source.cells:
            if cell.kind in ("text", "proof") and "Book: " in cell.text:
                (line,) = places.LINE.findall(places.in_prose(cell.text, source.book))
                assert line.count("chapter ") + line.count("*") // 2 >= 2, f"{source.name}: {line}"


def test_time_is_that_of_functions_orders_proofs_and_pages():
    source = release.sources(small_course.ROOT)[0]
    text = next(cell for cell in source.cells if cell.kind == "text")
    longer = dataclasses.replace(text, text=text.text + " word" * hours.WORDS)
    more = dataclasses.replace(source, cells=(*source.cells, longer))
    extra = hours.minutes(more) - hours.minutes(source)
    assert extra == pytest.approx(hours.PAGE * (1 + len(text.text.split()) / hours.WORDS))
    functions = [cell for cell in source.cells if cell.kind == "test" and not cell.is_order]
    fewer = tuple(cell for cell in source.cells if cell is not functions[0])
    left = hours.minutes(dataclasses.replace(source, cells=fewer))
    assert hours.minutes(source) - left == pytest.approx(hours.FUNCTION)


@pytest.mark.parametrize(
    ("minutes", "said"), [(20, "about ½ hour"), (60, "about 1 hour"), (61, "about 1½ hours"), (180, "about 3 hours")]
)
def test_time_is_said_to_the_next_half_hour(minutes, said, monkeypatch):
    monkeypatch.setattr(hours, "minutes", lambda source: minutes)
    assert hours.about(release.sources(small_course.ROOT)[0]) == said
