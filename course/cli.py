"""The `course` command: parse, call, print. What a command does is in the module it calls."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from course import machine

DESCRIPTION = """\
The instructor's commands of Maximizing the Margin.

Each command says more about itself with --help:
  course doctor --help
"""

DOCTOR = """\
Say what this machine can do: its Python, cores and memory, whether students' code can be isolated here, and
which programs beyond Python are missing: what to install for each, and what works without it.
Nothing is changed. The exit code is 0 whatever is missing, for each of these programs can be done without.
"""


def parser() -> argparse.ArgumentParser:
    """All commands with their help; each sets `run` to the function that does it."""
    top = argparse.ArgumentParser(
        prog="course", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    doctor = commands.add_parser(
        "doctor",
        help="say what this machine can do, and what to install for the rest",
        description=DOCTOR,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    doctor.set_defaults(run=lambda options: print(machine.report()))
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    options = parser().parse_args(arguments)
    if "run" not in options:
        parser().print_help()
        return 0
    return options.run(options) or 0
