"""Recording: results become grades, once, whole or not at all, and what a person gave stays."""

import contextlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import gradeable
import nbformat
import pytest
from gradeable import SECOND, give, grade, graded_class, hand_in, marks, moved, new_term, rows, students
from private_postgresql import served

from course import cli
from course.errors import Trouble
from course.grading import results
from course.grading.gradebook import database, graded_notebook
from course.grading.gradebook.record import record
from course.grading.handback import feedback
from course.grading.notebook.rebuild import ProblemSet
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.state import student_states
from course.grading.term.init_term import NBGRADER
from course.grading.term.term import FILE, Term

ROOT = Path(__file__).resolve().parents[2]
POINTS = {
    "test-distances": 5, "test-components": 3, "test-degree_table": 4, "test-far_apart": 3, "test-proof_order": 2,
    "test-placed": 1,
}


@pytest.fixture
def graded(tmp_path_factory, tmp_path):
    return graded_class(tmp_path_factory, tmp_path / "term")


@pytest.fixture(scope="module")
def postgresql():
    with served() as new:
        yield new


def with_text(term, more):
    path = term.folder / FILE
    path.write_text(path.read_text().replace("[students]", f"{more}\n[students]"))
    return Term.read(term.folder)


def test_the_points_of_the_tests_are_recorded_and_a_proof_waits_for_a_person(graded):
    done = record(graded, "ps2")
    assert (done.new, done.changed, done.unchanged, done.undecided) == (3, 0, 0, {})
    expected = {name: (float(points), None, False) for name, points in POINTS.items()}
    validated = {"check-selfcheck": (0.0, None, False)}
    assert marks(graded, "ada") == {**expected, **validated, "proof-start": (None, None, True)}


def test_recording_again_changes_not_one_row_and_no_file(graded):
    record(graded, "ps2")
    before, files = rows(graded), {path: path.stat().st_mtime_ns for path in graded.folder.rglob("*.ipynb")}
    written = (graded.folder / "gradebook.db").read_bytes()
    assert record(graded, "ps2").unchanged == 3
    assert rows(graded) == before
    assert {path: path.stat().st_mtime_ns for path in graded.folder.rglob("*.ipynb")} == files
    assert (graded.folder / "gradebook.db").read_bytes() == written


def test_recording_again_reads_no_result(graded, monkeypatch):
    record(graded, "ps2")
    monkeypatch.setattr(results, "read_result", lambda path: pytest.fail(f"{path} was read"))
    assert record(graded, "ps2").unchanged == 3


def test_the_attempt_that_counts_decides(tmp_path_factory, tmp_path):
    due = "[due]\nps2 = 2027-03-02 18:00:00\n"
    term = new_term(tmp_path_factory, tmp_path / "term", due + students("ada"))
    grade(term, hand_in(term, "ada", when="2027-03-01 12:00", answer="return 1"), 0.5)
    grade(term, hand_in(term, "ada", when="2027-03-02 12:00", answer="return 2"), 0.0)
    grade(term, hand_in(term, "ada", when="2027-03-03 12:00", answer="return 3"), 1.0)
    record(term, "ps2")
    assert gradebook_entry(term, "ada").attempt == 2
    assert marks(term, "ada")["test-distances"][0] == 0


