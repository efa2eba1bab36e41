"""The question before something that can't be undone, and the option that answers it."""

import sys

import click

from course.errors import Trouble

without_asking = click.option("--yes", is_flag=True, help="Don't ask.")


def confirmed(question: str) -> bool:
    """Ask, and return whether the answer is yes."""
    if not sys.stdin.isatty():
        raise Trouble("This needs a yes, and there is no terminal to ask at. To go ahead without asking: --yes")
    return click.confirm(question)
