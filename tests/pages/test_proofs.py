"""The formal proofs: Coq accepts them, the record of them is fresh, and they say what the book and the library say."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from coq_formula import sides, value

from tools import proofs
from tools.proofs import __main__ as command
from tools.proofs import falsify, needs, prover, record, recording, source

ROOT = Path(__file__).parents[2]
THEOREMS = tomllib.loads((ROOT / "book" / "theorems.toml").read_text(encoding="utf-8"))
TEXTS = source.read_sources(proofs.PROOFS)
RECORD = record.read_record()
STATEMENTS = RECORD["statements"]
ABOUT = {
    label: {name: entry for name, entry in STATEMENTS.items() if entry["label"] == label}
    for label in record.book_labels()
}
SOME = "Require Import Reals.\nOpen Scope R_scope.\n\n"


def silent(line):
    pass


# --- the record -----------------------------------------------------------------------------------------------


def test_the_record_is_what_the_files_say():
    differences = record.differences(RECORD, TEXTS, record.book_labels())
    assert differences == [], "run `make proofs`, and commit proofs/checked.json"


def test_a_changed_file_makes_the_record_stale():
    changed = TEXTS | {"Perceptron": TEXTS["Perceptron"].replace("0 < gamma", "0 <= gamma", 1)}
    assert record.differences(RECORD, changed, record.book_labels()) == ["proofs/Perceptron.v"]
    assert record.differences(RECORD | {"statements": {}}, TEXTS, record.book_labels()) == ["statements"]


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_coq_accepts_the_proofs_and_they_rest_on_the_axioms_that_are_recorded():
    assert command.check() | {"coq": RECORD["coq"]} == RECORD


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_coq_refuses_the_statements_that_were_made_false():
    prover.compile_changed(TEXTS, proofs.BUILD, silent)
    assert falsify.try_all(proofs.BUILD, silent) == []


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_coq_shows_what_is_recorded_and_each_sentence_needs_what_is_said(tmp_path):
    prover.compile_changed({name: TEXTS[name] for name in source.imports(TEXTS["Perceptron"])}, tmp_path, silent)
    found = recording.record_file("Perceptron", TEXTS["Perceptron"], tmp_path)
    recorded = recording.read_steps("Perceptron")
    assert json.loads(json.dumps(found)) == {"proofs": recorded["proofs"], "lemmas": recorded["lemmas"]}
    its = {"thm_novikoff": needs.read_needs()[needs.digest(recorded["proofs"]["thm_novikoff"])]}
    assert needs.ask_file(TEXTS["Perceptron"], tmp_path, its) == its
    assert needs.recheck_file(TEXTS["Perceptron"], tmp_path, its) == []
    its["thm_novikoff"][6].append("gamma_positive")
    its["thm_novikoff"][-1] = []
    too_much, too_little = needs.recheck_file(TEXTS["Perceptron"], tmp_path, its)
    assert too_much.endswith("gamma_positive is not needed")
    assert too_little.endswith("nothing is not enough")


def test_each_main_file_has_false_statements():
    tried = {Path(each.file).stem for each in falsify.read_falsified()}
    assert {name.partition(".")[0] for name in STATEMENTS} <= tried
    for each in falsify.read_falsified():
        assert each.text(proofs.PROOFS) != TEXTS[Path(each.file).stem]


def test_no_axiom_is_recorded_that_is_not_allowed():
    assert command.not_allowed(RECORD["axioms"]) == []
    assert set(RECORD["axioms"]) == set(record.axiom_groups(RECORD))
    assert command.not_allowed({"thm-x": ["Evil.choice"]}) == [
        "thm-x rests on Evil.choice, which proofs/axioms.toml does not allow"
    ]


# --- nothing is taken for granted ----------------------------------------------------------------------------------


def test_no_file_takes_anything_for_granted():
    assert command.unproved(TEXTS) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lemma a : True.\nProof.\nAdmitted.\n", "Admitted"),
        ("Lemma a : True.\nProof. admit. Qed.\n", "admit"),
        ("\nAxiom a : False.\n", "Axiom"),
        ("Parameter a : nat.\n", "Parameter"),
        ("Conjecture a : False.\n", "Conjecture"),
        ("#[bypass_check(guard)] Fixpoint a (n : nat) : False := a n.\n", "bypass_check"),
        ("Unset Guard Checking.\n", "Unset Guard"),
        ("Unset Positivity Checking.\n", "Unset Positivity"),
        ("Hypothesis a : False.\n", "Hypothesis outside a section"),
        ("Section S.\nVariable b : nat.\nEnd S.\nVariable a : False.\n", "Variable outside a section"),
    ],
)
def test_what_is_taken_for_granted_is_found_with_its_line(text, found):
    lines = text.splitlines()
    line = next(place for place, line in enumerate(lines, 1) if found.split()[0] in line and "b : nat" not in line)
    assert list(source.unproved(text)) == [(line, found)]


def test_words_in_comments_and_strings_and_variables_in_sections_are_not_found():
    text = '(* Admitted (* Axiom *) admit *)\nSection S.\nVariable a : nat.\nCheck "Axiom (* ".\nEnd S.\n'
    assert list(source.unproved(text)) == []


# --- names, sentences, hypotheses -------------------------------------------------------------------------------------


def test_each_statement_is_about_a_label_and_each_label_has_a_statement_or_a_reason():
    assert command.unnamed(RECORD) == []


def test_a_name_without_a_label_and_a_label_without_a_statement_are_reported():
    nameless = {**STATEMENTS, "Perceptron.thm_nothing": {"label": ""}}
    del nameless["Perceptron.thm_cosine"]
    first, second = command.unnamed(RECORD | {"statements": nameless})
    assert first == "Perceptron.thm_nothing belongs to no label of the book"
    assert "[thm-cosine] has neither" in second


def test_the_longest_label_wins():
    assert record.label_of("thm_lift_margin_corrections", ["thm-lift", "thm-lift-margin"]) == "thm-lift-margin"
    assert record.label_of("thm_lifted", ["thm-lift"]) == ""


def test_every_theorem_of_the_book_has_a_formal_proof():
    without = [label for label in THEOREMS if label.startswith("thm-") and not ABOUT[label]]
    assert without == [], "if that is meant, say why under `informal` and change this test"


def test_no_name_is_proved_twice():
    names = [name.partition(".")[2] for name in STATEMENTS]
    assert len(names) == len(set(names))


def test_each_lemma_is_used():
    assert source.unused_lemmas(TEXTS.values()) == []


def test_a_lemma_that_nothing_uses_is_found():
    used = "Lemma a : True.\nProof. exact I. Qed.\nLocal Lemma b : True.\nProof. exact a. Qed.\n"
    labelled = "Lemma thm_c : True.\nProof. exact I. Qed.\nExample d : True.\nProof. exact I. Qed.\n"
    assert source.unused_lemmas([used, labelled]) == ["b"]


@pytest.mark.parametrize("name", STATEMENTS)
def test_each_statement_has_a_sentence_and_each_hypothesis_its_own(name):
    entry = STATEMENTS[name]
    assert entry["sentence"].endswith((".", ")")), f"{name}: its comment does not begin with a sentence"
    assert set(entry["hypotheses"]) == set(source.binders(entry["statement"]))
    for key, sentence in entry["hypotheses"].items():
        assert sentence.endswith("."), f"{name}: {key}"


@pytest.mark.parametrize("name", STATEMENTS)
def test_no_hypothesis_of_a_section_goes_unsaid(name):
    assert not [line for line in STATEMENTS[name]["context"] if line.startswith("Hypothes")]


def test_a_hypothesis_is_told_from_the_letters():
    text = "Theorem a {X : Type} d (x : nat -> vec) (h h' : 0 < d) (k : x 0 = x 1) :\n forall n, forall c : P n, 0 < n."
    assert set(source.binders(text)) == {"h", "h'", "k", "c"}
    assert source.conclusion(text) == "forall n, forall c : P n, 0 < n"


# --- the constants ----------------------------------------------------------------------------------------------------

# What the letters of the formal statements are in the book's formulas, where that is not the same.
LETTERS = {
    "radius": "R",
    "guess": "gamma_guess",
    "h": "log(R / gamma_guess) / log(2)",  # the rounds in which R was halved to get there
    "gamma_opt": "gamma",
    "gP": "gamma",
    "D": "N / 2",
    "epsilon_of h": "epsilon",
    "norm d w": "length",
}
FUNCTIONS = {"sqrt": np.sqrt, "log": np.log}
FORMULAS = {
    f"{label}.{name}": (label, formula["python"])
    for label, entry in THEOREMS.items()
    for name, formula in entry.get("formulas", {}).items()
}


def drawn(seed):
    """Some number for each letter of the book's formulas."""
    names = sorted(set(re.findall(r"[A-Za-z_]+", " ".join(python for _, python in FORMULAS.values()))) - set(FUNCTIONS))
    return dict(zip(names, np.random.default_rng(seed).uniform(0.1, 0.9, len(names)), strict=True))


