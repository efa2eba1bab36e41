"""How long a problem set takes, estimated from what is in it.

The minutes were noted while all sets were solved from the book: a function with its test, a proof put in order, a proof
written, and a page of the notebook read.
"""

import math

from course.sets.prose import words
from course.sets.source import Source

FUNCTION, ORDER, PROOF, PAGE = 20, 10, 45, 3  # minutes
WORDS = 400  # on a page


def minutes(source: Source) -> float:
    """Return the minutes that a typical student needs."""
    tests = [cell for cell in source.cells if cell.kind == "test"]
    orders = sum(cell.is_order for cell in tests)
    proofs = sum(cell.kind == "proof" for cell in source.cells)
    read = sum(len(words(cell.text)) for cell in source.cells if cell.kind in ("text", "proof"))
    return FUNCTION * (len(tests) - orders) + ORDER * orders + PROOF * proofs + PAGE * read / WORDS


def about(source: Source) -> str:
    """Return the time in words, to the next half hour: 'about 3½ hours'."""
    halves = math.ceil(minutes(source) / 30)
    whole, half = divmod(halves, 2)
    shown = f"{whole or ''}{'½' * half}"
    return f"about {shown} hour{'s' * (halves > 2)}"
