"""Text from outside, made safe and short enough to print."""

from collections.abc import Sequence

LONGEST = 1_000  # characters


def printable(text: str) -> str:
    """Replace what a terminal would act on, and cut what is too long."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:LONGEST])


def first_of(names: Sequence[str], most: int = 10) -> str:
    """Return names with commas between them, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
