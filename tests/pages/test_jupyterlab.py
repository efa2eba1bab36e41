"""What a student sees who opens a problem set in JupyterLab, in a real browser, and runs it before writing anything."""

import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tools.chromium import chromium
from tools.kernels import private_sockets

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(path.stem for path in ROOT.glob("assignments/ps*/ps*.ipynb"))
IN_BROWSER = [SETS[0], SETS[-1]]  # what stops a run is the same in each set, and is looked at in all of them below
TODO = "Replace this line with your code."


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab that has the released notebooks, and nothing else."""
    folder = tmp_path_factory.mktemp("student")
    for name in SETS:
        shutil.copy(ROOT / "assignments" / name / f"{name}.ipynb", folder)
    words = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0",
        "--KernelManager.transport=ipc",  # over TCP two kernels may choose the same port
        "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}", "--LabApp.news_url=",
    ]
    log = folder / ".log"
    with log.open("wb") as file:
        server = subprocess.Popen(words, cwd=folder, stdout=file, stderr=file)
    try:
        yield address_in(log, server)
    finally:
        server.terminate()
        server.wait(30)


def address_in(log, server):
    """Wait until the server says where it is."""
    for _ in range(600):
        found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
        if found:
            urllib.request.urlopen(f"{found[0]}/api/status", timeout=60).close()
            return found[0]
        assert server.poll() is None, log.read_text()
        time.sleep(0.2)
    raise AssertionError(log.read_text())


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("name", IN_BROWSER)
def test_run_all_stops_at_the_first_blank_with_a_sentence(lab, name):
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{lab}/lab/tree/{name}.ipynb?reset")  # none of the notebooks that were open before
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        page.get_by_text("| Idle").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        error = page.locator(".jp-OutputArea-output[data-mime-type*='stderr']")
        error.first.wait_for(state="attached")  # JupyterLab has scrolled to the end, and draws what is in view
        assert TODO in error.first.text_content()
        page.wait_for_timeout(1000)
        assert error.count() == 1
        prompts = page.locator(".jp-CodeCell .jp-InputPrompt").all_text_contents()
        ran = [bool(re.search(r"\d", prompt)) for prompt in prompts]
        assert ran == sorted(ran, reverse=True), "cells after the blank were run"
        assert not all(ran)


@pytest.mark.parametrize("name", SETS)
def test_run_one_by_one_nothing_fails_but_the_visible_tests_of_blanks(name):
    folder = ROOT / "assignments" / name
    notebook = nbformat.read(folder / f"{name}.ipynb", 4)
    where = {"metadata": {"path": str(folder)}}
    options = {"timeout": 300, "allow_errors": True, "kernel_name": "python3", "resources": where}
    with private_sockets() as config:
        NotebookClient(notebook, **options, config=config).execute()
    failed = {
        cell.id: output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "error"
    }
    assert all(cell.startswith("check-") for cell in failed)
    checks = {cell.id for cell in notebook.cells if cell.id.startswith("check-")}
    assert checks - {"check-selfcheck"} == set(failed)
    assert all(output.ename == "NotImplementedError" and output.evalue == TODO for output in failed.values())
    [table] = [output.data["text/html"] for output in notebook.cells[-1].outputs if "data" in output]
    assert table.count("Not answered yet.") == len(failed)
