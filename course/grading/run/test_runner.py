"""The trusted side: nbgrader's test cells run here, and the student's functions are stand-ins that ask across the pipe.

This runs in a sandbox of its own, forked for one submission. It holds the hidden tests, so nothing of a student's is
run in it: what comes back from the student is decoded strictly, into plain values, or refused. If the student's process
ends or has to be ended, a fresh one runs the cells again, so that one bad answer costs no other its points.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import json
import os
import signal
import socket
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from course.grading.run import example_run
from course.grading.run.safe_messages import EARLY, LIVES, OVER, REFUSED, SLOW, SLOW_CHECK, WAITED, recognised
from course.grading.run.safe_outputs import Output, error_output, shown
from course.grading.sandbox.inside import confine, forking, wire
from course.grading.sandbox.inside.limits import ROOM
from course.grading.sandbox.inside.monitor import ANSWER
from course.judge.answers import Unfit
from course.judge.marks import NoPoints
from course.judge.rules.barred import Barred
from course.judge.rules.calls import TOO_SLOW, Broken, Elsewhere, Failed, TooSlow

GRACE = 2.0  # seconds of CPU beyond a limit, to stop by itself: its own timer counts no time of the system's
PATIENCE = 10.0  # on a wall clock, times the limit of CPU, plus this many seconds: a busy machine costs nobody points
PAUSE = 60.0
LOOK = 0.5  # seconds on the clock for which a CPU time is taken as known: to ask costs more than most calls
AWAKE = 0.05  # of a core: a process that takes less for a while is asleep, however often it stirs,
READY = 0.5  # unless it runs or waits for a core for so much of the time: then others keep it from running
MOST_LIVES = 12  # of a submission's process
JOB = 256 << 20
REPLIES = 256 << 20  # bytes of arrays in all replies, for a test may keep them
ALL_OUTPUT = 24 << 20  # characters of what all cells show, as JSON


class Ended(Exception):
    """The student's process ended, or was ended; the text says why."""


class Overdue(Ended):
    """It was ended, for it used up its time."""


class OutOfTime(BaseException):
    """The submission held its worker for as long as it may: what is not graded by then has no mark."""


