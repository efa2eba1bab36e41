"""A worker's two fork servers for one problem set: one for its students' processes, one for their tests.

    with Sandboxes(barred, packages, Limits()) as sandboxes:
        found = sandboxes.grade(job)
"""

import base64
import contextlib
import json
import os
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from course import settings
from course.errors import Trouble
from course.files.scratch import Scratch
from course.grading.sandbox import bubblewrap, syscall_filter, visible_files
from course.grading.sandbox.inside import wire
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Job, JobResult, Limits
from course.paths import CODE, ROOT
from course.settings import FILE

STUDENTS, TESTS = "course.grading.sandbox.inside.fork_server", "course.grading.run.runner"
STARTS = 120.0  # seconds on a wall clock, for imports on a busy machine
ANSWERS = 3600.0  # seconds on a wall clock that our own side may take, beyond the student's
REPLY = 64 << 20


class Lost(Exception):
    """A process of ours ended or does not answer. That is never the student's fault: grade again."""


class ForkServer:
    """A sandboxed process that forks, and the socket that leads to it."""

    def __init__(self, view: bubblewrap.View, module: str, settings: Mapping[str, Any], *first: str) -> None:
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.said = tempfile.TemporaryFile()  # noqa: SIM115  it is read when the process has failed
        told = json.dumps({**settings, "control": theirs.fileno()})
        seen = replace(view, environment={**view.environment, "SETTINGS": told})
        command, environment = bubblewrap.command(seen, module, *first), None
        if settings["isolation"] is Isolation.NONE:
            command, environment = bubblewrap.command_without_sandbox(seen, module)
        with theirs:
            self.process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said,
                pass_fds=[theirs.fileno()],
            )

    def wait_until_ready(self) -> None:
        """Wait for the imports; Trouble, with the process's last words, if it fails."""
        if not wire.is_ready(self.control.fileno(), STARTS) or self.control.recv(16) != b"ready":
            self._end()
            self.said.seek(0)
            said = self.said.read().decode(errors="replace").strip().splitlines() or ["it said nothing"]
            raise Trouble(f"a sandbox does not start here: {said[-1]}. See `course doctor`, and try --cold.")

    def take(self) -> list[int]:
        """Return the sockets of a process that is ready."""
        if not wire.is_ready(self.control.fileno(), STARTS):
            raise Lost("no process is ready")
        _, files, _, _ = socket.recv_fds(self.control, 16, 2)
        if not files:
            raise Lost("the fork server has ended")
        return files

    def close(self) -> None:
        """End it, and with it all processes that it forked."""
        self._end()
        self.said.close()

    def _end(self) -> None:
        self.control.close()
        self.process.kill()
        self.process.wait()


class Sandboxes(contextlib.AbstractContextManager["Sandboxes"]):
    """Where one worker grades one problem set. Unless isolation is warm, each student's process has a new sandbox."""

    def __init__(
        self, barred: Sequence[str], packages: Sequence[str], limits: Limits, ready: int = 2,
        isolation: Isolation = Isolation.WARM,
    ) -> None:
        self.limits, self.isolation = limits, isolation
        self.scratch = Scratch()
        place = self.scratch.path
        imports = visible_files.warm_imports(packages)
        common = {"ready": ready, "isolation": isolation}
        calls = base64.b64encode(syscall_filter.program()).decode()
        rules = {"barred": list(barred), "packages": list(packages), "calls": calls, **asdict(limits)}
        self.settings = {**common, "imports": imports, **rules}
        self.view = _students_view(place, packages)
        self.students: ForkServer | None = None
        with contextlib.ExitStack() as stack:
            stack.callback(self.scratch.remove)
            stack.callback(self._end_students)
            place.chmod(0o755)
            visible_files.lay_out(place, barred)
            if isolation is Isolation.WARM:
                self._start_students()
            imports = [*imports, "course.judge.data"]
            self.tests = ForkServer(_tests_view(), TESTS, {**common, "imports": imports})
            stack.callback(self.tests.close)
            for server in filter(None, (self.students, self.tests)):
                server.wait_until_ready()
            self._stack = stack.pop_all()

    def grade(self, job: Job) -> JobResult:
        """Have one submission graded; Lost if a process of ours fails."""
        ours, theirs = socket.socketpair()
        try:
            with ours, theirs:
                socket.send_fds(self.tests.control, [b"job"], [theirs.fileno()])
                theirs.close()
                latest = time.monotonic() + self.limits.wall_seconds + ANSWERS
                wire.send(ours.fileno(), asdict(job), deadline=latest)
                while (answer := wire.receive(ours.fileno(), latest, REPLY)[0]) == {"need": "student"}:
                    files = self.student()
                    socket.send_fds(ours, [b"student"], files)
                    for file in files:
                        os.close(file)
                return JobResult.of(answer)
        except (OSError, wire.Gone, wire.Late, wire.Unfit) as error:
            raise Lost(f"the tests' process ended or does not answer ({type(error).__name__})") from None
        finally:
            if self.isolation is not Isolation.WARM:
                self._end_students()

    def student(self) -> list[int]:
        """Return the sockets of a new process for a student: its own, and its monitor's."""
        if self.isolation is not Isolation.WARM:
            self._end_students()
            self._start_students("--as-pid-1").wait_until_ready()
        assert self.students is not None
        return self.students.take()

    def _start_students(self, *options: str) -> ForkServer:
        self.students = ForkServer(self.view, STUDENTS, self.settings, *options)
        return self.students

    def _end_students(self) -> None:
        if self.students is not None:
            self.students.close()
            self.students = None

    def close(self) -> None:
        """End all processes, and remove the files that they saw."""
        self._stack.close()

    def __exit__(self, *error: object) -> None:
        self.close()


def _students_view(place: Path, packages: Sequence[str]) -> bubblewrap.View:
    shown = {f"/packages/{name}": path for name, path in visible_files.packages(packages).items()}
    shown |= {"/code": place / "code", "/library": place / "library"}
    return bubblewrap.View(shown, ["/code", "/library", "/packages"])


def _tests_view() -> bubblewrap.View:
    ours = {f"/code/{name}": CODE / name for name in ("course", "notebook_checks")} | {"/code/course.toml": ROOT / FILE}
    if folder := settings.library().folder:
        ours[f"/code/{folder.name}"] = folder
    return bubblewrap.View({**ours, "/packages": Path(sysconfig.get_path("purelib")).resolve()}, ["/code", "/packages"])
