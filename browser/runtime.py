"""Build the runtime: a folder of static files for a site, written whole or not at all.

    pyodide.mjs, pyodide.asm.wasm, ...   Pyodide's core
    *.whl                                the packages
    pyodide-lock.json                    the lock of the site
    about.json, index.html               the contents of the folder: names, versions, licences, sizes
"""

import hashlib
import io
import json
import tarfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from browser import lock, wheels
from browser.about import describe_runtime, index_page
from browser.compiling import STANDARD_LIBRARY, compile_archives
from browser.pins import Pins, read_pins
from browser.sources import Carrier, Folder, Npm, Source, Web, cache_folder, fetch
from tools.files import fingerprint, replacing

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "_build" / "runtime"
OURS = {  # our distributions, with the modules for which each is loaded
    "margin-lib": ["margin_lib"],
    "notebook-checks": ["notebook_checks", "margin_lib.selfcheck"],
}
OURS_DEPEND_ON = ["numpy"]  # other packages are loaded with the modules that import them: see pins.toml

Say = Callable[[str], None]


def runtime_fingerprint(pins: Pins) -> str:
    """Return a hash of everything that the runtime is built from."""
    folders = ("margin_lib/**", "notebook_checks", "browser", "browser/compiling", "browser/stand_ins")
    ours = [path for folder in folders for path in ROOT.glob(f"{folder}/*.*")]
    ours += [ROOT / "pyproject.toml", ROOT / "tools" / "build_wheels.py"]
    return fingerprint(ROOT, ours, {name: version(name) for name in [*pins.installed, *pins.carried]})


def read_about(folder: Path) -> dict[str, Any]:
    """Return the contents of about.json, or nothing if the folder has no complete runtime."""
    path = folder / "about.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def is_fresh(folder: Path, pins: Pins) -> bool:
    """Return whether the folder is up to date."""
    made = read_about(folder)
    if made.get("made_from") != runtime_fingerprint(pins):
        return False
    return all((folder / one["file"]).is_file() for one in made["files"])


def build_runtime(
    target: Path = RUNTIME, *, mirror: str = "", cache: Path | None = None, offline: bool = False, say: Say = print
) -> Path:
    """Build the runtime into the folder, unless it is up to date. `offline` takes files from the cache only."""
    pins = read_pins()
    if is_fresh(target, pins):
        say(f"The runtime in {target} is up to date.")
        return target
    mirrors = [mirror_of(mirror, say)] if mirror else []
    npm: list[Source] = [] if offline else [*mirrors, Npm(pins)]
    hosts: list[Source] = [] if offline else [*mirrors, Web(pins.pyodide["host"], say), Carrier(pins)]
    files = collect_files(pins, Folder(cache or cache_folder()), npm, hosts, say)
    write_runtime(files, target)
    size = sum(len(data) for data in files.values())
    say(f"The runtime of the site: {target}, {len(files)} files, {size / 1e6:.0f} MB.")
    return target


def collect_files(pins: Pins, cache: Folder, npm: list[Source], hosts: list[Source], say: Say) -> dict[str, bytes]:
    """Return all files of the runtime, by name."""
    say("Python for the browser")
    package = fetch(f"pyodide-{pins.version}.tgz", pins.pyodide["integrity"], cache, npm, say)
    core = dict(unpack(package))
    files = {name: core[name] for name in pins.pyodide["core"]}
    own = {wheel.name: (wheel, entry) for wheel, entry in own_wheels(pins)}
    locked = lock.site_lock(
        json.loads(core["pyodide-lock.json"]), pins.packages, {name: entry for name, (_, entry) in own.items()}
    )
    archives = {
        name: own[name][0].data if name in own else fetch(entry["file_name"], entry["sha256"], cache, hosts, say)
        for name, entry in locked["packages"].items()
    }
    archives[STANDARD_LIBRARY] = core[STANDARD_LIBRARY]
    done = compile_archives(archives, files | {"pyodide-lock.json": core["pyodide-lock.json"]}, cache, say)
    files[STANDARD_LIBRARY] = done.pop(STANDARD_LIBRARY)
    for name, data in done.items():
        entry = locked["packages"][name]
        entry |= {"file_name": wheels.tagged(entry["file_name"], data), "sha256": hashlib.sha256(data).hexdigest()}
        files[entry["file_name"]] = data
    files["pyodide-lock.json"] = json.dumps(locked, indent=1).encode()
    told = describe_runtime(pins, locked, files) | {"made_from": runtime_fingerprint(pins)}
    files["about.json"] = json.dumps(told, indent=1).encode()
    files["index.html"] = index_page(told).encode()
    return files


def mirror_of(where: str, say: Say) -> Source:
    """Return the mirror at an address or in a folder."""
    return Web(where, say) if where.startswith(("http://", "https://")) else Folder(Path(where))


def unpack(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an npm package."""
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for member in archive.getmembers():
            if member.isfile():
                data = archive.extractfile(member)
                assert data is not None
                yield member.name.removeprefix("package/"), data.read()


def own_wheels(pins: Pins) -> Iterator[tuple[wheels.Wheel, lock.Entry]]:
    """Yield the wheels that are built here, with their entries in the lock."""
    for wheel in wheels.ours():
        yield wheel, lock.own_entry(wheel, OURS[wheel.name], OURS_DEPEND_ON)
    for name, how in pins.installed.items():
        wheel = wheels.installed(name, how.get("without", []), how.get("stand_ins", []))
        yield wheel, lock.own_entry(wheel, how.get("imports", []), how.get("depends", []))
    for carrier, inside in pins.carried.items():
        for name, depends in inside.items():
            wheel = wheels.carried(carrier, name)
            yield wheel, lock.own_entry(wheel, [], depends)


def write_runtime(files: dict[str, bytes], target: Path) -> None:
    """Write the files into the folder, in place of what is there, all of them or none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, wait=False) as draft:
        draft.mkdir()
        for name, data in files.items():
            (draft / name).write_bytes(data)
