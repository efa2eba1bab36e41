"""Pictures for teachers, of a student's feedback and of a report, from a class that hands in the corpus's answers.

    python -m course.sets.testing.class_pictures     writes book/pictures/feedback.png and book/pictures/report.png

The class is graded with the commands that a teacher uses. It takes about two minutes, and needs Chromium and what
`course grade` needs.
"""

import csv
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from course import settings
from course.sets import release
from course.sets.testing import corpus
from tools.chromium import chromium, settle

ROOT = Path(__file__).resolve().parents[3]
PICTURES = ROOT / "book" / "pictures"
SET = "ps1"
MOST_WRONG = 5  # answers of one student
WIDE, HIGH = 860, 640
FEEDBACK, REPORT = "h2:has(+ ul .missed)", "svg.picture"  # where each picture begins


def main() -> None:
    """Grade the class, and write both pictures."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        students = hand_in(place)
        course("init", place / "term", "--roster", place / "roster.csv")
        for command in (("collect", SET, place / "handed-in"), ("grade", SET), ("feedback", SET), ("report", SET)):
            course(*command, "--term-dir", place / "term")
        feedback = place / "term" / "feedback" / students[1] / SET / f"{SET}.html"
        report = place / "term" / "reports" / f"{SET}.html"
        with chromium() as browser:
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
            photograph(page, feedback, FEEDBACK, PICTURES / "feedback.png")
            photograph(page, report, REPORT, PICTURES / "report.png")


def hand_in(place: Path) -> list[str]:
    """Write a roster, and a notebook of each student; return the students, each with one wrong answer more."""
    source = next(source for source in release.sources(ROOT) if source.name == SET)
    (place / "handed-in").mkdir()
    students = []
    for number, submission in enumerate(class_of(corpus.read_all(ROOT / "solutions" / SET / corpus.FOLDER))):
        students.append(f"s{number + 1:03}")
        made = corpus.handed_in(source, submission, settings.here().term)
        (place / "handed-in" / f"{students[-1]}.ipynb").write_bytes(made)
    with (place / "roster.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "name"), *((student, f"Student {student[1:]}") for student in students)])
    return students


def class_of(submissions: list[corpus.Submission]) -> Iterator[corpus.Submission]:
    """Yield students who answer nearly everything right: one for each wrong answer, with up to four of the next."""
    right = {answer.cell: answer for one in submissions if one.name.startswith("right") for answer in one.answers}
    wrong = [answer for one in submissions if one.name.startswith("wrong") for answer in one.answers]
    for first in range(len(wrong)):
        answers = right | {answer.cell: answer for answer in wrong[first : first + 1 + first % MOST_WRONG]}
        yield corpus.Submission(submissions[0].path, tuple(answers.values()))


def course(*words: str | Path) -> None:
    """Run a command of the course; stop where it fails."""
    subprocess.run([Path(sys.executable).parent / "course", *words], cwd=ROOT, check=True)


def photograph(page: Page, file: Path, place: str, picture: Path) -> None:
    """Write what a page shows from a place on."""
    page.goto(file.as_uri())
    settle(page)
    page.locator(place).first.evaluate("element => window.scrollTo(0, element.getBoundingClientRect().top - 24)")
    page.screenshot(path=picture)


if __name__ == "__main__":
    main()
