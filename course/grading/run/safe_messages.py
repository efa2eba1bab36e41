"""What feedback says of a call that returned no value: one of our own sentences, without a word of the student's.

A student's function is called with hidden data, and its process reports why a call returned no value. That report is
only compared with the sentences below. Which of them it is, the student's code can choose: so there are few.
"""

import re

from course.grading.sandbox.inside.wire import NOT_TAKEN, OF_ARRAY, OF_TYPE, TOO_DEEP, TOO_LARGE
from course.judge.rules import barred, calls
from course.judge.rules.barred import MODULE, PACKAGE, UNWATCHED
from course.judge.rules.calls import ENDED, NO_FUNCTION, NOT_FILLED_IN
from course.judge.rules.timer import TOO_SLOW

TYPES = ("set", "generator")  # all that are named: what honest students return by mistake

# Each sentence beside the names that it may contain, and the sentence that replaces it if it contains another.
FORMS: dict[str, dict[str, tuple[tuple[str, ...], str]]] = {
    "failed": {
        NOT_FILLED_IN: ((), NOT_FILLED_IN),
        NO_FUNCTION: ((), "there is no such function."),
        ENDED: (tuple(sorted(calls.TOLD)), ENDED.format(calls.ANOTHER)),
    },
    "barred": {
        MODULE: ((), MODULE),
        PACKAGE: (barred.TOLD, PACKAGE.format(barred.ANOTHER)),
        UNWATCHED: ((), UNWATCHED),
    },
    "unfit": {
        NOT_TAKEN.format(TOO_DEEP): ((), NOT_TAKEN.format(TOO_DEEP)),
        NOT_TAKEN.format(TOO_LARGE): ((), NOT_TAKEN.format(TOO_LARGE)),
        NOT_TAKEN.format(OF_TYPE): (TYPES, NOT_TAKEN.format("a value of a type of its own may not cross")),
        NOT_TAKEN.format(OF_ARRAY): ((), NOT_TAKEN.format(OF_ARRAY)),
    },
}
UNKNOWN = "the call gave no value."

# Why a process was ended, and the like: the student's code can choose which of these is said.
REFUSED = "the reply was refused: it was too large, or not made of plain values and arrays of numbers"
EARLY, LIVES = "the process ended early", "the process ended {} times, and is not started again"
WAITED = "the call only waited"
SLOW = TOO_SLOW.removesuffix(".")
SLOW_CHECK = "to check what was returned takes more than {:g} seconds."
OVER = "the tests are over"  # why a process that did nothing wrong is ended
ENDINGS = (REFUSED, EARLY, LIVES, WAITED, SLOW, SLOW_CHECK)


def recognised(kind: str, said: object, function: str) -> str:
    """Return the sentence of this kind that was said of a call of the function."""
    for form, (names, without) in FORMS[kind].items():
        if type(said) is str and (found := re.fullmatch(re.escape(form).replace(r"\{\}", "(.{1,80})"), said)):
            return said if set(found.groups()) <= {*(names or (function,))} else without
    return UNKNOWN
