"""Formulas come with the page: MathJax draws them, and a screen reader says each in words."""

import hashlib
import html
import json
import re
from pathlib import Path

import pytest
from built_book import PAGES
from docutils import nodes
from sphinx.errors import ExtensionError

from registry import Registry
from tex_macros import mathjax_macros
from typesetting import Typesetter, formula_of

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "book" / "_extensions" / "speech_rule_engine"
MACROS = json.dumps(mathjax_macros(Registry(ROOT).entries("notation")))
SENTENCES = {
    r"\vw\cdot\vx + b": "bold w dot bold x plus b",
    r"k \le \frac{R^2}{\gamma^2}": "k is less than or equal to the fraction with numerator R squared and denominator "
    "gamma squared",
    r"\norm{\vw}^2": "the norm of bold w squared",
    r"\norm{\vp - \vq}^2": "the norm of bold p minus bold q end norm squared",
    r"\vx_i \in \R^d": "bold x sub i is in R d",
    r"p^* = \inf_{\vw} f(\vw) .": "p star equals inf over bold w of f of bold w",
    r"\tfrac12\norm{\vw}^2 + C\sum_i \xi_i": "one half the norm of bold w squared plus C the sum over i of xi sub i",
    r"\sqrt{1 + R^2}\,\gamma": "the square root of 1 plus R squared end root gamma",
    r"\max\big(0,\ 1 - y_i f(\vx_i)\big)": "max of open paren 0 comma 1 minus y sub i f of open paren bold x sub i "
    "close paren close paren",
    r"\begin{aligned} f(\vx) &= 1, \\ &\quad + \lambda \text{ if it isn’t.} \end{aligned}": "Line 1: f of bold x "
    "equals 1; Line 2: plus lambda if it isn't",
    r"\varepsilon \to 0": "epsilon to 0",
    r"-\ln\varepsilon": "negative natural log epsilon",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("formulas")


@pytest.fixture(scope="module")
def typesetter(folder):
    made = Typesetter(folder / "kept.json", MACROS)
    yield made
    made.close()


def asked(tex, display=True):
    return json.dumps([tex, display])


@pytest.mark.parametrize("tex", SENTENCES)
def test_a_formula_is_said_in_words(tex, typesetter):
    [label] = re.findall(r'aria-label="([^"]*)"', typesetter.get(asked(tex)))
    assert html.unescape(label) == SENTENCES[tex]


def test_a_letter_keeps_the_color_of_its_term(typesetter):
    assert 'class=" term-w"' in typesetter.get(asked(r"\vw"))


@pytest.mark.parametrize("tex", [r"\nosuchcommand", r"\frac{1", r"\left( x"])
def test_what_mathjax_cannot_set_is_a_fault_and_no_red_text(tex, typesetter):
    assert "data-mjx-error=" in typesetter.get(asked(tex))


def test_lines_are_set_below_each_other_unless_the_formula_says_how():
    def tex_of(tex, nowrap=False):
        return json.loads(formula_of(nodes.math_block(tex, tex, nowrap=nowrap)))[0]

    assert tex_of(r"a \\ b") == r"\begin{split}a \\ b\end{split}"
    for own in (r"\begin{aligned} a \\ b \end{aligned}", "a + b"):
        assert tex_of(own) == own
    assert tex_of(r"a \\ b", nowrap=True) == r"a \\ b"


def test_a_formula_that_was_set_is_kept_and_needs_no_mathjax(folder):
    first = Typesetter(folder / "again.json", MACROS)
    drawn = first.get(asked("x"))
    first.close()
    second = Typesetter(folder / "again.json", "no macros at all")
    assert second.get(asked("x")) == drawn
    with pytest.raises(ExtensionError, match="MathJax stopped at the formula"):
        second.get(asked("y"))
    second.close()


def test_the_engine_is_the_published_one():
    listed = re.findall(r"\| `([\w.-]+)` \| `[\w/]+` \| `(\w{64})` \|", (ENGINE / "README.md").read_text())
    assert dict(listed) == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in ENGINE.glob("*.js*")}


# --- on the pages ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_formula_of_the_book_is_said_in_words_of_english(built):
    pages = [(built / f"{page}.html").read_text(encoding="utf-8") for page in PAGES]
    said = [html.unescape(label) for text in pages for label in re.findall(r'<math [^>]*aria-label="([^"]*)"', text)]
    assert len(said) == sum(text.count("<mjx-container") for text in pages) > 5000
    odd = [label for label in said if not re.fullmatch(r"[A-Za-z0-9 ,.:;'\-]+", label) or label == "math"]
    assert not odd
    assert not [page for page in pages if r"\(" in re.sub(r"(?s)<(pre|code|script)\b.*?</\1>", "", page)]


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_a_screen_reader_gets_the_words_and_tab_stops_at_long_formulas_only(context, address):
    with context.new_page() as page:
        page.set_viewport_size({"width": 240, "height": 800})
        page.goto(f"{address}/book/strong-duality.html")
        page.wait_for_function("document.querySelector('mjx-container[tabindex]')")
        stops = page.evaluate(
            "[...document.querySelectorAll('mjx-container')].filter(e => e.checkVisibility()).map("
            "e => [e.tabIndex === 0, e.getAttribute('display') === 'true' && e.scrollWidth > e.clientWidth])"
        )
        tree = context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    formulas = [node for node in tree if node["role"]["value"] == "MathMLMath" and not node["ignored"]]
    assert len(formulas) > 100
    assert all(len(node["name"]["value"]) > 0 for node in formulas)
    assert [focus for focus, _ in stops] == [long for _, long in stops]
    assert 0 < sum(focus for focus, _ in stops) < 20
