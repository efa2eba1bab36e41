"""The exchange of nbgrader, with nbgrader's own commands at the students' end."""

import shutil
import stat
from pathlib import Path

import pytest
from gradeable import grade, new_term, notebook, students
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeFetchFeedback, ExchangeReleaseAssignment, ExchangeSubmit
from traitlets.config import Config

from course import cli
from course.grading.collect import attempts, quarantine
from course.grading.collect.collect import collect
from course.grading.collect.student_files import Aside
from course.grading.gradebook import database

pytestmark = pytest.mark.slow


@pytest.fixture
def exchange(tmp_path):
    """The folder that everybody may write to."""
    place = tmp_path / "exchange"
    place.mkdir()
    place.chmod(0o777)
    return place


@pytest.fixture
def term(tmp_path_factory, tmp_path, exchange):
    made = new_term(tmp_path_factory, tmp_path / "term", students("ada", "emmy", "mary"))
    nbgrader(ExchangeReleaseAssignment, exchange, made.folder, "", root=str(made.folder))
    return made


def nbgrader(command, exchange, home, student, **course):
    """Run a command of nbgrader's as a student, in their own home."""
    config = Config()
    config.CourseDirectory.update(course_id=database.COURSE, assignment_id="ps2", **course)
    if student:
        config.CourseDirectory.student_id = student
    config.Exchange.update(root=str(exchange), cache=str(home / "cache"), assignment_dir=str(home))
    how = {"coursedir": CourseDirectory(config=config), "authenticator": Authenticator(config=config)}
    command(config=config, **how).start()


def submit(term, exchange, tmp_path, student, content):
    home = tmp_path / "homes" / student
    (home / "ps2").mkdir(parents=True, exist_ok=True)
    (home / "ps2" / "ps2.ipynb").write_bytes(content)
    nbgrader(ExchangeSubmit, exchange, home, student)


@pytest.mark.parametrize("of", ["exchange", "course", "inbound"])
def test_only_what_students_handed_in_is_collected_from_an_exchange(term, exchange, tmp_path, of):
    for student in ("ada", "emmy"):
        submit(term, exchange, tmp_path, student, notebook(term, answer=f"return {student!r}"))
    place = {"exchange": exchange, "course": exchange / database.COURSE}.get(of, exchange / database.COURSE / of)
    (exchange / database.COURSE / "feedback").mkdir()
    (exchange / database.COURSE / "feedback" / "x.html").write_text("x")
    done = collect(term, "ps2", place)
    assert [attempt.student for attempt in done.new] == ["ada", "emmy"]
    assert all(attempt.when for attempt in done.new)
    assert (quarantine.entries(term, "ps2"), done.aside[Aside.HIDDEN], done.aside[Aside.BESIDE]) == ([], 0, 0)
    assert attempts.of_student(term, "ps2", "mary") == []


def test_students_fetch_their_own_feedback_with_nbgraders_own_command(term, exchange, tmp_path, capsys):
    for student in ("ada", "emmy"):
        submit(term, exchange, tmp_path, student, notebook(term, answer=f"return {student!r}"))
    for attempt in collect(term, "ps2", exchange).new:
        grade(term, attempt)
    arguments = ["feedback", "ps2", "--term-dir", str(term.folder), "--for", "exchange", str(exchange)]
    assert cli.main(arguments) == 0
    assert "feedback for 2 in" in capsys.readouterr().out
    for student in ("ada", "emmy"):
        home = tmp_path / "homes" / student
        nbgrader(ExchangeFetchFeedback, exchange, home, student)
        [fetched] = home.glob("ps2/feedback/*/ps2.html")
        assert fetched.read_bytes() == (term.folder / "feedback" / student / "ps2" / "ps2.html").read_bytes()
        assert f"{student.title()} Surname" in fetched.read_text(encoding="utf-8")
    place = exchange / database.COURSE / "feedback"
    assert stat.S_IMODE(place.stat().st_mode) == 0o711
    assert {stat.S_IMODE(path.stat().st_mode) for path in place.iterdir()} == {0o644}
    assert cli.main(arguments) == 0
    assert len(list(place.iterdir())) == 2


def test_who_did_not_hand_in_there_is_named(term, exchange, tmp_path, capsys):
    submit(term, exchange, tmp_path, "ada", notebook(term, answer="return 1"))
    (tmp_path / "mary.ipynb").write_bytes(notebook(term, answer="return 2"))
    for path in (exchange, tmp_path / "mary.ipynb"):
        for attempt in collect(term, "ps2", path).new:
            grade(term, attempt)
    for secret in Path(exchange).rglob("submission_secret.txt"):
        secret.unlink()
    arguments = ["feedback", "ps2", "--term-dir", str(term.folder), "--for"]
    assert cli.main([*arguments, "exchange", str(exchange)]) == 0
    said = capsys.readouterr().out
    assert "feedback for 0 in" in said
    for student in ("ada", "mary"):
        assert f"{student}: not there: the attempt that counts didn't come through this exchange" in said
    shutil.rmtree(exchange / database.COURSE / "inbound")
    assert cli.main([*arguments, "exchange", str(exchange)]) == 1
    assert "has no folder inbound" in capsys.readouterr().err
    assert cli.main([*arguments, "pigeons", str(exchange)]) == 1
    assert "not to 'pigeons'" in capsys.readouterr().err
