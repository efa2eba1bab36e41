"""The mathematics of the playable figures, run in Node, says what margin_lib says of the same points."""

import dataclasses
import itertools
import json
import math
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import margin_lib as ml
from margin_lib import datasets, losses
from margin_lib.checks.replay import replay
from margin_lib.core.signed_points import SignedPoints
from tools import machine

pytestmark = pytest.mark.needs("node")

ROOT = Path(__file__).parents[2]
DRIVER = Path(__file__).parent / "playable_driver.mjs"
CLOSE = 1e-6
PRICES = (1e-3, 0.1, 1.0, 30.0, 1e4)
TAKE_FUNCTIONS = {"corrected", "nextInOrder"}  # which JSON cannot hold; the perceptrons use both, and are compared
XOR = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1]
THREE = [[2, 1], [-1, 1], [-1, 2]], [1, -1, 1]
QUARTERS = st.integers(-12, 12).map(lambda k: k / 4)


class Mathematics:
    """mathematics.js: each of its functions is a method, called in one running Node."""

    def __init__(self, node):
        self.node = node

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)  # hypothesis asks how it is printed
        return lambda *given: self.call(name, given)

    def call(self, name, given=()):
        self.node.stdin.write(json.dumps([name, given], default=lambda thing: thing.tolist()) + "\n")
        self.node.stdin.flush()
        answer = self.node.stdout.readline()
        assert answer, f"{name} raised an error: see what Node wrote"
        return json.loads(answer)


