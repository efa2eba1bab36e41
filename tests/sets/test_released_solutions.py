"""`course release-solutions`, for each set of the course: a solution that runs, and nothing that stays hidden."""

import nbformat
import pytest
from handed import SOURCES
from nbclient import NotebookClient

from course import cli, settings
from course.sets import leaks
from tools.kernels import private_sockets

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SOURCES)
def test_a_set_s_solution_passes_the_visible_tests_and_holds_no_hidden_test_rubric_or_other_set(name, tmp_path, capsys):
    path = tmp_path / "solution.ipynb"
    assert cli.main(["release-solutions", name, str(path)]) == 0
    assert f"The model solution of {name} is in {path}." in capsys.readouterr().out
    found = {leak.place for leak in leaks.search(tmp_path, hidden_elsewhere(name))}
    assert not found
    notebook = nbformat.read(path, 4)
    with private_sockets() as config:
        where = {"metadata": {"path": str(tmp_path)}}
        NotebookClient(notebook, timeout=300, resources=where, config=config).execute()
    *_, said = (output.data["text/plain"] for output in notebook.cells[-1].outputs if "data" in output)
    parts = sum(cell.kind == "answer" for cell in SOURCES[name].cells)
    assert said.startswith(f"{path.name}: form and example are right in {parts} of {parts} parts"), said


def hidden_elsewhere(name):
    """The lines of all hidden places but the answers of this set."""
    places = leaks.all_hidden(SOURCES.values(), settings.here().term)
    given = {line for place, lines in places.items() if place.startswith(f"{name} answer-") for line in lines}
    return {
        place: [line for line in lines if line not in given]
        for place, lines in places.items()
        if not place.startswith(f"{name} answer-")
    }
