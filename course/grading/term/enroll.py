"""A newer roster of a class: who is new, who is no longer on it, and what it says otherwise than term.toml.

New students are added at the end. Of those who were there only what was left open is filled in, in lines that are as
this course wrote them; all else is an instructor's, so it is said, with the line to write.
"""


from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from course.errors import Trouble
from course.files.atomic import write_atomically
from course.grading.term import roster, term_file
from course.grading.term.roster import Listed
from course.grading.term.student import Student, plain
from course.grading.term.term import FILE, Term

COMPARED = ("name", "email", "section", "canvas")  # Moodle's numbers differ in each assignment
ONE_OF_THEIR_OWN = ("id", "email", "canvas")
NAMED = 30  # of those who are gone


@dataclass(frozen=True)
class Comparison:
    """What a newer roster says of a class."""

    new: list[Student]
    known: dict[str, Student]  # by the id in term.toml, as the roster has them
    gone: list[Student]


def enrol(folder: Path, listed: Sequence[Listed], source: Path, say: Callable[[str], None]) -> None:
    """Add those who are new to term.toml, and say what else has changed; Trouble before anything is written."""
    there = Term.read(folder).students
    found = compared(there, listed, source)
    before = (folder / FILE).read_text(encoding="utf-8-sig")
    text, left = before.rstrip("\n") + "\n", list[str]()
    for id_, now in found.known.items():
        text, line = _filled(text, there[id_], now)
        left += [line] if line else []
    text += roster.lines(found.new)
    if set(term_file.parsed(folder / FILE, text).students) != {*there, *(student.id for student in found.new)}:
        raise Trouble(f"{folder / FILE}: [students] is not the last table. Move it there; nothing was changed.")
    if text != before:
        write_atomically(folder / FILE, text.encode())
    say(f"{FILE}: {len(found.new)} new students, {len(there)} were there.")
    for line in (*left, *_gone(found, source)):
        say(line)


def compared(there: Mapping[str, Student], listed: Sequence[Listed], source: Path) -> Comparison:
    """Return who of a roster is who of the class: by the id, address, Canvas's number, or login."""
    new, known, lines = list[Student](), dict[str, Student](), dict[str, int]()
    index = {
        (what, getattr(student, what).casefold()): id_ for id_, student in there.items() for what in ONE_OF_THEIR_OWN
    }
    for one in listed:
        ids = _same(there, index, one)
        if len(ids) > 1:
            both = " and ".join(sorted(ids))
            raise Trouble(f"{source}:{one.line}: is both {both} of {FILE}. Mend one of them; nothing was changed.")
        if not ids:
            new.append(one.student)
        else:
            [id_] = ids
            if (first := lines.setdefault(id_, one.line)) != one.line:
                raise Trouble(f"{source}:{one.line}: is {id_}, as is line {first}. Remove one; nothing was changed.")
            known[id_] = one.student
    gone = [student for id_, student in there.items() if id_ not in known]
    if not known:
        _refuse_the_same_class(gone, new, source)
    return Comparison(new, known, gone)


def _same(there: Mapping[str, Student], index: Mapping[tuple[str, str], str], one: Listed) -> Set[str]:
    """Return the ids of those who have the id, address or number; or else of those whose id is one of the logins."""
    said = {what: getattr(one.student, what).casefold() for what in ONE_OF_THEIR_OWN}
    ids = {index[what, value] for what, value in said.items() if value and (what, value) in index}
    return ids or one.known_as & there.keys()


def _refuse_the_same_class(gone: Sequence[Student], new: Sequence[Student], source: Path) -> None:
    """Raise if nobody was found but by the name, for then the whole class would be there twice."""
    names = {plain("name", student.name): student for student in gone if student.name}
    twice = [student for student in new if plain("name", student.name) in names]
    if twice:
        was = names[plain("name", twice[0].name)]
        raise Trouble(
            f"{source}: none of its students has the id, address or Canvas number of one in {FILE}, but {len(twice)} "
            f"the name, such as {was.id} ({was.name}). Give it a column `id` as in {FILE}. Nothing was changed."
        )


def _filled(text: str, was: Student, now: Student) -> tuple[str, str]:
    """Return the text with what was left open of a student, and a line that says what is left as it is."""
    new = {what: getattr(now, what) for what in COMPARED if getattr(now, what)}
    opened = replace(was, **{what: value for what, value in new.items() if not getattr(was, what)})
    old_line, open_line = roster.lines([was]), roster.lines([opened])
    other = {what: value for what, value in new.items() if plain(what, value) != plain(what, getattr(opened, what))}
    if opened != was and text.count(f"\n{old_line}") == 1:
        text = text.replace(f"\n{old_line}", f"\n{open_line}")
    elif opened != was:
        other |= {what: getattr(opened, what) for what in COMPARED if getattr(opened, what) != getattr(was, what)}
    if not other:
        return text, ""
    changes = ", ".join(f"{what} {getattr(was, what) or 'none'!r} -> {value!r}" for what, value in other.items())
    wanted = roster.lines([replace(opened, **other)]).strip()
    return text, f"  {was.id}: {changes}. It stays as it is; to take it over, write: {wanted}"


def _gone(found: Comparison, source: Path) -> Iterator[str]:
    if found.gone:
        named = ", ".join(f"{one.id} ({one.name})" if one.name else one.id for one in found.gone[:NAMED])
        more = f" and {len(found.gone) - NAMED} more" if len(found.gone) > NAMED else ""
        yield f"  Not in {source.name}: {named}{more}. They stay in the class."
        yield "  Who has left: take the line out; what was handed in stays until `course forget ID`, or excuse them."
