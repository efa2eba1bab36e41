"""Make .venv from requirements.lock: `make setup`. Runs on a bare Python 3, with nothing installed.

Four steps: choose an interpreter, make the environment, install what the lock lists (each file checked against its
hash), and put the tree itself and the `course` command into it. A stamp is written at the very end, so that a second
run costs nothing, and an interrupted, damaged or moved environment is made again.
"""

import contextlib
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOCK = os.path.join(ROOT, "requirements.lock")
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
STAMP = os.path.join(VENV, "setup-stamp.json")
SUITABLE = ("3.13", "3.12", "3.11")  # newest first; requirements.lock holds for these

PROBE = """
import sys
print("%d.%d" % sys.version_info[:2] if sys.implementation.name == "cpython" else sys.implementation.name)
try:
    import ensurepip, venv
    print("complete")
except ImportError:
    print("without venv")
"""

# A shell script, because the path of the interpreter may be longer, or have more spaces, than a #! line allows.
COURSE = """\
#!/bin/sh
exec %s -m course "$@"
"""


class Stop(Exception):
    """An error that the user can fix; the message says how."""


def main():
    try:
        with one_at_a_time():
            if not is_up_to_date():
                make_environment()
    except Stop as reason:
        print("make setup: %s" % reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nmake setup: interrupted; run it again and it starts afresh.", file=sys.stderr)
        return 130
    return 0


def make_environment():
    started = time.time()
    interpreter, version = choose_interpreter()
    say(1, "Python %s: %s" % (version, interpreter))
    remove_old()
    say(2, "a new environment in .venv")
    run_command([interpreter, "-m", "venv", VENV], "Python could not make the environment .venv")
    say(3, "installing what requirements.lock lists (1.4 GB on disk)")
    install_lock()
    say(4, "margin_lib and the course command")
    add_this_tree()
    write_stamp(version)
    print("Set up in %d s. The environment is .venv; `make help` lists what can be done." % (time.time() - started))


def say(step, text):
    print("[%d/4] %s" % (step, text), flush=True)


def run_command(command, complaint):
    try:
        subprocess.run(command, check=True, cwd=ROOT)
    except (OSError, subprocess.CalledProcessError):
        raise Stop("%s; what it printed is above." % complaint) from None


# --- which Python ---------------------------------------------------------------------------------------------


def choose_interpreter():
    """Return path and version of the Python that $PYTHON names, or of the newest suitable one on the PATH."""
    asked = os.environ.get("PYTHON")
    names = [asked] if asked else ["python" + v for v in SUITABLE] + ["python3", "python"]
    seen = [(name, *probe(name)) for name in names]
    found = [(name, version, state) for name, version, state in seen if version]
    for name, version, state in found:
        if version in SUITABLE and state == "complete":
            return shutil.which(name), version
    for _, version, _ in found:
        if version in SUITABLE:
            raise Stop(
                "Python %s is here, but without its venv and ensurepip modules. Install them "
                "(Debian, Ubuntu: apt-get install python%s-venv) and run make again." % (version, version)
            )
    have = ", ".join(sorted({"%s (%s)" % (version, name) for name, version, _ in found})) or "none"
    raise Stop(
        "this project is set up with Python 3.11, 3.12 or 3.13; found here: %s. Install one of them "
        "(Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python@3.13), "
        "or name one: make setup PYTHON=/path/to/python3.12" % have
    )


def probe(name):
    """Return a Python's version, and whether it can make environments; (None, None) if it does not run."""
    try:
        answer = subprocess.run(
            [name, "-c", PROBE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=True
        )
        version, state = answer.stdout.decode().split("\n")[:2]
        return version, state
    except (OSError, ValueError, subprocess.SubprocessError):
        return None, None


# --- what goes into it ----------------------------------------------------------------------------------------


def install_lock():
    """Install uv with pip, then the rest with uv, in a tenth of pip's time; with pip if uv fails."""
    with tempfile.TemporaryDirectory() as folder:
        only_uv = os.path.join(folder, "uv.txt")
        with open(only_uv, "w") as file:
            file.write(locked("uv"))
        pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes"]
        run_command([*pip, "--no-deps", "-r", only_uv], "pip could not install uv from a package index")
    uv = os.path.join(VENV, "bin", "uv")
    sync = [uv, "pip", "sync", "--python", PYTHON, "--require-hashes", LOCK]
    if run_shortened(sync):
        print("      uv could not; pip tries, which takes a few minutes", flush=True)
        pip.remove("--quiet")
        run_command([*pip, "--no-deps", "-r", LOCK], "neither uv nor pip could install what the lock lists")


def run_shortened(command):
    """Run uv without the two lines that it prints for each of 200 packages; return its exit code."""
    environment = dict(os.environ, UV_PYTHON_DOWNLOADS="never")
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE) as process:
        for line in process.stderr:
            text = line.decode(errors="replace").rstrip()
            if not text.startswith((" + ", " - ", " ~ ", " Downloaded ")):
                print("      " + text, flush=True)
    return process.returncode


def locked(name):
    """Return the lines of one package in the lock: its version and its hashes."""
    with open(LOCK) as file:
        found = re.search(r"^%s==.*(?:\n .*)*\n" % re.escape(name), file.read(), re.M)
    if not found:
        raise Stop("requirements.lock does not list %s; restore the file with git." % name)
    return found.group()


def add_this_tree():
    """Put the tree on the environment's path, so that margin_lib and course are used from where they are edited."""
    with open(os.path.join(site_packages(), "maximizing_the_margin.pth"), "w") as file:
        file.write(ROOT + "\n")
    command = os.path.join(VENV, "bin", "course")
    with open(command, "w") as file:
        file.write(COURSE % shlex.quote(PYTHON))
    os.chmod(command, 0o755)


# --- whether it is there already ------------------------------------------------------------------------------


def is_up_to_date():
    """Return whether the stamp fits this lock, script, folder and Python, and nothing listed is missing."""
    asked = os.environ.get("PYTHON")
    try:
        with open(STAMP) as file:
            stamp = json.load(file)
        return (
            stamp["made_from"] == fingerprint()
            and (not asked or probe(asked)[0] == stamp["python"])
            and all(set(names) <= set(os.listdir(os.path.join(VENV, place))) for place, names in stamp["holds"].items())
            and subprocess.run([PYTHON, "-I", "-c", ""], stderr=subprocess.DEVNULL).returncode == 0
        )
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return False


def fingerprint():
    digest = hashlib.sha256(ROOT.encode())
    for path in LOCK, os.path.abspath(__file__):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def write_stamp(version):
    places = ["bin", os.path.relpath(site_packages(), VENV)]
    holds = {place: sorted(set(os.listdir(os.path.join(VENV, place))) - {"__pycache__"}) for place in places}
    with open(STAMP + ".part", "w") as file:
        json.dump({"made_from": fingerprint(), "python": version, "holds": holds}, file)
    os.replace(STAMP + ".part", STAMP)


def site_packages():
    [folder] = [name for name in os.listdir(os.path.join(VENV, "lib")) if name.startswith("python")]
    return os.path.join(VENV, "lib", folder, "site-packages")


def remove_old():
    """Remove .venv, the stamp first, so that a half-removed environment doesn't pass for a complete one."""
    for path in STAMP, VENV:
        if os.path.islink(path) or os.path.isfile(path):
            os.remove(path)
    try:
        if os.path.isdir(VENV):
            shutil.rmtree(VENV)
    except OSError as error:
        raise Stop("the old .venv cannot be removed (%s). Remove it by hand and run make again." % error) from None


@contextlib.contextmanager
def one_at_a_time():
    """Hold a lock: a second make waits for the first, then finds everything done."""
    import fcntl

    if not os.path.isfile(LOCK):
        raise Stop("requirements.lock is missing; restore it with git.")
    with open(LOCK) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("another make setup is at work here; waiting for it to end", flush=True)
            with contextlib.suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())
