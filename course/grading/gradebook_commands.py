"""The commands after grading: regrade, feedback, export, backup, restore, forget. Each parses, calls and prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.errors import Trouble
from course.grading.commands import COMPARED, Progress, folder_of, in_term

if TYPE_CHECKING:
    from course.grading.results import Result
    from course.grading.term.term import Term

REGRADE = """\
Grade the same submissions again, after a test was mended or the course was brought up to date. First comes a table:
whose points change, in which test, and what the test said before (-) and says now (+). Nothing is in the gradebook
before you have said yes. What a person has graded stays.

  course regrade ps2
  course regrade ps2 --students ada emmy      only these
  course regrade ps2 --yes                    the table, and then the gradebook, without asking
"""

FEEDBACK = """\
Write what each student gets back, a page and a short text, into TERM/feedback/STUDENT/psN/: the points of each claim,
what was not earned and where to read on, the points and the comment that a person gave, and what lateness costs. No
hidden test and no rubric is in it. After a change, such as a proof that was graded, run it again.

nbgrader's own generate_feedback writes in the same place, with the hidden tests in it: do not give that out.

  course feedback ps2
  course feedback ps2 --for exchange /srv/nbgrader/exchange     also where `nbgrader fetch_feedback` finds it
"""

EXPORT = """\
Write the grades into a table: for a spreadsheet (csv), for "Import" in Canvas's gradebook (canvas), or into a grading
worksheet of Moodle (moodle). It refuses while a submission is not graded or waits for grading by hand; with --allow-
incomplete those have no number, and are marked. To Canvas an empty cell is a change too: it takes away a score that
is there already. Who is excused has EX in Canvas; who handed in nothing has 0 once the due date is over. In Canvas a
set is found by its name: call the assignment ps2. In Moodle grades are scaled where the assignment's maximum is not the
set's points, and a grade above the maximum is refused, for Moodle would skip it.

  course export
  course export ps1 ps2 --format canvas --to grades.csv
  course export ps2 --format moodle --worksheet "Grades-ps2.csv"
"""

CLEARS = (
    "To Canvas an empty cell is a change: if it has scores for these {} already, the upload takes them away. Look at "
    "the changes that Canvas shows before you save them."
)

BACKUP = """\
Write the whole term, with the content of its gradebook, into one file: also if that is in PostgreSQL. The file is
read again and compared with its hashes before it gets its name. Students' work and grades are in it: keep it as you
keep those. The key of the hidden tests' data, .course-key, lies in the repository and is not in it.

  course backup ../spring-2027-03-01.zip
"""

RESTORE = """\
Put a term back from a backup, after all of it was compared with its hashes. A folder or a gradebook with something in
it is not touched, unless you --replace it. Without a folder's name, it is named as the term, here.

  course restore ../spring-2027-03-01.zip ../spring-again
"""

FORGET = """\
Remove all of a student: attempts, quarantine, results, graded notebooks, feedback, and the rows in the gradebook. It
says what there is, and asks. What you wrote into term.toml yourself is named by its lines. Backups are not touched.

  course forget ada
  course forget --expired      everybody, once the term is over for longer than retention_days in term.toml
