"""A worker's two zygotes for one problem set: one for its students' processes, one for their tests.

    with Pair(barred, packages, Limits()) as pair:
        outcome = pair.grade(job)
"""

from __future__ import annotations

import base64
import json
import os
import select
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from course import settings
from course.errors import Trouble
from course.files.scratch import Scratch
from course.grading.sandbox import bubblewrap, syscall_filter, visible_files
from course.grading.sandbox.inside import wire
from course.paths import CODE, ROOT
from course.settings import FILE

STUDENTS, TESTS = "course.grading.sandbox.inside.fork_server", "course.grading.run.test_runner"
WARM, COLD, NONE = "warm", "cold", "none"  # how students' processes are isolated
STARTS = 120.0  # seconds on a wall clock, for imports on a busy machine
ANSWERS = 3600.0  # seconds on a wall clock that our own side may take, beyond what is the student's
REPLY = 64 << 20


class Lost(Exception):
    """A process of ours has gone or does not answer. That is never the student's fault: grade again."""


@dataclass(frozen=True)
class Limits:
    """What a submission may use. A call's own limit stands in the problem set."""

    cell_seconds: float = 60.0  # of CPU, for a cell of the student's
    cpu_seconds: int = 300  # of CPU, for a process of the student's
    memory_mb: int = 3072
    disk_mb: int = 64
    threads: int = 64
    wall_seconds: float = 900.0  # on the clock, for all that is the student's: beyond that there is no mark
    idle_seconds: float = 30.0  # on the clock, for a call that takes hardly any CPU time
    check_seconds: float = 60.0  # of CPU, for what a test does with the answers
    test_seconds: int = 600  # of CPU, for all tests
    test_memory_mb: int = 4096


class Zygote:
    """A sandboxed process that forks, and the socket that leads to it."""

    def __init__(self, view: bubblewrap.View, module: str, settings: Mapping[str, Any], *first: str) -> None:
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.said = tempfile.TemporaryFile()  # noqa: SIM115  it is read when the process has failed
        told = json.dumps({**settings, "control": theirs.fileno()})
        seen = bubblewrap.View(view.shown, view.path, {**view.environment, "SETTINGS": told})
        command, environment = bubblewrap.command(seen, module, *first), None
        if settings["isolation"] == NONE:
            command, environment = bubblewrap.no_walls(seen, module)
        with theirs:
            self.process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=self.said,
                stderr=self.said,
                pass_fds=[theirs.fileno()],
            )

    def wait_until_ready(self) -> None:
        """Wait for the imports; Trouble, with what the process said, if it does not come to that."""
        if not self._readable(STARTS) or self.control.recv(16) != b"ready":
            self._end()
            self.said.seek(0)
            said = self.said.read().decode(errors="replace").strip().splitlines() or ["it said nothing"]
            raise Trouble(f"a sandbox does not start here: {said[-1]}. See `course doctor`, and try --cold.")

    def take(self) -> list[int]:
        """Return the files that lead to a process that stands ready."""
        if not self._readable(STARTS):
            raise Lost("no process stands ready")
        _, files, _, _ = socket.recv_fds(self.control, 16, 2)
        if not files:
            raise Lost("the zygote has gone")
        return files

    def close(self) -> None:
        """End it, and with it all that it made."""
        self._end()
        self.said.close()

    def _end(self) -> None:
        self.control.close()
        self.process.kill()
        self.process.wait()

    def _readable(self, seconds: float) -> bool:
        return bool(select.select([self.control], [], [], seconds)[0])


class Pair:
    """The two zygotes, and what they see. Where it is not warm, each process of a student's has a start of its own."""

    def __init__(
        self, barred: Sequence[str], packages: Sequence[str], limits: Limits, ready: int = 2, isolation: str = WARM
    ) -> None:
        self.limits, self.packages, self.isolation = limits, tuple(packages), isolation
        self.scratch = Scratch()
        self.started: list[Zygote] = []
        place = self.scratch.path
        place.chmod(0o755)
        visible_files.lay_out(place, barred)
        imports = visible_files.warm_imports(packages)
        calls = base64.b64encode(syscall_filter.program()).decode()
        rules = {"barred": list(barred), "packages": list(packages), "calls": calls, **asdict(limits)}
        self.settings = {"ready": ready, "imports": imports, "isolation": isolation, **rules}
        self.view = _students_view(place, packages)
        try:
            if isolation == WARM:
                self.students = self._start(self.view, STUDENTS, self.settings)
            imports = [*imports, "course.judge.data"]
            self.tests = self._start(_tests_view(), TESTS, {"ready": ready, "imports": imports, "isolation": isolation})
            for zygote in self.started:
                zygote.wait_until_ready()
        except BaseException:
            self.close()
            raise

    def grade(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Have one submission graded; Lost if something of ours has gone."""
        told = {**job, **asdict(self.limits)}
        ours, theirs = socket.socketpair()
        try:
            with ours, theirs:
                socket.send_fds(self.tests.control, [b"job"], [theirs.fileno()])
                theirs.close()
                latest = time.monotonic() + self.limits.wall_seconds + ANSWERS
                wire.send(ours.fileno(), told, deadline=latest)
                while (answer := wire.receive(ours.fileno(), latest, REPLY)[0]) == {"need": "student"}:
                    self._hand_over(ours)
                return dict(answer)
        except (OSError, wire.Gone, wire.Late, wire.Unfit) as error:
            raise Lost(f"the tests' process has gone or does not answer ({type(error).__name__})") from None
        finally:
            self._end_cold_ones()

    def _hand_over(self, worker: socket.socket) -> None:
        if self.isolation != WARM:
            self._end_cold_ones()
            self.students = self._start(self.view, STUDENTS, self.settings, "--as-pid-1")
            self.students.wait_until_ready()
        files = self.students.take()
        socket.send_fds(worker, [b"student"], files)
        for file in files:
            os.close(file)

    def _start(self, view: bubblewrap.View, module: str, settings: Mapping[str, Any], *first: str) -> Zygote:
        self.started.append(Zygote(view, module, settings, *first))
        return self.started[-1]

    def _end_cold_ones(self) -> None:
        for zygote in [zygote for zygote in self.started if self.isolation != WARM and zygote is not self.tests]:
            zygote.close()
            self.started.remove(zygote)

    def close(self) -> None:
        """End all processes, and remove what they saw."""
        for zygote in self.started:
            zygote.close()
        self.scratch.remove()

    def __enter__(self) -> Pair:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