class Student:
    """The student's process, and the next one when it has ended."""

    def __init__(self, worker: socket.socket, job: dict[str, Any]) -> None:
        self.worker, self.job = worker, job
        self.requests, self.lives = 0, 0
        self.replies, self.output = REPLIES, ALL_OUTPUT  # how much may come yet
        self.latest = time.monotonic() + job["wall_seconds"]
        minutes = f"{job['wall_seconds'] / 60:.3g} minutes"
        self.over = f"the submission took more than {minutes} on the clock (wall_minutes in term.toml)"
        self.endings: list[dict[str, Any]] = []
        self.ran: list[str] = []  # the cells that a fresh process has to run again
        self.pipe: socket.socket | None = None
        self.known, self.looked = 0.0, 0.0  # the process's CPU time, and when that was
        self.delayed = 0.0  # by others that ran, at the same moment: who waits for a core is not asleep

    def run(self, code: str) -> list[Output]:
        """Run a cell, and return what it shows; Ended if it ends the process, and no later one runs it."""
        outputs = list(shown(self._run(code), min(ROOM, self.output)))
        self.output -= len(json.dumps(outputs))
        self.ran.append(code)
        return outputs

    def call(self, name: str, arguments: Sequence[Any], seconds: float) -> Any:
        """Call a function of the student's, under the rules of `course.judge.rules.calls`."""
        body: list[bytes] = []
        request = {"do": "call", "name": name, "arguments": wire.encode(tuple(arguments), body), "seconds": seconds}
        request |= {"barred": self.job["barred"], "packages": self.job["packages"]}
        try:
            reply, content = self._ask(request, b"".join(body), seconds)
            return _value(reply, content, name, seconds)
        except wire.Unfit:
            raise Failed(str(self._end(REFUSED))) from None
        except Ended as error:
            raise (TooSlow if isinstance(error, Overdue) else Failed)(str(error)) from None

    def close(self) -> None:
        """End the process, if there is one."""
        if self.pipe is not None:
            self._end(OVER)

    def _run(self, code: str) -> Any:
        seconds = self.job["cell_seconds"]
        try:
            reply, _ = self._ask({"do": "run", "code": code, "seconds": seconds}, b"", seconds)
        except wire.Unfit:
            raise self._end(REFUSED) from None
        return reply.get("outputs")

    def _ask(self, request: dict[str, Any], body: bytes, seconds: float) -> tuple[dict[str, Any], bytes]:
        if time.monotonic() > self.latest:
            raise OutOfTime(self.over)
        pipe = self._living()
        self.requests += 1
        before, begun = self._cpu_before(), time.monotonic()
        try:
            wire.send(pipe.fileno(), {**request, "id": self.requests}, body, time.monotonic() + PAUSE)
            self._wait(seconds, before)
            room = min(wire.BODY, self.replies)
            head, content = wire.receive(pipe.fileno(), time.monotonic() + PAUSE, body_limit=room)
            if time.monotonic() - begun > LOOK and self._cpu() - before > seconds + GRACE:
                raise wire.Late  # it began to reply before it knew what
            self.replies -= len(content)
        except wire.Gone:
            raise self._end(EARLY) from None
        except wire.Late as why:
            raise Overdue(str(self._end(str(why) or SLOW.format(seconds)))) from None
        if type(head) is not dict or head.get("id") != self.requests:
            raise wire.Unfit("it answers something else")
        return head, content

    def _wait(self, seconds: float, before: float) -> None:
        """Wait until a reply begins, as long as the process has CPU time left; Late if it does not."""
        assert self.pipe is not None
        latest = time.monotonic() + PATIENCE * seconds + PAUSE
        pause = min(seconds, LOOK)
        since, then = time.monotonic(), (before, self.delayed)
        while not wire.readable(self.pipe.fileno(), pause):
            now, used = time.monotonic(), self._cpu()
            if used - before > seconds + GRACE or now > latest:
                raise wire.Late
            if now > self.latest:
                self._end(self.over)
                raise OutOfTime(self.over)
            if now - since > self.job["idle_seconds"]:
                if asleep(now - since, used - then[0], self.delayed - then[1]):
                    raise wire.Late(WAITED)
                since, then = now, (used, self.delayed)

    def _living(self) -> socket.socket:
        """Return the pipe to the process; a fresh one first runs all cells that ran before."""
        if self.pipe is None:
            if self.lives == MOST_LIVES:
                raise Ended(f"{LIVES.format(MOST_LIVES)}.")
            self.lives += 1
            wire.send(self.worker.fileno(), {"need": "student"})
            _, files, _, _ = socket.recv_fds(self.worker, 16, 2)
            if len(files) != 2:
                raise Broken("no process for the student could be had")
            self.pipe, self.leash = (socket.socket(fileno=file) for file in files)
            self.pipe.setblocking(False)
            self.looked = -LOOK
            self._expect_ready()
            for code in self.ran:
                self._run(code)
        return self.pipe

    def _expect_ready(self) -> None:
        """See that the process came up: if it did not, that is our fault, and no mark may come of it."""
        assert self.pipe is not None
        try:
            if wire.receive(self.pipe.fileno(), time.monotonic() + PAUSE)[0] == {"id": 0}:
                return
        except (wire.Gone, wire.Late, wire.Unfit):
            pass
        raise Broken("a process for the student did not come up")

    def _cpu_before(self) -> float:
        """Return the CPU time before a request; what went in the last moment may be missing, and is far below GRACE."""
        return self.known if time.monotonic() - self.looked < LOOK else self._cpu()

    def _cpu(self) -> float:
        try:
            self.leash.send(b"c")
            self.known, self.delayed = map(float, ANSWER.unpack(self.leash.recv(ANSWER.size)))
            self.looked = time.monotonic()
            return self.known
        except (OSError, ValueError):
            raise Broken("the student's process cannot be watched") from None

    def _end(self, why: str) -> Ended:
        """End the process, note how it ended, and return that as an exception."""
        assert self.pipe is not None
        self.pipe.close()
        self.pipe = None
        try:
            self.leash.send(b"e")
            self.endings.append(json.loads(self.leash.recv(4096)) | {"why": why})
        except (OSError, ValueError):
            raise Broken("the student's process cannot be ended") from None
        finally:
            self.leash.close()
        return Ended(f"{why}.")


def asleep(seconds: float, ran: float, delayed: float) -> bool:
    """Return whether a process that ran so long, and waited so long for a core, slept for most of the time."""
    return ran < AWAKE * seconds and ran + delayed < READY * seconds


class StandIn(Elsewhere):
    """A function of the student's, in whose place the pipe is asked."""

    def __init__(self, student: Student, name: str) -> None:
        self.student, self.name = student, name

    def called(self, arguments: Sequence[Any], seconds: float) -> Any:
        """Ask for the value."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGVTALRM})  # a talk that is cut off could not go on
        try:
            return self.student.call(self.name, arguments, seconds)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGVTALRM})


def grade(student: Student, job: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run the cells in order, the student's over there and the tests here; yield what came of each."""
    scope: dict[str, Any] = {"__name__": "__main__"} | {name: StandIn(student, name) for name in job["functions"]}
    for cell in job["cells"]:
        if cell["kind"] == "test":
            yield cell["id"], _test(cell, scope, job["check_seconds"])
            continue
        if cell["kind"] == "given":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(cell["code"], cell["id"], "exec"), scope)
        try:
            yield cell["id"], {"outputs": student.run(cell["code"])}
        except (Ended, OutOfTime) as error:
            yield cell["id"], {"outputs": [error_output("Ended", str(error))]}


def example_stops(student: Student) -> dict[str, example_run.Stop]:
    """Run the cells without the tests, and return where the student's code stops; see `example`."""
    ran: list[tuple[dict[str, Any], list[Output]]] = []
    student.latest = time.monotonic() + student.job["wall_seconds"]
    with contextlib.suppress(Ended, OutOfTime):
        for cell in student.job["cells"]:
            ran.append((cell, student.run(cell["code"])))
            if any(output.get("ename") == example_run.CUT_OFF for output in ran[-1][1]):
                break
    student.close()
    return example_run.stops(ran)