def test_the_command_says_why_there_is_nothing_to_grade_and_what_has_changed(
    tmp_path_factory, tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("COURSE_KEY", gradeable.KEY)
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    command = ["grade", "ps2", "--term-dir", str(term.folder)]
    assert cli.main(command) == 0
    assert "nothing to grade; nothing was collected yet." in capsys.readouterr().out
    for hour, said in ((12, "1 new in the gradebook."), (13, "0 new in the gradebook, 1 changed.")):
        grade(term, hand_in(term, "ada", when=f"2027-03-01 {hour}:00", answer=f"return {hour}"))
        assert cli.main(command) == 0
        printed = capsys.readouterr().out
        assert "nothing to grade; every attempt that counts has its result." in printed
        assert said in printed


def gradebook_entry(term, student, name="ps2"):
    with database.reading(term) as session:
        return database.entries(session, name)[student]


def test_where_the_best_counts_it_is_the_best_after_lateness(tmp_path_factory, tmp_path):
    rules = 'counts = "best"\n[late]\nper_day = 0.5\n[due]\nps2 = 2027-03-02 18:00:00\n'
    term = new_term(tmp_path_factory, tmp_path / "term", rules + students("ada"))
    grade(term, hand_in(term, "ada", when="2027-03-01 12:00", answer="return 1"), 0.9)
    grade(term, hand_in(term, "ada", when="2027-03-02 12:00", answer="return 2"), 0.3)
    grade(term, hand_in(term, "ada", when="2027-03-03 12:00", answer="return 3"), 1.0)
    record(term, "ps2")
    assert gradebook_entry(term, "ada").attempt == 1


def test_a_failed_or_missing_result_is_no_zero(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada", "emmy", "mary"))
    grade(term, hand_in(term, "ada"), state="failed", why="a sandbox did not start", cells={}, notebook=None)
    hand_in(term, "emmy")
    done = record(term, "ps2")
    assert {student: (one.failed, one.why) for student, one in done.undecided.items()} == {
        "ada": (True, "a sandbox did not start"), "emmy": (False, "is not graded yet"),
    }
    assert not rows(term, "grade")["grade"]


def test_a_result_of_other_tests_than_the_set_has_is_not_recorded(graded):
    (path,) = results.folder(graded.folder, "ps2", "ada").glob("*.json")
    said = json.loads(path.read_text())
    del said["cells"]["test-placed"]
    path.write_text(json.dumps(said))
    assert record(graded, "ps2").undecided["ada"].why == "was graded with other tests than the set has now"
    assert {row[2] for row in rows(graded, "submitted_assignment")["submitted_assignment"]} == {"emmy", "mary"}


def test_a_group_has_the_grade_of_what_one_of_it_handed_in(tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", 'groups = [["ada", "emmy"]]\n' + students("ada", "emmy"))
    own = hand_in(term, "emmy", when="2027-02-01 12:00", answer="return 0")
    attempt = hand_in(term, "ada", when="2027-03-01 12:00", answer="return 1")
    assert own.number == attempt.number  # so that the number alone does not say whose it is
    for student in ("ada", "emmy"):
        grade(term, own, 0.0, student=student)
        grade(term, attempt, 1.0, student=student)
    record(term, "ps2")
    for student in ("ada", "emmy"):
        assert gradebook_entry(term, student).member == "ada"
        assert marks(term, student)["test-distances"][0] == 5


def test_lateness_costs_by_the_score_as_it_is_now(graded):
    term = with_text(graded, "[late]\nper_day = 0.1\n[due]\nps2 = 2027-02-28 18:00:00")
    record(term, "ps2")
    assert penalties(term) == pytest.approx([1.8] * 3, abs=1e-4)
    give(term, "ada", "proof-start", 2.0)
    record(term, "ps2")
    assert sorted(penalties(term)) == pytest.approx([1.8, 1.8, 2.0], abs=1e-4)
    term = with_text(term, "[extensions.ps2]\nada = 2027-03-05 18:00:00")
    record(term, "ps2")
    assert sorted(penalties(term)) == pytest.approx([0, 1.8, 1.8], abs=1e-4)
    (extension,) = {row[4] for row in rows(term, "submitted_assignment")["submitted_assignment"] if row[2] == "ada"}
    assert extension - timedelta(days=5) in (gradebook_epoch(), timedelta())


def gradebook_epoch():
    from datetime import datetime

    return datetime(1970, 1, 1)  # what SQLite's intervals are counted from


def penalties(term):
    return [row[4] or 0.0 for row in rows(term, "submitted_notebook")["submitted_notebook"]]


# --- what a person gave ---------------------------------------------------------------------------------------


def test_hand_grades_and_comments_survive_recording_again_and_a_new_attempt(graded):
    record(graded, "ps2")
    give(graded, "ada", "proof-start", 1.5, "The second step needs a reason.")
    give(graded, "ada", "test-distances", 4.0)
    same_proof = hand_in(graded, "ada", when="2027-03-02 12:00", answer="return 'other'")
    grade(graded, same_proof, 0.0)
    assert record(graded, "ps2").changed == 1
    assert marks(graded, "ada")["proof-start"] == (None, 1.5, False)
    assert marks(graded, "ada")["test-distances"] == (0.0, 4.0, True)  # what it was given for has changed
    assert "The second step needs a reason." in str(rows(graded, "comment"))


def test_a_rewritten_proof_keeps_its_grade_but_is_to_be_looked_at_again(graded):
    record(graded, "ps2")
    give(graded, "ada", "proof-start", 1.5, "Good.")
    grade(graded, hand_in(graded, "ada", when="2027-03-02 12:00", proof="Another proof."))
    record(graded, "ps2")
    assert marks(graded, "ada")["proof-start"] == (None, 1.5, True)
    record(graded, "ps2")
    assert marks(graded, "ada")["proof-start"] == (None, 1.5, True)


@pytest.mark.parametrize("blank", ["", " \n", "*Replace this line with  your answer.*\n\n"])
def test_a_proof_that_was_not_touched_has_zero_at_once_and_a_person_can_give_more(blank, tmp_path_factory, tmp_path):
    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    grade(term, hand_in(term, "ada", proof=blank))
    record(term, "ps2")
    assert marks(term, "ada")["proof-start"] == (0.0, None, False)
    assert student_states(term, "ps2")["ada"].state == "graded"
    feedback.write_feedback(term, "ps2")
    assert "0 of 2\n  This answer was left blank" in (term.folder / "feedback" / "ada" / "ps2" / "ps2.txt").read_text()
    give(term, "ada", "proof-start", 1.0)
    record(term, "ps2")
    assert marks(term, "ada")["proof-start"] == (0.0, 1.0, False)
    feedback.write_feedback(term, "ps2")
    assert "Nothing was" not in (term.folder / "feedback" / "ada" / "ps2" / "ps2.txt").read_text()
    grade(term, hand_in(term, "ada", when="2027-03-02 12:00", proof="Let x be."))
    record(term, "ps2")
    assert marks(term, "ada")["proof-start"] == (None, 1.0, True)


def test_another_graders_points_wait_for_a_regrade(graded):
    record(graded, "ps2")
    first = gradebook_entry(graded, "ada").grader
    (attempt,) = gradeable.attempts.of_student(graded, "ps2", "ada")
    grade(graded, attempt, 0.0, SECOND, started="2027-03-09T10:00:00+00:00")
    assert record(graded, "ps2").changed == 0
    assert marks(graded, "ada")["test-distances"][0] == 5
    assert record(graded, "ps2", grader=SECOND).changed == 1
    assert marks(graded, "ada")["test-distances"][0] == 0
    assert record(graded, "ps2").changed == 0  # the first grader's result is still there, and is not taken again
    assert record(graded, "ps2", grader=first).changed == 1


def test_a_result_that_gives_the_same_points_replaces_one_without_isolation(graded):
    attempt = gradeable.attempts.of_student(graded, "ps2", "ada")[0]
    shutil.rmtree(results.folder(graded.folder, "ps2", "ada"))
    grade(graded, attempt, isolation=Isolation.NONE)
    record(graded, "ps2")
    assert gradebook_entry(graded, "ada").isolation == "none"
    grade(graded, attempt, 1.0, SECOND, started="2027-03-09T10:00:00+00:00")
    record(graded, "ps2")
    assert gradebook_entry(graded, "ada").isolation == "warm"


def changed_set(term, change):
    """Change the instructor's notebook of the set."""
    path = term.folder / "source" / "ps2" / "ps2.ipynb"
    notebook = json.loads(path.read_text())
    change(notebook)
    path.write_text(json.dumps(notebook))


def test_a_test_that_is_worth_more_or_gone_is_so_in_the_gradebook_after_a_regrade(graded):
    record(graded, "ps2")
    give(graded, "ada", "proof-start", 2.0, "Fine.")

    def change(notebook):
        marked = {cell["id"]: cell["metadata"]["nbgrader"] for cell in notebook["cells"]}
        marked["test-distances"]["points"] = 6
        notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != "test-placed"]

    changed_set(graded, change)
    for student in ("ada", "emmy"):
        attempt = gradeable.attempts.of_student(graded, "ps2", student)[0]
        made = gradeable.result(graded, attempt, grader=SECOND)
        cells = {**made.cells, "test-distances": replace(made.cells["test-distances"], points=6, score=6)}
        results.write_result(replace(made, cells=cells), graded.folder)
    done = record(graded, "ps2", grader=SECOND)
    assert (done.changed, list(done.undecided)) == (2, ["mary"])
    now = marks(graded, "ada")
    assert now["test-distances"][0] == 6
    assert "test-placed" not in now
    assert now["proof-start"] == (None, 2.0, False)


# --- the graded notebook --------------------------------------------------------------------------------------


def test_the_graded_notebook_has_nbgraders_metadata_and_the_outputs_of_the_result(graded):
    from nbgrader.utils import compute_checksum, determine_grade

    record(graded, "ps2")
    notebook = nbformat.read(graded_notebook.path_of(graded.folder, "ada", "ps2"), as_version=4)
    nbformat.validate(notebook)
    source = json.loads(ProblemSet.read(graded.folder, "ps2").content)
    assert [cell.id for cell in notebook.cells] == [cell["id"] for cell in source["cells"]]
    with database.opened(graded.gradebook_url) as engine, engine.connect() as connection:
        kept = dict(connection.exec_driver_sql("SELECT name, checksum FROM source_cell").all())
    for cell in notebook.cells:
        mark = cell.metadata.nbgrader
        if cell.id.startswith("written-"):
            assert "grade_id" not in mark
            continue
        assert mark.grade_id == cell.id
        assert mark.checksum == kept[cell.id]
        if mark.locked:
            assert compute_checksum(cell) == mark.checksum
        if mark.grade:
            assert determine_grade(cell)[0] == POINTS.get(cell.id, 0)
    assert "BEGIN HIDDEN TESTS" in str(notebook)
    assert any("return 'ada'" in cell.source for cell in notebook.cells)


HOSTILE = """<script>steal()</script> <img src=x onerror=steal()> [a](javascript:steal())
$$<script>steal()</script>$$ $\\href{javascript:steal()}{x}$ $\\\\href{java
script:steal()}{x}$ [r][1] ![p](data:x) <<b>a</b> <!-- x --> <svg/onload=steal()> and $a<b$ stays.

[1]: javascript:steal()"""


def test_nothing_that_a_student_wrote_does_anything_in_the_formgrader(tmp_path_factory, tmp_path):
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    term = new_term(tmp_path_factory, tmp_path / "term", students("ada"))
    extra = [{"cell_type": "markdown", "source": HOSTILE}]
    made = gradeable.result(term, hand_in(term, "ada", proof=HOSTILE, extra=extra))
    data = {"text/plain": "x", "text/html": "<script>steal()</script>", "image/png": '"><script>steal()</script>'}
    first = next(cell for cell in made.notebook["cells"] if cell["cell_type"] == "code")
    first["outputs"] = [
        {"output_type": "display_data", "data": data, "metadata": {"x": 1}},
        {"output_type": "display_data", "data": {"image/png": gradeable.PNG}, "metadata": {}},
    ]
    results.write_result(made, term.folder)
    record(term, "ps2")
    notebook = nbformat.read(graded_notebook.path_of(term.folder, "ada", "ps2"), as_version=4)
    shown = [cell for cell in notebook.cells if cell.cell_type == "markdown" and "steal" in cell.source]
    assert len(shown) == 2
    for cell in shown:
        page = markdown2html_mistune(cell.source)
        assert not [tag for tag in ("<script", "<img", "<svg", "<b>", "<!--", "<a", "href=", "\\href") if tag in page]
        assert "a&lt; b" in page
        assert "stays" in page
    outputs = next(cell for cell in notebook.cells if cell.cell_type == "code").outputs
    assert [set(output.data) for output in outputs] == [{"text/plain"}, {"image/png"}]


def test_a_graded_notebook_that_is_lost_is_made_again(graded):
    record(graded, "ps2")
    path = graded_notebook.path_of(graded.folder, "ada", "ps2")
    text = path.read_bytes()
    path.unlink()
    record(graded, "ps2")
    assert path.read_bytes() == text


def test_the_courses_id_is_the_one_of_nbgraders_settings():
    assert f'course_id = "{database.COURSE}"' in NBGRADER


# --- PostgreSQL -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_postgresql_has_the_same_gradebook_as_sqlite(graded, postgresql, tmp_path):
    record(graded, "ps2")
    shutil.copytree(graded.folder, tmp_path / "other")
    (tmp_path / "other" / "gradebook.db").unlink()
    other = moved(Term.read(tmp_path / "other"), postgresql("same"))
    record(other, "ps2")
    give(graded, "ada", "proof-start", 1.5, "Good.")
    give(other, "ada", "proof-start", 1.5, "Good.")
    for term in (graded, other):
        assert record(term, "ps2").unchanged == 3
    assert marks(other, "ada") == marks(graded, "ada")
    theirs, ours = rows(other), rows(graded)
    assert theirs["grade"] == ours["grade"]
    assert theirs["course_ledger"] == ours["course_ledger"]
    assert theirs == {**ours, "course": theirs["course"]}


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_two_importers_at_once_double_nothing(tmp_path_factory, tmp_path, postgresql):
    url = f'gradebook = "{postgresql("two")}"\n'
    term = graded_class(tmp_path_factory, tmp_path / "term", [f"s{n}" for n in range(12)], url)
    with importers(term) as one, importers(term) as two, importers(term) as three:
        for start in (one, two, three):
            start()
        assert [start("wait") for start in (one, two, three)] == [0, 0, 0]
    assert len(rows(term, "grade")["grade"]) == 12 * 8
    assert len(rows(term, "course_ledger")["course_ledger"]) == 12


# --- faults ---------------------------------------------------------------------------------------------------

# One process that imports what is slow to import, and for each line that it reads makes an importer of itself.
IMPORTERS = """
import os, sys
from pathlib import Path
import nbgrader.api, nbgrader.preprocessors, psycopg, sqlalchemy.dialects.postgresql.psycopg
from course.grading.gradebook.record import record
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.term.term import Term
for line in sys.stdin:
    importer = os.fork()
    if not importer:
        record(Term.read(Path(sys.argv[1])), "ps2", batch=4)
        os._exit(0)
    print(importer, flush=True)
    if line.strip() == "wait":
        print(os.waitpid(importer, 0)[1], flush=True)
"""


@contextmanager
def importers(term):
    """A function that starts an importer and returns its process's number, or waits for it and returns how it ended."""
    command = [sys.executable, "-W", "ignore", "-c", IMPORTERS, str(term.folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:

        def start(how="go"):
            process.stdin.write(f"{how}\n")
            process.stdin.flush()
            number = int(process.stdout.readline())
            return int(process.stdout.readline()) if how == "wait" else number

        yield start
        process.stdin.close()


def all_of(term):
    """The gradebook, and the graded notebooks."""
    notebooks = term.folder.glob("autograded/*/*/*.ipynb")
    return rows(term), {path.relative_to(term.folder): path.read_bytes() for path in notebooks}


def killed_and_run_again(term, times, expected):
    """Kill importers somewhere in the work, each on a gradebook that is not there yet or half full.

    The place is a number of students that are recorded, and a moment in the next one's, so that it doesn't hang on how
    fast the machine is.
    """
    draw, seen, held = random.Random(5), set(), ()
    with importers(term) as start:
        began = time.monotonic()
        assert start("wait") == 0
        whole = time.monotonic() - began
        for n in range(times):
            if n % 3 == 0:
                wipe(term)
                held = ()
            wanted, process = draw.randint(len(held), 60), start()
            patience = time.monotonic() + 60
            while len(rows(term).get("course_ledger", ())) < wanted and time.monotonic() < patience:
                pass
            time.sleep(draw.uniform(0, whole / 60))
            os.kill(process, signal.SIGKILL)
            held = rows(term).get("course_ledger", ())
            seen.add(len(held))
            assert len(rows(term).get("submitted_assignment", ())) == len(held)
            if n % 3 == 2:
                assert start("wait") == 0
                assert all_of(term) == expected
    return seen


def wipe(term):
    shutil.rmtree(term.folder / "autograded", ignore_errors=True)
    with database.opened(term.gradebook_url) as engine, engine.begin() as connection:
        for table in reversed(database.all_tables()):
            connection.execute(table.delete()) if database.inspect(connection).has_table(table.name) else None
            table.drop(connection, checkfirst=True)


@pytest.mark.slow
def test_a_killed_importer_loses_and_doubles_nothing(tmp_path_factory, tmp_path):
    term = graded_class(tmp_path_factory, tmp_path / "term", [f"s{n}" for n in range(60)])
    record(term, "ps2")
    expected = all_of(term)
    wipe(term)
    seen = killed_and_run_again(term, 21, expected)
    assert len(seen) > 2, f"all were killed at the same place: {seen}"


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_a_killed_importer_into_postgresql_loses_and_doubles_nothing(tmp_path_factory, tmp_path, postgresql):
    url = f'gradebook = "{postgresql("killed")}"\n'
    term = graded_class(tmp_path_factory, tmp_path / "term", [f"s{n}" for n in range(60)], url)
    record(term, "ps2")
    expected = all_of(term)
    wipe(term)
    killed_and_run_again(term, 6, expected)


def test_a_result_that_a_killed_driver_left_half_written_is_none_and_is_removed(graded):
    [made] = results.results_of_student(graded.folder, "ps2", "ada")
    path = made.path(graded.folder)
    nobody, living = (path.with_name(f".{path.name}.new-{process}") for process in (2**30, os.getppid()))
    for left in (nobody, living):
        left.write_text('{"half')
    assert list(results.results_of_student(graded.folder, "ps2", "ada")) == [made]
    results.write_result(made, graded.folder)
    assert sorted(path.parent.iterdir()) == sorted([path, living])


def test_a_full_disk_is_said_and_leaves_nothing_half_written(graded):
    before = rows_or_none(graded)
    # No file may grow beyond this: the graded notebook cannot be written.
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(Trouble, match=r"cannot be written|gradebook says"):
            record(graded, "ps2")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, old)
    assert rows_or_none(graded) == before
    assert not [path for path in (graded.folder / "autograded").rglob("*") if path.is_file()]
    assert record(graded, "ps2").new == 3


def rows_or_none(term):
    with database.reading(term) as session:
        return None if session is None else rows(term)


@pytest.fixture
def disk(tmp_path):
    """A file system of its own, of eight megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", place]).returncode:
        pytest.skip("not run: needs the right to mount")
    yield place
    subprocess.run(["umount", place], check=True)


def fill(disk):
    with (disk / "fill").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))


def forbid_writing(disk):
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)


@pytest.mark.slow
def test_a_full_file_system_is_said_and_the_next_run_does_the_rest(graded, disk):
    term = moved(graded, f"sqlite:///{disk}/gradebook.db")
    subprocess.run(["mount", "-o", "remount,size=300k", disk], check=True)
    (disk / "fill").write_bytes(b"x" * 150_000)
    with pytest.raises(Trouble, match="full"):
        record(term, "ps2")
    assert rows_or_none(term) is None
    (disk / "fill").unlink()
    assert record(term, "ps2").new == 3


@pytest.mark.slow
@pytest.mark.parametrize(("trouble", "result", "book"), [
    (fill, "No space left", "full"), (forbid_writing, "Read-only file system", "unable to open"),
])
def test_a_disk_that_takes_nothing_is_said_and_the_next_run_does_the_rest(
    tmp_path_factory, disk, trouble, result, book
):
    term = graded_class(tmp_path_factory, disk / "term")
    [made] = results.results_of_student(term.folder, "ps2", "ada")
    there = {path: path.read_bytes() for path in term.folder.rglob("*") if path.is_file()}
    trouble(disk)
    with pytest.raises(Trouble, match=result):
        results.write_result(made, term.folder)
    with pytest.raises(Trouble, match=book):
        record(term, "ps2")
    assert rows_or_none(term) is None
    left = {path: path.read_bytes() for path in term.folder.rglob("*") if path.is_file()}
    assert {path: left[path] for path in left if path.name != "gradebook.db"} == there  # a gradebook without a table
    subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    (disk / "fill").unlink(missing_ok=True)
    assert record(term, "ps2").new == 3


def test_where_nothing_may_be_written_it_is_said(graded):
    record(graded, "ps2")
    (graded.folder / "gradebook.db").unlink()
    (graded.folder / "gradebook.db").mkdir()
    with pytest.raises(Trouble, match="is a folder, not a gradebook"):
        record(graded, "ps2")
    (graded.folder / "gradebook.db").rmdir()
    shutil.rmtree(graded.folder / "autograded")
    (graded.folder / "autograded").write_text("a file")
    with pytest.raises(Trouble, match="autograded/ada/ps2/ps2.ipynb: cannot be written"):
        record(graded, "ps2")
    assert not rows(graded, "grade").get("grade")


def test_a_gradebook_that_cannot_be_reached_is_named_without_its_password(graded):
    term = moved(graded, "postgresql://me:secret@127.0.0.1:1/none")
    with pytest.raises(Trouble, match=r"127\.0\.0\.1") as told:
        record(term, "ps2")
    assert "secret" not in str(told.value)
