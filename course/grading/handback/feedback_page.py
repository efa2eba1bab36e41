"""A student's feedback on a problem set, as a page and as a text."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from course.grading.gradebook.part_grades import PartGrade
from course.grading.state import StudentState
from course.judge.claims import ClaimResult
from course.numbers import number
from course.pages import render

BROKEN = "Our test of this part failed. That is not your fault, and a person will look at it."
BLANK = "This answer was left blank."


@dataclass(frozen=True)
class Section:
    """One part of a problem set, graded."""

    title: str
    part: PartGrade
    claims: tuple[ClaimResult, ...] = ()
    stop: str = ""  # where the code stops on the example in the notebook
    hint: tuple[str, ...] = ()  # what small examples show, once the set is over

    @property
    def score(self) -> str:
        """The points, in words."""
        part = self.part
        if part.waits and part.by_hand is None and part.auto is None:
            return f"not graded yet, of {number(part.points)}"
        return f"{number(part.score)} of {number(part.points)}"

    @property
    def note(self) -> str:
        """A sentence on a test that failed, or an answer left blank."""
        blank = self.part.name.startswith("proof-") and self.part.auto == 0 and self.part.by_hand is None
        return BROKEN if self.part.broken else BLANK if blank else ""


@dataclass(frozen=True)
class Feedback:
    """The feedback on one set for one student."""

    title: str
    student: str
    state: StudentState
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> str:
        """The points of the set, in words."""
        points = sum(section.part.points for section in self.sections)
        open_parts = sum(section.part.waits for section in self.sections)
        so_far = f", so far: {open_parts} part{'s' * (open_parts > 1)} not graded yet" if open_parts else ""
        return f"{number(self.state.total)} of {number(points)} points{so_far}"

    @property
    def facts(self) -> Iterator[str]:
        """Which attempt counts, what lateness costs, and what happened to the code."""
        state = self.state
        if attempt := state.attempt:
            which = f"Attempt {attempt.number}" if attempt.student == state.student else "Your group's attempt"
            when = f", handed in on {attempt.when:%Y-%m-%d at %H:%M}," if attempt.when else ""
            yield f"{which}{when} is the one that counts."
        if state.lost:
            percent, minus = number(100 * state.lost), number(state.score - state.total)
            yield f"It was late, which costs {percent} % of {number(state.score)} points: -{minus}."
        yield from self.notes


def page(feedback: Feedback) -> str:
    """Return the page."""
    return render("course/grading/handback/feedback.html.j2", feedback=feedback)


def text(feedback: Feedback) -> str:
    """Return the same as plain text."""
    lines = [feedback.title, f"Feedback for {feedback.student}", "", feedback.total, *feedback.facts, ""]
    for section in feedback.sections:
        lines.append(f"{section.title}: {section.score}")
        for claim in section.claims:
            if not claim.earned:
                lines += [_indented(claim.line), _indented(f"Read: {claim.place}", "    ")]
        lines += [_indented(said) for said in (section.stop, *section.hint, section.note, section.part.comment) if said]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _indented(said: str, by: str = "  ") -> str:
    wrap = textwrap.TextWrapper(100, initial_indent=by, subsequent_indent=by + "  ", break_long_words=False)
    return "\n".join(wrap.fill(line) for line in said.splitlines())
