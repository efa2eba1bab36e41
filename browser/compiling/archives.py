"""Compile the Python files of an archive. Runs in Pyodide, so that the bytecode is for Pyodide's Python."""

import io
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER, cache_from_source
from typing import Any

EPOCH = (1980, 1, 1, 0, 0, 0)  # the time that all members have
HEAD = MAGIC_NUMBER + b"\1\0\0\0" + b"\0" * 8  # an unchecked hash-based .pyc (PEP 552): never compared with its source


def compile_archive(archive: Any, instead: bool) -> bytes:
    """Return the archive with each Python file compiled; `instead` drops the sources."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive.to_py())) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            code = compile_module(name, data) if name.endswith(".py") else None
            if not (code and instead):
                add_member(new, name, data)
            if code:
                add_member(new, f"{name}c" if instead else cache_from_source(name), code)
    return made.getvalue()


def compile_module(name: str, text: bytes) -> bytes | None:
    """Return the compiled file, or None if it isn't valid Python: packages contain templates and test data."""
    try:
        return HEAD + marshal.dumps(compile(text, name, "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def add_member(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a member with a fixed timestamp, so that the archive is reproducible."""
    member = zipfile.ZipInfo(name, EPOCH)
    member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    archive.writestr(member, data)
