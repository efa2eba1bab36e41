"""The points of one test cell, claim by claim, with messages that reveal nothing about the hidden data."""

import contextlib
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from course.judge.answers import Unfit
from course.judge.claims import ClaimResult, lines
from course.judge.rules import calls
from course.judge.rules.barred import Barred
from course.judge.rules.calls import Broken, Changed, Failed, called
from course.judge.rules.timer import TooSlow

NOT_LOOKED_AT = "it was not looked at, as a claim above was not earned."
MOST_SLOW = 3  # calls in a cell that may use up their time: after that the student's code is not called again
MOST_CALLS = 50  # of the student's code in a test cell: each is sent to a sandbox when a class is graded


class NotLookedAt(Exception):
    """A claim builds on answers that an earlier claim should have got."""


class NoPoints(Exception):
    """No claim of the cell was earned. nbgrader counts the exception as zero points, and shows its text."""


class Marks:
    """Collects the claims of one hidden test cell.

    marks = Marks("ps2", "distances", "2027-spring", points=2)
    with marks.claim(2, "the distance of each vertex", read="graphs: Ways"):
        order = wholes(marks.call(distances, edges, n, 0), below=n)
        assert ...
    marks.total()
    """

    def __init__(
        self,
        problem_set: str,
        cell: str,
        term: str,
        points: int,
        barred: Sequence[str] = (),
        packages: Sequence[str] = (),
        *,
        draw: Callable[[str], int] | None = None,
        most_slow: int = MOST_SLOW,
    ) -> None:
        self.problem_set, self.cell, self.term, self.points = problem_set, cell, term, points
        self.barred, self.packages = tuple(barred), tuple(packages)
        self.draw, self.calls, self.slow, self.most_slow = draw, 0, 0, most_slow
        self.claims: list[ClaimResult] = []
        self.changed: Changed | None = None  # by a call in a claim, until a claim is lost for it
        self.charged = False  # a cell loses one claim for it, not more
        self.data = ""  # the kind of data that the claim is on at present
        self.faults: list[str] = []  # what claims raised that no claim should: for the instructor only

    def seed(self, name: str) -> int:
        """Return the seed of this name, always the same. Without a `draw` no student can predict it."""
        if self.draw:
            return self.draw(name)
        from course.judge import seeds  # not in the wheels for practice

        return seeds.seed(self.term, self.problem_set, self.cell, name)

    def rng(self, name: str) -> np.random.Generator:
        """Return a generator of random numbers from the seed of this name."""
        return np.random.default_rng(self.seed(name))

    @contextlib.contextmanager
    def claim(self, points: int, words: str, read: str) -> Iterator[None]:
        """Give the points if the block ends without an exception. `read` is 'chapter: heading'.

        Whatever an answer makes the block raise, the claim is not earned and the test goes on. What is neither a failed
        assertion nor a refusal in words is a fault of the test, and is recorded. Broken is our own error: no mark.
        """
        self.data, self.changed, reason = "", None, None
        try:
            yield
            self._nothing_was_changed()
        except AssertionError:
            reason = ""
        except (Unfit, Barred, TooSlow, Failed, NotLookedAt, Changed) as error:
            reason = str(error)
        except Broken:
            raise
        except Exception as error:
            reason = ""
            self.faults.append(f"{type(error).__name__} in line {_line(error)}")
        self.claims.append(ClaimResult(points, words, read, reason, "" if reason is None else self.data))

    def _nothing_was_changed(self) -> None:
        """Raise Changed at the end of the first claim in which a call changed what it was given."""
        if self.changed and not self.charged:
            self.charged, self.data = True, ""
            raise self.changed

    def on(self, data: str) -> None:
        """Say on what kind of data the claim is from here on, such as 'points that no plane separates'.

        If it is lost there, students read that. So the words hold no number of the data, and nothing of an answer.
        """
        self.data = data

    def needs(self, answers: object) -> None:
        """Say that this claim wasn't looked at, if an earlier one didn't get all answers that it builds on."""
        if not answers:
            raise NotLookedAt(NOT_LOOKED_AT)

    def call(self, function: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Any:
        """Call the student's function with copies of the arguments, without output, watched, for a limited time."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Broken(f"{self.cell}: a test cell may call the student's code at most {MOST_CALLS} times")
        if self.slow == self.most_slow:
            raise TooSlow(f"{self.slow} call{'s' * (self.slow > 1)} before this one took too long.")
        try:
            return called(function, arguments, seconds or calls.SECONDS, self.barred, self.packages)
        except TooSlow:
            self.slow += 1
            raise
        except Changed as change:
            self.changed = change
            return change.value
        except (Unfit, Barred, Failed, Broken):
            raise
        except Exception as error:  # of our own code: no answer can raise it
            raise Broken(f"a call of the student's code failed: {type(error).__name__}: {error}") from error

    @property
    def score(self) -> int:
        """The points earned so far."""
        return sum(claim.score for claim in self.claims)

    def total(self) -> int:
        """Print the result of each claim, and return the points; NoPoints if there are none."""
        text = "\n".join(lines(self.claims))
        if self.score == 0:
            raise NoPoints(text)
        print(text)
        return self.score


def _line(error: Exception) -> int:
    """Return the line of the test that raised the error, itself or in what it called."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    lines = [frame.lineno or 0 for frame in frames if frame.filename == frames[0].filename]
    return lines[-1] if lines else 0
