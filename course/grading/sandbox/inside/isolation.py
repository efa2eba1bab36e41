"""How students' processes are isolated."""

from enum import StrEnum


class Isolation(StrEnum):
    """The values are written in results, the gradebook and the command line."""

    WARM = "warm"  # forked from a process that has imported everything slow
    COLD = "cold"  # a new sandbox for each
    NONE = "none"
