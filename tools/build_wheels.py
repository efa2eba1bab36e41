"""`make wheel`: build the two distributions of this tree, margin-lib and notebook-checks, into a folder."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = (ROOT, ROOT / "notebook_checks")
EPOCH = {"SOURCE_DATE_EPOCH": "315532800"}  # 1980, so that the same files make the same bytes


def main() -> int:
    """Build the wheels into the folder that the command line names, or into dist/."""
    folder = Path(sys.argv[1] if sys.argv[1:] else ROOT / "dist").resolve()
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    return int(any(subprocess.run(command, cwd=path, env=os.environ | EPOCH).returncode for path in PROJECTS))


if __name__ == "__main__":
    sys.exit(main())
