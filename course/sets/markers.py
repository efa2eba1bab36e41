"""The marks in a problem set: between which nbgrader clears, what it writes there, and words that reveal a leak."""

import hashlib

BEGIN_SOLUTION, END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
BEGIN_TESTS, END_TESTS = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
BEGIN_SCHEME, END_SCHEME = "=== BEGIN MARK SCHEME ===", "=== END MARK SCHEME ==="
STUB = 'raise NotImplementedError("Replace this line with your code.")'  # in place of a solution


def canary(place: str) -> str:
    """Return the word that marks a hidden place."""
    return "canary-" + hashlib.sha256(place.encode()).hexdigest()[:20]


def without_marks(text: str) -> str:
    """Return the text of an answer without the lines that mark its solution."""
    return "\n".join(line for line in text.splitlines() if not line.strip().startswith(("### ", "# canary-")))
