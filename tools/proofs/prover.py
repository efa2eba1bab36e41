"""Run Coq: compile the files that changed, print the axioms of each statement, and check all of it with coqchk."""

import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from graphlib import TopologicalSorter
from pathlib import Path

from tools.machine import TOOLS, cores, find, trouble

LIBRARY = ("-Q", ".", "Margin")
Say = Callable[[str], None]


class ProofError(Exception):
    """A proof that fails, and where."""


def coq_program(name: str) -> str:
    """Return the path of one of Coq's programs."""
    coqc = find(TOOLS["coq"])
    if coqc is None or trouble(TOOLS["coq"]):
        raise ProofError(f"Coq is missing: {TOOLS['coq'].how_to_install}")
    return str(Path(coqc).with_name(name))


def run_coq(name: str, *arguments: str, folder: Path) -> str:
    """Run one of Coq's programs, and return what it printed."""
    done = subprocess.run([coq_program(name), *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ProofError((done.stderr or done.stdout).replace('"./', '"proofs/').strip())
    return done.stdout


def coq_version() -> str:
    """Return Coq's version, such as 8.16.1."""
    return re.findall(r"\d+\.\d+[\w.+]*", run_coq("coqc", "--version", folder=Path.cwd()))[0]


def stage_sources(texts: Mapping[str, str], build: Path) -> None:
    """Copy the files to the build folder, except those that haven't changed."""
    build.mkdir(parents=True, exist_ok=True)
    for old in build.glob("*.v"):
        if old.stem not in texts:
            old.unlink()
            old.with_suffix(".vo").unlink(missing_ok=True)
    for name, text in texts.items():
        staged = build / f"{name}.v"
        if not staged.exists() or staged.read_text(encoding="utf-8") != text:
            staged.write_text(text, encoding="utf-8")


def dependencies(build: Path) -> dict[str, list[str]]:
    """Return the files that each file imports, as coqdep finds them."""
    names = sorted(path.name for path in build.glob("*.v"))
    lines = re.findall(r"^(\w+)\.vo .*?: \S+\.v ?(.*)$", run_coq("coqdep", *LIBRARY, *names, folder=build), re.M)
    return {name: re.findall(r"(\w+)\.vo", needed) for name, needed in lines}


def to_compile(build: Path, graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the files that are out of date, in topological order."""
    found: list[str] = []
    for name in TopologicalSorter(graph).static_order():
        compiled = build / f"{name}.vo"
        sources = [build / f"{name}.v", *(build / f"{needed}.vo" for needed in graph[name])]
        if set(graph[name]) & set(found) or not _is_newer(compiled, sources):
            found.append(name)
    return found


def _is_newer(made: Path, sources: Iterable[Path]) -> bool:
    return made.exists() and all(path.stat().st_mtime_ns <= made.stat().st_mtime_ns for path in sources)


def compile_changed(texts: Mapping[str, str], build: Path, say: Say) -> list[str]:
    """Compile the files that changed and those that import them, on all cores; return their names."""
    stage_sources(texts, build)
    graph = dependencies(build)
    work = to_compile(build, graph)
    sorter = TopologicalSorter({name: set(graph[name]) & set(work) for name in work})
    sorter.prepare()
    changed = threading.Condition()
    done: list[str] = []
    failed: list[ProofError] = []

    def compile_one(name: str) -> None:
        started, error = time.monotonic(), None
        try:
            run_coq("coqc", "-q", *LIBRARY, f"{name}.v", folder=build)
        except ProofError as found:
            (build / f"{name}.vo").unlink(missing_ok=True)
            error = found
        with changed:
            if error:
                failed.append(error)
            else:
                done.append(name)
                sorter.done(name)
                say(f"[{len(done)}/{len(work)}] {name}: {time.monotonic() - started:.0f} s")
            changed.notify()

    with ThreadPoolExecutor(cores()) as pool, changed:
        while sorter.is_active() and not failed:
            for name in sorter.get_ready():
                pool.submit(compile_one, name)
            changed.wait()
    if failed:
        raise ProofError(str(failed[0]))
    return work


def axioms(groups: Mapping[str, Iterable[str]], build: Path) -> dict[str, list[str]]:
    """Return the axioms that each group of statements uses, as Coq prints them.

    Printing walks through everything a proof uses, down to the real numbers, and takes a second; so the statements of
    a group are printed together. The output is cached beside the compiled files.
    """
    kept = build / "axioms"
    kept.mkdir(exist_ok=True)
    todo = [name for name, statements in groups.items() if not _is_printed(kept / f"{name}.txt", statements, build)]
    share = max(1, -(-len(todo) // (2 * cores())))
    parts = [todo[start : start + share] for start in range(0, len(todo), share)]
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(lambda part: _print_axioms(part, groups, build), parts))
    return {name: _read_axioms((kept / f"{name}.txt").read_text(encoding="utf-8")) for name in groups}


def _is_printed(printed: Path, statements: Iterable[str], build: Path) -> bool:
    if not printed.exists() or printed.read_text(encoding="utf-8").partition("\n")[0] != " ".join(statements):
        return False
    return _is_newer(printed, (build / f"{statement.partition('.')[0]}.vo" for statement in statements))


def _print_axioms(names: list[str], groups: Mapping[str, Iterable[str]], build: Path) -> None:
    files = sorted({statement.partition(".")[0] for name in names for statement in groups[name]})
    lines = [f"From Margin Require {' '.join(files)}."]
    for place, name in enumerate(names):
        used = " ".join(f"let _ := @{statement} in" for statement in groups[name])
        lines += [f"Definition group_{place} := {used} I.", f"Print Assumptions group_{place}."]
        lines += [f'Goal True. idtac "=== {name}". Abort.']
    script = build / "axioms" / f"of_{re.sub('[^a-z]', '_', names[0])}.v"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    parts = re.split(r"^=== (.*)\n", run_coq("coqc", "-q", *LIBRARY, str(script), folder=build), flags=re.M)
    for printed, name in zip(parts[::2], parts[1::2], strict=False):
        kept = build / "axioms" / f"{name}.txt"
        kept.write_text(" ".join(groups[name]) + "\n" + printed, encoding="utf-8")


def _read_axioms(printed: str) -> list[str]:
    """Return the name at the start of each line. Unknown lines count, so that no axiom is overlooked."""
    lines = printed.splitlines()[1:]
    return sorted(
        line.split()[0]
        for line in lines
        if line.strip() and not line.startswith((" ", "Axioms:", "Closed under the global context"))
    )


def run_coqchk(names: Iterable[str], build: Path) -> None:
    """Check the compiled files with coqchk, an independent checker; Coq's own library is trusted."""
    only = [word for name in names for word in ("-norec", f"Margin.{name}")]
    run_coq("coqchk", "-silent", *LIBRARY, *only, folder=build)
