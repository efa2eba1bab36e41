"""An order that a few words decide: the same in each build and in each form of the book, whatever the source has."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], words: str) -> list[Item]:
    """Return the items in the order that these words decide."""

    def drawn(place: int) -> bytes:
        return hashlib.sha256(f"{words.strip()} {place}".encode()).digest()

    return [items[place] for place in sorted(range(len(items)), key=drawn)]
