"""`course doctor`: its help, its arguments and what it prints."""

from course.commands.shared.options import command


@command("course doctor")
def doctor_command() -> None:
    """Show what this machine can do and what to install.

    It lists Python, cores and memory, whether students' code can be isolated here, and which programs beyond Python are
    missing: what to install for each, and what works without it. Nothing is changed. The exit code is always 0, since
    the course works without any of them.
    """
    from course.grading.sandbox import self_test
    from tools import machine

    print(machine.describe_machine())
    print("", *self_test.report(), sep="\n")
