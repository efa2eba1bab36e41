"""The exam questions: each has its marks, each number in an answer is what a computation gives, and none gets out."""

import re
from collections import Counter
from math import comb, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from course.errors import Trouble
from course.publish.publish import refuse_leaks
from course.sets import leaks
from margin_lib import Plane, check_separator, hard_margin, margin_perceptron, perceptron, separate

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "solutions" / "exam").glob("[!R]*.md"))
SAMPLE = (ROOT / "book" / "exams.md").read_text(encoding="utf-8")
QUESTION = re.compile(r"^## (\d+\.\d) ([^\n(]+) \((\d+) marks\)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ASKED = re.compile(r"^### Question (\d): ([^\n(]+) \((\d+) marks\)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"\[(\d+)\]")


def questions():
    found = [question for path in FILES for question in QUESTION.findall(path.read_text(encoding="utf-8"))]
    return {number: (kind, int(marks), *text.split("**Answer.**")) for number, kind, marks, text in found}


def sample():
    found, answer = ASKED.findall(SAMPLE), ":::{dropdown} Model answer"
    return {number: (kind, int(marks), *text.split(answer)) for number, kind, marks, text in found}


QUESTIONS, SAMPLES = questions(), sample()


def test_each_chapter_has_three_questions_and_each_kind_is_asked_often():
    assert set(QUESTIONS) == {f"{chapter}.{number}" for chapter in range(1, 12) for number in (1, 2, 3)}
    kinds = Counter(kind for kind, *_ in QUESTIONS.values())
    assert set(kinds) == {"Compute", "Explain", "Prove", "Find the mistake"}
    assert min(kinds.values()) >= 5


@pytest.mark.parametrize(("asked", "number"), [(of, number) for of in (QUESTIONS, SAMPLES) for number in of])
def test_the_marks_of_the_steps_add_up(asked, number):
    _, marks, text, answer = asked[number]
    assert not MARK.search(text)
    assert sum(map(int, MARK.findall(answer))) == marks


def test_the_sample_exam_is_sixty_marks_of_ninety_minutes_and_shares_no_question_with_the_others():
    assert sum(marks for _, marks, *_ in SAMPLES.values()) == 60
    assert "90 minutes, 60 marks" in SAMPLE
    assert not list(leaks.search(ROOT / "book", leaks.exam_lines(ROOT)))


def tex(vector):
    return "(" + ", ".join(f"{entry:.3g}" for entry in vector) + ")"


def signed_run(run, signed, **options):
    """A run on signed points, and w after each update."""
    found = run(signed, [1] * len(signed), **options)
    return found, np.cumsum(np.asarray(signed)[list(found.order)], axis=0)


def answers_1():
    X, y, w, b = np.array([[1, 1], [3, 2], [0, -1]]), np.array([1, 1, -1]), np.array([4, 3]), -2
    margins = y * (X @ w + b) / 5
    widest = hard_margin(X, y)
    yield "1.1", ["margins are " + "{:g}, {:g} and {:g}".format(*margins), f"$b = {b / 5}$", tex(-b * w / 25)]
    yield "1.1", [rf"\mathbf{{w}} = {tex(w / 5)}", rf"\sqrt 5/2 \approx {widest.margin:.3f}"]
    assert widest.margin == pytest.approx(sqrt(5) / 2)
    far = hard_margin([[0, 0], [1, 3]], [-1, 1])
    assert far.plane.w / far.plane.w[0] == pytest.approx([1, 3])
    assert far.plane.b / far.plane.w[0] == pytest.approx(-5)
    hull, labels = [[0, 0], [4, 0], [0, 4], [1, 1]], [1, 1, 1, -1]
    assert sorted(map(float, separate(hull, labels).witness.values())) == [1 / 8, 1 / 8, 1 / 4, 1 / 2]
    for t, apart in ((-0.01, True), (0, False), (2, False), (2.01, True)):
        assert (separate([*hull[:3], [t, t]], labels).witness is None) == apart
    yield "1.3", [r"$t < 0$ or $t > 2$", r"$\tfrac14, \tfrac18, \tfrac18, \tfrac12$"]


def answers_2_and_3():
    run, path = signed_run(perceptron, [[1, 2], [2, -1], [-1, 1]], pick="next")
    yield "2.1", ["points " + ", ".join(str(i + 1) for i in run.order) + ",", f"{run.corrections} updates"]
    yield "2.1", [", ".join(f"${tex(w)}$" for w in path).replace("\n", " "), rf"5\cdot 13 = {5 * 13}"]
    yield "2.2", [f"1/{sqrt(2500):.0f}", f"{1 / sqrt(2500)}"]
    yield "2.3", [f"{1 / sqrt(1e6)}"]
    axes = [[4, 0], [0, 3]]
    run, path = signed_run(margin_perceptron, axes, gamma_guess=2)
    reached = min(np.array(axes) @ path[-1]) / np.linalg.norm(path[-1])
    best = hard_margin(axes, [1, 1], bias=False).margin
    yield "3.1", [rf"\mathbf{{w}} = {tex(path[-1])}", f"margin is {reached}", f"12/5 = {best:.1f}"]
    sharp = 8 * 16 / best**2 + 4 * 4 / best
    yield "3.1", [rf"\approx {sharp:.1f}$", f"which is {reached / best:.2f} of the best", f"{run.corrections} updates"]
    yield "3.2", [f"= {12 * 16}$", f"= {12 * 16 * 4}$"]


def answers_4_to_6():
    R, gamma = 1, 0.1
    gain = {length: R**2 / (2 * length) + gamma / 2 for length in (20, 40)}
    yield "4.1", [f"= {2 * R**2 / gamma:.0f}$", f"= {gain[20]:g}$", f"= {gain[40]:g}$"]
    yield "4.1", [f"= {8 * R**2 / gamma**2 + 4 * R / gamma:.0f}$", f"= {12 * R**2 / gamma**2:.0f}$"]
    yield "5.1", [rf"\approx {log(n) / log(1.5):.2f}" for n in (3, 8)]
    few, many = 2 * 101, 2 * 1001
    yield "5.2", [rf"\ln {experts} \approx {log(experts):.2f}" for experts in (few, many)]
    yield "5.2", [f"factor of {log(many) / log(few):.2f}"]
    best = hard_margin([[2, 2], [4, 1], [0, 0]], [1, 1, -1])
    assert [*best.plane.w, best.plane.b] == pytest.approx([0.5, 0.5, -1])
    assert best.margin == pytest.approx(sqrt(2))
    yield "6.1", [r"(\tfrac12, \tfrac12)", "b = -1", r"= \sqrt 2$"]
    yield "6.3", [f"at most {5 / 2}"]


def answers_7_to_9():
    theta = {alpha: 2 * alpha - alpha**2 / 2 for alpha in np.arange(0, 4, 0.5)}
    best = max(theta, key=theta.get)
    yield "7.1", [rf"$\theta(1) = {theta[1]}$", rf"$\alpha = {best:.0f}$ with $\theta = {theta[best]:.0f}$"]
    X, y = np.array([[2, 0], [0, 0], [5, 1]]), np.array([1, -1, 1])
    held = hard_margin(X, y)
    assert [*held.plane.w, held.plane.b, held.margin] == pytest.approx([1, 0, -1, 1], abs=1e-9)
    assert held.alpha == pytest.approx([0.5, 0.5, 0], abs=1e-9)
    yield "8.1", ["is 1, 1 and 4", f"= {held.plane.decision([[3, 5]])[0]:.0f}$, so $+1$"]
    X, y = np.array([[3, 0], [0.5, 2], [-1, 1], [-2, 0], [-0.25, 1]]), np.array([1, 1, 1, -1, -1])
    slack = np.maximum(0, 1 - y * X[:, 0])
    places = "{:g}, beyond its edge; {:g}, in the band on its side; {:g}, misclassified; {:g}, beyond; {:g}, in the"
    yield "9.1", [places.format(*slack), rf"\cdot {slack.sum()} = {0.5 + 2 * slack.sum():g}"]
    yield "9.1", [f"at most {int(slack.sum())}; it makes {(slack >= 1).sum()}"]


def answers_10_and_11():
    Z, w, total = np.array([[2, 0], [0, 2]]), np.zeros(2), np.zeros(2)
    for t, drawn in enumerate((0, 1, 1), 1):
        total += t * w
        w = w - 2 / (t + 1) * (w - Z[drawn] * (w @ Z[drawn] < 1))
    mean = total / 6
    assert w == pytest.approx([1 / 3, 2 / 3])
    assert mean == pytest.approx([1, 2 / 3])
    assert mean @ mean / 2 + np.maximum(0, 1 - Z @ mean).mean() == pytest.approx(13 / 18)
    yield "10.1", [r"(1, \tfrac23)", r"\tfrac{13}{18}"]
    points = np.array([[1, 0], [0, 1], [1, 1]])
    K = (points @ points.T + 1) ** 2
    yield "11.1", [f"${tex(row)}$" for row in K]
    yield "11.1", [rf"\sqrt {K[0, 0] - 2 * K[0, 1] + K[1, 1]}$", f"= {comb(4, 2)}$", f"= {comb(12, 2)}$"]
    assert np.linalg.det([[0.5, 1.5], [1.5, 3.5]]) == pytest.approx(-0.5)
    yield "11.2", [r"-\tfrac12 < 0"]


def answers_of_the_sample():
    X, y, w = np.array([[4, 2], [2, -1], [0, 0]]), np.array([1, -1, -1]), np.array([3, 4])
    f = X @ w - 10
    margins = y * f / 5
    yield "1", ["$f$ is ${}$, ${}$ and ${}$".format(*f), "margins are ${:g}$, ${:g}$ and ${:g}$".format(*margins)]
    yield "1", [f"= {2 / np.linalg.norm(w / 8):.1f}$"]
    assert check_separator(Plane(w, b=-10), X, y).ok
    assert hard_margin(X, y).margin > 1.6
    yield "3", [f"= {(1 + 2**2) ** 2 / 0.1**2:.0f}$"]
    line = hard_margin([[-1], [1], [3]], [-1, 1, 1])
    assert [line.plane.w[0], line.plane.b, *line.alpha] == pytest.approx([1, 0, 0.5, 0.5, 0], abs=1e-9)
    yield "4", ["$w = 1$, $b = 0$, margin 1", r"$a = \tfrac12$"]
    X, y = np.array([[1, -1], [-1, 1], [1, 1], [-1, -1]]), np.array([1, 1, -1, -1])
    phi = np.column_stack([X[:, 0] ** 2, sqrt(2) * X[:, 0] * X[:, 1], X[:, 1] ** 2, np.ones(4)])
    assert phi @ phi.T == pytest.approx((X @ X.T) ** 2 + 1)
    assert y * (phi @ [0, -1, 0, 0]) == pytest.approx([sqrt(2)] * 4)
    c, K = np.array([1, -1]), np.array([[0, 1], [1, 0]])
    yield "6", [f"is ${c @ K @ c}$"]


COMPUTED = (answers_1, answers_2_and_3, answers_4_to_6, answers_7_to_9, answers_10_and_11)


def missing(asked, computed):
    """What an answer doesn't say though a computation gives it, by question."""
    found = [(number, piece, " ".join(asked[number][3].split())) for number, said in computed() for piece in said]
    return [(number, piece) for number, piece, text in found if piece not in text]


@pytest.mark.parametrize("computed", COMPUTED)
def test_the_answers_say_what_a_computation_gives(computed):
    assert not missing(QUESTIONS, computed)


def test_so_do_the_answers_of_the_sample():
    assert not missing(SAMPLES, answers_of_the_sample)


def test_a_line_of_a_question_or_an_answer_is_not_published(tmp_path):
    line = next(line for line in FILES[0].read_text(encoding="utf-8").splitlines() if len(line) > 80)
    (tmp_path / "page.html").write_text(f"<p>{line}</p>", encoding="utf-8")
    with pytest.raises(Trouble, match=r"page.html holds a line of exam"):
        refuse_leaks(tmp_path, "2027-spring")


def test_no_page_of_the_book_holds_a_line_of_the_bank(tmp_path):
    for page in (ROOT / "book").glob("*.md"):  # notebooks spell out the macro for vectors
        spelled = re.sub(r"\\v([a-z])\b", r"\\mathbf{\1}", page.read_text(encoding="utf-8"))
        (tmp_path / page.name).write_text(spelled, encoding="utf-8")
    assert [str(leak) for leak in leaks.search(tmp_path, leaks.exam_lines(ROOT))] == []