"""


def add(commands: Any) -> None:
    """Add the commands to argparse's."""
    regrade = _command(commands, "regrade", "grade again with other tests; shows what changes first", REGRADE)
    regrade.add_argument("set", help="such as ps2")
    regrade.add_argument("--students", nargs="+", metavar="ID", help="only these; without it, all that are recorded")
    regrade.add_argument("--workers", type=int, metavar="N", help="how many at a time (default: the cores there are)")
    regrade.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler; without it, this machine")
    regrade.add_argument("--cold", action="store_true", help="a sandbox from scratch for each submission")
    regrade.add_argument("--yes", action="store_true", help="do not ask")
    in_term(regrade).set_defaults(run=_regrade)
    feedback = _command(commands, "feedback", "write what each student gets back", FEEDBACK)
    feedback.add_argument("set", help="such as ps2")
    feedback.add_argument(
        "--for", nargs=2, dest="back", metavar=("exchange", "DIR"), help="put it into an nbgrader exchange, too"
    )
    in_term(feedback).set_defaults(run=_feedback)
    export = _command(commands, "export", "write the grades for Canvas, Moodle or a spreadsheet", EXPORT)
    export.add_argument("sets", nargs="*", metavar="SET", help="such as ps2; without one, all that were collected")
    export.add_argument("--format", choices=("csv", "canvas", "moodle"), default="csv")
    export.add_argument("--to", type=Path, metavar="FILE", help="the file to write (default: grades-FORMAT.csv)")
    export.add_argument("--worksheet", type=Path, metavar="FILE", help="Moodle's grading worksheet, to be filled in")
    export.add_argument("--allow-incomplete", action="store_true", help="also while grades are not final")
    in_term(export).set_defaults(run=_export)
    backup = _command(commands, "backup", "write a whole term into one verified file", BACKUP)
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.add_argument("--replace", action="store_true", help="replace an earlier file of that name")
    in_term(backup).set_defaults(run=_backup)
    restore = _command(commands, "restore", "put a term back from a backup", RESTORE)
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("folder", type=Path, nargs="?", metavar="TERM_DIR")
    restore.add_argument("--replace", action="store_true", help="replace what is there")
    restore.set_defaults(run=_restore)
    forget = _command(commands, "forget", "remove all of a student", FORGET)
    forget.add_argument("student", nargs="?", metavar="STUDENT", help="the student's id")
    forget.add_argument("--expired", action="store_true", help="everybody, if the term's time is over")
    forget.add_argument("--yes", action="store_true", help="do not ask")
    in_term(forget).set_defaults(run=_forget)


