"""What is said of a call that gave no value: sentences of ours, in which nothing of a student's can stand.

A student's function is called with hidden data, and what its process says of the call goes into the feedback. So that
is only recognised, as one of the sentences below; and of the names in them those that everybody knows are kept.
"""

from __future__ import annotations

import builtins
import re
import types
from functools import cache
from importlib.util import find_spec

import numpy as np

from course.grading.inside.wire import NOT_TAKEN, OF_ARRAY, OF_TYPE, TOO_DEEP, TOO_LARGE
from course.judge.barred import LIBRARY, MODULE, PACKAGE, UNWATCHED
from course.judge.calls import ENDED, NO_FUNCTION, NOT_FILLED_IN

# Each sentence beside what is said where the name in it is not known.
FORMS = {
    "failed": {
        NOT_FILLED_IN: NOT_FILLED_IN,
        NO_FUNCTION: "there is no such function.",
        ENDED: "the call ended with an exception of its own.",
    },
    "barred": {
        MODULE: f"it uses a part of {LIBRARY} that is barred in this problem set.",
        PACKAGE: "it uses a package that is not allowed in this problem set.",
        UNWATCHED: UNWATCHED,
    },
    "unfit": {
        NOT_TAKEN.format(TOO_DEEP): NOT_TAKEN.format(TOO_DEEP),
        NOT_TAKEN.format(TOO_LARGE): NOT_TAKEN.format(TOO_LARGE),
        NOT_TAKEN.format(OF_TYPE): NOT_TAKEN.format("a value of a type of its own may not cross"),
        NOT_TAKEN.format(OF_ARRAY): NOT_TAKEN.format("an array of such a type may not cross"),
    },
}
UNKNOWN = "the call gave no value."
SOLVERS = frozenset({"DCPError", "DGPError", "DPPError", "ParameterError", "SolverError", "LinAlgError"})
TYPES = frozenset(kind.__name__ for kind in vars(types).values() if isinstance(kind, type))  # function, generator, ...
COMMON = SOLVERS | TYPES | set(vars(builtins)) | set(vars(np))


def recognised(kind: str, said: object, function: str) -> str:
    """Return which of the sentences of its kind was said of a call of the function."""
    for form, without in FORMS[kind].items():
        if type(said) is str and (found := re.fullmatch(re.escape(form).replace(r"\{\}", r"([\w.]{1,80})"), said)):
            return said if all(name == function or _known(name) for name in found.groups()) else without
    return UNKNOWN


@cache
def _known(name: str) -> bool:
    """Return whether a name is of Python's own, of numpy's or of a package that is installed: so it tells nothing."""
    if name in COMMON:
        return True
    try:
        return name.partition(".")[0] in {LIBRARY, name} and find_spec(name) is not None
    except (ImportError, ValueError):
        return False
