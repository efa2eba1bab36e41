"""Files that are nearly right, through the real commands: no traceback, no silent zero, and no damage to the term.

FUZZED_FILES=1000 tries a thousand of each kind, as the weekly run does; the same number gives the same files.
"""

import os
import random
import re
import zipfile

import pytest
from malformed import mutations
from small_class import CLASS, notebook, small_term

from course import cli
from course.grading.collect import attempts, quarantine
from course.grading.state import student_states
from course.grading.term.term import FILE, Term
from course.sets import release

pytestmark = pytest.mark.slow

EACH = int(os.environ.get("FUZZED_FILES", "40"))
GOOD = {student: notebook("ps1", f"return {student!r}") for student in ("ada", "emmy", "sofia")}
CANVAS = {"ada": "lovelaceada_12345_700_", "emmy": "noetheremmy_LATE_12346_701_", "sofia": "k_12347_702_"}
MOODLE = {"ada": "Ada Lovelace_1_assignsubmission_file_/", "emmy": "Emmy Noether_77_assignsubmission_file_/"}
EXCHANGE = {student: f"{student}+ps1+2027-03-01 10:00:00.000000 UTC+x/" for student in GOOD}
FOLDERS = {student: f"{student}/" for student in GOOD}
WORKSHEET = b"""Identifier,Full name,Email address,Last modified (submission)
Participant 1,Ada Lovelace,ada@example.org,"Monday, 1 March 2027, 7:30 PM"
Participant 77,Emmy Noether,emmy@example.org,-
"""
ROSTERS = (
    b"id,name,email,section,canvas\nada,Ada L.,ada@example.org,A,12345\nnew,New,new@example.org,B,9\n",
    b"Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lovelace, Ada\",12345,s1,ada,A\n",
    b"First name,Last name,ID number,Email address,Groups\nAda,Lovelace,,ada@example.org,A\nX,Y,9,x@example.org,\n",
)


@pytest.fixture
def term(tmp_path):
    """A term that holds an attempt of Mary's, and empty problem sets, so that `course init` makes none."""
    made = small_term(tmp_path / "term")
    for source in SOURCES:
        for kind in ("source", "release"):
            place = made.folder / kind / source / f"{source}.ipynb"
            if not place.exists():
                place.parent.mkdir(parents=True)
                place.write_bytes(notebook(source))
    attempts.add(made, "ps1", "mary", attempts.New(notebook("ps1", "return 'mary'"), "x/mary.ipynb"))
    return Term.read(made.folder)


SOURCES = [source.name for source in release.sources()]


def course(capsys, term, *arguments):
    """Run a command; it ends well, or with a sentence."""
    capsys.readouterr()
    code = cli.main([*map(str, arguments), *(() if arguments[0] == "init" else ("--term-dir", str(term.folder)))])
    out, err = capsys.readouterr()
    assert code in (0, 1)
    assert not code or re.match(rf"course {arguments[0]}: .+", err), err
    return code, out


def files(term):
    return {path: path.read_bytes() for path in term.folder.rglob("*") if path.is_file()}


def collected(capsys, term, path, *more):
    """Collect; return how many files are spoken of, or None where the download could not be read at all."""
    before = files(term)
    code, out = course(capsys, term, "collect", "ps1", path, *more)
    after = files(term)
    assert {path: after[path] for path in before} == before
    assert not list(term.folder.rglob(".*.new-*"))
    for student in Term.read(term.folder).students:
        assert all(one.path.exists() for one in attempts.of_student(term, "ps1", student))
    status_code, _ = course(capsys, term, "status", "ps1")
    assert status_code == 0
    if code:
        return None
    counted = re.search(r"(\d+) new attempts of \d+ students, (\d+) were known, (\d+) files in quarantine", out)
    said = out.partition("left aside:")[2].partition("\n")[0]
    aside = re.findall(r"(\d+) (?:beside|of other sets|hidden|empty folders)", said)
    return sum(map(int, (*counted.groups(), *aside)))


def of(n, kind):
    return random.Random(f"{kind} {n}")


