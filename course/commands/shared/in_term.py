"""The term a command works in: how it is found, and the names of sets and students that a shell completes in it."""

import contextlib
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from course.commands.shared.options import PATH, Body
from course.errors import Trouble
from course.grading.term.term import FILE, Term


def term_folder(start: Path) -> Path:
    """Return the term's folder: `start` or the nearest folder above it with a term.toml."""
    start = start.resolve()
    found = next((folder for folder in (start, *start.parents) if (folder / FILE).is_file()), None)
    if found is None:
        raise Trouble(f"{start} isn't in a term's folder. Go to one, give --term-dir, or make one: course init")
    return found


def in_term(body: Body) -> Body:
    """Pass a command its term first: the one of --term-dir, or the one that it is called in."""

    @click.option("--term-dir", type=PATH, metavar="DIR", default=Path(), help="The term's folder, if not this one.")
    @functools.wraps(body)
    def run(term_dir: Path, **given: Any) -> Any:
        return body(Term.read(term_folder(term_dir)), **given)

    return run


def check_set(term: Term, name: str) -> None:
    """Raise Trouble unless the term has a problem set of this name."""
    if name not in (there := sets(term.folder)):
        raise Trouble(f"There is no problem set {name!r} in this term. There are: {', '.join(there) or 'none'}.")


def _in_folder(found: Callable[[Path], Sequence[str]]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Complete a word by names found in the term's folder; outside of one there is nothing to complete."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        with contextlib.suppress(Trouble, OSError, ValueError, TypeError):
            names = found(term_folder(context.params.get("term_dir") or Path()))
            return [name for name in names if name.startswith(incomplete)]
        return []

    return complete


def sets(folder: Path) -> list[str]:
    """Return the names of a term's problem sets, in order."""
    found = {path.parent.name for path in folder.glob("source/ps*/ps*.ipynb")}
    return sorted(found, key=lambda name: (len(name), name))


def _students(folder: Path) -> list[str]:
    import tomllib

    return sorted(map(str, tomllib.loads((folder / FILE).read_text(encoding="utf-8")).get("students", {})))


SET, STUDENT = _in_folder(sets), _in_folder(_students)  # how these are completed
problem_set = click.argument("name", metavar="SET", shell_complete=SET)


def students(explained: str) -> Callable[[Body], Body]:
    """Let a command take students' ids: --students ada emmy, or --students ada --students emmy."""
    return click.option("--students", multiple=True, metavar="ID...", help=explained, shell_complete=STUDENT)
