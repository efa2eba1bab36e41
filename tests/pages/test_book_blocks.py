"""The book's blocks: good syntax becomes what is meant, and each fault is a warning with its page and line."""

import csv
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import anki_deck

pytestmark = pytest.mark.slow

EXTENSIONS = Path(__file__).parents[2] / "book" / "_extensions"

SETTINGS = f"""
import sys
sys.path.insert(0, {str(EXTENSIONS)!r})
extensions = [
    "myst_nb", "sphinx_proof", "sphinx_exercise", "sphinxcontrib.bibtex", "single_page",
    "registry", "cross_references", "exercise_levels", "theorem_rows", "formulas", "quiz", "anki_deck", "answers",
    "proof_order", "follows", "library_source", "playable",
    "chapter_boxes",
    "registry_tables", "formal_tables", "course_map", "problem_sets", "answer_code", "library_reference",
    "tex_macros",
    "alternative_text", "static_files", "section_numbers",
]
myst_enable_extensions = ["dollarmath", "colon_fence", "amsmath", "attrs_inline"]
nb_execution_mode = "off"
bibtex_bibfiles = ["book/references.bib"]
bibtex_reference_style = "author_year"
html_static_path = ["book/_static"]
html_context = {{}}
numfig = True
nitpicky = True
root_doc = "book/index"
exclude_patterns = ["_*"]
"""

THEOREMS = r"""
[def-plane]
title = "Planes"
items = ["S1"]
names = ["Plane"]
test = "test_geometry.py::test_of_planes"
source = ["tao, slide 2"]
informal = "A definition."

[thm-novikoff]
title = "Novikoff"
short = '\text{updates} \le <bound>'
items = ["S1"]
names = ["perceptron", "check_novikoff"]
test = "library/test_perceptron.py::test_of_novikoff"
source = ["tao, slide 18", "tao, slide 19"]
ours = "Any plane will do."
formulas.bound = { tex = '\frac{R^2}{\gamma^2}' }

[sec-doubling]
title = "Experts for both signs"
items = ["S26"]
names = ["winnow"]
test = "test_winnow.py::test_of_doubling"
source = []
ours = "All of it."
"""

CHAPTERS = """
[first]
part = "Beginning"
title = "The first chapter"
hours = [1]
needs = []
practise = "ps1"
play = []

[second]
part = "Beginning"
title = "The second chapter"
goal = "Count."
hours = [2.5]
needs = ["first"]
practise = "ps2"
play = ["bars"]

[third]
pages = ["third", "third-more"]
side_road = true
part = "End"
title = "The third chapter"
hours = [0.5, 1.5]
needs = ["first", "second"]
practise = "ps2"
play = []
"""

ITEMS = """
[S1]
title = "Planes"
problem_set = "ps1"

[S26]
title = "Outcomes"
problem_set = "ps2"

[[S26.outcomes]]
text = "double the experts"
section = "sec-doubling"
exercise = "ex-double"
"""

NOTATION = r"""
[vw]
tex = '\mathbf{w}'
example = '\vw'
meaning = "the normal"
label = "def-plane"

[norm]
tex = '\lVert #1 \rVert'
example = '\norm{\vw}'
meaning = "the length"
label = "def-plane"
"""

FORMAL = {
    "coq": "8.16.1",
    "sources": {"First": hashlib.sha256(b"(* nothing *)\n").hexdigest()},
    "statements": {
        "First.thm_novikoff_ends": {
            "label": "thm-novikoff",
            "sentence": "It ends.",
            "hypotheses": {},
            "context": [],
            "statement": "Theorem thm_novikoff_ends : True.",
            "words": [],
        },
        "First.thm_novikoff": {
            "label": "thm-novikoff",
            "sentence": "At most [k] corrections, if a < b.",
            "hypotheses": {"positive": "gamma is above 0."},
            "context": ["Variable d : nat."],
            "statement": "Theorem thm_novikoff k (positive : 0 < gamma) : bounded k.",
            "words": ["First.bounded"],
        },
    },
    "words": {
        "First.bounded": {"sentence": "A bound.", "context": [], "text": "Definition bounded := 0.", "words": []},
    },
    "sanity": {"Sanity.example": "It is reached."},
    "axioms": {"thm-novikoff": ["Classical_Prop.classic"]},
}

