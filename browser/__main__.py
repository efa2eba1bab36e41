"""`python -m browser`: put the runtime of the site together."""

from __future__ import annotations

import argparse
import os
import sys

from browser.runtime import build
from browser.sources import Trouble


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m browser", description=__doc__)
    parser.add_argument(
        "--mirror",
        default=os.environ.get("PYODIDE_MIRROR", ""),
        help="an address or a folder with Pyodide's files, asked after the cache; also $PYODIDE_MIRROR",
    )
    try:
        build(mirror=parser.parse_args().mirror)
    except Trouble as trouble:
        print(f"The runtime was not built: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
