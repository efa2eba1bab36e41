"""Grade submissions with as many workers as there is memory for, in the fastest isolation that works here.

Where that is less or slower than what was asked for, a sentence says why, what it costs and what can be done.
"""

import sys
from collections.abc import Callable, Sequence

from course.grading.notebook.rebuild import ProblemSet
from course.grading.results import Result
from course.grading.run.grade_one import Submission
from course.grading.sandbox import self_test
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Limits
from course.grading.term.term import Term
from course.grading.whole_class import grade_many
from tools import machine

FEW = 20  # submissions that are graded with cold starts before warm ones are tried again
UNSAFE = "Without a sandbox students' code has all your rights. Each result will say so."
SLOW = (
    "Warm starts failed {} times: {}. So each submission gets a new sandbox, which is as safe and takes some seconds "
    "more. Warm starts are tried again after {} submissions; `course doctor` tries them, too."
)
FAST = "Warm starts work now. They are used for the other {}."
CROWDED = (
    "Only {} of {} workers can be started: each may take {:.1f} GB of memory, and {:.1f} GB can be had here. Close "
    "other programs, or use more machines (--cluster)."
)


def run(
    term: Term,
    problem_set: ProblemSet,
    submissions: Sequence[Submission],
    wanted: Isolation,
    *,
    workers: int | None,
    cluster: str | None,
    seen: Callable[[Result], None],
    few: int = FEW,
) -> None:
    """Grade the submissions in the isolation that is wanted, or in the best that works here."""
    many = min(workers or machine.cores(), machine.cores())
    isolation, why = wanted, ""
    if not cluster:
        many, crowded = how_many(many, machine.memory_to_spare(), grade_many.limits_of(term))
        say(crowded)
        isolation, why = self_test.best() if wanted is Isolation.WARM else (wanted, "")
    say(UNSAFE if isolation is Isolation.NONE else "")
    say(SLOW.format(self_test.TRIES, why, few) if why else "")
    say(f"{problem_set.name}: {len(submissions)} to grade on {many} worker{'s' if many > 1 else ''} ({isolation}).")
    first, rest = (submissions[:few], submissions[few:]) if why else (submissions, [])
    grade_many.grade_all(term, problem_set, first, isolation=isolation, workers=many, cluster=cluster, seen=seen)
    if rest and self_test.trouble(Isolation.WARM) is None:
        isolation = Isolation.WARM
        say(FAST.format(len(rest)))
    grade_many.grade_all(term, problem_set, rest, isolation=isolation, workers=many, cluster=cluster, seen=seen)


def how_many(asked: int, memory: float | None, limits: Limits) -> tuple[int, str]:
    """Return how many workers the available memory, in GB, allows, and a sentence if that is fewer than asked for.

    There is at least one. A worker's two processes may use all that their limits allow, at the same time.
    """
    need = (limits.memory_mb + limits.test_memory_mb) / 1024
    if memory is None or memory >= asked * need:
        return asked, ""
    many = min(asked, max(1, int(memory // need)))
    return many, CROWDED.format(many, asked, need, memory) if many < asked else ""


def say(sentence: str) -> None:
    """Print a sentence, unless it is empty, to stderr."""
    if sentence:
        print(sentence, file=sys.stderr, flush=True)
