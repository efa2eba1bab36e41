"""What does it follow from? Coq was asked each question, its answers hold, and the questions are good ones."""

import json
import re

import pytest

from tools import proofs
from tools.proofs import prover, source
from tools.walks import answering, questions

QUESTIONS = questions.read_questions()
ANSWERS = questions.read_answers()
TEXTS = source.read_sources(proofs.PROOFS)
GOALS = [(key, goal) for key, answer in ANSWERS.items() for goal in answer["goals"]]


def silent(line):
    pass


def test_coq_was_asked_the_questions_as_they_are_now():
    assert questions.unasked(QUESTIONS, ANSWERS) == {}, "run `make walks`, and commit proofs/questions.json"
    assert set(ANSWERS) == set(QUESTIONS)


def test_a_changed_question_has_to_be_asked_again():
    key, question = next(iter(QUESTIONS.items()))
    changed = QUESTIONS | {key: question._replace(facts=question.facts[1:])}
    assert list(questions.unasked(changed, ANSWERS)) == [key]


def test_there_are_two_to_four_questions_for_each_file_of_a_chapter():
    of_file = [question.file for question in QUESTIONS.values()]
    assert len(of_file) >= 25
    assert {file: of_file.count(file) for file in of_file if not 2 <= of_file.count(file) <= 4} == {}
    assert len(set(of_file)) == 11


@pytest.mark.parametrize(("key", "goal"), GOALS, ids=[f"{key}-{goal['claim'][:20]}" for key, goal in GOALS])
def test_a_question_has_one_smallest_answer_of_two_facts_or_more_and_a_line_of_a_chain_one_fact(key, goal):
    [enough] = goal["enough"]
    if len(ANSWERS[key]["goals"]) == 1:
        assert 2 <= len(enough) <= 4
        assert len(enough) < len(QUESTIONS[key].facts) or key == "xor"
    else:
        assert len(enough) == 1


def test_a_choice_is_enough_if_it_has_one_of_the_smallest_in_it():
    smallest = [[0, 1], [2]]
    found = [questions.is_enough(smallest, chosen) for chosen in ([0, 1], [2, 3], [0, 3], [])]
    assert found == [True, True, False, False]


def test_steps_that_can_be_made_questions_need_some_of_the_facts_that_are_known():
    steps = list(questions.pool(["Perceptron"]))
    assert ("Perceptron.thm_novikoff", 9, ["T", "H0"]) in [(step.proof, step.at, step.needs) for step in steps]
    for step in steps:
        assert set(step.needs) < set(step.facts)


def test_a_sample_is_spread_over_the_questions_and_the_same_each_time():
    sample = answering.sample_of(QUESTIONS, 200)
    assert sum(map(len, sample.values())) == 200
    assert len(sample) > len(QUESTIONS) / 2
    assert sample == answering.sample_of(QUESTIONS, 200)


# --- Coq ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def library():
    prover.compile_changed(TEXTS, proofs.BUILD, silent)
    return proofs.BUILD


def asked_again(library, key, told):
    own = {key: QUESTIONS[key]}
    for coq, _, question in answering.at_each_question(TEXTS[QUESTIONS[key].file], library, own):
        return answering.answer(coq, question), list(answering.wrong_in(coq, question, told, [(0, 1), (0, 1, 2, 3)]))
    return None


@pytest.mark.slow
@pytest.mark.needs("coq")
@pytest.mark.parametrize("key", ["novikoff-square", "novikoff-chain", "weak-duality"])
def test_coq_gives_the_answers_that_are_recorded_and_refuses_each_less_one_fact(library, key):
    answer, wrong = asked_again(library, key, ANSWERS[key])
    assert answer == ANSWERS[key]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_an_answer_with_a_fact_too_few_or_too_many_is_noticed(library):
    for enough in ([0, 1, 2], [0, 1, 2, 3, 4]):
        told = json.loads(json.dumps(ANSWERS["novikoff-square"]))
        told["goals"][0]["enough"] = [enough]
        assert asked_again(library, "novikoff-square", told)[1] != []


def ask(library, own):
    for coq, _, question in answering.at_each_question(TEXTS["Perceptron"], library, own):
        answering.answer(coq, question)


@pytest.mark.slow
@pytest.mark.needs("coq")
def test_a_fact_that_is_not_known_and_a_sentence_that_fails_are_named(library):
    own = QUESTIONS["novikoff-square"]
    for changed, said in (
        ({"facts": ("Climbs", "Sideways")}, "Sideways is not known there"),
        ({"say": ("assert (1 = 2) by lra.",)}, "questions.toml, Perceptron.thm_novikoff: assert (1 = 2) by lra."),
        ({"at": 99}, "no place for square"),
    ):
        with pytest.raises(prover.ProofError, match=re.escape(said)):
            ask(library, {"square": own._replace(**changed)})