AXIOMS = """
["Classical_Prop.classic"]
title = "a statement is true or it is not"
says = "The law."
"""

FORMAL_PAGE = """(formal-proofs)=
# Formal proofs

```{formal} First.thm_novikoff
```

```{formal-axioms}
```

```{formal-figures}
```

```{formal-missing}
```

```{formal-words}
```
"""

FILES = {
    "conf.py": SETTINGS,
    "book/theorems.toml": THEOREMS,
    "book/chapters.toml": CHAPTERS,
    "book/items.toml": ITEMS,
    "book/notation.toml": NOTATION,
    "course.toml": """
name = "A book"
id = "a-book"
public_url = "https://example.org/someone/book"
term = "2027-spring"
starts = 2027-02-01
notebook = { introduction = "" }
""",
    "book/references.bib": "@misc{tao,\n  author = {Tao, Yufei},\n  title = {Slides},\n}\n",
    "book/_static/playable/bars.js": "",
    "book/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

FIRST = r"""# The first chapter

:::{opening}
- draw a plane
:::

:::{prf:definition} Planes
:label: def-plane

The plane of $\vw$, with $\norm{\vw} = 1$.
:::

(sec-doubling)=
## Doubling

```{source} margin_lib.radius
```

:::{exercise} Double
:label: ex-double
:level: 2

Do it.
:::

:::{answers} ex-double
- Twice $\vw$, roughly `2*sqrt(2) ± 0.5`
- The two halves `(1/2, 0.5)`
- Which of them is $\norm{\vw}$?
  - [x] The length $1$
  - [ ] Another
:::

:::{closing}
A plane has a normal.
:::
"""

SECOND = r"""# The second chapter

:::{opening}
- count
:::

:::{prf:theorem} Novikoff
:label: thm-novikoff

At most {formula}`thm-novikoff.bound`.
:::

:::{playable} bars
:label: fig-bars

Two bars.
:::

Look at {ref}`fig-bars` and {py:func}`margin_lib.radius`.

:::{quiz} Is $0$ a label?
- [ ] Yes, *of course*.

  The labels are $+1$ and $-1$.
- [x] No.

  ```python
  assert 0 not in labels
  ```
:::

![A drawing of nothing](picture.svg)

:::{proof-order} An even sum
Let $m$ and $n$ be even.

- [first] $m = 2a$ for a whole $a$.
- [second] $n = 2b$ for a whole $b$.
- [sum: first, second] $m + n = 2(a + b)$.
- [end: sum] So $m + n$ is even.
- [ ] So $m + n$ is a multiple of 4.

  Not $2 + 4$.
:::

:::{closing}
Counting ends.
:::
"""

THIRD = """# The third chapter

:::{opening}
- rest
:::

:::{continued}
So far without proofs.
:::
"""

THIRD_MORE = """# What is more

```{skip}
:page:
```

## Going further: more still

```{skip} sec-rest
```

(sec-rest)=
## Going further: the rest

```{skip}
Only {ref}`sec-rest` needs it.
```

:::{closing}
The end.
:::
"""

TABLES = """# Tables

```{theorem-table}
```

```{coverage-table}
```

```{notation-table}
```

```{course-map}
```

```{part-map} Beginning
```
"""

REFERENCE = """# Reference

```{api} margin_lib
radius
Plane
NotSeparable
perceptron
check_novikoff
winnow
```

```{bibliography}
```
"""

PROBLEMS = "# Problem sets\n\n(ps1)=\n## One\n\n(ps2)=\n## Two\n"

GOOD = {
    "first": FIRST,
    "second": SECOND,
    "third": THIRD,
    "third-more": THIRD_MORE,
    "tables": TABLES,
    "reference": REFERENCE,
    "problem-sets": PROBLEMS,
    "formal-proofs": FORMAL_PAGE,
    "../proofs/checked.json": json.dumps(FORMAL),
    "../proofs/axioms.toml": AXIOMS,
    "../proofs/First.v": "(* nothing *)\n",
}


def write(root, pages):
    """Write a small book of these pages."""
    names = "\n".join(Path(page).stem for page in pages if "/" not in page)
    index = "# Start\n\n```{toctree}\n:numbered:\n" + names + "\n```\n"
    named = {f"book/{page}" if "." in page else f"book/{page}.md": text for page, text in pages.items()}
    for name, text in {**FILES, "book/index.md": index, **named}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def build(root, *options, builder="html", complete=False):
    """Build it, and return what Sphinx complained of, as 'file:line message', without the folder's name."""
    settings = ["-D", f"registry_complete={int(complete)}", *options]
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, *settings, root, root / "_out" / builder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stderr)
    return [line.replace(f"{root}/book/", "").replace(" WARNING:", "") for line in plain.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A book without a fault; it is not rebuilt by the tests that share it."""
    root = write(tmp_path_factory.mktemp("good"), GOOD)
    assert build(root) == []
    return root


def page(root, name, builder="html"):
    """The article of a built page, with one space wherever there is any."""
    html = (root / "_out" / builder / "book" / f"{name}.html").read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", html)


def words(html):
    """The text of a piece of HTML."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html)).strip()


def test_an_opening_says_what_is_needed_and_how_long_it_takes(good):
    first, second = page(good, "first"), page(good, "second")
    assert "You need: linear algebra and calculus. Takes: about one hour with all exercises." in words(first)
    assert "You need: The first chapter. Takes: about two and a half hours with all exercises." in words(second)
    assert 'href="first.html"' in second


def test_a_side_road_is_called_so_in_its_opening_and_drawn_so_on_the_map(good):
    hint = "A side road: you can skip this chapter; nothing later needs it."
    assert hint in words(page(good, "third"))
    assert hint not in words(page(good, "second"))
    tables = page(good, "tables")
    assert tables.count(' side-road"') == 1
    assert "after The first chapter, The second chapter, a side road you can skip." in words(tables)


def test_a_closing_names_the_problem_set_and_the_next_chapter(good):
    second = page(good, "second")
    assert "Counting ends. Practice: problem set 2. Next: The third chapter." in words(second)
    assert 'href="problem-sets.html#ps2"' in second
    last = page(good, "third-more")
    assert "The end. Practice: problem set 2." in words(last)
    assert "<em>Next:</em>" not in last


def test_what_goes_further_than_a_first_reading_says_so_and_where_to_go_on(good):
    more = page(good, "third-more")
    assert "You can skip this page on a first reading. Nothing later needs it." in words(more)
    assert "You can skip this section on a first reading and go on with Going further: the rest." in words(more)
    assert 'href="#sec-rest"' in more
    assert "You can skip this section on a first reading. Only Going further: the rest needs it." in words(more)
    assert len(re.findall(r'class="skip', more)) == 3


def test_a_page_that_is_not_the_last_of_its_chapter_leads_to_the_next(good):
    third = page(good, "third")
    assert "So far without proofs. The chapter continues: What is more, about one and a half hours." in words(third)
    assert 'href="third-more.html"' in third
    assert "about two hours with all exercises, half an hour of it on this page." in words(third)


def test_an_exercise_says_how_hard_it_is(good):
    first = page(good, "first")
    assert re.search(r'Double\)</p>\s*<p class="exercise-level">medium · half an hour</p>', first)


def test_answers_are_fields_with_their_labels_hidden_until_a_script_shows_them(good, tmp_path_factory):
    first = page(good, "first")
    form = re.search('<form class="answers".*?</form>', first)[0]
    assert re.match(r'<form class="answers" data-key="[0-9a-f]{12}" data-page="first" hidden', form)
    number, several, choice = re.findall(r'<(?:div|fieldset) .*?class="answer".*?</(?:div|fieldset)>', form)
    assert re.search(r'data-numbers="\[2\.828\d*\]" data-within="0.5"', number)
    assert words(re.search("<label.*?</label>", number)[0]).endswith("roughly")
    assert re.search('<label for="(.*?)">', number)[1] == re.search('<input [^>]*id="(.*?)"', number)[1]
    assert "(numbers, separated by commas)</label>" in several
    assert "<legend>Which of them is" in choice
    assert ["data-right" in button for button in re.findall('<input type="radio"[^>]*>', choice)] == [True, False]
    assert "exercises/answers.js" in first
    assert "exercises/answers.js" not in page(good, "third")


def test_a_proof_is_shuffled_with_its_right_order_in_a_fold(good):
    second = page(good, "second")
    group = re.search('<div [^>]*class="proof-order".*?</details>', second)[0]
    assert "Put this proof in order: An even sum" in words(group)
    steps = re.findall(r'<li data-letter="(\w)"(?: data-needs="(.*?)")?>(.*?)</li>', group)
    assert "".join(letter for letter, _, _ in steps) == "ABCDE"
    letters = {words(text)[3:]: letter for letter, _, text in steps}
    first, second, third, end = re.search(r"<p>((?:\w, ){3}\w)\. Other orders", group)[1].split(", ")
    assert letters[r"\(m = 2a\) for a whole \(a\)."] == first
    assert letters[r"So \(m + n\) is even."] == end
    needed = {letter: needs for letter, needs, _ in steps}
    assert (needed[first], needed[second], needed[third], needed[end]) == ("", "", f"{first} {second}", third)
    [other] = {*"ABCDE"} - {first, second, third, end}
    assert f"{other} doesn't belong. Not" in words(group)
    kept = json.loads((good / "_out" / "html" / "quizzes.json").read_text())
    assert {kind: len(keys) for kind, keys in kept["second"].items()} == {"quizzes": 1, "exercises": 1}


def row_of_novikoff(good):
    """The row under the theorem."""
    second = page(good, "second")
    block = second[second.index('id="thm-novikoff"') : second.index('class="playable"')]
    assert block.index("theorem-row") < block.index("</section>")
    return block[block.index('<div class="theorem-row') :]


def test_a_theorem_ends_with_a_row_of_folds(good):
    row = row_of_novikoff(good)
    assert re.findall("<summary>(.*?)</summary>", row) == ["machine-checked", "walk through", "code", "source and test"]
    said = words(row)
    assert "code margin_lib.perceptron, margin_lib.check_novikoff source and test" in said
    assert "From Tao, slide 18; Tao, slide 19 · Ours Any plane will do. · Test test_of_novikoff" in said
    assert 'href="reference.html#margin_lib.perceptron"' in row
    assert 'href="https://example.org/someone/book/blob/HEAD/tests/library/test_perceptron.py"' in row
    assert "<details open" not in row


def test_a_theorem_says_how_it_was_checked_and_folds_out_its_formal_statements(good):
    row = row_of_novikoff(good)
    fold = row[row.index('<details class="fold formal">') : row.index("</details>")]
    assert words(fold).index("At most k corrections, if a &lt; b.") < words(fold).index("It ends.")
    assert "Variable d : nat. Theorem thm_novikoff k (positive : 0 &lt; gamma) : bounded k." in words(fold)
    assert "positive: gamma is above 0." in words(fold)
    assert 'href="formal-proofs.html#word-first-bounded"' in fold
    resting = "Checked by Coq 8.16.1, from one axiom beyond Coq’s own logic: a statement is true or it is not."
    assert resting in words(fold)
    first = page(good, "first")
    assert "machine-checked" not in first  # a definition, of which nothing is proved
    assert "machine-checked" in words(page(good, "tables"))


def test_the_page_on_formal_proofs_has_the_figures_the_axioms_and_the_words(good):
    formal = page(good, "formal-proofs")
    assert 'id="word-first-bounded"' in formal
    said = words(formal)
    assert "In the book 1 1 0 Machine-checked 1 0 0" in said
    assert "Checked numerically only 0 1 0 Neither 0 0 0" in said
    assert "These are 2 formal statements" in said
    assert "In Coq it is classic. Passages of the book that rest on it: 1." in said
    assert "Definition 1 (Planes) A definition." in said or "Definition 1.1 (Planes) A definition." in said


def test_a_proof_that_changed_since_it_was_checked_is_reported(tmp_path):
    root = write(tmp_path, GOOD)
    (root / "proofs" / "First.v").write_text("Axiom anything : False.\n", encoding="utf-8")
    assert [line for line in build(root) if "proofs/First.v is not what was checked: run `make proofs`" in line]


def test_a_theorem_without_a_formal_proof_was_checked_numerically(tmp_path):
    root = write(tmp_path, {name: text for name, text in GOOD.items() if "proofs" not in name})
    assert build(root) == []
    second = page(root, "second")
    assert "<span>checked numerically</span>" in second
    assert "fold formal" not in second


def test_a_formula_is_that_of_the_registry(good):
    assert r"\(\displaystyle \frac{R^2}{\gamma^2}\)" in page(good, "second")


def test_a_quiz_is_folded_and_says_in_words_what_is_right(good):
    second = page(good, "second")
    quiz = second[second.index('class="quiz"') - 60 : second.index("A drawing")]
    assert 'role="group"' in quiz
    assert 'aria-labelledby="quiz-second-1-question"' in quiz
    assert 'id="quiz-second-1-question"' in quiz
    assert quiz.count("<details") == 2
    assert " open" not in quiz
    assert '<summary><span class="visually-hidden">Answer 2: </span>Yes, <em>of course</em>.</summary>' in quiz
    assert re.findall(r"Answer \d: (\w+)", words(quiz)) == ["No", "Yes"], "not in the order of the source"
    assert "Not so. The labels are" in words(quiz)
    assert words(quiz).index("Right.") < words(quiz).index("assert 0 not in labels")
    assert "[x]" not in quiz


def test_a_quiz_is_a_note_for_anki_in_html_and_tex(good):
    deck = (good / "_out" / "html" / anki_deck.FILE).read_text().splitlines()
    [[key, front, back, tag]] = csv.reader((line for line in deck if not line.startswith("#")), delimiter="\t")
    assert f'data-key="{key}"' in page(good, "second")
    assert r"<p>Is \(0\) a label?</p>" in front
    assert "<li>No.</li><li>Yes, <em>of course</em>.</li>" in front
    assert r"<p><strong>Not so.</strong> The labels are \(+1\) and \(-1\).</p>" in back
    assert "<pre>assert 0 not in labels</pre>" in back
    assert tag == "second"


def test_on_one_page_for_print_the_answers_are_open(good):
    assert build(good, builder="singlehtml") == []
    html = (good / "_out" / "singlehtml" / "book" / "index.html").read_text(encoding="utf-8")
    assert html.count('<details class="wrong" open="open">') == 1
    assert html.count('<details class="right" open="open">') == 1


def test_a_playable_figure_brings_its_still_and_only_its_page_the_script(good):
    second = page(good, "second")
    assert '<div class="playable" data-figure="bars" id="fig-bars"> <div class="playable-still"> <p>Two bars.' in second
    assert re.search(r'<script type="module" src="\.\./_static/playable/load\.js', second)
    assert "playable/playable.css" in second
    assert "load.js" not in page(good, "first")
    assert "playable.css" not in page(good, "first")


def test_source_is_that_of_the_library_without_docstring(good):
    first = page(good, "first")
    assert "def radius(" in words(first)
    assert "from margin_lib/core/geometry.py" in words(first)
    assert "&gt;&gt;&gt;" not in first


def test_the_reference_has_signature_text_example_and_place(good):
    reference = page(good, "reference")
    assert 'id="margin_lib.perceptron"' in reference
    assert 'id="margin_lib.Plane.predict"' in reference
    assert "&gt;&gt;&gt; " in re.sub(r"<[^>]+>", "", reference)
    assert 'href="second.html#thm-novikoff"' in reference
    assert "Theorem 2.1 (Novikoff)" in reference
    assert "Any" not in re.findall(r'<dt class="sig.*?</dt>', reference)[0]


def test_the_tables_have_a_row_for_each_entry_with_links(good):
    tables = page(good, "tables")
    for target in ("first#def-plane", "second#thm-novikoff", "first#sec-doubling", "first#ex-double"):
        assert f'href="{target.replace("#", ".html#")}"' in tables
    assert 'href="problem-sets.html#ps1"' in tables
    assert "Exercise 1.1" in words(tables)
    assert "S26 Outcomes" in words(tables)
    assert r"\(\norm{\vw}\)" in tables


def test_the_table_of_theorems_goes_by_chapter_and_shows_formulas(good):
    tables = page(good, "tables")
    first, second = tables.index('id="theorems-first"'), tables.index('id="theorems-second"')
    assert first < tables.index("first.html#def-plane") < second < tables.index("second.html#thm-novikoff")
    entry = tables[tables.index("second.html#thm-novikoff") :]
    assert entry.index(r"\text{updates} \le \frac{R^2}{\gamma^2}") < entry.index("<details")
    assert "From: Tao, slide 18; Tao, slide 19 What’s different here: Any plane will do." in words(entry)


def test_the_map_draws_each_chapter_once_and_leaves_out_arrows_that_follow(good):
    tables = page(good, "tables")
    svg = tables[tables.index("<svg") : tables.index("</svg>")]
    assert svg.count("<rect") == 3
    assert [f'<a href="{name}.html">' in svg for name in ("first", "second", "third")] == [True] * 3
    assert svg.count("marker-end") == 2
    assert "aria-label=" in svg
    assert "The third chapter. About two hours, after The first chapter, The second chapter" in words(tables)


def test_a_part_lists_its_chapters_with_their_goals(good):
    tables = page(good, "tables")
    part = words(re.search(r'<div class="part-map.*?</ol>', tables)[0])
    assert "The second chapter. Count. About two and a half hours, after The first chapter." in part
    assert "The third chapter" not in part


def test_mathjax_gets_the_macros(good):
    settings = page(good, "second")
    assert r'"vw": "\\mathbf{w}"' in settings
    assert r'"norm": ["\\lVert #1 \\rVert", 1]' in settings


def test_a_script_that_changed_is_copied_though_no_page_did(tmp_path):
    root = write(tmp_path, GOOD)
    script = root / "book" / "_static" / "playable" / "bars.js"
    build(root)
    script.write_text("// another one\n", encoding="utf-8")
    build(root)
    copy = root / "_out" / "html" / "_static" / "playable" / "bars.js"
    assert copy.read_text(encoding="utf-8") == "// another one\n"


def test_an_unchanged_book_reads_and_writes_nothing_and_a_registry_rereads_who_shows_it(tmp_path):
    root = write(tmp_path, GOOD)
    build(root)
    out = root / "_out" / "html" / "book"
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("*.html")}
    build(root)
    assert {path.name: path.stat().st_mtime_ns for path in out.glob("*.html")} == before
    registry = root / "book" / "theorems.toml"
    registry.write_text(registry.read_text(encoding="utf-8").replace("Any plane", "No plane"), encoding="utf-8")
    build(root)
    after = {path.name: path.stat().st_mtime_ns for path in out.glob("*.html")}
    assert "No plane will do." in words(page(root, "second"))
    assert after["third.html"] == before["third.html"]


