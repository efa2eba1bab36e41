"""The open edition, small enough to be made by each run: the sets, the page of one, the Python of the page, the lab."""

import shutil
import subprocess
import sys

from lab_site import ROOT, build_page, expose, write_page

from course import settings
from course.publish import open_edition, publish

OPEN = settings.in_edition(settings.here(), "open")


def copied(folder):
    """A copy of the course with the problem sets of the open edition."""
    open_edition.copy_course(ROOT, folder)
    command, environment = [sys.executable, "-m", "course", "build"], open_edition.environment(ROOT, folder)
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return folder


def open_site(folder, monkeypatch):
    """The published folder of the open edition."""
    copy, site = copied(folder / "course"), folder / "site" / OPEN.term
    environment = open_edition.environment(ROOT, copy)
    subprocess.run([sys.executable, "-m", "browser"], cwd=copy, env=environment, check=True, capture_output=True)
    write_page(folder / "source", copy)
    build_page(folder / "source", copy / "_build" / "html", copy, environment)
    shutil.copytree(copy / "_build" / "html", site)
    shutil.copytree(copy / "assignments", site / "problem-sets")
    expose(site / "lab" / "jupyter-lite.json")
    with monkeypatch.context() as patched:
        patched.setattr(settings, "here", lambda: OPEN)
        publish.add_to_pages(site, publish.add_practice(site, OPEN.term, print, copy))
        publish.refuse_leaks(site, OPEN.term, copy)
    return site
