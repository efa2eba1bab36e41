"""Call a student's function: quietly, watched, and for a limited time.

The same rules hold in the process that judges, where no isolation is, and in the sandbox, which holds this file too.
"""


import contextlib
import io
import signal
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import numpy as np

from course.judge.rules.barred import Barred, watch

NOT_FILLED_IN, ENDED = "the cell is not filled in yet.", "the call ended with {}."
NO_FUNCTION = "there is no function {}: the cell ended with an error before it, or calls it otherwise."
TOO_SLOW = "the call took more than {:g} seconds."

# What an honest student meets: an exception is told by the first of its classes that is among these. A student who
# runs on hidden data chooses what to raise, so each name more is a bit of it that may come out.
TOLD = frozenset({
    "AssertionError", "AttributeError", "DCPError", "IndexError", "KeyError", "LinAlgError", "NameError",
    "SolverError", "TypeError", "ValueError", "ZeroDivisionError",
})
ANOTHER = "another exception"

SECONDS = 10.0  # of CPU that one call may take, where the problem set says nothing else


class TooSlow(Exception):
    """A call used up its CPU time."""


class Failed(Exception):
    """The student's function raised something; of that only the type is told, for its text may hold hidden data."""


class Broken(Exception):
    """Something of ours does not work: no mark may come of it."""


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
    """Return what the function returns; Failed, TooSlow or Barred if it does not come to that."""
    if isinstance(function, Elsewhere):
        return function.called(arguments, seconds)
    with quietly(), limited(seconds), watch(barred, packages):
        try:
            return function(*arguments)
        except (Barred, TooSlow):
            raise
        except NotImplementedError:
            raise Failed(NOT_FILLED_IN) from None
        except Exception as error:
            raise Failed(ENDED.format(told(error))) from error


def told(error: BaseException) -> str:
    """Return the name by which an exception is told."""
    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in TOLD), ANOTHER)


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Let nothing be printed, and no warning become an error."""
    silence = io.StringIO()
    with (
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        contextlib.redirect_stdout(silence),
        contextlib.redirect_stderr(silence),
    ):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooSlow after so much CPU time, where the system has a timer for it and this is the main thread."""

    def ring(number: int, frame: Any) -> None:
        raise TooSlow(TOO_SLOW.format(seconds))

    try:
        before = signal.signal(signal.SIGVTALRM, ring)
    except (AttributeError, ValueError):  # Windows; a thread
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
