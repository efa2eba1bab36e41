"""Formulas: MathML, as book/_extensions/typesetting.py writes it into pages without a style, made fit for readers.

Of MathML, browsers and many reading systems show the core only, which has no alignment of columns and no letters by
name: both are said again in a way that they understand.
"""

from itertools import cycle

from lxml import etree

MATHML = "http://www.w3.org/1998/Math/MathML"
SIGNS, CLOSING = ("−", "+", "±"), (")", "]", "}", "|", "‖")
# Where Unicode has the capital letters of an alphabet, and those that it had before.
ALPHABETS = {"double-struck": 0x1D538, "script": 0x1D49C, "fraktur": 0x1D504}
EARLIER = {
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMR", "ℬℰℱℋℐℒℳℛ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}


def tidy(math: etree._Element) -> None:
    """Write MathJax's MathML as other readers need it."""
    for node in math.iter():
        _name_letters(node)
        _close_up_signs(node)
        if node.tag == f"{{{MATHML}}}mtable":
            _align_columns(node)


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
