"""How a class is graded on this machine: by how many workers and in what isolation, and what is said of it."""

import shutil
import tempfile
from pathlib import Path

import gradeable
import pytest

from course.grading import results
from course.grading.notebook.rebuild import ProblemSet
from course.grading.sandbox import self_test
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Limits
from course.grading.whole_class import grade_many, workers
from tools import machine

NEED = 7.0  # GB that a worker's two processes may take
BREAKS = """\
#!/bin/sh
# bubblewrap, but for as many warm starts as the file beside it says
case "$*" in
*as-pid-1*) ;;
*course.grading.sandbox.inside.fork_server*)
    left=$(cat {count})
    if [ "$left" -gt 0 ]; then
        echo $((left - 1)) >{count}
        echo "the machine has no room for namespaces" >&2
        exit 1
    fi ;;
esac
exec {real} "$@"
"""


@pytest.fixture
def broken(monkeypatch):
    """Return a function that lets so many warm starts fail."""
    with tempfile.TemporaryDirectory() as folder:
        place, real = Path(folder), shutil.which("bwrap")
        place.chmod(0o755)
        count = place / "count"
        (place / "bwrap").write_text(BREAKS.format(count=count, real=real))
        (place / "bwrap").chmod(0o755)
        monkeypatch.setenv("PATH", folder, prepend=":")

        def fail(times):
            count.write_text(f"{times}\n")
            count.chmod(0o666)

        yield fail


def test_no_more_workers_are_started_than_there_is_memory_for_and_that_is_said():
    assert workers.how_many(8, 64.0, Limits()) == (8, "")
    assert workers.how_many(8, None, Limits()) == (8, "")
    many, said = workers.how_many(8, 3.5 * NEED, Limits())
    assert many == 3
    assert said.startswith("Only 3 of 8 workers can be started: each may take 7.0 GB of memory, and 24.5 GB can be had")
    assert workers.how_many(8, 0.5, Limits())[0] == 1
    assert workers.how_many(1, 0.5, Limits()) == (1, "")
    assert workers.how_many(8, 8.0, Limits(memory_mb=512, test_memory_mb=512)) == (8, "")


def test_the_page_says_how_much_memory_a_worker_may_take():
    assert workers.how_many(2, 1.0, Limits())[1].startswith("Only 1 of 2 workers can be started: each may take 7.0 GB")
    page = (Path(__file__).parents[2] / "book" / "grading-a-class.md").read_text()
    assert "memory for, 7 GB each" in page


def test_this_machine_says_how_much_memory_can_be_had():
    assert 0 < machine.memory_to_spare() <= machine.memory_in_gb()


@pytest.mark.needs("bubblewrap")
def test_a_start_that_fails_once_or_twice_is_tried_again(broken):
    broken(2)
    assert self_test.best() == (Isolation.WARM, "")


@pytest.mark.needs("bubblewrap")
@pytest.mark.slow
def test_a_machine_without_warm_starts_grades_by_cold_ones_says_so_and_tries_again(
    broken, tmp_path_factory, tmp_path, capsys
):
    ids = ("ada", "emmy")
    term = gradeable.new_term(tmp_path_factory, tmp_path / "term", "wall_minutes = 5\n" + gradeable.students(*ids))
    for student in ids:
        gradeable.hand_in(term, student, answer=f"return {student!r}")
    problem_set = ProblemSet.read(term.folder, "ps2")
    todo = grade_many.to_grade(term, problem_set, ids, Isolation.WARM)
    broken(self_test.TRIES)
    workers.run(term, problem_set, todo, Isolation.WARM, workers=1, cluster=None, seen=lambda result: None, few=1)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("Warm starts failed 3 times: a sandbox does not start here: the machine has no room")
    assert lines[1:] == [
        "ps2: 2 to grade on 1 worker (cold).",
        "Warm starts work now. They are used for the other 1.",
    ]
    found = [result for student in ids for result in results.results_of_student(term.folder, "ps2", student)]
    assert {result.limits["wall_seconds"] for result in found} == {300.0}
    assert [(result.state, result.isolation) for result in found] == [("graded", "cold"), ("graded", "warm")]
