"""`course report`: parse, call, and say where the page is."""

from __future__ import annotations

import argparse
from typing import Any

from course.grading.commands import COMPARED, Progress, folder_of, in_term

REPORT = """\
Write one page about how a class did in a problem set, for its instructor: how many have how many points; how hard each
claim of the tests was, and how well it tells strong answers from weak ones; what went wrong most often, and which known
wrong answers fail in the same way; and which answers are alike, or like the library's source, side by side. A similar
pair is evidence to look at, never a penalty.

Students are called by pseudonyms, the same in all reports of the term; --names shows who they are. The page is made of
the results, runs no student's code, and asks nothing of any server. It is for instructors, for students' code is on it.

  course report ps2
"""


def add(commands: Any) -> None:
    """Add the command to argparse's."""
    report = commands.add_parser(
        "report",
        help="write a page about how the class did, what went wrong, and who is alike",
        description=REPORT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    report.add_argument("set", help="such as ps2")
    report.add_argument("--names", action="store_true", help="show students' names in place of pseudonyms")
    in_term(report).set_defaults(run=_report)


def _report(options: argparse.Namespace) -> int:
    from course.grading.gradebook import record
    from course.grading.report.write_report import write
    from course.grading.term.term import Term

    term = Term.read(folder_of(options))
    record.record(term, options.set, progress=Progress(COMPARED))
    path = write(term, options.set, names=options.names, progress=Progress)
    print(f"{options.set}: the report is {path}. Open it in a browser.")
    return 0
