"""Print the figures of the code, and what breaks a rule of `[tool.house]` in pyproject.toml."""

import argparse
import sys
import tomllib
from pathlib import Path

from tools.house import figures, pictures, rules
from tools.house.modules import graph, modules

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "ARCHITECTURE.md"


def main() -> int:
    """Return 1 if a rule is broken."""
    parser = argparse.ArgumentParser(prog="python -m tools.house", description=__doc__)
    parser.add_argument("--rules", action="store_true", help="print what breaks a rule, and nothing else")
    parser.add_argument("--pictures", action="store_true", help="draw the pictures in ARCHITECTURE.md again")
    chosen = parser.parse_args()
    told = rules.Rules.of(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    found = modules(ROOT, told.arrows)
    if chosen.pictures:
        PAGE.write_text(pictures.page(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
        return 0
    if not chosen.rules:
        rows = figures.table(found)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
        print("", *figures.fans(graph(found)), "", sep="\n")
    sentences = list(rules.broken(found, told))
    print(*sentences, sep="\n") if sentences else None
    print(f"make house: {len(sentences)} rules are broken." if sentences else "make house: no rule is broken.")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
