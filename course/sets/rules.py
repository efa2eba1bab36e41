"""The rules that a course has for its problem sets: solutions/rules.toml sets each to a number, true or false."""

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.errors import Trouble

FILE = Path("solutions") / "rules.toml"
Value = int | float | bool


@dataclass(frozen=True)
class Rules:
    """What each rule is set to, for all sets and for some."""

    general: dict[str, Value]
    of_sets: dict[str, dict[str, Value]]

    def of(self, problem_set: str) -> dict[str, Value]:
        """Return the rules that hold for a set; those that are off are left out."""
        said = self.general | self.of_sets.get(problem_set, {})
        return {name: value for name, value in said.items() if value is not False}


def read_rules(root: Path, sets: Collection[str], numbers: Collection[str], switches: Collection[str]) -> Rules:
    """Read solutions/rules.toml, or raise Trouble; a rule that it does not name is off.

    `numbers` and `switches` are the names of all rules: those that are set to a number, and those that are only on.
    """
    path = root / FILE
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Trouble(f"{path}: cannot be read ({error.strerror}). It sets the rules of the problem sets.") from None
    except ValueError as error:
        raise Trouble(f"{path}: {error}. Mend the line; a rule is written as `points = 20`.") from None
    tables = {name: value for name, value in said.items() if isinstance(value, dict)}
    for name in tables:
        if name not in sets:
            raise Trouble(f"{path}: [{name}] is of no problem set. There are: {', '.join(sets)}.")
    general = {name: value for name, value in said.items() if name not in tables}
    for table in (general, *tables.values()):
        _refuse(path, table, numbers, switches)
    return Rules(general, tables)


def _refuse(path: Path, table: dict[str, Any], numbers: Collection[str], switches: Collection[str]) -> None:
    """Raise Trouble where a rule is unknown, or set to what it cannot be."""
    for name, value in table.items():
        if name not in (*numbers, *switches):
            raise Trouble(f"{path}: {name} is not a rule. There are: {', '.join((*numbers, *switches))}.")
        if name in numbers and value is not False and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise Trouble(f"{path}: {name} is {value!r}. Write a number, or false to turn the rule off.")
        if name in switches and not isinstance(value, bool):
            raise Trouble(f"{path}: {name} is {value!r}. Write true, or false to turn the rule off.")
