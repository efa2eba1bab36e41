"""The two programs that say what is wrong with an EPUB: EPUBCheck, and Ace by DAISY."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from tools import machine

ROOT = Path(__file__).resolve().parents[2]
ACE = Path(__file__).resolve().parents[1] / "ace"
PINNED = ("package.json", "package-lock.json")


def epubcheck(path):
    """Return what EPUBCheck says of an EPUB, errors and warnings alike."""
    jar = next(filter(os.path.exists, machine.TOOLS["epubcheck"].reads))
    command = [machine.find(machine.TOOLS["epubcheck"]), "-jar", jar, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith(("FATAL", "ERROR", "WARNING"))]
    assert said or done.returncode == 0, done.stderr
    return said


def ace(path, folder):
    """Return what Ace finds in an EPUB, as page, impact and rule, and how many pages it has read."""
    environment = {
        **os.environ,
        "PUPPETEER_EXECUTABLE_PATH": machine.find(machine.TOOLS["chromium"]),
        "ACE_TIMEOUT_INITIAL": "120000",
    }
    program = _installed() / "node_modules" / "@daisy" / "ace-cli" / "bin" / "ace.js"
    command = [machine.find(machine.TOOLS["node"]), program, "--silent", "--force", "--outdir", folder, path]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((folder / "report.json").read_text())
    return [
        (page["earl:testSubject"]["url"], found["earl:test"]["earl:impact"], found["earl:test"]["dct:title"])
        for page in report["assertions"]
        for found in page["assertions"]
        if found["earl:result"]["earl:outcome"] == "fail"
    ], len(report["assertions"])


def _installed():
    """Install Ace from its lock, unless it is there; npm takes what it can from its cache. No browser is fetched."""
    home = ROOT / "_build" / "ace"
    pinned = {name: (ACE / name).read_bytes() for name in PINNED}
    if (home / "installed").exists() and all((home / name).read_bytes() == said for name, said in pinned.items()):
        return home
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    for name, said in pinned.items():
        (home / name).write_bytes(said)
    command = [machine.find(machine.TOOLS["npm"]), "ci", "--ignore-scripts", "--prefer-offline"]
    done = subprocess.run([*command, "--no-audit", "--no-fund"], cwd=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"npm could not install Ace: {done.stderr}"
    (home / "installed").touch()
    return home
