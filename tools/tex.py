"""TeX as text: the book's macros, and what they stand for."""

import re


def expand_macros(text: str, macros: dict[str, str]) -> str:
    """Return the text with all macros expanded, nested ones too."""
    if not macros:
        return text
    name = re.compile(r"\\(" + "|".join(sorted(map(re.escape, macros), key=len, reverse=True)) + r")(?![A-Za-z])")
    while found := name.search(text):
        tex, end = macros[found[1]], found.end()
        for place in range(1, 1 + max(map(int, re.findall(r"#(\d)", tex)), default=0)):
            argument, end = macro_argument(text, end)
            tex = tex.replace(f"#{place}", argument)
        if end == found.end() and re.search(r"\\[A-Za-z]+$", tex) and text[end : end + 1].isalpha():
            tex += " "
        text = text[: found.start()] + tex + text[end:]
    return text


def macro_argument(text: str, start: int) -> tuple[str, int]:
    """Return the argument of a macro at this position, {in braces} or a single character, and its end."""
    while text[start : start + 1].isspace():
        start += 1
    if text[start : start + 1] != "{":
        return text[start : start + 1], start + 1
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[start + 1 : place], place + 1
    return text[start + 1 :], len(text)
