"""The formal proofs: compile them, print their axioms, and record both for the book.

    source.py     reads the statements, comments and definitions of a Coq file
    prover.py     compiles what changed, prints the axioms of each statement, runs the independent checker
    record.py     proofs/checked.json, from which the book is built without Coq
    falsify.py    statements made false on purpose, which must not compile
    session.py    a conversation with Coq, as an editor has it
    script.py     a file of Coq as a list of sentences, with the comments before them
    recording.py  what each proof shows: proofs/steps/, for the walks through them
    needs.py      the facts that each sentence of a proof needs: proofs/needs.json

    python -m tools.proofs          what `make proofs` does
"""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROOFS = ROOT / "proofs"
RECORD = PROOFS / "checked.json"
BUILD = ROOT / "build" / "proofs"


def allowed() -> frozenset[str]:
    """Return the axioms that a proof may use: those of the standard library's real numbers."""
    return frozenset(tomllib.loads((PROOFS / "axioms.toml").read_text(encoding="utf-8")))
