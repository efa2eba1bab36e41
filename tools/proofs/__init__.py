"""The formal proofs: compile them, see what they rest on, and record it for the book.

    source.py     what a file of Coq says: its statements, their comments, the words they use
    prover.py     compile what changed; the axioms behind each statement; the independent checker
    record.py     proofs/checked.json, from which the book is made where there is no Coq
    falsify.py    statements made false on purpose, which must not compile

    python -m tools.proofs          what `make proofs` does
"""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROOFS = ROOT / "proofs"
RECORD = PROOFS / "checked.json"
BUILD = ROOT / "build" / "proofs"


def allowed() -> frozenset[str]:
    """The axioms that a proof may rest on: those of the standard library's real numbers."""
    return frozenset(tomllib.loads((PROOFS / "axioms.toml").read_text(encoding="utf-8")))
