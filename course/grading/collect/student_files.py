"""What one student handed in: which of the files are the problem set, and what becomes of the others."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from course.files.text import printable
from course.grading.collect import archives, attempts, quarantine
from course.grading.collect.archives import LARGEST_STUDENT, MB, MOST_ENTRIES, File, Refused
from course.grading.collect.file_owner import Owner, moment
from course.grading.notebook.align import Form, fitted, likeness
from course.grading.notebook.parse import Handed, Unreadable, parse_notebook
from course.grading.term.term import Term

TIMESTAMP, SECRET = "timestamp.txt", "submission_secret.txt"  # nbgrader's
VERSION = re.compile(r".*?[-_ (]+(\d{1,4})\)?")
MOST_BESIDE = 100 * MB  # of other notebooks that are kept with an attempt
MOST_VERSIONS = 100  # of the set in one download: each is an attempt, and where the best one counts, each is graded
MOST_HELD = 100 * MB  # of versions in memory, for a student's files together may be larger
OF_ITS_NAME = 1  # how many own cells of a set make a notebook that is called psN one of psN
OF_ANOTHER_NAME = 3  # and one with another name


class Aside(Enum):
    """Why a file is neither a new attempt nor in quarantine."""

    KNOWN = "handed in before"
    BESIDE = "beside a {} that was taken in"
    OTHER_SET = "of other sets"
    HIDDEN = "hidden"
    EMPTY_FOLDER = "empty folders"


Outcome = attempts.Attempt | quarantine.Entry | Aside


@dataclass(frozen=True)
class StudentFile:
    """A student's file, not read yet."""

    file: File
    owner: Owner


@dataclass(frozen=True)
class Collector:
    """Collects the files of each student."""

    term: Term
    forms: dict[str, Form]
    set: str
    archive: str

    def collect(self, student: str, files: Sequence[StudentFile]) -> Iterator[Outcome]:
        """Keep a student's versions of the set, and put the other files beside them or into quarantine."""
        visible = [one for one in files if not is_incidental(one.file)]
        if not visible:
            named = next((one.file for one in files if one.file.name.lower().endswith(".ipynb")), files[0].file)
            hidden = (one.file for one in files if one.file.hidden)
            yield self.quarantined(named, archives.nothing_but_hidden(hidden), student)
            return
        try:
            unpacked = self._unpacked(_with_timestamps(visible, files))
        except Refused as refused:
            yield self.quarantined(visible[0].file, str(refused), student, keep=False)
            return
        versions, rejected = self._sorted(student, unpacked)
        if len(versions) > MOST_VERSIONS:
            why = f"{student} handed in {len(versions):,} versions at once, more than {MOST_VERSIONS}. Ask for one."
            yield self.quarantined(visible[0].file, why, student)
            return
        others = [one for one, _, readable in rejected if readable]
        for number, (one, new) in enumerate(versions, 1):
            yield self._keep(student, one.file, new, others if number == len(versions) else ())
        for one, reason, readable in rejected:
            spare = readable or not one.file.name.lower().endswith(".ipynb")
            beside = (versions and spare) or any(_before(one, version) for version, _ in versions)
            yield Aside.BESIDE if beside else self.quarantined(one.file, reason, student)

    def quarantined(self, file: File, why: str, student: str | None = None, keep: bool = True) -> quarantine.Entry:
        """Put a file into quarantine, with its bytes where they can be read and are to be kept."""
        content = None
        try:
            content = file.read() if keep else None
        except Refused as refused:
            why = why if student else f"{refused} {why}"
        entry = quarantine.Entry(self.set, file.path, why, student, self.archive)
        quarantine.put(self.term, entry, content)
        return entry

    def _unpacked(self, files: Sequence[StudentFile]) -> list[StudentFile]:
        """Return the files, including those in the student's own zips, in the order of handing in."""
        found, size = [], 0
        for outer in files:
            for file in archives.unpacked(outer.file):
                owner = outer.owner if file is outer.file else replace(outer.owner, name=file.name)
                found.append(StudentFile(file, owner))
                size += file.size
                if len(found) > MOST_ENTRIES or size > LARGEST_STUDENT:
                    limit = f"{MOST_ENTRIES:,} files" if len(found) > MOST_ENTRIES else f"{LARGEST_STUDENT // MB:,} MB"
                    raise Refused(f"All files of {outer.owner.student} together are more than {limit}.")
        return sorted(found, key=lambda one: _order(one, self.set))

    def _sorted(
        self, student: str, files: Sequence[StudentFile]
    ) -> tuple[list[tuple[StudentFile, attempts.New | None]], list[tuple[StudentFile, str, bool]]]:
        """Return the versions, None where the bytes are known; the others with the reason, and if they can be read."""
        versions, rejected = list[tuple[StudentFile, attempts.New | None]](), list[tuple[StudentFile, str, bool]]()
        known, held = {attempt.sha256 for attempt in attempts.of_student(self.term, self.set, student)}, 0
        for one in files:
            try:
                content = one.file.read()
                sha256 = hashlib.sha256(content).hexdigest()
                new = None if sha256 in known else self._version(one, content)
            except (Refused, Unreadable, _NotTheSet) as why:
                rejected.append((one, str(why), isinstance(why, _NotTheSet)))
                continue
            known.add(sha256)
            held += len(content) if new else 0
            versions.append((one, replace(new, content=b"") if new and held > MOST_HELD else new))
        return versions, rejected

    def _version(self, one: StudentFile, content: bytes) -> attempts.New:
        """Parse a notebook; raise the reason if it is not the set."""
        name = one.owner.name
        # Browsers save a notebook as .ipynb.json or .ipynb.txt.
        if not re.search(r"\.ipynb(\.json|\.txt)?$|\.json$", name.lower()):
            raise _NotTheSet(f"{printable(name)} is not a notebook. Ask for {self.set}.ipynb.")
        handed = parse_notebook(content)
        self._refuse_another_set(name, handed)
        repairs = list(fitted(handed, self.forms[self.set]).repairs)
        if not _is_called(name, self.set):
            repairs.insert(0, f"The file was called {printable(name)}; by its cells it is {self.set}.")
        source = f"{self.archive}/{one.file.path}"
        return attempts.New(content, source, one.owner.when, one.owner.marked_late, tuple(repairs))

    def _refuse_another_set(self, name: str, handed: Handed) -> None:
        """Raise if the notebook is not of the set."""
        cells = likeness(handed, self.forms)
        best = max(cells, key=lambda name: cells[name])
        if cells[best] > max(cells[self.set], OF_ANOTHER_NAME - 1):
            raise _NotTheSet(f"By its cells it is {best}, not {self.set}. Ask for the right file.")
        needed = OF_ITS_NAME if _is_called(name, self.set) else OF_ANOTHER_NAME
        if cells[self.set] < needed:
            raise _NotTheSet(f"Nothing in it belongs to {self.set}: no test cell, and no function of an answer.")

    def _keep(self, student: str, file: File, new: attempts.New | None, others: Iterable[StudentFile]) -> Outcome:
        """Make a version an attempt, with the student's other notebooks beside it."""
        whole = new and replace(new, content=new.content or file.read(), beside=_beside(others))
        attempt = whole and attempts.add(self.term, self.set, student, whole)
        quarantine.release(self.term, self.set, file.path)
        if attempt:
            quarantine.settle(self.term, self.set, student)
        return attempt or Aside.KNOWN


