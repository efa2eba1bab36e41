"""A term with every set of the course, as an instructor lives it: from Canvas's zip to its gradebook, by the commands."""

import csv
import json
import os
import subprocess
import sys
import zipfile

import pytest
from gradeable import give, marks
from handed import ROOT, SOURCES, TERM, notebook, sample, submissions

from course.grading.term import Term

pytestmark = [pytest.mark.project, pytest.mark.slow, pytest.mark.needs("bubblewrap")]

PROOF = "Each step takes at most $R^2$ from what is left."
GIVEN = 1  # points for each proof, by the person who reads it
HANDED_IN = {name: list(sample(name, list(submissions(name))[2::4]).values()) for name in SOURCES}
REPORTED = list(SOURCES) if os.environ.get("WHOLE_CORPUS") else list(SOURCES)[:1]  # a report takes ten seconds
CLASS = [f"student{number:02d}" for number in range(max(map(len, HANDED_IN.values())))]
USERS = {student: 10_000 + number for number, student in enumerate(CLASS)}  # as Canvas numbers them


def course(folder, *words):
    """Run a command in a folder; return what it said."""
    environment = {**os.environ, "COURSE_KEY": "the tests' own key", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "course", *map(str, words)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def roster(path):
    """Write Canvas's gradebook export."""
    rows = [f'"Surname, {student.title()}",{USERS[student]},,{student},A' for student in CLASS]
    head = ["Student,ID,SIS User ID,SIS Login ID,Section", "    Points Possible,,,,"]
    path.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
    return path


def downloaded(path, name):
    """Write the zip that Canvas gives out for an assignment: each student with a notebook of the corpus, and a proof."""
    with zipfile.ZipFile(path, "w") as archive:
        for student, submission in zip(CLASS, HANDED_IN[name], strict=False):
            made = json.loads(notebook(name, submission))
            for cell in made["cells"]:
                if cell["id"].startswith("written-"):
                    cell["source"] = PROOF
            archive.writestr(f"{student}_{USERS[student]}_77{USERS[student]}_{name}.ipynb", json.dumps(made))
    return path


def read_the_proofs(term, name):
    """Give points by hand where something waits for a person, as in the formgrader."""
    for student, _ in zip(CLASS, HANDED_IN[name], strict=False):
        waiting = [cell for cell, (_, _, waits) in marks(term, student, name).items() if waits]
        assert waiting == [f"proof-{cell.name}" for cell in SOURCES[name].cells if cell.kind == "proof"]
        for cell in waiting:
            give(term, student, cell, GIVEN, "Good.", name=name)


def declared(name):
    """What each student of the class gets in a set."""
    proofs = sum(GIVEN for cell in SOURCES[name].cells if cell.kind == "proof")
    handed_in = zip(CLASS, HANDED_IN[name], strict=False)
    return {student: sum(answer.score for answer in one.answers) + proofs for student, one in handed_in}


@pytest.fixture(scope="module")
def term(tmp_path_factory):
    """A term that is over: all is collected, graded, read, given back and reported on."""
    folder = tmp_path_factory.mktemp("round-trip")
    course(folder, "init", "term", "--term", TERM, "--roster", roster(folder / "gradebook.csv"))
    term = Term.read(folder / "term")
    for name in SOURCES:
        handed_in = len(HANDED_IN[name])
        said = course(term.folder, "collect", name, downloaded(folder / f"{name}.zip", name))
        assert f"{name}: {handed_in} new attempts of {handed_in} students, 0 were known, 0 files in quarantine." in said
        course(term.folder, "grade", name)
        read_the_proofs(term, name)
        course(term.folder, "feedback", name)
    for name in REPORTED:
        course(term.folder, "report", name)
    course(term.folder, "export", "--to", folder / "grades.csv")
    course(term.folder, "export", "--format", "canvas", "--to", folder / "canvas.csv")
    return term


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_grades_in_both_exports_are_those_that_the_corpus_declares(term):
    plain, canvas = (table(term.folder.parent / f"{name}.csv") for name in ("grades", "canvas"))
    for name in SOURCES:
        rows = [row for row in plain if row["set"] == name and row["state"] == "graded"]
        assert {row["student"]: float(row["total"]) for row in rows} == declared(name), name
        students = {row["ID"]: row for row in canvas}
        by_user = {student: students[str(USERS[student])][name] for student in declared(name)}
        assert {student: float(points) for student, points in by_user.items()} == declared(name), name


def test_each_student_gets_feedback(term):
    for name, source in SOURCES.items():
        for student, points in declared(name).items():
            said = (term.folder / "feedback" / student / name / f"{name}.txt").read_text(encoding="utf-8")
            assert f"{points} of {source.points} points" in said
            assert "Good." in said


@pytest.mark.parametrize("name", REPORTED)
def test_status_and_report_are_of_all_who_handed_in(name, term):
    lines = course(term.folder, "status", name).splitlines()
    assert len([line for line in lines if "graded" in line and "attempt 1 of 1" in line]) == len(HANDED_IN[name]), lines
    report = (term.folder / "reports" / f"{name}.html").read_text(encoding="utf-8")
    assert f"{TERM}, {len(CLASS)} students" in report
