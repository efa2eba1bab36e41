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
        _run(["make", "--no-print-directory", *_in_this_environment(book), "book"], "the book")
        shutil.copytree(ROOT / "_build" / "html", folder)
        shutil.copytree(ROOT / "assignments", folder / "problem-sets")
        say("Building the wheels.")
        _run([sys.executable, "-m", "tools.build_wheels", str(folder)], "the wheels")
        add_to_pages(folder, add_practice(folder, term, say))
        add_wheels(folder)
        if not book.without_class:
            take_away.add_files(folder, ROOT, say)
        say("Looking for what must not be there.")
        refuse_leaks(folder, term)
        try:
            return add_book(folder, target, term, starts=book.starts, replace=replace)
        except OSError as error:
            raise Trouble(f"{target} cannot be written to ({error.strerror}). Nothing was published.") from None


def add_wheels(folder: Path) -> None:
    """Put the wheels beside each set's requirements.txt, and into each set's zip: no package index has them.

    The practice wheel of an open set, which lies beside it, is required, too.
    """
    for requirements in folder.glob("problem-sets/ps*/requirements.txt"):
        for package in folder.glob("*.whl"):
            shutil.copy(package, requirements.parent)
        lines = requirements.read_text(encoding="utf-8").splitlines()
        lines += [f"./{path.name}" for path in requirements.parent.glob("practice_*.whl")]
        requirements.write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
    for path in sorted(folder.rglob("ps*.zip")):
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        for made in sorted((folder / "problem-sets" / path.stem).glob("*")):
            if made.suffix in (".whl", ".txt"):
                files[f"{path.stem}/{made.name}"] = made.read_bytes()
        path.write_bytes(reproducible_zip(files))


def add_practice(folder: Path, term: str, say: Callable[[str], None], root: Path = ROOT) -> list[Path]:
    """Put the practice wheel of each set that is open beside the set, and return the wheels."""
    wheels = []
    for source in release.sources(root):
        if settings.here().is_open(source.name):
            wheels.append(wheel.build(source, term, folder / "problem-sets" / source.name))
            say(f"{source.name} is open for practice: its hidden tests are published.")
    return wheels


def add_to_pages(folder: Path, wheels: list[Path]) -> None:
    """Let the Python of the pages and of the lab load these practice wheels with the package that runs them."""
    for runtime in folder.glob("runtime/*") if wheels else ():
        where = ["--to", str(runtime), "--loaded-with", "notebook-checks"]
        _run([sys.executable, "-m", "browser", "--add", *map(str, wheels), *where], "the practice of the pages")


def refuse_leaks(folder: Path, term: str, root: Path = ROOT) -> None:
    """Raise Trouble if a file holds a line of a solution, a hidden test, a rubric or an exam.

    The practice wheel of a set that is open may hold this set's hidden tests.
    """
    sources = release.sources(root)
    secret = leaks.all_hidden(sources, term) | leaks.exam_lines(root)
    opened = {source.name: wheel.contents(source, term) for source in sources if settings.here().is_open(source.name)}
    found = [leak for leak in leaks.search(folder, secret) if not wheel.holds_rightly(leak, opened)]
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


def _in_this_environment(book: settings.Settings) -> list[str]:
    """Return what lets `make` work in a copy of the course, which has no environment of its own."""
    return ["--assume-old=setup", f"VENV={Path(sys.executable).parent}"] if book.without_class else []


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(f"{what} could not be built. Nothing was published.\n{(done.stdout + done.stderr)[-2000:]}")
