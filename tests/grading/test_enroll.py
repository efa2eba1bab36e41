"""A newer roster, or one from another place: the same students stay the same, and what differs is said."""

import zipfile

import pytest

from course.errors import Trouble
from course.grading.term.init_term import start
from course.grading.term.term import FILE, Term

PARTICIPANTS = """First name,Last name,ID number,Email address,Groups
Ada,Lovelace,,u000@example.org,A
Emmy,Noether,777,emmy@example.org,A
Li,Bai,778,li@example.org,B
"""


@pytest.fixture
def init(tmp_path, capsys):
    """A function that calls `course init` with a roster, and returns the class and what was said."""

    def call(text, name="roster.csv"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        made = start(tmp_path / "term", "2027-spring", tmp_path / name, sources=[], say=print)
        return made.students, capsys.readouterr().out

    return call


def text(tmp_path):
    return (tmp_path / "term" / FILE).read_text(encoding="utf-8")


def test_a_student_is_the_same_by_the_address_the_number_or_the_login(init, tmp_path):
    init(PARTICIPANTS)
    students, said = init(
        "Student,ID,SIS User ID,SIS Login ID,Section\n"
        '"Lovelace, Ada",12345,10500000,u000,A\n"Noether, Emmy",12346,777,emmy@example.org,A\n',
        "canvas.csv",
    )
    assert {id_: student.canvas for id_, student in students.items()} == {"u000": "12345", "777": "12346", "778": ""}
    assert students["u000"].email == "u000@example.org"
    assert "0 new students, 3 were there" in said
    assert "Not in canvas.csv: 778 (Li Bai)." in said
    students, said = init("id,email,canvas\n10500000,U000@example.org,12345\n", "again.csv")
    assert set(students) == {"u000", "777", "778"}


def test_an_id_number_that_came_later_makes_no_second_student(init):
    init(PARTICIPANTS)
    students, said = init(PARTICIPANTS.replace("Lovelace,,", "Lovelace,10500000,"))
    assert set(students) == {"u000", "777", "778"}
    assert said == "term.toml: 0 new students, 3 were there.\n"


def test_who_left_was_renamed_or_moved_is_said_and_the_file_is_the_instructors(init, tmp_path):
    init(PARTICIPANTS)
    path = tmp_path / "term" / FILE
    path.write_text(text(tmp_path).replace('"Emmy Noether"', '"Emmy N."') + "# a remark\n", encoding="utf-8")
    newer = "First name,Last name,ID number,Email address,Groups\nAda,King,,u000@example.org,B\nMary,C,9,m@x.org,A\n"
    students, said = init(newer)
    assert "1 new students, 3 were there" in said
    assert "u000: name 'Ada Lovelace' -> 'Ada King', section 'A' -> 'B'. It stays as it is" in said
    assert 'write: u000 = { name = "Ada King", email = "u000@example.org", section = "B" }' in said
    assert "Not in roster.csv: 777 (Emmy N.), 778 (Li Bai). They stay in the class." in said
    assert (students["u000"].name, students["u000"].section) == ("Ada Lovelace", "A")
    assert set(students) == {"u000", "777", "778", "9"}
    assert "# a remark" in text(tmp_path)


def test_what_an_instructor_wrote_into_a_line_is_not_rewritten(init, tmp_path):
    init("id,name\nada,Ada\n")
    path = tmp_path / "term" / FILE
    path.write_text(text(tmp_path).replace('ada = { name = "Ada" }', 'ada = { name = "Ada" } # mine'))
    before = text(tmp_path)
    _, said = init("id,name,canvas\nada,Ada,5\n")
    assert text(tmp_path) == before
    assert "ada: canvas 'none' -> '5'" in said
    assert 'write: ada = { name = "Ada", canvas = "5" }' in said


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        ("id,email\nada,emmy@x.org\n", r"other.csv:2: is both ada and emmy of term.toml"),
        ("id,email\nx,emmy@x.org\ny,\nemmy,\n", r"other.csv:4: is emmy, as is line 2"),
        ("id,email\nx,a@x.org\ny,A@x.org\n", r"other.csv:3: A@x.org stands already in line 2"),
        ("id,name\n1,Lovelace Ada\n2,Emmy Noether\n", r"other.csv: none of its students .* 2 the name, such as ada"),
    ],
)
def test_what_cannot_be_told_apart_changes_nothing_and_names_a_file_that_is_there(init, tmp_path, roster, said):
    init("id,name,email\nada,Ada Lovelace,ada@x.org\nemmy,Emmy Noether,emmy@x.org\n")
    before = text(tmp_path)
    with pytest.raises(Trouble, match=said) as told:
        init(roster, "other.csv")
    assert ".new" not in str(told.value)
    assert text(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.csv", "roster.csv", "term"]


def test_ids_that_were_made_of_addresses_are_said(init):
    assert "1 ids were made of the addresses, such as u000." in init(PARTICIPANTS)[1]


@pytest.mark.parametrize(
    ("name", "said"),
    [("xl/workbook.xml", "is an Excel workbook, not a CSV file"), ("x", "is a zip or an office document, not a CSV")],
)
def test_a_spreadsheet_as_roster_is_called_what_it_is(tmp_path, name, said):
    with zipfile.ZipFile(tmp_path / "roster.xlsx", "w") as archive:
        archive.writestr(name, "x")
    with pytest.raises(Trouble, match=rf"roster.xlsx: {said}.* Save it as one"):
        start(tmp_path / "term", "2027-spring", tmp_path / "roster.xlsx", sources=[])
    assert not (tmp_path / "term").exists()


def test_a_name_of_a_roster_that_turns_the_line_around_is_plain(init, tmp_path):
    students, _ = init("id,name\nada\u200b,\u202eAda\u2066 L\u00adovelace\n")
    assert students["ada"].name == "Ada Lovelace"
    assert Term.read(tmp_path / "term").students == students
