"""Help that ends with examples, options with several words, options of several commands, and a question."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from course.errors import Trouble

Body = Callable[..., Any]
PATH = click.Path(path_type=Path)


class Command(click.Command):
    """A command whose help ends with examples, and whose repeatable options take several words: --students ada emmy."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write each of the several words as an option of its own, then parse."""
        several = {name for option in self.params if getattr(option, "multiple", False) for name in option.opts}
        words, option = list[str](), ""
        for word in args:
            if word.startswith("-"):
                option = word
            elif option in several and words[-1] != option:
                words.append(option)
            words.append(word)
        return super().parse_args(ctx, words)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are, a line each."""
        lines = (self.epilog or "").strip().splitlines()
        with formatter.section("Example" if len(lines) == 1 else "Examples"):
            formatter.write("".join(f"  {line.strip()}\n" for line in lines))


def command(examples: str) -> Callable[[Body], Command]:
    """Make a function a command: it is called as the function, its help is the docstring and these examples."""
    return click.command(cls=Command, epilog=examples)


workers = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="How many submissions at a time. [default: one a core]"
)
cluster = click.option(
    "--cluster", metavar="ADDRESS", help="A Dask scheduler's address, or its scheduler file (.json)."
)
cold = click.option("--cold", is_flag=True, help="Start a new sandbox for each submission.")
without_asking = click.option("--yes", is_flag=True, help="Don't ask.")


def confirmed(question: str, yes: bool) -> bool:
    """Return whether the answer is yes, by --yes or at the terminal."""
    if not yes and not sys.stdin.isatty():
        raise Trouble("This needs a yes, but there is no terminal to ask at. To go ahead without asking: --yes")
    return yes or click.confirm(question)