class _NotTheSet(Exception):
    """Why a notebook that can be read is not the problem set."""


def is_incidental(file: File) -> bool:
    """Return whether a file comes along with a hand-in without being one."""
    return file.hidden or file.name in (TIMESTAMP, SECRET)


def _with_timestamps(visible: Iterable[StudentFile], files: Iterable[StudentFile]) -> list[StudentFile]:
    """Return the files with the time from nbgrader's timestamp.txt beside them, if their path has none."""
    stamps = {
        _folder(one.file): moment(_bytes(one.file)[:100].decode("ascii", "replace"))
        for one in files
        if one.file.name == TIMESTAMP
    }
    return [
        replace(one, owner=replace(one.owner, when=one.owner.when or stamps.get(_folder(one.file)))) for one in visible
    ]


def _folder(file: File) -> str:
    return file.path.rpartition("/")[0]


def _bytes(file: File) -> bytes:
    """Return the file's bytes; none if it is refused."""
    try:
        return file.read()
    except Refused:
        return b""


def _beside(others: Iterable[StudentFile]) -> dict[str, bytes]:
    """Return a student's other notebooks, by safe file names."""
    found: dict[str, bytes] = {}
    for one in others:
        content = _bytes(one.file) if one.file.name.lower().endswith(".ipynb") else b""
        if content and sum(map(len, found.values())) + len(content) <= MOST_BESIDE:
            found[_safe_name(one.owner.name)] = content
    return found


def _order(one: StudentFile, problem_set: str) -> tuple[float, int, float, int, str]:
    """Order by time of handing in, then Canvas's number, the file's date, and the version in its name."""
    file, owner = one.file, one.owner
    stem = owner.name.rpartition(".")[0]
    version = VERSION.fullmatch(stem)
    number = 1 + int(version[1]) if version else int(stem == problem_set)
    changed = file.changed.timestamp() if file.changed else 0.0
    return owner.when.timestamp() if owner.when else 0.0, owner.order, changed, number, file.path


def _before(one: StudentFile, other: StudentFile) -> bool:
    """Return whether a file is known to have been handed in before another."""
    if one.owner.when and other.owner.when:
        return one.owner.when < other.owner.when
    return 0 < one.owner.order < other.owner.order


def _is_called(name: str, problem_set: str) -> bool:
    """Return whether the file is named like the set, a copy or a version of it: ps1-2.ipynb, ps1 (1).ipynb."""
    return re.match(rf"{problem_set}(?!\d)", name.lower()) is not None


def _safe_name(name: str) -> str:
    """Return a file name that is valid on every system."""
    return re.sub(r"[^\w. -]", "_", name.rpartition("/")[2]).strip(". ")[-60:] or "notebook"
