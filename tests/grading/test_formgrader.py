"""Grading by hand after autograding, in nbgrader's own formgrader, in a real browser."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
import small_course
from gradeable import SECOND, graded_class, marks

from course.grading import state
from course.grading.collect import attempts
from course.grading.gradebook.record import record
from course.grading.handback import feedback, regrade
from course.sets.markers import BEGIN_SCHEME, END_SCHEME
from tools.chromium import chromium

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]
ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120
ATTACK = "My proof. <img src=x onerror=\"document.title='taken'\"> [link](javascript:x) and $a<b$."


def environment(folder):
    """Jupyter's settings out of the way, and nbgrader's programs on the path."""
    mine = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **mine, "PATH": path, "PYTHONPATH": str(ROOT), "COURSE_KEY": "the tests' own key"}


@contextmanager
def jupyter(term, folder):
    """A Jupyter server with formgrader in a term's folder; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {
        "port": port, "ip": "127.0.0.1", "root_dir": term.folder, "open_browser": False, "allow_root": True,
        "jpserver_extensions": "{'nbgrader.server_extensions.formgrader': True}",
    }
    command = [
        sys.executable,
        "-m",
        "jupyter_server",
        *(f"--ServerApp.{key}={value}" for key, value in options.items()),
    ]
    command.append("--IdentityProvider.token=")
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=term.folder, env=environment(folder), stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/formgrader/gradebook", server, folder / "server.log")
        yield address
    finally:
        server.terminate()
        server.wait(30)


def wait_for(address, server, log):
    latest = time.monotonic() + SECONDS
    while time.monotonic() < latest and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            time.sleep(0.3)
    pytest.fail(f"the server does not answer:\n{log.read_text(errors='replace')[-4000:]}")


@pytest.fixture
def term(tmp_path_factory, tmp_path):
    from gradeable import grade, hand_in

    made = graded_class(tmp_path_factory, tmp_path / "term", ("ada",))
    grade(made, hand_in(made, "ada", when="2027-03-02 12:00", proof=ATTACK))
    record(made, "ps2")
    return made


def rubric():
    text = small_course.SOURCES["ps2"]["proof-start"].text.split(BEGIN_SCHEME)[1].split(END_SCHEME)[0]
    # What markdown and formulas leave as it is.
    return re.findall(r"[A-Za-z ,]{25,}", text)


def opened(page, address):
    """Open the one submission, by clicks from the list of assignments."""
    page.goto(f"{address}/formgrader/gradebook")
    page.get_by_role("link", name="ps2").first.click()
    page.get_by_role("link", name="ps2").last.click()
    page.get_by_role("link", name="Submission #1").click()
    page.wait_for_selector("#proof-start")
    page.wait_for_function("formgrader.grades?.loaded && formgrader.comments?.loaded")


def test_a_proof_is_graded_by_clicking_and_that_survives(term, tmp_path):
    with jupyter(term, tmp_path) as address, chromium() as browser:
        page = browser.new_context().new_page()
        # MathJax comes from another host, for which the page would wait; grading does without it.
        page.route(lambda url: not url.startswith(address), lambda route: route.abort())
        page.set_default_timeout(SECONDS * 1000)
        opened(page, address)
        shown = page.inner_text("body")
        missing = [line for line in rubric() if " ".join(line.split()) not in " ".join(shown.split())]
        assert not missing, "the rubric is what a person grades by"
        assert page.title() != "taken"
        assert "My proof." in shown
        assert page.locator("img[onerror]").count() == 0
        assert page.locator("a[href^=javascript]").count() == 0
        panel = page.locator(".nbgrader_cell", has=page.locator("#proof-start"))
        with page.expect_response(lambda answer: "/api/grade/" in answer.url and answer.ok):
            panel.locator(".full-credit").click()
        with page.expect_response(lambda answer: "/api/comment/" in answer.url and answer.ok):
            page.fill("#proof-start-comment", "Clear and complete.")
            page.locator("#proof-start-comment").blur()
        assert marks(term, "ada")["proof-start"] == (None, 2.0, False)

        record(term, "ps2")
        proposal = regrade.propose(term, "ps2", worse)
        assert record(term, proposal.set, grader=proposal.grader).changed == 1
        assert marks(term, "ada")["proof-start"] == (None, 2.0, False)
        assert marks(term, "ada")["test-distances"] == (0.0, None, False)
        opened(page, address)
        assert page.input_value("#proof-start") == "2"
        assert page.input_value("#proof-start-comment") == "Clear and complete."
    one = state.student_states(term, "ps2")["ada"]
    assert (one.state, one.total) == (state.State.GRADED, 2.0)
    feedback.write_feedback(term, "ps2")
    assert "Clear and complete." in (term.folder / "feedback" / "ada" / "ps2" / "ps2.txt").read_text()


def worse(term, name, students):
    """A grader for whom nobody gets a point."""
    from gradeable import grade

    for student in students:
        for attempt in attempts.counting(term, name, student):
            yield grade(term, attempt, 0.0, SECOND, started="2027-03-09T10:00:00+00:00")


def nbgrader(term, folder, *arguments):
    command = [sys.executable, "-m", "nbgrader", *arguments]
    run = subprocess.run(command, cwd=term.folder, env=environment(folder), capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_nbgraders_own_export_and_feedback_go_on_working(term, tmp_path):
    nbgrader(term, tmp_path, "export", "--to", "grades.csv")
    assert "ps2,,2027-03-02 12:00:00,ada,Surname,Ada,ada@example.org,18.0,0.0,18.0,20.0" in (
        term.folder / "grades.csv"
    ).read_text().replace("11:00:00", "12:00:00")
    nbgrader(term, tmp_path, "generate_feedback", "ps2")
    page = (term.folder / "feedback" / "ada" / "ps2" / "ps2.html").read_text()
    assert "Score: 18.0 / 20.0" in " ".join(page.split())


def test_nbgraders_own_release_finds_the_set_as_it_is(term, tmp_path):
    from gradeable import rows

    before = rows(term)
    nbgrader(term, tmp_path, "generate_assignment", "ps2", "--force")
    after = rows(term)
    assert {name: after[name] for name in after if name != "course"} == {n: before[n] for n in before if n != "course"}
    record(term, "ps2")
    assert marks(term, "ada")["test-distances"][0] == 5