def test_numbers_in_tables_follow_a_change_in_another_page(tmp_path):
    root = write(tmp_path, GOOD)
    build(root)
    second = root / "book" / "second.md"
    other = ":::{prf:theorem} Other\n:label: thm-other\n\nOther.\n:::\n\n"
    second.write_text(SECOND.replace(":::{prf:theorem}", other + ":::{prf:theorem}", 1), encoding="utf-8")
    entry = '\n[thm-other]\ntitle = "Other"\nitems = []\nnames = []\ntest = "a.py::b"\nsource = []\nours = "x"\n'
    (root / "book" / "theorems.toml").write_text(THEOREMS + entry, encoding="utf-8")
    assert build(root) == []
    assert "Theorem 2.2 (Novikoff" in words(page(root, "tables"))
    assert "Theorem 2.2 (Novikoff" in words(page(root, "reference"))


# --- faults ---------------------------------------------------------------------------------------------------

BLOCKS = """# Blocks

:::{prf:theorem} Nothing
:label: thm-nothing

Nothing.
:::

:::{prf:definition} Flat things
:label: def-plane

Nothing.
:::

:::{prf:lemma} Unnamed

Nothing.
:::

Constants: {formula}`thm-novikoff.none`.

:::{opening}
- nothing
:::

```{source} margin_lib.nothing
```

```{source} margin_lib.__version__
```

```{api} margin_lib
nothing
```

:::{playable} nothing
A still.
:::

:::{playable} bars
:::

```{formal} Nothing.at_all
```

:::{exercise} Anything
Do it.
:::

:::{exercise} Too hard
:level: 4

Do it.
:::
"""

