"""Replace students' names in the report by pseudonyms, unless the instructor asks for names.

A pseudonym is a keyed hash: the same student has the same one in all reports of a term, and only the instructor's key
can tell whose it is. Names that students wrote into their code are redacted.
"""

import base64
import hmac
import re
from collections.abc import Collection

from course.grading.report.similarity.lexing import KEPT
from course.grading.term.student import Student
from course.grading.term.term import Term
from course.judge import seeds

REDACTED = "▒▒▒"
WORD = re.compile(r"[^\W_]+")


class Names:
    """The names of a term's students, shown or hidden. `words` are those of the course's code, which stay."""

    def __init__(self, term: Term, *, shown: bool, words: Collection[str] = ()) -> None:
        self.term, self.shown = term, shown
        self.secret = set[str]()
        if not shown:
            own = {word for student in term.students.values() for word in _words(student)}
            self.secret = {word for word in own - set(words) - KEPT if len(word) > 1}

    def label(self, members: tuple[str, ...]) -> str:
        """Return what the report calls a student or a group."""
        if self.shown:
            return ", ".join(f"{self.term.students[one].name or one} ({one})" for one in members)
        one = "group" if len(members) > 1 else "student"
        return f"{one}-{pseudonym(self.term.name, members[0])}"

    def redacted(self, text: str) -> str:
        """Return a text without the names of the class's students."""
        if self.shown:
            return text
        return WORD.sub(lambda found: REDACTED if found[0].casefold() in self.secret else found[0], text)


def pseudonym(term: str, student: str) -> str:
    """Return the pseudonym of a student, the same each time."""
    digest = hmac.digest(seeds.key(), f"pseudonym/{term}/{student}".encode(), "sha256")
    return base64.b32encode(digest[:5]).decode().lower()


def _words(student: Student) -> set[str]:
    """Return the words that identify a student."""
    address = student.email.partition("@")[0]
    name = WORD.findall(student.name.casefold())
    about = " ".join((student.id, address, student.canvas, student.moodle)).casefold()
    return {*name, "".join(name), *WORD.findall(about)}
