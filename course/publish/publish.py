"""`course publish`: put everything that may be public into one folder, and refuse if it holds anything else.

    DIR/<term>/                   the book, with the problem sets among its downloads
    DIR/<term>/problem-sets/      the problem sets, each as a folder and as a zip
    DIR/<term>/problem-sets/psN/practice_psN-*.whl    the judge and the hidden tests of a set that is open for practice
    DIR/<term>/*.whl              the packages that they need: the library, and the checks that their notebooks run
    DIR/<term>/*.pdf, *.epub      the book to take away, where they are up to date
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

from course import settings
from course.errors import Trouble
from course.paths import ROOT
from course.practice import wheel
from course.publish import take_away
from course.publish.site_folder import add_book
from course.sets import leaks, release
from tools.files import reproducible_zip


def publish(target: Path, *, replace: bool = False, say: Callable[[str], None] = print) -> Path:
    """Publish book, problem sets and wheels into a folder, and return the term's folder in it."""
    book = settings.here()
    term = book.term
    _refuse_stale(term)
    leaks.refuse_hidden_lines(release.sources(), term, ROOT)
    with tempfile.TemporaryDirectory(prefix="course-publish-") as made:
        folder = Path(made) / "site"
        say("Putting together the Python that runs in its pages.")
        _run([sys.executable, "-m", "browser"], "the Python of the pages")
        say("Building the book, as far as something has changed.")
        _run(["make", "--no-print-directory", "book"], "the book")
        shutil.copytree(ROOT / "_build" / "html", folder)
        shutil.copytree(ROOT / "assignments", folder / "problem-sets")
        say("Building the wheels.")
        _run([sys.executable, "-m", "tools.build_wheels", str(folder)], "the wheels")
        add_wheels(folder)
        add_practice(folder, term, say)
        take_away.add_files(folder, ROOT, say)
        say("Looking for what must not be there.")
        refuse_leaks(folder, term)
        try:
            return add_book(folder, target, term, starts=book.starts, replace=replace)
        except OSError as error:
            raise Trouble(f"{target} cannot be written to ({error.strerror}). Nothing was published.") from None


def add_wheels(folder: Path) -> None:
    """Put the wheels beside each set's requirements.txt, and into each set's zip: no package index has them."""
    packages = sorted(folder.glob("*.whl"))
    for requirements in folder.glob("problem-sets/ps*/requirements.txt"):
        for package in packages:
            shutil.copy(package, requirements.parent)
    for path in sorted(folder.rglob("ps*.zip")):
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        files |= {f"{path.stem}/{package.name}": package.read_bytes() for package in packages}
        path.write_bytes(reproducible_zip(files))


def open_for_practice(day: date | None = None) -> list[str]:
    """Return the sets that are open for practice on a day, today if none is given."""
    return [name for name, opens in settings.here().practice.items() if opens <= (day or date.today())]


def add_practice(folder: Path, term: str, say: Callable[[str], None], root: Path = ROOT) -> None:
    """Put the practice wheel of each set that is open beside the set."""
    for source in release.sources(root):
        if source.name in open_for_practice():
            wheel.build(source, term, folder / "problem-sets" / source.name)
            say(f"{source.name} is open for practice: its hidden tests are published.")


def refuse_leaks(folder: Path, term: str, root: Path = ROOT) -> None:
    """Raise Trouble if a file holds a line of a solution, a hidden test, a rubric or an exam.

    The practice wheel of a set that is open may hold this set's hidden tests.
    """
    secret = leaks.all_hidden(release.sources(root), term) | leaks.exam_lines(root)
    found = [
        leak
        for leak in leaks.search(folder, secret)
        if not any(wheel.holds_rightly(leak, name) for name in open_for_practice())
    ]
    if found:
        listed = "\n".join(f"  {leak}" for leak in found[:20])
        raise Trouble(f"nothing was published: these files hold what students may not have.\n{listed}")


def _refuse_stale(term: str) -> None:
    manifest = release.manifest_of(ROOT / "assignments")
    if manifest.get("term") != term:
        raise Trouble(
            f"assignments/ was built for the term {manifest.get('term', 'none')}, and course.toml says {term}."
            " Run `course build`, or change the term there."
        )
    if not release.is_fresh(term):
        raise Trouble("assignments/ is not what the sources make now. Run `course build` and look at it first.")


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(f"{what} could not be built. Nothing was published.\n{(done.stdout + done.stderr)[-2000:]}")
