"""`course grade` gives each answer its declared score, the same each time, whatever is killed meanwhile."""

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import time

import handed
import psutil
import pytest

from course.grading import results
from course.grading.collect import attempts
from course.grading.collect.attempts import New
from course.grading.notebook.rebuild import ProblemSet
from course.grading.run.grade_one import Grader, Submission
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Limits
from course.grading.sandbox.sandboxes import Lost
from course.grading.term.init_term import make_term_folder
from course.grading.term.term import FILE, Term
from course.grading.whole_class import grade_many
from course.judge import seeds

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

SECRET = "the tests' own key"
SAMPLE = ("blank", "raises", "right-another-way", "right-forms", "wrong-1", "wrong-2", "wrong-01", "wrong-02")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A term's folder with all problem sets."""
    folder = tmp_path_factory.mktemp("term")
    make_term_folder(folder, handed.TERM)
    return folder


@pytest.fixture(scope="module", params=handed.SOURCES)
def grader(request, made):
    with_sandboxes = Grader(ProblemSet.read(made, request.param), SECRET)
    yield with_sandboxes
    with_sandboxes.close()


def graded(grader, content):
    """Grade bytes; the result."""
    return grader.grade(Submission(grader.problem_set.name, "ada", 1, None, "key", "grader", content))


def scores(result):
    return {name: cell.score for name, cell in result.cells.items()}


def check_said(result, cell):
    """What the visible check of a part says, in the notebook that the student gets back."""
    [check] = [one for one in result.notebook["cells"] if one["id"] == f"check-{cell}"]
    return [output["evalue"] for output in check["outputs"] if output["output_type"] == "error"]


def test_the_corpus_gets_its_declared_scores_and_messages(grader):
    name = grader.problem_set.name
    for one in handed.sample(name, SAMPLE).values():
        result = graded(grader, handed.notebook(name, one))
        assert result.state == "graded", (one.name, result.why)
        declared = {f"test-{answer.cell}": answer.score for answer in one.answers}
        found = scores(result)
        assert {cell: found[cell] for cell in declared} == declared, one.name
        assert not any(found[cell] for cell in found if cell not in declared), one.name
        for answer in one.answers:
            text = "\n".join([*check_said(result, answer.cell), *result.cells[f"test-{answer.cell}"].lines])
            # An object of a student's own never comes to the tests: it may not cross.
            assert answer.says in text or "may not cross" in text, (one.name, answer.cell)


def test_the_model_gets_all_points_and_the_same_result_each_time(grader):
    first, second = (graded(grader, handed.model(grader.problem_set.name)) for _ in range(2))
    assert scores(first) == grader.problem_set.points
    assert first.seed == seeds.name_of(SECRET.encode()) != seeds.name_of(b"another key")
    assert {"python", "numpy", "margin_lib"} <= set(first.made_with)
    assert first.limits == dataclasses.asdict(Limits())
    assert first.seconds > 0
    assert first.memory_mb > 0
    measured = {"seconds": 0, "cpu_seconds": 0, "memory_mb": 0, "started": ""}
    assert dataclasses.replace(first, **measured) == dataclasses.replace(second, **measured)


def test_a_process_that_ends_in_one_answer_costs_no_other_its_points(made):
    name = "ps2"
    notebook = json.loads(handed.model(name))
    for cell in notebook["cells"]:
        if cell["id"] == "answer-forcing_set":
            cell["source"] = "def forcing_set(k):\n    import os\n    os._exit(0)\n"
    grader = Grader(ProblemSet.read(made, name), SECRET)
    result = graded(grader, json.dumps(notebook).encode())
    grader.close()
    assert scores(result) == grader.problem_set.points | {"test-forcing_set": 0}
    assert "ended early" in result.cells["test-forcing_set"].lines[0]
    assert result.why == "the student's process was ended: the process ended early"  # said once, however often it was


