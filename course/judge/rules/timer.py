"""End code that takes too long: by the system's timer of CPU time, or, where there is none, by looking at the clock.

In a browser, Pyodide asks the page every few steps whether Ctrl+C was pressed, and we look at the clock then, at no
cost. Elsewhere Python tells of each jump and each function entered (`sys.monitoring`), and every few of them the clock
is looked at. What runs inside a single call of C code can't be ended either way.
"""

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

TOO_SLOW = "the call took more than {:g} seconds."
# What Pyodide reads in place of the number of a signal: that of the page, if it has one, or ours when time is up.
CLOCK = """(seconds, repeat, number, page) => {
    let latest = performance.now() + 1000 * seconds;
    return {
        get 0() {
            if (page?.[0]) return page[0];
            if (performance.now() < latest) return 0;
            latest += repeat ? 1000 * repeat : Infinity;
            return number;
        },
        set 0(read) { if (page) page[0] = read; },
    };
}"""
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

    if sys.platform == "emscripten":
        by = _by_page
    else:
        by = _by_signal if hasattr(signal, "setitimer") else _by_monitoring
    with by(seconds, ring, repeat):
        yield


@contextlib.contextmanager
def _by_page(seconds: float, ring: Callable[..., None], repeat: float) -> Iterator[None]:
    pyodide_js, run_js = import_module("pyodide_js"), import_module("pyodide.code").run_js
    page = getattr(pyodide_js._module, "Py_EmscriptenSignalBuffer", None)  # for Ctrl+C, if the page shares memory
    before = signal.signal(signal.SIGVTALRM, ring)
    pyodide_js.setInterruptBuffer(run_js(CLOCK)(seconds, repeat, int(signal.SIGVTALRM), page))
    try:
        yield
    finally:
        pyodide_js.setInterruptBuffer(page)
        signal.signal(signal.SIGVTALRM, before)


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
