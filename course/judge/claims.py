"""Claims: what a hidden test gives points for, and the result of each for an answer."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

NOT_EARNED = "Not earned"  # what a line says before the reason


@dataclass(frozen=True)
class Claim:
    """What a hidden test gives points for, as students read it."""

    points: int
    words: str


@dataclass(frozen=True)
class ClaimResult:
    """The result of a claim. The reason is None if it was earned, and otherwise one of our sentences or ''."""

    points: int
    words: str
    read: str  # 'chapter 2, Its title: heading', the place in the book to read if it is not earned
    reason: str | None = None
    data: str = ""  # the kind of data on which it was lost, where the test says so

    @property
    def earned(self) -> bool:
        """Whether the answer does what the claim says."""
        return self.reason is None

    @property
    def score(self) -> int:
        """The points that were given."""
        return self.points if self.earned else 0

    @property
    def line(self) -> str:
        """The points, the words, and why it was not earned."""
        return f"{self.score} of {self.points}: {self.words}.{'' if self.earned else f' {NOT_EARNED}{self.why}'}"

    @property
    def why(self) -> str:
        """On what the claim was lost, and how, as far as there is something to say; it follows 'Not earned'."""
        on = f" on {self.data}" if self.data else ""
        return f"{on}: {self.reason}" if self.reason else f"{on}."

    @property
    def place(self) -> str:
        """The place in the book to read, in the words of its page; '' if the claim was earned."""
        if self.earned:
            return ""
        chapter, _, heading = self.read.partition(": ")
        shown = re.sub(r"\$(?:\\v)?(\w)\$", r"\1", heading)  # $\vw$ in the book's source is a w on its page
        named = chapter if " " in chapter else f"chapter {chapter!r}"  # results of former terms name a file
        return f"{named}, section {shown!r}."


def lines(results: Iterable[ClaimResult]) -> Iterator[str]:
    """Yield what a test cell prints: a line for each claim, and another with the place in the book to read."""
    for result in results:
        yield result.line
        if result.place:
            yield f"        Read: {result.place}"


def claims_in(code: str) -> tuple[Claim, ...]:
    """Return the claims of a hidden test, each a `marks.claim(points, words)` of literals, or raise SyntaxError."""
    calls = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    return tuple(_claim(call) for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "claim")


def _claim(call: ast.Call) -> Claim:
    match call.args[:2]:
        case [ast.Constant(int(points)), ast.Constant(str(words))] if points > 0 and words:
            return Claim(points, words)
    where = ("", call.lineno, call.col_offset, None)
    raise SyntaxError("a claim is claim(points, words), both written out", where)
