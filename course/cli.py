"""Run the `course` command: its commands in groups, and a sentence instead of a traceback when one fails."""

import os
import sys
from collections.abc import Sequence

import click

from course.commands.backup import backup_command
from course.commands.build import build_command
from course.commands.check import check_command
from course.commands.collect import collect_command
from course.commands.doctor import doctor_command
from course.commands.export import export_command
from course.commands.feedback import feedback_command
from course.commands.forget import forget_command
from course.commands.grade import grade_command
from course.commands.init import init_command
from course.commands.publish import publish_command
from course.commands.regrade import regrade_command
from course.commands.release_solutions import release_solutions_command
from course.commands.report import report_command
from course.commands.restore import restore_command
from course.commands.status import status_command
from course.errors import REMEDIES, Trouble, remedy

INTERRUPTED, CUT_OFF = 130, 141  # the exit codes that a shell gives for Ctrl-C and for a pipe that was closed
COMPLETE = "_COURSE_COMPLETE"  # the variable in which a shell asks for a completion
GROUPS = {
    "Start a term": (init_command, doctor_command),
    "Collect": (collect_command,),
    "Grade": (grade_command, regrade_command),
    "Look": (status_command, report_command),
    "Give back": (feedback_command, export_command),
    "Keep": (backup_command, restore_command, forget_command),
    "Write problem sets": (build_command, check_command, publish_command, release_solutions_command),
}


class Grouped(click.Group):
    """A group of commands whose help lists them by what they are for."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, a line each, in one column through all groups."""
        width = max(map(len, self.commands))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{one.name:{width}}", one.get_short_help_str(200)) for one in commands])


@click.group(
    cls=Grouped,
    commands=[command for commands in GROUPS.values() for command in commands],
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.pass_context
def course(context: click.Context) -> None:
    """Run a term of this course: collect, grade and give back, and write its problem sets.

    `course COMMAND --help` says more about a command and ends with an example.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, or complete one for the shell, and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if asked := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(course, {}, "course", COMPLETE, asked)
    name = " ".join(["course", *words[:1]])
    try:
        with course.make_context("course", [*words]) as context:
            code: int = course.invoke(context) or 0
        sys.stdout.flush()
        return code
    except click.exceptions.Exit as done:  # after --help
        return done.exit_code
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except Trouble as trouble:
        print(f"{name}: {trouble}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, click.Abort):  # Abort is what click makes of Ctrl-C at a question
        line = "\n" if sys.stderr.isatty() else ""  # after ^C, and after a line of progress
        print(f"{line}{name}: stopped. Run it again to finish what is left.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        if not _stdout_is_closed():
            raise
        return CUT_OFF
    except OSError as error:
        if error.errno not in REMEDIES:
            raise
        if not error.filename:  # stdout failed
            _discard_output()
        where = f"{error.filename}: " if error.filename else ""
        print(f"{name}: {where}{error.strerror}. {remedy(error)}.", file=sys.stderr)
        return 1


def _stdout_is_closed() -> bool:
    """Return whether stdout is a closed pipe, as after `course status ps1 | head`; if so, discard the rest."""
    try:
        print(flush=True)
    except BrokenPipeError:
        _discard_output()
        return True
    return False


def _discard_output() -> None:
    """Discard what is still to be printed, so that flushing it at exit can't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