def texts_about(label):
    """The formal statements about a label, and the definitions that they are worded with."""
    words = record.closure((word for entry in ABOUT[label].values() for word in entry["words"]), RECORD["words"])
    return [entry["statement"] for entry in ABOUT[label].values()] + [RECORD["words"][word]["text"] for word in words]


def is_said(python, texts):
    """Whether one of the formulas of these texts is this one, for three draws of the letters."""
    same = []
    for letters in map(drawn, range(3)):
        ours = eval(python, FUNCTIONS, letters)
        theirs = letters | {coq: eval(book, FUNCTIONS, letters) for coq, book in LETTERS.items()}
        found = [side for text in texts for side in sides(text)]
        same.append({side for side in found if np.isclose(value(side, theirs), ours, rtol=1e-9)})
    return bool(set.intersection(*same))


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_of_the_book_is_in_the_formal_statement(name):
    label, python = FORMULAS[name]
    assert is_said(python, texts_about(label)), f"{name}: no formal statement of {label} says {python}"


@pytest.mark.parametrize("name", FORMULAS)
def test_another_constant_would_be_noticed(name):
    label, python = FORMULAS[name]
    assert not is_said(f"1.5 * ({python})", texts_about(label))


def test_another_constant_in_the_formal_statement_would_be_noticed():
    right = STATEMENTS["MarginPerceptron.thm_incremental"]["statement"]
    assert is_said("28 * R**2 / gamma**2", [right])
    assert not is_said("28 * R**2 / gamma**2", [right.replace("28", "27")])


