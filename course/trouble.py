"""What a person can mend: an error that is told in a sentence, without a traceback."""


class Trouble(Exception):
    """What is wrong, where, and what to do about it."""
