"""How students' processes are isolated."""


from enum import StrEnum


class Isolation(StrEnum):
    """The values are what results, the gradebook and the command line say."""

    WARM = "warm"  # forked from a process that has imported all that is slow
    COLD = "cold"  # a sandbox from scratch for each
    NONE = "none"
