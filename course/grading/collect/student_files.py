"""What one student handed in: which of the files are the problem set, and what becomes of the others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from course.files.text import printable
from course.grading.collect import archives, attempts, quarantine
from course.grading.collect.archives import LARGEST_STUDENT, MB, MOST_ENTRIES, File, Refused
from course.grading.collect.file_owner import Owned
from course.grading.notebook.align import Form, fitted, likeness
from course.grading.notebook.parse import Handed, Unreadable, read
from course.grading.term.term import Term

VERSION = re.compile(r".*?[-_ (]+(\d{1,4})\)?")
MOST_BESIDE = 100 * MB  # of other notebooks that are kept with an attempt
MOST_VERSIONS = 100  # of the set in one download: each is an attempt, and where the best one counts, each is graded
OF_ITS_NAME = 1  # how many own cells of a set make a notebook that is called psN one of psN
OF_ANOTHER_NAME = 3  # and one that is called otherwise


@dataclass(frozen=True)
class Piece:
    """A file of a student, on its way."""

    file: File
    owned: Owned
    when: datetime | None


@dataclass
class Collected:
    """What a collection did."""

    new: list[attempts.Attempt] = field(default_factory=list)
    known: int = 0  # handed in before
    quarantined: list[quarantine.Entry] = field(default_factory=list)
    other_sets: int = 0  # files in the folders of other problem sets
    beside: int = 0  # files that are not the problem set, of students who handed it in
    empty_folders: int = 0  # whose name says of no student
    hidden: int = 0  # files of a system's own, and others whose name hides them


@dataclass
class Intake:
    """Takes in the files of one student."""

    term: Term
    forms: dict[str, Form]
    set: str
    student: str
    source: str
    done: Collected

    def take(self, pieces: list[Piece]) -> None:
        """Keep what is the set, and put the rest beside it or into quarantine.

        A file is read again when it is kept: a student's files together may be larger than the memory.
        """
        taken, wrong, others = list[tuple[Piece, attempts.New]](), list[tuple[Piece, str]](), list[Piece]()
        try:
            unpacked = self._unpacked(pieces)
        except Refused as why:
            return self._quarantine(pieces[0], str(why), keep=False)
        for piece in unpacked:
            try:
                taken.append((piece, replace(self._attempt(piece, piece.file.read()), content=b"")))
            except (Refused, Unreadable) as why:
                wrong.append((piece, str(why)))
            except _NotTheSet as why:
                wrong.append((piece, str(why)))
                others.append(piece)
        if len(taken) > MOST_VERSIONS:
            number = f"{self.student} handed in {len(taken):,} versions at once, more than {MOST_VERSIONS}."
            return self._quarantine(pieces[0], f"{number} Ask for one.")
        self._keep(taken, others)
        for piece, reason in wrong:
            besides = piece in others or not piece.file.name.lower().endswith(".ipynb")
            if (taken and besides) or any(_before(piece, good) for good, _ in taken):
                self.done.beside += 1
            else:
                self._quarantine(piece, reason)
        return None

    def take_nothing(self, files: list[File]) -> None:
        """Put into quarantine that a student handed in nothing that can be seen."""
        shown = next((file for file in files if file.name.lower().endswith(".ipynb")), files[0])
        hidden = [file for file in files if file.hidden]
        self._quarantine(Piece(shown, Owned(self.student, shown.name), None), archives.nothing(hidden))

    def _unpacked(self, pieces: Iterable[Piece]) -> list[Piece]:
        """Return the files, those in the student's own zips too, in the order of handing in."""
        found, size = [], 0
        for piece in pieces:
            for file in archives.unpacked(piece.file):
                name = piece.owned.name if file is piece.file else file.name
                found.append(replace(piece, file=file, owned=replace(piece.owned, name=name)))
                size += file.size
                if len(found) > MOST_ENTRIES or size > LARGEST_STUDENT:
                    limit = f"{MOST_ENTRIES:,} files" if len(found) > MOST_ENTRIES else f"{LARGEST_STUDENT // MB:,} MB"
                    raise Refused(f"All files of {self.student} together are more than {limit}.")
        return sorted(found, key=lambda piece: _order(piece, self.set))

    def _attempt(self, piece: Piece, content: bytes) -> attempts.New:
        """Return the notebook as an attempt, or raise what says why it is none."""
        name = piece.owned.name
        # Browsers save a notebook as .ipynb.json or .ipynb.txt.
        if not re.search(r"\.ipynb(\.json|\.txt)?$|\.json$", name.lower()):
            raise _NotTheSet(f"{printable(name)} is no notebook. Ask for {self.set}.ipynb.")
        handed = read(content)
        self._refuse_another_set(name, handed)
        repairs = list(fitted(handed, self.forms[self.set]).repairs)
        if not _is_called(name, self.set):
            repairs.insert(0, f"The file was called {printable(name)}; by its cells it is {self.set}.")
        source = f"{self.source}/{piece.file.path}"
        return attempts.New(content, source, piece.when, piece.owned.marked_late, tuple(repairs))

    def _refuse_another_set(self, name: str, handed: Handed) -> None:
        """Raise if the notebook is another set's, or none's."""
        cells = likeness(handed, self.forms)
        best = max(cells, key=lambda name: cells[name])
        if cells[best] > max(cells[self.set], OF_ANOTHER_NAME - 1):
            raise _NotTheSet(f"By its cells it is {best}, not {self.set}. Ask for the right file.")
        needed = OF_ITS_NAME if _is_called(name, self.set) else OF_ANOTHER_NAME
        if cells[self.set] < needed:
            raise _NotTheSet(f"Nothing in it is of {self.set}: no test cell, and no function of an answer.")

    def _keep(self, taken: list[tuple[Piece, attempts.New]], others: list[Piece]) -> None:
        for piece, new in taken:
            last = piece is taken[-1][0]
            whole = replace(new, content=piece.file.read(), beside=_beside(others) if last else {})
            attempt = attempts.add(self.term, self.set, self.student, whole)
            quarantine.release(self.term, self.set, piece.file.path)
            if attempt:
                quarantine.settle(self.term, self.set, self.student)
                self.done.new.append(attempt)
            else:
                self.done.known += 1

    def _quarantine(self, piece: Piece, why: str, keep: bool = True) -> None:
        entry = quarantine.Entry(self.set, piece.file.path, why, self.student, self.source)
        put(self.term, entry, _bytes(piece.file) if keep else None, self.done)


