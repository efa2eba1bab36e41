"""A newer roster of a class: new students, students no longer on it, and differences from term.toml.

New students are added at the end. For the others, only empty fields are filled in, and only in lines that `course init`
wrote; an instructor's lines are left alone, and the command says which line to write instead.
"""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from course.errors import Trouble
from course.files.atomic import write_atomically
from course.files.text import first_of
from course.grading.term import roster, term_file
from course.grading.term.roster import Listed
from course.grading.term.student import UNIQUE, Student, comparable
from course.grading.term.term import FILE, Term

COMPARED = ("name", "email", "section", "canvas")  # Moodle's numbers differ in each assignment


def enrol(folder: Path, listed: Sequence[Listed], source: Path, say: Callable[[str], None]) -> None:
    """Add those who are new to term.toml, and say what else has changed; Trouble before anything is written."""
    path, there = folder / FILE, Term.read(folder).students
    new, known = matched(there, listed, source)
    before = path.read_text(encoding="utf-8-sig")
    text, left = before.rstrip("\n") + "\n", list[str]()
    for id_, now in known.items():
        text, line = _filled(text, there[id_], now)
        left += [line] if line else []
    text += roster.lines(new)
    if set(term_file.parsed(path, text).students) != {*there, *(student.id for student in new)}:
        raise Trouble(f"{path}: [students] is not the last table. Move it to the end; nothing was changed.")
    if text != before:
        write_atomically(path, text.encode())
    say(f"{FILE}: {len(new)} new students, {len(there)} were there.")
    for line in left:
        say(line)
    if gone := [student for id_, student in there.items() if id_ not in known]:
        named = first_of([f"{one.id} ({one.name})" if one.name else one.id for one in gone], 30)
        say(f"  Not in {source.name}: {named}. They stay in the class.")
        say("  If one of them left: remove the line. The work stays until `course forget ID`. Or excuse them.")


def matched(
    there: Mapping[str, Student], listed: Sequence[Listed], source: Path
) -> tuple[list[Student], dict[str, Student]]:
    """Return the new students of a roster, and the others by their id in the class."""
    new, known, lines = list[Student](), dict[str, Student](), dict[str, int]()
    index = {(what, getattr(student, what).casefold()): id_ for id_, student in there.items() for what in UNIQUE}
    for one in listed:
        ids = _same(there, index, one)
        if len(ids) > 1:
            both = " and ".join(sorted(ids))
            raise Trouble(f"{source}:{one.line}: is both {both} of {FILE}. Correct one of them; nothing was changed.")
        if not ids:
            new.append(one.student)
        else:
            [id_] = ids
            if (first := lines.setdefault(id_, one.line)) != one.line:
                raise Trouble(f"{source}:{one.line}: is {id_}, as is line {first}. Remove one; nothing was changed.")
            known[id_] = one.student
    if not known:
        _refuse_the_same_class(there.values(), new, source)
    return new, known


def _same(there: Mapping[str, Student], index: Mapping[tuple[str, str], str], one: Listed) -> Set[str]:
    """Return the students with the same id, address or number; if there are none, those whose id is a login."""
    said = {what: getattr(one.student, what).casefold() for what in UNIQUE}
    ids = {index[what, value] for what, value in said.items() if value and (what, value) in index}
    return ids or one.known_as & there.keys()


def _refuse_the_same_class(there: Collection[Student], new: Sequence[Student], source: Path) -> None:
    """Raise if students match by name only: the whole class would be there twice."""
    names = {comparable("name", student.name): student for student in there if student.name}
    twice = [student for student in new if comparable("name", student.name) in names]
    if twice:
        was = names[comparable("name", twice[0].name)]
        raise Trouble(
            f"{source}: none of its students has the id, address or Canvas number of one in {FILE}, but {len(twice)} "
            f"the name, such as {was.id} ({was.name}). Give it a column `id` as in {FILE}. Nothing was changed."
        )


def _filled(text: str, was: Student, now: Student) -> tuple[str, str]:
    """Return the text with a student's empty fields filled in, and a line on the fields that differ."""
    new = {what: getattr(now, what) for what in COMPARED if getattr(now, what)}
    opened = replace(was, **{what: value for what, value in new.items() if not getattr(was, what)})
    old_line, open_line = roster.lines([was]), roster.lines([opened])
    other = {what: new[what] for what in new if comparable(what, new[what]) != comparable(what, getattr(opened, what))}
    if opened != was and text.count(f"\n{old_line}") == 1:
        text = text.replace(f"\n{old_line}", f"\n{open_line}")
    elif opened != was:
        other |= {what: getattr(opened, what) for what in COMPARED if getattr(opened, what) != getattr(was, what)}
    if not other:
        return text, ""
    changes = ", ".join(f"{what} {getattr(was, what) or 'none'!r} -> {value!r}" for what, value in other.items())
    wanted = roster.lines([replace(opened, **other)]).strip()
    return text, f"  {was.id}: {changes}. It stays as it is; to take it over, write: {wanted}"
