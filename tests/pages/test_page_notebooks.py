"""What a page's Markdown becomes in the notebook that readers download, and the settings of the site."""

import re
from datetime import date
from pathlib import Path

import pytest

import problem_sets
from course import settings
from course.errors import Trouble
from plain_markdown import Page, to_plain_markdown
from tools.tex import expand_macros

EXTENSIONS = Path(__file__).resolve().parents[2] / "book" / "_extensions"

PAGE = Page(
    references={"thm-novikoff": "Theorem 2", "equation-eq-bound": "(3)", "winnow": "Chapter 5"},
    numbers={"thm-novikoff": "2", "eq-bound": "3"},
    citations={"novikoff": "Novikoff, 1962"},
    values={"worst": "35.125"},
    macros={"vw": r"\mathbf{w}", "norm": r"\lVert #1 \rVert", "R": r"\mathbb{R}"},
    formula={"thm-novikoff.bound": "R^2"}.__getitem__,
    source=lambda name: f"def {name.rpartition('.')[2]}(): ...",
)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("See {prf:ref}`thm-novikoff` and {eq}`eq-bound`.", "See Theorem 2 and (3)."),
        ("{ref}`the bound <thm-novikoff>`", "the bound"),
        ("In {numref}`Chapter %s <winnow>`", "In Chapter 5"),
        ("A {term}`margin` {cite}`novikoff`.", "A margin [Novikoff, 1962]."),
        ("{glue:text}`worst` or {glue:text}`worst:.1f`", "35.125 or 35.1"),
        (r"the [shadow of $\vw$]{.term-u} grows", r"the shadow of $\mathbf{w}$ grows"),
        ("at most {formula}`thm-novikoff.bound`", "at most $R^2$"),
        ("$$ x $$ (eq-bound)", r"$$ x \tag{3}$$"),
        ("(sec-x)=\n## A heading", "## A heading"),
        (":::{prf:theorem} Novikoff\n:label: thm-novikoff\n\nIt stops.\n:::", "**Theorem 2 (Novikoff).**\n\nIt stops."),
        (":::{prf:proof}\nTrue.\n:::", "**Proof.** True. ∎"),
        ("::::{dropdown} A hint\n:::{note}\nLook.\n:::\n::::", None),
        (
            "```{source} margin_lib.radius\n```",
            "From the library, `margin_lib.radius`:\n\n```python\ndef radius(): ...\n```",
        ),
        ("```python\n{ref}`kept` as it is\n```", "```python\n{ref}`kept` as it is\n```"),
        (
            "```{skip} winnow\n```",
            "*You can skip this section on a first reading and go on with Chapter 5.*",
        ),
        (
            "```{skip}\n:page:\nOnly {prf:ref}`thm-novikoff` is needed.\n```",
            "*You can skip this page on a first reading. Only Theorem 2 is needed.*",
        ),
        (
            ":::{playable} plane\n```{glue} still\n```\nDrag.\n:::",
            "Drag.\n\n*This figure can be played with on the page itself.*",
        ),
    ],
)
def test_blocks_and_roles_become_plain_markdown(written, read):
    made = to_plain_markdown(written, PAGE)
    assert ":::" not in made
    if read is None:
        assert made == "<details><summary>A hint</summary>\n\n> **Note**\n> \n> Look.\n\n</details>"
    else:
        assert made == read


def test_what_only_a_page_can_check_is_left_out_or_named():
    assert to_plain_markdown(":::{answers} ex-one\n- The number `1`\n:::", PAGE) == ""
    assert to_plain_markdown("::::{answer-code} ex-one\n```python\ndef f(): ...\n```\n::::", PAGE) == ""
    made = to_plain_markdown(":::{proof-order} An *even* sum\n- [one] A step.\n:::", PAGE)
    assert made == "*On the page itself you can put a proof in order:* An *even* sum."


def test_a_quiz_keeps_its_answers_folded_and_has_the_order_of_the_page():
    made = to_plain_markdown(":::{quiz} Is $0$ a label?\n- [ ] Yes.\n\n  Wrong.\n- [x] No.\n\n  So.\n:::", PAGE)
    shown, _, folded = made.partition("<details>")
    assert shown.split() == ["**Is", "$0$", "a", "label?**", "1.", "No.", "2.", "Yes."]
    assert "1. ✓ So." in folded
    assert "2. Wrong." in folded


def test_macros_are_expanded_and_longer_names_are_left_alone():
    assert expand_macros(r"\norm{\vw + \norm{x}} \in \R^d, \Rightarrow", PAGE.macros) == (
        r"\lVert \mathbf{w} + \lVert x \rVert \rVert \in \mathbb{R}^d, \Rightarrow"
    )


def test_the_settings_of_the_course_are_sound():
    assert settings.read_settings(EXTENSIONS.parent.parent / "course.toml") == settings.here()


