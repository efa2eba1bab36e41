"""Wheels made here, each the same bytes whenever it is made: margin_lib's, and those of packages installed in .venv.

Their names hold a part of their hash, as the build tag: a browser or a host that keeps an old file under the old name
does no harm.
"""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from base64 import urlsafe_b64decode
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
OUTSIDE = ("../*",)  # commands and manuals
OF_THE_INSTALLATION = ("INSTALLER", "REQUESTED", "RECORD", "WHEEL", "direct_url.json")


@dataclass(frozen=True)
class Wheel:
    """A wheel and what it says of itself."""

    name: str
    version: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Its hash."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def file(self) -> str:
        """The name of its file."""
        return tagged(f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl", self.data)


def tagged(file: str, data: bytes) -> str:
    """The name of a wheel with a part of its hash as the build tag, in place of the tag that it may have."""
    name, version, *_, python, abi, platform = file.split("-")
    return f"{name}-{version}-0{hashlib.sha256(data).hexdigest()[:8]}-{python}-{abi}-{platform}"


def licence(wheel: bytes) -> str:
    """The licence that a wheel's metadata names."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        [path] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        said = HeaderParser().parsestr(archive.read(path).decode(errors="replace"))
    short = [value for value in (said["License-Expression"], said["License"]) if value and "\n" not in value.strip()]
    kinds = [value.rpartition(" :: ")[2] for value in said.get_all("Classifier", []) if value.startswith("License")]
    return next(iter(short or kinds), "see its metadata")


def margin_lib() -> Wheel:
    """The library as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
        made = subprocess.run(
            command, cwd=ROOT, env=os.environ | {"SOURCE_DATE_EPOCH": "315532800"}, capture_output=True, text=True
        )
        if made.returncode:
            raise Trouble(f"the wheel of margin_lib could not be built:\n{made.stderr}")
        [path] = Path(folder).glob("*.whl")
        return Wheel("margin-lib", path.name.split("-")[1], path.read_bytes())


def installed(name: str, without: list[str], stand_ins: list[str]) -> Wheel:
    """A package of this environment as a wheel of pure Python; each file has to have the hash of its installation."""
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
    """A wheel that an installed package has among its files, as it is."""
    pattern = f"*/{inside.replace('-', '_')}-*.whl"
    [path] = [path for path in distribution(name).files or [] if fnmatch(str(path), pattern)]
    return Wheel(inside, path.name.split("-")[1], checked(name, path))


def checked(name: str, path: PackagePath) -> bytes:
    """A file of an installed package, if it is as it was installed."""
    data = path.read_binary()
    assert path.hash is not None
    expected = urlsafe_b64decode(path.hash.value + "=" * (-len(path.hash.value) % 4))
    if hashlib.new(path.hash.mode, data).digest() != expected:
        raise Trouble(f"{path} of {name} in .venv is not as it was installed. Remove .venv and run `make setup`.")
    return data