def test_what_holds_a_worker_for_too_long_is_for_a_person_and_is_no_mark(made):
    notebook = json.loads(handed.model("ps2"))
    place = next(place for place, cell in enumerate(notebook["cells"]) if cell["id"] == "test-perceptron")
    endless = {"cell_type": "code", "id": "mine", "metadata": {}, "source": "while True: pass", "outputs": []}
    notebook["cells"].insert(place + 1, endless)
    grader = Grader(ProblemSet.read(made, "ps2"), SECRET, limits=Limits(wall_seconds=3.0))
    result = graded(grader, json.dumps(notebook).encode())
    grader.close()
    assert "test-with_bias" in result.broken
    over = "the submission took more than 0.05 minutes on the clock (wall_minutes"
    assert over in result.cells["test-with_bias"].note
    points = grader.problem_set.points
    assert all(score in (None, points[name]) for name, score in scores(result).items()), result.cells
    assert scores(result)["test-with_bias"] is None
    assert result.limits["wall_seconds"] == 3.0


def test_a_function_that_its_cell_never_came_to_is_said_to_be_that(made):
    notebook = json.loads(handed.model("ps2"))
    for cell in notebook["cells"]:
        if cell["id"] == "answer-forcing_set":
            cell["source"] = ["open('/not/there')\n", *cell["source"]]
    grader = Grader(ProblemSet.read(made, "ps2"), SECRET)
    result = graded(grader, json.dumps(notebook).encode())
    grader.close()
    assert scores(result) == grader.problem_set.points | {"test-forcing_set": 0}
    assert "no function forcing_set: its cell failed before" in result.cells["test-forcing_set"].lines[0]


def test_a_test_that_breaks_leaves_its_own_points_open_and_no_others(made):
    problem_set = ProblemSet.read(made, "ps2")
    source = json.loads(problem_set.content)
    [cell] = [cell for cell in source["cells"] if cell["id"] == "test-with_bias"]
    cell["source"] = "1 + None"
    grader = Grader(dataclasses.replace(problem_set, content=json.dumps(source).encode()), SECRET)
    try:
        found = graded(grader, handed.model("ps2"))
    finally:
        grader.close()
    assert (found.state, found.broken) == ("graded", ("test-with_bias",))
    assert scores(found) == {**problem_set.points, "test-with_bias": None}
    assert "TypeError" in found.cells["test-with_bias"].note


def test_when_the_sandbox_itself_fails_there_are_no_points_and_no_zero(made, monkeypatch):
    grader = Grader(ProblemSet.read(made, "ps2"), SECRET)

    def broken():
        raise Lost("the disk is on fire")

    monkeypatch.setattr(grader, "_ready_sandboxes", broken)
    result = graded(grader, handed.model("ps2"))
    assert result.state == "failed"
    assert result.cells == {}
    assert "the disk is on fire" in result.why


STUDENTS = [f"s{number:02d}" for number in range(10)]


def class_of_ten(folder, *, different=True):
    """A term in which ten students handed in ps2: blank, right and wrong, or all of them the same bytes."""
    make_term_folder(folder, handed.TERM, sources=[handed.SOURCES["ps2"]])
    rows = "".join(f"{student} = {{}}\n" for student in STUDENTS)
    (folder / FILE).write_text(f'term = "{handed.TERM}"\ntime_zone = "UTC"\n[students]\n{rows}', encoding="utf-8")
    term = Term.read(folder)
    corpus = list(handed.submissions("ps2").values())
    for number, student in enumerate(STUDENTS):
        content = handed.notebook("ps2", corpus[number % len(corpus) if different else 0])
        attempts.add(term, "ps2", student, New(content, f"{student}.ipynb"))
    return term


def command(term, errors=subprocess.DEVNULL, **how):
    environment = {**os.environ, "COURSE_KEY": SECRET, "PYTHONPATH": str(handed.ROOT)}
    words = [sys.executable, "-m", "course", "grade", "ps2", "--workers", "2"]
    return subprocess.Popen(
        words, cwd=term.folder, env=environment, stdout=subprocess.DEVNULL, stderr=errors, text=True, **how
    )


def all_scores(term):
    """The scores of each student, from result files, of which each has one."""
    found = {}
    for student in STUDENTS:
        [path] = list(results.folder(term.folder, "ps2", student).iterdir())
        result = results.read_result(path)
        assert result.state == "graded", (student, result.why)
        found[student] = scores(result)
    return found


def gradebook(term):
    """What the gradebook says of each student's tests."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{term.folder / 'gradebook.db'}") as book:
        return {
            submission.student_id: {grade.name: grade.auto_score for grade in submission.notebooks[0].grades}
            for submission in book.assignment_submissions("ps2")
        }


def workers_of(driver):
    """The processes of the driver's workers that live."""
    try:
        below = psutil.Process(driver.pid).children()
    except psutil.NoSuchProcess:
        return []
    return [child for child in below if "spawn_main" in words_of(child)]


