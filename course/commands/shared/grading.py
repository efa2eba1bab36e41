"""The gradebook, brought up to date with the results before a command goes by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from course.commands.shared.in_term import check_set
from course.commands.shared.progress import Progress
from course.grading.term.term import Term

if TYPE_CHECKING:
    from course.grading.gradebook.record import Recorded


def comparing() -> Callable[[int, int], None]:
    """Return the progress of comparing a class with its gradebook."""
    return Progress("students compared with the gradebook")


def recorded(term: Term, name: str) -> Recorded:
    """Put the results of a problem set into the gradebook, and return what is new."""
    from course.grading.gradebook import record

    check_set(term, name)
    return record.record(term, name, progress=comparing())
