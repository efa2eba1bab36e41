"""Compiles the Python files of an archive. Runs in Pyodide, so that the files are for its Python."""

from __future__ import annotations

import io
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER, cache_from_source
from typing import Any

EPOCH = (1980, 1, 1, 0, 0, 0)  # the time that all members have
HEAD = MAGIC_NUMBER + b"\1\0\0\0" + b"\0" * 8  # says: never compare with a text, whose hash would follow


def compile_archive(archive: Any, instead: bool) -> bytes:
    """Return the archive with each Python file compiled, instead of its text or beside it."""
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
    """Return a compiled file, or None for a text that is no Python of this version, as templates and tests may be."""
    try:
        return HEAD + marshal.dumps(compile(text, name, "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def add_member(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a member, the same bytes each time."""
    member = zipfile.ZipInfo(name, EPOCH)
    member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    archive.writestr(member, data)
