"""Every public name is documented, has an example that runs, and points to its place in the book; and back."""

import ast
import inspect
import re
import tomllib
from pathlib import Path

import pytest

import margin_lib
from margin_lib import datasets, estimators, losses, plots, textbook

ROOT = Path(__file__).parents[2]
LABEL = re.compile(r"Book: \{(prf:ref|ref)\}`([a-z][a-z0-9-]*)`")
PREFIXES = {"prf:ref": ("def-", "thm-", "alg-"), "ref": ("sec-",)}
ITEMS = {f"S{number}" for number in range(1, 26)}  # S26 only says where each outcome is met


def theorems():
    return tomllib.loads((ROOT / "book" / "theorems.toml").read_text(encoding="utf-8"))


def public_names():
    """Each public name with what it names: those of margin_lib, and those of its public modules."""
    for prefix, module, names in (
        ("", margin_lib, margin_lib.__all__),
        ("losses.", losses, [n for n, v in vars(losses).items() if inspect.isfunction(v) and n[0] != "_"]),
        ("datasets.", datasets, datasets.__all__),
        ("plots.", plots, plots.__all__),
        ("estimators.", estimators, estimators.__all__),
        ("textbook.", textbook, textbook.__all__),
    ):
        for name in names:
            if not inspect.ismodule(getattr(module, name)):
                yield prefix + name, getattr(module, name)


NAMES = dict(public_names())
DOCUMENTED = {name: thing for name, thing in NAMES.items() if callable(thing)}
METHODS = {
    f"Plane.{name}": member
    for name, member in vars(margin_lib.Plane).items()
    if name[0] != "_" and (inspect.isfunction(member) or isinstance(member, property))
}


def labels_of(thing):
    return LABEL.findall(inspect.getdoc(thing) or "")


@pytest.mark.parametrize("name", [*DOCUMENTED, *METHODS])
def test_each_public_name_has_a_sentence_an_example_and_its_place_in_the_book(name):
    thing = {**DOCUMENTED, **METHODS}[name]
    doc = inspect.getdoc(thing)
    assert doc, f"{name} has no docstring"
    assert doc.split("\n\n")[0].rstrip().endswith((".", ":")), f"{name} does not begin with a sentence"
    assert ">>>" in doc, f"{name} has no example"
    assert labels_of(thing), f"{name} does not say where the book explains it"


def test_each_label_in_the_code_is_in_the_registry_and_of_its_kind():
    known = theorems()
    for path in (ROOT / "margin_lib").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        lines = re.findall(r"^\s*Book:", text, re.M)
        assert len(lines) == len(LABEL.findall(text)), f"{path.name}: a 'Book:' line that is no label"
        for kind, label in LABEL.findall(text):
            assert label.startswith(PREFIXES[kind]), f"{path.name}: {label} is not a {kind}"
            assert label in known, f"{path.name}: {label} is not in book/theorems.toml"


ABOUT_THE_PROOF = {"formulas", "informal", "steps_elsewhere"}


@pytest.mark.parametrize("label", theorems())
def test_each_entry_of_the_registry_names_what_exists(label):
    entry = theorems()[label]
    assert set(entry) <= {"title", "items", "names", "test", "source", "ours", "also", "short"} | ABOUT_THE_PROOF
    assert entry["title"]
    keys = re.findall(r"^@\w+\{([^,]+),$", (ROOT / "book" / "references.bib").read_text(encoding="utf-8"), re.MULTILINE)
    for source in entry["source"]:
        key, _, passage = source.partition(", ")
        assert key in keys, f"{label}: {key} is not in book/references.bib"
        assert passage, f"{label}: {source} names no passage"
    assert entry["source"] or entry["ours"], f"{label}: neither a source nor what is ours"
    for formula in entry.get("formulas", {}).values():
        assert set(formula) <= {"tex", "python", "row"}
        assert formula["tex"]
    for name in entry["names"]:
        assert name in NAMES, f"{label}: margin_lib has no public name {name}"
    file, _, test = entry["test"].partition("::")
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, f"{label}: no test {test}"
    assert set(entry["items"]) <= ITEMS


def test_each_item_of_the_sources_has_a_theorem_a_name_and_a_test():
    covered = {item for entry in theorems().values() for item in entry["items"]}
    assert covered == ITEMS


def test_each_public_name_is_in_the_registry():
    named = {name for entry in theorems().values() for name in entry["names"]}
    exempt = {name for name in DOCUMENTED if "." in name}  # they go by the section of their module
    assert set(DOCUMENTED) - exempt <= named


def test_all_names_what_is_there_and_nothing_twice():
    assert len(set(margin_lib.__all__)) == len(margin_lib.__all__)
    assert all(hasattr(margin_lib, name) for name in margin_lib.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        getattr(margin_lib, "no" + "thing")
