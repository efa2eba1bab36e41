"""What `make proofs` does; --install puts Coq on a Debian machine first, --falsify tries the false statements too."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor

from tools.machine import TOOLS, trouble
from tools.proofs import BUILD, PROOFS, ROOT, allowed, falsify, needs, prover, record, recording, source

COQ = TOOLS["coq"]
INSTALL = ["apt-get", "install", "--yes", "--no-install-recommends", COQ.debian]


def say(line: str) -> None:
    """Print a line of progress at once."""
    print(f"  {line}", flush=True)


def install() -> None:
    """Install Coq on Debian, as root."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise prover.ProofError(f"It installs Coq only as root on Debian. By hand: {COQ.how_to_install}")
    subprocess.run(INSTALL, check=True)
    trouble.cache_clear()


def require_coq() -> None:
    """Stop if Coq is missing, and say how to install it."""
    if trouble(COQ) and "--install" in sys.argv[1:]:
        install()
    if problem := trouble(COQ):
        raise prover.ProofError(
            f"Coq, which checks the proofs, is missing ({problem}). It takes 1 GB, and nothing else needs it.\n"
            f"  Debian, Ubuntu: {' '.join(INSTALL)}    (as root, `make proofs INSTALL=1` does that)\n"
            f"  macOS: brew install {COQ.brew}"
        )


def unproved(texts: dict[str, str]) -> list[str]:
    """Return each assumption that a file makes without proof, with its place."""
    return [
        f"proofs/{file}.v:{line}: {what}: everything must be proved"
        for file, text in texts.items()
        for line, what in source.unproved(text)
    ]


def unnamed(found: record.Record) -> list[str]:
    """Return the statements that belong to no label of the book, and the theorems without a statement."""
    registry = tomllib.loads((ROOT / "book" / "theorems.toml").read_text(encoding="utf-8"))
    names = {name.partition(".")[2] for name in found["statements"]}
    theirs = [name for name, entry in found["statements"].items() if not entry["label"]]
    ours = [key for key in registry if key.startswith(("thm-", "def-", "alg-")) and "informal" not in registry[key]]
    return [f"{name} belongs to no label of the book" for name in theirs] + [
        f"book/theorems.toml: [{label}] has neither a statement {label.replace('-', '_')} nor a line `informal`"
        for label in ours
        if label.replace("-", "_") not in names
    ]


def not_allowed(axioms: dict[str, list[str]]) -> list[str]:
    """Return the axioms that are used and not allowed."""
    return [
        f"{name} rests on {axiom}, which proofs/axioms.toml does not allow"
        for name, used in axioms.items()
        for axiom in used
        if axiom not in allowed()
    ]


def stop_at(problems: list[str]) -> None:
    """Stop if there are any problems."""
    if problems:
        raise prover.ProofError("\n".join(problems))


def check() -> record.Record:
    """Check all proofs, and return the new record."""
    texts = source.read_sources(PROOFS)
    stop_at(unproved(texts))
    found = record.from_sources(texts, record.book_labels())
    stop_at(unnamed(found))
    compiled = prover.compile_changed(texts, BUILD, say)
    print(f"{len(texts)} files, {len(compiled)} compiled; printing the axioms of each statement ...", flush=True)
    with ThreadPoolExecutor(1) as beside:
        second = beside.submit(prover.run_coqchk, texts, BUILD)
        axioms = prover.axioms(record.axiom_groups(found), BUILD)
        stop_at(not_allowed(axioms))
        second.result()
    print("coqchk, which checks the compiled proofs independently, agrees", flush=True)
    (BUILD / "axioms.txt").write_text("".join(f"{name}: {' '.join(used)}\n" for name, used in axioms.items()))
    return {"coq": prover.coq_version(), **found, "axioms": axioms}


def main() -> int:
    """Check and record the proofs, and print a summary."""
    started = time.monotonic()
    try:
        require_coq()
        found = check()
        texts = source.read_sources(PROOFS)
        recorded = recording.record_changed(texts, BUILD, say)
        if "--falsify" in sys.argv[1:]:
            stop_at(falsify.try_all(BUILD, say))
            stop_at(needs.recheck(texts, BUILD, say))
    except prover.ProofError as error:
        print(f"make proofs: {error}", file=sys.stderr)
        return 1
    news = "changed: commit it" if record.write_record(found) else "unchanged"
    passages = {entry["label"] for entry in found["statements"].values()}
    print(f"Coq {found['coq']} accepts all proofs ({time.monotonic() - started:.0f} s):")
    print(f"  {len(found['statements'])} statements about {len(passages)} passages of the book")
    print(f"  {(BUILD / 'axioms.txt').relative_to(ROOT)}: the axioms behind each")
    print(f"  proofs/checked.json: {news}")
    print(f"  proofs/steps: {'changed: commit it, and run `make walks`' if recorded else 'unchanged'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