@pytest.fixture(scope="module")
def maths():
    command = [machine.find(machine.TOOLS["node"]), str(DRIVER)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        yield Mathematics(node)
        node.stdin.close()


def close(value, expected, scale=0.0):
    """Whether two numbers, or arrays, agree to 1e-6 of their size, or of the scale where that is larger."""
    value, expected = np.asarray(value, dtype=float), np.asarray(expected, dtype=float)
    return value.shape == expected.shape and np.allclose(value, expected, rtol=CLOSE, atol=CLOSE * max(scale, 1e-3))


def drawn(seed, n, separable=False):
    """Draw n points in the plane with both classes, as figures have them; half of the sets lie on a coarse grid."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-3, 3, (n, 2))
    y = np.where(X @ [1, 0.5] + rng.normal(0, 0 if separable else 1.5, n) > 0.2, 1, -1)
    y[:2] = 1, -1
    X[:2] = [[2.5, 1], [-2.5, -1]]
    return np.round(X, 1) if seed % 2 else X, y


@st.composite
def grid_points(draw, most=12, both=False):
    """Draw points that repeat, line up and touch, and labels."""
    n = draw(st.integers(2, most))
    X = draw(arrays(float, (n, 2), elements=QUARTERS))
    y = draw(arrays(int, n, elements=st.sampled_from([1, -1])))
    assume(not both or abs(y.sum()) < n)
    return X, y


def test_every_function_is_compared_here(maths):
    compared = re.findall(r"\bmaths\.(\w+)\(", Path(__file__).read_text(encoding="utf-8"))
    assert set(maths.call("")) == set(compared) - {"call"} | TAKE_FUNCTIONS


# Vectors and planes


def test_vectors(maths):
    u, v = np.array([3.0, -4.0, 0.5]), np.array([1.0, 2.0, -2.0])
    assert maths.add(u, v) == (u + v).tolist()
    assert maths.subtract(u, v) == (u - v).tolist()
    assert maths.scale(2, u) == (2 * u).tolist()
    assert maths.dot(u, v) == u @ v
    assert close(maths.length([3e200, 4e200]), 5e200)
    assert maths.zeros(2) == [0, 0]
    assert maths.combination([2, -1], [u, v], 3) == (2 * u - v).tolist()
    assert maths.combination([], [], 2) == [0, 0]
    assert maths.smallest([2, 1, 1]) == 1
    assert maths.smallest([]) == -1
    assert maths.largestEntry(u) == 4


@given(grid_points(), arrays(float, 2, elements=QUARTERS), QUARTERS)
def test_a_plane_sees_the_same_distances(maths, data, w, b):
    (X, y), plane = data, {"w": w, "b": b}
    assume(w.any())
    ours = ml.Plane(w, b)
    assert close([maths.decision(plane, x) for x in X], ours.decision(X))
    assert close([maths.distance(plane, x) for x in X], ours.distance(X))
    assert close(maths.margins(plane, X, y), ours.margins(X, y))
    assert close(maths.margin(plane, X, y), ours.margin(X, y))
    assert close(maths.slabWidth(plane), ours.slab_width)
    canonical = maths.canonical(plane, X, y)
    if ours.margin(X, y) > 0:
        expected = ours.canonical(X, y)
        assert close([*canonical["w"], canonical["b"]], [*expected.w, expected.b])
    else:
        assert canonical is None


@given(grid_points())
def test_points_are_folded_and_lifted_alike(maths, data):
    X, y = data
    assert close(maths.radius(X), ml.radius(X))
    assert close(maths.signed(X, y), ml.signed(X, y))
    assert close(maths.lifted(X, y), ml.lift(X, y))
    assert close(maths.normalized(X, y), ml.lift(X, y, normalize="linf"))


# The best plane


def assert_separates_alike(maths, X, y, bias):
    """The verdict is that of exact arithmetic, the plane is the best one, and a witness proves itself."""
    found = maths.separate(X, y, bias)
    exact = ml.separate(X, y, bias)
    assert found["separable"] == (exact.plane is not None)
    if exact.plane is None:
        witness = np.array(found["witness"])
        assert found["plane"] is None
        assert (witness >= 0).all()
        assert close(witness.sum(), 1)
        assert np.abs(maths.provedByWitness(witness, X, y, bias)).max() <= 1e-11 * (1 + ml.radius(X))
    else:
        best = ml.hard_margin(X, y, bias=bias)
        expected = np.append(best.plane.w, best.plane.b) * best.margin
        assert close(found["margin"], best.margin)
        assert close([*found["plane"]["w"], found["plane"]["b"]], expected, scale=1 + ml.radius(X))


@given(grid_points(both=True))
def test_the_best_plane_or_a_witness_on_points_that_touch(maths, data):
    assert_separates_alike(maths, *data, bias=True)
    assert_separates_alike(maths, *data, bias=False)


@pytest.mark.parametrize("n", [2, 5, 20, 60])
@pytest.mark.parametrize("separable", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_plane_or_a_witness_on_many_points(maths, n, separable, seed):
    X, y = drawn(seed, n, separable)
    assert_separates_alike(maths, X, y, bias=True)
    assert_separates_alike(maths, X, y, bias=False)


@pytest.mark.parametrize("margin", [1e-2, 1e-5, 1e-8])
def test_a_margin_that_is_nearly_none(maths, margin):
    X, y = [[-1, -margin], [2, -margin], [-2, margin], [1, margin]], [-1, -1, 1, 1]
    assert close(maths.separate(X, y)["margin"] / margin, 1)
    assert close(maths.separate(X, y, False)["margin"] / margin, 1)


def test_where_any_plane_does_there_is_no_best_one(maths):
    for X, y in (([], []), ([[1, 2], [0, 0]], [1, 1])):
        found = maths.separate(X, y)
        assert (found["separable"], found["plane"], found["margin"]) == (True, None, math.inf)


def test_a_point_at_the_origin_is_on_every_plane_through_it(maths):
    found = maths.separate([[0, 0], [1, 1]], [1, 1], False)
    assert not found["separable"]
    assert found["witness"] == [1, 0]


@given(arrays(float, (6, 3), elements=QUARTERS), st.integers(0, 7))
def test_no_point_of_the_hull_is_nearer_to_the_origin(maths, rows, moved):
    rows = rows + np.array([0, 0, moved])
    found = maths.nearestToOrigin(rows)
    x = np.array(found["x"])
    assert close(np.array(found["weights"]) @ rows[found["corral"]], x, scale=1)
    assert (rows @ x).min() >= x @ x - 1e-9


# Perceptrons


@given(grid_points(), st.integers(0, 40))
def test_the_perceptron_makes_the_same_corrections(maths, data, budget):
    X, y = data
    Z = ml.signed(X, y)
    ours, theirs = ml.perceptron(X, y, max_corrections=budget, pick="next"), maths.perceptron(Z, budget)
    assert theirs["order"] == ours.order.tolist()
    assert theirs["finished"] == ours.finished
    assert close(theirs["w"], ours.plane.w)
    assert close(maths.wAfter(theirs["order"], Z), ours.plane.w)
    assert close(maths.path(theirs["order"], Z)[-1], ours.plane.w)
    assert maths.mistakes(theirs["w"], Z) == [i for i, z in enumerate(Z) if maths.isMistake(theirs["w"], z)]
    assert (not maths.mistakes(theirs["w"], Z)) == ours.finished
    assert maths.playableOrder(theirs["order"], Z) == theirs["order"]


def test_the_three_points_of_the_chapter_take_six_corrections(maths):
    Z = maths.signed(*THREE)
    assert maths.perceptron(Z)["order"] == [0, 2, 1, 1, 2, 1]


def test_corrections_of_points_that_moved_are_kept_while_they_correct_mistakes(maths):
    Z = maths.signed(*THREE)
    assert maths.playableOrder([0, 2, 1, 1], [[2, 1], [1, -1], [0, 1]]) == [0]
    assert maths.playableOrder([0, 0], Z) == [0]
    assert maths.playableOrder([0, 5], Z) == [0]


@given(grid_points(most=3), st.integers(0, 4))
def test_the_adversary_makes_a_run_last_as_long_as_any_order_of_misclassified_points(maths, data, most):
    X, y = data
    signed, Z = SignedPoints(X, y, bias=False), ml.signed(X, y)
    orders = [order for k in range(most + 1) for order in itertools.product(range(len(y)), repeat=k)]
    possible = [order for order in orders if (replay(signed, np.array(order, dtype=int), [1, 0]).before <= 0).all()]
    longest = max(map(len, possible))
    assert maths.longestRun([0, 0], Z, most) == longest
    first = maths.adversary([0, 0], Z, max(most - 1, 0))
    assert most == 0 or longest == max(len(order) for order in possible if order[:1] == (first,))


def test_the_adversary_has_no_choice_where_no_point_is_misclassified(maths):
    assert maths.adversary([1, 0], [[1, 0]], 3) is None


def test_an_adversary_makes_13_updates_of_the_three_points(maths):
    X, y = THREE
    Z, order = maths.signed(X, y), []
    while (i := maths.adversary(maths.wAfter(order, Z), Z, 12)) is not None:
        order.append(i)
    assert len(order) == maths.longestRun([0, 0], Z, 65) == 13
    assert maths.playableOrder(order, Z) == order
    seen = replay(SignedPoints(np.array(X), np.array(y), bias=False), np.array(order), [1, 0])
    assert (seen.before <= 0).all()
    assert ml.perceptron(X, y, pick="next").corrections == 6


@given(grid_points(), st.integers(1, 30))
def test_the_sides_of_novikoffs_proof(maths, data, budget):
    X, y = data
    order, u, gamma = ml.perceptron(X, y, max_corrections=budget, pick="next").order, np.array([0.6, 0.8]), 0.1
    Z, R = ml.signed(X, y), ml.radius(X)
    seen = replay(SignedPoints(X, y, bias=False), order, u)
    state = maths.novikoffState(Z, order, {"u": u, "gamma": gamma})
    k = len(order)
    expected = {"k": k, "lower": k * gamma, "along": seen.along[-1], "size": seen.sizes[-1], "upper": math.sqrt(k) * R}
    for name, value in expected.items():
        assert close(state[name], value)
        assert close(maths.novikoff(seen.w, k, u, gamma, R)[name], value)
    assert state["separable"] == (ml.separate(X, y, bias=False).plane is not None)
    assert close(state["bound"], maths.novikoffBound(R, gamma) if state["separable"] else math.inf)
    assert state["mistakes"] == maths.mistakes(seen.w, Z)


def test_the_bound_of_the_three_points_is_65(maths):
    X, y = THREE
    best = ml.hard_margin(X, y, bias=False)
    claim = {"u": best.plane.w * best.margin, "gamma": best.margin}
    assert close(maths.novikoffState(ml.signed(X, y), [], claim)["bound"], 65)


@given(grid_points(), st.sampled_from([0.05, 0.3, 1.0, 4.0]), st.integers(0, 60))
def test_the_margin_perceptron_makes_the_same_corrections(maths, data, guess, budget):
    X, y = data
    Z = ml.signed(X, y)
    ours = ml.margin_perceptron(X, y, guess, max_corrections=budget, pick="next")
    theirs = maths.marginPerceptron(Z, guess, budget)
    assert theirs["order"] == ours.order.tolist()
    assert theirs["finished"] == ours.finished
    violated = [maths.violatesMargin(theirs["w"], z, guess) for z in Z]
    assert any(violated) != ours.finished
    assert maths.violatesMargin([0, 0], [1, 0], guess)
    assert maths.guessBudget(ml.radius(X), guess) == int(12 * (ml.radius(X) / guess) ** 2)


SIDES = {  # of a row of check_margin_claims: which claim of ours, and which of its sides
    "claim 1: |w_k| >= w_k.u": ("claim1", "size", "along"),
    "claim 1: w_k.u >= k gamma": ("claim1", "along", "lower"),
    "claim 2: |w_(i+1)| <= |w_i| + R": ("claim2", "size", "upper"),
    "claim 3: |w_(i+1)| <= |w_i| + R^2/(2|w_i|) + gamma/2": ("claim3", "size", "upper"),
    "claim 5: |w_k| <= 2 R^2/gamma + 3 k gamma/4 + R": ("claim5", "size", "upper"),
}


@pytest.mark.parametrize("seed", range(8))
def test_the_five_claims_have_the_same_sides(maths, seed):
    X, y = drawn(seed, 20, separable=True)
    X = X + 0.3 * np.outer(y, [1, 0.5])
    best = ml.hard_margin(X, y, bias=False)
    R, gamma = ml.radius(X), best.margin
    run = ml.margin_perceptron(X, y, gamma, pick="next")
    report = ml.check_margin_claims(run, X, y, gamma, best.plane)
    claims = maths.marginClaims(run.order, ml.signed(X, y), best.plane.w * gamma, gamma, R)
    assert [claim["k"] for claim in claims] == list(range(1, run.corrections + 1))
    for row in report:
        if row.claim in SIDES and row.step is not None:
            claim, left, right = SIDES[row.claim]
            sides = claims[row.step - 1][claim]
            assert close([sides[left], sides[right]], [row.left, row.right])
    bounds = maths.marginBounds(R, gamma)
    assert close(bounds["sharp"], report["updates k <= 8 R^2/gamma^2 + 4 R/gamma"].right)
    assert close(bounds["plain"], report["updates k <= 12 R^2/gamma^2"].right)


def test_claims_3_and_4_speak_only_of_the_w_that_they_hold_for(maths):
    first = maths.claimsAt(1, [0, 0], [1, 0], [1, 0], 1, 1)
    assert first["claim3"] is None
    assert first["claim4"] is None
    assert maths.claimsAt(9, [2, 0], [2.5, 0], [1, 0], 1, 1)["claim4"] == {"size": 2.5, "upper": 2.75}


@pytest.mark.parametrize("seed", range(8))
def test_the_incremental_algorithm_plays_the_same_rounds(maths, seed):
    X, y = drawn(seed, 12, separable=True)
    X = X + 0.3 * np.outer(y, [1, 0.5])
    ours = ml.incremental_margin_perceptron(X, y, early=False, pick="next")
    theirs = maths.incremental(ml.signed(X, y), 20)
    assert [len(played["order"]) for played in theirs["rounds"]] == [played.corrections for played in ours.rounds]
    assert close([played["guess"] for played in theirs["rounds"]], [played.gamma_guess for played in ours.rounds])
    assert [played["budget"] for played in theirs["rounds"]] == [12 * 4**h for h in range(len(ours.rounds))]
    assert [i for played in theirs["rounds"] for i in played["order"]] == ours.order.tolist()
    assert theirs["finished"]


def test_halving_ends_where_nothing_separates(maths):
    theirs = maths.incremental([[1, 0], [-1, 0]], 3)
    assert [played["finished"] for played in theirs["rounds"]] == [False] * 3
    assert not theirs["finished"]


# Winnow


@pytest.mark.parametrize("epsilon", [0.5, 0.1, 0.01])
@pytest.mark.parametrize("seed", range(4))
def test_winnow_plays_the_same_rounds(maths, seed, epsilon):
    X, y = drawn(seed, 15, separable=seed > 0)
    A = maths.normalized(X, y)
    ours, theirs = ml.winnow(X, y, epsilon=epsilon, max_corrections=200), maths.winnow(A, epsilon, 200)
    assert theirs["order"] == ours.order.tolist()
    assert theirs["finished"] == ours.finished
    assert close(maths.weightShares(theirs["logs"]), ours.weights)
    assert close(maths.winnowPlane(theirs["logs"]), [*ours.plane.w, ours.plane.b])


@pytest.mark.parametrize("seed", range(4))
def test_the_potential_and_the_bounds_of_winnow_are_those_of_the_check(maths, seed):
    X, y = drawn(seed, 15, separable=True)
    best, epsilon = ml.max_linf_margin(X, y), 0.05
    run = ml.winnow(X, y, epsilon=epsilon, max_corrections=200)
    report, name = ml.check_winnow(run, X, y, best.plane), "round 0: "
    w = np.append(best.plane.w, best.plane.b) / np.abs(np.append(best.plane.w, best.plane.b)).sum()
    history = maths.winnowHistory(run.order, ml.lift(X, y, normalize="linf"), epsilon, w)
    row = report[f"{name}the potential holds the best experts: ln Phi_t >= sum of w*_j ln v_j"]
    at = history[row.step] if row.step is not None else history[1]
    assert close([at["logPhi"], at["least"]], [row.left, row.right])
    assert close(history[-1]["shares"], run.weights)
    assert close(maths.logPotential(history[-1]["logs"]), history[-1]["logPhi"])
    log_N = math.log(2 * len(w))
    own = maths.relativeEntropy(maths.mixtureOf(w), [1] * 6)
    for moment in history:  # the entropy is ln Phi less what the best experts have, and the mixture's own
        assert close(moment["entropy"], moment["logPhi"] - moment["least"] + own)
    bounds = maths.winnowBounds(run.corrections, epsilon, best.margin, 2 * len(w))
    assert close(bounds["logN"], log_N)
    assert close(bounds["simple"], report[f"{name}T epsilon (gamma_W - epsilon) <= ln N"].left)
    assert close(bounds["better"], report[f"{name}T epsilon (gamma_W - epsilon/2) <= ln N"].left)
    assert close(bounds["sharp"], report[f"{name}T (gamma_W artanh epsilon + ln(1 - epsilon^2)/2) <= ln N"].left)
    assert bounds["budget"] == int(2 * log_N / epsilon**2)


@pytest.mark.parametrize("epsilon", [0.02, 0.2, 0.9])
@pytest.mark.parametrize("seed", range(6))
def test_a_run_of_winnow_in_numbers(maths, seed, epsilon):
    (X, y), log_N = drawn(seed, 8, separable=seed > 0), math.log(6)
    run = ml.winnow(X, y, epsilon=epsilon, max_corrections=10 * seed)
    A = maths.normalized(X, y)
    state = maths.winnowState(A, run.order, epsilon)
    assert state["k"] == run.corrections
    assert close(state["shares"], run.weights)
    assert (not state["mistakes"]) == run.finished
    assert maths.playableWinnow(run.order, A, epsilon) == run.order.tolist()
    assert maths.playableWinnow([*run.order.tolist(), len(X)], A, epsilon) == run.order.tolist()
    if ml.separate(X, y).plane is None:
        assert (state["best"], state["promised"], state["bound"]) == (None, None, None)
        return
    gamma = ml.max_linf_margin(X, y).margin
    assert close(state["gamma"], gamma)
    assert close(state["mixture"], maths.mixtureOf(state["best"]))
    assert state["least"] <= state["logPhi"] + 1e-9 <= log_N + 2e-9
    if epsilon <= gamma:
        assert close(state["bound"], log_N / (epsilon * (gamma - epsilon / 2)))
        assert close(state["promised"], run.corrections * log_N / state["bound"])
        assert state["least"] >= state["promised"] - 1e-9
    elif epsilon > gamma + 1e-6:
        assert (state["promised"], state["bound"]) == (None, None)


def test_one_step_of_winnow(maths):
    logs = maths.winnowStep([0, 0, 0, 0], [1, -0.5], 0.1)
    assert close(np.exp(logs), [1.1, 0.95, 0.9, 1.05])
    assert maths.doubled([1, -0.5]) == [1, -0.5, -1, 0.5]
    assert maths.undoubled([1, 2, 3, 5]) == [-2, -3]
    assert maths.mixtureOf([0.25, -0.75]) == [0.25, 0, 0, 0.75]
    assert maths.relativeEntropy([0.5, 0.5], [0.5, 0.5]) == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_shares_are_multiplied_and_then_divided_by_their_sum(maths, seed):
    rng = np.random.default_rng(seed)
    logs, a = rng.normal(size=6), rng.uniform(-1, 1, 3)
    found = np.array(maths.multiplied(maths.weightShares(logs), a, 0.3))
    assert close(found / found.sum(), maths.weightShares(maths.winnowStep(logs, a, 0.3)))


FIVE = [[-0.5, -1], [2, 2.5], [-2, 1.5], [-1.5, -1.5], [-0.5, 0.5]], [1, 1, -1, -1, 1]


@pytest.mark.parametrize("seed", range(5))
def test_the_adversary_of_winnow_makes_a_run_last_as_long_as_any_order(maths, seed):
    X, y = drawn(seed, 3, separable=seed > 0) if seed < 4 else FIVE
    A, epsilon, most = np.array(maths.normalized(X, y)), 0.2, 5

    def longest(v, left):
        wrong = [a for a in A if np.r_[a, -a] @ v <= 0] if left else []
        return max((1 + longest(v * (1 + epsilon * np.r_[a, -a]), left - 1) for a in wrong), default=0)

    assert maths.longestWinnow([0] * 6, A, epsilon, most) == longest(np.ones(6), most)
    first = A[maths.winnowAdversary([0] * 6, A, epsilon, most - 1)]
    assert 1 + longest(1 + epsilon * np.r_[first, -first], most - 1) == longest(np.ones(6), most)


def test_an_adversary_makes_14_updates_of_the_five_points_and_no_order_more(maths):
    A, order, logs = maths.normalized(*FIVE), [], [0] * 6
    epsilon = maths.bestWinnow(A)["margin"]
    while (i := maths.winnowAdversary(logs, A, epsilon, 12)) is not None:
        order.append(i)
        logs = maths.winnowStep(logs, A[i], epsilon)
    assert len(order) == maths.longestWinnow([0] * 6, A, epsilon, 80) == 14
    assert maths.playableWinnow(order, A, epsilon) == order
    assert ml.winnow(*FIVE, epsilon=epsilon).corrections == 10


@given(grid_points(most=20, both=True))
def test_the_best_gamma_w_is_that_of_the_linear_program(maths, data):
    X, y = data
    found = maths.bestWinnow(maths.normalized(X, y))
    if ml.separate(X, y).plane is None:
        assert found == {"w": None, "margin": 0}
    else:
        best = ml.max_linf_margin(X, y)
        assert close(found["margin"], best.margin)
        assert close(np.abs(found["w"]).sum(), 1)
        assert close(ml.linf_margin(ml.Plane(found["w"][:2], found["w"][2]), X, y), best.margin)


@given(arrays(float, (5, 4), elements=QUARTERS))
def test_a_game_is_worth_what_its_mixture_earns_and_no_other_earns_more(maths, M):
    found, turned = maths.game(M), maths.game(-M.T)
    assert close(np.sum(found["mixture"]), 1)
    assert close((M @ found["mixture"]).min(), found["value"])
    assert close((np.array(turned["mixture"]) @ M).max(), found["value"])


# The widest slab


@given(grid_points())
def test_the_corners_of_a_hull_reach_as_far_as_all_points(maths, data):
    X, _ = data
    corners = maths.hullCorners(X)
    assert len({tuple(X[i]) for i in corners}) == len(corners)
    ways = np.column_stack([np.cos(angles := np.linspace(0, 6, 25)), np.sin(angles)])
    assert close((X[corners] @ ways.T).max(axis=0), (X @ ways.T).max(axis=0), scale=3)


@given(grid_points(both=True))
def test_the_widest_slab_is_that_of_the_hard_margin(maths, data):
    X, y = data
    found = maths.widestSlab(X, y)
    assert (found is None) == (ml.separate(X, y).plane is None)
    if found:
        assert_same_slab(found, X, y)


def test_the_widest_slab_of_the_penguins(maths):
    X, y, _ = datasets.penguins()
    found = maths.widestSlab(X, y)
    assert_same_slab(found, X, y)
    assert len(found["holding"]) == 2


def test_one_class_alone_has_no_widest_slab(maths):
    assert maths.widestSlab([[0, 0], [1, 2]], [1, 1]) is None


def assert_same_slab(found, X, y):
    best = ml.hard_margin(X, y)
    expected = np.append(best.plane.w, best.plane.b) * best.margin
    assert close(found["width"], 2 * best.margin)
    assert close([*found["plane"]["w"], found["plane"]["b"]], expected, scale=1 + ml.radius(X))
    distances = best.plane.margins(X, y)
    assert found["holding"] == np.flatnonzero(distances <= best.margin + 1e-7 * distances.max()).tolist()
    assert set(best.support) <= set(found["holding"])
    feet = np.array(found["feet"])
    assert np.abs(best.plane.distance(feet)).max() <= 1e-6 * (1 + ml.radius(X))
    assert close(np.linalg.norm(X[found["holding"]] - feet, axis=1), np.full(len(feet), best.margin))


# Duality


@given(st.floats(-20, 20), st.floats(0, 20), st.floats(-20, 20))
def test_the_toy_problem(maths, bound, multiplier, x):
    ours, saddle = ml.lagrangian_toy(bound), maths.toySaddle(bound)
    assert close([saddle["x"], saddle["multiplier"], saddle["value"]], [ours.x, ours.multiplier, ours.value])
    assert close(maths.toyDual(multiplier, bound), ours.dual(multiplier), scale=10)
    assert maths.toyDual(multiplier, bound) <= ours.value + 1e-9
    assert close(maths.toyDual(ours.multiplier, bound), ours.value, scale=10)
    cost = 0.2 * x**2 - x + 1
    assert close(maths.toyCost(x), cost)
    assert close(maths.toyLagrangian(x, multiplier, bound), cost - multiplier * (x - bound), scale=10)
    least = maths.toyLagrangian(maths.toyMinimizer(multiplier), multiplier, bound)
    assert least <= maths.toyLagrangian(x, multiplier, bound) + 1e-9


def assert_same_machine(theirs, ours, y):
    size = 1 + np.abs(ours.plane.w).max()
    assert close(theirs["w"], ours.plane.w, scale=size)
    assert close(theirs["b"], ours.plane.b, scale=size)
    assert close([theirs["primal"], theirs["dual"]], [ours.primal, ours.dual], scale=1e-9)
    assert theirs["gap"] < 1e-8
    assert close(theirs["slack"], ours.slack, scale=1)
    assert close(theirs["margin"], ours.margin)
    assert close(theirs["squared"], ours.plane.w @ ours.plane.w)
    alpha = np.array(theirs["alpha"])
    assert (alpha >= 0).all()
    assert (alpha <= ours.C).all()
    assert not ours.bias or abs(alpha @ y) <= 1e-9 * alpha.sum()
    assert theirs["support"] == sorted(theirs["free"] + theirs["bounded"]) == np.flatnonzero(alpha).tolist()


@pytest.mark.parametrize("C", PRICES)
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("n", [2, 3, 7, 25, 60])
def test_the_soft_margin(maths, n, bias, C):
    for seed in range(4):
        X, y = drawn(seed, n)
        assert_same_machine(maths.softMargin(X, y, C, bias), ml.soft_margin(X, y, C=C, bias=bias), y)


NEXT_TO_ONE_CLASS = (
    np.array([[0, 0]] * 9 + [[0.5, 0]] * 3 + [[0, 0.25], [0.25, 0.25], [0.25, 0.25]]),
    np.array([-1] * 9 + [1, -1, -1] + [-1] * 3),
)


@given(grid_points(most=15, both=True), st.sampled_from(PRICES), st.booleans())
@example(NEXT_TO_ONE_CLASS, 1e4, True)  # w = 0 costs 20,000, beside which |w| = 1e-5 is rounding
def test_the_soft_margin_of_points_that_repeat_and_line_up(maths, data, C, bias):
    X, y = data
    ours, theirs = ml.soft_margin(X, y, C=C, bias=bias), maths.softMargin(X, y, C, bias)
    assert theirs["gap"] < 1e-8
    assert close(theirs["primal"], ours.primal)
    # |w|^2 / 2 is strongly convex: each w is as near to the best one as the gap, or the rounding of the values, allows.
    unsure = theirs["primal"] - theirs["dual"] + ours.primal - ours.dual + 1e-14 * ours.primal
    apart = np.linalg.norm(np.array(theirs["w"]) - ours.plane.w)
    assert apart <= 2 * math.sqrt(max(unsure, 0)) + CLOSE * (1 + np.abs(ours.plane.w).max())


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("n", [2, 3, 7, 25, 60])
def test_the_hard_margin(maths, n, bias):
    for seed in range(4):
        X, y = drawn(seed, n, separable=True)
        X = X + 0.2 * np.outer(y, [1, 0.5])
        assert_same_machine(maths.hardMargin(X, y, bias), ml.hard_margin(X, y, bias=bias), y)


@given(grid_points(most=10, both=True))
def test_the_hard_margin_is_null_where_no_plane_separates(maths, data):
    X, y = data
    theirs = maths.hardMargin(X, y)
    assert (theirs is None) == (ml.separate(X, y).plane is None)


def test_one_class_alone_needs_no_plane(maths):
    for label in (1, -1):
        found = maths.softMargin([[1, 2], [3, 4]], [label, label], 1)
        assert (found["w"], found["b"], found["primal"], found["dual"]) == ([0, 0], label, 0, 0)


def test_b_is_the_middle_of_its_interval_where_no_point_is_free(maths):
    X, y, C = [[-2, 0], [2, 0]], [-1, 1], 0.01
    assert close(maths.softMargin(X, y, C)["b"], ml.soft_margin(X, y, C=C).plane.b, scale=1)
    assert maths.middleBias([C, C], [-0.08, 0.08], y, C) == 0
    assert maths.middleBias([0.5, 0.5, 0], [-1, 0, 3], [-1, 1, 1], 1) == 0.5


@given(grid_points(most=10, both=True), st.integers(0, 99), st.sampled_from([0.5, math.inf]), st.booleans())
def test_residuals_and_values_of_any_multipliers(maths, data, seed, C, bias):
    X, y = data
    rng = np.random.default_rng(seed)
    svm = ml.soft_margin(X, y, C=0.5, bias=bias)
    wrong = dataclasses.replace(
        svm,
        C=C,
        alpha=np.maximum(0, svm.alpha + 0.1 * rng.standard_normal(len(y))),
        slack=svm.slack + 0.1 * rng.standard_normal(len(y)),
        plane=ml.Plane(svm.plane.w + 0.1, svm.plane.b + (0.1 if bias else 0)),
    )
    plane = {"w": wrong.plane.w, "b": wrong.plane.b}
    theirs = maths.kktResiduals({**plane, "alpha": wrong.alpha, "slack": wrong.slack}, X, y, C, bias)
    ours = ml.kkt_residuals(wrong, X, y)
    for name, residual in theirs.items():
        assert close(residual, getattr(ours, name))
    alpha, w = wrong.alpha, (wrong.alpha * y) @ X
    assert close(maths.normalOf(alpha, X, y), w)
    assert close(maths.dualValue(alpha, X, y), alpha.sum() - w @ w / 2)
    slack = losses.hinge(y * wrong.plane.decision(X))
    assert close(maths.slacks(plane, X, y), slack)
    assert close([maths.hinge(z) for z in y * wrong.plane.decision(X)], slack)
    primal = wrong.plane.w @ wrong.plane.w / 2 + 0.5 * slack.sum()
    assert close(maths.primalValue(plane, X, y, 0.5), primal)
    cheapest = maths.cheapestBias(wrong.plane.w, X, y)
    cost = [losses.hinge(y * (X @ wrong.plane.w + b)).sum() for b in [cheapest, *np.linspace(-20, 20, 401)]]
    assert cost[0] <= min(cost) + 1e-9


@given(grid_points(most=10, both=True), st.integers(0, 99))
def test_no_bias_is_better_for_the_closest_point_than_the_one_halfway(maths, data, seed):
    X, y = data
    w = np.random.default_rng(seed).standard_normal(2)
    halfway = maths.halfwayBias(w, X, y)
    margin = ml.Plane(w, halfway).margin(X, y)
    cost = maths.stretchedCost({"w": w, "b": halfway}, X, y)
    assert cost is None or close(cost, 0.5 / margin**2)
    assert (cost is None) == (margin <= 0) or abs(margin) < 1e-9
    closest = [(y * (X @ w + b)).min() for b in (halfway, halfway - 1e-3, halfway + 1e-3, *np.linspace(-20, 20, 41))]
    assert closest[0] >= max(closest) - 1e-9


def test_multipliers_set_by_hand(maths):
    X, y = [[1, 1], [-1, 1], [3, 0]], [1, -1, 1]
    best = maths.atMultipliers([0.5, 0.5, 0], X, y, 2)
    assert (best["w"], best["b"], best["gap"], best["balance"]) == ([1, 0], 0, 0, 0)
    assert all(all(point.values()) for point in best["points"])
    worse = maths.atMultipliers([0.5, 0.5, 0.25], X, y, 2, 0)
    assert worse["balance"] == 0.25
    assert not worse["points"][2]["edge"]
    assert not maths.atMultipliers([2, 1, 0], X, y, 1, -1)["points"][0]["feasible"]
    shifted = maths.atMultipliers([0.5, 0.5, 0], X, y, 2, -1)
    assert [point["price"] for point in shifted["points"]] == [False, True, True]


# Kernels


def kernel_of_the_lift(X, Z):
    """The kernel of the features x1, x2, x1 x2."""
    return ml.linear_kernel(*(np.column_stack([table, np.prod(table, axis=1)]) for table in (X, Z)))


KERNELS = {
    "linear": ({"kind": "linear"}, ml.linear_kernel),
    "lift": ({"kind": "lift"}, kernel_of_the_lift),
    "quadratic": ({"kind": "polynomial", "degree": 2, "r": 1}, ml.polynomial_kernel(2, r=1)),
    "cubic": ({"kind": "polynomial", "degree": 3, "r": 0.5}, ml.polynomial_kernel(3, r=0.5)),
    "quintic": ({"kind": "polynomial", "degree": 5, "r": 1}, ml.polynomial_kernel(5, r=1)),
    "rbf": ({"kind": "rbf", "gamma": 1}, ml.rbf_kernel(1)),
    "narrow rbf": ({"kind": "rbf", "gamma": 20}, ml.rbf_kernel(20)),
    "wide rbf": ({"kind": "rbf", "gamma": 0.05}, ml.rbf_kernel(0.05)),
}
kernels = pytest.mark.parametrize("kernel", KERNELS)


@kernels
def test_kernels(maths, kernel):
    X, _ = drawn(1, 12)
    theirs, ours = KERNELS[kernel]
    assert close(maths.gram(theirs, X), ml.gram(ours, X))
    assert close(maths.kernelValue(theirs, X[0], X[3]), ours(X[:1], X[3:4])[0, 0])
    assert maths.power(3, 4) == 81


@kernels
@pytest.mark.parametrize("C", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize("n", [4, 20, 60])
def test_kernel_machines(maths, kernel, C, n):
    X, y = drawn(n, n)
    X = X / 2
    theirs, ours = KERNELS[kernel]
    machine, svm = maths.kernelMachine(theirs, X, y, C), ml.kernel_svm(X, y, ours, C, tol=1e-12)
    assert machine["gap"] < 1e-9
    assert close([machine["primal"], machine["dual"]], [svm.primal, svm.dual])
    xs, ys = np.linspace(-2, 2, 7), np.linspace(-1, 3, 5)
    grid = np.array([[x, y] for y in ys for x in xs])
    f, size = svm.decision(grid), 1 + np.abs(svm.decision(X)).max()
    assert maths.spaced(-2, 2, 7) == pytest.approx(xs)
    assert close(maths.regionValues(machine, xs, ys), f, scale=size)
    assert close([maths.machineValue(machine, x) for x in grid], f, scale=size)


def test_the_exclusive_or(maths):
    X, y = XOR
    assert maths.softMargin(X, y, math.inf) is None
    lifted = [maths.liftXor(x) for x in X]
    assert lifted == [[p, q, p * q] for p, q in X]
    assert maths.separate(lifted, y)["plane"] == {"w": [0, 0, 1], "b": 0}
    machine = maths.kernelMachine({"kind": "polynomial", "degree": 2, "r": 1}, X, y, math.inf)
    assert close(machine["alpha"], [0.125] * 4)
    assert close(machine["alpha"], maths.machineOf(maths.gram(KERNELS["quadratic"][0], X), y, math.inf)["alpha"])


@pytest.mark.parametrize("kernel", ["quintic", "rbf", "narrow rbf"])
def test_a_hard_margin_in_feature_space(maths, kernel):
    X, y, _ = datasets.moons(40, noise=0.05, seed=1)
    theirs, ours = KERNELS[kernel]
    machine, svm = maths.kernelMachine(theirs, X, y, math.inf), ml.kernel_svm(X, y, ours, tol=1e-12)
    assert machine["gap"] < 1e-8
    assert close([machine["primal"], machine["b"]], [svm.primal, svm.b])
    assert close(machine["f"], svm.decision(X))


def test_the_contour_of_a_plane_is_the_plane(maths):
    xs, ys, plane = np.linspace(-2, 2, 9), np.linspace(-1, 1, 5), ml.Plane([1, 2], 0.3)
    values = plane.decision([[x, y] for y in ys for x in xs])
    for level, reach in {0: [-1, 0.85], 1: [-0.65, 1]}.items():
        ends = np.array(maths.contour(values, xs, ys, level)).reshape(-1, 2)
        assert close(plane.decision(ends), np.full(len(ends), level), scale=1)
        assert close([ends[:, 1].min(), ends[:, 1].max()], reach)
    assert maths.contour(np.ones(45), xs, ys) == []


@pytest.mark.parametrize("middle", [1, -1])
def test_where_corners_alternate_the_middle_of_the_square_decides(maths, middle):
    corners = [1 + middle / 2, -1, -1, 1]  # lower left, lower right, upper left, upper right
    segments = np.array(maths.contour(corners, [0, 1], [0, 1]))
    assert len(segments) == 2
    apart = [{0, 1} if middle > 0 else {0}, {1} if middle < 0 else {0, 1}]
    cut_off = [set(np.round(segment.mean(axis=0)).tolist()) for segment in segments]
    assert sorted(map(sorted, cut_off)) == sorted(map(sorted, apart))


@given(grid_points(both=True), arrays(float, 2, elements=QUARTERS))
def test_the_middle_line_has_the_largest_margin_of_its_direction(maths, data, w):
    (X, y), size = data, np.linalg.norm(w)
    assume(size > 0)
    found = maths.middleLine(w, X, y)
    assert close(found["w"], w / size)
    assert close(found["margin"], ml.Plane(found["w"], found["b"]).margin(X, y), scale=1)
    for shift in (-0.5, -1e-3, 1e-3, 0.5):
        assert ml.Plane(found["w"], found["b"] + shift).margin(X, y) < found["margin"]


def test_there_is_no_middle_between_points_of_one_class(maths):
    assert maths.middleLine([1, 0], [[0, 1], [2, 3]], [1, 1]) is None


def slowest_points(gamma, part, most):
    """Return signed points, each as bad as a violation can be when a run of the margin perceptron comes to it."""
    w, rows = np.zeros(most + 1), []
    while len(rows) < most:
        size, off = np.linalg.norm(w), np.linalg.norm(w[1:])
        sideways = (part * gamma * size * (1 - 1e-7) - gamma * w[0]) / off if rows else 0.0
        fresh = 1 - gamma**2 - sideways**2
        if fresh < 0:
            break
        z = sideways * w / off if rows else np.zeros(most + 1)
        z[0], z[len(rows) + 1] = gamma, math.sqrt(fresh)
        rows.append(z)
        w = w + z
    return np.array(rows)


@pytest.mark.parametrize("part", [0.2, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("gamma", [0.2, 0.3])
def test_the_slowest_run_is_one_of_the_library(maths, gamma, part):
    told = maths.slowestRun(gamma, 1, part, 600)
    X = slowest_points(gamma, part, 600)
    guess = 2 * part * gamma * (1 - 1e-9)
    run = ml.margin_perceptron(X, np.ones(len(X)), guess, pick="next", max_corrections=600)
    steps = np.vstack([np.zeros(X.shape[1]), np.cumsum(X[run.order], axis=0)])
    assert told["finished"]
    assert run.finished
    assert len(told["path"]) == len(steps)
    assert np.allclose(np.linalg.norm(told["path"], axis=1), np.linalg.norm(steps, axis=1), rtol=1e-4)
    assert np.allclose([along for along, _ in told["path"]], steps[:, 0])
    short = np.flatnonzero(np.linalg.norm(steps, axis=1) < 2 / gamma)
    assert maths.lastShort(told["path"], gamma, 1) == (None if len(short) == len(steps) else short[-1])
    assert not maths.slowestRun(gamma, 1, 1, 50)["finished"]


# Two bounds that close in on one number

SOME = st.none() | st.floats(-5, 5)


@given(st.lists(st.tuples(SOME, SOME), min_size=1, max_size=8))
def test_the_best_bounds_never_get_worse_and_leave_the_last_room_open(maths, moves):
    above, below = ([pair[side] for pair in moves] for side in (0, 1))
    best = maths.bestBounds({"above": above, "below": below})
    for values, found, better in ((above, best["above"], min), (below, best["below"], max)):
        known = [[value for value in values[: k + 1] if value is not None] for k in range(len(values))]
        assert found == [better(some) if some else None for some in known]
    left = maths.openShare({"above": above, "below": below})
    assert (left["above"], left["below"]) == (best["above"][-1], best["below"][-1])
    scale = maths.closingScale({"above": above, "below": below})
    assert scale["low"] < scale["high"]
    assert all(scale["low"] < value < scale["high"] for value in (left["above"], left["below"]) if value is not None)


def test_the_room_that_two_bounds_leave_is_a_share_of_the_upper_one(maths):
    assert maths.openShare({"above": [4, 2], "below": [None, 1.5]}) == {"above": 2, "below": 1.5, "share": 0.25}
    assert maths.openShare({"above": [4], "below": [None]})["share"] == 1
    assert maths.openShare({"above": [2, 3], "below": [2, 1]})["share"] == 0


# Two hulls and a segment between them


def ends(seed, X, y):
    """Draw a point of each hull."""
    rng = np.random.default_rng(seed)
    return [rng.dirichlet(np.ones((y == side).sum())) @ X[y == side] for side in (1, -1)]


@pytest.mark.parametrize("n", [2, 5, 20])
@pytest.mark.parametrize("seed", range(6))
def test_a_segment_bounds_the_best_margin_from_above_and_its_line_from_below(maths, n, seed):
    X, y = drawn(seed, n, separable=True)
    best = ml.hard_margin(X, y).plane.margin(X, y)
    p, q = ends(seed, X, y)
    found = maths.segmentBounds(p, q, X, y)
    plane = ml.Plane(found["plane"]["w"], found["plane"]["b"])
    assert close(found["above"], np.linalg.norm(p - q) / 2)
    assert close(found["below"], plane.margin(X, y), scale=1)
    assert found["below"] <= best + 1e-9 <= found["above"] + 2e-9
    assert close(plane.w, (p - q) / np.linalg.norm(p - q))
    nearest = plane.w @ X[found["front"]] - plane.w @ X[found["back"]]
    assert close(nearest, 2 * found["below"], scale=1)
    behind = np.where(y > 0, (X - p) @ plane.w, (q - X) @ plane.w)
    assert set(np.flatnonzero(behind < -1e-6)) <= set(found["between"]) <= set(np.flatnonzero(behind < 0))


def test_ends_that_meet_leave_no_margin_and_no_line(maths):
    found = maths.segmentBounds([1, 1], [1, 1], [[0, 0], [2, 2], [1, 1]], [1, 1, -1])
    assert (found["above"], found["below"], found["plane"], found["between"]) == (0, None, None, [])
    assert maths.walkStep([1, 1], [1, 1], [[0, 0], [2, 2], [1, 1]], [1, 1, -1]) is None


@given(grid_points(), arrays(float, 2, elements=QUARTERS))
def test_the_nearest_point_of_a_hull_is_in_it_and_no_other_is_nearer(maths, data, x):
    X, _ = data
    corners = [X[i] for i in maths.hullCorners(X)]
    nearest = np.array(maths.nearestInHull(corners, x))
    assert ((X - nearest) @ (x - nearest) <= 1e-9).all()
    assert not maths.separate([*X.tolist(), nearest.tolist()], [1] * len(X) + [-1])["margin"] > 1e-7


def test_the_nearest_point_of_a_segment(maths):
    assert maths.nearestOnSegment([0, 0], [2, 0], [0.5, 3]) == [0.5, 0]
    assert maths.nearestOnSegment([0, 0], [2, 0], [5, 1]) == [2, 0]
    assert maths.nearestOnSegment([1, 1], [1, 1], [5, 1]) == [1, 1]


@pytest.mark.parametrize("name", ["drawn", "penguins"])
def test_the_walk_shortens_the_segment_until_it_is_the_shortest(maths, name):
    X, y = drawn(3, 20, separable=True) if name == "drawn" else datasets.penguins()[:2]
    best = ml.hard_margin(X, y).plane.margin(X, y)
    p, q = X[y == 1].mean(axis=0), X[y == -1].mean(axis=0)
    lengths = [np.linalg.norm(p - q)]
    for _ in range(3000):
        step = maths.walkStep(p, q, X, y)
        if step is None:
            break
        assert (step["p"] == p.tolist()) == (y[step["toward"]] < 0)
        p, q = np.array(step["p"]), np.array(step["q"])
        lengths.append(np.linalg.norm(p - q))
    assert (np.diff(lengths) <= 1e-12).all()
    assert lengths[-1] / 2 == pytest.approx(best, rel=1e-3)


def test_the_bills_of_the_figure_are_the_librarys():
    text = (ROOT / "book" / "_static" / "playable" / "bills.js").read_text(encoding="utf-8")
    tenths = [np.array([bird.split(",") for bird in part.split()], float) for part in re.findall(r"`([^`$]+)`", text)]
    X, y, _ = datasets.penguins()
    for found, side in zip(tenths, (1, -1), strict=True):
        assert (found / 10 == X[y == side]).all()


# The quadratic program in the plane of w


@pytest.mark.parametrize("n", [2, 6, 20])
@pytest.mark.parametrize("seed", range(6))
def test_a_w_is_feasible_if_some_b_makes_it_so(maths, n, seed):
    X, y = drawn(seed, n, separable=True)
    rows, pairs = maths.differences(X, y).values()
    assert [(X[i] - X[j]).tolist() for i, j in pairs] == rows
    assert len(rows) == (y > 0).sum() * (y < 0).sum()
    best = ml.hard_margin(X, y).plane
    turned = best.w + np.random.default_rng(seed).normal(0, 0.1, 2)
    for w in (1.001 * best.w, 0.999 * best.w, turned, 4 * turned):
        found = maths.programAt(w, X, y)
        assert close(found["smallest"], min(np.dot(rows, w)), scale=1)
        f = y * (X @ w + found["b"])
        assert found["feasible"] == (found["smallest"] >= 2 - 2e-6) == (not found["inWay"])
        assert set(np.flatnonzero(f < 1 - 1e-5)) <= set(found["inWay"]) <= set(np.flatnonzero(f < 1))
        assert f.min() == pytest.approx(found["smallest"] / 2)


@pytest.mark.parametrize("n", [2, 6, 20, 60])
@pytest.mark.parametrize("seed", range(8))
def test_the_solver_of_the_program_walks_to_the_hard_margin(maths, n, seed):
    X, y = drawn(seed, n, separable=True)
    best = ml.hard_margin(X, y).plane.w
    rows = maths.differences(X, y)["rows"]
    w = best + 0.3 * np.linalg.norm(best) * np.array([-best[1], best[0]]) / np.linalg.norm(best)
    while min(np.dot(rows, w)) <= 1e-6:
        w = (w + best) / 2
    kinds, lengths = [], []
    for _ in range(200):
        step = maths.programStep(w, rows)
        if step is None:
            break
        w = np.array(step["w"])
        assert min(np.dot(rows, w)) >= 2 - 1e-7
        assert np.allclose(np.array(rows)[step["touching"]] @ w, 2)
        kinds.append(step["kind"])
        lengths.append(np.linalg.norm(w))
    assert kinds[1:] == ["slide"] * len(kinds[1:])
    assert (np.diff(lengths) <= 1e-12).all()
    assert w == pytest.approx(best, rel=1e-5, abs=1e-6)


def test_the_solver_has_no_step_where_no_multiple_is_feasible(maths):
    assert maths.programStep([-1, 0], [[2, 0]]) is None
    assert maths.programStep([1, 0], [[2, 0]]) is None


@given(st.lists(arrays(float, 2, elements=QUARTERS), max_size=6), arrays(float, 2, elements=QUARTERS))
def test_the_feasible_region_holds_what_meets_all_constraints(maths, rows, w):
    corners = maths.feasibleRegion(rows, {"x": [-3, 3], "y": [-3, 3]})
    assert all((np.dot(rows, corner) >= 2 - 1e-9).all() for corner in corners if rows)
    feasible = not rows or (np.dot(rows, w) >= 2).all()
    nearest = maths.nearestInHull(corners, w) if len(corners) > 2 else None
    if feasible and all((np.dot(rows, w) > 2.01).tolist() if rows else []):
        assert nearest == pytest.approx(w.tolist(), abs=1e-9)


@given(st.sampled_from([5, -3, None]), st.floats(0, 1.4))
def test_the_line_under_the_curve_touches_it_and_crosses_the_axis_at_the_dual_value(maths, bound, multiplier):
    height = maths.crossing(multiplier, bound)
    touch = maths.touchingPoint(multiplier, bound)
    u = np.linspace(-9, 9, 3601)
    if bound is None:
        curve = 2.4 * ((u / 3) ** 2 - 1) ** 2 - 0.4 * u + 1
    else:
        curve = 0.2 * (bound - u) ** 2 - (bound - u) + 1
        assert close(height, ml.lagrangian_toy(bound).dual(multiplier), scale=10)
    assert (curve + multiplier * u).min() - 1e-3 <= height <= (curve + multiplier * u).min() + 1e-9
    assert close(maths.curveHeight(touch, bound) + multiplier * touch, height, scale=10)
    best = maths.bestOfBoth(bound)
    assert best["above"] == pytest.approx(curve[u <= 0].min(), abs=1e-3)
    assert close(maths.curveHeight(best["u"], bound), best["above"])
    assert close(maths.crossing(best["lambda"], bound), best["below"])
    assert height <= best["below"] + 1e-9
    assert best["below"] == pytest.approx(best["above"]) if bound else best["below"] < best["above"] - 1
    grip = {5: -9, -3: 4, None: -6}[bound]
    assert maths.slopeThrough(grip, height - multiplier * grip, bound, 1.4) == pytest.approx(multiplier, abs=1e-6)


# Leaving one out


@given(st.integers(0, 400), st.integers(4, 12))
def test_leaving_one_out_says_what_the_hard_margin_of_the_others_says(maths, seed, n):
    X, y = drawn(seed, n, separable=True)
    assume(min((y == 1).sum(), (y == -1).sum()) >= 2)
    full = ml.hard_margin(X, y)
    found = maths.leaveOneOut(X, y)
    assert close(found["margin"], full.margin)
    size = np.linalg.norm(full.plane.w)
    assert close([*found["plane"]["w"], found["plane"]["b"]], [*full.plane.w / size, full.plane.b / size], scale=1.0)
    assert set(found["errors"]) | set(found["movers"]) <= set(found["support"])
    for i, left in enumerate(found["without"]):
        rest = np.arange(n) != i
        alone = ml.hard_margin(X[rest], y[rest])
        distance = float(y[i] * alone.plane.decision(X)[i] * alone.margin)
        assume(abs(distance) > 1e-9)
        assert close(left["margin"], alone.margin)
        assert close(left["distance"], distance, scale=1.0)
        assert left["correct"] == (distance > 0) == (i not in found["errors"])
        assert left["moved"] == (alone.margin > full.margin * (1 + 1e-9))


def test_leaving_one_out_without_a_plane(maths):
    assert maths.leaveOneOut(*XOR) is None
    lonely = maths.leaveOneOut([[1, 0], [2, 0], [-1, 0]], [1, 1, -1])
    assert lonely["without"][2]["plane"] is None
    assert lonely["movers"] == [0, 2]
    square = maths.leaveOneOut([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 1, -1, -1])
    assert square["movers"] == square["errors"] == []


def test_the_trade_off_of_the_soft_margin(maths):
    X, y = drawn(2, 9)
    curve = maths.tradeOff(X, y, PRICES)
    for C, place in zip(PRICES, curve, strict=True):
        fit = ml.soft_margin(X, y, C=C)
        assert place["C"] == C
        assert close(place["total"], fit.slack.sum())
        assert close(place["margin"], fit.margin)
        assert close(maths.slackAtCost(fit.margin, C, fit.primal), fit.slack.sum())
    assert maths.slackAtCost(0.5, 1, 1) == -1


# Descent


def test_the_steps_and_the_averages_of_a_descent(maths):
    rng = np.random.default_rng(5)
    for mu in (0.1, 0.5, 2.0):
        Z = np.round(rng.normal([0.5, 0.2], 1, (7, 2)), 1)
        order = rng.integers(7, size=60).tolist()
        sizes = [maths.shrinkingStep(mu, t) for t in range(1, 61)]
        assert close(sizes, 2 / (mu * np.arange(2, 62)))
        path = maths.descentPath(Z, order, sizes, mu)
        averages = maths.descentAverages(path)
        assert len(path) == len(averages) + 1 == 61
        for steps in (1, 2, 17, 60):
            assert close(averages[steps - 1], ml.textbook.hinge_sgd(Z, mu, order[:steps]), 1)
        for t in (0, 3, 40):
            w, z = np.array(path[t]), Z[order[t]]
            assert maths.pulls(w, z) == bool(w @ z < 1)
            g = mu * w - (z if w @ z < 1 else 0)
            assert close(maths.descentStep(w, z, mu, 0.3), w - 0.3 * g, 1)
            assert close(path[t + 1], w - sizes[t] * g, 1)
    assert maths.descentPath([[1, 2]], [], [], 1) == [[0, 0]]
    assert maths.descentAverages([[0, 0]]) == []


@pytest.mark.parametrize("mu", [0.05, 0.5, 3.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_least_mean_of_hinges_is_that_of_the_soft_margin(maths, seed, mu):
    X, y = drawn(seed, 9)
    Z = y[:, None] * X
    best = maths.leastMeanHinge(Z, mu)
    svm = ml.soft_margin(X, y, C=1 / (len(y) * mu), bias=False)
    assert np.allclose(best, svm.plane.w, atol=1e-4)
    value = mu / 2 * svm.plane.w @ svm.plane.w + losses.hinge(Z @ svm.plane.w).mean()
    assert close(maths.meanHinge(svm.plane.w, Z, mu), value)
    assert maths.meanHinge(best, Z, mu) <= value + 1e-7
    curve = maths.hingeContour(Z, mu, best, 1.5 * value)
    assert len(curve) == 73
    assert np.allclose([maths.meanHinge(w, Z, mu) for w in curve], 1.5 * value, rtol=1e-6)


def test_draws_are_about_equally_often_each_point_and_the_same_for_the_same_seed(maths):
    drawn_points = [maths.drawnPoint(3, t, 8) for t in range(1, 2001)]
    counts = np.bincount(drawn_points, minlength=8)
    assert counts.min() > 190
    assert counts.max() < 310
    assert maths.drawnPoint(3, 7, 8) == drawn_points[6]
    assert [maths.drawnPoint(4, t, 8) for t in range(1, 30)] != drawn_points[:29]


def area(polygon):
    x, y = np.transpose(polygon)
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.parametrize("plane", [ml.Plane([1, 2], 0.3), ml.Plane([-3, 1], -1)])
def test_the_polygons_of_a_region_cover_the_side_of_a_plane(maths, plane):
    xs, ys = np.linspace(-2, 2, 9), np.linspace(-1, 1, 5)
    values = plane.decision([[x, y] for y in ys for x in xs])
    polygons = maths.regionPolygons(values, xs, ys)
    assert all(plane.decision(polygon).min() > -1e-9 for polygon in polygons)
    fine = np.stack(np.meshgrid(np.linspace(-2, 2, 801), np.linspace(-1, 1, 401)), axis=-1).reshape(-1, 2)
    assert sum(map(area, polygons)) == pytest.approx(8 * (plane.decision(fine) > 0).mean(), rel=0.01)
    assert sum(map(area, maths.regionPolygons(-values, xs, ys))) == pytest.approx(8 - sum(map(area, polygons)))
    assert maths.regionPolygons(np.ones(45), xs, ys)[0] == [[-2, -1], [2, -1], [2, -0.5], [-2, -0.5]]
    assert maths.regionPolygons(-np.ones(45), xs, ys) == []


@pytest.mark.parametrize(
    ("corners", "covered"), [([3, -1, -1, 1], 1 - 2 / 16), ([1, -1, -1, 0.2], 1 / 8 + 1 / 72), ([1, -1, -1, 1], 1 / 2)]
)
def test_a_square_whose_corners_alternate_is_covered_as_its_contour_says(maths, corners, covered):
    polygons = maths.regionPolygons(corners, [0, 1], [0, 1])
    lines = maths.contour(corners, [0, 1], [0, 1])
    assert {tuple(place) for line in lines for place in line} <= {tuple(place) for piece in polygons for place in piece}
    assert sum(map(area, polygons)) == pytest.approx(covered)


def test_two_lines_that_cross_in_a_square_are_drawn_through_their_crossing(maths):
    xs = np.linspace(-2, 2, 6)  # no point of the grid is 0
    values = [-x * y for y in xs for x in xs]
    lines = np.array(maths.contour(values, xs, xs))
    assert close(lines[..., 0] * lines[..., 1], np.zeros(lines.shape[:2]))
    middle = lines[np.abs(lines).max(axis=(1, 2)) < 0.5]
    assert sorted(np.ptp(middle, axis=1).round(9).tolist()) == [[0, 0.8], [0.8, 0]]
    assert sum(map(area, maths.regionPolygons(values, xs, xs))) == pytest.approx(8)


# The lift


SCENES = [
    ({"kind": "bowl", "share": 1, "c": 1.5, "slope": 0}, {"shape": "circle", "middle": 0, "radius": math.sqrt(1.5)}),
    ({"kind": "bowl", "share": 0.5, "c": 1, "slope": -1}, {"shape": "circle", "middle": -1, "radius": math.sqrt(3)}),
    ({"kind": "bowl", "share": 1, "c": -1, "slope": 1}, {"shape": "none"}),
    ({"kind": "bowl", "share": 0, "c": 1, "slope": 2}, {"shape": "line"}),
    ({"kind": "bowl", "share": 0, "c": 1, "slope": 0}, {"shape": "none"}),
    ({"kind": "saddle", "share": 0, "c": 0, "slope": 0}, {"shape": "all"}),
    ({"kind": "saddle", "share": 1, "c": 0, "slope": 1}, {"shape": "two lines"}),
    ({"kind": "saddle", "share": 0.4, "c": -1, "slope": 0.5}, {"shape": "hyperbola"}),
]


@pytest.mark.parametrize(("scene", "shadow"), SCENES)
def test_a_lift_and_the_shadow_of_its_cut(maths, scene, shadow):
    xs, ys = np.linspace(-2, 2, 5), np.linspace(-1, 2, 4)
    p, q = np.meshgrid(xs, ys)
    points = np.column_stack([p.ravel(), q.ravel()])
    height = (points**2).sum(axis=1) if scene["kind"] == "bowl" else points.prod(axis=1)
    f = ml.Plane([scene["slope"], -scene["share"]], scene["c"]).decision(np.column_stack([points[:, 0], height]))
    assert close([maths.liftHeight(scene["kind"], x) for x in points], height)
    assert close([maths.liftValue(scene, x) for x in points], f)
    assert close(maths.liftValues(scene, xs, ys), f)
    found = maths.shadowOf(scene)
    assert found == pytest.approx(shadow)
    if found["shape"] == "circle":
        around = np.linspace(0, 6, 20)
        circle = np.column_stack([found["middle"] + found["radius"] * np.cos(around), found["radius"] * np.sin(around)])
        assert close([maths.liftValue(scene, x) for x in circle], np.zeros(20))


@given(st.integers(-180, 180), st.integers(0, 90), arrays(float, 3, elements=QUARTERS))
def test_a_projection_is_one_of_three_axes_at_right_angles(maths, turn, tilt, point):
    axes = np.transpose([maths.projected(axis, turn, tilt) for axis in np.eye(3).tolist()])
    assert close(axes @ axes.T, np.eye(2))
    assert close(maths.projected(point, turn, tilt), axes @ point, scale=1)
    assert close(maths.projected(point, 0, 90), point[:2], scale=1)
    assert close(maths.projected(point, 0, 0), point[[0, 2]], scale=1)
