"""Import once, then only fork: each fork becomes one student's process, and is confined before it reads anything.

    fork server --fork--> monitor --fork--> student

The fork server never reads a byte of any job, so nothing of one student can reach the next. The monitor makes the
student's namespaces, hands over a socket to the student and one to itself, and runs until the latter is closed; then it
kills the student's process, and with it all processes that this one started.

A cold start does without the first fork: the sandbox is made for one student, its namespaces are bubblewrap's, and the
monitor is the first process in it, which no other one there can kill.
"""

import base64
import importlib
import json
import os
import socket
from typing import Any, NoReturn

from IPython.core.interactiveshell import InteractiveShell

from course.grading.sandbox.inside import confine, forking
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.inside.monitor import watch
from course.grading.sandbox.inside.shell import CellOutputs, make_shell
from course.grading.sandbox.inside.student import serve
from course.judge.rules.calls import called
from course.settings import library

PIPE = 3  # the student's file that leads to the tests
UID = GID = 1000  # of the student's process, whatever user runs the worker

WARM_PICTURES = """
import matplotlib.pyplot as plt
_, (left, right) = plt.subplots(1, 2)
left.plot([0, 1], marker="o", label="a line")
left.legend()
right.loglog([1, 10, 100], [1, 10, 100])
right.set(xlabel="x", ylabel="y", title="the line $w$: 0123456789")
plt.show()
"""
WARM_CVXPY = """
import cvxpy as cp
x = cp.Variable(2)
for cost in (cp.sum_squares(x), cp.norm(x), cp.sum(x)):
    cp.Problem(cp.Minimize(cost), [x >= 1]).solve()
"""


def main() -> None:
    """Import, then keep as many processes ready as are wanted, until the worker ends."""
    settings = json.loads(os.environ.pop("SETTINGS"))
    settings["isolation"] = isolation = Isolation(settings["isolation"])
    control = socket.socket(fileno=settings["control"])
    for name in settings["imports"]:
        importlib.import_module(name)
    kept = CellOutputs()
    shell = make_shell(kept)
    if "matplotlib.pyplot" in settings["imports"]:
        shell.run_line_magic("matplotlib", "inline")
    if isolation is Isolation.WARM:
        _warm_up(shell, settings["imports"])
        kept.taken()
    called(lambda: None, (), 60.0, settings["barred"], settings["packages"])  # caches what is installed
    if isolation is not Isolation.NONE:
        forking.freeze()
    control.send(b"ready")
    if isolation is not Isolation.WARM:
        _monitor(control, shell, kept, settings)
    forking.keep_forking(settings["ready"], lambda: _monitor(control, shell, kept, settings))


def _warm_up(shell: InteractiveShell, imports: list[str]) -> None:
    """Do once, for all students, what is slow the first time."""
    if "matplotlib.pyplot" in imports:
        shell.run_cell(f"{library().pictures}\n{WARM_PICTURES}", store_history=False)
    if "cvxpy" in imports:
        shell.run_cell(WARM_CVXPY, store_history=False)
    for cell in ("1 / 0", "def f(:", "%time 1"):  # IPython imports its tracebacks and timers when they are first used
        shell.run_cell(cell, store_history=False)
    shell.reset(new_session=True)


def _monitor(control: socket.socket, shell: InteractiveShell, kept: CellOutputs, settings: dict[str, Any]) -> NoReturn:
    """Make one student's process, hand it over, and end it when the worker closes its end or says so."""
    ours, students = socket.socketpair()
    watched, theirs = socket.socketpair()
    if settings["isolation"] is Isolation.WARM:
        confine.process(confine.DUMPABLE, 1)
        confine.unshare(confine.NEW_USER | confine.NEW_PIDS)
        confine.be_the_only_user(UID, GID)
    pid = os.fork()
    if pid == 0:
        _become_a_student(students, shell, kept, settings)
    students.close()
    if settings["isolation"] is not Isolation.NONE:
        _be_safe_from_students()
    try:
        socket.send_fds(control, [b"student"], [ours.fileno(), theirs.fileno()])
    except OSError:
        os.kill(pid, confine.KILL)
        os._exit(forking.STOP)
    for file in (control, ours, theirs):
        file.close()
    watch(watched, pid)
    os._exit(0)


def _become_a_student(
    students: socket.socket, shell: InteractiveShell, kept: CellOutputs, settings: dict[str, Any]
) -> NoReturn:
    """Give up all rights, in the order that the kernel demands, and serve."""
    try:
        if settings["isolation"] is Isolation.WARM:
            confine.see_nothing_of_others(settings["disk_mb"])
        confine.keep_only(students.detach(), at=PIPE)
        if settings["isolation"] is not Isolation.NONE:
            _enter_home()
            _limit_resources(settings)
            _be_safe_from_students()
            confine.filter_calls(base64.b64decode(settings["calls"]))
        serve(PIPE, shell, kept)
    finally:
        os._exit(0)


def _be_safe_from_students() -> None:
    """Drop all rights, let no process trace this one, and die with the parent."""
    confine.have_no_rights()
    confine.process(confine.DUMPABLE, 0)
    confine.process(confine.DIE_WITH_PARENT, confine.KILL)


def _enter_home() -> None:
    """Make a home and a folder to work in, in the private /tmp."""
    for name in ("own", "desk"):
        os.makedirs(f"/tmp/{name}", exist_ok=True)
    os.chdir("/tmp/desk")
    os.setsid()
    os.umask(0o077)


def _limit_resources(settings: dict[str, Any]) -> None:
    """Limit what the process may use in all."""
    confine.have_limits(
        CORE=0, NOFILE=64, MEMLOCK=0, MSGQUEUE=0, SIGPENDING=256, RTPRIO=0, NICE=0, STACK=16 << 20,
        NPROC=settings["threads"], CPU=settings["cpu_seconds"],
        FSIZE=settings["disk_mb"] << 20, AS=settings["memory_mb"] << 20,
    )


if __name__ == "__main__":
    main()
