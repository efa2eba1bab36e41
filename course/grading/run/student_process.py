"""A student's process, as the test runner sees it: runs cells, calls functions, is watched, ended and replaced.

It returns plain values, and all else is refused. If the process ends or has to be ended, a new one runs the cells
again, so that one bad answer costs no other answer its points.
"""

import json
import math
import socket
import time
from collections.abc import Sequence
from typing import Any

from course.grading.run.safe_messages import EARLY, LIVES, OVER, REFUSED, SLOW, WAITED
from course.grading.run.safe_outputs import Output, cleaned
from course.grading.sandbox.inside import wire
from course.grading.sandbox.inside.monitor import ANSWER
from course.grading.sandbox.inside.output_limits import ROOM
from course.grading.sandbox.job import Ending, Job
from course.judge.rules.calls import Broken

GRACE = 2.0  # seconds of CPU beyond a limit, to stop by itself: its own timer counts no time of the system's
PATIENCE = 10.0  # on a wall clock, times the limit of CPU, plus PAUSE: a busy machine costs no points
PAUSE = 60.0
LOOK = 0.5  # seconds on the clock for which a CPU time counts as known: asking costs more than most calls
AWAKE = 0.05  # of a core: a process that uses less for a while is asleep, however often it wakes up,
READY = 0.5  # unless it runs or waits for a core for this part of the time: then others keep it from running
MOST_LIVES = 12  # of a submission's process
REPLIES = 256 << 20  # bytes of arrays in all replies, for a test may keep them
ALL_OUTPUT = 24 << 20  # characters of what all cells show, as JSON


class Ended(Exception):
    """The student's process ended, or was ended; the text says why."""


class Overdue(Ended):
    """It was ended because it used up its time."""


class OutOfTime(BaseException):
    """The submission used all of its time on the clock: what is not graded by then has no mark."""


class Process:
    """One process: the socket that leads to it, and the one that leads to its monitor."""

    def __init__(self, pipe: socket.socket, monitor: socket.socket) -> None:
        self.pipe, self.monitor = pipe, monitor
        self.known, self.looked = 0.0, -math.inf  # its CPU time, and when that was
        self.delayed = 0.0  # its time of waiting for a core until then, for waiting isn't sleeping
        pipe.setblocking(False)
        try:
            first, _ = wire.receive(self.file, time.monotonic() + PAUSE)
        except (wire.Gone, wire.Late, wire.Unfit):
            first = None
        if first != {"id": 0}:  # our fault, which must not decide a mark
            raise Broken("a process for the student did not start")

    @property
    def file(self) -> int:
        """The number of the socket."""
        return self.pipe.fileno()

    def cpu(self) -> float:
        """Ask the monitor for the CPU time."""
        try:
            self.monitor.send(b"c")
            self.known, self.delayed = map(float, ANSWER.unpack(self.monitor.recv(ANSWER.size)))
            self.looked = time.monotonic()
            return self.known
        except (OSError, ValueError):
            raise Broken("the student's process cannot be watched") from None

    def cpu_before(self) -> float:
        """Return the CPU time before a request; it may miss the last moment, which is far below GRACE."""
        return self.known if time.monotonic() - self.looked < LOOK else self.cpu()

    def end(self, why: str) -> Ending:
        """Have the monitor end it, and return how it ended."""
        self.pipe.close()
        try:
            self.monitor.send(b"e")
            return Ending(why, **json.loads(self.monitor.recv(4096)))
        except (OSError, ValueError, TypeError):
            raise Broken("the student's process cannot be ended") from None
        finally:
            self.monitor.close()


