"""Seeds that only the instructor can know: a keyed hash of term, problem set and cell.

Without the key, even the source of every generator doesn't tell which data a hidden test draws. The key is the
environment's COURSE_KEY, or the file `.course-key` beside this repository's README, which is never committed.
"""

import hmac
import os
import secrets

from course.paths import ROOT

FILE = ROOT / ".course-key"


def key() -> bytes:
    """Return the instructor's key; make it if there is none."""
    if said := os.environ.get("COURSE_KEY"):
        return said.encode()
    if not FILE.exists():
        made = FILE.with_suffix(f".{os.getpid()}")
        made.write_text(secrets.token_hex(32) + "\n", encoding="ascii")
        made.chmod(0o600)
        try:
            os.link(made, FILE)  # fails, and changes nothing, where another process was faster
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return FILE.read_bytes().strip()


def name_of(key: bytes) -> str:
    """Return a name for a key, by which a result says which key its seeds come from without revealing it."""
    return hmac.digest(key, b"the name of the key", "sha256").hex()[:16]


def seed(term: str, problem_set: str, cell: str, name: str) -> int:
    """Return a seed of 64 bits."""
    message = f"{term}/{problem_set}/{cell}/{name}".encode()
    return int.from_bytes(hmac.digest(key(), message, "sha256")[:8], "big")
