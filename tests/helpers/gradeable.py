"""Terms of the small course with students, attempts and results made by code, for the tests of what follows grading."""

import json
import shutil
from datetime import datetime
from functools import cache

import small_course

from course.grading import results
from course.grading.collect import attempts
from course.grading.notebook import parse
from course.grading.notebook.align import fitted
from course.grading.notebook.rebuild import ProblemSet, rebuilt, students_part
from course.grading.results import GRADED, Result
from course.grading.sandbox import job
from course.grading.status import status_lines
from course.grading.term.init_term import make_term_folder
from course.grading.term.term import FILE, Term
from course.judge.claims import ClaimResult
from course.sets import release

NAME = small_course.TERM
KEY = "the tests' own key"  # the instructor's, where a test grades too
SECOND = "b" * 64  # another grader than the one of now, as results name them
PROOF = "My proof: $x<y$."
HEAD = f'term = "{NAME}"\ntime_zone = "Europe/Berlin"\n'
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@cache
def _sets(where, names, course):
    make_term_folder(where, NAME, sources=[source for source in release.sources(course) if source.name in names])
    return where


def new_term(tmp_path_factory, folder, text, names=("ps2",), course=small_course.ROOT):
    """A term's folder with these problem sets of a course; `text` is what term.toml says after the head."""
    made = tmp_path_factory.getbasetemp() / f"sets-of-{course.name}-{'-'.join(names)}"
    shutil.copytree(_sets(made, tuple(names), course), folder)
    book = "" if "gradebook = " in text else 'gradebook = "sqlite:///gradebook.db"\n'
    (folder / FILE).write_text(HEAD + book + text, encoding="utf-8")
    return Term.read(folder)


def moved(term, url):
    """The term with its gradebook at another URL."""
    path = term.folder / FILE
    text = path.read_text(encoding="utf-8").replace("sqlite:///gradebook.db", url)
    path.write_text(text, encoding="utf-8")
    return Term.read(term.folder)


def students(*ids, **about):
    """The table of students."""
    rows = {id_: about.get(id_, f'name = "{id_.title()} Surname", email = "{id_}@example.org"') for id_ in ids}
    return "[students]\n" + "".join(f'"{id_}" = {{ {fields} }}\n' for id_, fields in rows.items())


def notebook(term, name="ps2", answer="return 1", proof=PROOF, extra=()):
    """A hand-in: the released notebook with each answer and proof filled in, and cells of the student's own."""
    made = json.loads((term.folder / "release" / name / f"{name}.ipynb").read_text())
    for cell in made["cells"]:
        if cell["id"].startswith("answer-"):
            text = "".join(cell["source"])
            cell["source"] = text.replace('raise NotImplementedError("Replace this line with your code.")', answer)
        if cell["id"].startswith("written-"):
            cell["source"] = proof
    made["cells"] += [{"metadata": {}, "id": f"extra{n}", **cell} for n, cell in enumerate(extra)]
    return json.dumps(made).encode()


def hand_in(term, student, name="ps2", when="2027-03-01 12:00", content=None, **how):
    """Keep an attempt of a student."""
    new = attempts.New(
        content or notebook(term, name, **how), f"zip/{student}.ipynb", datetime.fromisoformat(when).astimezone()
    )
    return attempts.add(term, name, student, new)


def result(term, attempt, share=1.0, grader="", started="2027-03-02T10:00:00+00:00", **changes):
    """A result in which each test gives this share of its points, by its claims in order, outputs and all."""
    problem_set = ProblemSet.read(term.folder, attempt.set)
    handed = fitted(parse.parse_notebook(attempt.path.read_bytes()), problem_set.form)
    graded, cells = rebuilt(handed, problem_set), {}
    for cell in graded["cells"]:
        if cell["cell_type"] != "code":
            continue
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": f"ran {cell['id']}\n"}]
        if cell["id"] in problem_set.points:
            cells[cell["id"]] = mark = _mark(problem_set.claims[cell["id"]], share)
            cell["outputs"] = _outputs(mark)
    grader = grader or results.grader_of(problem_set.sha256, KEY.encode(), "warm")
    key, answers = results.key(attempt.sha256, grader), students_part(handed)
    made = {
        "set": attempt.set, "student": attempt.student, "attempt": attempt.number, "key": key, "answers": answers,
        "grader": grader, "state": GRADED, "repairs": handed.repairs, "cells": cells, "notebook": graded,
        "started": started, **changes,
    }
    return Result(**made)


def grade(term, attempt, *arguments, **named):
    """Write the result of an attempt."""
    made = result(term, attempt, *arguments, **named)
    results.write_result(made, term.folder)
    return made


def graded_class(
    tmp_path_factory, folder, ids=("ada", "emmy", "mary"), settings="", names=("ps2",), share=1.0,
    course=small_course.ROOT,
):
    """A term in which each student handed in something of their own, and all of it is graded."""
    term = new_term(tmp_path_factory, folder, settings + students(*ids), names, course)
    for name in names:
        for student in ids:
            grade(term, hand_in(term, student, name, answer=f"return {student!r}"), share)
    return term


def _mark(claims, share):
    total, score, found = sum(claim.points for claim in claims), 0, []
    for claim in claims:
        reason = None if score + claim.points <= share * total else "it returned <b>None</b>."
        found.append(ClaimResult(claim.points, claim.words, "graphs: Why it ends", reason))
        score += found[-1].score
    return job.CellResult(total, score, tuple(found))


def _outputs(mark):
    text = "\n".join(mark.lines)
    if not mark.score:
        return [{"output_type": "error", "ename": "NoPoints", "evalue": text, "traceback": [text]}]
    return [
        {"output_type": "stream", "name": "stdout", "text": text + "\n"},
        {
            "output_type": "execute_result", "data": {"text/plain": str(mark.score)}, "metadata": {},
            "execution_count": 1,
        },
    ]


def rows(term, *names):
    """All that tables of the gradebook hold, in order."""
    from sqlalchemy import inspect, select

    from course.grading.gradebook import database

    with database.opened(term.gradebook_url) as engine, engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=str)
            for table in database.all_tables()
            if (not names or table.name in names) and inspect(connection).has_table(table.name)
        }


def give(term, student, cell, points, comment=None, name="ps2"):
    """Grade a cell by hand, through nbgrader's own interface, as the formgrader does."""
    from nbgrader.api import Gradebook

    with Gradebook(term.gradebook_url) as book:
        grade = book.find_grade(cell, name, name, student)
        grade.manual_score, grade.needs_manual_grade = points, False
        if comment is not None:
            book.find_comment(cell, name, name, student).manual_comment = comment
        book.db.commit()


def printed_states(term, name="ps2"):
    """What `course status` prints as the state of each student."""
    width = max(map(len, term.students))
    lines = {line[:width].strip(): line[width + 2 : width + 14].strip() for line in status_lines(term, name)}
    return {student: lines[student] for student in term.students}


def marks(term, student, name="ps2"):
    """What the gradebook says of a student: of each cell auto score, hand score, and whether it waits."""
    from nbgrader.api import Gradebook

    with Gradebook(term.gradebook_url) as book:
        held = book.find_submission_notebook(name, name, student)
        return {g.name: (g.auto_score, g.manual_score, g.needs_manual_grade) for g in held.grades}
