"""Formulas: from the TeX of a page to MathML, by the MathJax that the pages online use, run in Chromium.

Of MathML, browsers and many reading systems show the core only, which has no alignment of columns and no letters by
name: both are said again in a way that they understand.
"""

import json
from collections.abc import Collection
from itertools import cycle
from typing import Any

from lxml import etree
from playwright.sync_api import Page

from tools.chromium import settle

MATHML = "http://www.w3.org/1998/Math/MathML"
TO_MATHML = """async formulas => {
    const found = [];
    for (const [tex, display] of formulas) found.push(await MathJax.tex2mmlPromise(tex, {display}));
    return found;
}"""
DELIMITERS = ((r"\(", r"\)"), (r"\[", r"\]"))
SIGNS, CLOSING = ("−", "+", "±"), (")", "]", "}", "|", "‖")
# Where Unicode has the capital letters of an alphabet, and those that it had before.
ALPHABETS = {"double-struck": 0x1D538, "script": 0x1D49C, "fraktur": 0x1D504}
EARLIER = {
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMR", "ℬℰℱℋℐℒℳℛ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}


class FormulaError(Exception):
    """A formula that MathJax can't read; the message says which."""


def tex_of(shown: str) -> tuple[str, bool]:
    """Return the TeX of a formula as a page has it for MathJax, and whether it is on a line of its own."""
    said = shown.strip()
    for (opened, closed), display in zip(DELIMITERS, (False, True), strict=True):
        if said.startswith(opened) and said.endswith(closed):
            return said.removeprefix(opened).removesuffix(closed).strip(), display
    return said, True


def typeset(page: Page, address: str, mathjax: dict[str, Any], formulas: Collection[str]) -> dict[str, etree._Element]:
    """Return the MathML of each formula; `mathjax` has the settings, and its file below the address."""
    page.set_content("<!DOCTYPE html><title>Formulas</title>")
    page.add_script_tag(content=f"window.MathJax = {json.dumps(mathjax['settings'])}")
    page.add_script_tag(url=f"{address}/{mathjax['file']}")
    settle(page)
    found = page.evaluate(TO_MATHML, [tex_of(formula) for formula in formulas])
    return {formula: tidy(formula, said) for formula, said in zip(formulas, found, strict=True)}


def tidy(formula: str, mathml: str) -> etree._Element:
    """Return MathJax's MathML as other readers need it."""
    math = etree.fromstring(mathml, etree.XMLParser(remove_blank_text=True))
    if math.find(f".//{{{MATHML}}}merror") is not None:
        raise FormulaError(f"MathJax can't read {formula.strip()!r}: {' '.join(math.itertext()).strip()}")
    for node in math.iter():
        for name in [name for name in node.attrib if str(name).startswith("data-")]:
            del node.attrib[name]
        _name_letters(node)
        _close_up_signs(node)
        if node.tag == f"{{{MATHML}}}mtable":
            _align_columns(node)
    return math


def _name_letters(node: etree._Element) -> None:
    """Write letters of other alphabets as Unicode has them."""
    variant = node.get("mathvariant", "")
    if variant in ALPHABETS and node.text and all("A" <= letter <= "Z" for letter in node.text):
        start, earlier = ALPHABETS[variant] - ord("A"), EARLIER[variant]
        node.text = "".join(earlier.get(letter) or chr(start + ord(letter)) for letter in node.text)
        node.set("mathvariant", "normal")


def _close_up_signs(node: etree._Element) -> None:
    """Say that a sign after a bracket, a comma or a relation belongs to what follows."""
    before = node.getprevious()
    if node.text in SIGNS and before is not None and before.tag == node.tag and before.text not in CLOSING:
        node.set("form", "prefix")


def _align_columns(table: etree._Element) -> None:
    """Say the alignment of columns in the style of each cell, and the gap between an equation's two sides, too."""
    sides = table.get("columnalign", "center").split()
    gaps = table.get("columnspacing", "1em").split()
    for row in table:
        for place, (cell, side) in enumerate(zip(row, cycle(sides), strict=False)):
            gap = gaps[(place - 1) % len(gaps)] if place else "0"
            cell.set("style", f"text-align: {side}; padding-left: {gap}; padding-right: 0")
