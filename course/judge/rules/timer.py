"""End code that takes too long: by the system's timer of CPU time, or, in a browser, by looking at the clock.

WebAssembly has no signals. There Python itself tells of each jump and each function entered (`sys.monitoring`), and
every few of them the clock is looked at. What runs inside a single call of C code can't be ended that way.
"""

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

TOO_SLOW = "the call took more than {:g} seconds."
STEPS = 256  # jumps and calls between two looks at the clock


class TooSlow(Exception):
    """A call used up its CPU time."""


@contextlib.contextmanager
def limited(
    seconds: float, kind: type[BaseException] = TooSlow, message: str = TOO_SLOW, *, repeat: float = 0.0
) -> Iterator[None]:
    """Raise TooSlow, or an exception of another kind, after these seconds of CPU time, and then every `repeat` seconds.

    There is no limit in a thread other than the main one, nor on Windows before Python 3.12.
    """

    def ring(*_: Any) -> None:
        raise kind(message.format(seconds))

    with _by_signal(seconds, ring, repeat) if hasattr(signal, "setitimer") else _by_monitoring(seconds, ring, repeat):
        yield


@contextlib.contextmanager
def _by_signal(seconds: float, ring: Callable[..., None], repeat: float) -> Iterator[None]:
    try:
        before = signal.signal(signal.SIGVTALRM, ring)
    except ValueError:  # a thread
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, repeat)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def _by_monitoring(seconds: float, ring: Callable[..., None], repeat: float) -> Iterator[None]:
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on
    tool = monitoring and next((number for number in range(6) if monitoring.get_tool(number) is None), None)
    if monitoring is None or tool is None:
        yield
        return
    steps, latest = 0, time.perf_counter() + seconds

    def look(*_: Any) -> None:
        nonlocal steps, latest
        steps += 1
        if steps % STEPS == 0 and time.perf_counter() > latest:
            latest += repeat or float("inf")
            ring()

    watched = (monitoring.events.JUMP, monitoring.events.PY_START)
    monitoring.use_tool_id(tool, __name__)
    try:
        for event in watched:
            monitoring.register_callback(tool, event, look)
        monitoring.set_events(tool, sum(watched))
        yield
    finally:
        monitoring.set_events(tool, 0)
        for event in watched:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)
