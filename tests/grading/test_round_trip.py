"""A term with every set of the course, as an instructor lives it: from Canvas's zip to Canvas's gradebook."""

import csv
import json
import os
import subprocess
import sys
import zipfile

import pytest
from gradeable import give, marks
from handed import ROOT, SOURCES, TERM, notebook, sample, submissions

from course.grading.term.term import Term

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

PROOF = "Each step takes at most $R^2$ from what is left."
GIVEN, COMMENT = 1, "Well said."  # by the person who reads the proofs
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
    """Write the zip that Canvas gives out: of each student a notebook of the corpus, with a proof."""
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
            give(term, student, cell, GIVEN, COMMENT, name=name)


def declared(name):
    """What each student of the class gets in a set."""
    proofs = sum(GIVEN for cell in SOURCES[name].cells if cell.kind == "proof")
    handed_in = zip(CLASS, HANDED_IN[name], strict=False)
    return {student: sum(answer.score for answer in one.answers) + proofs for student, one in handed_in}


def lived(term, name):
    """Take a set from what was downloaded to what students get back."""
    handed_in = len(HANDED_IN[name])
    said = course(term.folder, "collect", name, downloaded(term.folder.parent / f"{name}.zip", name))
    assert f"{name}: {handed_in} new attempts of {handed_in} students, 0 were known, 0 files in quarantine." in said
    # For a few answers, a second worker takes longer to get ready than to grade.
    course(term.folder, "grade", name, *(() if name in REPORTED else ("--workers", 1)))
    read_the_proofs(term, name)
    course(term.folder, "feedback", name)


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


# One test, for it is one term: as several tests it would be set up by each worker.
def test_a_class_made_of_the_corpus_gets_the_grades_that_the_corpus_declares(tmp_path):
    course(tmp_path, "init", "term", "--term", TERM, "--roster", roster(tmp_path / "gradebook.csv"))
    term = Term.read(tmp_path / "term")
    for name in SOURCES:
        lived(term, name)
    course(term.folder, "export", "--to", tmp_path / "grades.csv")
    course(term.folder, "export", "--format", "canvas", "--to", tmp_path / "canvas.csv")
    for name, source in SOURCES.items():
        rows = [row for row in table(tmp_path / "grades.csv") if row["set"] == name and row["state"] == "graded"]
        assert {row["student"]: float(row["total"]) for row in rows} == declared(name), name
        users = {row["ID"]: row[name] for row in table(tmp_path / "canvas.csv")}
        assert {one: float(users[str(USERS[one])]) for one in declared(name)} == declared(name), name
        for student, points in declared(name).items():
            said = (term.folder / "feedback" / student / name / f"{name}.txt").read_text(encoding="utf-8")
            assert f"{points} of {source.points} points" in said
            assert COMMENT in said
    for name in REPORTED:
        lines = [line for line in course(term.folder, "status", name).splitlines() if "attempt 1 of 1" in line]
        assert len([line for line in lines if "graded" in line]) == len(HANDED_IN[name]), lines
        course(term.folder, "report", name)
        report = (term.folder / "reports" / f"{name}.html").read_text(encoding="utf-8")
        assert f"{TERM}, {len(CLASS)} students" in report
