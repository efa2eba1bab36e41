"""`course build`: make all problem sets from their sources, and replace assignments/ as a whole.

    solutions/psN/psN.py      the source
    source/psN/psN.ipynb      the instructor's notebook, in a folder that holds nothing else (not committed)
    assignments/psN/          what students get: notebook, environment file, and both in a zip (committed)
    assignments/manifest.json the term, what it drew, and a hash of each file; no secret is in it
"""

import hashlib
import importlib
import json
import os
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import notebook_checks
from course import settings
from course.errors import remedy
from course.judge.rules.barred import TO_INSTALL, distributions_of
from course.paths import ROOT
from course.sets import hours, leaks, notebooks
from course.sets.source import Source, SourceError, read_source
from course.sets.variant import HIDDEN, values
from course.settings import Library, checked_term
from tools.files import fingerprint, replacing, reproducible_zip

README = """\
# assignments

The problem sets as students get them, one folder a set. `course build` makes all of it from `solutions/`; it is
committed, so that a set can be opened straight from the repository. Do not edit anything here: edit its source.
"""

SHOWN = 70  # letters of a value that has changed
LETTER = re.compile(r"^- \*\*[A-Z]\.\*\* ")  # of a step in a proof to be put in order


def sources(root: Path = ROOT) -> list[Source]:
    """Return all problem sets, in order."""
    return [read_source(path) for path in sorted((root / "solutions").glob("ps*/ps*.py"))]


