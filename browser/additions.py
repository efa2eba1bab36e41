"""Add pure Python wheels to a runtime that is built, to be loaded whenever another of its packages is."""

import json
import zipfile
from collections.abc import Sequence
from email.parser import HeaderParser
from io import BytesIO
from pathlib import Path

from browser import lock
from browser.about import describe_package, index_page
from browser.wheels import Wheel
from tools.files import write_atomically

LOCK, ABOUT = "pyodide-lock.json", "about.json"


def add_wheels(runtime: Path, paths: Sequence[Path], loaded_with: str) -> None:
    """Put wheels into a runtime, its lock and the page about it, for a package that then depends on them."""
    locked, told = (json.loads((runtime / name).read_text(encoding="utf-8")) for name in (LOCK, ABOUT))
    for path in paths:
        wheel = read_wheel(path)
        locked["packages"][wheel.name] = lock.own_entry(wheel, [wheel.name.replace("-", "_")], ["numpy"])
        locked["packages"][loaded_with]["depends"].append(wheel.name)
        told["files"] = [one for one in told["files"] if one["name"] != wheel.name]
        told["files"].append(describe_package(wheel.name, wheel.version, wheel.file, wheel.data))
        write_atomically(runtime / wheel.file, wheel.data)
    write_atomically(runtime / LOCK, json.dumps(locked, indent=1).encode())
    write_atomically(runtime / ABOUT, json.dumps(told, indent=1).encode())
    write_atomically(runtime / "index.html", index_page(told).encode())


def read_wheel(path: Path) -> Wheel:
    """Return a wheel with the name and the version that its metadata gives."""
    data = path.read_bytes()
    with zipfile.ZipFile(BytesIO(data)) as archive:
        [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        said = HeaderParser().parsestr(archive.read(metadata).decode())
    return Wheel(lock.canonical(said["Name"]), said["Version"], data)
