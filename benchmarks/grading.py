"""Grading: the cost of a submission compared with its bare cells, with nbgrader and with otter-grader."""

import contextlib
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from IPython.core.interactiveshell import InteractiveShell

from benchmarks.measure import Figure
from course.grading import results
from course.grading.collect import attempts
from course.grading.collect.attempts import New
from course.grading.gradebook import record
from course.grading.handback import feedback
from course.grading.notebook.rebuild import ProblemSet
from course.grading.run.grade_one import Grader, Submission
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.inside.shell import CellOutputs, keeping, make_shell
from course.grading.term.init_term import make_term_folder
from course.grading.term.term import FILE, Term
from course.judge import seeds
from course.sets import release
from course.sets.notebooks import instructor_notebook
from course.sets.variant import values

ROOT = Path(__file__).resolve().parent.parent
TERM = "2027-spring"
SETS = ("ps2", "ps5")  # numpy alone; numpy and cvxpy
TURNS, CLASS = 4, 5  # turns, and runs per turn that count
WARM_UP = 2  # runs per turn that don't
REST = 1.0  # seconds between turns, for what is forked ahead
SIZES = (100, 500, 2_500, 10_000)
FED_BACK = 500
OTTER = """\
from otter.test_files import test_case

OK_FORMAT = False
name = {name!r}
points = {points}


@test_case(points={points})
def test_all(env):
    exec({code!r}, env)
"""


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        make_term_folder(place / "term", TERM)
        for name in SETS:
            yield from against_peers(place, name)
        yield from each_set(place)
        yield from flat_from_one_worker_to_two(place)
        yield from many(place)


def against_peers(place: Path, name: str) -> Iterator[Figure]:
    """Yield the seconds per submission of the model solution for each grader, and the ratios of overheads."""
    problem_set = ProblemSet.read(place / "term", name)
    with on_cores(1):
        stock = with_nbgrader(place / "term", name)
        otter = with_otter(place / f"otter-{name}", problem_set)
        yield Figure("nbgrader autograde", name, stock, "s")
        yield Figure("otter run", name, otter, "s")
        for isolation, part in ((Isolation.WARM, 1 / 40), (Isolation.COLD, 1 / 2)):
            alone, ours = bare_and_with_us(problem_set, isolation)
            yield Figure("cells alone, warm", name, alone, "s")
            yield Figure(f"course grade, {isolation}", name, ours, "s")
            ratio = (ours - alone) / (stock - alone)
            yield Figure(f"overhead, {isolation} / nbgrader's", name, ratio, "", part, at_most=True)
            yield Figure(f"whole, nbgrader / {isolation}", name, stock / ours, "x")
            yield Figure(f"whole, otter / {isolation}", name, otter / ours, "x")


