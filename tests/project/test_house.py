"""What `make house` finds: in this repository nothing, and in a house that breaks each rule once, each."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.house import figures, pictures
from tools.house.__main__ import PAGE, ROOT
from tools.house.modules import cycles, graph, modules, packages
from tools.house.rules import Rules, broken

RULES = Rules({"shop": ["stock"], "stock": []}, 4, 1, ("main",), frozenset({"numpy"}))
SOUND = {
    "shop/__init__.py": "",
    "shop/sale.py": "from stock import shelf\n",
    "stock/__init__.py": "",
    "stock/shelf.py": "",
}
LONG = "def f():\n" + "    print()\n" * 4
NOT_LONG = "def f():\n    '''Words\n    of its own.'''\n\n    # why\n" + "    print()\n" * 3


@pytest.fixture
def sentences(tmp_path):
    """Return what is broken in a sound house to which some files are added."""

    def found(files):
        for name, text in {**SOUND, **files}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return list(broken(modules(tmp_path, RULES.arrows), RULES))

    return found


def test_a_sound_house_breaks_no_rule(sentences):
    assert sentences({}) == []


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"stock/shelf.py": "import shop.sale\n"}, "stock.shelf imports shop.sale, but stock may not know of shop."),
        ({"stock/shelf.py": "def f():\n    from shop import sale\n"}, "but stock may not know of shop."),
        (
            {"shop/a.py": "from . import b\n", "shop/b.py": "from .a import x\n"},
            "the modules shop.a, shop.b import each other.",
        ),
        (
            {
                "shop/a/__init__.py": "", "shop/a/p.py": "from ..b import r\n", "shop/a/q.py": "",
                "shop/b/__init__.py": "", "shop/b/r.py": "", "shop/b/s.py": "from shop.a.q import x\n",
            },
            "the packages shop.a, shop.b import each other.",
        ),
        ({"shop/a.py": "import yaml\n"}, "yaml is imported by shop.a, and no extra of pyproject.toml names it."),
        (
            {"shop/a.py": "def f(): ...\n", "stock/a.py": "def f(): ...\n"},
            "2 functions are called f: in shop.a, stock.a. Say of what.",
        ),
        ({"shop/a.py": LONG}, "shop.a.f has 5 lines, more than 4. Split it."),
    ],
)
def test_each_rule_that_is_broken_is_told_in_one_sentence(sentences, files, sentence):
    found = sentences(files)
    assert any(sentence in line for line in found), found
    assert len(found) <= 2  # a forbidden arrow may close a ring as well


def test_what_the_rules_allow_is_not_told(sentences):
    files = {
        "shop/a.py": f"import numpy\nimport os\ndef main(): ...\n{NOT_LONG}",
        "stock/b.py": "def main(): ...\ndef _f(): ...\n",
        "stock/c.py": "def _f(): ...\n",
    }
    assert sentences(files) == []


def test_a_ring_of_three_is_one_group_and_a_tail_is_not_in_it():
    arrows = {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset("a")}
    assert cycles(arrows) == [("a", "b", "c")]


MEASURED = '''"""Words."""


def f(x: int) -> int:
    return x or 1


def g(x):
    return x  # why
'''


def test_the_table_counts_lines_functions_and_types(tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "a.py").write_text(MEASURED)
    titles, row = figures.table(modules(tmp_path, ["part"]))
    said = dict(zip(titles, row, strict=True))
    assert (said["files"], said["lines"], said["functions"], said["typed"]) == ("1", "9", "2", "50 %")
    assert (said["function med/p90/max"], said["branches p90/max"]) == ("2/2/2", "2/2")
    assert (said["docstrings"], said["comments"]) == ("11 %", "11 %")


def test_this_repository_breaks_no_rule():
    run = subprocess.run([sys.executable, "-m", "tools.house", "--rules"], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "make house: no rule is broken.\n")


def test_the_pictures_of_the_architecture_are_drawn_from_the_code():
    rules = Rules.of(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    text = PAGE.read_text(encoding="utf-8")
    assert pictures.page(text, modules(ROOT, rules.arrows)) == text, "run `make house PICTURES=1`"


def test_a_picture_shows_what_is_needed_and_leaves_out_what_follows(tmp_path):
    files = {"a.py": "from p import b, c\n", "b.py": "from p.c import x\n", "c.py": "", "d.py": "", "__init__.py": ""}
    (tmp_path / "p").mkdir()
    for name, text in files.items():
        (tmp_path / "p" / name).write_text(text)
    found = modules(tmp_path, ["p"])
    assert packages(graph(found), 1) == {"p": frozenset()}
    said = pictures.page("<!-- imports of p -->\nold\n<!-- end -->\n", found)
    assert "p_a[a] --> p_b[b]" in said
    assert "p_b[b] --> p_c[c]" in said
    assert "p_a[a] --> p_c[c]" not in said
    assert "    p_d[d]\n" in said
    assert "old" not in said


def test_the_answers_to_a_newcomers_questions_are_where_the_page_says():
    table = PAGE.read_text(encoding="utf-8").partition("## Where is ...?")[2].partition("\n## ")[0]
    places = [line.split("|")[2].strip() for line in table.splitlines() if line.startswith("| ") and "`" in line]
    assert len(places) >= 10
    for place in places:
        path, _, name = place.strip("`").partition(", `")
        assert (ROOT / path.strip("`")).is_file(), path
        assert name in Path(ROOT / path.strip("`")).read_text(encoding="utf-8"), place
