"""Which isolation works on this machine, tested with a cell that does nothing."""

from course.errors import Trouble
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Cell, Job, Limits
from course.grading.sandbox.sandboxes import Lost, Sandboxes

TRIES = 3  # of warm starts
NOTHING = Job((Cell("nothing", "run", "1"),), (), (), ("numpy",), "", Limits())


def trouble(isolation: Isolation) -> str | None:
    """Return why this isolation does not work here, or None if it does."""
    try:
        with Sandboxes([], ["numpy"], Limits(), ready=1, isolation=isolation) as sandboxes:
            return sandboxes.grade(NOTHING).broken
    except (Trouble, Lost, OSError) as error:
        return str(error)


def best() -> tuple[Isolation, str]:
    """Return the fastest isolation that works here, and why no faster one does; Trouble if none works.

    A warm start is tried several times: on a busy machine one may fail, and the whole class would be graded slowly.
    """
    reasons: list[str] = []
    for isolation, tries in ((Isolation.WARM, TRIES), (Isolation.COLD, 1)):
        for _ in range(tries):
            problem = trouble(isolation)
            if problem is None:
                return isolation, reasons[0].partition(": ")[2] if reasons else ""
        reasons.append(f"{isolation}: {problem}")
    raise Trouble(
        f"students' code cannot be isolated on this machine ({'; '.join(reasons)}). Use Linux with bubblewrap, or a "
        "container with both; see the page for instructors. --unsafe-no-sandbox grades all the same, and says so in "
        "each result."
    )


def report() -> list[str]:
    """Return what `course doctor` says about isolation."""
    words = {Isolation.WARM: "one start for many submissions", Isolation.COLD: "a new sandbox for each"}
    problems = {isolation: trouble(isolation) for isolation in words}
    lines = [f"Isolation of students' code: {'yes' if None in problems.values() else 'no'}, tried just now"]
    for isolation, problem in problems.items():
        lines.append(f"  {isolation:<12}{'works' if problem is None else f'no: {problem}'} ({words[isolation]})")
    return lines
