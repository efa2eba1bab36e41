"""What the book prints of a problem set: lines that an answer says it takes over, and nothing else that is hidden."""

import shutil
from pathlib import Path

import pytest
import small_course

from course.sets import leaks, release
from course.sets.source import SourceError

ROOT = Path(__file__).resolve().parents[2]
TERM = "2027-spring"
SOLUTION = "total = sum(number * number for number in numbers)"
TEST = "right = sum(abs(number) ** 2 for number in numbers)"
RUBRIC = "1 point: the sum of squares is at least the square."
SOURCE = f'''\
# %% role="set"
title = "Squares"
barred = []
packages = ["numpy"]
own = ["squares"]
def variant(draw):
    return {{"example": draw.seed("example")}}

# %% answer="squares"@@
def squares(numbers):
    ### BEGIN SOLUTION
    {SOLUTION}
    return total
    ### END SOLUTION

# %% check="squares"
assert squares([2]) == 4

# %% test="squares"
numbers = [1, 2]
{TEST}
with marks.claim(1, "the sum of the squares", read="sums: Squares"):
    assert marks.call(squares, numbers) == right

# %% [markdown] proof="why" points=1
# Why?
# === BEGIN MARK SCHEME ===
# {RUBRIC}
# === END MARK SCHEME ===
'''


@pytest.fixture
def course(tmp_path):
    """Writes a course of one set and one chapter; the mark of its answer and what the chapter prints are given."""

    def written(mark="", printed="", folder="book", name="sums.md"):
        for file, text in {
            "solutions/ps1/ps1.py": SOURCE.replace("@@", mark),
            f"{folder}/{name}": f"# Sums\n\n```python\n    {printed}\n```\n",
        }.items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(text, encoding="utf-8")
        return tmp_path

    return written


def places(root):
    [source] = release.sources(root)
    return leaks.hidden(source, {"example": 1, "term": TERM, "set": "ps1", "title": "Squares", "total": 2})


@pytest.mark.parametrize("line", [SOLUTION, TEST, RUBRIC])
@pytest.mark.parametrize(("folder", "name"), [("book", "sums.md"), ("margin_lib", "sums.py")])
def test_a_build_refuses_a_hidden_line_in_book_or_library_by_file_line_and_cell(course, line, folder, name):
    root = course(printed=line, folder=folder, name=name)
    with pytest.raises(SourceError, match=rf"{folder}/{name}:4 is a line of ps1 (answer|test|proof)-") as refused:
        release.build(TERM, root)
    assert line in str(refused.value)
    assert ('takes_from="sums"' in str(refused.value)) == (line == SOLUTION and folder == "book")
    assert not (root / "assignments").exists()


def test_it_is_refused_although_nothing_else_has_changed_since_the_last_build(course):
    root = course()
    release.build(TERM, root)
    assert release.build(TERM, root) is None
    course(printed=TEST)
    with pytest.raises(SourceError, match="is a line of ps1 test-squares"):
        release.build(TERM, root)


def test_a_line_that_an_answer_takes_over_is_public_and_the_build_says_so_each_time(course):
    root = course(' takes_from="sums"', SOLUTION)
    for _ in range(2):
        said = []
        release.build(TERM, root, say=said.append)
        assert f"ps1: book/sums.md:4 prints this line of squares, so it is public: {SOLUTION}" in said
    assert not list(leaks.search(root / "book", places(root)))
    course(' takes_from="sums"', f"{SOLUTION}\n    {TEST}")
    assert [leak.place for leak in leaks.search(root / "book", places(root))] == ["ps1 test-squares"]


def test_a_line_that_only_the_answer_has_stays_hidden_whatever_its_mark_says(course):
    root = course(' takes_from="sums"', "numbers = [1, 2, 3]")
    (root / "page.html").write_text(SOLUTION, encoding="utf-8")
    assert [leak.place for leak in leaks.search(root, places(root)) if leak.file == "page.html"] == [
        "ps1 answer-squares"
    ]


@pytest.mark.parametrize("mark", [' takes_from="sums"', ' takes_from="nowhere"'])
def test_a_mark_for_which_the_book_prints_nothing_is_refused(course, mark):
    with pytest.raises(SourceError, match=r"ps1\.py:9: book/\w+\.md prints no line of the answer squares"):
        release.build(TERM, course(mark))


def test_only_answers_can_have_the_mark(course):
    root = course()
    path = root / "solutions" / "ps1" / "ps1.py"
    path.write_text(path.read_text().replace('test="squares"', 'test="squares" takes_from="sums"'))
    with pytest.raises(SourceError, match=r"ps1\.py:\d+: takes_from belongs on the marks of answers only"):
        release.build(TERM, root)


def test_the_book_and_the_library_of_this_course_print_nothing_else():
    sources = release.sources(ROOT)
    leaks.refuse_hidden_lines(sources, release.manifest_of(ROOT / "assignments")["term"], ROOT)
    list(leaks.printed_lines(sources, ROOT))  # raises where a mark is in vain


# --- steps of graded proofs -----------------------------------------------------------------------------------

STEPS = """\
:::{{proof-order}} The sum of the degrees
- [add] {}
- [other] Another step.
- [ ] Each edge has two colors.

  Nobody colored it.
:::
"""
GRADED = "Each edge is counted at both of its ends."
NOTATION = """[norm]\ntex = '\\lVert #1 \\rVert'\n[vw]\ntex = '\\mathbf{w}'\n"""


@pytest.fixture
def small(tmp_path):
    """Writes the small course, in which ps1 grades the order of a proof, and a page; returns both."""

    def written(page, *, graded=GRADED):
        shutil.copytree(small_course.ROOT, tmp_path / "course", dirs_exist_ok=True)
        root = tmp_path / "course"
        for name in ("ps1", "ps2"):
            path = root / "solutions" / name / f"{name}.py"
            path.write_text(path.read_text().replace(GRADED, graded.replace("\\", r"\\")), encoding="utf-8")
        (root / "book" / "notation.toml").write_text(NOTATION, encoding="utf-8")
        (root / "book" / "chapter.md").write_text(page, encoding="utf-8")
        return root, release.sources(root)

    return written


@pytest.mark.parametrize(
    ("graded", "shown"),
    [
        (GRADED, GRADED),
        (GRADED, "Each edge is counted\n  at *both* of its ends."),
        (r"So $\|\mathbf{w}\| \ge \frac12 k$ for every $k$.", r"So $\norm{\vw}\,\geq\,\tfrac12 k$, for every $k$."),
    ],
)
def test_a_page_that_would_judge_a_step_of_a_graded_proof_is_refused_however_it_is_written(small, graded, shown):
    root, sources = small("# A chapter\n\n" + STEPS.format(shown), graded=graded)
    with pytest.raises(SourceError, match=r"book/chapter\.md:3 has a step of the proof that ps1 grades") as refused:
        leaks.refuse_hidden_lines(sources, TERM, root)
    assert graded in str(refused.value)


def test_a_distractor_of_a_graded_proof_is_refused_too(small):
    root, sources = small("# A chapter\n\n" + STEPS.format("Each vertex has an edge to itself."))
    with pytest.raises(SourceError, match="that ps1 grades: Each vertex has an edge to itself"):
        leaks.refuse_hidden_lines(sources, TERM, root)


def test_steps_of_its_own_and_a_proof_that_a_chapter_tells_are_not_refused(small):
    root, sources = small(f"# A chapter\n\n{GRADED}\n\n" + STEPS.format("Count each edge twice."))
    leaks.refuse_hidden_lines(sources, TERM, root)
