"""The programs beyond Python that parts of the project use, whether they are installed, and the machine's size.

This is the only list of them: `course doctor` shows it, tests that need a missing program are skipped
(tests/conftest.py), and `.ci/run` installs what is missing. It imports only the standard library, so that it runs
before anything is installed.

    python3 tools/machine.py      prints the Debian packages that the tests need and this machine lacks, for .ci/run
"""

import glob
import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

EPUBCHECK = ("/usr/share/java/epubcheck.jar", "/opt/homebrew/opt/epubcheck/libexec/epubcheck.jar")
CONTAINERS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")  # memory limits in bytes


@dataclass(frozen=True)
class Tool:
    """A program that a part of the project uses if it is installed."""

    name: str
    programs: tuple[str, ...]
    """Its possible names, tried on the PATH in this order."""
    purpose: str
    without: str
    debian: str
    brew: str | None
    places: tuple[str, ...] = ()
    """Glob patterns of other places where it may be."""
    trial: tuple[str, ...] = ("--version",)
    """Arguments with which it must succeed to count as working."""
    reads: tuple[str, ...] = ()
    """Files, of which it needs one: what another program runs."""
    tested: bool = False
    """Whether a test needs it; CI then installs it."""

    @property
    def how_to_install(self) -> str:
        """Return what to type, on Debian and on macOS."""
        debian = f"apt-get install {self.debian}"
        return f"{debian}; macOS: brew install {self.brew}" if self.brew else f"{debian}; not to be had for macOS"


TOOLS = {
    "bubblewrap": Tool(
        name="bubblewrap",
        programs=("bwrap",),
        purpose="runs students' code in isolation",
        without="students' code cannot be run safely on this machine; use Linux, or a container with Linux in it",
        debian="bubblewrap",
        brew=None,
        trial=("--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "true"),
        tested=True,
    ),
    "chromium": Tool(
        name="Chromium",
        # the first has no windows, and so takes a fifth less for each page
        programs=("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        purpose="opens the built book in tests, prints it for `make pdf`, and sets the formulas for `make epub`",
        without="the book builds all the same; there is no PDF, no EPUB, and no test of the pages in a browser",
        debian="chromium-headless-shell",
        brew="--cask chromium",
        places=(
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ),
        tested=True,
    ),
    "postgresql": Tool(
        name="PostgreSQL",
        programs=("initdb",),
        purpose="holds the gradebook of a large class",
        without="the gradebook is a file (SQLite), which serves one machine well",
        debian="postgresql",
        brew="postgresql",
        places=("/usr/lib/postgresql/*/bin/initdb", "/opt/homebrew/opt/postgresql*/bin/initdb"),
        tested=True,
    ),
    "node": Tool(
        name="Node",
        programs=("node", "nodejs"),
        purpose="tests the mathematics of the book's interactive figures",
        without="the figures work in the browser all the same; their arithmetic is not tested",
        debian="nodejs",
        brew="node",
        tested=True,
    ),
    "npm": Tool(
        name="npm",
        programs=("npm",),
        purpose="fetches Ace by DAISY, which looks for what is not accessible in the EPUB",
        without="`make epub` makes the EPUB all the same; what Ace would find in it is not tested",
        debian="npm",
        brew="node",
        tested=True,
    ),
    "epubcheck": Tool(
        name="EPUBCheck",
        programs=("java",),
        purpose="checks that the EPUB is one, by the rules of the format",
        without="`make epub` makes the EPUB all the same; it is not checked",
        debian="epubcheck",
        brew="epubcheck",
        trial=("-version",),
        reads=EPUBCHECK,
        tested=True,
    ),
    "coq": Tool(
        name="Coq",
        programs=("coqc",),
        purpose="checks the formal proofs",
        without="the proofs are not checked again; the book shows what was recorded in proofs/checked.json",
        debian="coq",
        brew="coq",
        tested=True,
    ),
}


def find(tool: Tool) -> str | None:
    """Return the path of the program, or None if it isn't installed."""
    on_path = [path for program in tool.programs if (path := shutil.which(program))]
    elsewhere = [path for place in tool.places for path in sorted(glob.glob(place)) if os.access(path, os.X_OK)]
    return next(iter(on_path + elsewhere), None)


@cache
def trouble(tool: Tool) -> str | None:
    """Return why the tool can't be used here, in a few words, or None if it is installed and its trial succeeds."""
    path = find(tool)
    if path is None or (tool.reads and not any(map(os.path.exists, tool.reads))):
        return "not installed"
    try:
        run = subprocess.run([path, *tool.trial], capture_output=True, text=True, errors="replace", timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{path} does not run: {error}"
    if run.returncode:
        said = (run.stderr.strip() or f"exit code {run.returncode}").splitlines()[-1]
        return f"{path} does not work here: {said}"
    return None


def memory_in_gb() -> float | None:
    """Return the machine's memory, or None if it is unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    except (AttributeError, ValueError, OSError):
        return None


def memory_to_spare() -> float | None:
    """Return the available memory in GB, at most the container's limit, or None if it is unknown."""
    found = re.search(r"MemAvailable:\s+(\d+)", _read_text(Path("/proc/meminfo")))
    limits = [int(said) for path in CONTAINERS if (said := _read_text(Path(path)).strip()).isdecimal()]
    return min([int(found[1]) << 10, *limits]) / 2**30 if found else memory_in_gb()


def _read_text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def describe_machine() -> str:
    """Return what `course doctor` prints."""
    memory = memory_in_gb()
    lines = [
        "This machine",
        f"  system      {platform.system()} {platform.machine()}",
        f"  Python      {platform.python_version()} ({sys.executable})",
        f"  cores       {cores()}",
        f"  memory      {f'{memory:.1f} GB' if memory else 'unknown'}",
        "",
        "Programs beyond Python (none is needed for `make book` or for margin_lib)",
    ]
    for tool in TOOLS.values():
        problem = trouble(tool)
        lines.append(f"  {tool.name:<12}{problem or 'works'}: {tool.purpose}")
        if problem:
            lines += [f"{'':14}to install it: {tool.how_to_install}", f"{'':14}without it: {tool.without}"]
    return "\n".join(lines)


if __name__ == "__main__":
    print(*(tool.debian for tool in TOOLS.values() if tool.tested and trouble(tool)))
