"""`course check`: each rule of the house, broken in a copy of the small course, is said in a sentence."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import small_course

from course.errors import Trouble
from course.sets import check

ROOT = Path(__file__).parents[2]
NAMES = {*check.NUMBERS, *check.SWITCHES}


def test_the_real_course_keeps_all_its_rules_and_the_command_says_so():
    command = [sys.executable, "-m", "course", "check"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("course check: nothing breaks a rule of solutions/rules.toml.\n", 0)


def test_the_file_names_every_rule_and_the_small_course_keeps_those_that_it_has():
    assert set(tomllib.loads((ROOT / check.FILE).read_text(encoding="utf-8"))) >= NAMES
    assert check.complaints(small_course.ROOT) == []


@pytest.fixture
def course(tmp_path):
    """A copy of the small course."""
    return shutil.copytree(small_course.ROOT, tmp_path / "course")


def edit(path, *changes):
    """Replace in a file what must be there."""
    text = path.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text, f"{path}: {before}"
        text = text.replace(before, after, 1)
    path.write_text(text, encoding="utf-8")


PS1, PS2, PAGE = "solutions/ps1/ps1.py", "solutions/ps2/ps2.py", "book/graphs.md"
LISTED = "book/problem-sets.md"
RIGHT, WRONG = "solutions/ps2/answers/right.py", "solutions/ps2/answers/wrong.py"

BROKEN = [
    ("points = 20", PS2, [("marks.claim(2", "marks.claim(4")], "ps2 has 22 points, not 20."),
    ("own_share = 0.6", PS2, [], "ps2 has 11 of its 20 points on parts that are in `own`, less than 60%."),
    ("own_share = 0.1", PS2, [('"start"]', '"begin"]')], "ps2: `own` names begin, but no test or proof is called th"),
    ("last_part = 1", PS1, [], r"solutions/ps1/ps1.py:\d+: ps1 ends with handshake_order, of 2 points, more than 1."),
    (
        "testing_words = 0.03", PS1, [("0 to n - 1. No edge", "0 to n - 1. The hidden tests try up to 30. No edge")],
        r"solutions/ps1/ps1.py:\d+: \d+\.\d% of the words of ps1 are about tests, .* begins: The hidden tests try",
    ),
    ("proofs_to_write = 2", PS2, [], "ps2 has 1 proof to write, not 2."),
    ("proofs_to_order = 1", PS1, [("arranged(", "differently(")], "ps1 has 0 proofs to put in order, not 1."),
    (
        "mark_scheme = true", PS2, [('proof="start" points=2', 'proof="start" points=4')],
        r"solutions/ps2/ps2.py:\d+: the mark scheme of start adds up to 2 points, but the proof has 4.",
    ),
    (
        "claims_read = true", PAGE, [("## Walking", "## Strolling")],
        r"solutions/ps2/ps2.py:\d+: the claim .* says to read 'graphs: Walking', but book/graphs.md has no heading",
    ),
    (
        "claims_read = true", PS1, [('read="graphs:', 'read="hinge:')],
        r"solutions/ps1/ps1.py:\d+: the claim .* says to read 'hinge: .*', but there is no page book/hinge.md.",
    ),
    (
        "claims_read = true", PS1, [(', read="graphs: Degrees"', "")],
        r'solutions/ps1/ps1.py:\d+: the claim "all steps .*" does not say what to read. Add read="chapter: heading".',
    ),
    (
        "claims_read = true", PS1,
        [('answers = []\n', 'read, answers = "graphs: None", []\n'), ('read="graphs: What a graph is"', "read=read")],
        r"solutions/ps1/ps1.py:\d+: the claim .* says to read 'graphs: None', but book/graphs.md has no heading",
    ),
    (
        "parts_read = true", PS1, [("# Book: graphs, \"Degrees\".\n", "")],
        r'solutions/ps1/ps1.py:\d+: Part B names no place in the book. Add a line: Book: chapter, "Heading".',
    ),
    (
        "parts_read = true", PAGE, [("## Degrees", "## Degree")],
        r"solutions/ps1/ps1.py:\d+: Part B says to read 'Degrees', but book/graphs.md has no heading 'Degrees'.",
    ),
    ("in_book = true", LISTED, [("(ps2)=\n", "")], r"No page of the book shows ps2. Write a heading with the label "),
    ("in_book = true", LISTED, [("{problem-set} ps1", "{problem-set} ps7")], "No page of the book shows ps1."),
    (
        "right_answers = 1", RIGHT, [("score=3", "score=2")],
        "solutions/ps2/answers has 0 right answers to components, fewer than 1.",
    ),
    (
        "wrong_answers = 1", WRONG, [(' belief="k vertices are k steps apart"', "")],
        "solutions/ps2/answers has 0 wrong beliefs about far_apart, fewer than 1.",
    ),
    (
        "wrong_answers = 1", WRONG, [(' says="0 of 1: the least degree"', "")],
        "solutions/ps2/answers has 1 wrong answer to degree_table without `belief` or `says`.",
    ),
    ("raising_answer = true", WRONG, [], "solutions/ps2/answers has no answer that raises an error."),
    ("barred_answer = true", WRONG, [], "solutions/ps2/answers has no answer that calls a barred solver."),
]


@pytest.mark.parametrize(("rule", "file", "changes", "said"), BROKEN)
def test_each_rule_that_is_broken_is_said_in_a_sentence_and_not_if_it_is_off(rule, file, changes, said, course):
    edit(course / file, *changes)
    (course / check.FILE).write_text(rule + "\n", encoding="utf-8")
    found = check.complaints(course)
    assert any(re.match(said, sentence) for sentence in found), found
    (course / check.FILE).write_text(rule.split(" = ")[0] + " = false\n", encoding="utf-8")
    assert check.complaints(course) == []


def test_each_rule_has_a_case_that_breaks_it():
    assert {rule.split(" = ")[0] for rule, *_ in BROKEN} == NAMES


def test_a_rule_can_be_set_for_one_set_alone(course):
    (course / check.FILE).write_text("points = 20\n", encoding="utf-8")
    assert check.complaints(course) == ["ps1 has 10 points, not 20."]
    (course / check.FILE).write_text("points = 20\n[ps1]\npoints = 10\n", encoding="utf-8")
    assert check.complaints(course) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("poinst = 20", "poinst is not a rule. There are: points, "),
        ("points = true", "points is True. Write a number, or false to turn the rule off."),
        ('points = "20"', "points is '20'. Write a number"),
        ("in_book = 1", "in_book is 1. Write true, or false to turn the rule off."),
        ("[ps9]\npoints = 2", r"\[ps9\] names an unknown problem set. There are: ps1, ps2."),
        ("points = ", "rules.toml: Invalid value .* Correct that line"),
    ],
)
def test_a_rule_that_cannot_be_read_is_named(text, said, course):
    (course / check.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(Trouble, match=said):
        check.complaints(course)


def test_without_the_file_it_is_said_which_one_is_missing(course):
    (course / check.FILE).unlink()
    with pytest.raises(Trouble, match=r"rules.toml: cannot be read \(No such file or directory\)"):
        check.complaints(course)


def test_an_answer_of_the_corpus_without_its_score_is_named(course):
    edit(course / RIGHT, (" score=5", ""))
    with pytest.raises(Trouble, match=r"right\.py: a cell needs answer and score"):
        check.complaints(course)
