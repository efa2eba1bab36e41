"""Results of format 1, written until autumn 2026, had the claims of a test as the lines that it printed."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from course.grading.sandbox.job import CellResult
from course.judge.claims import ClaimResult

CLAIM = re.compile(
    r"(?P<score>\d+) of (?P<points>\d+): (?P<words>.*?)\.?(?: Not (?:earned|shown)(?:\.|: (?P<reason>.*)))?", re.DOTALL
)
READ = re.compile(r"\s*Read: chapter (['\"].*['\"]), section (['\"].*['\"])\.")


def test_result(cell: Mapping[str, Any]) -> CellResult:
    """Return a test's result from what format 1 has of it."""
    return CellResult(cell["points"], cell["score"], tuple(claims(cell["lines"])), cell["note"])


def claims(lines: Sequence[str]) -> list[ClaimResult]:
    """Return the claims of which these are the lines."""
    found: list[ClaimResult] = []
    for line in lines:
        if claim := CLAIM.fullmatch(line):
            reason = None if claim["score"] == claim["points"] else claim["reason"] or ""
            found.append(ClaimResult(int(claim["points"]), claim["words"], "", reason))
        elif found and (read := READ.fullmatch(line)):
            found[-1] = replace(found[-1], read=": ".join(map(ast.literal_eval, read.groups())))
        elif found:
            found[-1] = replace(found[-1], reason=f"{found[-1].reason or ''}\n{line.strip()}")
    return found