def test_formulas_of_coq_are_read_as_coq_reads_them():
    letters = {"a": 3.0, "b": 2.0, "norm d w": 5.0}
    for text, expected in (
        ("a - b - 1", 0),
        ("- a ^ 2", -9),
        ("a / b / b", 0.75),
        ("1 + 2 * a", 7),
        ("norm d w * b", 10),
        ("sqrt (a + 1) * b", 4),
        ("INR (S a) ^ 2", 16),
        ("(a + b) * 2", 10),
        ("- (a - 1)", -2),
    ):
        assert value(text, letters) == pytest.approx(expected), text
    assert np.isnan(value("a + unknown", letters))
    found = list(sides("f (a / b) <= 2 * (a + 1) < c /\\ x = a ^ 2."))
    assert found == ["f ( a / b )", "a / b", "2 * ( a + 1 )", "c", "x", "a ^ 2"]


# --- the command ------------------------------------------------------------------------------------------------------


def test_without_coq_the_command_says_what_to_install(tmp_path):
    told = subprocess.run(
        [sys.executable, "-m", "tools.proofs"], cwd=ROOT, capture_output=True, text=True, env={"PATH": str(tmp_path)}
    )
    assert told.returncode == 1
    assert "apt-get install --yes --no-install-recommends coq" in told.stderr
    assert "INSTALL=1" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_only_what_changed_is_compiled_again_and_a_fault_is_told_with_its_file(tmp_path):
    texts = {
        "First": SOME + "Lemma one : 1 = 1.\nProof. reflexivity. Qed.\n",
        "Second": SOME + "From Margin Require Import First.\nTheorem thm_two : 1 = 1.\nProof. exact one. Qed.\n",
        "Third": SOME,
    }
    assert sorted(prover.compile_changed(texts, tmp_path, silent)) == ["First", "Second", "Third"]
    assert prover.compile_changed(texts, tmp_path, silent) == []
    assert prover.compile_changed(texts | {"Third": SOME + "\n"}, tmp_path, silent) == ["Third"]
    texts["Third"] += "\n"
    assert prover.compile_changed(texts | {"First": texts["First"] + "\n"}, tmp_path, silent) == ["First", "Second"]
    with pytest.raises(prover.ProofError, match=r'(?s)"proofs/Second.v", line 6.*expected'):
        prover.compile_changed(texts | {"Second": texts["Second"].replace("1 = 1", "1 = 2")}, tmp_path, silent)
    assert not (tmp_path / "Second.vo").exists()


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_coq_tells_the_axioms_of_each_group(tmp_path):
    text = (
        "Require Import Classical.\nAxiom evil : 1 = 2.\nTheorem thm_a : True.\nProof. exact I. Qed.\n"
        "Theorem thm_b (P : Prop) : P \\/ ~ P.\nProof. apply classic. Qed.\n"
        "Theorem thm_c : 1 = 2.\nProof. exact evil. Qed.\n"
    )
    prover.compile_changed({"File": text}, tmp_path, silent)
    groups = {"thm-a": ["File.thm_a"], "thm-b": ["File.thm_a", "File.thm_b"], "thm-c": ["File.thm_c", "File.thm_b"]}
    found = prover.axioms(groups, tmp_path)
    assert found == {
        "thm-a": [],
        "thm-b": ["Classical_Prop.classic"],
        "thm-c": ["Classical_Prop.classic", "File.evil"],
    }
    assert command.not_allowed(found) == ["thm-c rests on File.evil, which proofs/axioms.toml does not allow"]


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_a_true_statement_among_the_false_ones_is_found(tmp_path):
    text = SOME + "Theorem thm_a : 1 = 1.\nProof. reflexivity. Qed.\n"
    (tmp_path / "File.v").write_text(text)
    (tmp_path / "falsified.toml").write_text(
        "".join(
            f'[[falsified]]\ntheorem = "thm_a"\nfile = "File.v"\nreplace = "1 = 1"\nby = "{by}"\nbecause = "so"\n'
            for by in ("1 = 2", "2 = 2", "2 = =")
        )
    )
    build = tmp_path / "build"
    prover.compile_changed({"File": text}, build, silent)
    stands, nonsense = falsify.try_all(build, silent, tmp_path)
    assert "is not a valid statement" in nonsense
    assert "still compiles" in stands
