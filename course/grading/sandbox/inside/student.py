"""The student's process: run cells and call functions on request, one after the other, until the other side closes.

Whatever a student's code does to this process, it can only change this student's answers.
"""

import random
from typing import Any

import numpy.random
from IPython.core.interactiveshell import InteractiveShell

from course.grading.sandbox.inside import wire
from course.grading.sandbox.inside.shell import CellOutputs, keeping
from course.judge.rules.barred import Barred
from course.judge.rules.calls import ENDED, NO_FUNCTION, Changed, Failed, called
from course.judge.rules.timer import TooSlow, limited

READY = {"id": 0}
FRAME = 64 << 20  # from the test runner; only an accident could make it larger


def serve(socket: int, shell: InteractiveShell, kept: CellOutputs) -> None:
    """Report that the process is confined; then answer requests until the other side closes."""
    random.seed(0)
    numpy.random.seed(0)
    wire.send(socket, READY)
    while True:
        try:
            head, body = wire.receive(socket, None, FRAME, FRAME)
        except wire.Gone:
            return
        content: list[bytes] = []
        reply = _run(shell, kept, head) if head["do"] == "run" else _call(shell, head, body, content)
        wire.send(socket, {"id": head["id"], **reply}, b"".join(content))


def _run(shell: InteractiveShell, kept: CellOutputs, request: dict[str, Any]) -> dict[str, Any]:
    with keeping(kept):
        try:
            with limited(request["seconds"]):
                shell.run_cell(request["code"], store_history=True)
        except BaseException as error:  # raised outside of the cell, as by the timer
            kept.add({"output_type": "error", "ename": type(error).__name__, "evalue": str(error), "traceback": []})
    return {"outputs": kept.taken()}


def _call(shell: InteractiveShell, request: dict[str, Any], body: bytes, content: list[bytes]) -> dict[str, Any]:
    function = shell.user_ns.get(request["name"])
    if not callable(function):
        return {"failed": NO_FUNCTION.format(request["name"])}
    arguments, changed = wire.decode(request["arguments"], body), False
    try:
        try:
            value = called(function, arguments, request["seconds"], request["barred"], request["packages"])
        except Changed as change:
            value, changed = change.value, True
        return {"value": wire.encode(value, content), "changed": changed}
    except (Failed, TooSlow, Barred) as error:
        return {type(error).__name__.lower(): str(error)}
    except TypeError as error:
        content.clear()
        return {"unfit": wire.NOT_TAKEN.format(error)}
    except BaseException as error:
        return {"failed": ENDED.format(type(error).__name__[:40])}