QUIZZES = """# Quizzes

:::{quiz} None right?
- [ ] Yes.

  An answer.
- [ ] No.

  An answer.
:::

:::{quiz} No answer?
- [x] Yes.
- [ ] No.

  An answer.
:::

:::{quiz} One choice?
- [x] Yes.

  An answer.
:::

:::{quiz} No mark?
- Yes.

  An answer.
- [x] No.

  An answer.
- [x] Perhaps.

  An answer.
:::

:::{quiz} No list?
Nothing.
:::
"""

EXERCISES = """# Exercises

:::{exercise} One
:label: ex-one
:level: 1

Do it.
:::

:::{answers} ex-none
- A number `1`
:::

:::{answers} ex-one
Nothing.
:::

:::{answers} ex-one
- No value
- No number `one`
- No right choice
  - [ ] Yes
  - [ ] No
- No mark
  - [x] Yes
  - No
:::

:::{proof-order} No list
Nothing.
:::

:::{proof-order} Much wrong
- [one: two] Too early.
- [two] A step.
- No name.
- [ ] Without a reason.
:::

::::{answer-code} ex-one
```python
x = 1
```
::::

::::{answer-code} ex-one
```python
x = 1
```

```python
assert x
```
::::

::::{answer-code} ex-one
```python
def f(:
```

```python
assert f
```
::::
"""