def _command(commands: Any, name: str, short: str, long: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=long, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    return made


def _term(options: argparse.Namespace) -> Term:
    from course.grading.term.term import Term

    return Term.read(folder_of(options))


def _recorded(term: Term, name: str) -> None:
    """Record what is graded, so that what follows is of now."""
    from course.errors import Trouble
    from course.grading import state
    from course.grading.gradebook import record

    if name not in (there := state.sets(term)):
        raise Trouble(f"There is no problem set {name!r} in this term, but {', '.join(there) or 'none'}.")
    record.record(term, name, progress=Progress(COMPARED))


def _regrade(options: argparse.Namespace) -> int:
    from course.grading.handback import regrade

    term = _term(options)
    _recorded(term, options.set)
    if unknown := sorted(set(options.students or ()) - set(term.students)):
        raise Trouble(f"{', '.join(unknown)}: not on the roster in {term.folder / 'term.toml'}.")

    def grade(term: Term, name: str, students: Sequence[str]) -> Iterator[Result]:
        return _graded(term, name, students, options)

    proposal = regrade.propose(term, options.set, grade, options.students)
    print("\n".join(regrade.lines(proposal)))
    if not proposal.changes:
        return 0
    if not options.yes and not _agreed("Put this into the gradebook?"):
        print("The gradebook is as it was. The new results are kept; `course regrade` shows this table again.")
        return 1
    done = regrade.accept(term, proposal, Progress(COMPARED))
    print(f"{options.set}: {done.changed} results in the gradebook are new. Now: course feedback {options.set}")
    return 0


def _graded(term: Term, name: str, students: Sequence[str], options: argparse.Namespace) -> Iterator[Result]:
    """Grade what this grader has not graded yet, and yield the results of all attempts that count."""
    from course.grading import results
    from course.grading.collect import attempts
    from course.grading.grade_command import Meter
    from course.grading.notebook.rebuild import ProblemSet
    from course.grading.sandbox.inside.isolation import Isolation
    from course.grading.whole_class import grade_many, workers

    problem_set = ProblemSet.read(term.folder, name)
    isolation = Isolation.COLD if options.cold else Isolation.WARM
    new = grade_many.to_grade(term, problem_set, students, isolation)
    if new:
        workers.run(
            term, problem_set, new, isolation, workers=options.workers, cluster=options.cluster, seen=Meter(len(new))
        )
    for student in students:
        for attempt in attempts.counting(term, name, student):
            key = grade_many.submission_of(attempt, student, problem_set, isolation).key
            yield results.read(results.path_of(term.folder, name, student, key))


def _feedback(options: argparse.Namespace) -> int:
    from course.grading import state
    from course.grading.handback import feedback

    term = _term(options)
    _recorded(term, options.set)
    done = feedback.write(term, options.set, Progress("students"))
    print(f"{options.set}: feedback of {len(done.students)} students in {term.folder / 'feedback'}.")
    by_hand = sum(one.state == state.BY_HAND for one in done.waiting)
    if by_hand:
        print(f"Of {by_hand} a part waits for grading by hand; their feedback says so.")
    for one in done.waiting:
        if one.state == state.FAILED:
            print(f"  {one.student}: a part is open, and the feedback says so. {' '.join(one.why)}")
    for one in done.without:
        print(f"  {one.student}: none: {one.state}. {' '.join(one.why)}".rstrip())
    if options.back:
        _hand_back(term, options.set, done.students, *options.back)
    return 0


def _hand_back(term: Term, name: str, students: Sequence[str], where: str, place: str) -> None:
    from course.grading.handback import exchange

    if where != "exchange":
        raise Trouble(f"Feedback can be put into an exchange, not into {where!r}: --for exchange DIR")
    back = exchange.into_exchange(term, name, students, Path(place))
    print(f"{name}: feedback of {len(back.students)} in {place}; `nbgrader fetch_feedback {name}` brings it to them.")
    for student in back.without:
        print(f"  {student}: not there, for what counts did not come through this exchange")


def _export(options: argparse.Namespace) -> int:
    from course.grading import state
    from course.grading.handback import export

    term = _term(options)
    names = options.sets or [name for name in state.sets(term) if (term.folder / "attempts" / name).is_dir()]
    if not names:
        raise Trouble("No problem set was collected yet: course collect psN FILE")
    for name in names:
        _recorded(term, name)
    path = options.to or Path(f"grades-{options.format}.csv")
    done = export.export(
        term, names, options.format, path,
        allow_incomplete=options.allow_incomplete, worksheet=options.worksheet,
    )  # fmt: skip  these lines are a table
    print(f"{path}: {', '.join(names)} of {done.students} students.")
    for one in done.incomplete:
        print(f"  {one.set}, {one.student}: no number, for it is not final ({one.state}). {' '.join(one.why)}".rstrip())
    if done.incomplete and options.format == "canvas":
        print(CLEARS.format(len(done.incomplete)))
    for one in done.unsafe:
        print(f"  {one.set}, {one.student}: graded without isolation")
    if done.scaled:
        print(f"  {done.scaled}")
    for student in done.absent:
        print(f"  {student}: left out, for no row of {options.worksheet} is theirs")
    for student in done.locked:
        print(f"  {student}: Moodle will skip this grade, for it is locked or overridden there")
    return 0


def _backup(options: argparse.Namespace) -> int:
    from course.grading.keep import backup

    kept = backup.backup(_term(options), options.file, replace=options.replace, progress=Progress("files"))
    print(f"{kept.path}: {kept.term}, {kept.files} files and {kept.rows} rows of the gradebook, read again and right.")
    print(f"Its fingerprint is {kept.sha256}")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from course.grading.keep import backup

    folder = options.folder or Path(backup.verified(options.file).term)
    term = backup.restore(options.file, folder, replace=options.replace)
    print(f"{term.folder}: {term.name}, {len(term.students)} students, as it was.")
    return 0


def _forget(options: argparse.Namespace) -> int:
    from course.grading.keep import forget

    term = _term(options)
    if bool(options.student) == options.expired:
        raise Trouble("Name one student, or say --expired.")
    if options.expired and not forget.expired(term):
        raise Trouble(f"{term.folder}: its time is not over: retention_days in term.toml is {term.retention_days}.")
    students = [options.student] if options.student else forget.everybody(term)
    found = [forget.trace(term, student) for student in students]
    if not any(found):
        raise Trouble(f"There is nothing of {options.student or 'anybody'} in {term.folder}. Is the id right?")
    print("\n".join(line for one in found for line in one.described()))
    for one in found:
        if one.shared and not options.expired:
            others = ", ".join(one.shared)
            print(f"What {one.student} handed in may count for {others} too: their grade is not final without it.")
    if not options.yes and not _agreed("Remove all of this?"):
        print("Nothing was removed.")
        return 1
    for place, one in enumerate(found):
        forget.forget(term, one)
        print(f"Removed: {one.student} ({place + 1} of {len(found)})")
    for one in found:
        if one.lines and not options.expired:
            numbers = ", ".join(map(str, one.lines))
            print(f"{term.folder / 'term.toml'} still names {one.student}, in line {numbers}: take that out yourself.")
    print("Backups and tables of grades that were made before still hold it.")
    return 0


def _agreed(question: str) -> bool:
    """Ask; without a terminal there is nobody to ask."""
    if not sys.stdin.isatty():
        raise Trouble("There is nobody to ask here. To go ahead without asking: --yes")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
