"""`python -m browser`: build the runtime of the site, and the lab."""

import argparse
import os
import sys

from browser import lab, runtime
from browser.sources import Trouble


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m browser", description=__doc__)
    parser.add_argument(
        "--mirror",
        default=os.environ.get("PYODIDE_MIRROR", ""),
        help="an address or a folder with Pyodide's files, tried after the cache; also $PYODIDE_MIRROR",
    )
    try:
        runtime.build_runtime(mirror=parser.parse_args().mirror)
        lab.build_lab()
    except Trouble as trouble:
        print(f"Not everything was built: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
