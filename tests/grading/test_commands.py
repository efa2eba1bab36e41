"""The `course` command: its help, what it takes, what it completes, and how it ends."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from small_class import small_term

from course import cli
from course.commands.shared import progress

ROOT = Path(__file__).resolve().parents[2]
ALL = cli.course.commands


@pytest.fixture
def term(tmp_path):
    """A small term, with the folders of its sets as `course init` makes them."""
    made = small_term(tmp_path / "term")
    for path in made.folder.glob("release/*/*.ipynb"):
        (made.folder / "source" / path.stem).mkdir(parents=True)
        shutil.copy(path, made.folder / "source" / path.stem)
    return made


def shown(capsys, *words):
    """What a command prints with exit code 0."""
    assert cli.main(words) == 0
    return capsys.readouterr().out


def parsed(*words):
    """The values that a command would be called with."""
    return ALL[words[0]].make_context(words[0], list(words[1:])).params


def refused(capsys, *words):
    """What is said to words that a command doesn't take."""
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


# --- help -----------------------------------------------------------------------------------------------------


def test_the_help_has_each_command_once_in_a_short_line(capsys):
    lines = shown(capsys, "--help").splitlines()
    for name, command in ALL.items():
        assert [line.split(maxsplit=1)[1] for line in lines if line.startswith(f"  {name} ")] == [
            command.get_short_help_str(200)
        ]
    assert len(lines) < 50
    assert max(map(len, lines)) < 80
    assert [line[:-1] for line in lines if re.match(r"\w.*:$", line)] == ["Options", *cli.GROUPS]


def test_each_module_of_a_command_is_in_the_help():
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "course" / "commands").glob("*.py")}
    modules = {name for name, text in texts.items() if "\n@command(" in text}
    assert {name.replace("-", "_") for name in ALL} == modules
    assert all(ALL[name.replace("_", "-")].callback.__name__ == f"{name}_command" for name in modules)


@pytest.mark.parametrize("name", ALL)
def test_the_help_of_a_command_ends_with_examples_that_it_takes(capsys, name):
    for option in ("--help", "-h"):
        *_, examples = re.split(r"\nExamples?:\n", shown(capsys, name, option))
    for line in examples.splitlines():
        assert len(line) < 80
        first, *words = shlex.split(line, comments=True)
        assert (first, words[0]) == ("course", name)
        parsed(*words)


def test_the_commands_in_the_book_are_taken():
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "book").glob("*.md"))
    lines = re.findall(r"^course (\S.*?)(?: {3,}.*)?$", text, re.MULTILINE)
    assert len(lines) > 5
    for line in lines:
        parsed(*shlex.split(line))


def test_starting_up_imports_nothing_large():
    code = f"""
import contextlib, io, sys
from course import cli
for name in {["--help", *([name, "--help"] for name in ALL)]}:
    with contextlib.redirect_stdout(io.StringIO()):
        assert cli.main([name] if isinstance(name, str) else name) == 0
print(*{{module.partition('.')[0] for module in sys.modules}})
"""
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "click" in said.split()
    assert not {"numpy", "dask", "distributed", "nbgrader", "sqlalchemy", "margin_lib"} & set(said.split())


# --- what is taken --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["grade", "regrade"])
@pytest.mark.parametrize(
    "words",
    [
        "ps1 --students ada emmy mary", "--students ada --students emmy --students=mary ps1",
        "ps1 --students ada emmy --cold --students mary", "--students=ada ps1 --term-dir x --students emmy mary",
    ],
)
def test_students_are_several_words_or_repeated_options(name, words):
    found = parsed(name, *words.split())
    assert (found["name"], found["students"]) == ("ps1", ("ada", "emmy", "mary"))


def test_what_follows_another_option_is_no_student(capsys):
    assert parsed("grade", "--students", "ada", "--workers", "2", "ps1")["students"] == ("ada",)
    assert "requires an argument" in refused(capsys, "grade", "ps1", "--students")
    assert "Missing argument 'SET'" in refused(capsys, "grade", "--students", "ada", "ps1")


def test_feedback_is_given_to_an_exchange_by_two_words(capsys):
    found = parsed("feedback", "ps2", "--for", "exchange", "/srv")
    assert found["back"] == ("exchange", Path("/srv"))
    assert "requires 2 arguments" in refused(capsys, "feedback", "ps2", "--for", "exchange")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gade ps1", "'grade'"), ("colect ps1 x", "'collect'"), ("grade ps1 --colt", "'--cold'"), ("status", "'SET'"),
        ("status ps1 ps2", "unexpected extra argument"), ("export --format pdf", "'csv', 'canvas', 'moodle'"),
        ("grade ps1 --workers 0", "x>=1"), ("grade ps1 --workers many", "'many'"),
    ],
)
def test_wrong_usage_is_said_with_what_would_be_right(capsys, words, said):
    assert said in refused(capsys, *words.split())


def test_cold_and_without_sandbox_exclude_each_other(capsys, term):
    where = ("--term-dir", str(term.folder))
    assert "exclude each other" in refused(capsys, "grade", "ps1", "--cold", "--unsafe-no-sandbox", *where)


