"""The edition for readers without a class: `course publish --edition open`.

It is another term of this course, in which all sets are open for practice. It is made in a copy of the course,
`_build/open/`, by the same commands as for a class, so that nothing of it gets into assignments/ or a class's book.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from course import settings
from course.errors import Trouble
from course.paths import ROOT

COPY = ROOT / "_build" / "open"
BUILD = "_build"
LEFT_OUT = ("assignments", BUILD)  # what the copy makes for its own term
TAKEN_ALONG = ("runtime", ".outputs-*")  # of _build, where it is there: what takes long, and is the same


def publish_open(target: Path, *, replace: bool = False, say: Callable[[str], None] = print) -> None:
    """Publish the open edition into a folder."""
    term = settings.in_edition(settings.here(), "open").term
    say(f"The open edition is the term {term}. It is made in {COPY}, and assignments/ stays as it is.")
    copy_course(ROOT, COPY)
    _run(COPY, "build")
    _run(COPY, "publish", str(target.resolve()), *(["--replace"] if replace else []))


def copy_course(root: Path, copy: Path) -> None:
    """Make a folder the course as it is now; what was built there and still fits stays."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    files = {name for name in listed if name and name.partition("/")[0] not in LEFT_OUT and (root / name).is_file()}
    for path in [path for path in copy.rglob("*") if path.is_file()]:
        name = path.relative_to(copy).as_posix()
        if name not in files and name.partition("/")[0] not in LEFT_OUT:
            path.unlink()
    for name in sorted(files):
        source, target = root / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or source.read_bytes() != target.read_bytes():
            shutil.copy(source, target)
    for made in [path for pattern in TAKEN_ALONG for path in (root / BUILD).glob(pattern)]:
        if not (there := copy / BUILD / made.name).exists():
            shutil.copytree(made, there)


def environment(root: Path, copy: Path) -> Mapping[str, str]:
    """Return the environment in which commands work on the copy: its code, its edition, and the dates of its pages."""
    return os.environ | {
        settings.EDITION: "open",
        "COURSE_ROOT": str(copy),
        "PYTHONPATH": str(copy),
        "GIT_DIR": _git(root, "rev-parse", "--absolute-git-dir").strip(),
        "GIT_WORK_TREE": str(copy),
    }


def _run(copy: Path, *words: str) -> None:
    command = [sys.executable, "-m", "course", *words]
    if subprocess.run(command, cwd=copy, env=environment(ROOT, copy), check=False).returncode:
        raise Trouble("the open edition was not published. The line above says why.")


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble(f"the files of the course can't be listed: {error}. The open edition needs git.") from None
    return done.stdout