@contextlib.contextmanager
def on_cores(number: int) -> Iterator[None]:
    """Restrict this process and its children to a number of cores: the figures are seconds per submission and core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[-number:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def bare_and_with_us(problem_set: ProblemSet, isolation: Isolation) -> tuple[float, float]:
    """Return the seconds of the bare cells and of `course grade`, measured in turns, as speed varies.

    The bare cells run in a separate process, in which everything is imported. Sandboxes that are started once are not
    counted; those forked for the next submission count for `course grade`.
    """
    alone: list[float] = []
    ours: list[float] = []
    with (
        multiprocessing.get_context("spawn").Pool(1, get_ready, (problem_set.name,)) as pool,
        with_us(problem_set, isolation) as grade_one,
    ):
        for _ in range(TURNS):
            for run_one, times in ((lambda: pool.apply(run_bare), alone), (grade_one, ours)):
                times += [run_one() for _ in range(WARM_UP + CLASS)][WARM_UP:]
                time.sleep(REST)
    return statistics.median(alone), statistics.median(ours)


@contextlib.contextmanager
def with_us(problem_set: ProblemSet, isolation: Isolation) -> Iterator[Callable[[], float]]:
    """Yield a function that grades the model once and returns the seconds it takes."""
    grader = Grader(problem_set, seeds.key().decode(), isolation)

    def grade_one() -> float:
        begun = time.perf_counter()
        result = grader.grade(submission(problem_set, problem_set.content))
        spent = time.perf_counter() - begun
        if result.score != sum(problem_set.points.values()):
            raise RuntimeError(f"{problem_set.name}: the model got {result.score} points: {result.why}")
        return spent

    try:
        yield grade_one
    finally:
        grader.close()


def each_set(place: Path) -> Iterator[Figure]:
    """Yield the cost of a submission of each set, which the page *Grading a class* uses."""
    for source in release.sources():
        with on_cores(1), with_us(ProblemSet.read(place / "term", source.name), Isolation.WARM) as grade_one:
            spent = statistics.median([grade_one() for _ in range(WARM_UP + CLASS)][WARM_UP:])
        yield Figure("core-seconds a submission, warm", source.name, spent, "s")


def get_ready(name: str) -> None:
    """Prepare the shell and the cells for `run_bare` in this process."""
    os.environ |= {"COURSE_KEY": seeds.key().decode(), "NBGRADER_EXECUTION": "autograde"}
    [source] = [source for source in release.sources() if source.name == name]
    notebook = instructor_notebook(source, values(source, TERM))
    Bare.cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    Bare.shell = make_shell(Bare.kept)
    Bare.shell.run_line_magic("matplotlib", "inline")


class Bare:
    """What `run_bare` runs, in its own process."""

    cells: list[str]
    shell: InteractiveShell
    kept = CellOutputs()


def run_bare() -> float:
    """Run all cells of the model in this process, and return the seconds."""
    begun = time.perf_counter()
    with keeping(Bare.kept):
        for cell in Bare.cells:
            Bare.shell.run_cell(cell)
    spent = time.perf_counter() - begun
    if failed := [output["evalue"] for output in Bare.kept.taken() if output["output_type"] == "error"]:
        raise RuntimeError(f"the model solution fails: {failed[0]}")
    return spent


def submission(problem_set: ProblemSet, content: bytes) -> Submission:
    return Submission(problem_set.name, "model", 1, Path(), "key", "grader", content)


def with_nbgrader(term: Path, name: str, students: int = 2) -> float:
    """Return the seconds per submission of stock nbgrader."""
    for number in range(students):
        folder = term / "submitted" / f"s{number}" / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_bytes((term / "source" / name / f"{name}.ipynb").read_bytes())
    nbgrader = [sys.executable, "-m", "nbgrader"]
    run_command([*nbgrader, "generate_assignment", name, "--create", "--force"], term)
    begun = time.perf_counter()
    run_command([*nbgrader, "autograde", name, "--create"], term)
    return (time.perf_counter() - begun) / students


def with_otter(folder: Path, problem_set: ProblemSet) -> float:
    """Return the seconds per submission of otter-grader, with the same tests in its format."""
    (folder / "out").mkdir(parents=True)
    notebook, tests = json.loads(problem_set.content), {}
    for cell in notebook["cells"]:
        points = problem_set.points.get(cell["id"])
        if points is not None:
            tests[f"tests/{cell['id']}.py"] = OTTER.format(name=cell["id"], points=points, code="".join(cell["source"]))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] not in problem_set.points]
    (folder / "model.ipynb").write_text(json.dumps(notebook))
    with zipfile.ZipFile(folder / "autograder.zip", "w") as archive:
        for path, text in {**tests, "otter_config.json": "{}"}.items():
            archive.writestr(path, text)
    begun = time.perf_counter()
    program = str(Path(sys.executable).with_name("otter"))
    run_command([program, "run", "-a", "autograder.zip", "-o", "out", "model.ipynb"], folder)
    spent = time.perf_counter() - begun
    score = json.loads((folder / "out" / "results.json").read_text())
    got = sum(test.get("score") or 0 for test in score["tests"])
    if got != sum(problem_set.points.values()):
        raise RuntimeError(f"otter gave the model solution {got} points")
    return spent


def run_command(words: list[str], folder: Path) -> str:
    """Run a command in a folder, and return its output; RuntimeError, with its output, if it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COURSE_KEY": seeds.key().decode(), "PATH": path}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def flat_from_one_worker_to_two(place: Path) -> Iterator[Figure]:
    """Yield the core-seconds per submission with one worker and with two, at full load."""
    for workers in (1, 2):
        term = class_of(place / f"workers-{workers}", 80 * workers, ProblemSet.read(place / "term", "ps2").content)
        with on_cores(workers):
            each = graded(term, workers).each
        yield Figure("core-seconds a submission", f"ps2, {workers} workers", each * workers, "s")


