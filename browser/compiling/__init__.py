"""Compile the Python files of the runtime once, here, with the runtime's own Python.

Otherwise each browser would compile the standard library whenever Python starts, which takes two thirds of the
start-up time. Wheels keep their sources, for tracebacks and for readers; the standard library is compiled only.
Everything else in an archive stays as it was.

    compile.mjs     starts Pyodide in Node
    archives.py     compiles an archive, inside of it
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from browser.sources import Folder, Trouble
from tools.machine import TOOLS, find

HERE = Path(__file__).parent
SCRIPTS = ("compile.mjs", "archives.py")
STANDARD_LIBRARY = "python_stdlib.zip"


def compile_archives(
    archives: Mapping[str, bytes], core: Mapping[str, bytes], cache: Folder, say: Callable[[str], None]
) -> dict[str, bytes]:
    """Return the archives with compiled files, by the same names. Results of earlier builds are cached."""
    keys = {name: cache_key(data, core) for name, data in archives.items()}
    found = {name: data for name, key in keys.items() if (data := cached_archive(key, cache)) is not None}
    if missing := {name: data for name, data in archives.items() if name not in found}:
        say(f"  compiling {len(missing)} archives of Python files, which takes up to a minute")
        for name, data in compile_in_node(missing, core).items():
            found[name] = data
            cache.keep(f"{keys[name]}-{short_hash(data)}.zip", data)
    return {name: found[name] for name in archives}


def short_hash(data: bytes) -> str:
    """Return as much of the hash as a file name needs."""
    return hashlib.sha256(data).hexdigest()[:32]


def cache_key(archive: bytes, core: Mapping[str, bytes]) -> str:
    """Return the cache key of a result: a hash of the archive, Pyodide, and the scripts that compile it."""
    how = [(HERE / name).read_bytes() for name in SCRIPTS]
    return f"compiled-{short_hash(b''.join([short_hash(archive).encode(), core['pyodide.asm.wasm'], *how]))}"


def cached_archive(name: str, cache: Folder) -> bytes | None:
    """Return the result of an earlier build, or None. A file whose hash doesn't match its name is deleted."""
    for path in sorted(cache.path.glob(f"{name}-*.zip")):
        data = path.read_bytes()
        if path.stem == f"{name}-{short_hash(data)}":
            return data
        path.unlink()
    return None


def compile_in_node(archives: Mapping[str, bytes], core: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compile archives in Node."""
    node = find(TOOLS["node"])
    if node is None:
        raise Trouble(f"Node, which compiles the Python of the pages, is missing. {TOOLS['node'].how_to_install}")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name, files in (("core", core), ("in", archives), ("out", {})):
            (place / name).mkdir()
            for file, data in files.items():
                (place / name / file).write_bytes(data)
        for name in SCRIPTS:
            shutil.copy(HERE / name, place)
        words = [node, str(place / "compile.mjs")]
        done = subprocess.run(words, cwd=place, capture_output=True, text=True)
        if done.returncode:
            raise Trouble(f"the Python of the pages could not be compiled:\n{(done.stdout + done.stderr)[-2000:]}")
        return {name: (place / "out" / name).read_bytes() for name in archives}