class Student:
    """The student's process, and its successors when it ends."""

    def __init__(self, worker: socket.socket, job: Job) -> None:
        self.worker, self.job, self.limits = worker, job, job.limits
        self.requests, self.lives = 0, 0
        self.replies, self.output = REPLIES, ALL_OUTPUT  # how much may still come
        self.latest = time.monotonic() + self.limits.wall_seconds
        minutes = f"{self.limits.wall_seconds / 60:.3g} minutes"
        self.over = f"the submission took more than {minutes} on the clock (wall_minutes in term.toml)"
        self.endings: list[Ending] = []
        self.ran: list[str] = []  # the cells that a new process has to run again
        self.process: Process | None = None

    def run(self, code: str) -> list[Output]:
        """Run a cell, and return its outputs; Ended if it ends the process, and then no later process runs it."""
        outputs = list(cleaned(self._run(code), min(ROOM, self.output)))
        self.output -= len(json.dumps(outputs))
        self.ran.append(code)
        return outputs

    def call(self, name: str, arguments: Sequence[Any], seconds: float) -> tuple[dict[str, Any], bytes]:
        """Call a function of the student's, and return the reply; wire.Unfit or Ended if the reply is not valid."""
        body: list[bytes] = []
        request = {"do": "call", "name": name, "arguments": wire.encode(tuple(arguments), body), "seconds": seconds}
        request |= {"barred": self.job.barred, "packages": self.job.packages}
        return self._ask(request, b"".join(body), seconds)

    def end(self, why: str) -> Ended:
        """End the process, record how it ended, and return that as an exception."""
        assert self.process is not None
        process, self.process = self.process, None
        self.endings.append(process.end(why))
        return Ended(f"{why}.")

    def close(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.end(OVER)

    def _run(self, code: str) -> Any:
        seconds = self.limits.cell_seconds
        try:
            reply, _ = self._ask({"do": "run", "code": code, "seconds": seconds}, b"", seconds)
        except wire.Unfit:
            raise self.end(REFUSED) from None
        return reply.get("outputs")

    def _ask(self, request: dict[str, Any], body: bytes, seconds: float) -> tuple[dict[str, Any], bytes]:
        if time.monotonic() > self.latest:
            raise OutOfTime(self.over)
        process = self._running()
        self.requests += 1
        before, begun = process.cpu_before(), time.monotonic()
        try:
            wire.send(process.file, {**request, "id": self.requests}, body, time.monotonic() + PAUSE)
            self._wait(process, seconds, before)
            limit = min(wire.BODY, self.replies)
            head, content = wire.receive(process.file, time.monotonic() + PAUSE, body_limit=limit)
            if time.monotonic() - begun > LOOK and process.cpu() - before > seconds + GRACE:
                raise wire.Late  # it began to reply before it had the answer
            self.replies -= len(content)
        except wire.Gone:
            raise self.end(EARLY) from None
        except wire.Late as why:
            raise Overdue(str(self.end(str(why) or SLOW.format(seconds)))) from None
        if type(head) is not dict or head.get("id") != self.requests:
            raise wire.Unfit("the reply is to another request")
        return head, content

    def _wait(self, process: Process, seconds: float, before: float) -> None:
        """Wait until a reply begins, as long as the process has CPU time left; Late if it does not."""
        latest = time.monotonic() + PATIENCE * seconds + PAUSE
        pause = min(seconds, LOOK)
        since, then = time.monotonic(), (before, process.delayed)
        while not wire.is_ready(process.file, pause):
            now, used = time.monotonic(), process.cpu()
            if used - before > seconds + GRACE or now > latest:
                raise wire.Late
            if now > self.latest:
                self.end(self.over)
                raise OutOfTime(self.over)
            if now - since > self.limits.idle_seconds:
                if asleep(now - since, used - then[0], process.delayed - then[1]):
                    raise wire.Late(WAITED)
                since, then = now, (used, process.delayed)

    def _running(self) -> Process:
        """Return the process; a new one first runs all cells that ran before."""
        if self.process is None:
            if self.lives == MOST_LIVES:
                raise Ended(f"{LIVES.format(MOST_LIVES)}.")
            self.lives += 1
            wire.send(self.worker.fileno(), {"need": "student"})
            _, files, _, _ = socket.recv_fds(self.worker, 16, 2)
            if len(files) != 2:
                raise Broken("a process for the student could not be started")
            self.process = Process(*(socket.socket(fileno=file) for file in files))
            for code in self.ran:
                self._run(code)
        return self.process


def asleep(seconds: float, ran: float, delayed: float) -> bool:
    """Return whether a process slept most of these seconds, given how long it ran and how long it waited for a core."""
    return ran < AWAKE * seconds and ran + delayed < READY * seconds
