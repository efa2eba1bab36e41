"""A term's folder: what term.toml says, what is wrong with it, rosters, and that nothing is overwritten."""

import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import click
import pytest
import small_course

from course.commands.shared.in_term import in_term
from course.errors import Trouble
from course.grading.notebook.parse import parse_notebook
from course.grading.sandbox.job import Limits
from course.grading.term import roster
from course.grading.term.init_term import CONFIG, make_term_folder, new_term_file
from course.grading.term.student import Student, unsafe
from course.grading.term.term import FILE, Term
from course.grading.whole_class import grade_many

ROOT = Path(__file__).parents[2]
SOURCES = [small_course.SOURCES["ps2"]]
CLASS = """
term = "2027-spring"
time_zone = "Europe/Berlin"
groups = [["ada", "emmy"]]
[late]
grace_minutes = 10
per_day = 0.1
most = 0.25
[due]
ps1 = 2027-03-01 18:00:00
ps2 = 2027-03-08T18:00:00+00:00
[extensions.ps1]
emmy = 2027-03-03 18:00:00
[excused]
ps2 = ["sofia"]
[students]
ada = { name = "Ada Lovelace", email = "ada@example.org", canvas = 12345 }
emmy = { name = "Emmy Noether", moodle = "77" }
sofia = {}
"""


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("COURSE_KEY", "the tests' own key")


def term(folder, text=CLASS):
    (folder / FILE).write_text(text, encoding="utf-8")
    return Term.read(folder)


def test_a_term_says_how_long_a_submission_may_take(tmp_path):
    assert grade_many.limits_of(term(tmp_path)) == Limits()
    assert grade_many.limits_of(term(tmp_path, f"wall_minutes = 2.5\n{CLASS}")) == Limits(wall_seconds=150.0)
    for wrong in ("0", "1441", "true", '"ten"', "nan", "inf"):
        with pytest.raises(Trouble, match="wall_minutes is .*, but should be a number of minutes from 1 to 1440"):
            term(tmp_path, f"wall_minutes = {wrong}\n{CLASS}")


def test_the_first_file_of_a_term_and_the_page_name_the_limit_that_holds():
    minutes = f"{Limits().wall_seconds / 60:g}"
    assert f"# wall_minutes = {minutes} " in new_term_file("2027-spring", [], [])
    assert f"minutes_at_most = {minutes}\n" in (ROOT / "book" / "grading-a-class.md").read_text()


def test_a_term_says_who_is_in_it_and_what_is_due(tmp_path):
    read = term(tmp_path)
    assert read.students["ada"] == Student("ada", "Ada Lovelace", "ada@example.org", canvas="12345")
    assert read.due("ps1", "ada") == datetime(2027, 3, 1, 18, tzinfo=ZoneInfo("Europe/Berlin"))
    assert read.due("ps1", "emmy") == datetime(2027, 3, 3, 17, tzinfo=UTC)
    assert read.due("ps2", "ada") == datetime(2027, 3, 8, 18, tzinfo=UTC)
    assert read.due("ps3", "ada") is None
    assert read.group("emmy") == ["ada", "emmy"]
    assert read.group("sofia") == ["sofia"]
    assert read.excused("ps2", "sofia")
    assert not read.excused("ps1", "sofia")
    assert read.gradebook_url == f"sqlite:///{tmp_path / 'gradebook.db'}"


@pytest.mark.parametrize(
    ("after", "lost"),
    [("-5m", 0), ("0m", 0), ("10m", 0), ("11m", 0.1), ("24h", 0.1), ("25h", 0.2), ("49h", 0.25), ("900h", 0.25)],
)
def test_lateness_costs_a_fraction_for_each_day_begun_after_the_grace(tmp_path, after, lost):
    read = term(tmp_path)
    late = timedelta(**{{"m": "minutes", "h": "hours"}[after[-1]]: int(after[:-1])})
    assert read.penalty("ps1", "ada", read.due("ps1", "ada") + late) == pytest.approx(lost)
    assert read.penalty("ps3", "ada", datetime(2099, 1, 1, tzinfo=UTC)) == 0


