"""A PostgreSQL of the tests' own: in a folder that is removed again, on a socket that nobody else has."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tools import machine

USER = "postgres"  # who serves where we are root, which PostgreSQL refuses to be


@contextmanager
def served():
    """A function that makes a new database and returns its URL."""
    programs = Path(machine.find(machine.TOOLS["postgresql"])).resolve().parent
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    who = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
    if who:
        shutil.chown(folder, USER, USER)

    def run(program, *arguments):
        command = [str(programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=120, **who)

    def new(name):
        run("createdb", "-h", str(folder), "-U", USER, name)
        return f"postgresql+psycopg://{USER}@/{name}?host={folder}"

    try:
        run("initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")
        try:
            yield new
        finally:
            run("pg_ctl", "-D", "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