@pytest.mark.parametrize("name", ["status", "regrade", "feedback", "export", "report"])
def test_a_set_that_the_term_does_not_have_is_said_with_those_it_has(capsys, term, name):
    assert cli.main([name, "ps9", "--term-dir", str(term.folder)]) == 1
    assert "There is no problem set 'ps9' in this term. There are: ps1" in capsys.readouterr().err


# --- how it ends ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [KeyboardInterrupt, EOFError])
def test_ctrl_c_and_ctrl_d_at_a_question_stop_the_command(capsys, monkeypatch, term, error):
    def stop(prompt):
        raise error

    (term.folder / "feedback" / "ada").mkdir(parents=True)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("click.termui.visible_prompt_func", stop)
    assert cli.main(["forget", "ada", "--term-dir", str(term.folder)]) == 130
    assert "course forget: stopped. Run it again" in capsys.readouterr().err
    assert (term.folder / "feedback" / "ada").is_dir()


@pytest.mark.parametrize("words", [(), ("--help",), ("grade", "--help")])
def test_help_that_is_not_read_or_not_written_ends_without_a_traceback(words):
    command = [sys.executable, "-m", "course", *words]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        told = subprocess.run(command, cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, text=True)
    assert (told.returncode, told.stderr) == (141, "")
    if Path("/dev/full").exists():
        with open("/dev/full", "wb") as full:
            told = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
        said = " ".join(["course", *words[:1]]) + ": No space left on device. Free some space there.\n"
        assert (told.returncode, told.stderr) == (1, said)


# --- completion -----------------------------------------------------------------------------------------------


@pytest.fixture
def completed(capsys, monkeypatch):
    """A function that says what a shell is offered for the last of some words."""

    def complete(*words):
        monkeypatch.setenv("_COURSE_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", shlex.join(["course", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        assert cli.main([]) == 0
        return [word.removeprefix("plain,") for word in capsys.readouterr().out.split()]

    return complete


def test_a_shell_completes_commands_options_sets_and_students(completed, term, monkeypatch):
    monkeypatch.chdir(term.folder / "source")
    sets, students = sorted(path.name for path in (term.folder / "source").iterdir()), sorted(term.students)
    assert completed("re") == ["regrade", "release-solutions", "report", "restore"]
    assert completed("grade", "--st") == ["--students"]
    assert completed("grade", "") == completed("export", "ps1", "p") == sets
    assert completed("grade", "ps1", "--students", "") == completed("forget", "") == students
    assert completed("forget", students[0][:2]) == students[:1]


def test_a_shell_completes_in_the_term_that_is_named_and_nothing_outside_of_one(completed, term, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert completed("grade", "") == completed("forget", "") == []
    assert "ps1" in completed("grade", "--term-dir", str(term.folder), "")
    (term.folder / "term.toml").write_text("students = [")
    assert completed("forget", "--term-dir", str(term.folder), "") == []
    (term.folder / "term.toml").write_text("students = 1")
    assert completed("forget", "--term-dir", str(term.folder), "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_for_instructors_says_how_completion_is_switched_on(shell):
    page = (ROOT / "book" / "instructors.md").read_text(encoding="utf-8")
    variable = f"_COURSE_COMPLETE={shell}_source"
    assert f"{variable} course" in page
    done = subprocess.run(
        [sys.executable, "-m", "course"], cwd=ROOT, env={**os.environ, "_COURSE_COMPLETE": f"{shell}_source"},
        capture_output=True, text=True, check=True,
    )
    assert f"_COURSE_COMPLETE={shell}_complete" in done.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.stdout, text=True, check=True)


# --- progress -------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(monkeypatch, capsys):
    """A function that does ten things in so many seconds each, and says what is printed meanwhile."""

    def run(seconds, on_screen, note=""):
        now = [0.0]
        monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
        monkeypatch.setattr("sys.stderr.isatty", lambda: on_screen, raising=False)
        said = progress.Progress("files")
        for done in range(11):
            said(done, 10, note)
            now[0] += seconds
        return capsys.readouterr().err

    return run


def test_what_is_quick_says_nothing(lines):
    assert lines(0.09, True) == lines(0.09, False) == ""


def test_a_screen_has_one_line_that_is_written_over(lines):
    said = lines(1.5, True, "1 failed")
    assert said.count("\n") == 1
    assert said.count("\r") == 9
    first, *_, last = re.split(r" *[\r\n]", said.rstrip("\n"))
    assert first == "  1 of 10 files, 1 failed, 14 s left"
    assert last.rstrip() == "  10 of 10 files, 1 failed"
    assert len({len(line) for line in re.split("[\r\n]", said) if line}) == 1


def test_a_log_has_a_line_a_minute_and_one_at_the_end(lines):
    assert lines(1.5, False) == "  10 of 10 files\n"
    often = lines(40, False).splitlines()
    assert often[:2] == ["  2 of 10 files, 5 min left", "  4 of 10 files, 4 min left"]
    assert len(often) == 5
