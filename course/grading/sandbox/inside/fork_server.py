"""Import once, then only fork: each fork becomes one student's process, and is confined before it reads anything.

    fork server --fork--> monitor --fork--> student

The fork server never reads a byte of any job, so nothing of one student can reach the next. The monitor makes the
student's namespaces, hands over the socket that leads to the student and a leash, and lives until the leash is let go;
then the student's process, and with it all that it made, is killed.

A cold start does without the first fork: the sandbox is made for one student, whose namespaces are bubblewrap's, and
the monitor is the first process in it, which no other one there can kill.
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
    """Import, then keep as many students ready as are wanted, until the worker goes."""
    settings = json.loads(os.environ.pop("SETTINGS"))
    settings["isolation"] = isolation = Isolation(settings["isolation"])
    control = socket.socket(fileno=settings["control"])
    kept = CellOutputs()
    shell = _imported(settings["imports"], kept)
    if isolation is Isolation.WARM:
        _warm_up(shell, settings["imports"])
        kept.taken()
    called(lambda: None, (), 60.0, settings["barred"], settings["packages"])  # the rules look up what is installed once
    if isolation is not Isolation.NONE:
        forking.freeze()
    control.send(b"ready")
    if isolation is not Isolation.WARM:
        _monitor(control, shell, kept, settings)
    forking.keep_forking(settings["ready"], lambda: _monitor(control, shell, kept, settings))


def _imported(imports: list[str], kept: CellOutputs) -> InteractiveShell:
    """Import what students may use, and return a shell that shows pictures where they may draw."""
    for name in imports:
        importlib.import_module(name)
    shell = make_shell(kept)
    if "matplotlib.pyplot" in imports:
        shell.run_line_magic("matplotlib", "inline")
    return shell


def _warm_up(shell: InteractiveShell, imports: list[str]) -> None:
    """Do once what is slow the first time, for all students to come."""
    if "matplotlib.pyplot" in imports:
        shell.run_cell(f"{library().pictures}\n{WARM_PICTURES}", store_history=False)
    if "cvxpy" in imports:
        shell.run_cell(WARM_CVXPY, store_history=False)
    for cell in ("1 / 0", "def f(:", "%time 1"):  # IPython imports its tracebacks and timers when they are first used
        shell.run_cell(cell, store_history=False)
    shell.reset(new_session=True)


def _monitor(control: socket.socket, shell: InteractiveShell, kept: CellOutputs, settings: dict[str, Any]) -> NoReturn:
    """Make one student's process, hand it over, and end it when the leash is let go."""
    ours, students = socket.socketpair()
    leash, held = socket.socketpair()
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
        socket.send_fds(control, [b"student"], [ours.fileno(), held.fileno()])
    except OSError:
        os.kill(pid, confine.KILL)
        os._exit(forking.STOP)
    for file in (control, ours, held):
        file.close()
    watch(leash, pid)
    os._exit(0)


def _become_a_student(
    students: socket.socket, shell: InteractiveShell, kept: CellOutputs, settings: dict[str, Any]
) -> NoReturn:
    """Give up everything, in the order that the kernel wants, and serve."""
    try:
        if settings["isolation"] is Isolation.WARM:
            confine.see_nothing_of_others(settings["disk_mb"])
        confine.keep_only(students.detach(), at=PIPE)
        if settings["isolation"] is not Isolation.NONE:
            _live_here()
            _have_limits(settings)
            _be_safe_from_students()
            confine.filter_calls(base64.b64decode(settings["calls"]))
        serve(PIPE, shell, kept)
    finally:
        os._exit(0)


def _be_safe_from_students() -> None:
    """Have no rights, be closed to others, and not outlive the parent."""
    confine.have_no_rights()
    confine.process(confine.DUMPABLE, 0)
    confine.process(confine.DIE_WITH_PARENT, confine.KILL)


def _live_here() -> None:
    """Take a home and a folder to work in, inside of the private /tmp."""
    for name in ("own", "desk"):
        os.makedirs(f"/tmp/{name}", exist_ok=True)
    os.chdir("/tmp/desk")
    os.setsid()
    os.umask(0o077)


def _have_limits(settings: dict[str, Any]) -> None:
    """Limit what the process may use in all."""
    confine.have_limits(
        CORE=0,
        NOFILE=64,
        NPROC=settings["threads"],
        FSIZE=settings["disk_mb"] << 20,
        MEMLOCK=0,
        MSGQUEUE=0,
        SIGPENDING=256,
        RTPRIO=0,
        NICE=0,
        STACK=16 << 20,
        AS=settings["memory_mb"] << 20,
        CPU=settings["cpu_seconds"],
    )


if __name__ == "__main__":
    main()
