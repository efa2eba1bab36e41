"""Whether a hand-in is late, and what that costs."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class LateRule:
    """A fraction of the points is lost for each day begun, up to the most; a delay within the grace costs nothing."""

    per_day: float = 0.0
    grace: timedelta = timedelta()
    most: float = 1.0

    def is_late(self, due: datetime | None, when: datetime) -> bool:
        """Return whether this moment is after the due date and the grace; without a due date nothing is late."""
        return due is not None and when > due + self.grace

    def penalty(self, due: datetime | None, when: datetime) -> float:
        """Return the fraction of the points that a hand-in at this moment loses."""
        if due is None or not self.is_late(due, when):
            return 0.0
        return self.after_days(math.ceil((when - due) / timedelta(days=1)))

    def after_days(self, days: int) -> float:
        """Return the fraction of the points that this many days cost."""
        return min(self.most, self.per_day * days)
