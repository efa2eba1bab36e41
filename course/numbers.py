"""Numbers as people write them."""


def number(value: float) -> str:
    """Return a number with two decimals at most: 3, 1.5, -0.25."""
    return f"{round(value, 2) + 0.0:g}"  # + 0.0 makes a 0 of -0


def percent(share: float | None) -> str:
    """Return a share as a percentage, a dash for None."""
    return "–" if share is None else f"{share:.0%}"


def signed(value: float | None) -> str:
    """Return a number with its sign, a dash for None."""
    return "–" if value is None else f"{value:+.2f}".replace("-", "−")
