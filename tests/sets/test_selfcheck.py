"""The self-check finds the open problem set, runs its visible tests on the session's answers, and shows each part."""

import importlib
import json
import os
import re
import subprocess
import sys
import zipfile
from types import ModuleType, SimpleNamespace

import pytest
import small_course

from course.practice import wheel
from course.sets import notebooks, release
from course.sets.testing import marking
from course.sets.variant import values
from notebook_checks.selfcheck import BY_HAND, FAILED, PASSED, PRACTICE, find_notebook, parts_of, selfcheck

TERM = small_course.TERM
SETS = {source.name: source for source in release.sources()}
SMALL = small_course.SOURCES


def cells_of(name, sets=SMALL):
    """The cells of a released notebook."""
    source = sets[name]
    return json.loads(notebooks.as_text(notebooks.release_notebook(source, values(source, TERM))))["cells"]


@pytest.fixture
def session(monkeypatch, tmp_path):
    """Opens a problem set in a session: its given cells have run, and its answers are the stubs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    main = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)

    def opened(name="ps1", sets=SMALL):
        cells = cells_of(name, sets)
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
        for cell in cells:
            if cell["metadata"]["nbgrader"]["grade_id"].startswith(("given-", "answer-")):
                exec("".join(cell["source"]), main.__dict__)
        return main.__dict__

    return opened


def solve(source, answers):
    for code in marking.model(source, values(source, TERM)).values():
        exec(code, answers)


def standings(checked):
    return {outcome.part.name or "": outcome.status for outcome in checked.outcomes}


@pytest.mark.parametrize("source", SETS.values(), ids=SETS)
def test_the_model_passes_every_part_and_a_blank_none(source, session):
    answers = session(source.name, SETS)
    blank = selfcheck()
    assert {outcome.message for outcome in blank.outcomes if outcome.status == FAILED} == {"Not answered yet."}
    assert PASSED not in standings(blank).values()
    solve(source, answers)
    full = selfcheck()
    written = [outcome.part.points for outcome in full.outcomes if outcome.status == BY_HAND]
    assert written == [cell.points for cell in source.cells if cell.kind == "proof"]
    assert {outcome.status for outcome in full.outcomes} <= {PASSED, BY_HAND}
    assert sum(outcome.part.points for outcome in full.outcomes) == source.points
    assert all(outcome.part.reading for outcome in full.outcomes)
    assert not [outcome.part.reading for outcome in full.outcomes if re.search(r"\*\w", outcome.part.reading)]
    checked = len(full.outcomes) - len(written)
    assert f"form and example are right in {checked} of {checked} parts" in full.summary


def test_an_order_of_the_steps_that_do_not_belong_is_not_said_to_have_earned_points(session):
    source, answers = SMALL["ps1"], session("ps1")
    solve(source, answers)
    [order] = [part.name for part in parts_of(cells_of("ps1")) if "Form.steps" in part.test]
    exec(f"def {order}():\n    return {values(source, TERM)['hidden_distractors']!r}", answers)
    checked = selfcheck()
    assert standings(checked)[order] == PASSED == "form and example right"
    assert "passed" not in repr(checked)
    assert "worth" not in repr(checked)


def test_a_wrong_answer_gets_the_test_s_words_an_error_its_place_and_a_missing_one_what_to_do(session):
    answers = session("ps2")
    exec("def degree_table(edges, n):\n    return [edges]", answers)
    exec("def distances(edges, n, start):\n    x = 1\n    return x / 0", answers)
    del answers["components"]
    messages = {outcome.part.name: outcome.message for outcome in selfcheck().outcomes}
    assert messages["degree_table"].startswith("the list of rows must be a matrix of 4 rows and 4 columns")
    assert messages["distances"] == "ZeroDivisionError: division by zero (line 3 of the cell with distances)"
    assert messages["components"].startswith("components is not defined in this session. Run the cells")


def test_what_is_shown_names_points_standing_message_and_section_and_that_hidden_tests_decide(session):
    session()
    checked = selfcheck()
    for text in (repr(checked), checked._repr_html_()):
        for words in ("Part A: neighbours", "not yet", "Not answered yet.", "What a graph is", "hidden"):
            assert words in text
        assert "a leaf where |E| = n - 1" in text
    assert "<script" not in checked._repr_html_()


@pytest.mark.parametrize(("practiced", "pointed"), [("ps1", True), ("ps2", False)])
def test_where_the_set_is_open_for_practice_it_points_there(practiced, pointed, session, tmp_path, monkeypatch):
    session()
    assert PRACTICE not in repr(selfcheck())
    with zipfile.ZipFile(wheel.build(SMALL[practiced], TERM, tmp_path)) as archive:
        archive.extractall(tmp_path / "packages")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    checked = selfcheck()
    for name in [name for name in sys.modules if name.startswith("practice_")]:
        monkeypatch.delitem(sys.modules, name)
    assert (repr(checked).endswith(PRACTICE), f"<p>{PRACTICE}</p>" in checked._repr_html_()) == (pointed, pointed)


def test_an_answer_cannot_put_markup_into_the_table(session):
    answers = session()
    exec("def neighbours(edges, n, vertex):\n    raise ValueError('<script>alert(1)</script>')", answers)
    assert "<script>" not in selfcheck()._repr_html_()


def test_the_session_stays_as_it_was_and_nothing_is_printed_or_left_open(session, capsys):
    from matplotlib import pyplot

    answers = session("ps2")
    solve(SMALL["ps2"], answers)
    before, figures = dict(answers), pyplot.get_fignums()
    selfcheck()
    assert dict(answers) == before
    assert pyplot.get_fignums() == figures
    assert "The form is right" not in capsys.readouterr().out


def test_of_several_notebooks_the_one_that_was_answered_here_is_taken(session, tmp_path):
    session("ps2")
    others = {"ps1": json.dumps({"cells": cells_of("ps1")}), "a": "{", "b": "[]", "c": '{"cells": []}'}
    for name, text in others.items():
        (tmp_path / f"{name}.ipynb").write_text(text, encoding="utf-8")
    assert selfcheck().name == "ps2.ipynb"


def test_of_two_copies_the_one_saved_last_is_taken(session, tmp_path):
    session("ps1")
    older = tmp_path / "copy.ipynb"
    older.write_bytes((tmp_path / "ps1.ipynb").read_bytes())
    os.utime(older, (1, 1))
    assert selfcheck().name == "ps1.ipynb"


def test_vs_code_jupyterlab_and_colab_say_which_notebook_is_open(session, tmp_path, monkeypatch):
    answers = session("ps1")
    inside = tmp_path / "elsewhere" / "mine.ipynb"
    inside.parent.mkdir()
    inside.write_text(json.dumps({"cells": cells_of("ps2")}), encoding="utf-8")
    assert find_notebook({**answers, "__vsc_ipynb_file__": str(inside)})[0] == "mine.ipynb"
    monkeypatch.setenv("JPY_SESSION_NAME", str(inside))
    assert find_notebook(answers)[0] == "mine.ipynb"
    replies = {"get_ipynb": {"ipynb": {"cells": cells_of("ps2")}}}
    colab = SimpleNamespace(_message=SimpleNamespace(blocking_request=replies.__getitem__))
    monkeypatch.setitem(sys.modules, "google.colab", colab)
    assert [part.name for part in parts_of(find_notebook(answers)[1])][:2] == ["distances", "components"]


def test_where_nothing_is_found_or_can_be_read_a_sentence_says_what_to_do(session, tmp_path, monkeypatch):
    session()
    (tmp_path / "ps1.ipynb").write_text("half a notebo", encoding="utf-8")
    with pytest.raises(FileNotFoundError, match=r"Save the notebook, or say where it is: selfcheck\('ps1\.ipynb'\)"):
        selfcheck()
    (tmp_path / "ps1.ipynb").rename(tmp_path / "ps4-mine.ipynb")
    with pytest.raises(FileNotFoundError, match=r"selfcheck\('ps4-mine\.ipynb'\)"):
        selfcheck()
    (tmp_path / "ps4-mine.ipynb").rename(tmp_path / "ps1.ipynb")
    monkeypatch.setenv("JPY_SESSION_NAME", "/elsewhere/ps5.ipynb")
    with pytest.raises(FileNotFoundError, match=r"selfcheck\('ps5\.ipynb'\)"):
        selfcheck()
    with pytest.raises(ValueError, match=r"ps1\.ipynb can't be read as a notebook\. Save it again"):
        selfcheck("ps1.ipynb")
    with pytest.raises(FileNotFoundError, match=r"ps9\.ipynb doesn't exist"):
        selfcheck("ps9.ipynb")


def test_while_the_notebook_is_graded_it_steps_aside(session, monkeypatch, capsys):
    session()
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert selfcheck() is None
    assert "not run while" in capsys.readouterr().out


def test_notebooks_released_before_find_it_in_the_library():
    assert importlib.import_module("margin_lib.selfcheck").selfcheck is selfcheck


def test_where_it_is_not_installed_the_library_says_what_to_install(tmp_path):
    (tmp_path / "margin_lib").symlink_to(release.ROOT / "margin_lib")
    away = 'sys.path[:] = [place for place in sys.path if not (Path(place) / "notebook_checks").is_dir()]'
    code = f"import sys; from pathlib import Path; {away}; import margin_lib.selfcheck"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    said = r".* install the file notebook_checks-\*\.whl .* `pip install -r requirements\.txt` there\.$"
    assert re.match(said, done.stderr.splitlines()[-1])
    assert "No module named" not in done.stderr


@pytest.mark.parametrize("name", SETS)
def test_each_notebook_ends_with_it(name):
    last = cells_of(name, SETS)[-1]
    assert "from notebook_checks.selfcheck import selfcheck" in "".join(last["source"])
    assert last["metadata"]["nbgrader"]["locked"]
