"""The pages use the symbols that the notation explains, and the notation explains symbols that are used."""

import re
import tomllib
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "book"
COMPLETE = "registry_complete: true" in (BOOK.parent / "_config.yml").read_text(encoding="utf-8")
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in BOOK.glob("*.md") if page.stem != "WRITING"}
NOTATION = tomllib.loads((BOOK / "notation.toml").read_text(encoding="utf-8"))
THEOREMS = tomllib.loads((BOOK / "theorems.toml").read_text(encoding="utf-8"))
LISTED = set((BOOK / "_extensions" / "tex_commands.txt").read_text(encoding="utf-8").split())
COMMAND = re.compile(r"\\([A-Za-z]+)")
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def commands(page):
    """The commands of TeX in the formulas of a page."""
    return {command for formula in FORMULA.findall(CODE.sub("", page)) for command in COMMAND.findall(formula)}


def test_formulas_are_found_and_code_is_not():
    assert commands("$\\vw$ and `$\\no$` and\n\n$$\n\\frac{1}{2}\n$$\n\n```\n$\\nor$\n```") == {"vw", "frac"}


@pytest.mark.parametrize("page", PAGES)
def test_each_command_of_a_page_is_in_the_notation_or_in_the_list(page):
    assert commands(PAGES[page]) <= NOTATION.keys() | LISTED


@pytest.mark.parametrize("macro", NOTATION)
def test_each_symbol_of_the_notation_is_introduced_and_used(macro):
    entry = NOTATION[macro]
    used = {page for page, text in PAGES.items() if macro in commands(text)} - {"notation"}
    assert macro in COMMAND.findall(entry["example"])
    assert entry["label"] in THEOREMS
    assert used or not COMPLETE, f"no page but the notation uses {macro}"


def test_no_macro_is_also_a_command_of_tex():
    assert not NOTATION.keys() & LISTED


def test_the_formulas_of_the_registry_use_known_commands():
    formulas = [f["tex"] for theorem in THEOREMS.values() for f in theorem.get("formulas", {}).values()]
    assert set(COMMAND.findall(" ".join(formulas))) <= NOTATION.keys() | LISTED
