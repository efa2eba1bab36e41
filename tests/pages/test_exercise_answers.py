"""Each answer that a page checks is what the library computes, and is read alike by the build and by the page."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from computed_answers import ARGUED, COMPUTED

from answer_values import Value, read_value
from answers import FORMS
from tools import machine

BOOK = Path(__file__).resolve().parents[2] / "book"
NUMBERS = BOOK / "_static" / "exercises" / "numbers.js"
BLOCK = re.compile(r"^:::\{answers\} (\S+)\n(.*?)^:::$", re.MULTILINE | re.DOTALL)
EXACT = 1e-7  # what a solver or a grid leaves of an answer without ±


def read_questions(text):
    """What is right at each question of a block: a value, or the set of the right choices."""
    found = []
    for line in text.splitlines():
        if line.startswith("- "):
            value = re.search(r"`([^`]+)`$", line)
            found.append(read_value(value[1]) if value else set())
        elif line.startswith("  - [x] "):
            found[-1].add(line.removeprefix("  - [x] "))
    return found


ANSWERS = {
    label: read_questions(body)
    for page in sorted(BOOK.glob("*.md"))
    if page.name != "WRITING.md"
    for label, body in BLOCK.findall(page.read_text(encoding="utf-8"))
}


def test_each_exercise_with_answers_is_computed_or_argued_and_nothing_else_is():
    assert len(ANSWERS) >= 40
    assert ANSWERS.keys() == COMPUTED.keys() | ARGUED
    assert not COMPUTED.keys() & ARGUED


@pytest.mark.parametrize("label", sorted(COMPUTED))
def test_the_answers_are_what_the_library_computes(label):
    computed = COMPUTED[label]()
    assert len(computed) == len(ANSWERS[label])
    for said, found in zip(ANSWERS[label], computed, strict=True):
        if isinstance(said, Value):
            assert np.allclose(said.numbers, np.atleast_1d(found), rtol=0, atol=max(said.within, EXACT)), found
            assert np.shape(np.atleast_1d(found)) == (len(said.numbers),)
        else:
            assert said == found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("13", Value("number", (13,))),
        ("-28/14", Value("number", (-2,))),
        ("2*sqrt(9) ± 0.01", Value("number", (6,), 0.01)),
        ("(1/2, -5/2, exp(0))", Value("numbers", (0.5, -2.5, 1))),
        ("-1..1/2 ± 0.1", Value("interval", (-1, 0.5), 0.1)),
    ],
)
def test_an_author_writes_a_number_several_or_an_interval(text, value):
    assert read_value(text) == value


@pytest.mark.parametrize("text", ["", "x", "1..0", "(1,", "1/0", "sqrt(1, 2)", "__import__('os')", "1 ± x"])
def test_what_is_no_value_is_refused_with_a_reason(text):
    with pytest.raises(ValueError, match=r"no number|ends before|can't be computed"):
        read_value(text)


def test_no_question_says_twice_in_what_form_its_answer_is():
    adds = "|".join(map(re.escape, FORMS.values()))
    questions = [body for page in BOOK.glob("*.md") for _, body in BLOCK.findall(page.read_text(encoding="utf-8"))]
    assert questions
    assert not [found[0] for body in questions for found in re.finditer(rf"^- .*\((?:{adds})\)", body, re.MULTILINE)]


# --- what the page reads --------------------------------------------------------------------------------------

READER = """
import { areRight, readNumbers, Unreadable } from "MODULE";
const read = ([text, kind, wanted]) => {
    try { return readNumbers(text, kind, wanted).map(({ value }) => value); }
    catch (error) { if (error instanceof Unreadable) return error.message; throw error; }
};
const judge = ([text, kind, numbers, within]) => areRight(readNumbers(text, kind), { numbers, within });
const { texts, judged } = JSON.parse(process.argv.at(-1));
console.log(JSON.stringify({ texts: texts.map(read), judged: judged.map(judge) }));
"""


def in_node(texts=(), judged=()):
    """What numbers.js reads in some texts, and whether it takes some answers for right."""
    script = READER.replace("MODULE", NUMBERS.as_uri())
    given = json.dumps({"texts": texts, "judged": judged})
    command = [machine.find(machine.TOOLS["node"]), "--input-type=module", "--eval", script, "--", given]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


# A table, several readings a line: a line for each, as the formatter wants, would hide what is alike.
READ = {
    "number": {
        "13": [13], "3/4": [0.75], "−0.75": [-0.75], "+ 5": [5], ".5": [0.5], "1e-3": [0.001], "30%": [0.3],
        "sqrt(2)^2 / 4": [0.5], "2 sqrt(9)": [6], "2√9": [6], "-2^2": [-4], "2½": [2.5], "½": [0.5], "10 000": [10000],
        "ln(e^2)": [2], "(1 + 2)/3": [1], "2 · 3": [6], "1/2/2": [0.25], "-(1-3)": [2],
    },
    "numbers": {
        "(1, -2)": [1, -2], "1, -2": [1, -2], "[1; 1/2]": [1, 0.5], "((1+2)/3, (4)/2)": [1, 2], "3,2,3": [3, 2, 3],
    },
    "interval": {"-1..0": [-1, 0], "[-1, 0]": [-1, 0], "-1 to 1/2": [-1, 0.5], "−1 … 0": [-1, 0], "0.5..1": [0.5, 1]},
}  # fmt: skip
REFUSED = {
    "0,5": "Write 0.5, not 0,5: a decimal has a point, and a large number no comma.",
    "0,375": "Write 0.375, not 0,375: a decimal has a point, and a large number no comma.",
    "-0,125": "Write -0.125, not -0,125: a decimal has a point, and a large number no comma.",
    "10,000": "Write 10.000 or 10000, not 10,000: a decimal has a point, and a large number no comma.",
    "1,000,000": "Write 1000000, not 1,000,000: a decimal has a point, and a large number no comma.",
    **dict.fromkeys(
        ["x", "3 4", "2*", "(1", "1)", "1/0", "sqrt(-1)", "one", "2 mm", "alert(1)", "constructor(1)"],
        "Write a number, such as 3/4, 0.75 or sqrt(2).",
    ),
}


@pytest.mark.needs("node")
def test_the_page_reads_numbers_as_readers_write_them_and_says_what_it_cannot_read():
    wanted = [(text, kind, numbers) for kind, texts in READ.items() for text, numbers in texts.items()]
    found = in_node([[text, kind] for text, kind, _ in wanted] + [[text, "number"] for text in REFUSED])["texts"]
    for (text, _, numbers), read in zip(wanted, found[: len(wanted)], strict=True):
        assert np.allclose(read, numbers), text
    assert dict(zip(REFUSED, found[len(wanted) :], strict=True)) == REFUSED


@pytest.mark.needs("node")
def test_too_few_or_too_many_numbers_are_not_wrong_but_asked_for():
    given = [["1, 2", "numbers", 2], ["1, 2", "numbers", 3], ["1", "numbers", 2], ["1", "interval", 2]]
    numbers, ends = "Write {} numbers, separated by commas.", "Write both ends, such as 0 to 1."
    assert in_node(given)["texts"] == [
        [1, 2],
        numbers.format(3),
        f"This is one number. {numbers.format(2)}",
        f"This is one number. {ends}",
    ]


@pytest.mark.needs("node")
def test_a_rounded_number_is_right_from_two_decimals_on_and_another_one_is_not():
    third, small = [[1 / 3], 0], [[0.006], 0]
    right = [["0.33", *third], ["1/3", *third], [".333", *third], ["13.00", [13], 0], ["2.33", [2.32], 0.01]]
    wrong = [["0.3", *third], ["0.34", *third], ["0.333334", *third], ["0.01", *small], ["13.2", [13], 0]]
    wrong += [["2.34", [2.32], 0.01], ["0.00", [0.003], 0]]
    judged = in_node(judged=[[text, "number", numbers, within] for text, numbers, within in right + wrong])["judged"]
    assert judged == [True] * len(right) + [False] * len(wrong)


@pytest.mark.needs("node")
def test_what_an_author_writes_is_right_on_the_page_and_what_is_off_by_a_little_is_not():
    """All answers of the book, as their authors wrote them."""
    written = [
        (re.sub(r"±.*", "", text), read_value(text))
        for page in sorted(BOOK.glob("*.md"))
        for _, body in BLOCK.findall(page.read_text(encoding="utf-8"))
        for text in re.findall(r"^- .*`([^`]+)`$", body, re.MULTILINE)
    ]
    right = [[text.replace("**", "^"), value.kind, value.numbers, value.within] for text, value in written]
    off = [
        [text, kind, [number + 2 * within + 0.02 * max(1, abs(number)) for number in numbers], within]
        for text, kind, numbers, within in right
    ]
    assert in_node(judged=right + off)["judged"] == [True] * len(right) + [False] * len(off)
