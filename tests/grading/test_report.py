"""The report: its numbers by hand, copies found however they are dressed, independent answers left alone, no names."""

import json
import re
import shutil
import time
from collections import Counter
from dataclasses import asdict, replace
from types import SimpleNamespace

import gradeable
import numpy as np
import pytest
from reading import complaints, listed

from course.errors import Trouble
from course.grading import results
from course.grading.gradebook.record import record
from course.grading.notebook.rebuild import ProblemSet
from course.grading.report import beliefs, papers
from course.grading.report.beliefs import Belief
from course.grading.report.difficulty import correlation, gap, items
from course.grading.report.mistakes import BOTH, misconceptions
from course.grading.report.page import histogram, points, write_page
from course.grading.report.papers import Class, Outcome, Paper, Part
from course.grading.report.pseudonyms import pseudonym
from course.grading.report.similar_answers import FEW, alike
from course.grading.report.similarity.known import MODEL, known_code
from course.grading.report.similarity.lexing import LEXER, LONGEST, tokens
from course.grading.report.similarity.winnowing import prints
from course.grading.sandbox import job
from course.grading.state import student_states
from course.grading.term.term import Term
from course.judge.claims import ClaimResult
from course.pages import render
from course.paths import ROOT
from course.sets import leaks, notebooks, release
from course.sets.testing import corpus, marking
from course.sets.variant import values
from margin_lib import margin_perceptron
from tools.chromium import chromium
from tools.plain_server import served

SOURCES = {source.name: source for source in release.sources()}


@pytest.fixture(autouse=True)
def _the_tests_have_a_key_of_their_own(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "the tests' own key")


# --- how hard, and what it tells

PART = Part("one", "Part A", 3.0, (papers.Claim(1, "easy"), papers.Claim(2, "hard")))
OTHER = Part("two", "Part B", 1.0, (papers.Claim(1, "odd"),))
SHOWN = [((1, 1), (0,)), ((1, 1), (1,)), ((1, 0), (0,)), ((0, 0), (1,))]


def class_of(shown, blank=()):
    """A class with these claims shown."""
    made = [
        Paper((f"s{place}",), None, {"one": told(one), "two": told(two)}, frozenset(blank), {})
        for place, (one, two) in enumerate(shown)
    ]
    return Class((PART, OTHER), made)


def told(shown, messages=None, visible=""):
    return Outcome(tuple(map(bool, shown)), tuple(messages or [""] * len(shown)), visible)


def test_share_correlation_and_gap_are_those_worked_out_by_hand():
    # Points: 3 + 0, 3 + 1, 1 + 0, 0 + 1. The best 27 % of four are two: 4 and 3; the weakest are the two with 1.
    part, easy, hard, _, odd = items(class_of(SHOWN))
    assert [item.share for item in (part, easy, hard, odd)] == [7 / 12, 3 / 4, 1 / 2, 1 / 2]
    assert part.rest == pytest.approx(np.corrcoef([3, 3, 1, 0], [0, 1, 0, 1])[0, 1])
    assert easy.rest == pytest.approx(np.corrcoef([1, 1, 1, 0], [2, 3, 0, 1])[0, 1])
    assert hard.rest == pytest.approx(np.corrcoef([2, 2, 0, 0], [1, 2, 1, 1])[0, 1])
    assert [item.gap for item in (part, easy, hard, odd)] == pytest.approx([5 / 6, 1 / 2, 1.0, 0.0])


def test_where_all_have_the_same_there_is_no_correlation_and_no_gap():
    assert correlation(np.ones(5), np.arange(5.0)) is None
    assert gap(np.ones(5), 1, np.full(5, 3.0)) is None
    assert [item.share for item in items(class_of([]))] == [None] * 5


def test_what_was_left_blank_is_counted_for_its_part():
    assert [item.blank for item in items(class_of(SHOWN, blank=["two"])) if item.is_part] == [0, 4]


def test_each_score_has_its_bar_and_long_scales_few_bars():
    assert histogram([0, 2, 2, 3], 3) == [("0", 1), ("1", 0), ("2", 2), ("3", 1)]
    assert histogram([0, 59, 100], 100)[-1] == ("100+", 1)
    assert sum(count for _, count in histogram([0, 59, 100], 100)) == 3


# --- what went wrong

KNOWN = [
    Belief("one", "the first is enough", told((1, 0))),
    Belief("one", "a tie is no mistake", told((1, 0), ["", "it is #"])),
    Belief("one", "all is 0", told((0, 0), ["None", "None"])),
]


