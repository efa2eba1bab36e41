"""The course, published as an instructor does it: into an empty folder, and then over the site of last term."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

from course import settings

ROOT = Path(__file__).resolve().parents[2]
TERM = settings.here().term
EARLIER = f"{TERM}-before"


def publish(folder):
    """Publish twice; between the two, what was published becomes last term's. What happened is in said.json."""
    site = folder / "site"
    site.mkdir()
    told = {"first": command(site)}
    if (site / TERM).is_dir():
        make_it_last_terms(site)
        told |= {"before": hashes(site / EARLIER), "second": command(site)}
    (folder / "said.json").write_text(json.dumps(told))


def command(site):
    """Run the command; return its exit code, what it said, and what is there then."""
    words = [sys.executable, "-m", "course", "publish", str(site)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return [done.returncode, done.stdout + done.stderr, sorted(path.name for path in site.iterdir())]


def make_it_last_terms(site):
    """Give the book that is there another name, and a first day before the earliest that a term can have."""
    (site / TERM).rename(site / EARLIER)
    for page in (site / EARLIER).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(f'content="{TERM}"', f'content="{EARLIER}"'), encoding="utf-8")
    (listed,) = json.loads((site / "versions.json").read_text())
    (site / "versions.json").write_text(json.dumps([listed | {"term": EARLIER, "starts": "1999-10-01"}]))


def hashes(folder):
    """Return a hash of each file, by its path in the folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
