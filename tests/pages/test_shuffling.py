"""The order of choices and steps: decided by words, the same everywhere, and without a favorite place."""

import re
from collections import Counter
from pathlib import Path

from shuffling import shuffled

BOOK = Path(__file__).resolve().parents[2] / "book"
QUIZ = re.compile(r"^:::\{quiz\} (.*)\n((?:.*\n)*?):::$", re.MULTILINE)


def test_it_is_the_same_each_time_and_every_order_is_as_likely():
    orders = Counter("".join(shuffled("abc", f"question {number}")) for number in range(600))
    assert orders == Counter("".join(shuffled("abc", f" question {number} ")) for number in range(600))
    assert set(orders) == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert all(70 <= count <= 130 for count in orders.values()), orders


def test_no_place_is_that_of_the_right_choice_in_half_of_the_quizzes():
    places = Counter()
    for page in BOOK.glob("*.md"):
        for question, body in QUIZ.findall(page.read_text(encoding="utf-8")):
            marks = shuffled(re.findall(r"^- \[(.)\]", body, re.MULTILINE), question)
            places.update(place for place, mark in enumerate(marks) if mark == "x")
    assert places.total() > 70
    assert max(places.values()) < places.total() / 2, places