@pytest.mark.parametrize(
    ("outcome", "guess"),
    [
        (told((1, 0), ["", "it is #"]), (("a tie is no mistake",), BOTH)),
        (told((0, 0), ["None", "None"]), (("all is 0",), BOTH)),
        (told((1, 0), ["", "something else"]), (("a tie is no mistake", "the first is enough"), "the same claims")),
        (told((0, 0)), None),
        (told((0, 1)), None),
    ],
)
def test_a_failing_answer_is_likened_to_those_that_fail_so(outcome, guess):
    found = class_of([((1, 1), (1,))])
    found.papers[0].outcomes["one"] = outcome
    like = misconceptions(found, KNOWN).like
    assert [(one.beliefs, one.by) for one in like] == ([guess] if guess else [])


def test_failures_are_counted_by_claim_and_message_and_blanks_are_not():
    found = class_of([((1, 0), (1,)), ((0, 0), (1,))])
    counted = {(one.part, one.claim): one.answers for one in misconceptions(found, []).failures}
    assert counted == {("one", "hard"): 2, ("one", "easy"): 1}
    assert misconceptions(class_of([((0, 0), (0,))], blank=["one", "two"]), []).failures == ()


def test_messages_with_other_numbers_are_the_same_message():
    assert papers.plain("w is [0.5  -3]\nof 1e-9") == papers.plain("w is [7 12] of 4")


# --- code as tokens


def test_names_numbers_comments_docstrings_and_layout_do_not_matter():
    one = 'def f(a, b):\n    """Text."""\n    total = a + 1  # sum\n    return np.dot(total, b)\n'
    other = "def g(\n    x1, y\n):\n    z = (x1 + 2.5e-3)\n    return np.dot(z,\n        y)"
    same = [token.text for token in tokens(other.replace("(x1 + 2.5e-3)", "x1 + 2.5e-3"))]
    assert [token.text for token in tokens(one)] == same
    assert [token.text for token in tokens("np.dot(a)")] != [token.text for token in tokens("np.sum(a)")]