def test_a_set_is_over_once_it_was_due_for_everyone(tmp_path):
    read = term(tmp_path)
    last = max([read.dates["ps1"], *read.extensions["ps1"].values()])
    assert not read.is_over("ps1", last + read.late_rule.grace)
    assert read.is_over("ps1", last + read.late_rule.grace + timedelta(seconds=1))
    assert not read.is_over("ps3", datetime(2999, 1, 1, tzinfo=UTC))


def test_an_extension_is_a_students_own_due_date(tmp_path):
    read = term(tmp_path)
    moment = datetime(2027, 3, 2, 18, tzinfo=UTC)
    assert read.late("ps1", "ada", moment)
    assert not read.late("ps1", "emmy", moment)


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('time_zone = "Europe/Berlin"', 'time_zone = "Mars"', "time_zone is 'Mars'"),
        ('term = "2027-spring"', "", "term is missing"),
        ("per_day = 0.1", "per_day = 10", "late.per_day is 10"),
        ("per_day = 0.1", 'per_day = "a tenth"', "late.per_day is 'a tenth'"),
        ("per_day = 0.1", "per_week = 0.1", "late.per_week is not a setting"),
        ("ps1 = 2027-03-01 18:00:00", "ps1 = 2027-03-01", "due.ps1 is not a date with a time"),
        ("ps1 = 2027-03-01 18:00:00", "exam = 2027-03-01 18:00:00", "due.exam is not a problem set"),
        ("emmy = 2027-03-03", "emy = 2027-03-03", "extensions.ps1.emy is not on the roster"),
        ('ps2 = ["sofia"]', 'ps2 = ["sonja"]', "excused.ps2 names 'sonja', who is not on the roster"),
        ('[["ada", "emmy"]]', '[["ada", "emmy"], ["ada", "sofia"]]', "groups has ada twice"),
        ('[["ada", "emmy"]]', '["ada", "emmy"]', 'groups should be a list of lists of ids, such as [["ada", "emmy"]'),
        ("sofia = {}", "sofia = { canvas = 12345 }", "students.sofia has the same canvas as ada"),
        ("sofia = {}", "ADA = {}", "students.ADA has the same id as ada"),
        ("sofia = {}", "sofia = { phone = 1 }", "students.sofia.phone is not known"),
        ("sofia = {}", '"../sofia" = {}', "students.../sofia cannot be an id"),
        ("[late]", "[Late]", "Late is not a setting"),
        ("[students]", "[students", "line 16"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key_or_line(tmp_path, was, becomes, said):
    assert was in CLASS
    with pytest.raises(Trouble) as trouble:
        term(tmp_path, CLASS.replace(was, becomes, 1))
    assert str(trouble.value).startswith(str(tmp_path / FILE))
    assert said in str(trouble.value)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("due", "[due]\nps22 = 2027-03-01 18:00:00\n"),
        ("extensions", "[extensions.ps22]\n"),
        ("excused", "[excused]\nps22 = []\n"),
    ],
)
def test_a_set_that_the_term_does_not_have_is_said_to_be_none(tmp_path, key, text):
    for name in ("ps1", "ps2"):
        (tmp_path / "source" / name).mkdir(parents=True)
    with pytest.raises(Trouble, match=rf"{key}\.ps22 is not a problem set such as ps1, ps2"):
        term(tmp_path, f'term = "2027-spring"\ntime_zone = "UTC"\n{text}')


def test_a_folder_without_a_term_is_said_to_be_none(tmp_path):
    with pytest.raises(Trouble, match="not a term's folder"):
        Term.read(tmp_path)


@pytest.mark.parametrize("id_", ["ada", "李小龍", "josé", "o'brien", "ada lovelace", "ada@example.org", "12345"])
def test_a_name_of_any_script_can_be_an_id(id_):
    assert unsafe(id_) is None


@pytest.mark.parametrize(
    "id_",
    ["", ".", "..", "a/b", "a\\b", ".ada", "ada.", "-rf", "con", "NUL.txt", "a\0", "a\n", "x" * 81, "e\u0301", "a+b"],
)
def test_what_is_no_safe_folder_name_is_no_id(id_):
    assert unsafe(id_)


CANVAS = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,ps1 (55)
,,,,,Manual Posting
    Points Possible,,,,,20
