"""The signs of mathematics in a line of plain text, such as the entry of a list, which can't hold a formula."""

import re

NAMES = ["alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "lambda", "mu", "xi", "rho", "sigma", "phi"]
GREEK = dict(zip(NAMES, "αβγδεηθλμξρσφ", strict=True))
LOW = dict(zip("0123456789ijkthmnp", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₜₕₘₙₚ", strict=True))
HIGH = dict(zip("0123456789hmp", "⁰¹²³⁴⁵⁶⁷⁸⁹ʰᵐᵖ", strict=True))


def in_signs(text: str) -> str:
    """Return the text with Greek letters, squares, roots and small indices: 'R^2/gamma' as 'R²/γ'."""
    text = re.sub(rf"\b({'|'.join(GREEK)})(?![a-zA-Z])", lambda found: GREEK[found[1]], text)
    text = re.sub(rf"_([{''.join(LOW)}])(?!\w)", lambda found: LOW[found[1]], text)
    text = re.sub(rf"\^([{''.join(HIGH)}])(?!\w)", lambda found: HIGH[found[1]], text)
    return re.sub(r"\bsqrt\((\w+)\)", r"√\1", text).replace("sqrt(", "√(")
