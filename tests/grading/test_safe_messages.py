"""What is said of a call that gave no value is one of our sentences, and none of a student's words stands in it."""

import ast
import inspect
from functools import cache, partial

import pytest
from answer_forms import EVERY_FORM, TAKE, refusal

from course.grading.run.safe_messages import ENDINGS, FORMS, LIVES, UNKNOWN, recognised
from course.grading.sandbox.inside import wire
from course.judge import answers
from course.judge.rules.barred import MODULE, PACKAGE
from course.judge.rules.calls import ENDED, NO_FUNCTION
from course.sets import release

ALIASES = {"taken": "words"}  # how a test calls what it imports
CELLS = {
    (source.name, cell.name): cell.text
    for source in release.sources()
    for cell in source.cells
    if cell.kind == "test"
}

TYPE = wire.NOT_TAKEN.format(wire.OF_TYPE)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("failed", "the cell is not filled in yet."),
        ("failed", NO_FUNCTION.format("perceptron")),
        *(("failed", ENDED.format(name)) for name in ("ValueError", "LinAlgError", "DCPError", "another exception")),
        ("barred", MODULE),
        ("barred", PACKAGE.format("scipy")),
        *(("unfit", TYPE.format(name)) for name in ("set", "generator")),
        ("unfit", wire.NOT_TAKEN.format(wire.OF_ARRAY)),
        ("unfit", wire.NOT_TAKEN.format(wire.TOO_DEEP)),
    ],
)
def test_what_our_side_of_the_students_process_says_is_told_as_it_is(kind, said):
    assert recognised(kind, said, "perceptron") == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("failed", NO_FUNCTION.format("data_3_4")),
        ("failed", ENDED.format("data_3_4")),
        ("failed", ENDED.format("ValueError.data_3_4")),
        ("failed", ENDED.format("SystemExit3")),
        ("barred", PACKAGE.format("data_3_4")),
        ("unfit", TYPE.format("data_3_4")),
    ],
)
def test_a_name_that_is_not_one_of_the_few_is_left_out(kind, said):
    told = recognised(kind, said, "perceptron")
    assert told in {*(without for _, without in FORMS[kind].values()), UNKNOWN}
    assert "3" not in told
    assert "{}" not in told


@pytest.mark.parametrize("said", ["data_3_4", "", "the cell is not filled in yet. 3 4", ["data_3_4"], {"a": 1}, None])
@pytest.mark.parametrize("kind", FORMS)
def test_any_other_words_are_not_repeated(kind, said):
    assert recognised(kind, said, "perceptron") == UNKNOWN


# --- how much of the hidden data may come out: the sentences that a hostile student can choose from

MOST = 64  # of a claim, so 6 bits
SEVERAL = {"what": "it", "length": 2, "rows": 2, "columns": 2, "below": 2, "most": 3, "known": ("a", "b")}
TAKEN = {name: getattr(answers, name) for name in (*TAKE, "words", "unpacked", "several")}


def of_a_process():
    """The sentences about a call that gave no value."""
    of_forms = [len(names) + 1 if "{}" in form else 1 for kind in FORMS.values() for form, (names, _) in kind.items()]
    assert {form for form in ENDINGS if "{}" in form} == {LIVES}  # a number of ours
    return sum(of_forms) + len([UNKNOWN, *ENDINGS, "3 calls before this one took too long."])


@cache
def of_a_conversion(name):
    """The sentences with which an answer can be refused by one of the judge's functions."""
    wanted = {key: value for key, value in SEVERAL.items() if key in inspect.signature(TAKEN[name]).parameters}
    return len({said for value in EVERY_FORM if (said := refusal(partial(TAKEN[name], **wanted), value))})


def conversions(block, functions):
    """The conversions of a block of a test, each with what it names, and the refusals that it makes itself."""
    for node in ast.walk(block):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            name = ALIASES.get(called, called)
            if name in TAKEN:
                said = [ast.unparse(part) for part in (*node.args[1:], *node.keywords)]
                yield name, str([part for part in said if "'" in part])
            if name in ("arranged", "complete"):
                yield "order", "it"
            if called in functions:
                others = {name: one for name, one in functions.items() if name != called}
                yield from conversions(functions[called], others)
        if isinstance(node, ast.Raise):
            yield "raise", ast.unparse(node)


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_what_is_said_of_a_claim_is_one_of_few_sentences(cell):
    tree = ast.parse(CELLS[cell])
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    claims = [node for node in tree.body if isinstance(node, ast.With)]
    assert claims
    for claim in claims:
        own = {"raise": 1, "order": 3}
        found = sum(own.get(name) or of_a_conversion(name) for name, _ in set(conversions(claim, functions)))
        shown_or_not = 2
        assert shown_or_not + of_a_process() + found <= MOST, (set(conversions(claim, functions)), ast.unparse(claim))
