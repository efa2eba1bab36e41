"""The walls of a sandbox: bubblewrap's command line for a Python that sees what it is shown, and nothing else.

An ordinary user's limits hold inside. Root's do not, so root first becomes nobody; what lies in folders that only root
may enter is shown to nobody in a place of its own, in a file system that nobody else sees.
"""


import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from course.errors import Trouble

SYSTEM = ("/usr", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/etc/alternatives")
LINKS = {"/bin": "usr/bin", "/lib": "usr/lib", "/lib64": "usr/lib64"}
SITES = ("site-packages", "dist-packages")
WITHOUT_CODE = (Path("/usr/share"), Path("/usr/include"), Path("/usr/src"))  # large, and no Python is installed there
DEVICES = ("null", "zero", "random", "urandom", "full")
SCRATCH_MB = 64
NOBODY = "65534"
SHOWN_TO_NOBODY = "/mnt"

BECOME_NOBODY = f"""
mount -t tmpfs -o mode=0755 tmpfs {SHOWN_TO_NOBODY}
number=$1; shift; at=0
while [ "$at" -lt "$number" ]; do
    mkdir "{SHOWN_TO_NOBODY}/$at"; mount --bind "$1" "{SHOWN_TO_NOBODY}/$at"; shift; at=$((at + 1))
done
exec setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups --inh-caps=-all "$@"
"""


@dataclass(frozen=True)
class View:
    """What a sandbox sees beside the system: places inside, what is shown there, and Python's environment."""

    shown: Mapping[str, Path]
    path: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


def python() -> Path:
    """Return the folder of this Python, outside of any virtual environment."""
    return Path(sys.base_prefix).resolve()


def command(view: View, module: str, *first: str) -> list[str]:
    """Return the command that runs a Python module inside; `first` are further words for bubblewrap."""
    shown = {**view.shown, **({} if python() == Path("/usr") else {str(python()): python()})}
    if os.geteuid() != 0:
        return _bubblewrap(view, shown, module, first)
    roots = sorted({_root(path) for path in shown.values()})
    seen = {place: _as_nobody_sees(path, roots) for place, path in shown.items()}
    become = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", BECOME_NOBODY, "sh", str(len(roots))]
    return [*become, *map(str, roots), *_bubblewrap(view, seen, module, first)]


def command_without_sandbox(view: View, module: str) -> tuple[list[str], dict[str, str]]:
    """Return the command and environment that run a module outside of any sandbox: it sees all that its user sees."""
    path = ":".join(str(_outside(view, place)) for place in view.path)
    kept = {name: value for name, value in ENVIRONMENT.items() if not value.startswith("/tmp")}
    return [sys.executable, "-m", module], {**os.environ, **kept, "PYTHONPATH": path, **view.environment}


def _outside(view: View, place: str) -> Path:
    """Return the folder that is shown at a place, or from which its entries are."""
    return view.shown.get(place) or next(
        path.parent for inside, path in view.shown.items() if inside.startswith(f"{place}/")
    )


def _bubblewrap(view: View, shown: Mapping[str, Path], module: str, first: Sequence[str]) -> list[str]:
    program = shutil.which("bwrap")
    if program is None:
        raise Trouble(
            "students' code cannot be isolated here: bubblewrap is missing. "
            "Install it (Debian: apt-get install bubblewrap), or see `course doctor`."
        )
    words = [program, *first, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--hostname", "sandbox", "--die-with-parent", "--new-session", "--clearenv"]
    words += ["--uid", "1000", "--gid", "1000", "--cap-drop", "ALL", "--proc", "/proc", "--dir", "/dev"]
    for device in DEVICES:
        words += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    for place in SYSTEM:
        words += ["--ro-bind-try", place, place]
    for place, target in LINKS.items():
        words += ["--symlink", target, place]
    words += ["--size", str(SCRATCH_MB << 20), "--tmpfs", "/tmp"]
    for place, path in sorted(shown.items()):
        words += ["--ro-bind", str(path), place]
    for place in package_folders(Path("/usr"), python()):
        words += ["--tmpfs", place, "--remount-ro", place]
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for name, value in {**ENVIRONMENT, "PYTHONPATH": ":".join(view.path), **view.environment}.items():
        words += ["--setenv", name, value]
    return [*words, "--remount-ro", "/", "--chdir", "/", "--", f"{python()}/bin/python{version}", "-sS", "-m", module]


ENVIRONMENT = {
    "HOME": "/tmp/own",
    "PATH": "/usr/bin",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "NBGRADER_EXECUTION": "autograde",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONNOUSERSITE": "1",
}


@cache
def package_folders(*roots: Path) -> list[str]:
    """Return where packages of any Python are installed that a sandbox would show: there these folders are empty."""
    found = {site for root in roots for site in _sites(root) if _can_be_entered(site.parent, root)}
    return sorted(map(str, found))


def _sites(root: Path) -> Iterator[Path]:
    for folder, below, _ in os.walk(root):
        yield from (Path(folder, name) for name in below if name in SITES)
        below[:] = [name for name in below if name not in SITES and Path(folder, name) not in WITHOUT_CODE]


def _can_be_entered(folder: Path, root: Path) -> bool:
    """Return whether who runs the sandbox comes here from the root; else nothing is seen, nor could be mounted on."""
    between = [path for path in (folder, *folder.parents) if path.is_relative_to(root)]
    return os.geteuid() != 0 or all(path.stat().st_mode & 0o001 for path in between)


def _root(path: Path) -> Path:
    """Return the folder that is shown to nobody so that this path is."""
    for root in (python(), Path(sys.prefix).resolve()):
        if path.is_relative_to(root):
            return root
    return path if path.is_dir() else path.parent


def _as_nobody_sees(path: Path, roots: Sequence[Path]) -> Path:
    root = _root(path)
    return Path(SHOWN_TO_NOBODY, str(roots.index(root)), path.relative_to(root))
