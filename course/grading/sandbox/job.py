"""The test runner's job and its result: plain values on the wire, these classes at both ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from course.judge.claims import ClaimResult, lines


@dataclass(frozen=True)
class Limits:
    """What a submission may use. The problem set has the limit of a call."""

    cell_seconds: float = 60.0  # of CPU, for a cell of the student's
    cpu_seconds: int = 300  # of CPU, for a process of the student's
    memory_mb: int = 3072
    disk_mb: int = 64
    threads: int = 64
    wall_seconds: float = 900.0  # on the clock, for all of the student's code: beyond that there is no mark
    idle_seconds: float = 30.0  # on the clock, for a call that uses hardly any CPU time
    check_seconds: float = 60.0  # of CPU, for a test to check the answers
    test_seconds: int = 600  # of CPU, for all tests
    test_memory_mb: int = 4096


@dataclass(frozen=True)
class Cell:
    """A cell of code. Given ones run in both processes, tests in ours, and all others in the student's."""

    id: str
    kind: str  # given, test or run
    code: str
    points: float = 0.0


@dataclass(frozen=True)
class Job:
    """A notebook to be graded, and the rules for it."""

    cells: tuple[Cell, ...]
    functions: tuple[str, ...]  # that the student's answers define
    barred: tuple[str, ...]
    packages: tuple[str, ...]
    key: str = field(repr=False)  # from which the seeds of the tests are drawn
    limits: Limits
    hints: Mapping[str, Any] = field(default_factory=dict, repr=False)  # what is known of each function's mistakes

    @staticmethod
    def of(plain: Mapping[str, Any]) -> "Job":
        """Return a job from what `asdict` and JSON made of one."""
        cells = tuple(Cell(**cell) for cell in plain["cells"])
        names = {part: tuple(plain[part]) for part in ("functions", "barred", "packages")}
        return Job(**{**plain, **names, "cells": cells, "limits": Limits(**plain["limits"])})


@dataclass(frozen=True)
class CellResult:
    """The result of a test cell. A test that did not finish has no score, which is neither a pass nor a zero."""

    points: float
    score: float | None
    claims: tuple[ClaimResult, ...] = ()
    note: str | None = None  # for the instructor: which error the test itself had

    @staticmethod
    def of(plain: Mapping[str, Any]) -> "CellResult":
        """Return a result from what `asdict` and JSON made of one."""
        return CellResult(**{**plain, "claims": tuple(ClaimResult(**claim) for claim in plain["claims"])})

    @property
    def lines(self) -> tuple[str, ...]:
        """What the cell printed about its claims."""
        return tuple(lines(self.claims))


@dataclass(frozen=True)
class Ending:
    """Why a student's process ended, and what it used."""

    why: str
    code: int
    cpu_seconds: float
    memory_mb: float


@dataclass(frozen=True)
class JobResult:
    """The result of a job. If our own code failed, it only has the endings and the reason."""

    outputs: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # of each cell
    tests: dict[str, CellResult] = field(default_factory=dict)
    example: dict[str, dict[str, Any]] = field(default_factory=dict)  # where the code stops without hidden data
    hints: Mapping[str, Sequence[str]] = field(default_factory=dict)  # sentences by test, found without hidden data
    endings: tuple[Ending, ...] = ()
    cpu_seconds: float = 0.0  # of the tests
    broken: str | None = None

    @staticmethod
    def of(plain: Mapping[str, Any]) -> "JobResult":
        """Return a result from what `asdict` and JSON made of one."""
        tests = {name: CellResult.of(test) for name, test in plain["tests"].items()}
        return JobResult(**{**plain, "tests": tests, "endings": tuple(Ending(**one) for one in plain["endings"])})
