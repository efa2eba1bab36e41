"""`course check`: its help, its arguments and what it prints."""

from course.commands.shared.options import command


@command("course check")
def check_command() -> int:
    """List the rules that the problem sets break.

    The rules, in solutions/rules.toml, say for example that a set has 20 points, that each claim names a section of
    the book, and that there are enough wrong answers to try each hidden test with. A rule can be set to another number
    or turned off, for all sets or for one. Each break is reported in a sentence, and the exit code is then 1.
    """
    from course.sets import check

    found = check.complaints()
    for sentence in found:
        print(sentence)
    last = f"{len(found)} to fix, or to allow in {check.FILE}" if found else f"nothing breaks a rule of {check.FILE}"
    print(f"course check: {last}.")
    return 1 if found else 0
