"""Call a student's function without output, watched, and for a limited time.

The same rules hold in the process that runs the tests, which has no isolation, and in the sandbox, which has this file.
"""

import contextlib
import copy
import io
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import numpy as np

from course.judge.rules.barred import Barred, installed, watch
from course.judge.rules.timer import TooSlow, limited

NOT_FILLED_IN, ENDED = "the cell is not filled in yet.", "the call ended with {}."
NO_FUNCTION = "there is no function {}: its cell failed before defining it, or gives it another name."

CHANGED = "a call changed an array or a list that it was given. Leave those as they are, and work on a copy."

# An exception is named by the first of its classes that is in this list of what honest students meet. A student whose
# code runs on hidden data chooses what to raise, so each further name could leak a bit of the data.
TOLD = frozenset({
    "AssertionError", "AttributeError", "DCPError", "IndexError", "KeyError", "LinAlgError", "NameError",
    "SolverError", "TypeError", "ValueError", "ZeroDivisionError",
})
ANOTHER = "another exception"

SECONDS = 10.0  # of CPU that one call may take, where the problem set says nothing else


class Failed(Exception):
    """The student's function raised an exception; only its type is reported, for its text may hold hidden data."""


class Broken(Exception):
    """Our own code failed: this must not decide a mark."""


class Changed(Exception):
    """The student's function returned a value, but changed what it was given."""

    def __init__(self, value: Any) -> None:
        super().__init__(CHANGED)
        self.value = value


class Elsewhere:
    """A function that is run in a sandbox, where the same rules hold."""

    def called(self, arguments: Sequence[Any], seconds: float) -> Any:
        """Return what the function returns, or raise as `called` does."""
        raise NotImplementedError


def called(
    function: Callable[..., Any] | Elsewhere,
    arguments: Sequence[Any],
    seconds: float,
    barred: Collection[str] = (),
    packages: Collection[str] = (),
) -> Any:
    """Return what the function makes of copies of the arguments, or raise Failed, TooSlow, Barred, or Changed."""
    if isinstance(function, Elsewhere):
        return function.called(arguments, seconds)
    given = copy.deepcopy(arguments)
    with quietly(), limited(seconds), watch(barred, packages):
        try:
            value = function(*given)
        except (Barred, TooSlow):
            raise
        except Exception as error:
            if isinstance(error, NotImplementedError) and _is_from_a_cell(error):
                raise Failed(NOT_FILLED_IN) from None
            raise Failed(ENDED.format(reported_name(error))) from error
    if not is_as_given(given, arguments):
        raise Changed(value)
    return value


def _is_from_a_cell(error: BaseException) -> bool:
    """Return whether a cell of the answer raised this itself, and not a package that it calls, such as CVXPY."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] not in installed()


def is_as_given(found: Any, given: Any) -> bool:
    """Return whether a plain value is still what was given."""
    if type(found) is not type(given):
        return False
    if isinstance(given, np.ndarray):
        return (found.dtype, found.shape, found.tobytes()) == (given.dtype, given.shape, given.tobytes())
    if isinstance(given, list | tuple):
        return len(found) == len(given) and all(map(is_as_given, found, given))
    if isinstance(given, dict):
        return is_as_given(list(found.items()), list(given.items()))
    return found is given or bool(found == given)


def reported_name(error: BaseException) -> str:
    """Return the name under which an exception is reported."""
    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in TOLD), ANOTHER)


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Discard what is printed, and ignore warnings."""
    silence = io.StringIO()
    with (
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        contextlib.redirect_stdout(silence),
        contextlib.redirect_stderr(silence),
    ):
        warnings.simplefilter("ignore")
        yield
