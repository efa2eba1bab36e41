"""Exercises that answer back: a reader writes answers, takes hints, puts proofs in order, and finds it all again."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from lxml import html
from reading import listed, seen

from course.judge import arranged
from tools import machine

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

BOOK = Path(__file__).resolve().parents[2] / "book"
PROOFS = ["perceptron", "appendix-proof", "duality", "descent-rate"]


def opened(page, chapter="perceptron"):
    page.goto(f"{page.book}/{chapter}.html")
    page.locator("form.answers button").first.wait_for()


def fields_after(page, exercise):
    """The form that follows an exercise."""
    return page.locator(f"#{exercise} ~ form.answers").first


def verdicts(form):
    """What is said at each question, in word and sign."""
    sign = "e => getComputedStyle(e, '::before').content.match(/[✓✗]/)?.[0] ?? ''"
    return [(said.inner_text(), said.evaluate(sign)) for said in form.locator(".answer-said").all()]


# --- answers --------------------------------------------------------------------------------------------------


def test_each_answer_is_right_or_not_yet_by_word_sign_and_color_and_what_cannot_be_read_is_said(reader):
    opened(reader)
    form = fields_after(reader, "ex-perceptron-order")
    count, points, last = form.get_by_role("textbox").all()
    count.fill("13")
    points.fill("3, 2, 2, 3, 3")
    last.fill("(3, 2,5")
    last.press("Enter")
    assert verdicts(form) == [("Right", "✓"), ("Not yet", "✗"), ("Write a number, such as 3/4, 0.75 or sqrt(2).", "")]
    colors = form.locator(".answer-said").evaluate_all("all => all.map(e => getComputedStyle(e).color)")
    assert len(set(colors)) == 3
    assert form.get_by_role("status").inner_text() == "1 of 3 right."
    assert [field.get_attribute("aria-invalid") for field in (count, points, last)] == ["false", "true", "true"]
    points.fill("3, 2, 2, 3, 2")
    assert verdicts(form)[1] == ("", "")
    last.fill("3, 2")
    form.get_by_role("button", name="Check").click()
    assert form.get_by_role("status").inner_text() == "All 3 are right."
    assert not form.get_by_role("button", name="Show a hint").is_visible()


def test_a_wrong_answer_offers_the_hints_one_after_the_other(reader):
    opened(reader)
    form = fields_after(reader, "ex-perceptron-order")
    hints = [reader.locator("details.sd-dropdown", has_text=f"A {which} hint").first for which in ("first", "second")]
    assert not form.get_by_role("button", name="hint").is_visible()
    form.get_by_role("textbox").first.fill("12")
    form.get_by_role("button", name="Check").click()
    for number, name in enumerate(["Show a hint", "Show another hint"]):
        assert [hint.get_attribute("open") is not None for hint in hints] == [number > 0, number > 1]
        form.get_by_role("button", name=name).click()
        assert reader.evaluate("document.activeElement.textContent").strip() == f"A {('first', 'second')[number]} hint"
    assert all(hint.get_attribute("open") is not None for hint in hints)
    assert not form.get_by_role("button", name="hint").is_visible()


def test_choices_are_made_by_keyboard_and_all_that_fit_have_to_be_chosen(reader):
    opened(reader, "appendix-proof")
    form = fields_after(reader, "ex-appendix-proof-by-hand")
    group = form.get_by_role("group", name="The claims that say nothing about the first update (all that fit)")
    group.get_by_role("checkbox", name="Claim 3").focus()
    reader.keyboard.press("Space")
    reader.keyboard.press("Enter")
    assert verdicts(form)[3] == ("Not yet", "✗")
    assert verdicts(form)[0] == ("Not answered", "")
    group.get_by_role("checkbox", name="Claim 4").focus()
    reader.keyboard.press("Space")
    reader.keyboard.press("Enter")
    assert verdicts(form)[3] == ("Right", "✓")
    assert form.get_by_role("status").inner_text() == "1 of 4 right."


def test_what_was_written_is_there_again_and_the_map_counts_what_is_solved(reader):
    opened(reader)
    form = fields_after(reader, "ex-perceptron-only-mistakes")
    form.get_by_role("radio", name="Length").check()
    form.get_by_role("button", name="Check").click()
    other = fields_after(reader, "ex-perceptron-order")
    other.get_by_role("textbox").first.fill("six")
    other.get_by_role("button", name="Check").click()
    reader.clock.set_system_time("2027-03-03T10:00:00")
    opened(reader)
    assert form.get_by_role("radio", name="Length").is_checked()
    assert form.get_by_role("status").inner_text() == "You solved this on March 1."
    assert verdicts(form) == [("Right", "✓")]
    assert other.get_by_role("textbox").first.input_value() == "six"
    assert other.get_by_role("status").inner_text() == "You tried this on March 1."
    reader.goto(f"{reader.book}/map.html")
    reader.locator(".course-map li", has_text="The perceptron").first.get_by_text("1 of 5 exercises solved").wait_for()
    reader.goto(f"{reader.book}/review.html")
    reader.get_by_text("You haven't answered a quiz yet").wait_for()


def test_without_a_script_the_page_has_no_fields_and_the_proof_is_a_list_with_a_fold(context, address):
    with context.browser.new_context(java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"{address}/book/perceptron.html")
        assert page.locator("form.answers").count() == 2
        assert page.locator("form.answers:visible, .proof-order button").count() == 0
        proof = page.locator(".proof-order")
        assert proof.locator("li").count() == 11
        assert "".join(text[0] for text in proof.locator("li").all_inner_texts()) == "ABCDEFGHIJK"
        fold = proof.locator("details")
        assert fold.get_attribute("open") is None
        fold.locator("summary").click()
        assert re.search(r"^([A-K], ){8}[A-K]\. Other orders are right", fold.locator("p").first.inner_text())
        assert fold.get_by_text("doesn't belong.").count() == 2


# --- proofs ---------------------------------------------------------------------------------------------------


class PrintedProof:
    """What a page says of its proof."""

    def __init__(self, text):
        [group] = html.fromstring(text).findall(".//div[@class='proof-order']")
        told = [(step.get("data-letter"), step.get("data-needs")) for step in group.iter("li")]
        self.needs = {letter: needs.split() for letter, needs in told if needs is not None}
        self.others = [letter for letter, needs in told if needs is None]
        text = group.find("details/p").text_content()
        self.solution = re.findall(r"\b[A-Z]\b", text.partition(".")[0])


class Proof(PrintedProof):
    """The same proof, as its reader handles it."""

    def __init__(self, page):
        super().__init__(page.content())
        self.group = page.locator(".proof-order")

    @property
    def order(self):
        return self.group.locator("ol > li").evaluate_all("all => all.map(e => e.dataset.letter)")

    def press(self, button, letter):
        self.group.get_by_role("button", name=f"{button} step {letter}", exact=True).click()
        return self.said

    def arrange(self, letters):
        for letter in self.order:
            self.press("Remove", letter)
        for letter in letters:
            self.press("Add", letter)
        return self.check()

    def check(self):
        self.group.get_by_role("button", name="Check").click()
        return self.said

    @property
    def said(self):
        return self.group.get_by_role("status").inner_text()

    @property
    def marks(self):
        return self.group.locator("ol .step-said").all_inner_texts()


@pytest.mark.parametrize("chapter", PROOFS)
def test_the_order_in_the_fold_is_a_proof_and_two_steps_or_more_do_not_belong(built, chapter):
    proof = PrintedProof((built / "book" / f"{chapter}.html").read_bytes())
    assert arranged(proof.solution, proof.needs, proof.others)
    assert len(proof.others) >= 2


def test_each_fault_is_named_at_the_first_step_that_does_not_follow(reader):
    opened(reader)
    proof = Proof(reader)
    assert proof.arrange(proof.solution[:-1]) == "All of this follows. One step is still missing."
    assert proof.press("Add", proof.solution[-1]).endswith(f"number {len(proof.solution)} of {len(proof.solution)}.")
    assert proof.check().startswith("Right: each step follows from those above it.")
    assert proof.marks == ["follows"] * len(proof.solution)
    assert {*verdict_signs(proof)} == {"✓"}
    for letter in proof.others:
        said = proof.arrange([proof.solution[0], letter])
        assert said.startswith(f"Step {letter}, number 2, doesn't follow. ")
        assert len(said) > 70  # with the reason
        assert proof.marks == ["follows", "doesn't follow"]
    late = next(letter for letter, needs in proof.needs.items() if needs)
    said = proof.arrange([late, *proof.needs[late]])
    assert said == f"Step {late}, number 1, doesn't follow. It builds on a step that isn't above it."
    assert verdict_signs(proof)[0] == "✗"


def verdict_signs(proof):
    return proof.group.locator("ol .step-said:not(:empty)").evaluate_all(
        "all => all.map(e => getComputedStyle(e, '::before').content.match(/[✓✗]/)[0])"
    )


def test_a_proof_is_put_in_order_by_keyboard_alone_and_the_page_says_where_a_step_went(reader):
    opened(reader)
    proof, key = Proof(reader), reader.keyboard
    focused = "document.activeElement.textContent"
    proof.group.get_by_role("button", name="Add step A", exact=True).focus()
    key.press("ArrowDown")
    key.press("ArrowDown")
    assert reader.evaluate(focused) == "Add step C"
    key.press("Enter")
    assert proof.said == "Step C is number 1 of 1."
    assert reader.evaluate(focused) == "Add step D"
    key.press("Enter")
    key.press("Home")
    assert reader.evaluate(focused) == "Add step A"
    key.press("Enter")
    assert proof.order == ["C", "D", "A"]
    proof.group.get_by_role("button", name="Up step C", exact=True).focus()
    key.press("End")
    assert reader.evaluate(focused) == "Up step A"
    key.press("Enter")
    assert (proof.said, proof.order) == ("Step A is number 2 of 3.", ["C", "A", "D"])
    key.press("Enter")
    key.press("Enter")
    assert (proof.said, proof.order) == ("Step A is the first already.", ["A", "C", "D"])
    key.press("ArrowRight")
    assert reader.evaluate(focused) == "Down step A"
    key.press("ArrowRight")
    key.press("Enter")
    assert (proof.said, proof.order) == ("Step A is no longer in your proof.", ["C", "D"])
    assert reader.evaluate(focused) == "Remove step C"
    in_tab_order = proof.group.locator("li").filter(has=reader.locator("button[tabindex='0']:visible"))
    assert in_tab_order.count() == 2  # one step of each list


def test_a_finger_is_enough_and_an_arrangement_is_there_again(reader):
    opened(reader)
    proof = Proof(reader)
    for letter in proof.solution[:3]:
        proof.group.get_by_role("button", name=f"Add step {letter}", exact=True).tap()
    proof.group.get_by_role("button", name="Check").tap()
    before = proof.order
    sizes = proof.group.locator("button:visible").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    assert min(sizes) >= 24
    opened(reader)
    assert proof.order == before == proof.solution[:3]
    assert proof.said == "You tried this today."


def test_the_page_and_the_judge_of_graded_proofs_agree_on_a_thousand_orders(built):
    """arrangement.js finds no fault and nothing missing where course.judge takes an order for right."""
    proof = PrintedProof((built / "book" / "perceptron.html").read_bytes())
    rng, letters = np.random.default_rng(0), [*proof.needs, *proof.others]
    orders = [list(rng.permutation(letters)[: rng.integers(1, len(letters) + 1)]) for _ in range(600)]
    for _ in range(400):  # right ones, and some with two neighbors exchanged
        order: list[str] = []
        while len(order) < len(proof.needs):
            ready = [step for step, needs in proof.needs.items() if step not in order and set(needs) <= set(order)]
            order.append(rng.choice(ready))
        place = rng.integers(len(order) - 1)
        if rng.random() < 0.5:
            order[place], order[place + 1] = order[place + 1], order[place]
        orders.append(order)
    orders = [[str(step) for step in order] for order in orders]
    judged = [arranged(order, proof.needs, proof.others) for order in orders]
    assert 200 < sum(judged) < 400
    script = f"""
        import {{ firstFault, missing }} from "{(BOOK / "_static" / "exercises" / "arrangement.js").as_uri()}";
        const {{ orders, needs }} = JSON.parse(process.argv.at(-1));
        console.log(JSON.stringify(orders.map(order => !firstFault(order, needs) && !missing(order, needs))));
    """
    command = [machine.find(machine.TOOLS["node"]), "--input-type=module", "--eval", script, "--"]
    given = json.dumps({"orders": orders, "needs": proof.needs})
    said = subprocess.run([*command, given], capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == judged


def test_what_answers_back_can_be_read_by_all_and_asks_no_other_host(reader):
    asked = []
    reader.on("request", lambda request: asked.append(request.url))
    reader.set_viewport_size({"width": 360, "height": 800})
    opened(reader)
    form, proof = fields_after(reader, "ex-perceptron-order"), Proof(reader)
    form.get_by_role("textbox").first.fill("13")
    form.get_by_role("textbox").nth(1).fill("1")
    form.get_by_role("button", name="Check").click()
    proof.arrange([proof.solution[0], proof.others[0]])
    host = "/".join(reader.book.split("/")[:3])
    assert not [url for url in asked if not url.startswith((host, "data:", "blob:"))]
    found = seen(reader)
    assert not found, listed(found)