def words_of(process):
    """What a process was called with; nothing if it has just ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # a zombie is none
        return ""


def test_whatever_is_killed_every_submission_is_graded_once(tmp_path):
    undisturbed, disturbed = (class_of_ten(tmp_path / name) for name in ("undisturbed", "disturbed"))
    assert command(undisturbed).wait(600) == 0
    chance, kills = random.Random(1), 0
    while kills < 50:
        driver = command(disturbed)
        for _ in range(chance.randint(4, 10)):
            time.sleep(chance.uniform(0.2, 1.5))
            victims = workers_of(driver)
            if driver.poll() is not None:
                break
            if victims and chance.random() < 0.8:
                chance.choice(victims).kill()
                kills += 1
        if driver.poll() is None:
            driver.send_signal(signal.SIGKILL)
            kills += 1
        driver.wait()
        if kills < 50 and all(results.folder(disturbed.folder, "ps2", student).exists() for student in STUDENTS):
            for student in chance.sample(STUDENTS, 5):  # so that there is something to grade, and to kill, again
                for path in results.folder(disturbed.folder, "ps2", student).glob("*.json"):
                    path.unlink()
    assert command(disturbed).wait(600) == 0
    assert all_scores(disturbed) == all_scores(undisturbed)
    assert gradebook(disturbed) == gradebook(undisturbed)


def marked(process, folder):
    """Whether the process works, or once began to work, in this folder."""
    try:
        return process.cwd() == folder or process.environ().get("PWD") == folder
    except psutil.Error:
        return False


def wait_for_a_result(term):
    latest = time.monotonic() + 120
    while not list(term.folder.glob("results/ps2/*/*.json")):
        assert time.monotonic() < latest, "nothing is graded"
        time.sleep(0.05)


def test_nothing_is_left_running(tmp_path):
    term = class_of_ten(tmp_path / "term")
    driver = command(term)
    wait_for_a_result(term)
    driver.kill()
    driver.wait()
    latest = time.monotonic() + 30
    while left := [process for process in psutil.process_iter() if marked(process, str(term.folder))]:
        assert time.monotonic() < latest, left
        time.sleep(0.5)


def test_ctrl_c_stops_the_grading_with_a_sentence_and_fails_no_answer(tmp_path):
    term = class_of_ten(tmp_path / "term")
    # CI may start us with Ctrl-C ignored, which a child would inherit.
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    driver = command(term, subprocess.PIPE, start_new_session=True, **heeding)
    wait_for_a_result(term)
    os.killpg(driver.pid, signal.SIGINT)  # as a terminal does: the workers are told as well
    _, said = driver.communicate(timeout=60)
    lines = [line for line in said.splitlines() if " graded, " not in line and " worker" not in line]
    assert lines == ["course grade: stopped. Run it again to finish what is left."]
    assert driver.returncode == 130
    assert command(term).wait(600) == 0
    corpus = list(handed.submissions("ps2").values())
    for found, one in zip(all_scores(term).values(), corpus, strict=False):
        declared = {f"test-{answer.cell}": answer.score for answer in one.answers}
        assert {cell: found[cell] for cell in declared} == declared, one.name


def test_a_second_run_grades_nothing(tmp_path):
    term = class_of_ten(tmp_path / "term")
    problem_set = ProblemSet.read(term.folder, "ps2")
    todo = grade_many.to_grade(term, problem_set, STUDENTS[:2], "warm")
    grade_many.grade_all(term, problem_set, todo, isolation=Isolation.WARM, workers=1)
    assert len(todo) == 2
    assert grade_many.to_grade(term, problem_set, STUDENTS[:2], "warm") == []


def test_students_who_hand_in_the_same_bytes_are_each_graded(tmp_path):
    term = class_of_ten(tmp_path / "term", different=False)
    problem_set = ProblemSet.read(term.folder, "ps2")
    todo = grade_many.to_grade(term, problem_set, STUDENTS, "warm")
    seen = []
    grade_many.grade_all(term, problem_set, todo, isolation=Isolation.WARM, workers=2, seen=seen.append)
    assert sorted(result.student for result in seen) == STUDENTS
    assert len({str(found) for found in all_scores(term).values()}) == 1
