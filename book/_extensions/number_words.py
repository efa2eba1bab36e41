"""Small numbers in words, as prose has them."""

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """Return a number up to twelve in words, a larger one in digits."""
    return WORDS[number] if number < len(WORDS) else str(number)


def hours_in_words(hours: float) -> str:
    """Return a time in hours and half hours in words, such as 'two and a half hours'."""
    whole, half = divmod(hours, 1)
    if not whole:
        return "half an hour"
    return f"{in_words(int(whole))}{' and a half' * bool(half)} hour{'s' * (hours != 1)}"