FORMULAS = r"""# Formulas

Some $\nosuchthing{1}$ here.

$$
\alsonothing
$$

\begin{align}
a &= \nothingagain
\end{align}
"""

PICTURES = """# Pictures

![](picture.svg)

![picture.svg](picture.svg)

<img src="picture.svg">

```{raw} html
<svg role="img"><path d="M0 0"/></svg>
```

```{raw} html
<svg role="img"><title>A path</title><path d="M0 0"/></svg>
<svg role="img" aria-label="A path"></svg>
<svg aria-hidden="true"></svg>
```
"""

NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": "# Outputs"},
        {
            "cell_type": "code",
            "metadata": {},
            "source": "draw()",
            "execution_count": 1,
            "outputs": [
                {
                    "output_type": "display_data",
                    "metadata": {},
                    "data": {"text/html": "<svg><path/></svg>", "text/plain": "a drawing"},
                }
            ],
        },
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    "nbformat": 4,
    "nbformat_minor": 4,
}

FOLLOWS = """
# Follows

:::{follows} nothing A name of no question
Where the proof stands.

Why.
:::

:::{follows} novikoff-square No explanation
Where the proof stands.
:::

:::{follows} novikoff-square A remark on nothing
Where the proof stands.

- [Nothing] There is no such fact.

Why.
:::
"""

