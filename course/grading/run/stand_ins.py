"""The functions that hidden tests call in place of the student's: each one asks the student's process."""

import signal
from collections.abc import Sequence
from typing import Any

from course.grading.run.safe_messages import REFUSED, recognised
from course.grading.run.student_process import Ended, Overdue, Student
from course.grading.sandbox.inside import wire
from course.judge.answers import Unfit
from course.judge.rules.barred import Barred
from course.judge.rules.calls import Changed, Elsewhere, Failed
from course.judge.rules.timer import TOO_SLOW, TooSlow

RAISED = {"failed": Failed, "barred": Barred, "unfit": Unfit}  # what a reply may say in place of a value


class StandIn(Elsewhere):
    """A function of the student's, under the rules of `course.judge.rules.calls`."""

    def __init__(self, student: Student, name: str) -> None:
        self.student, self.name = student, name

    def called(self, arguments: Sequence[Any], seconds: float) -> Any:
        """Ask for the value; the timer of a test only interrupts it between two calls."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGVTALRM})  # an interrupted exchange can't be resumed
        try:
            return self._value(*self.student.call(self.name, arguments, seconds), seconds)
        except wire.Unfit:
            raise Failed(str(self.student.end(REFUSED))) from None
        except Ended as error:
            raise (TooSlow if isinstance(error, Overdue) else Failed)(str(error)) from None
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGVTALRM})

    def _value(self, reply: dict[str, Any], content: bytes, seconds: float) -> Any:
        """Return the value of a reply, or raise what the student's side reports, in our own words."""
        if "tooslow" in reply:
            raise TooSlow(TOO_SLOW.format(seconds))
        for key, kind in RAISED.items():
            if key in reply:
                raise kind(recognised(key, reply[key], self.name))
        if "value" not in reply:
            raise wire.Unfit("the reply has no value")
        value = wire.decode(reply["value"], content)
        if reply.get("changed") is True:
            raise Changed(value)
        return value
