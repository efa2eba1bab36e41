"""How far a long task is: the type of the function that it tells."""

from collections.abc import Callable

Progress = Callable[[int, int], None]  # gets how many are done, and of how many


def silent(done: int, total: int) -> None:
    """Say nothing."""
