"""The self-check finds the open problem set, runs its visible tests on the session's answers, and shows each part."""

import json
import os
import sys
from types import ModuleType, SimpleNamespace

import pytest

from course import marking
from course.sets import release
from course.sets.variant import values
from margin_lib.selfcheck import BY_HAND, FAILED, PASSED, find, parts, read, selfcheck

pytestmark = pytest.mark.project

SETS = {source.name: source for source in release.sources()}


def cells_of(name):
    return read(release.ROOT / "assignments" / name / f"{name}.ipynb")[1]


@pytest.fixture
def session(monkeypatch, tmp_path):
    """Opens a problem set in a session: its given cells have run, and its answers are the stubs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    main = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)

    def opened(name="ps1"):
        cells = cells_of(name)
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
        for cell in cells:
            if cell["metadata"]["nbgrader"]["grade_id"].startswith(("given-", "answer-")):
                exec("".join(cell["source"]), main.__dict__)
        return main.__dict__

    return opened


def solve(name, answers):
    term = release.manifest_of(release.ROOT / "assignments")["term"]
    for code in marking.model(SETS[name], values(SETS[name], term)).values():
        exec(code, answers)


def standings(checked):
    return {outcome.part.name or "": outcome.standing for outcome in checked.outcomes}


@pytest.mark.parametrize("name", SETS)
def test_the_model_passes_every_part_and_a_blank_none(name, session):
    answers = session(name)
    blank = selfcheck()
    assert {outcome.message for outcome in blank.outcomes if outcome.standing == FAILED} == {"Not answered yet."}
    assert PASSED not in standings(blank).values()
    solve(name, answers)
    full = selfcheck()
    written = [outcome for outcome in full.outcomes if outcome.standing == BY_HAND]
    assert len(written) == 1
    assert {outcome.standing for outcome in full.outcomes} == {PASSED, BY_HAND}
    assert sum(outcome.part.points for outcome in full.outcomes) == 20
    assert all(outcome.part.reading for outcome in full.outcomes)
    assert f"form and example are right in {len(full.outcomes) - 1} of {len(full.outcomes) - 1} parts" in full.summary


def test_an_order_of_the_steps_that_do_not_belong_is_not_said_to_have_earned_points(session):
    answers = session("ps3")
    solve("ps3", answers)
    [order] = [part.name for part in parts(cells_of("ps3")) if "Form.steps" in part.test]
    hidden = values(SETS["ps3"], release.manifest_of(release.ROOT / "assignments")["term"])["hidden_distractors"]
    exec(f"def {order}():\n    return {hidden!r}", answers)
    checked = selfcheck()
    assert standings(checked)[order] == PASSED == "form and example right"
    assert "passed" not in repr(checked)
    assert "worth" not in repr(checked)


def test_a_wrong_answer_gets_the_test_s_words_an_error_its_place_and_a_missing_one_what_to_do(session):
    answers = session()
    exec("def mirror(X, w, b):\n    return 1, X", answers)
    exec("def closest(X, y, w, b):\n    x = 1\n    return x / 0", answers)
    del answers["canonical"]
    messages = {outcome.part.name: outcome.message for outcome in selfcheck().outcomes}
    assert messages["mirror"].startswith("the distances must be a vector of numbers")
    assert messages["closest"] == "ZeroDivisionError: division by zero (line 3 of the cell with closest)"
    assert messages["canonical"].startswith("canonical is not defined in this session. Run the cells")


def test_what_is_shown_names_points_standing_message_and_section_and_that_hidden_tests_decide(session):
    session()
    checked = selfcheck()
    for text in (repr(checked), checked._repr_html_()):
        for words in ("Part A: distance and mirror", "not yet", "Not answered yet.", "How far from", "hidden"):
            assert words in text
        assert "the margin is 1/|w|" in text
    assert "<script" not in checked._repr_html_()


def test_an_answer_cannot_put_markup_into_the_table(session):
    answers = session()
    exec("def mirror(X, w, b):\n    raise ValueError('<script>alert(1)</script>')", answers)
    assert "<script>" not in selfcheck()._repr_html_()


def test_the_session_stays_as_it_was_and_nothing_is_printed_or_left_open(session, capsys):
    from matplotlib import pyplot

    answers = session("ps2")
    solve("ps2", answers)
    before, figures = dict(answers), pyplot.get_fignums()
    selfcheck()
    assert dict(answers) == before
    assert pyplot.get_fignums() == figures
    assert "The form is right" not in capsys.readouterr().out


def test_of_several_notebooks_the_one_that_was_answered_here_is_taken(session, tmp_path):
    session("ps3")
    others = {"ps1": json.dumps({"cells": cells_of("ps1")}), "a": "{", "b": "[]", "c": '{"cells": []}'}
    for name, text in others.items():
        (tmp_path / f"{name}.ipynb").write_text(text, encoding="utf-8")
    assert selfcheck().name == "ps3.ipynb"


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
    assert find({**answers, "__vsc_ipynb_file__": str(inside)})[0] == "mine.ipynb"
    monkeypatch.setenv("JPY_SESSION_NAME", str(inside))
    assert find(answers)[0] == "mine.ipynb"
    replies = {"get_ipynb": {"ipynb": {"cells": cells_of("ps3")}}}
    colab = SimpleNamespace(_message=SimpleNamespace(blocking_request=replies.__getitem__))
    monkeypatch.setitem(sys.modules, "google.colab", colab)
    assert [part.name for part in parts(find(answers)[1])][:2] == ["verdicts", "margin_run"]


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
    with pytest.raises(ValueError, match=r"ps1\.ipynb is no notebook that can be read. Save it again"):
        selfcheck("ps1.ipynb")
    with pytest.raises(FileNotFoundError, match=r"ps9\.ipynb is not there"):
        selfcheck("ps9.ipynb")


def test_while_the_notebook_is_graded_it_steps_aside(session, monkeypatch, capsys):
    session()
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert selfcheck() is None
    assert "not run while" in capsys.readouterr().out


@pytest.mark.parametrize("name", SETS)
def test_each_notebook_ends_with_it(name):
    last = cells_of(name)[-1]
    assert "from margin_lib.selfcheck import selfcheck" in "".join(last["source"])
    assert last["metadata"]["nbgrader"]["locked"]