"Lovelace, Ada",12345,s1,ada,A,
"Li, 小龍",12346,s2,li@example.org,B,
"Student, Test",99,,,A,
"""
MOODLE = """First name;Surname;ID number;Email address;Groups
Ada;Lovelace;ada;ada@example.org;A
Emmy;Noether;;emmy@example.org;
"""
EMMY = Student("emmy", "Emmy Noether", "emmy@example.org")
WORKSHEET = """Identifier,"Full name","Email address",Status,Grade
"Participant 77","Ada Lovelace",ada@example.org,Submitted,
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    ("text", "students"),
    [
        (CANVAS, [Student("ada", "Ada Lovelace", "", "A", "12345"), Student("li", "小龍 Li", "", "B", "12346")]),
        (MOODLE, [Student("ada", "Ada Lovelace", "ada@example.org", "A"), EMMY]),
        (WORKSHEET, [Student("ada", "Ada Lovelace", "ada@example.org", moodle="77")]),
        ("id,name,canvas\nada,Ada,7\n", [Student("ada", "Ada", canvas="7")]),
    ],
)
def test_an_export_of_canvas_or_moodle_is_a_roster(tmp_path, text, students, encoding):
    path = tmp_path / "roster.csv"
    path.write_bytes(text.replace("\ufeff", "").encode(encoding) if encoding == "utf-16" else text.encode())
    assert [one.student for one in roster.read_roster(path)] == students


def test_a_roster_with_a_student_twice_is_refused_with_both_lines(tmp_path):
    (tmp_path / "roster.csv").write_text("id\nada\nADA\n")
    with pytest.raises(Trouble, match=r"roster.csv:3: ADA is also in line 2"):
        roster.read_roster(tmp_path / "roster.csv")


def test_a_file_without_students_is_said_to_have_none(tmp_path):
    (tmp_path / "roster.csv").write_text("colour,size\n,\n")
    with pytest.raises(Trouble, match="no students in it"):
        roster.read_roster(tmp_path / "roster.csv")


def test_a_file_without_ids_is_said_to_have_no_column_of_them(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear \x1bstudents,\nplease hand in\n")
    with pytest.raises(Trouble, match="letter.txt: has no column of ids.* Its columns are: dear students"):
        roster.read_roster(tmp_path / "letter.txt")


def test_names_with_quotes_survive_the_way_into_the_file(tmp_path):
    students = [Student("x", 'Robert"); drop \\ \u2028.\x07'), Student("o'b", "O'Brien\n[students]")]
    read = term(tmp_path, new_term_file("2027-spring", students, ["ps2"])).students
    assert read["x"].name == 'Robert"); drop \\ .'
    assert read["o'b"].name == "O'Brien [students]"


def test_the_file_that_init_writes_is_right_as_it_is_and_with_its_examples(tmp_path):
    class_ = [Student("ada"), Student("emmy"), Student("sofia"), Student("mary")]
    text = new_term_file("Fall 2027", class_, ["ps1", "ps4", "ps8"], (date(2027, 9, 6), {}))
    term(tmp_path, text)
    examples = [line.removeprefix("# ") if line.startswith("# ps") else line for line in text.splitlines()]
    read = term(tmp_path, "\n".join(examples))
    assert {name: due.date() for name, due in read.dates.items()} == {
        "ps1": date(2027, 9, 20), "ps4": date(2027, 10, 4), "ps8": date(2027, 10, 18),
    }
    assert read.excused("ps1", "emmy")
    assert not re.search(r"ps[23567]|2027-0[1-8]", text.split("[students]")[0].replace("course status ps1", ""))


def test_init_writes_the_calendars_dates_and_from_then_on_those_in_term_toml_count(tmp_path):
    calendar = (date(2027, 2, 1), {"ps2": date(2027, 3, 5)})
    made = make_term_folder(tmp_path, "2027-spring", sources=SOURCES, calendar=calendar)
    assert {name: due.isoformat() for name, due in made.dates.items()} == {"ps2": "2027-03-05T23:59:00+00:00"}
    path = tmp_path / FILE
    path.write_text(path.read_text().replace("ps2 = 2027-03-05", "ps2 = 2027-03-12"))
    again = make_term_folder(tmp_path, "2027-spring", sources=SOURCES, calendar=calendar, replace=True)
    assert again.dates["ps2"].date() == date(2027, 3, 12)


def test_a_date_in_the_calendar_for_a_set_that_is_not_there_is_named(tmp_path):
    with pytest.raises(Trouble, match=r"course\.toml: due\.ps9 is not a problem set"):
        make_term_folder(tmp_path / "term", "2027-spring", sources=SOURCES, calendar=(None, {"ps9": date(2027, 3, 5)}))
    assert not (tmp_path / "term").exists()


def test_init_makes_a_term_and_again_overwrites_nothing(tmp_path):
    folder, first, second = tmp_path / "term", tmp_path / "1.csv", tmp_path / "2.csv"
    first.write_text("id,name\nada,Ada\n")
    second.write_text("id,name\nada,Ada A.\nemmy,Emmy\n")
    make_term_folder(folder, "2027-spring", first, sources=SOURCES)
    (folder / FILE).write_text((folder / FILE).read_text() + "# a remark of mine\n")
    (folder / CONFIG).write_text("# mine\n")
    (folder / "source" / "ps2" / "ps2.ipynb").write_text("mine")
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != FILE}
    made = make_term_folder(folder, "2027-spring", second, sources=SOURCES)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != FILE} == kept
    assert {id_: student.name for id_, student in made.students.items()} == {"ada": "Ada", "emmy": "Emmy"}
    assert "# a remark of mine" in (folder / FILE).read_text()
    make_term_folder(folder, "2027-spring", replace=True, sources=SOURCES)
    assert (folder / "source" / "ps2" / "ps2.ipynb").read_text() != "mine"
    assert "CourseDirectory" in (folder / CONFIG).read_text()
    assert "# a remark of mine" in (folder / FILE).read_text()


