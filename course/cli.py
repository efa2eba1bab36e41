"""The `course` command: parse, call, print. What a command does is in the module it calls."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from course.errors import REMEDIES, Trouble, remedy
from course.grading import commands as term_commands
from course.grading import grade_command, gradebook_commands, report_command
from tools import machine

INTERRUPTED, CUT_OFF = 130, 141  # the exit codes that a shell gives for Ctrl-C and for a pipe that was closed

DESCRIPTION = """\
The instructor's commands of this course.

Each command says more about itself with --help:
  course doctor --help
"""

DOCTOR = """\
Say what this machine can do: its Python, cores and memory, whether students' code can be isolated here, and
which programs beyond Python are missing: what to install for each, and what works without it.
Nothing is changed. The exit code is 0 whatever is missing, for each of these programs can be done without.
"""


BUILD = """\
Make all problem sets for a term: the instructor's notebooks in source/, which are not committed, and what students get
in assignments/, which is. A term draws its own examples and data, of equal difficulty; the same term gives the
same files, byte for byte. All of it is made beside what is there and then put in its place, so that a build that
fails changes nothing. It prints what differs from the term before.

The term is the one that course.toml names: for a new one, write its name and the day on which it starts there.
"""

CHECK = """\
Say what of the problem sets breaks a rule of the house, a sentence each, such as that a set has 20 points, that each
claim names a section of the book, or that there are eight wrong answers to try each hidden test with. The rules are
set in solutions/rules.toml, each to a number, or off, for all sets or for one. The exit code is 1 if one is broken.

  course check
"""

PUBLISH = """\
Write what may be public into a folder: the book, the problem sets with their environments, and the library's wheel.
Nothing is written if a line of a solution, of a hidden test or of a rubric is in any of it, or if anything is stale;
the file is then named. Books of earlier terms that are in the folder stay.

  course publish ../public-site
"""

SOLUTIONS = """\
Write the model solution of one problem set as a notebook, to be given out after the set is due. The answers are
filled in; hidden tests and rubrics are not in it, and nothing of the other sets is.

  course release-solutions ps2
"""


def parser() -> argparse.ArgumentParser:
    """All commands with their help; each sets `run` to the function that does it."""
    top = argparse.ArgumentParser(
        prog="course", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    doctor = commands.add_parser(
        "doctor",
        help="say what this machine can do, and what to install for the rest",
        description=DOCTOR,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    doctor.set_defaults(run=_doctor)
    build = commands.add_parser(
        "build",
        help="make the problem sets of a term from their sources",
        description=BUILD,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    build.add_argument("--term", help=argparse.SUPPRESS)  # of former times; course.toml alone says it
    build.set_defaults(run=_build)
    check = commands.add_parser(
        "check",
        help="say which rules of solutions/rules.toml the problem sets break",
        description=CHECK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.set_defaults(run=_check)
    publish = commands.add_parser(
        "publish",
        help="write what may be public into a folder: the book, the problem sets, the library",
        description=PUBLISH,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    publish.add_argument("folder", type=Path, help="where the site is; books of earlier terms in it stay")
    publish.add_argument("--replace", action="store_true", help="replace the book of a term that is over")
    publish.set_defaults(run=_publish)
    solutions = commands.add_parser(
        "release-solutions",
        help="give out the model solution of one problem set, after it is due",
        description=SOLUTIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    solutions.add_argument("set", help="such as ps2")
    solutions.add_argument("file", type=Path, nargs="?", help="the notebook to write (default: ps2-solution.ipynb)")
    solutions.set_defaults(run=_release_solutions)
    for group in (term_commands, grade_command, gradebook_commands, report_command):
        group.add(commands)
    return top


def _doctor(options: argparse.Namespace) -> int:
    from course.grading.sandbox import self_test

    print(machine.report())
    print("", *self_test.report(), sep="\n")
    return 0


def _publish(options: argparse.Namespace) -> int:
    from course.publish.publish import publish

    place = publish(options.folder, replace=options.replace)
    print(f"Published in {place}. Put all of {options.folder} on a server.")
    return 0


def _release_solutions(options: argparse.Namespace) -> int:
    from course import settings
    from course.sets import solutions

    path = options.file or Path(f"{options.set}-solution.ipynb")
    written = solutions.write(options.set, path, settings.here().term)
    print(f"The model solution of {options.set} is in {written}. No hidden test and no rubric is in it.")
    return 0


def _build(options: argparse.Namespace) -> int:
    from course import settings
    from course.sets import release

    term = settings.here().term
    if options.term not in (None, term):
        said = f'course.toml says {term}. Write term = "{options.term}" there, and the day on which it starts'
        raise Trouble(f"{said}; then run `course build`.")
    built = release.build(term, say=print)
    if built.fresh:
        print(f"Nothing to do: assignments/ is what the sources make for {term}.")
    else:
        print("\n".join([f"Made assignments/ for {term}. What differs from before:", *(built.changes or ["nothing"])]))
    return 0


def _check(options: argparse.Namespace) -> int:
    from course.sets import check, rules

    found = check.complaints()
    for sentence in found:
        print(sentence)
    last = f"{len(found)} to mend, or to allow in {rules.FILE}" if found else f"nothing breaks a rule of {rules.FILE}"
    print(f"course check: {last}.")
    return 1 if found else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    options = parser().parse_args(arguments)
    if "run" not in options:
        parser().print_help()
        return 0
    try:
        code: int = options.run(options) or 0
        sys.stdout.flush()
        return code
    except Trouble as trouble:
        print(f"course {options.command}: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        line = "\n" if sys.stderr.isatty() else ""  # after ^C, and a line that says how far it is
        print(f"{line}course {options.command}: stopped. Call it again: it does what is left to do.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        if not _unread():
            raise
        return CUT_OFF
    except OSError as error:
        if error.errno not in REMEDIES:
            raise
        if not error.filename:  # it is the screen, or the file that stands for it
            _to_nowhere()
        where = f"{error.filename}: " if error.filename else ""
        print(f"course {options.command}: {where}{error.strerror}. {remedy(error)}.", file=sys.stderr)
        return 1


def _unread() -> bool:
    """Return whether nobody reads what is printed, as after `course status ps1 | head`; it then goes nowhere."""
    try:
        print(flush=True)
    except BrokenPipeError:
        _to_nowhere()
        return True
    return False


def _to_nowhere() -> None:
    """Let what is printed go nowhere, so that nothing fails again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