class _NotTheSet(Exception):
    """Why a notebook that can be read is not the problem set."""


def put(term: Term, entry: quarantine.Entry, content: bytes | None, done: Collected) -> None:
    """Put a file into quarantine, and count it."""
    quarantine.put(term, entry, content)
    done.quarantined.append(entry)


def _bytes(file: File) -> bytes | None:
    try:
        return file.read()
    except Refused:
        return None


def _beside(others: Iterable[Piece]) -> dict[str, bytes]:
    """Return the other notebooks of a student, under names that can be a file's."""
    found: dict[str, bytes] = {}
    for piece in others:
        content = _bytes(piece.file) if piece.file.name.lower().endswith(".ipynb") else None
        if content and sum(map(len, found.values())) + len(content) <= MOST_BESIDE:
            found[_plain(piece.owned.name)] = content
    return found


def _order(piece: Piece, problem_set: str) -> tuple[float, int, float, int, str]:
    """Order by when it was handed in: the time, Canvas's number, the file's date, the version in the name."""
    stem = piece.owned.name.rpartition(".")[0]
    version = VERSION.fullmatch(stem)
    number = 1 + int(version[1]) if version else int(stem == problem_set)
    changed = piece.file.changed.timestamp() if piece.file.changed else 0.0
    return piece.when.timestamp() if piece.when else 0.0, piece.owned.order, changed, number, piece.file.path


def _before(piece: Piece, other: Piece) -> bool:
    """Return whether a file was handed in before another one, as far as that is known."""
    if piece.when and other.when:
        return piece.when < other.when
    return 0 < piece.owned.order < other.owned.order


def _is_called(name: str, problem_set: str) -> bool:
    """Return whether the name says that it is the set, a copy of it or a version: ps1-2.ipynb, ps1 (1).ipynb."""
    return re.match(rf"{problem_set}(?!\d)", name.lower()) is not None


def _plain(name: str) -> str:
    """Return a name that can be a file's on any system."""
    return re.sub(r"[^\w. -]", "_", name.rpartition("/")[2]).strip(". ")[-60:] or "notebook"
