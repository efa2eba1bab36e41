"""Quizzes that are remembered: a reader answers, misses, and reviews, over months, and takes the memory along."""

import json

import pytest
from reading import listed, seen

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

DAY = 24 * 3600 * 1000


def answer(page, right, number=0):
    """Open a choice of a quiz, which is right or wrong; return what the book says then."""
    quiz = page.locator(".quiz").nth(number)
    quiz.locator("details.right > summary" if right else "details.wrong > summary").first.click()
    said = page.locator(".quiz-memory").last
    said.filter(has_text="back" if not right else ".").wait_for()
    return said.inner_text()


def miss(page, chapter="perceptron"):
    page.goto(f"{page.book}/{chapter}.html")
    return answer(page, right=False)


def kept(page):
    return json.loads(page.evaluate("localStorage.getItem('quizzes')") or "{}")


def test_the_first_choice_counts_and_what_is_right_does_not_come_back(reader):
    reader.goto(f"{reader.book}/perceptron.html")
    assert answer(reader, right=True) == "You answered this today."
    reader.locator(".quiz").first.locator("details.wrong > summary").first.click()
    reader.locator(".quiz").first.locator("details.wrong[open]").wait_for()
    [entry] = kept(reader).values()
    assert (entry["page"], entry["right"], "card" in entry) == ("perceptron", True, False)
    reader.goto(f"{reader.book}/review.html")
    assert "Nothing to review now. You have answered 1, 1 of them right at once." in reader.inner_text(".quiz-due")


def test_what_was_missed_comes_back_at_intervals_that_grow_and_sooner_when_missed_again(reader):
    assert miss(reader) == "You answered this today, and missed it. It comes back tomorrow, under Review."
    pauses = []
    for right in (True, True, True, True, False, True):
        [entry] = kept(reader).values()
        due = reader.evaluate("([at, due]) => (new Date(due) - new Date(at))", [entry["at"], entry["card"]["due"]])
        pauses.append(round(due / DAY))
        reader.goto(f"{reader.book}/review.html")
        reader.get_by_text("Nothing to review now").wait_for()
        reader.clock.set_system_time(entry["card"]["due"])
        reader.reload()
        assert reader.inner_text(".quiz-from").startswith("1 to review. From The perceptron")
        said = answer(reader, right)
        assert said.startswith("Right." if right else "Missed.")
        reader.get_by_role("button", name="Next").click()
        reader.get_by_text("Nothing to review now").wait_for()
    assert pauses[0] == 1
    assert pauses[:5] == sorted(set(pauses[:5])), "the pauses grow"
    assert pauses[5] < pauses[4], "a miss shortens them"


def test_an_answer_before_its_time_changes_nothing(reader):
    miss(reader)
    before = kept(reader)
    reader.reload()
    answer(reader, right=True)
    reader.wait_for_timeout(100)
    assert kept(reader) == before


def test_sign_colour_and_word_say_what_is_right_and_without_a_script_all_is_folded(context, address, reader):
    miss(reader)
    quiz = reader.locator(".quiz").first
    [wrong] = quiz.locator("details[open]").all()
    style = "e => getComputedStyle(e, '::after').content"
    assert "✗" in wrong.locator("summary").evaluate(style)
    assert wrong.inner_text().split("\n\n")[-1].startswith("Not so.")
    quiz.locator("details.right > summary").click()
    assert "✓" in quiz.locator("details.right > summary").evaluate(style)
    with context.browser.new_context(java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"{address}/book/perceptron.html")
        assert page.locator(".quiz details").count() == 3 * page.locator(".quiz").count()
        assert page.locator(".quiz-memory, .quiz details[open]").count() == 0
        page.goto(f"{address}/book/review.html")
        assert "has to run JavaScript" in page.inner_text("main")


def test_the_memory_is_taken_along_as_a_file_and_the_later_answer_counts(reader, context, tmp_path):
    miss(reader)
    reader.goto(f"{reader.book}/review.html")
    with reader.expect_download() as saved:
        reader.get_by_role("button", name="Save to a file").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert json.loads(path.read_text()) == kept(reader)
    with context.browser.new_context() as other:
        page = other.new_page()
        page.goto(f"{reader.book}/review.html")
        field = page.get_by_label("Take in a saved file")
        field.set_input_files(path)
        page.get_by_text("Took in 1.").wait_for()
        assert kept(page) == kept(reader)
        field.set_input_files(path)
        page.get_by_text("nothing in it that this browser doesn't know").wait_for()
        foreign = '{"0123456789ab": {"page": "<b>", "right": true, "at": "2027-03-01"}}'
        for text, said in {"[]": "Nothing was changed", "{": "Nothing was changed", foreign: "nothing in it"}.items():
            path.write_text(text)
            field.set_input_files(path)
            page.get_by_role("status").filter(has_text=said).wait_for()
        assert kept(page) == kept(reader)


def test_a_quiz_that_was_rewritten_is_forgotten_and_a_page_out_of_reach_is_not(reader):
    miss(reader)
    [key] = kept(reader)
    reader.evaluate(
        "key => localStorage.setItem('quizzes', localStorage.getItem('quizzes').replace(key, '0123456789ab'))", key
    )
    reader.clock.set_system_time("2027-03-20T10:00:00")
    reader.route("**/perceptron.html", lambda route: route.abort())
    reader.goto(f"{reader.book}/review.html")
    reader.get_by_text("can't be reached").wait_for()
    assert list(kept(reader)) == ["0123456789ab"]
    reader.unroute("**/perceptron.html")
    reader.reload()
    reader.get_by_text("You haven't answered a quiz yet").wait_for()
    assert kept(reader) == {}


def test_the_map_says_how_far_a_reader_is_and_nothing_to_others(reader, built):
    count = len(json.loads((built / "quizzes.json").read_text())["perceptron"]["quizzes"])
    reader.goto(f"{reader.book}/map.html")
    assert "quizzes answered" not in reader.inner_text("main")
    miss(reader)
    answer(reader, right=True, number=1)
    reader.goto(f"{reader.book}/map.html")
    line = reader.locator(".course-map li", has_text="The perceptron").first
    line.get_by_text(f"2 of {count} quizzes answered").wait_for()
    reader.clock.set_system_time("2027-03-20T10:00:00")
    reader.reload()
    line.get_by_text(f"2 of {count} quizzes answered, 1 to review").wait_for()


def test_a_quiz_under_review_can_be_used_by_keyboard_read_by_all_and_asks_no_other_host(reader):
    asked = []
    reader.on("request", lambda request: asked.append(request.url))
    miss(reader)
    reader.clock.set_system_time("2027-03-20T10:00:00")
    reader.goto(f"{reader.book}/review.html")
    reader.locator(".quiz summary").first.focus()
    reader.keyboard.press("Enter")
    reader.get_by_role("button", name="Next").wait_for()
    host = "/".join(reader.book.split("/")[:3])
    assert not [url for url in asked if not url.startswith((host, "data:", "blob:"))]
    found = seen(reader)
    assert not found, listed(found)
