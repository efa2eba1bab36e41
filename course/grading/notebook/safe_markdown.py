"""What a student wrote in markdown, as text and formulas that can do nothing.

nbgrader's formgrader shows a notebook's markdown as the HTML that it may contain, in the instructor's session, whose
pages may set grades.
"""


import re

LONGEST = 20_000  # characters of a text: to make HTML of it may take the square of that
TAG = re.compile(r"<(?=[A-Za-z/!?])")
LINK = re.compile(r"\](?=[(:])")
# TeX that does more than set formulas. From the first backslash on, for a million of them would be tried from each.
ACTIVE = re.compile(r"(?<!\\)\\+(?=(?:href|url|require|unicode|style|class|cssId|bbox|mmlToken)(?![A-Za-z]))")


def harmless(text: str, most: int = LONGEST) -> str:
    """Return markdown in which nothing is HTML, a link or a picture; formulas such as $x<y$ read as before."""
    if len(text) > most:
        text = f"{text[:most]}\n\n(Cut here. All {len(text):,} characters are in the file as it was handed in.)"
    text = ACTIVE.sub("", text)  # first, for what stood behind a backslash may be a tag without it
    return LINK.sub("] ", TAG.sub("< ", text))