def course_toml(folder, said):
    """A course's settings: sound ones, but for what is said otherwise, and for lines that are left out by None."""
    lines = {"name": '"Sums"', "id": '"sums"', "public_url": '""', "term": '"2027-S1"', "starts": "2027-02-01"}
    lines |= {"notebook": '{ introduction = "" }'} | said
    path = folder / "course.toml"
    text = "".join(f"{name} = {value}\n" for name, value in lines.items() if value is not None)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"term": '"a/b"'}, "'a/b' cannot be the name of a term"),
        ({"term": "2027"}, "2027 cannot be the name of a term"),
        ({"starts": '"2027-02-01"'}, "a date without quotes"),
        ({"starts": "2027-02-01T09:00:00"}, "a date without quotes"),
        ({"public_url": '"github.com/a/b"'}, "an address like"),
        ({"public_url": None}, "look at public_url"),
        ({"site_url": '"https://margin.example.org"'}, "an address with a slash at its end"),
        ({"site_url": "3"}, "site_url is 3, but should be a text"),
        ({"starts": None}, "look at starts"),
        ({"terms": "3"}, "look at terms"),
        ({"name": "3"}, "name is 3, but should be a text"),
        ({"due": "2027-03-01"}, "due is .*, but should be a table"),
        ({"due": '{ ps1 = "soon" }'}, "due.ps1 has to be a date"),
        ({"due": "{ ps1 = 2027-01-31 }"}, "due.ps1 is 2027-01-31, before the term starts"),
        ({"practice": '{ ps1 = "soon" }'}, "practice.ps1 has to be a date"),
        (
            {"due": "{ ps1 = 2027-03-01 }", "practice": "{ ps1 = 2027-03-01 }"},
            r"practice.ps1 is 2027-03-01, when answers to ps1 can still be handed in \(due 2027-03-01\)",
        ),
        ({"open": '{ term = "2027-S1", starts = 2027-01-01 }'}, "open.term is 2027-S1, the term of a class"),
        ({"open": '{ term = "x", starts = "soon" }'}, "open.starts has to be a date"),
        ({"open": '{ term = "x" }'}, "look at starts"),
        ({"notebook": "{}"}, "has to set notebook.introduction, .* look at introduction"),
        ({"library": '{ package = "sums", visible = "all" }'}, "library.visible is 'all', but should be a list"),
        ({"library": '{ packages = "sums" }'}, "look at packages"),
        ({"term": '"'}, "cannot be read"),
    ],
)
def test_a_wrong_setting_is_named(said, complaint, tmp_path):
    path = course_toml(tmp_path, said)
    with pytest.raises(Trouble, match=rf"course\.toml: .*{complaint}"):
        settings.read_settings(path)


def test_the_open_edition_is_a_term_of_its_own_in_which_every_set_is_open(tmp_path):
    calendar = {"due": "{ ps1 = 2027-03-01 }", "practice": "{ ps1 = 2027-03-02 }"}
    course = settings.read_settings(course_toml(tmp_path, {"open": '{ term = "x", starts = 2099-01-01 }'} | calendar))
    opened = settings.in_edition(course, "open")
    assert (opened.term, opened.without_class, opened.due) == ("x", True, {})
    assert opened.is_open("ps1")
    assert opened.is_open("ps9")
    assert not course.without_class
    days = [date(2027, 3, day) for day in (1, 2)]
    assert [course.is_open("ps1", day) for day in days] == [False, True]
    assert not course.is_open("ps9", days[1])
    with pytest.raises(Trouble, match=r"no table \[open\]"):
        settings.in_edition(settings.read_settings(course_toml(tmp_path, {})), "open")


def test_the_former_file_of_settings_is_not_passed_over_in_silence(tmp_path):
    path = course_toml(tmp_path, {})
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "site.toml").write_text('term = "2028-spring"\n')
    with pytest.raises(Trouble, match=r"site\.toml: is no longer read\. Write its lines into .*course\.toml"):
        settings.read_settings(path)


def test_a_library_that_is_not_installed_is_named(tmp_path):
    library = settings.read_settings(course_toml(tmp_path, {"library": '{ package = "no_such_package" }'})).library
    with pytest.raises(Trouble, match=r"library\.package is 'no_such_package', which isn't installed here"):
        library.files()


@pytest.mark.parametrize("name", ["2027-fall", "2027-S1", "fall2027", "2027.2", "Fall 2027", "été_2027", "x"])
def test_a_term_has_any_name_that_a_folder_can_have(name, tmp_path):
    assert settings.read_settings(course_toml(tmp_path, {"term": f'"{name}"'})).term == name
    (tmp_path / name).mkdir()


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", "-x", "x ", "a\nb", "x\n", 'a"b', "a:b", "CON", "nul.2", "x" * 51]
)
def test_no_other_name_is_taken(name):
    with pytest.raises(Trouble, match="cannot be the name of a term"):
        settings.checked_term(name)


def test_how_many_sets_there_are_and_of_how_many_points_is_counted():
    assert problem_sets.sets_summary([]) == "The notebooks are not out yet."
    alike = [{"points": {"test-a": 18, "proof-b": 2}}, {"points": {"test-a": 20}}]
    assert problem_sets.sets_summary(alike) == "There are two notebooks, each worth 20 points."
    unlike = [*alike, {"points": {"test-a": 3}}]
    assert problem_sets.sets_summary(unlike) == "There are three notebooks, each worth 3 to 20 points."


def test_the_page_of_the_problem_sets_says_it_as_the_manifest_has_it():
    page = (EXTENSIONS.parent / "problem-sets.md").read_text(encoding="utf-8")
    assert "\n```{problem-sets}\n" in page
    assert not re.search(r"\b(\d+|one|two|five|six|seven|eight) (points|notebooks|problem sets)\b", page, re.IGNORECASE)


def test_a_problem_set_opens_at_hosts_that_run_notebooks_only_from_a_public_repository():
    assert problem_sets.other_hosts("", "ps1") == problem_sets.other_hosts("https://example.org/a/b", "ps1") == []
    _, line = problem_sets.other_hosts("https://github.com/a/b", "ps1")
    assert "https://colab.research.google.com/github/a/b/blob/notebooks/problem-sets/ps1.ipynb" in line
    assert "https://mybinder.org/v2/gh/a/b/notebooks?urlpath=lab/tree/problem-sets/ps1.ipynb" in line
    assert "%pip install" in line
    assert ' "margin-lib[plots,solvers,sklearn] @ git+https://github.com/a/b" ' in line
    assert ' "notebook-checks @ git+https://github.com/a/b#subdirectory=notebook_checks"' in line
