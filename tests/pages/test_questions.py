"""What does it follow from? Coq was asked each question, its answers hold, and the questions are good ones."""

import json
import re

import pytest
from lxml import html
from reading import listed, seen

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


# --- on the pages --------------------------------------------------------------------------------------------------


def blocks(built):
    pages = sorted(built.glob("book/*.html"))
    return [block for page in pages for block in html.parse(page).findall(".//details[@data-key]")]


def test_each_question_is_under_a_proof_of_its_chapter_folded_drawn_and_answered(built):
    found = blocks(built)
    enough = [json.loads(block.find(".//div[@data-enough]").get("data-enough")) for block in found]
    told = [[goal["enough"] for goal in answer["goals"]] for answer in ANSWERS.values()]
    assert sorted(map(str, enough)) == sorted(map(str, told))
    for block in found:
        assert block.get("open") is None
        assert block.find(".//math") is not None
        assert all(each.xpath("ancestor-or-self::*[@hidden]") for each in block.findall(".//input"))
        said = r"The answer\s+(It follows from [A-F].* and [A-F]: from these|In order: line one from [A-F];)"
        assert re.match(said, block.find(".//details").text_content().strip())
        about = [int(remark.get("data-about")) for remark in block.findall(".//p[@data-about]")]
        assert about == sorted(set(about))
    kept = json.loads((built / "quizzes.json").read_text())
    keys = {key for kinds in kept.values() for key in kinds["quizzes"]}
    assert {block.get("data-key") for block in found} <= keys


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_a_reader_finds_out_what_a_step_follows_from_and_is_asked_again_later(reader):
    reader.goto(f"{reader.book}/perceptron.html")
    question = reader.locator("details.follows", has_text="The two inequalities, squared")
    question.locator("summary").first.press("Enter")
    said = question.get_by_role("status").first
    check = question.get_by_role("button", name="Check")
    check.click()
    assert said.inner_text() == "Choose a fact first."
    boxes = question.get_by_role("checkbox")
    for place in (0, 2, 4):
        boxes.nth(place).press("Space")
    check.press("Enter")
    assert said.inner_text().startswith("Coq finds no proof from these: something is missing.")
    assert "it’s how we know that" in said.inner_text(), "the book's remark on (E)"
    question.get_by_text("You answered this today, and missed it.").wait_for()
    for place in (1, 3):
        boxes.nth(place).check()
    assert said.inner_text() == "", "what was said of another choice is taken back"
    check.click()
    assert said.inner_text() == "These are enough, but one of them isn't needed: which?"
    boxes.nth(4).uncheck()
    check.click()
    assert said.inner_text() == "Right: Coq finds a proof from exactly these."
    question.get_by_text("The answer").click()
    assert "It follows from A, B, C and D" in question.inner_text()
    reader.set_viewport_size({"width": 360, "height": 800})
    found = seen(reader)
    assert not found, listed(found)

    reader.clock.set_system_time("2027-03-20T10:00:00")
    reader.goto(f"{reader.book}/review.html")
    again = reader.locator("details.follows[open]")
    for place in range(4):
        again.get_by_role("checkbox").nth(place).check()
    again.get_by_role("button", name="Check").click()
    reader.get_by_text("Right. It comes back").wait_for()
    reader.get_by_role("button", name="Next").click()
    reader.get_by_text("Nothing to review now").wait_for()


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_each_sign_of_a_chain_has_a_reason_and_without_a_script_there_is_the_answer(reader, context):
    reader.goto(f"{reader.book}/perceptron.html")
    chain = reader.locator("details.follows", has_text="A reason for each sign")
    chain.locator("summary").first.click()
    for line, fact in enumerate(("B", "D", "C")):
        chain.get_by_role("group").nth(line).get_by_label(fact, exact=True).check()
    chain.get_by_role("button", name="Check").click()
    told = ["follows", "follows", "Coq finds no proof from it"]
    assert chain.locator("fieldset .follows-verdict").all_inner_texts() == told
    assert chain.get_by_role("status").first.inner_text() == "2 of 3 are right."
    chain.get_by_role("group").nth(2).get_by_label("A", exact=True).check()
    chain.get_by_role("button", name="Check").click()
    assert chain.get_by_role("status").first.inner_text() == "Right: all 3 follow."
    with context.browser.new_context(java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"{reader.book}/perceptron.html")
        page.locator("details.follows > summary").nth(1).click()
        assert page.locator("details.follows input:visible").count() == 0
        page.locator("details.follows[open] .follows-answer > summary").click()
        page.get_by_text("In order: line one from B; line two from D; line three from A.").wait_for()
