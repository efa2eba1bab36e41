"""Write requirements.lock: every package of every extra, one exact version each, with its hashes.

pyproject.toml says what is needed, constraints.txt which versions were chosen by hand, uv finds the rest.
One lock serves Python 3.11 to 3.13 on Linux, macOS and Windows. It names no address: a reader's pip or uv
takes the files from wherever it is set to look, and the hashes say whether they are the right ones.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
HEADER = """\
# Every version the project is set up with. Written by `make lock` from pyproject.toml and constraints.txt.
# Edit those, not this file. It holds for Python 3.11 to 3.13 and names no package index.
"""
UV = str(Path(sys.executable).with_name("uv"))
COMMAND = [
    *(UV, "pip", "compile", "pyproject.toml", "--all-extras", "--constraint", "constraints.txt"),
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate", "--quiet"),
]


def common_marker(text: str) -> str:
    """Return the marker that every package needed everywhere carries; it needn't be written."""
    [marker] = re.findall(r"^uv==\S+ ; (.*) \\$", text, re.M)
    return marker


def main() -> int:
    """Refresh the lock. Versions that still fit are kept; --upgrade takes the newest."""
    kept = "" if "--upgrade" in sys.argv[1:] or not LOCK.exists() else LOCK.read_text()
    draft = ROOT / "build" / "requirements.lock"
    draft.parent.mkdir(exist_ok=True)
    draft.write_text(kept)
    run = subprocess.run([*COMMAND, "--output-file", str(draft)], cwd=ROOT, stdout=subprocess.DEVNULL)
    if run.returncode:
        print("The lock was left as it was: uv found no set of versions that fits.", file=sys.stderr)
        return run.returncode
    text = draft.read_text()
    LOCK.write_text(HEADER + text.replace(f" ; {common_marker(text)} \\", " \\"))
    listed = len(re.findall(r"^\S+==", text, re.M))
    print(f"requirements.lock lists {listed} versions. `make setup` installs them.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
