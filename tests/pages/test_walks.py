"""Walks through the proofs: what is recorded is fresh, drawn in the book's letters, and told in plain words."""

import gzip
import json
import re
import tomllib
from pathlib import Path

import pytest

from tools import proofs
from tools.proofs import needs, record, recording, script, source
from tools.walks import claims, vocabulary
from tools.walks.signs import in_signs
from tools.walks.terms import Unreadable, read
from tools.walks.walk import called, lemma_names, proof_files
from tools.walks.walk import recording as recorded
from walks import theorems

ROOT = Path(__file__).parents[2]
TEXTS = {name: text for name, text in source.read_sources(proofs.PROOFS).items() if recording.is_recorded(name)}
RECORD = record.read_record()
STATEMENTS = [name.split(".") for name in RECORD["statements"]]
KINDS = {"w": "vec", "u": "vec", "z": "nat -> vec", "k": "nat", "a": "nat -> R", "f": "vec -> R"} | dict.fromkeys(
    ["gamma", "radius"], "R"
)


def plain(shown):
    """What is drawn, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", shown)).replace("\xa0", " ").replace("&#160;", " ").strip()


@pytest.fixture(scope="module")
def bundles():
    return {theorem.label: theorem.bundle() for theorem in theorems(ROOT)}


@pytest.fixture(scope="module")
def walks(bundles):
    return {walk["name"]: walk for bundle in bundles.values() for walk in bundle["walks"]}


# --- the recording -------------------------------------------------------------------------------------------------


def test_the_recordings_are_those_of_the_files():
    stale = [name for name in TEXTS if recording.is_stale(name, TEXTS)]
    assert stale == [], "run `make proofs`, and commit proofs/steps"
    assert {path.stem for path in recording.STEPS.glob("*.json")} == set(TEXTS)


def test_a_changed_file_makes_its_recording_and_those_that_import_it_stale():
    changed = TEXTS | {"Runs": TEXTS["Runs"] + "\n"}
    stale = {name for name in TEXTS if recording.is_stale(name, changed)}
    assert {"Runs", "Perceptron"} <= stale
    assert "Vectors" not in stale


def test_coq_was_asked_what_each_proof_needs():
    known = needs.read_needs()
    recorded = {name: recording.read_steps(name)["proofs"] for name in TEXTS}
    assert needs.unasked(recorded, known) == {}, "run `make walks`, and commit proofs/needs.json"
    for file, name in STATEMENTS:
        proof = recorded[file][name]
        assert len(known[needs.digest(proof)]) == len(proof["sentences"])


def test_a_file_is_read_as_an_editor_sends_it():
    begins = '(** Of a. *)\nLemma a : (* no. *) 1 = 1. (* "x." *)\nProof.\n'
    text = f'{begins}  (* First *)\n  - lra.\n  2: {{ ring. }}\nQed.\nCheck "a. b".\n'
    found = list(script.script(text))
    sentences = ["Lemma a : 1 = 1.", "Proof.", "-", "lra.", "2: {", "ring.", "}", "Qed."]
    assert [sentence.text for sentence in found[:-1]] == sentences
    assert [sentence.comment for sentence in found[:3]] == ["Of a.", '"x."', "First"]
    assert found[0].said == "Lemma a : (* no. *) 1 = 1."
    assert found[2].line == 5


# --- every walk ------------------------------------------------------------------------------------------------------


def test_each_statement_has_a_walk_that_ends_with_nothing_left_to_show(walks):
    assert set(walks) == {name for _, name in STATEMENTS}
    for name, walk in walks.items():
        last = walk["states"][walk["frames"][-1]["after"]]
        assert (last["goal"], last["waiting"]) == (None, 0), name


def test_a_sentence_begins_where_the_one_before_it_ended(walks):
    for name, walk in walks.items():
        told = [frame["told"] for frame in walk["frames"]]
        proof = recording.read_steps(proof_files()[name])["proofs"][name]
        assert told == [each["text"] for each in proof["sentences"] if each["text"] != "}"]
        assert walk["frames"][0]["before"] == proof["start"]


def test_facts_that_are_needed_are_known(walks):
    for name, walk in walks.items():
        for frame in walk["frames"]:
            known = {fact for fact, _ in walk["states"][frame["before"]]["facts"]}
            assert set(frame["needs"]) <= known, (name, frame["told"])


def test_all_terms_are_drawn_and_every_sentence_has_words(walks):
    shown = [term for walk in walks.values() for term in walk["drawn"]]
    assert len([term for term in shown if "<code>" in term]) <= len(shown) / 100
    frames = [frame for walk in walks.values() for frame in walk["frames"]]
    assert [frame["told"] for frame in frames if frame["words"].startswith("<code>")] == []


def test_each_word_of_the_statements_is_drawn():
    signs = {name for name, _ in vocabulary.SIGNS}
    known = {name.rpartition(".")[2] for name in vocabulary.words()} | signs | {"vec", "space"}
    assert {name.partition(".")[2] for name in RECORD["words"]} - known == set(), "add them to proofs/words.toml"


def test_no_word_is_in_the_list_that_no_file_defines():
    defined = {passage.name for text in TEXTS.values() for passage in source.passages(text) if not passage.claim}
    listed = tomllib.loads((proofs.PROOFS / "words.toml").read_text(encoding="utf-8"))
    assert {name.rpartition(".")[2] for name in listed} - defined == set()


def test_a_step_is_in_a_walk_of_its_theorem_or_has_a_reason(bundles):
    for label, bundle in bundles.items():
        frames = [frame for walk in bundle["walks"] for frame in walk["frames"]]
        taken = {key for frame in frames for key in (frame["step"], *frame["within"])}
        for step in bundle["steps"]:
            assert (step["key"] in taken) != bool(step["elsewhere"]), (label, step["name"])
            assert not re.search(r"[$\\\\]", step["name"])


# --- the files that pages load ---------------------------------------------------------------------------------------


def test_the_files_of_the_book_are_small_and_lead_to_walks_through_all_lemmas(built):
    files = {path.stem: path.read_bytes() for path in (built / "walks").glob("*.json")}
    sizes = {name: len(gzip.compress(text)) for name, text in files.items()}
    assert max(size for name, size in sizes.items() if "-" in name) <= 25_000
    assert sum(sizes.values()) <= 700_000
    bundles = {name: json.loads(text) for name, text in files.items()}
    walked = {name: {walk["name"]: walk for walk in bundle["walks"]} for name, bundle in bundles.items()}
    for bundle in bundles.values():
        for name, lemma in bundle["lemmas"].items():
            assert (name in proof_files()) == bool(lemma["walk"]), name
            if lemma["walk"]:
                walk = walked[lemma["walk"]][name]
                assert walk["states"][walk["frames"][-1]["after"]]["goal"] is None, name


# --- drawing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coq", "shown"),
    [
        ("norm d w ^ 2 <= norm d vzero ^ 2 + INR k * radius ^ 2", "‖𝐰‖2≤‖𝟎‖2+kR2"),
        ("mistake d z w k", "𝐰·𝐳k≤0"),
        ("in_ball d k z radius", "‖𝐳i‖≤R for all i&lt;k"),
        ("perceptron d 3 z k w", "k updates lead from 𝟎 to 𝐰"),
        ("forall i : nat, (i < k)%nat -> 0 <= a i -> 1 < a i", "(if 0≤ai, then 1&lt;ai) for all i&lt;k"),
        ("gamma = 0 \\/ 1 < radius /\\ 0 < k", "γ=0 or 1&lt;R and 0&lt;k"),
        ("exists v : vec, f v = - (1 - gamma)", "there is 𝐯 with f(𝐯)=−(1−γ)"),
        ("gamma - (1 - radius) = gamma - 1 + radius", "γ−(1−R)=γ−1+R"),
        ("combination k a z = w", "∑i&lt;kai𝐳i=𝐰"),
        ("2 * 4 * gamma = 8 * gamma", "2·4γ=8γ"),
        ("~ (gamma < 0 <-> radius < 0)", "not (γ&lt;0 exactly if R&lt;0)"),
        ("sum k (fun j => sum k (fun i => a i * a j)) = 0", "∑j&lt;k∑i&lt;kaiaj=0"),
    ],
)
def test_terms_are_drawn_in_the_books_letters(coq, shown):
    assert plain(claims.drawn(coq, KINDS)) == shown


def test_a_letter_that_a_value_uses_is_renamed_where_it_is_bound():
    shown = claims.drawn("in_ball d k (fun j => z (j + i)) radius", {**KINDS, "i": "nat"})
    assert plain(shown) == "‖𝐳j+i‖≤R for all j&lt;k"


def test_a_section_leaves_arguments_out():
    inside = claims.drawn("decision w gamma u", KINDS)
    assert inside == claims.drawn("decision d w gamma u", {**KINDS, "d": "nat"})
    assert plain(inside) == "𝐰·𝐮+γ"


@pytest.mark.parametrize("coq", ["a +", "f (", "@", "match x with", "a $ b"])
def test_what_is_no_term_is_refused(coq):
    with pytest.raises(Unreadable):
        read(coq)


# --- telling ---------------------------------------------------------------------------------------------------------


def test_sentences_are_told_in_plain_words(walks):
    told = {frame["told"]: plain(frame["words"]) for walk in walks.values() for frame in walk["frames"]}
    assert told["rewrite dot_zero_l in Along."] == "Replace equals by equals in Along, by the inner product with 0."
    assert told["destruct (corrections_cases k) as [->|]; [nra|]."].startswith("Two cases")
    assert told["assert (0 <= INR k * gamma) by (pose proof (pos_INR k); nra)."].startswith("On the way: 0≤kγ.")
    assert told["exfalso."] == "This case can't be: find a contradiction."


def test_lemmas_are_called_by_words_and_theorems_by_their_titles():
    assert called("Rmult_le_reg_l") == "canceling a positive factor"
    assert called("thm_novikoff_ends") == "“Novikoff, 1962”"
    assert called("Vectors.some_lemma") == "some lemma"
    used = set().union(*(recorded(file)["lemmas"] for file in set(proof_files().values())))
    assert set(lemma_names()) <= used


def test_plain_text_has_the_signs_of_mathematics():
    said = "Within R^2/gamma^2 of sqrt(k), |w_0|, x_i and gamma_opt; multipliers stay, as does x^max."
    assert in_signs(said) == "Within R²/γ² of √k, |w₀|, xᵢ and γ_opt; multipliers stay, as does x^max."
