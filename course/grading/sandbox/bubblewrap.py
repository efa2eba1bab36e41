"""Bubblewrap's command line for a Python that sees the files it is shown, and no others.

An ordinary user's limits hold inside. Root's do not, so root first becomes the user `nobody`; folders that only root
may enter are mounted for that user in a place of their own, in a file system that no other process sees.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
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
MOUNTED_FOR_NOBODY = "/mnt"

BECOME_NOBODY = f"""
mount -t tmpfs -o mode=0755 tmpfs {MOUNTED_FOR_NOBODY}
number=$1; shift; at=0
while [ "$at" -lt "$number" ]; do
    mkdir "{MOUNTED_FOR_NOBODY}/$at"; mount --bind "$1" "{MOUNTED_FOR_NOBODY}/$at"; shift; at=$((at + 1))
done
exec setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups --inh-caps=-all "$@"
"""


@dataclass(frozen=True)
class View:
    """What a sandbox sees beside the system: the path outside of each place inside, and Python's environment."""

    shown: Mapping[str, Path]
    path: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


def python() -> Path:
    """Return the folder of this Python, outside of any virtual environment."""
    return Path(sys.base_prefix).resolve()


def command(view: View, module: str, *options: str) -> list[str]:
    """Return the command that runs a Python module inside, with further options for bubblewrap."""
    shown = {**view.shown, **({} if python() == Path("/usr") else {str(python()): python()})}
    if os.geteuid() != 0:
        return _bubblewrap(view, shown, module, options)
    root_of = {path: _mounted_root(path) for path in shown.values()}
    roots = sorted(set(root_of.values()))
    mounted = {root: Path(MOUNTED_FOR_NOBODY, str(number)) for number, root in enumerate(roots)}
    seen = {place: mounted[root_of[path]] / path.relative_to(root_of[path]) for place, path in shown.items()}
    become = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", BECOME_NOBODY, "sh", str(len(roots))]
    return [*become, *map(str, roots), *_bubblewrap(view, seen, module, options)]


def command_without_sandbox(view: View, module: str) -> tuple[list[str], dict[str, str]]:
    """Return the command and environment that run a module outside of any sandbox, with all of the user's rights."""
    path = ":".join(str(_outside(view, place)) for place in view.path)
    kept = {name: value for name, value in ENVIRONMENT.items() if not value.startswith("/tmp")}
    return [sys.executable, "-m", module], {**os.environ, **kept, "PYTHONPATH": path, **view.environment}


def _outside(view: View, place: str) -> Path:
    """Return the folder that is shown at a place, or that its entries come from."""
    return view.shown.get(place) or next(
        path.parent for inside, path in view.shown.items() if inside.startswith(f"{place}/")
    )


def _bubblewrap(view: View, shown: Mapping[str, Path], module: str, options: Sequence[str]) -> list[str]:
    program = shutil.which("bwrap")
    if program is None:
        raise Trouble(
            "students' code cannot be isolated here: bubblewrap is missing. "
            "Install it (Debian: apt-get install bubblewrap), or see `course doctor`."
        )
    words = [program, *options, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
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
    """Return where packages of any Python are installed under these folders: a sandbox shows those places empty."""
    found = set[str]()
    for root in roots:
        for folder, below, _ in os.walk(root):
            here = [os.path.join(folder, name) for name in below if name in SITES]
            found.update(here if _can_be_entered(Path(folder), root) else ())
            below[:] = [name for name in below if name not in SITES and Path(folder, name) not in WITHOUT_CODE]
    return sorted(found)


def _can_be_entered(folder: Path, root: Path) -> bool:
    """Return whether the sandbox's user can enter a folder; if not, it sees nothing there, and cannot mount over it."""
    between = [path for path in (folder, *folder.parents) if path.is_relative_to(root)]
    return os.geteuid() != 0 or all(path.stat().st_mode & 0o001 for path in between)


def _mounted_root(path: Path) -> Path:
    """Return the folder that is mounted for `nobody` so that this path can be seen."""
    for root in (python(), Path(sys.prefix).resolve()):
        if path.is_relative_to(root):
            return root
    return path if path.is_dir() else path.parent