def build(term: str, root: Path = ROOT, say: Callable[[str], None] = lambda line: None) -> list[str] | None:
    """Make everything for a term, and return what differs from before; None if everything was up to date.

    After an error everything is as it was before.
    """
    target = root / "assignments"
    before = manifest_of(target)
    checked_term(term)
    found = sources(root)
    if not found:
        raise SourceError(f"{root / 'solutions'}: has no problem set. A source is solutions/psN/psN.py.")
    leaks.refuse_hidden_lines(found, term, root)
    for line in leaks.printed_lines(found, root):
        say(line)
    if is_fresh(term, root) and all(
        _has_hash(instructors(root, name), made["instructor"]) for name, made in before["sets"].items()
    ):
        return None
    try:
        with replacing(target) as draft:
            manifest = _make(found, term, draft) | {"made_from": _fingerprint(root, term)}
            (draft / "manifest.json").write_bytes(json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n")
            for source in found:
                place = instructors(root, source.name)
                place.parent.mkdir(parents=True, exist_ok=True)
                os.replace(draft / source.name / "instructor.ipynb", place)
                source.path.with_suffix(".ipynb").unlink(missing_ok=True)  # an earlier build put it among the sources
        for source in found:
            say(f"{source.name}: {source.title}, {source.points} points")
    except OSError as error:
        where = error.filename or root
        raise SourceError(f"{where}: {error.strerror}. {remedy(error)}. Nothing was changed.") from None
    return differences(before, manifest)


def instructors(root: Path, name: str) -> Path:
    """Return the path of a set's instructor's notebook: where nbgrader looks for it, and far from the sources.

    nbgrader releases all files beside a notebook, and nothing from a folder without one.
    """
    return root / "source" / name / f"{name}.ipynb"


def is_fresh(term: str, root: Path = ROOT) -> bool:
    """Return whether assignments/ is what the sources make for this term."""
    manifest = manifest_of(root / "assignments")
    return manifest.get("made_from") == _fingerprint(root, term) and all(
        _has_hash(root / "assignments" / name / file, sha)
        for name, made in manifest["sets"].items()
        for file, sha in made["files"].items()
    )


def manifest_of(folder: Path) -> dict[str, Any]:
    """Return the manifest in a folder, or an empty one."""
    try:
        return dict(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the differences between two manifests, a line each."""
    lines = []
    if before.get("term") != after["term"]:
        lines.append(f"term: {before.get('term', 'none')} -> {after['term']}")
    old, new = before.get("sets", {}), after["sets"]
    for name in sorted(old | new):
        if name not in old or name not in new:
            lines.append(f"{name}: {'new' if name in new else 'removed'}")
        else:
            lines += [f"{name}: {line}" for line in _of_a_set(old[name], new[name])]
    return lines


def _of_a_set(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the differences in a set: values and points by their names, or else that its text differs."""
    lines = []
    for what, kind in (("", "drawn"), ("points of ", "points")):
        names = [name for name in then[kind] | now[kind] if name not in ("term", "set", "title", "total")]
        changed = [name for name in names if then[kind].get(name) != now[kind].get(name)]
        lines += [f"{what}{name}: {_change(then[kind].get(name), now[kind].get(name))}" for name in changed]
    return lines or (["other words"] if then["files"] != now["files"] else [])


def _change(then: Any, now: Any) -> str:
    """Return one line that says how a value has changed; of a text, in how many lines."""
    if not (isinstance(then, str) and isinstance(now, str) and "\n" in then + now):
        return " -> ".join(text if len(text) <= SHOWN else f"{text[:SHOWN]}..." for text in (str(then), str(now)))
    old, new = ([LETTER.sub("", line) for line in text.splitlines()] for text in (then, now))
    if sorted(old) == sorted(new):
        return f"its {len(new)} lines in another order"
    return f"{len(set(new) - set(old))} of {len(new)} lines are new, {len(set(old) - set(new))} removed"


def _make(found: list[Source], term: str, folder: Path) -> dict[str, Any]:
    """Write all files of all sets into a folder; the instructor's notebooks lie beside the released ones for now."""
    folder.mkdir()
    (folder / "README.md").write_bytes(README.encode())
    manifest: dict[str, Any] = {"term": term, "sets": {}}
    for source in found:
        drawn = json.loads(json.dumps(values(source, term)))
        place = folder / source.name
        place.mkdir()
        released = notebooks.as_text(notebooks.release_notebook(source, drawn)).encode()
        files = {f"{source.name}.ipynb": released, "requirements.txt": _environment(source).encode()}
        files[f"{source.name}.zip"] = reproducible_zip({f"{source.name}/{name}": data for name, data in files.items()})
        instructor = notebooks.as_text(notebooks.instructor_notebook(source, drawn)).encode()
        for name, data in (files | {"instructor.ipynb": instructor}).items():
            (place / name).write_bytes(data)
        manifest["sets"][source.name] = {
            "drawn": {name: value for name, value in drawn.items() if not name.startswith(HIDDEN)},
            "points": {cell.grade_id: cell.points for cell in source.cells if cell.points},
            "time": hours.about(source),
            "files": {name: _sha(data) for name, data in files.items()},
            "instructor": _sha(instructor),
        }
    return manifest


def _environment(source: Source) -> str:
    """Return the requirements of a set; our packages are files, as no package index has them."""
    others = ["notebook>=7", *dict.fromkeys(maker for package in source.packages for maker in _makers(source, package))]
    own = settings.library()
    wheels, copies = [f"./notebook_checks-{notebook_checks.__version__}-py3-none-any.whl"], ["../../notebook_checks"]
    if own.package:
        wheels.insert(0, f"./{own.package}-{_version(own)}-py3-none-any.whl[{own.extras}]")
        copies.insert(0, f"../..[{own.extras}]")
    return "\n".join([
        "# In an environment of its own, and in this folder: pip install -r requirements.txt",
        "# The .whl files in this folder come with the course. A copy of the repository has none; there it is:",
        f"# pip install {shlex.join([*copies, *others])}",
        *wheels,
        *others,
    ]) + "\n"


def _version(library: Library) -> str:
    return str(importlib.import_module(library.package).__version__) if library.package else ""


def _makers(source: Source, package: str) -> list[str]:
    """Return the distributions that hold a package, which may have another name."""
    found = distributions_of(package)
    if not found:
        raise SourceError(
            f"{source.path}: {package!r} in `packages` is not installed here. Write a package as it is imported, and "
            f"leave out what is Python's own. {TO_INSTALL}"
        )
    return found


def _fingerprint(root: Path, term: str) -> str:
    """Return a hash of all that the result depends on."""
    import nbgrader

    own = settings.here()
    said = (term, nbgrader.__version__, _version(own.library), asdict(own.notebook), asdict(own.library))
    here, chapters = Path(__file__).parent, (root / "book").glob("chapters.toml")
    sources = fingerprint(root, [*(root / "solutions").glob("ps*/*.py"), *chapters])
    return fingerprint(here, here.glob("*.py"), sources, *said)


def _has_hash(path: Path, sha: str) -> bool:
    return path.is_file() and _sha(path.read_bytes()) == sha


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
