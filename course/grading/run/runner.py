"""Run the tests of one submission in a sandbox of their own, and send back what they found.

This process holds the hidden tests, so no student's code runs in it: the functions that the tests call are stand-ins,
which ask the student's process. It is forked for one job from a process that has imported everything slow.
"""

import importlib
import json
import os
import socket
import time
from dataclasses import asdict, replace

from course.grading.run import cells, example_run, hinted
from course.grading.run.safe_messages import OVER
from course.grading.run.student_process import Student
from course.grading.sandbox.inside import confine, forking, wire
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Job, JobResult

JOB = 256 << 20


def main() -> None:
    """Import once, then fork a process for each job."""
    settings = json.loads(os.environ.pop("SETTINGS"))
    control, isolation = socket.socket(fileno=settings["control"]), Isolation(settings["isolation"])
    for name in settings["imports"]:
        importlib.import_module(name)
    if isolation is not Isolation.NONE:
        forking.freeze()
    control.send(b"ready")
    forking.keep_forking(settings["ready"], lambda: serve(control, isolation))


def serve(control: socket.socket, isolation: Isolation) -> None:
    """Receive one job, do it, send the result, and exit."""
    if isolation is not Isolation.NONE:
        confine.process(confine.DIE_WITH_PARENT, confine.KILL)
    _, files, _, _ = socket.recv_fds(control, 16, 1)
    control.close()
    if not files:
        os._exit(forking.STOP)
    worker = socket.socket(fileno=files[0])
    job = Job.of(wire.receive(worker.fileno(), None, JOB)[0])
    confine.have_limits(CORE=0, AS=job.limits.test_memory_mb << 20, CPU=job.limits.test_seconds)
    os.environ["COURSE_KEY"] = job.key
    wire.send(worker.fileno(), asdict(_done(worker, job, isolation)))
    os._exit(0)


def _done(worker: socket.socket, job: Job, isolation: Isolation) -> JobResult:
    """Run the notebook, and then, if a point was missed, its examples in a process that saw no hidden data."""
    student, untested = Student(worker, job), Student(worker, example_run.job_of(job))
    found = JobResult()
    try:
        outputs, tests = cells.run_cells(student, job)
        student.close()
        found = JobResult(outputs, tests)
        missed = [name for name, test in tests.items() if test.score != test.points]
        if missed and isolation is not Isolation.NONE:  # without it a process may find what an earlier one left
            example = example_run.run_example(untested)
            found = replace(found, example=example, hints=hinted.find_hints(untested, missed))
            untested.close()
    except Exception as error:
        found = JobResult(broken=f"{type(error).__name__}: {error}")
    endings = (*student.endings, *(replace(ending, why=OVER) for ending in untested.endings))
    return replace(found, endings=endings, cpu_seconds=time.process_time())


if __name__ == "__main__":
    main()
