"""What one student handed in: which of the files are the problem set, and what becomes of the others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from course.files.text import printable
from course.grading.collect import archives, attempts, quarantine
from course.grading.collect.archives import LARGEST_STUDENT, MB, MOST_ENTRIES, File, Refused
from course.grading.collect.file_owner import Owner
from course.grading.notebook.align import Form, fitted, likeness
from course.grading.notebook.parse import Handed, Unreadable, read
from course.grading.term.term import Term

VERSION = re.compile(r".*?[-_ (]+(\d{1,4})\)?")
MOST_BESIDE = 100 * MB  # of other notebooks that are kept with an attempt
MOST_VERSIONS = 100  # of the set in one download: each is an attempt, and where the best one counts, each is graded
MOST_HELD = 100 * MB  # of versions in memory, for a student's files together may be larger
OF_ITS_NAME = 1  # how many own cells of a set make a notebook that is called psN one of psN
OF_ANOTHER_NAME = 3  # and one that is called otherwise


@dataclass(frozen=True)
class StudentFile:
    """A file of a student, not read yet."""

    file: File
    owner: Owner


@dataclass(frozen=True)
class Collected:
    """What became of the files of one student, or of a class."""

    new: tuple[attempts.Attempt, ...] = ()
    known: int = 0  # handed in before
    quarantined: tuple[quarantine.Entry, ...] = ()
    other_sets: int = 0  # files in the folders of other problem sets
    beside: int = 0  # files that are not the problem set, of students who handed it in
    empty_folders: int = 0  # that name no student
    hidden: int = 0  # files that an operating system made, and others whose name hides them

    @staticmethod
    def merged(outcomes: Sequence[Collected]) -> Collected:
        """Return what became of all the files together."""
        numbers = ("known", "other_sets", "beside", "empty_folders", "hidden")
        return Collected(
            tuple(attempt for one in outcomes for attempt in one.new),
            quarantined=tuple(entry for one in outcomes for entry in one.quarantined),
            **{name: sum(getattr(one, name) for one in outcomes) for name in numbers},
        )


@dataclass(frozen=True)
class _Version:
    """A file that is the problem set."""

    file: StudentFile
    new: attempts.New | None  # None: the student has handed in the same bytes before
    sha256: str


@dataclass(frozen=True)
class _Rejected:
    """A file that is not the problem set, or can't be read."""

    file: StudentFile
    why: str
    readable: bool


