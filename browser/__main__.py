"""`python -m browser`: build the runtime of the site, and the lab; with --add, put wheels into a runtime instead."""

import argparse
import os
import sys
from pathlib import Path

from browser import additions, lab, runtime
from browser.sources import Trouble


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m browser", description=__doc__)
    parser.add_argument(
        "--mirror",
        default=os.environ.get("PYODIDE_MIRROR", ""),
        help="an address or a folder with Pyodide's files, tried after the cache; also $PYODIDE_MIRROR",
    )
    parser.add_argument("--add", nargs="+", metavar="WHEEL", type=Path, default=[], help="wheels for the runtime --to")
    parser.add_argument("--to", metavar="RUNTIME", type=Path, help="the folder of a runtime")
    parser.add_argument("--loaded-with", metavar="PACKAGE", help="the package that then loads them")
    said = parser.parse_args()
    if said.add:
        additions.add_wheels(said.to, said.add, said.loaded_with)
        return 0
    try:
        runtime.build_runtime(mirror=said.mirror)
        lab.build_lab()
    except Trouble as trouble:
        print(f"Not everything was built: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