FAULTS = {
    "blocks": BLOCKS,
    "quizzes": QUIZZES,
    "exercises": EXERCISES,
    "follows": FOLLOWS,
    "formulas": FORMULAS,
    "pictures": PICTURES,
    "third-more": ":::{continued}\n:::\n",
    "outputs.ipynb": json.dumps(NOTEBOOK),
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """What is said of a book in which everything is wrong."""
    return build(write(tmp_path_factory.mktemp("faults"), FAULTS), complete=True)


def line_of(text, snippet):
    return text[: text.index(snippet)].count("\n") + 1


@pytest.mark.parametrize(
    ("name", "snippet", "complaint"),
    [
        ("blocks", ":::{prf:theorem} Nothing", "theorem 'thm-nothing' has no entry in book/theorems.toml"),
        ("blocks", ":::{prf:definition}", "def-plane is called 'Planes' in book/theorems.toml, not 'Flat things'"),
        ("blocks", ":::{prf:lemma}", "lemma has no label"),
        ("blocks", "Constants", "book/theorems.toml has no formula thm-novikoff.none"),
        ("blocks", ":::{opening}", "{opening} is for chapters, and book/chapters.toml has no [blocks]"),
        ("third-more", ":::{continued}", "this is the last page of 'third' in book/chapters.toml"),
        ("blocks", "```{source} margin_lib.nothing", "no source to show for margin_lib.nothing"),
        ("blocks", "```{source} margin_lib.__version__", "no source to show for margin_lib.__version__"),
        ("blocks", "```{api}", "nothing to document"),
        ("blocks", ":::{playable} nothing", "there is no book/_static/playable/nothing.js"),
        ("blocks", ":::{playable} bars", "a playable figure has a body"),
        ("blocks", ":::{exercise} Anything", "an exercise has a level, ':level: 1', 2 or 3"),
        ("blocks", ":::{exercise} Too hard", 'choose from "1", "2", or "3"'),
        ("blocks", "```{formal}", "proofs/checked.json has no Nothing.at_all"),
        ("quizzes", ":::{quiz} None right?", "a quiz has a right choice"),
        ("quizzes", "- [x] Yes.\n- [ ] No.", "a choice has an answer"),
        ("quizzes", ":::{quiz} One choice?", "a quiz has at least two choices"),
        ("quizzes", "- Yes.", "a choice begins with '[x]' or '[ ]'"),
        ("quizzes", ":::{quiz} No list?", "the body of a quiz is a list of choices"),
        ("exercises", ":::{answers} ex-none", "the page has no exercise 'ex-none' before its answers"),
        ("exercises", ":::{answers} ex-one", "the body of {answers} is a list of questions"),
        ("exercises", "- No value", "a question ends with its answer in backticks, or has choices under it"),
        ("exercises", "- No number", "one is no number"),
        ("exercises", "- No right choice", "a question has two choices or more, one of them right"),
        ("exercises", "  - No\n", "a choice begins with '[x]' or '[ ]'"),
        ("exercises", ":::{proof-order} No list", "the body of {proof-order} ends with a list of steps"),
        ("exercises", ":::{proof-order} Much wrong", "a proof to put in order has 4 steps or more"),
        ("exercises", ":::{proof-order} Much wrong", "the step [one] builds on [two], which doesn't come before it"),
        ("exercises", "- No name.", "a step begins with '[name]', '[name: needs]' or '[ ]'"),
        ("exercises", "- [ ] Without a reason.", "a step that doesn't belong has a paragraph under it"),
        ("exercises", "::::{answer-code} ex-one\n```python\nx = 1\n```\n::::", "two listings, the cell and its check"),
        ("exercises", "::::{answer-code} ex-one\n```python\nx = 1\n```\n\n", "defines a function"),
        ("exercises", "::::{answer-code} ex-one\n```python\ndef", "a listing of {answer-code} is no Python"),
        ("follows", ":::{follows} nothing", "Coq wasn't asked the question 'nothing'"),
        ("follows", ":::{follows} novikoff-square No", "begins with where the proof stands, and ends with why"),
        ("follows", "- [Nothing]", "a remark begins with the name of a fact that is offered"),
        ("formulas", "Some", r"\nosuchthing is neither a macro"),
        ("formulas", "$$", r"\alsonothing is neither a macro"),
        ("formulas", r"\begin", r"\nothingagain is neither a macro"),
        ("pictures", "![](", "an image without alternative text"),
        ("pictures", "![picture.svg](", "an image without alternative text"),
        ("pictures", "<img", "an <img> without alternative text"),
        ("pictures", "```{raw}", "an <svg> without aria-label or <title>"),
    ],
)
def test_a_fault_is_reported_with_its_page_and_line(complaints, name, snippet, complaint):
    place = f"{name}.md:{line_of(FAULTS[name], snippet)}:"
    assert any(line.startswith(place) and complaint in line for line in complaints), "\n".join([place, *complaints])


def test_a_drawing_without_words_in_an_output_is_reported(complaints):
    assert [line for line in complaints if line.startswith("outputs.ipynb") and "<svg> without aria-label" in line]


def test_good_pictures_are_not_reported(complaints):
    assert len([line for line in complaints if line.startswith("pictures.md")]) == 4


def test_an_entry_without_a_place_in_the_book_is_reported_with_its_line_once_the_book_is_complete(complaints, tmp_path):
    place = f"theorems.toml:{line_of(THEOREMS, '[sec-doubling]')}:"
    expected = f"{place} no page has a block or heading labeled 'sec-doubling'"
    assert expected in complaints
    assert build(write(tmp_path, {"third-more": THIRD_MORE})) == []