def test_new_students_are_not_added_to_a_table_that_is_not_theirs(tmp_path):
    (tmp_path / "1.csv").write_text("id\nmary\n")
    text = CLASS + "[handed_in.ps1]\nada = 2027-03-01 10:00:00\n"
    term(tmp_path, text)
    with pytest.raises(Trouble):
        make_term_folder(tmp_path, "2027-spring", tmp_path / "1.csv", sources=[])
    assert (tmp_path / FILE).read_text() == text


def test_another_term_does_not_go_into_the_same_folder(tmp_path):
    term(tmp_path)
    with pytest.raises(Trouble, match="is of 2027-spring"):
        make_term_folder(tmp_path, "2027-autumn", sources=[])


def test_the_students_notebooks_hold_no_solution_and_the_instructors_do(tmp_path):
    make_term_folder(tmp_path, "2027-spring", sources=SOURCES)
    source, released = ((tmp_path / kind / "ps2" / "ps2.ipynb").read_text() for kind in ("source", "release"))
    assert "BEGIN SOLUTION" in source
    assert "BEGIN HIDDEN TESTS" in source
    assert "BEGIN SOLUTION" not in released
    assert "HIDDEN TESTS" not in released


def test_commands_work_from_inside_the_term_and_with_its_name(tmp_path, monkeypatch):
    term(tmp_path)
    inside = tmp_path / "attempts" / "ps1"
    inside.mkdir(parents=True)
    found = click.Command("where", params=[], callback=in_term(lambda term: term.folder))
    found.params = found.callback.__click_params__
    run = partial(found.main, standalone_mode=False)
    assert run(["--term-dir", str(tmp_path)]) == tmp_path
    monkeypatch.chdir(inside)
    assert run([]) == tmp_path
    monkeypatch.chdir("/")
    with pytest.raises(Trouble, match="isn't in a term's folder"):
        run([])


@pytest.mark.slow
def test_stock_nbgrader_works_in_the_terms_folder(tmp_path):
    make_term_folder(tmp_path, "2027-spring", sources=SOURCES)
    ours = parse_notebook((tmp_path / "release" / "ps2" / "ps2.ipynb").read_bytes())
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", "ps2", "--force"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # nbgrader calls alembic by name
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "JUPYTER_CONFIG_DIR": str(tmp_path)}
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "gradebook.db").exists()
    theirs = parse_notebook((tmp_path / "release" / "ps2" / "ps2.ipynb").read_bytes())
    assert theirs.cells == ours.cells
