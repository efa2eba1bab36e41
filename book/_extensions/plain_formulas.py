"""Formulas as plain text, for what can't show TeX: the index, the search, a page's description.

    R^2/\\gamma^2 becomes R²/γ², and \\norm{\\vw} \\ge 1 becomes ‖w‖ ≥ 1. What has several lines becomes …

pylatexenc would be the library for it; of the book's formulas it loses the sign of \\ne and the stroke of \\tfrac12,
and sets bold letters that no reader can type into a search.
"""

import re
import unicodedata

RELATIONS = """
le ≤  leq ≤  ge ≥  geq ≥  lt <  gt >  ne ≠  neq ≠  equiv ≡  approx ≈  sim ~  propto ∝  in ∈  notin ∉  mid |  perp ⊥
subset ⊂  subseteq ⊆  cup ∪  cap ∩  land ∧  lor ∨  pm ±  mp ∓  to →  rightarrow →  mapsto ↦  gets ←  leftarrow ←
implies ⇒  Rightarrow ⇒  iff ⇔  Leftrightarrow ⇔
"""
SYMBOLS = """
cdot ·  times ×  dots …  ldots …  cdots …  ast *  star *  circ ∘  infty ∞  partial ∂  nabla ∇  sum ∑  prod ∏  int ∫
forall ∀  exists ∃  emptyset ∅  lVert ‖  rVert ‖  Vert ‖  lvert |  rvert |  vert |  ell ℓ  prime ′  top ᵀ  colon :
langle ⟨  rangle ⟩  lfloor ⌊  rfloor ⌋  lceil ⌈  rceil ⌉  checkmark ✓  square □  % %  { (  } )
varepsilon ε  varphi φ  lambda λ  Lambda Λ
"""
SPACES = ("quad", "qquad", ",", ";", ":", " ")
SIZES = (
    *("!", "left", "right", "middle", "limits", "displaystyle", "textstyle"),
    *("big", "Big", "bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr"),
)


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SIGNS = {name: f" {sign} " for name, sign in _pairs(RELATIONS).items()} | _pairs(SYMBOLS)
SIGNS |= dict.fromkeys(SPACES, " ") | dict.fromkeys(SIZES, "")
RAISED = dict(zip("0123456789+-*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻*", strict=True))
LOWERED = dict(zip("0123456789+-ijkmnt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₘₙₜ", strict=True))
SPLIT = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜"}

SEVERAL_LINES = re.compile(r"\\begin|\\\\|&")
WRAPPER = r"(?:text|math)[a-z]+|text|boldsymbol|operatorname|(?:under|over)line|bar|hat|tilde|widehat"
COMMAND = re.compile(rf"\\(?!(?:[dt]?frac|sqrt|{WRAPPER})(?![A-Za-z]))([A-Za-z]+|.)")
WRAPPED = re.compile(rf"\\(?:{WRAPPER})\s*\{{([^{{}}]*)\}}")
SCRIPT = re.compile(r"([_^])\s*(?:\{([^{}]*)\}|([\w*+-]))")
BARE_ACCENT = re.compile(r"\\(?:bar|hat|tilde)\s*(?!\s*\{)")
ARGUMENT = r"\s*(?:\{([^{}]*)\}|(\w))"
FRACTION = re.compile(rf"\\[dt]?frac{ARGUMENT}{ARGUMENT}")
ROOT = re.compile(rf"\\sqrt{ARGUMENT}")


def formula_text(tex: str) -> str:
    """Return a formula without macros as plain text, or … if it has several lines."""
    if SEVERAL_LINES.search(tex):
        return "…"
    text, before = COMMAND.sub(lambda found: sign(found[1]), BARE_ACCENT.sub("", tex)), ""
    while text != before:  # from the innermost braces outwards
        before = text
        text = WRAPPED.sub(r"\1", text)
        text = SCRIPT.sub(lambda found: script(found[1], found[2] or found[3] or ""), text)
        text = FRACTION.sub(lambda found: fraction(found[1] or found[2], found[3] or found[4]), text)
        text = ROOT.sub(lambda found: f"√{closed(found[1] or found[2])}", text)
    text = re.sub(r"‖ *([^‖]*?) *‖", r"‖\1‖", re.sub(r"[{}\\]", "", text))
    return " ".join(re.sub(r" (?=[_₀-₉ᵢ-ₜⱼ])", "", re.sub(r"([=<>])", r" \1 ", text)).split())


def sign(command: str) -> str:
    """Return what a command stands for: a sign, a Greek letter, or its own name, as for ln and max."""
    if command in SIGNS:
        return SIGNS[command]
    try:
        return unicodedata.lookup(f"GREEK {'CAPITAL' if command[0].isupper() else 'SMALL'} LETTER {command}")
    except KeyError:
        return f" {command} "


def script(mark: str, content: str) -> str:
    """Return a subscript or a superscript without braces: in round brackets if it's more than a word."""
    content = content.strip()
    signs = RAISED if mark == "^" else LOWERED
    if all(letter in signs for letter in content):
        return "".join(signs[letter] for letter in content)
    return f"{mark}{content}" if re.fullmatch(r"\w+|\W", content) else f"{mark}({content})"


def fraction(above: str, below: str) -> str:
    """Return a fraction on one line."""
    numerator = f"({above})" if re.search(r"[-+=/]", above) else above.strip()
    return SPLIT.get(f"{above}/{below}") or f"{numerator}/{closed(below)}"


def closed(term: str) -> str:
    """Return a term, in brackets if it has more than one factor."""
    term = term.strip()
    return term if re.fullmatch(r"[\d.]+|√.*|\w(?:_\w+|[₀-₉ᵢ-ₜⱼ])?[²³]?|‖[^‖]*‖[²³]?", term) else f"({term})"