@pytest.mark.parametrize("n", range(EACH))
@pytest.mark.parametrize("kind", ["notebook", "name"])
def test_a_students_file_is_an_attempt_or_in_quarantine(term, tmp_path, capsys, kind, n):
    draw = of(n, kind)
    form = draw.choice((CANVAS, MOODLE, EXCHANGE, FOLDERS))
    path, held = "ps1.ipynb", GOOD["ada"]
    if kind == "notebook":
        held = mutations.notebook(draw, held)
    else:
        path = mutations.name(draw)
        held = draw.choice((held, mutations.zipped(draw, {mutations.name(draw): held}), b""))
    whole = {f"{form[student]}ps1.ipynb": GOOD[student] for student in form if student != "ada"}
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name, content in {**whole, form["ada"] + path.lstrip("/"): held}.items():
            archive.writestr(zipfile.ZipInfo(name.encode("utf-8", "replace").decode()), content)
    (tmp_path / "sheet.csv").write_bytes(WORKSHEET)
    assert collected(capsys, term, tmp_path / "class.zip", "--worksheet", tmp_path / "sheet.csv") >= len(form)
    rows = student_states(term, "ps1")
    entries = quarantine.entries(term, "ps1")
    folder = zipfile.ZipInfo(form["ada"] + path.lstrip("/")).is_dir()  # a zip's name ends at its first NUL
    aside = "/ps2/" in form["ada"] + path or folder  # another set's folder, or one that is empty; both are said
    assert rows["ada"].state != "missing" or [entry for entry in entries if entry.student is None] or aside
    others = [student for student in form if student != "ada"]
    assert [rows[student].state for student in others] == ["to be graded"] * len(others)
    assert rows["emmy"].candidates.handed_in <= 1


@pytest.mark.parametrize("n", range(EACH))
def test_of_an_archive_each_file_is_spoken_of(term, tmp_path, capsys, n):
    draw = of(n, "archive")
    form = draw.choice((CANVAS, MOODLE, EXCHANGE, FOLDERS))
    names = [(student, draw.choice(("ps1.ipynb", mutations.name(draw)))) for student in form]
    inside = {form[student] + name: mutations.content(draw, GOOD[student]) for student, name in names}
    whole = mutations.zipped(draw, {name.encode("utf-8", "replace").decode(): held for name, held in inside.items()})
    path = tmp_path / "class.zip"
    path.write_bytes(mutations.archive(draw, whole))
    spoken = collected(capsys, term, path)
    try:
        with zipfile.ZipFile(path) as archive:
            there = [name for name in archive.namelist() if not name.endswith(("/", "timestamp.txt"))]
    except Exception:  # what is no zip for Python is none for the command
        assert spoken is None
        return
    assert spoken is None or spoken >= len(there)


@pytest.mark.parametrize("n", range(EACH))
def test_a_worksheet_is_read_or_refused(term, tmp_path, capsys, n):
    (tmp_path / "sheet.csv").write_bytes(mutations.table(of(n, "worksheet"), WORKSHEET))
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for student, before in MOODLE.items():
            archive.writestr(f"{before}ps1.ipynb", GOOD[student])
    assert collected(capsys, term, tmp_path / "class.zip", "--worksheet", tmp_path / "sheet.csv") in (None, 2)


@pytest.mark.parametrize("n", range(EACH))
def test_a_roster_is_read_or_refused_and_nobody_is_lost(term, tmp_path, capsys, n):
    draw = of(n, "roster")
    (tmp_path / "roster.csv").write_bytes(mutations.table(draw, draw.choice(ROSTERS)))
    before = files(term)
    code, out = course(capsys, term, "init", term.folder, "--roster", tmp_path / "roster.csv")
    students = Term.read(term.folder).students
    assert term.students.keys() <= students.keys()
    kept = {path: content for path, content in before.items() if path.name != FILE or code}
    assert {path: (term.folder / path).read_bytes() for path in kept} == kept
    added = int(re.search(r"(\d+) new students", out)[1]) if not code else 0
    assert len(students) == len(term.students) + added


@pytest.mark.parametrize("n", range(EACH))
def test_settings_are_read_or_refused(term, capsys, n):
    path = term.folder / FILE
    path.write_bytes(mutations.settings(of(n, "settings"), CLASS.encode()))
    before = files(term)
    for command in ("status", "collect"):
        course(capsys, term, command, "ps1", *((term.folder / "release" / "ps1",) if command == "collect" else ()))
    after = files(term)
    assert {path: after[path] for path in before} == before


def test_the_same_number_gives_the_same_file():
    kinds = ((mutations.notebook, GOOD["ada"]), (mutations.table, WORKSHEET), (mutations.settings, b"a = 1\n"))
    for mutate, good in kinds:
        assert [mutate(of(n, "same"), good) for n in range(20)] == [mutate(of(n, "same"), good) for n in range(20)]
        assert len({mutate(of(n, "same"), good) for n in range(20)}) > 10