def many(place: Path) -> Iterator[Figure]:
    """Yield how time and memory grow with the class, and the cost of the other commands for the largest one."""
    for size in SIZES:
        term = class_of(place / f"class-{size}", size, small=True)
        run_of = graded(term, 2)
        yield Figure("a class, two workers", f"{size:,} small submissions", run_of.spent, "s")
        yield Figure("a class, a submission", f"{size:,} small submissions", 1e3 * run_of.spent / size, "ms")
        yield Figure("the driver's memory", f"{size:,} small submissions", run_of.memory, "MB")
        if size == FED_BACK:
            record.record(term, "ps2")
            begun = time.perf_counter()
            feedback.write_feedback(term, "ps2")
            yield Figure("feedback", f"{size} students", time.perf_counter() - begun, "s", 60, at_most=True)
    for how, limit in (("into the gradebook", 300), ("into the gradebook again", None)):
        begun = time.perf_counter()
        record.record(term, "ps2")
        yield Figure(how, f"{size:,}", time.perf_counter() - begun, "s", limit, at_most=True)
    begun = time.perf_counter()
    run_command([sys.executable, "-m", "course", "grade", "ps2"], term.folder)
    yield Figure("course grade again, nothing new", f"{size:,}", time.perf_counter() - begun, "s", 10, at_most=True)


def class_of(folder: Path, size: int, content: bytes = b"", *, small: bool = False) -> Term:
    """Return a term whose students have all handed in ps2, each a different file; small ones have no answers."""
    make_term_folder(folder, TERM, sources=[source for source in release.sources() if source.name == "ps2"])
    students = "".join(f"s{number:05d} = {{}}\n" for number in range(size))
    (folder / FILE).write_text(f'term = "{TERM}"\ntime_zone = "UTC"\n[students]\n{students}', encoding="utf-8")
    term = Term.read(folder)
    notebook = json.loads(content or (folder / "release" / "ps2" / "ps2.ipynb").read_bytes())
    for student in term.students:
        notebook["metadata"]["handed in by"] = student
        attempts.add(term, "ps2", student, New(json.dumps(notebook).encode(), f"{student}.ipynb"))
    return term


GRADED = """\
import json
import resource
import time
from pathlib import Path
from course.grading.notebook.rebuild import ProblemSet
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.term.term import Term
from course.grading.whole_class import grade_many

term = Term.read(Path())
problem_set = ProblemSet.read(term.folder, "ps2")
todo = grade_many.to_grade(term, problem_set, term.students, Isolation.WARM)
done = []
seen = lambda result: done.append(time.perf_counter())
grade_many.grade_all(term, problem_set, todo, isolation=Isolation.WARM, workers={workers}, seen=seen)
started = done[4 * {workers} :]
each = (started[-1] - started[0]) / (len(started) - 1)
print(json.dumps([resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, each]))
"""


class Run(NamedTuple):
    """How a class was graded."""

    spent: float  # seconds, starts included
    memory: float  # of the driver, in MB
    each: float  # seconds from one result to the next, once all workers are at work


def graded(term: Term, workers: int) -> Run:
    """Grade a class in a separate process."""
    begun = time.perf_counter()
    said = run_command([sys.executable, "-c", GRADED.format(workers=workers)], term.folder)
    spent = time.perf_counter() - begun
    there = sum(1 for student in term.students if list(results.of(term.folder, "ps2", student)))
    if there != len(term.students):
        raise RuntimeError(f"{there} of {len(term.students)} were graded")
    return Run(spent, *json.loads(said.splitlines()[-1]))
