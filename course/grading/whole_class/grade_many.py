"""Grade many submissions, on this machine or on a cluster: Dask hands them out, one at a time to each worker.

A worker knows nothing of the term: it gets bytes and returns a result, which the driver writes into a file. Whichever
process or machine is killed, the next run grades the submissions that have no such file yet.
"""

import contextlib
import itertools
import logging
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from multiprocessing import resource_tracker
from typing import Any

from course.errors import Trouble
from course.grading import results
from course.grading.collect import attempts
from course.grading.collect.attempts import Attempt
from course.grading.notebook.rebuild import ProblemSet
from course.grading.results import Result
from course.grading.run.grade_one import STANDARD, Grader, Submission, gave_up
from course.grading.sandbox import visible_files
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Limits
from course.grading.term.term import Term
from course.judge import seeds

AHEAD = 2  # tasks at each worker: one that runs, and one that waits, so that no worker is idle
DEATHS = 2  # of a worker after which its tasks are tried again; after one more, each is tried alone

_graders: dict[str, Grader] = {}  # of this worker's process: one, for the set that is graded


def to_grade(
    term: Term, problem_set: ProblemSet, students: Iterable[str], wanted: Isolation, *, again: bool = False
) -> list[Submission]:
    """Return the attempts that count and have no result by this grader yet, or, if asked `again`, one that failed.

    `wanted` is the isolation that was asked for; the result says which one the machine had.
    """
    found = []
    for student in students:
        for attempt in attempts.counting(term, problem_set.name, student):
            submission = submission_of(attempt, student, problem_set, wanted)
            path = results.path_of(term.folder, problem_set.name, student, submission.key)
            if not path.exists() or (again and results.failed(path)):
                found.append(submission)
    return found


def submission_of(attempt: Attempt, student: str, problem_set: ProblemSet, wanted: Isolation) -> Submission:
    """Return an attempt as a worker gets it; in a group, it may be another student's."""
    grader = results.grader_of(problem_set.sha256, seeds.key(), wanted)
    key = results.key(attempt.sha256, grader)
    return Submission(problem_set.name, student, attempt.number, attempt.path, key, grader)


def grade_all(
    term: Term,
    problem_set: ProblemSet,
    submissions: Sequence[Submission],
    *,
    isolation: Isolation,
    workers: int,
    cluster: Any = None,
    limits: Limits | None = None,
    seen: Callable[[Result], None] = lambda result: None,
) -> None:
    """Grade the submissions and write their results; `seen` is called with each.

    `cluster` is the address of a Dask scheduler, the name of its scheduler file (.json), or a client that is connected
    already, as dask-gateway hands one out; without it, workers are started on this machine. Without `limits` they are
    the standard ones, for as long as the term allows.
    """
    if not submissions:
        return
    limits = limits or limits_of(term)
    if cluster is None:
        visible_files.packages(problem_set.rules["packages"])  # Trouble once, and not a failure for each student
    secret = seeds.key().decode()
    with _client(workers, cluster) as client:
        settings = client.scatter((problem_set, secret, isolation, limits), broadcast=True, hash=False)
        ahead = AHEAD * max(sum(client.nthreads().values()), 1)
        suspects = []
        for submission, future in _in_a_window(client, submissions, settings, ahead):
            if _crashed_its_worker(future):
                suspects.append(submission)  # or another one did, at the same worker
            else:
                _keep(_result(submission, future), term, seen)
        for submission, future in _in_a_window(client, suspects, settings, 1):
            _keep(_result(submission, future), term, seen)


def limits_of(term: Term) -> Limits:
    """Return the limits of a submission in this term."""
    return STANDARD if term.wall_minutes is None else replace(STANDARD, wall_seconds=60.0 * term.wall_minutes)


def _keep(result: Result, term: Term, seen: Callable[[Result], None]) -> None:
    results.write_result(result, term.folder)
    seen(result)


def grade_here(settings: tuple[ProblemSet, str, Isolation, Limits], submission: Submission) -> Result:
    """Grade one submission in this worker's process, which keeps its sandboxes for the next one."""
    problem_set, _, isolation, limits = settings
    name = f"{problem_set.sha256} {isolation} {limits}"
    if name not in _graders:
        while _graders:
            _graders.popitem()[1].close()
        _graders[name] = Grader(*settings)
    return _graders[name].grade(submission)


def _in_a_window(
    client: Any, submissions: Sequence[Submission], settings: Any, ahead: int
) -> Iterator[tuple[Submission, Any]]:
    """Yield each submission with its future when it is done; at most `ahead` are with the workers at a time."""
    from distributed import as_completed

    waiting = iter(submissions)
    of_future: dict[str, Submission] = {}
    done = as_completed(loop=client.loop)

    def hand_out(number: int) -> None:
        for submission in itertools.islice(waiting, number):
            # Two may hand in the same bytes. Dask keeps statistics by the first word, so it is always the same.
            key = ("grade", submission.student, submission.attempt, submission.key, ahead)
            loaded = replace(submission, content=submission.path.read_bytes())
            future = client.submit(grade_here, settings, loaded, key=key, pure=False)
            of_future[future.key] = submission
            done.add(future)

    hand_out(ahead)
    for future in done:
        yield of_future.pop(future.key), future
        future.release()
        hand_out(1)


def _result(submission: Submission, future: Any) -> Result:
    """Return what a worker found, or that the submission crashed its workers."""
    if _crashed_its_worker(future):
        return gave_up(submission, f"it crashed its worker {DEATHS + 1} times, with no other submission there")
    if error := future.exception():
        return gave_up(submission, f"the grader failed: {type(error).__name__}: {error}")
    found: Result = future.result()
    return found


def _crashed_its_worker(future: Any) -> bool:
    return type(future.exception()).__name__ == "KilledWorker"


@contextlib.contextmanager
def _client(workers: int, cluster: Any) -> Iterator[Any]:
    """Connect to a cluster, or make one on this machine."""
    import dask
    from distributed import Client, LocalCluster

    settings = {
        "distributed.scheduler.allowed-failures": DEATHS,
        "distributed.worker.daemon": False,
        "distributed.logging.distributed": "error",
        "distributed.admin.large-graph-warning-threshold": "1 GiB",  # `course collect` limits each hand-in
    }
    with dask.config.set(settings):
        if isinstance(cluster, Client):
            yield cluster
            return
        if cluster:
            address = {"scheduler_file": cluster} if cluster.endswith(".json") else {"address": cluster}
            try:
                with Client(timeout=60, **address) as client:
                    client.wait_for_workers(1, timeout=600)
                    yield client
            except OSError as error:
                raise Trouble(f"no Dask scheduler answers at {cluster} ({error}). Start one first.") from None
            return
        with _ignoring_interrupts():
            local = LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0",
                memory_limit=0, silence_logs=logging.ERROR,
            )
        with local, Client(local) as client:
            yield client


@contextlib.contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which a terminal sends to all of them: the driver ends its workers."""
    resource_tracker.ensure_running()  # else the first worker starts it, and no longer ignores Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
