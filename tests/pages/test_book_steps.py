"""The named steps of the book's proofs: formal proofs do each where a comment says so, or the registry says why not."""

import tomllib
from pathlib import Path

from tools import proofs
from tools.proofs import record, source
from tools.walks import book_steps

ROOT = Path(__file__).parents[2]
THEOREMS = tomllib.loads((ROOT / "book" / "theorems.toml").read_text(encoding="utf-8"))
LABELS = record.book_labels()
STEPS = book_steps.read_steps(ROOT / "book")
TOLD = {
    name: told
    for file, text in source.read_sources(proofs.PROOFS).items()
    if not file.startswith("Sanity")
    for name, told in book_steps.told(text).items()
}
FILE = """
(** Step Length: it grows. *)
Lemma grows : True.
Proof. (* Square *) exact I. Qed.

Lemma helper : True.
Proof. exact grows. Qed.

(** Length is a word of this sentence, not a step. *)
Lemma other : True.
Proof. exact I. Qed.

Theorem thm_all : True /\\ True.
Proof.
  pose proof other.
  (* Start *)
  split.
  - exact helper.
  - exact grows.
Qed.

Theorem thm_more : True.
Proof. (* Together *) exact (proj1 thm_all). Qed.
"""


def elsewhere(label):
    return THEOREMS.get(label, {}).get("steps_elsewhere", {})


def found(label):
    own = [name for name in TOLD if source.LABELLED.match(name) and record.label_of(name, LABELS) == label]
    along = [book_steps.steps_along(STEPS[label], TOLD[name].sentences, TOLD) for name in own]
    return {key for steps in along for keys in steps for key in keys}


def test_each_step_of_a_proof_is_found_in_the_formal_one_or_excused():
    assert sum(map(len, STEPS.values())) > 150
    missing = [
        f"{label}: {step}"
        for label, steps in STEPS.items()
        for step in steps
        if book_steps.bare(step) not in found(label) and step not in elsewhere(label)
    ]
    assert missing == [], "name it in a comment of the formal proof, or say under `steps_elsewhere` why it isn't there"


def test_a_reason_is_about_a_step_that_the_formal_proof_does_not_take():
    for label in THEOREMS:
        for step, reason in elsewhere(label).items():
            assert step in STEPS[label], f"{label} has no step {step!r}"
            assert book_steps.bare(step) not in found(label), f"{label}: {step} is in the formal proof"
            assert reason.endswith("."), label


def test_the_steps_of_a_theorem_are_those_of_the_first_proof_or_of_one_that_says_whose_it_is(tmp_path):
    theorem, proof = ":::{{prf:theorem}} {0}\n:label: {0}\n:::\n", ":::{{prf:proof}}\n{}*{}.* So.\n:::\n"
    one = theorem.format("thm-one") + proof.format("", "First") + proof.format("", "Second")
    two = theorem.format("thm-two") + proof.format("", "Of a lemma")
    (tmp_path / "two.md").write_text(one + two + proof.format(":class: of-thm-two\n\n", "Own"))
    assert book_steps.read_steps(tmp_path) == {"thm-one": ["First"], "thm-two": ["Own"]}


def test_a_comment_names_the_steps_it_begins_with():
    steps = ["Length", r"One $\vw$", "One", r"Its margin is at least $1/\norm{\vw}$"]
    assert book_steps.steps_of(steps, "Length. One w: as before") == ["length", "one w"]
    assert book_steps.steps_of(steps, "Its margin is at least 1 / |w|.") == ["its margin is at least 1 w"]
    assert book_steps.steps_of(steps, "the Length") == []
    assert book_steps.steps_of(steps, "Lengthy") == []


def test_a_sentence_does_the_steps_of_the_lemma_it_is_the_first_to_use():
    told = book_steps.told(FILE)
    steps = ["Length", "Square", "Start", "Together"]
    sentences = told["thm_all"].sentences
    along = dict(zip((text for text, _ in sentences), book_steps.steps_along(steps, sentences, told), strict=True))
    assert along["pose proof other."] == [""]
    assert along["split."] == ["start"]
    assert along["exact helper."] == ["length", "square"]
    assert along["exact grows."] == ["start"]
    assert book_steps.steps_along(steps, told["thm_more"].sentences, told)[-1] == ["together"]
