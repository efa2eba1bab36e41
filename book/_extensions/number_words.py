"""Small numbers in words, as prose has them."""

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """Return a number up to twelve in words, a larger one in digits."""
    return WORDS[number] if number < len(WORDS) else str(number)