def _test(cell: dict[str, Any], scope: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Run a test cell as a notebook would. Its score is the value of its last line; a test that breaks has none."""
    printed = io.StringIO()
    scope.pop("marks", None)
    try:
        with contextlib.redirect_stdout(printed), _bounded(seconds):
            value = _executed(cell["code"], cell["id"], scope)
        if type(value) not in (int, float) or not 0 <= value <= cell["points"]:
            raise Broken(f"it ends with {value!r}, which is no number of points")
    except NoPoints as error:
        return _tested(scope, 0.0, error_output("NoPoints", str(error)))
    except Broken:
        raise
    except TooSlow as error:
        if "marks" in scope and scope["marks"].claims:  # else the time went into its own data
            scope["marks"].faults.append("TooSlow between two claims")
            return _tested(scope, float(scope["marks"].score), error_output("TooSlow", str(error)))
        return _broken(cell, error)
    except OutOfTime as error:
        return _unfinished(str(error))
    except Exception as error:
        return _broken(cell, error)
    points = {"execution_count": 1, "metadata": {}, "data": {"text/plain": repr(value)}}
    text = {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
    return _tested(scope, float(value), text, {"output_type": "execute_result", **points})


def _tested(scope: dict[str, Any], score: float, *outputs: Output) -> dict[str, Any]:
    """Return what a test gave; its faults, which no student's answer should bring about, are for the instructor."""
    marks = scope["marks"]
    note = f"a claim ended with {', '.join(marks.faults)}, and counts as not earned" if marks.faults else None
    return {"outputs": list(outputs), "score": score, "claims": [*map(asdict, marks.claims)], "note": note}


def _broken(cell: dict[str, Any], error: Exception) -> dict[str, Any]:
    return _unfinished(f"the test did not finish: {type(error).__name__} in line {_line(error, cell['id'])}")


def _unfinished(note: str) -> dict[str, Any]:
    return {"outputs": [error_output("TestError", note)], "score": None, "claims": [], "note": note}


@contextlib.contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raise TooSlow where so much CPU time went into checking answers, and again each second after."""

    def ring(number: int, frame: Any) -> None:
        raise TooSlow(SLOW_CHECK.format(seconds))

    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _line(error: Exception, cell: str) -> int:
    return next((frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == cell), 0)


def _executed(code: str, name: str, scope: dict[str, Any]) -> Any:
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), scope)
    return eval(compile(ast.Expression(last.value), name, "eval"), scope) if isinstance(last, ast.Expr) else None


def _value(reply: dict[str, Any], content: bytes, function: str, seconds: float) -> Any:
    """Return the value of a reply, or raise what the student's side says has happened, in words of ours."""
    if "tooslow" in reply:
        raise TooSlow(TOO_SLOW.format(seconds))
    for key, kind in (("failed", Failed), ("barred", Barred), ("unfit", Unfit)):
        if key in reply:
            raise kind(recognised(key, reply[key], function))
    if "value" not in reply:
        raise wire.Unfit("it has no value")
    return wire.decode(reply["value"], content)


def main() -> None:
    """Import once, then fork a process for each job; each reads one job, and answers it."""
    settings = json.loads(os.environ.pop("SETTINGS"))
    control = socket.socket(fileno=settings["control"])
    for name in settings["imports"]:
        importlib.import_module(name)
    if settings["isolation"] != "none":
        forking.freeze()
    control.send(b"ready")
    forking.keep_forking(settings["ready"], lambda: serve(control, settings["isolation"]))


def serve(control: socket.socket, isolation: str) -> None:
    """Take one job, grade it, answer, and end."""
    if isolation != "none":
        confine.process(confine.DIE_WITH_PARENT, confine.KILL)
    _, files, _, _ = socket.recv_fds(control, 16, 1)
    control.close()
    if not files:
        os._exit(forking.STOP)
    worker = socket.socket(fileno=files[0])
    job, _ = wire.receive(worker.fileno(), None, JOB)
    confine.have_limits(CORE=0, AS=job["test_memory_mb"] << 20, CPU=job["test_seconds"])
    os.environ["COURSE_KEY"] = job.pop("key")
    student, untested = Student(worker, job), Student(worker, example_run.job_of(job))
    try:
        answer: dict[str, Any] = {"cells": dict(grade(student, job)), "example": {}}
        student.close()
        # Without walls a process may find what an earlier one has left.
        if isolation != "none" and example_run.wanted(job, answer["cells"]):
            answer["example"] = example_stops(untested)
    except (Exception, Broken) as error:
        answer = {"broken": f"{type(error).__name__}: {error}", "where": traceback.format_exc()}
    endings = [*student.endings, *(ending | {"why": OVER} for ending in untested.endings)]
    wire.send(worker.fileno(), {**answer, "endings": endings, "cpu_seconds": time.process_time()})
    os._exit(0)


if __name__ == "__main__":
    main()
