"""Text from outside, made safe to print."""


LONGEST = 1_000  # characters


def printable(text: str) -> str:
    """Replace what a terminal would act on, and cut what is too long."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:LONGEST])
