"""Puts the runtime together: a folder that a site can serve, written whole or not at all.

    pyodide.mjs, pyodide.asm.wasm, ...   Pyodide's core
    *.whl                                the packages
    pyodide-lock.json                    the lock of the site
    about.json, index.html               what is in the folder: names, versions, licences, sizes
"""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from browser import lock, wheels
from browser.about import about, listing
from browser.compiling import STANDARD_LIBRARY, compiled
from browser.pins import Pins, read
from browser.sources import Carrier, Folder, Npm, Source, Web, cache_folder, take
from tools.files import fingerprint as fingerprint_of
from tools.files import replacing

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "_build" / "runtime"
LIBRARY_DEPENDS = ["numpy"]  # the rest is loaded for the modules that want it: see pins.toml

Say = Callable[[str], None]


def fingerprint(pins: Pins) -> str:
    """A hash of all that the runtime is made from."""
    patterns = ("pyproject.toml", "margin_lib/**/*", "browser/*.*", "browser/compiling/*", "browser/stand_ins/*")
    ours = [path for pattern in patterns for path in ROOT.glob(pattern)]
    return fingerprint_of(ROOT, ours, {name: version(name) for name in [*pins.installed, *pins.carried]})


def contents(folder: Path) -> dict[str, Any]:
    """What about.json in the folder says, or nothing where there is no whole runtime."""
    path = folder / "about.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def is_fresh(folder: Path, pins: Pins) -> bool:
    """Whether the folder holds what would be made now."""
    made = contents(folder)
    if made.get("made_from") != fingerprint(pins):
        return False
    return all((folder / one["file"]).is_file() for one in made["files"])


def build(
    target: Path = RUNTIME, *, mirror: str = "", cache: Path | None = None, offline: bool = False, say: Say = print
) -> Path:
    """Put the runtime into the folder, unless it is there. `offline` takes nothing but what the cache has."""
    pins = read()
    if is_fresh(target, pins):
        say(f"The runtime in {target} is as it has to be.")
        return target
    mirrors = [mirror_of(mirror, say)] if mirror else []
    npm: list[Source] = [] if offline else [*mirrors, Npm(pins)]
    hosts: list[Source] = [] if offline else [*mirrors, Web(pins.pyodide["host"], say), Carrier(pins)]
    files = gather(pins, Folder(cache or cache_folder()), npm, hosts, say)
    put(files, target)
    size = sum(len(data) for data in files.values())
    say(f"The runtime of the site: {target}, {len(files)} files, {size / 1e6:.0f} MB.")
    return target


def gather(pins: Pins, cache: Folder, npm: list[Source], hosts: list[Source], say: Say) -> dict[str, bytes]:
    """All files of the runtime, by name."""
    say("Python for the browser")
    package = take(f"pyodide-{pins.version}.tgz", pins.pyodide["integrity"], cache, npm, say)
    core = dict(unpacked(package))
    files = {name: core[name] for name in pins.pyodide["core"]}
    own = {wheel.name: (wheel, entry) for wheel, entry in own_wheels(pins)}
    locked = lock.site_lock(
        json.loads(core["pyodide-lock.json"]), pins.packages, {name: entry for name, (_, entry) in own.items()}
    )
    archives = {
        name: own[name][0].data if name in own else take(entry["file_name"], entry["sha256"], cache, hosts, say)
        for name, entry in locked["packages"].items()
    }
    archives[STANDARD_LIBRARY] = core[STANDARD_LIBRARY]
    done = compiled(archives, files | {"pyodide-lock.json": core["pyodide-lock.json"]}, cache, say)
    files[STANDARD_LIBRARY] = done.pop(STANDARD_LIBRARY)
    for name, data in done.items():
        entry = locked["packages"][name]
        entry |= {"file_name": wheels.tagged(entry["file_name"], data), "sha256": hashlib.sha256(data).hexdigest()}
        files[entry["file_name"]] = data
    files["pyodide-lock.json"] = json.dumps(locked, indent=1).encode()
    told = about(pins, locked, files) | {"made_from": fingerprint(pins)}
    files["about.json"] = json.dumps(told, indent=1).encode()
    files["index.html"] = listing(told).encode()
    return files


def mirror_of(where: str, say: Say) -> Source:
    """A mirror given as an address or as a folder."""
    return Web(where, say) if where.startswith(("http://", "https://")) else Folder(Path(where))


def unpacked(package: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an npm package."""
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for member in archive.getmembers():
            if member.isfile():
                data = archive.extractfile(member)
                assert data is not None
                yield member.name.removeprefix("package/"), data.read()


def own_wheels(pins: Pins) -> Iterator[tuple[wheels.Wheel, lock.Entry]]:
    """The wheels that are made here, with their entries in the lock."""
    library = wheels.margin_lib()
    yield library, lock.own_entry(library, ["margin_lib"], LIBRARY_DEPENDS)
    for name, how in pins.installed.items():
        wheel = wheels.installed(name, how.get("without", []), how.get("stand_ins", []))
        yield wheel, lock.own_entry(wheel, how.get("imports", []), how.get("depends", []))
    for carrier, inside in pins.carried.items():
        for name, depends in inside.items():
            wheel = wheels.carried(carrier, name)
            yield wheel, lock.own_entry(wheel, [], depends)


def put(files: dict[str, bytes], target: Path) -> None:
    """Write the files into the folder, in place of what is there, all of them or none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, wait=False) as draft:
        draft.mkdir()
        for name, data in files.items():
            (draft / name).write_bytes(data)
