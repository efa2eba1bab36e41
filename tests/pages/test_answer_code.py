"""Each check of a function that readers write takes the page's own solution, and refuses what isn't one."""

import ast
import contextlib
import re
from pathlib import Path

import pytest

from answer_code import wrapped

BOOK = Path(__file__).resolve().parents[2] / "book"
LISTING = r"```python\n(.*?)^```\n"
BLOCK = re.compile(rf"^::::\{{answer-code\}} (\S+)\n{LISTING}\n{LISTING}::::$", re.MULTILINE | re.DOTALL)
SOLUTION = r"^:::\{{solution-start\}} {}\n(.*?)^:::\{{solution-end\}}"
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def functions_in(page, label):
    """The functions that the solution of an exercise defines."""
    [solution] = re.findall(SOLUTION.format(label), page, re.MULTILINE | re.DOTALL)
    trees = [ast.parse(cell.split("---\n")[-1]) for cell in CELL.findall(solution)]
    return "\n".join(ast.unparse(node) for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))


BLOCKS = {
    label: (stub, check, functions_in(text, label))
    for text in [path.read_text(encoding="utf-8") for path in sorted(BOOK.glob("*.md")) if path.name != "WRITING.md"]
    for label, stub, check in BLOCK.findall(text)
}
# A fault in each solution: what is replaced by what.
FAULTS = {
    "ex-perceptron-unkind": ("np.argmax(np.where(products <= 0, products, -np.inf))", "np.argmin(products)"),
    "ex-separability-walk": ("np.argmin", "np.argmax"),
    "ex-winnow-exponential": ("G @ v <= 0)]", "-(G @ v))]"),
    "ex-maximum-margin-gilbert": ("size / 2", "size / 3"),
    "ex-duality-climb": ("products.min()", "products.max()"),
    "ex-support-vectors-working-set": ("< 1 - 1e-09", "< 0.5"),
    "ex-margin-perceptron-better": ("lower < c * upper", "lower < c * upper / 4"),
    "ex-slack-squared": ("np.sqrt(2 * C)", "np.sqrt(C)"),
}


def said_of(cell, check):
    """What Check says after a cell."""
    space = {}
    exec(cell, space)
    exec(wrapped(check), space)
    shown = space["_verdict"]._repr_html_()
    return re.fullmatch(r'<p class="check-said" data-verdict="(.*?)">(.*)</p>', shown).groups()


def test_each_cell_is_found_and_has_a_fault_to_try():
    written = sum(path.read_text(encoding="utf-8").count("\n::::{answer-code}") for path in BOOK.glob("*.md"))
    assert BLOCKS.keys() == FAULTS.keys()
    assert len(BLOCKS) == written - 1  # book/WRITING.md has one
    assert len(BLOCKS) >= 8


@pytest.mark.parametrize("label", sorted(BLOCKS))
def test_the_solution_of_the_page_is_right(label):
    stub, check, solution = BLOCKS[label]
    assert said_of(f"{stub}\n{solution}", check) == ("right", "Right.")


@pytest.mark.parametrize("label", sorted(BLOCKS))
def test_a_solution_with_a_fault_is_not_right_yet_and_a_sentence_says_why(label):
    stub, check, solution = BLOCKS[label]
    before, after = FAULTS[label]
    assert before in solution
    verdict, said = said_of(f"{stub}\n{solution.replace(before, after)}", check)
    assert verdict == "wrong"
    assert re.fullmatch(r"Not yet: .{20,}\.", said), said


@pytest.mark.parametrize("label", sorted(BLOCKS))
def test_the_cell_as_it_is_found_is_no_solution(label):
    stub, check, _ = BLOCKS[label]
    with contextlib.suppress(TypeError, ValueError):
        assert said_of(stub, check)[0] == "wrong"
