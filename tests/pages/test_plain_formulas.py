"""Formulas as plain text: what a search result and a description show of them."""

import re
import tomllib
from pathlib import Path

import pytest

from plain_formulas import formula_text
from tools.tex import expand_macros

BOOK = Path(__file__).parents[2] / "book"
MACROS = {name: entry["tex"] for name, entry in tomllib.loads((BOOK / "notation.toml").read_text("utf-8")).items()}
FORMULAS = {
    r"\frac{R^2}{\gamma^2}": "R²/γ²",
    r"\norm{\vw} \ge 1": "‖w‖ ≥ 1",
    r"\vw \ne 0": "w ≠ 0",
    r"\tfrac12\norm{\vw}^2 + C\sum_i \xi_i": "½‖w‖² + C∑ᵢ ξᵢ",
    r"y_i(\vw\cdot\vx_i + b) > 0": "yᵢ(w·xᵢ + b) > 0",
    r"\norm{\vw_{i+1}}": "‖wᵢ₊₁‖",
    r"\frac{\gamma}{\sqrt{1 + R^2}}": "γ/√(1 + R²)",
    r"\frac{a + b}{2c}": "(a + b)/(2c)",
    r"\gopt": "γ_opt",
    r"e^{z/2}": "e^(z/2)",
    r"2\ln 4": "2 ln 4",
    r"\max_i \norm{\vx_i}": "maxᵢ‖xᵢ‖",
    r"\bar\vw_T": "w_T",
    r"f : \R^d \to \R": "f : R^d → R",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}": "…",
}


@pytest.mark.parametrize("tex", FORMULAS)
def test_a_formula_is_text_that_can_be_read(tex):
    assert formula_text(expand_macros(tex, MACROS)) == FORMULAS[tex]


def test_no_formula_of_the_book_leaves_tex_behind():
    """In dollars on a line of its page, as most are."""
    pages = [path.read_text("utf-8") for path in BOOK.glob("*.md") if path.stem != "WRITING"]
    found = {tex for text in pages for tex in re.findall(r"(?<![\\$])\$([^$\n`]+)\$(?!\$)", text)}
    assert len(found) > 1500
    left = {tex: plain for tex in found if re.search(r"[\\{}$]", plain := formula_text(expand_macros(tex, MACROS)))}
    assert not left
