"""Build wheels reproducibly: our own, and those of packages installed in .venv.

Their build tag is part of their hash, so that a browser or a host that has cached an old file does no harm.
"""

import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from fnmatch import fnmatch
from importlib.metadata import PackagePath, distribution
from pathlib import Path

from browser.sources import Trouble
from tools.files import reproducible_zip

ROOT = Path(__file__).resolve().parent.parent
STAND_INS = ROOT / "browser" / "stand_ins"
COMPILED = (".so", ".pyd", ".dylib")
OUTSIDE = ("../*",)  # commands and man pages
OF_THE_INSTALLATION = ("INSTALLER", "REQUESTED", "RECORD", "WHEEL", "direct_url.json")


@dataclass(frozen=True)
class Wheel:
    """A wheel with its name and version."""

    name: str
    version: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Return its hash."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def file(self) -> str:
        """Return its file name."""
        return tagged(f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl", self.data)


def tagged(file: str, data: bytes) -> str:
    """Return the name of a wheel with part of its hash as the build tag, which replaces any other."""
    name, version, *_, python, abi, platform = file.split("-")
    return f"{name}-{version}-0{hashlib.sha256(data).hexdigest()[:8]}-{python}-{abi}-{platform}"


def licence(wheel: bytes) -> str:
    """Return the licence that a wheel's metadata names."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        [path] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        said = HeaderParser().parsestr(archive.read(path).decode(errors="replace"))
    short = [value for value in (said["License-Expression"], said["License"]) if value and "\n" not in value.strip()]
    kinds = [value.rpartition(" :: ")[2] for value in said.get_all("Classifier", []) if value.startswith("License")]
    return next(iter(short or kinds), "see its metadata")


def ours() -> Iterator[Wheel]:
    """Yield the distributions of this tree, as they are now."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tools.build_wheels", folder]
        made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if made.returncode:
            raise Trouble(f"the wheels of this tree could not be built:\n{made.stderr}")
        for path in sorted(Path(folder).glob("*.whl")):
            name, version, *_ = path.name.split("-")
            yield Wheel(name.replace("_", "-"), version, path.read_bytes())


def installed(name: str, without: list[str], stand_ins: list[str]) -> Wheel:
    """Return an installed package as a pure Python wheel. Each file must match the hash recorded at installation."""
    package = distribution(name)
    version = package.version
    metadata = f"{name.replace('-', '_')}-{version}.dist-info"
    members: dict[str, bytes] = {}
    for path in package.files or []:
        left_out = path.suffix in COMPILED or any(fnmatch(str(path), pattern) for pattern in [*OUTSIDE, *without])
        if not left_out and path.hash and path.name not in OF_THE_INSTALLATION:
            members[str(path)] = checked(name, path)
    members |= {file: (STAND_INS / file).read_bytes() for file in stand_ins}
    members[f"{metadata}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    members[f"{metadata}/RECORD"] = "".join(f"{path},,\n" for path in [*sorted(members), f"{metadata}/RECORD"]).encode()
    return Wheel(name, version, reproducible_zip(members, level=9))


def carried(name: str, inside: str) -> Wheel:
    """Return a wheel that an installed package ships among its files, unchanged."""
    pattern = f"*/{inside.replace('-', '_')}-*.whl"
    [path] = [path for path in distribution(name).files or [] if fnmatch(str(path), pattern)]
    return Wheel(inside, path.name.split("-")[1], checked(name, path))


def checked(name: str, path: PackagePath) -> bytes:
    """Return a file of an installed package, if it hasn't changed since installation."""
    data = path.read_binary()
    assert path.hash is not None
    expected = urlsafe_b64decode(path.hash.value + "=" * (-len(path.hash.value) % 4))
    if hashlib.new(path.hash.mode, data).digest() != expected:
        raise Trouble(f"{path} of {name} in .venv was changed after installation. Remove .venv and run `make setup`.")
    return data
