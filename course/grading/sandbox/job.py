"""What the test runner is asked for and what it answers: plain values on the wire, these classes at both ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from course.judge.claims import ClaimResult, lines


@dataclass(frozen=True)
class TestResult:
    """What a test cell gave. A test that did not finish has no score, which is neither a pass nor a zero."""

    points: float
    score: float | None
    claims: tuple[ClaimResult, ...] = ()
    note: str | None = None  # for the instructor: what went wrong in the test itself

    @staticmethod
    def of(plain: Mapping[str, Any]) -> TestResult:
        """Return a result from what `asdict` made of one."""
        return TestResult(**{**plain, "claims": tuple(ClaimResult(**claim) for claim in plain["claims"])})

    @property
    def lines(self) -> tuple[str, ...]:
        """What the cell printed of its claims."""
        return tuple(lines(self.claims))
