"""The report of a check: a row for each inequality, with its two sides and whether it holds.

A check calls no solver: it replays, multiplies and compares, so a wrong solver cannot confirm itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ROUNDING = 1e-9  # relative: rounding of a million additions may move two equal sides this far apart

HOLDS = "holds"
FAILS = "fails"
NOT_MET = "hypothesis not met"
UPDATES, POINTS = ("update", 1), ("point", 0)  # what the entries of a row are, and the number of the first
IS_SO = "is so"  # the relation of a claim that is true or false rather than an inequality


@dataclass(frozen=True)
class Row:
    """One inequality: `left` `relation` `right`, where it is tightest: at the update, point, ... of number `step`.

    >>> print(Row("updates are few", 6, "<=", 65, "holds"))
    holds  updates are few: 6 <= 65

    Book: {ref}`sec-reading-a-report`
    """

    claim: str
    left: Any
    relation: str
    right: Any
    status: str
    step: int | None = None
    step_is: str = "step"

    def __str__(self) -> str:
        if self.relation == IS_SO:
            return f"{self.status}  {self.claim}" + (f" ({self.left})" if self.left != "" else "")
        where = "" if self.step is None else f" at {self.step_is} {self.step}"
        return f"{self.status}  {self.claim}: {_short(self.left)} {self.relation} {_short(self.right)}{where}"


@dataclass
class Report:
    """The rows of a check. `.ok` is true when no row fails.

    A row whose hypothesis isn't met neither holds nor fails; `.not_met` lists those. If a field of a run or a fit
    can't be read, a failing row says so, and nothing more is checked.

    >>> report = Report("two facts")
    >>> report.compare("one is less than two", 1.0, "<=", 2.0)
    >>> report.compare("two is less than one", 2.0, "<=", 1.0)
    >>> report.ok, report["two is less than one"].status
    (False, 'fails')

    Book: {ref}`sec-reading-a-report`
    """

    title: str
    rows: list[Row] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True when no row fails."""
        return not self.failed

    @property
    def failed(self) -> list[Row]:
        """The rows that fail."""
        return [row for row in self.rows if row.status == FAILS]

    @property
    def not_met(self) -> list[Row]:
        """The rows whose hypothesis is not met: they neither support nor refute the claim."""
        return [row for row in self.rows if row.status == NOT_MET]

    def compare(
        self,
        claim: str,
        left: Any,
        relation: str,
        right: Any,
        *,
        given: bool = True,
        slack: float = ROUNDING,
        scale: float | np.ndarray = 0.0,
        at: tuple[str, Any] = ("step", 0),
    ) -> None:
        """Add the row `left relation right`; both sides may be arrays.

        `given` says whether the hypotheses of the claim are met. The inequality may be missed by `slack` times the
        size of the sides, or times `scale` if that is larger, as where large terms cancel. `slack=0` is exact.
        `at` says what the entries are, and the number of the first one, or of each.
        """
        lefts, rights = np.broadcast_arrays(np.atleast_1d(left), np.atleast_1d(right))
        if lefts.size == 0:
            self.rows.append(Row(claim, "-", relation, f"no {at[0]} to compare", _status(True, given)))
            return
        sizes = np.maximum(np.maximum(np.abs(lefts), np.abs(rights)), scale)
        sizes = np.where(np.isfinite(sizes.astype(float)), sizes, 0.0)  # an infinite side gets no allowance
        room = _room(lefts, relation, rights)
        allowance = slack * sizes
        held = room > -allowance if relation in ("<", ">") and slack == 0 else room >= -allowance
        tightest = int(np.argmin(np.where(sizes > 0, room / np.where(sizes > 0, sizes, 1), room)))
        if not held.all():
            tightest = int(np.flatnonzero(~held)[0])
        status = _status(bool(held.all()), given)
        step = int((at[1] + np.arange(lefts.size) if np.ndim(at[1]) == 0 else at[1])[tightest])
        where = (step, at[0]) if lefts.size > 1 else ()
        self.rows.append(Row(claim, lefts[tightest], relation, rights[tightest], status, *where))

    def require(self, claim: str, fact: bool, found: Any = "", *, given: bool = True) -> None:
        """Add a row for a claim that is true or false rather than an inequality."""
        self.rows.append(Row(claim, found, IS_SO, "", _status(fact, given)))

    def __getitem__(self, claim: str) -> Row:
        for row in self.rows:
            if row.claim == claim:
                return row
        raise KeyError(f"no row {claim!r}; the rows are {[row.claim for row in self.rows]}")

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        counts = (len(self.rows) - len(self.failed) - len(self.not_met), len(self.failed), len(self.not_met))
        found = [f"{n} {word}" for n, word in zip(counts, ("hold", "fail", "not met"), strict=True) if n]
        verdict = "all hold" if counts[1:] == (0, 0) else ", ".join(found)
        return "\n  ".join([f"{self.title}: {verdict}", *map(str, self.rows)])

    __repr__ = __str__


def _status(fact: bool, given: bool) -> str:
    return NOT_MET if not given else HOLDS if fact else FAILS


def _room(lefts: np.ndarray, relation: str, rights: np.ndarray) -> np.ndarray:
    """Return by how much each inequality holds; NaN, which counts as failing, where both sides are infinite."""
    with np.errstate(invalid="ignore"):
        if relation in ("<=", "<"):
            return rights - lefts
        if relation in (">=", ">"):
            return lefts - rights
        return -np.abs(lefts - rights)


def _short(side: Any) -> str:
    return side if isinstance(side, str) else f"{float(side):.6g}"