HOSTILE = {
    "brackets": "(" * 100_000,
    "backslashes": "\\" * 100_000,
    "quotes": "'''" * 50_000,
    "open quote": '"""' + "a\\" * 50_000,
    "quotes and backslashes": "'\\" * 60_000,
    "indentation": "\n".join(" " * depth + "if 1:" for depth in range(400)),
    "digits": "9" * 100_000 + "e+" * 10_000,
    "one name": "a" * 100_000,
    "prefixes": "rb" * 50_000,
    "dots": "." * 100_000,
    "lines": "\n" * 100_000,
    "nothing printable": "\x00\ud800\u202e" * 30_000,
    "lambda": "lambda:" * 20_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_code_has_its_fingerprints_in_bounded_time(kind):
    began = time.process_time()
    prints(HOSTILE[kind])
    assert time.process_time() - began < 2
    assert len(list(tokens(HOSTILE[kind]))) <= LONGEST


def test_the_tokens_of_code_are_all_of_the_code():
    for code in [*HOSTILE.values(), (ROOT / "course" / "cli.py").read_text()]:
        assert "".join(found[0] for found in LEXER.finditer(code[:5000])) == code[:5000]


# --- answers that are alike


@pytest.fixture(scope="module")
def term(tmp_path_factory):
    """A term with ps2, and nobody in it yet."""
    return gradeable.new_term(tmp_path_factory, tmp_path_factory.mktemp("report") / "term", "", course=ROOT)


@pytest.fixture(scope="module")
def known(term):
    return known_code(ProblemSet.read(term.folder, "ps2"))


def codes_of(name="ps2"):
    """The corpus: of each file the code of its answers."""
    source = SOURCES[name]
    drawn = values(source, gradeable.NAME)
    return {
        one.name: {answer.cell: notebooks.filled(answer.code, drawn, "", source) for answer in one.answers}
        for one in corpus.read_all(ROOT / "solutions" / name / corpus.FOLDER)
    }


def pupil(codes, name="someone"):
    return Paper((name,), None, {}, frozenset(), {part: prints(code) for part, code in codes.items()})


def compared(known, *answers):
    return alike([pupil(codes) for codes in answers], known.common, known.works, lambda done, total: None)


def dressed(code):
    """The same code with other names, comments, layout and numbers of spaces, each statement where it was."""
    for number, name in enumerate(["order", "mistakes", "wrong", "rows", "X", "y", "w", "Z", "budget", "u", "i"]):
        if f"def {name}(" not in code:  # what a part asks for has the name that is asked for
            code = re.sub(rf"(?<![\w.]){name}\b", f"quantity_{number}", code)
    return "\n\n".join(f"{line}  # {number}: mine" for number, line in enumerate(code.split("\n")) if line.strip())


def test_a_copy_with_other_names_and_comments_and_its_functions_moved_is_found(known):
    mine = codes_of()["right-another-way"]
    moved = dict(zip(reversed(mine), map(dressed, mine.values()), strict=True))
    found = compared(known, mine, codes_of()["right-loops"], moved)
    [pair] = found.pairs
    assert (pair.one, pair.other) == (0, 2)
    assert pair.share > 0.9


def test_one_copied_part_among_others_of_ones_own_is_found(known):
    mine, other = codes_of()["right-another-way"], codes_of()["right-loops"]
    found = compared(known, mine, other | {"novikoff_sides": dressed(mine["novikoff_sides"])})
    [pair] = found.pairs
    assert [match.part for match in pair.parts] == ["novikoff_sides"]


@pytest.mark.parametrize("name", SOURCES)
def test_independent_right_answers_are_no_pairs_and_no_copies(name, tmp_path_factory, tmp_path):
    # The order of a proof is left out: in two files of the corpus it is made by the same lines, typed twice.
    right = [codes for file, codes in codes_of(name).items() if file.startswith("right")]
    right = [{part: code for part, code in codes.items() if part != "proof_order"} for codes in right]
    made = gradeable.new_term(tmp_path_factory, tmp_path / "term", "", (name,), ROOT)
    own = known_code(ProblemSet.read(made.folder, name))
    found = compared(own, *right)
    assert found.pairs == ()
    assert found.copies == ()


def test_a_copy_of_the_library_is_found_and_what_the_book_prints_is_not(known):
    import inspect

    from margin_lib.textbook import perceptron

    found = compared(known, {"own-1": dressed(inspect.getsource(margin_perceptron))})
    assert [known.works[pair.other].name for pair in found.copies] == ["margin_lib/perceptrons/margin_perceptron.py"]
    assert compared(known, {"own-1": inspect.getsource(perceptron)}).copies == ()


def test_a_copy_of_the_model_solution_is_found(known):
    source = SOURCES["ps2"]
    model = marking.model(source, values(source, gradeable.NAME))
    found = compared(known, {part: dressed(code) for part, code in model.items()})
    assert MODEL in [known.works[pair.other].name for pair in found.copies]
    assert compared(known, marking.blank(source, values(source, gradeable.NAME))).copies == ()


def test_what_many_have_is_common_knowledge_and_said_to_be_in_many_hands(known):
    mine = codes_of()["right-another-way"]
    found = compared(known, *[mine] * (FEW + 1))
    assert found.pairs == ()
    assert found.rings == (tuple(range(FEW + 1)),)
    assert compared(known, *[mine] * FEW).all_pairs == FEW * (FEW - 1) // 2


@pytest.mark.slow
def test_a_thousand_answers_are_compared_in_seconds():
    rng = np.random.default_rng(1)
    crowd = [pupil({}) for _ in range(1000)]
    everybodys = rng.integers(2**63, size=4000, dtype=np.uint64)
    own = [{"a": rng.choice(everybodys, 80), "b": rng.integers(2**63, size=80, dtype=np.uint64)} for _ in crowd]
    own = [{name: np.unique(part) for name, part in parts.items()} for parts in own]
    own[7] = own[900] = own[3]
    made = [replace(one, prints=parts) for one, parts in zip(crowd, own, strict=True)]
    began = time.process_time()
    found = alike(made, np.array([], dtype=np.uint64), [], lambda done, total: None)
    assert {(pair.one, pair.other) for pair in found.pairs} == {(3, 7), (3, 900), (7, 900)}
    assert time.process_time() - began < 10


# --- the page

NAMES = {"ada": "Ada Lovelace", "emmy": "Emmy Noether", "mary": "Mary Somerville", "sofia": "Sofja Kowalewskaja"}
POSTPONED = "from __future__ import annotations"  # the pasted function's annotations name what a notebook lacks
LATE = ("hedy", "grete", "maria", "lise")


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class with a copy, a group, a copy of the library, hostile text, and some of whom nothing is graded."""
    import inspect

    about = {id_: f'name = "{name}", email = "{id_}.private@example.org"' for id_, name in NAMES.items()}
    settings = 'groups = [["mary", "sofia"]]\n[excused]\nps2 = ["hedy"]\n'
    text = settings + gradeable.students(*NAMES, *LATE, **about)
    folder = tmp_path_factory.mktemp("school") / "term"
    made = gradeable.new_term(tmp_path_factory, folder, text, course=ROOT)
    mine = codes_of()["right-another-way"]
    mine["perceptron"] += "\n# by Emmy Noether, emmy.private@example.org <script>alert(1)</script>\nlovelace_1 = 1"
    work = {"ada": mine, "emmy": {part: dressed(code) for part, code in mine.items()}, "mary": codes_of()["wrong-1"]}
    theirs = inspect.getsource(margin_perceptron)
    work["mary"] |= {"forcing_set": f"{POSTPONED}\ndef forcing_set(k):\n    raise NotImplementedError\n{theirs}"}
    for student, codes in work.items():
        hand_in(made, student, codes)
    own = next(made.folder.glob("results/ps2/mary/*.json"))
    results.write_result(replace(results.read_result(own), student="sofia"), made.folder)
    gradeable.grade(made, gradeable.hand_in(made, "lise"), state="failed", why="the grader failed")
    gradeable.hand_in(made, "maria")
    record(made, "ps2")
    return made


def hand_in(term, student, codes):
    """Hand in answers, and write their result as the marks of this process say it."""
    content = json.loads((term.folder / "release" / "ps2" / "ps2.ipynb").read_text())
    for cell in content["cells"]:
        cell["source"] = codes.get(cell["id"].removeprefix("answer-"), cell["source"])
    made = gradeable.result(term, gradeable.hand_in(term, student, content=json.dumps(content).encode()))
    source = SOURCES["ps2"]
    marks = marking.mark(source, values(source, gradeable.NAME), codes)
    cells = {
        f"test-{name}": job.CellResult(one.points, one.score, one.claims) for name, one in marks.items()
    }
    results.write_result(replace(made, cells=made.cells | cells), term.folder)


@pytest.fixture
def written(school, monkeypatch):
    """The page, by whether names are shown; the corpus is not marked for it."""
    missed = [asdict(ClaimResult(1, words, "", "")) for words in ("all steps that belong, and no other", "..")]
    quick = [{"part": "proof_order", "belief": "<b>any</b> order will do", "claims": missed, "visible": None}]
    monkeypatch.setattr(beliefs, "_marked", lambda *arguments: quick)
    monkeypatch.setattr(beliefs, "_kept", lambda *arguments: None)

    def page(*, names=False):
        return write_page(school, "ps2", names=names).read_text(encoding="utf-8")

    return page


def test_the_page_says_where_the_students_stand(written):
    html = re.sub(r"<[^>]+>", " ", written())
    assert re.search(r"\sgraded\s+4\s", html)
    for state in ("not handed in", "not graded yet", "the grader failed", "excused"):
        assert re.search(rf"\s{state}\s+1\s", html), state
    assert "evidence to look at, never a penalty" in html


def test_the_page_shows_the_copy_and_the_library_but_no_pair_of_a_group(written, school):
    html = written(names=True)
    summaries = re.findall(r"(?s)<summary>(.*?)</summary>", html)
    assert len(summaries) == 2
    assert "Ada Lovelace (ada)" in summaries[0]
    assert "Emmy Noether (emmy)" in summaries[0]
    assert "Mary Somerville (mary), Sofja Kowalewskaja (sofia)" in summaries[1]
    assert "margin_lib/perceptrons/margin_perceptron.py" in summaries[1]


def test_the_points_are_those_of_the_gradebook_and_each_student_stands_where_status_says(school, tmp_path):
    shutil.copytree(school.folder, tmp_path / "term")
    term = Term.read(tmp_path / "term")
    before = papers.read_papers(term, ProblemSet.read(term.folder, "ps2"), lambda done, total: None)
    gradeable.give(term, "ada", "proof-start", 2.0)
    shutil.rmtree(term.folder / "attempts" / "ps2" / "emmy")
    record(term, "ps2")
    found = papers.read_papers(term, ProblemSet.read(term.folder, "ps2"), lambda done, total: None)
    assert found.most == next(source.points for source in release.sources() if source.name == "ps2")
    assert sum(before.scores) + 2 - sum(found.scores) == pytest.approx(student_states(term, "ps2")["emmy"].total)
    assert found.states == Counter(gradeable.printed_states(term).values())
    shown = render("course/grading/report/points.html.j2", **points(found))
    assert "lost: a grade without an attempt</th><td>1" in re.sub(r' (class|scope)="\w+"', "", shown)


def test_the_answers_are_those_of_the_results_in_the_gradebook(tmp_path_factory, tmp_path):
    term = gradeable.new_term(tmp_path_factory, tmp_path / "term", gradeable.students("ada"))
    first = gradeable.grade(term, attempt := gradeable.hand_in(term, "ada"))
    record(term, "ps2")
    gradeable.grade(term, attempt, 0.0, gradeable.SECOND, started="2027-03-09T10:00:00+00:00")  # nobody accepted it
    record(term, "ps2")
    (paper,) = papers.read_papers(term, ProblemSet.read(term.folder, "ps2"), lambda done, total: None).papers
    assert paper.path.stem == first.key


def test_without_names_there_is_no_name_anywhere_but_the_same_pseudonyms(written, school):
    html = written()
    for id_, name in NAMES.items():
        for word in (id_, *name.split()):
            assert not re.search(rf"(?<![^\W_]){word}(?![^\W_])", html, re.IGNORECASE), word
    assert "private@" not in html
    assert html.count(f"student-{pseudonym(gradeable.NAME, 'ada')}") >= 2
    assert pseudonym(gradeable.NAME, "ada") == pseudonym(gradeable.NAME, "ada") != pseudonym("2028-spring", "ada")


def test_what_students_and_the_corpus_write_is_escaped(written):
    html = written(names=True)
    assert "&lt;script&gt;alert(1)" in html
    assert "<script" not in html
    assert "<b>any" not in html


def test_no_hidden_test_no_rubric_and_no_canary_is_on_the_page(written, school, tmp_path):
    source = SOURCES["ps2"]
    places = leaks.hidden(source, values(source, gradeable.NAME))
    secret = {place: lines for place, lines in places.items() if " answer-" not in place}
    assert any("test-" in place for place in secret)
    assert any("proof-" in place for place in secret)
    (tmp_path / "page.html").write_text(written(names=True), encoding="utf-8")
    assert [str(leak) for leak in leaks.search(tmp_path, secret)] == []
    assert "canary-" not in written(names=True)


def test_a_set_that_is_not_there_is_told_so(school):
    with pytest.raises(Trouble, match="There are: ps2"):
        write_page(school, "ps9")


def test_known_wrong_answers_are_marked_once(school, monkeypatch):
    problem_set = ProblemSet.read(school.folder, "ps2")
    parts, ran = papers.parts_of(problem_set), []
    (school.folder / "reports" / "beliefs-ps2.json").unlink(missing_ok=True)
    monkeypatch.setattr(beliefs, "_marked", lambda *arguments: ran.append(1) or [])
    for _ in range(2):
        beliefs.beliefs(school, problem_set, parts, lambda done, total: None)
    assert ran == [1]
    other = SimpleNamespace(name="ps2", sha256="another")
    beliefs.beliefs(school, other, parts, lambda done, total: None)
    assert ran == [1, 1]


@pytest.mark.slow
def test_a_wrong_answer_of_the_corpus_is_likened_to_its_own_belief(school):
    source = SOURCES["ps2"]
    path = beliefs.SOURCES / "ps2" / corpus.FOLDER / "wrong-1.py"
    marked = beliefs._wrong_answers((source, gradeable.NAME, path))
    assert "u has length 1 already" in [one["belief"] for one in marked]
    parts = {part.name: part for part in papers.parts_of(ProblemSet.read(school.folder, "ps2"))}
    known = [beliefs._belief({**one, "visible": None}, parts[one["part"]]) for one in marked]
    found = papers.read_papers(school, ProblemSet.read(school.folder, "ps2"), lambda done, total: None)
    like = [words for one in misconceptions(found, known).like for words in one.beliefs]
    assert "u has length 1 already" in like


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_nothing_is_wrong_with_the_page_in_a_browser_light_or_dark_wide_or_narrow(written, tmp_path):
    html = written()
    assert "<details>" in html
    (tmp_path / "page.html").write_text(html.replace("<details>", "<details open>"), encoding="utf-8")
    with served(tmp_path) as root, chromium() as browser:
        found = complaints(browser.new_page(), f"{root}/page.html")
    assert not found, listed(found)