@dataclass(frozen=True)
class Intake:
    """Takes in the files of one student."""

    term: Term
    forms: dict[str, Form]
    set: str
    student: str
    archive: str

    def take(self, files: Sequence[StudentFile]) -> Collected:
        """Keep the versions of the set, and put other files beside them or into quarantine."""
        try:
            unpacked = self._unpacked(files)
        except Refused as why:
            return self._quarantine(files[0].file, str(why), keep=False)
        versions, rejected = self._sorted(unpacked)
        if len(versions) > MOST_VERSIONS:
            number = f"{self.student} handed in {len(versions):,} versions at once, more than {MOST_VERSIONS}."
            return self._quarantine(files[0].file, f"{number} Ask for one.")
        others = [one.file for one in rejected if one.readable]
        kept = [self._keep(version, others if version is versions[-1] else ()) for version in versions]
        return Collected.merged([*kept, *(self._put_aside(one, versions) for one in rejected)])

    def take_nothing(self, files: Sequence[File]) -> Collected:
        """Put into quarantine that a student handed in only hidden files."""
        named = next((file for file in files if file.name.lower().endswith(".ipynb")), files[0])
        return self._quarantine(named, archives.nothing(file for file in files if file.hidden))

    def _unpacked(self, files: Iterable[StudentFile]) -> list[StudentFile]:
        """Return the files, those in the student's own zips too, in the order of handing in."""
        found, size = [], 0
        for outer in files:
            for file in archives.unpacked(outer.file):
                owner = outer.owner if file is outer.file else replace(outer.owner, name=file.name)
                found.append(StudentFile(file, owner))
                size += file.size
                if len(found) > MOST_ENTRIES or size > LARGEST_STUDENT:
                    limit = f"{MOST_ENTRIES:,} files" if len(found) > MOST_ENTRIES else f"{LARGEST_STUDENT // MB:,} MB"
                    raise Refused(f"All files of {self.student} together are more than {limit}.")
        return sorted(found, key=lambda one: _order(one, self.set))

    def _sorted(self, files: Iterable[StudentFile]) -> tuple[list[_Version], list[_Rejected]]:
        """Read each file once. Of bytes that were handed in before, nothing is parsed."""
        versions, rejected, held = list[_Version](), list[_Rejected](), 0
        known = {attempt.sha256 for attempt in attempts.of(self.term, self.set, self.student)}
        for file in files:
            try:
                version = self._version(file, known)
            except (Refused, Unreadable, _NotTheSet) as why:
                rejected.append(_Rejected(file, str(why), isinstance(why, _NotTheSet)))
                continue
            if version.new and (held := held + len(version.new.content)) > MOST_HELD:
                version = replace(version, new=replace(version.new, content=b""))  # read again when it is kept
            versions.append(version)
            known.add(version.sha256)
        return versions, rejected

    def _version(self, file: StudentFile, known: Collection[str]) -> _Version:
        """Return a file as a version of the set; raise the reason if it isn't one."""
        name, content = file.owner.name, file.file.read()
        # Browsers save a notebook as .ipynb.json or .ipynb.txt.
        if not re.search(r"\.ipynb(\.json|\.txt)?$|\.json$", name.lower()):
            raise _NotTheSet(f"{printable(name)} is no notebook. Ask for {self.set}.ipynb.")
        sha256 = hashlib.sha256(content).hexdigest()
        if sha256 in known:
            return _Version(file, None, sha256)
        handed = read(content)
        self._refuse_another_set(name, handed)
        repairs = list(fitted(handed, self.forms[self.set]).repairs)
        if not _is_called(name, self.set):
            repairs.insert(0, f"The file was called {printable(name)}; by its cells it is {self.set}.")
        source, owner = f"{self.archive}/{file.file.path}", file.owner
        return _Version(file, attempts.New(content, source, owner.when, owner.marked_late, tuple(repairs)), sha256)

    def _refuse_another_set(self, name: str, handed: Handed) -> None:
        """Raise if the notebook is another set's, or none's."""
        cells = likeness(handed, self.forms)
        best = max(cells, key=lambda name: cells[name])
        if cells[best] > max(cells[self.set], OF_ANOTHER_NAME - 1):
            raise _NotTheSet(f"By its cells it is {best}, not {self.set}. Ask for the right file.")
        needed = OF_ITS_NAME if _is_called(name, self.set) else OF_ANOTHER_NAME
        if cells[self.set] < needed:
            raise _NotTheSet(f"Nothing in it is of {self.set}: no test cell, and no function of an answer.")

    def _keep(self, version: _Version, others: Iterable[StudentFile]) -> Collected:
        """Make a version an attempt, with the student's other notebooks beside it."""
        new, file = version.new, version.file.file
        attempt = None
        if new:
            new = replace(new, content=new.content or file.read(), beside=_beside(others))
            attempt = attempts.add(self.term, self.set, self.student, new)
        quarantine.release(self.term, self.set, file.path)
        if attempt is None:
            return Collected(known=1)
        quarantine.settle(self.term, self.set, self.student)
        return Collected(new=(attempt,))

    def _put_aside(self, rejected: _Rejected, versions: Sequence[_Version]) -> Collected:
        """Quarantine a file, unless a version of the set makes that needless."""
        file = rejected.file
        spare = rejected.readable or not file.file.name.lower().endswith(".ipynb")
        if (versions and spare) or any(_before(file, version.file) for version in versions):
            return Collected(beside=1)
        return self._quarantine(file.file, rejected.why)

    def _quarantine(self, file: File, why: str, keep: bool = True) -> Collected:
        entry = quarantine.Entry(self.set, file.path, why, self.student, self.archive)
        return put_into_quarantine(self.term, entry, _bytes(file) if keep else None)


class _NotTheSet(Exception):
    """Why a notebook that can be read is not the problem set."""


def put_into_quarantine(term: Term, entry: quarantine.Entry, content: bytes | None) -> Collected:
    """Put a file into quarantine."""
    quarantine.put(term, entry, content)
    return Collected(quarantined=(entry,))


def _bytes(file: File) -> bytes | None:
    try:
        return file.read()
    except Refused:
        return None


def _beside(others: Iterable[StudentFile]) -> dict[str, bytes]:
    """Return the other notebooks of a student, under names that can be a file's."""
    found: dict[str, bytes] = {}
    for one in others:
        content = _bytes(one.file) if one.file.name.lower().endswith(".ipynb") else None
        if content and sum(map(len, found.values())) + len(content) <= MOST_BESIDE:
            found[_plain(one.owner.name)] = content
    return found


def _order(one: StudentFile, problem_set: str) -> tuple[float, int, float, int, str]:
    """Order by when it was handed in: the time, Canvas's number, the file's date, the version in the name."""
    file, owner = one.file, one.owner
    stem = owner.name.rpartition(".")[0]
    version = VERSION.fullmatch(stem)
    number = 1 + int(version[1]) if version else int(stem == problem_set)
    changed = file.changed.timestamp() if file.changed else 0.0
    return owner.when.timestamp() if owner.when else 0.0, owner.order, changed, number, file.path


def _before(one: StudentFile, other: StudentFile) -> bool:
    """Return whether a file was handed in before another one, as far as that is known."""
    if one.owner.when and other.owner.when:
        return one.owner.when < other.owner.when
    return 0 < one.owner.order < other.owner.order


def _is_called(name: str, problem_set: str) -> bool:
    """Return whether the name says that it is the set, a copy of it or a version: ps1-2.ipynb, ps1 (1).ipynb."""
    return re.match(rf"{problem_set}(?!\d)", name.lower()) is not None


def _plain(name: str) -> str:
    """Return a name that can be a file's on any system."""
    return re.sub(r"[^\w. -]", "_", name.rpartition("/")[2]).strip(". ")[-60:] or "notebook"
