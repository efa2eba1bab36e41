"""Read browser/pins.toml."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("pins.toml")


@dataclass(frozen=True)
class Pins:
    """What the runtime is built from, as pins.toml says."""

    pyodide: dict[str, Any]
    carrier: dict[str, str]
    packages: dict[str, list[str]]
    installed: dict[str, dict[str, list[str]]]
    carried: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    kernel: dict[str, list[str]] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """Return the version of Pyodide."""
        return str(self.pyodide["version"])


def read_pins(path: Path = FILE) -> Pins:
    """Return the pins of the project."""
    return Pins(**tomllib.loads(path.read_text(encoding="utf-8")))
