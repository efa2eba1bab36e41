"""The answers of the book's exercises, each computed by the library, or by other means than the page has.

A function yields what is right at each question of an exercise, in their order: a number, several numbers, or the words
of the right choices, in a set.
"""

import itertools
import re
from pathlib import Path

import numpy as np

from margin_lib import (
    NotSeparable,
    Plane,
    check_margin_claims,
    flip_radius,
    hard_margin,
    hinge_subgradient,
    kernel_svm,
    lift,
    losses,
    margin_perceptron,
    max_l2_margin,
    max_linf_margin,
    perceptron,
    polynomial_features,
    polynomial_kernel,
    radius,
    rbf_kernel,
    separate,
    soft_margin,
    textbook,
    winnow,
)
from margin_lib.datasets import inseparable, outlier, penguins, separable

COMPUTED = {}
ARGUED = {  # a step of an argument, which there is nothing to compute with
    "ex-descent-order",
    "ex-maximum-margin-recognise",
    "ex-winnow-epsilon-one",
}
THREE = [[2, 1], [-1, 1], [-1, 2]], [1, -1, 1]
SIX = np.array([[3, 1], [1, 3], [4, 4], [0, 0], [-2, 1], [0, -2]]), np.array([1, 1, 1, -1, -1, -1])
ROOT_2, ROOT_17 = np.sqrt([2, 17])


def from_page(page, name):
    """A function that a page defines, for the data of its exercises."""
    text = (Path(__file__).resolve().parents[2] / "book" / f"{page}.md").read_text(encoding="utf-8")
    space = {"np": np}
    exec(re.search(rf"^def {name}\(.*?(?=^\S)", text, re.MULTILINE | re.DOTALL)[0], space)
    return space[name]


def computes(label):
    """Enter a function as that of an exercise."""

    def enter(function):
        COMPUTED[label] = lambda: list(function())
        return function

    return enter


# --- separability ---------------------------------------------------------------------------------------------


@computes("ex-separability-bird")
def a_bird_and_the_rule():
    rule, bird = Plane([1, -2.5]), np.array([45, 15.5])
    yield {"Gentoo" if rule.predict([bird])[0] > 0 else "Adelie"}
    yield rule.distance([bird])[0]
    yield bird - rule.decision([bird])[0] / (rule.w @ rule.w) * rule.w
    yield next(more for more in np.arange(0, 10, 0.5) if rule.decision([bird + np.array([0, more])])[0] <= 0)


@computes("ex-separability-compute")
def all_there_is_to_know():
    X, y, line = [[3, 0], [1, -2], [-2, 3]], [1, 1, -1], Plane([5, -12], b=13)
    canonical = line.canonical(X, y)
    yield from (line.margins(X, y), line.margin(X, y), canonical.w, canonical.slab_width)
    yield -line.b * line.w / (line.w @ line.w)


@computes("ex-separability-units")
def the_wrong_units():
    plane = hard_margin([[0, 0], [10, 1]], [-1, 1]).plane
    yield -plane.b / plane.w[1]
    old = plane.w * [10, 1]  # of x_1 = x_1' / 10
    assert np.allclose(old / old[1], [100, 1])
    yield -plane.b / old[1]


@computes("ex-separability-walk")
def the_nearest_point():
    X, y = [[3, 1], [1, 2], [0, 0], [-1, 1]], [1, 1, -1, -1]
    yield hard_margin(lift(X), y, bias=False).margin


# --- perceptrons ----------------------------------------------------------------------------------------------


@computes("ex-perceptron-order")
def another_order():
    run = perceptron([[-1, 2], [-1, 1], [2, 1]], [1, -1, 1], pick="next")
    yield from (run.corrections, 3 - run.order[:5], run.plane.w)


@computes("ex-perceptron-only-mistakes")
def why_only_mistakes():
    z, times = np.array([1.0, 0.0]), 100  # radius and margin are 1
    w = times * z
    kept = {r"*Along $\vu$*": w @ z >= times, "*Length*": w @ w <= times, "*Together*": w @ z <= np.linalg.norm(w)}
    yield {step for step, holds in kept.items() if not holds}


@computes("ex-perceptron-unkind")
def the_mildest_mistake_first():
    X, y, _ = separable(n=200, d=2, gamma=0.1, seed=3)
    Z, w, updates = y[:, None] * X, np.zeros(2), 0
    while (Z @ w <= 0).any():
        w += Z[np.argmax(np.where(Z @ w <= 0, Z @ w, -np.inf))]
        updates += 1
    in_order = perceptron(X, y, pick="next").corrections
    yield {"fewer updates" if updates < in_order else "as many updates" if updates == in_order else "more updates"}


@computes("ex-margin-perceptron-by-hand")
def a_run_by_hand():
    run = margin_perceptron(*THREE, 0.5, pick="next")
    yield from (run.corrections, run.plane.margin(*THREE))
    yield {"No" if run.finished and run.plane.margin(*THREE) >= 0.25 else "Yes"}


@computes("ex-margin-perceptron-why-half")
def why_half():
    two, labels = 5 * np.array([[3, 1], [1, -4]]), [1, -1]  # gamma_opt is 13
    yield margin_perceptron(two, labels, 2 * 13, pick="next", max_corrections=2_000).counts
    s = 2**0.25
    axes, best = [[1, 0], [0, s]], s / np.sqrt(1 + s**2)
    ends = [margin_perceptron(axes, [1, 1], 2 * beta * best, max_corrections=2_000).finished for beta in (0.5, 0.9, 1)]
    yield {{(True, True, False): "all that are below 1"}[tuple(ends)]}


@computes("ex-margin-perceptron-steps")
def other_steps_than_halves():
    rho = ROOT_2
    earlier = sum(rho ** (-2 * i) for i in range(200))  # the budgets before the last guess, divided by the last of them
    yield 12 * (1 + earlier)
    yield 1 / (2 * rho)


@computes("ex-appendix-proof-by-hand")
def five_claims_by_hand():
    first, gamma, R = np.sqrt(10), 2.6, ROOT_17
    yield first + R
    yield first + R**2 / (2 * first) + gamma / 2
    yield 2 * R**2 / gamma + 2 * 0.75 * gamma + R
    silent = {"Claim 3": True, "Claim 4": 2 * R**2 / gamma > 0}  # at w = 0: the length is divided by, or compared
    yield {claim for claim, says_nothing in silent.items() if says_nothing}


@computes("ex-appendix-proof-any-plane")
def any_hyperplane_will_do():
    plane = Plane([1, 0.5])
    X, y = [[3, 1], [1, -4], [2, 2]], [1, -1, 1]
    y = np.where(plane.decision(X) > 0, 1, -1)
    assert plane.margin(X, y) < hard_margin(X, y, bias=False).margin - 0.1
    guess = plane.margin(X, y)
    report = check_margin_claims(margin_perceptron(X, y, guess), X, y, guess, plane)
    held = {row.claim[:7] for row in report if row.claim.startswith("claim ")}
    assert report.ok
    assert not report.not_met
    yield len(held)


@computes("ex-appendix-proof-threshold")
def is_2_the_best_threshold():
    c = np.arange(1001, 6000) / 1000
    yield c[np.argmin(c**2 / (c - 1))]
    best = max(np.roots([1, -2, -1]))
    assert abs(best - c[np.argmin(c * (c + 1) / (c - 1))]) < 1e-3
    yield from (best, 2 * best * (best + 1) / (best - 1))


@computes("ex-appendix-proof-order")
def how_the_order_matters():
    X = from_page("larger-guesses", "slow_points")(0.2)
    half = X[: len(X) // 2]  # without the mirror images

    def updates(Z):
        return margin_perceptron(Z, np.ones(len(Z)), 0.2 * (1 - 1e-9), pick="next").corrections

    yield max(updates(X[np.random.default_rng(seed).permutation(len(X))]) for seed in range(20))
    yield updates(half)
    more = [hard_margin(Z, np.ones(len(Z)), bias=False).margin for Z in (half, X)]
    yield {"larger" if more[0] > more[1] + 1e-6 else "the same" if more[0] > more[1] - 1e-6 else "smaller"}


@computes("ex-winnow-by-hand")
def three_updates():
    X, y = [[0.0], [1.0]], [-1, 1]
    best = max_linf_margin(X, y)
    yield from ([*best.plane.w, best.plane.b], best.margin, winnow(X, y, epsilon=1 / 3).corrections)


@computes("ex-winnow-cube")
def the_cube():
    X = np.array(list(itertools.product([-1.0, 1.0], repeat=3)))
    low, high = max_l2_margin(X, X[:, 0]).margin, max_linf_margin(X, X[:, 0]).margin
    assert np.isclose(low, 1 / np.sqrt(3 + 1))
    assert np.isclose(high, 1)
    yield 1 / (1 / np.sqrt(1000 + 1)) ** 2
    yield 4 * np.log(2 * (1000 + 1)) / high**2
    yield {"the right one" if np.isclose(high, np.sqrt(3 + 1) * low) else "the left one"}


@computes("ex-winnow-copies")
def copies_of_a_feature():
    X = np.array(list(itertools.product([-1.0, 1.0], repeat=3)))
    for copied in ([], [0], [1]):
        yield max_l2_margin(np.hstack([X, X[:, copied]]), X[:, 0]).margin
    yield max_linf_margin(np.hstack([X, X[:, [0, 0]]]), X[:, 0]).margin


# --- the maximum margin ---------------------------------------------------------------------------------------


@computes("ex-maximum-margin-three-numbers")
def a_program_by_hand():
    X, y = np.array([[1.0], [3.0], [7.0]]), np.array([-1, -1, 1])
    svm = hard_margin(X, y)
    yield from (Plane([1], b=-4).margin(X, y), svm.plane.w[0], svm.plane.b)
    yield {f"${X[i, 0]:g}$" for i in range(3) if i not in svm.support}


@computes("ex-maximum-margin-why")
def three_reasons():
    lines = {r"$x_1 = \tfrac12$": Plane([1, 0], b=-0.5), "$x_1 + x_2 = 2$": Plane([1, 1], b=-2)}
    yield {name for name, line in lines.items() if flip_radius(line, *SIX).min() > 0.5 * ROOT_2}
    yield from (line.margin(*SIX) / radius(SIX[0]) for line in lines.values())
    yield {"You can't say"}  # no theorem speaks of points that are not in the data


@computes("ex-maximum-margin-more-points")
def more_points_less_margin():
    before, changed = hard_margin(*SIX), set()
    for name, point in {"a": [0.4, 4.6], "b": [1.7, 1.5], "c": [2.6, -2]}.items():
        try:
            after = hard_margin(np.vstack([SIX[0], point]), np.append(SIX[1], 1))
            if not np.allclose(after.plane.w, before.plane.w):
                changed.add(name)
        except NotSeparable:
            changed.add(name)
    yield changed


@computes("ex-maximum-margin-ruler")
def the_best_line_with_a_ruler():
    for positive in ([0, 2], [5, 2]):
        svm = hard_margin([positive, [-1, 0], [3, 0]], [1, -1, -1])
        yield from (svm.plane.w, svm.plane.b)
    yield svm.margin


@computes("ex-support-vectors-predict")
def a_prediction_without_a_hyperplane():
    svm = hard_margin([[1, 1], [-1, -1], [3, 0]], [1, -1, 1])
    yield {rf"$\vx_{i + 1}$" for i in svm.support}
    yield from (svm.plane.b, *svm.plane.decision([[2, -1], [3, 0]]))


@computes("ex-support-vectors-solver")
def the_hulls_of_the_penguins():
    svm = hard_margin(*penguins()[:2])
    yield from (svm.alpha.max(), svm.plane.w)


@computes("ex-support-vectors-sparsity")
def what_sparsity_buys():
    points, numbers, n = 40, 50, 20_000
    dual = (np.zeros((points, numbers)), np.zeros(points), np.zeros(1))
    yield from (sum(part.size for part in dual), numbers + 1, points, points, points / n)


# --- duality --------------------------------------------------------------------------------------------------


@computes("ex-duality-equation")
def an_equation():
    x, y, beta = np.linalg.solve([[2, 0, 1], [0, 2, 2], [1, 2, 0]], [0, 0, 5])
    yield from (beta, x**2 + y**2 + beta * (x + 2 * y - 5), (x, y))


@computes("ex-duality-moving-bound")
def a_bound_that_moves():
    grid = np.arange(-500, 501) / 100

    def optimum(c):
        return ((grid[grid >= c - 1e-9] - 1) ** 2).min()

    yield from (optimum(3), (optimum(3.01) - optimum(2.99)) / 0.02, (optimum(0.01) - optimum(-0.01)) / 0.02)
    yield max(c for c in grid if optimum(c) == 0)


@computes("ex-duality-hill")
def the_size_of_the_gap():
    x = np.arange(-400, 401) / 100
    for c in (0.5, 2):
        beta = np.arange(-400, 401)[:, None] / 10
        duals = ((x**2 - 1) ** 2 + beta * (x - c)).min(axis=1)
        yield (c**2 - 1) ** 2 - duals.max()


@computes("ex-duality-gap-size")
def a_gap_of_any_size():
    t, c = 1e3, 3.0
    left = t**2 / (np.hypot(t**3, t) + t**3)  # sqrt(x^2 + y^2) - x at x = t^3, y = t, without canceling
    assert left <= 1 / (2 * t) * (1 + 1e-12)
    yield c * np.exp(-0.0)  # at s = 0, y is 0
    yield from (c * np.exp(-t), c * np.exp(-t) + 0.0 * left)


@computes("ex-duality-separate")
def separate_a_set_from_zero():
    far, near = np.array([-1e6, 0, 1e6]), np.array([-1, -1e-6, 0, 1e-6, 1])
    sets = {
        "(a)": np.array([(x, y) for x in (1, 5) for y in far]),
        "(b)": np.array([(x, x**2 + more) for x in near for more in (1e-15, 1)]),
        "(c)": np.array([(x, y) for x in near for y in (1e-15, 1)] + [(1, 0)]),
    }
    angles = np.deg2rad(np.arange(360))
    around = np.column_stack([np.cos(angles), np.sin(angles)]).round(15)
    found = {}
    for name, points in sets.items():
        [found[name]] = [v for v in around if (points @ v >= 0).all()]
        yield found[name]
    yield {name for name, points in sets.items() if np.linalg.norm(points, axis=1).min() >= 1}
    yield {name for name, points in sets.items() if (points @ found[name] > 0).all()}


@computes("ex-kkt-two-variables")
def two_variables_two_walls():
    names = {(): "no active wall", (0,): "the first wall alone", (1,): "the second wall alone", (0, 1): "both walls"}
    walls, ends = np.array([[1.0, 1], [0, 1]]), np.array([3.0, 0])  # walls @ (x, y) >= ends
    pulls = set()
    for active, name in names.items():
        rows, size = list(active), len(active)
        A = np.block([[np.diag([2.0, 4.0]), -walls[rows].T], [walls[rows], np.zeros((size, size))]])
        solved = np.linalg.solve(A, np.concatenate([np.zeros(2), ends[rows]]))
        point, multipliers = solved[:2], np.zeros(2)
        multipliers[rows] = solved[2:]
        if (walls @ point >= ends - 1e-9).all() and (multipliers >= 0).all():
            yield from (point, multipliers, point[0] ** 2 + 2 * point[1] ** 2)
        elif (multipliers < 0).any():
            pulls.add(name)
    yield pulls


@computes("ex-kkt-pull")
def why_a_wall_cannot_pull():
    wall, alpha = np.array([3.0, 4.0]), -0.5
    f = -alpha * wall  # the gradient, by stationarity
    ways = {r"$\nabla g(\vw)$": wall, r"$-\nabla g(\vw)$": -wall}
    ways[r"at a right angle to $\nabla g(\vw)$"] = wall[::-1] * [-1, 1]
    yield {name for name, way in ways.items() if f @ way < 0 and wall @ way <= 0}


@computes("ex-duality-price")
def what_a_point_is_worth():
    def cost(t):
        """The least w^2 / 2 with w + b >= 1 + t and w - b >= 1."""
        return ((1 + t + 1) / 2) ** 2 / 2

    svm = hard_margin([[1, 1], [-1, 1]], [1, -1])
    assert np.isclose(cost(0), svm.primal)
    assert np.isclose(cost(1), hard_margin([[1], [-2]], [1, -1]).primal * 2.25**2)
    yield from (cost(0.2), svm.alpha[0], svm.plane.decision([[3, 0]])[0])


# --- slack and hinge ------------------------------------------------------------------------------------------


@computes("ex-slack-give-way")
def how_far_should_it_give_way():
    X, y = np.array([[-2.0], [0], [2]]), np.array([-1, 1, 1])
    hard, given = hard_margin(X, y), Plane([0.5])
    slack = losses.hinge(y * given.decision(X)).sum()
    yield from (hard.primal, 1 / 8 + slack, (hard.primal - 1 / 8) / slack)
    yield from (soft_margin(X, y, C=3 / 8).plane.w[0], hard.alpha.max())


@computes("ex-slack-four-numbers")
def four_numbers():
    X, y, w = np.array([[-1.0], [0], [0.5], [2]]), np.array([-1, -1, 1, 1]), np.array([1.0])

    def slacks(b):
        return losses.hinge(y * Plane(w, b=b).decision(X))

    best = soft_margin(X, y, C=2).primal
    yield from (slacks(-0.5), 0.5 + 2 * slacks(-0.5).sum())
    as_good = [b for b in np.arange(-32, 33) / 16 if abs(0.5 + 2 * slacks(b).sum() - best) < 1e-9]
    yield (min(as_good), max(as_good))


@computes("ex-slack-count")
def how_many_pay_the_full_price():
    names = ("the number of mistakes", "the number of bounded support vectors", "the number of all support vectors")
    bounds = dict.fromkeys(names, True)
    for seed, C in itertools.product(range(3), (0.03, 1)):
        X, y, _ = inseparable(n=40, d=2, flipped=0.1, seed=seed)
        svm = soft_margin(X, y, C=C)
        counts = (y * svm.plane.decision(X) <= 0, svm.alpha >= C * (1 - 1e-6), svm.alpha > C * 1e-6)
        for name, count in zip(bounds, counts, strict=True):
            bounds[name] &= count.sum() <= svm.alpha.sum() / C + 1e-6
    yield {name for name, holds in bounds.items() if holds}


@computes("ex-slack-units")
def the_units_of_C():
    X, y, _ = inseparable(n=40, d=2, seed=1)
    hers = soft_margin(X, y, C=1)
    for C in (1, 100, 10_000, 1_000_000):
        yours = soft_margin(X / 100, y, C=C)
        if np.allclose(yours.plane.w, 100 * hers.plane.w, rtol=1e-4):
            yield from (C, round(yours.slack.sum() / hers.slack.sum(), 6))


@computes("ex-slack-squared")
def the_square_of_the_slack():
    X, y, _ = outlier()
    force = {}
    for C in (10, 100):
        lifted = np.hstack([X, np.diag(y / np.sqrt(2 * C))])  # a coordinate for the slack of each point
        force[C] = hard_margin(lifted, y).alpha[-1]
    yield force[10]
    yield {"Yes" if max(force.values()) <= 10 else "No"}


@computes("ex-hinge-slope")
def the_slope_of_three_points():
    X, y, w = np.array([[2, 0], [0, 0.5], [0.5, -1]]), np.array([1, 1, -1]), np.array([1.0, 1.0])
    names = ["$(2, 0)$", "$(0, 0.5)$", "$(0.5, -1)$"]
    yield {name for name, z in zip(names, y * Plane(w).decision(X), strict=True) if z < 1}
    g, of_b = hinge_subgradient(w, 0.0, X, y, lam=0.5)
    yield from (g, of_b)
    for v in (w, w - g / 4):
        yield v @ v / 2 + losses.hinge(y * Plane(v).decision(X)).sum()


@computes("ex-hinge-squared-error")
def a_loss_that_punishes_the_own_side():
    z = np.linspace(-6, 6, 121)
    loss = (1 - z) ** 2
    yield from (np.interp([0], z, loss)[0], np.interp([5], z, loss)[0])
    yield {"Yes" if (np.diff(loss, 2) >= -1e-12).all() else "No"}
    yield {"Yes" if (loss >= losses.zero_one(z)).all() else "No"}


def descended(Z, mu, draws):
    """All w_t of a descent on the hinge, one a row."""
    path = np.zeros((len(draws) + 1, Z.shape[1]))
    for t, i in enumerate(draws, 1):
        pull = Z[i] if path[t - 1] @ Z[i] < 1 else 0
        path[t] = (1 - 2 / (t + 1)) * path[t - 1] + 2 / (mu * (t + 1)) * pull
    return path


@computes("ex-hinge-draws")
def other_draws():
    pair = np.array([[2.0, 0.0], [0.0, 1.0]])

    def F(w):
        return w @ w / 4 + losses.hinge(pair @ w).mean()

    path = descended(pair, 0.5, [1, 0, 1])
    mean = textbook.hinge_sgd(pair, 0.5, [1, 0, 1])
    yield from (path[2], path[3], mean, F(mean), F(soft_margin(pair, [1, 1], C=1, bias=False).plane.w))


@computes("ex-hinge-constant")
def what_a_constant_step_costs():
    etas = np.arange(1, 10_000) / 10_000

    def bound(T):
        return 3**2 / (2 * etas * T) + etas / 2 * 2**2

    yield from (etas[np.argmin(bound(100))], bound(100).min(), bound(400).min() / bound(100).min())


@computes("ex-hinge-average")
def what_the_average_is_good_for():
    X, y, _ = inseparable(n=60, d=2, flipped=0.08, seed=3)
    Z, mu, late = y[:, None] * X, 0.01, np.arange(1, 1001)
    means = {
        "the last $\\vw_T$": lambda path: path[-1],
        "the plain mean": lambda path: path.mean(axis=0),
        "the mean weighted by $t$": lambda path: np.average(path, axis=0, weights=late),
    }
    draws = [np.random.default_rng(seed).integers(60, size=1000) for seed in range(20)]
    paths = [descended(Z, mu, drawn[:-1]) for drawn in draws]
    ends = {name: np.array([mean(path) for path in paths]) for name, mean in means.items()}
    squares = {name: (W**2).sum(axis=1).mean() for name, W in ends.items()}
    excess = {name: mu / 2 * squares[name] + losses.hinge(W @ Z.T).mean() for name, W in ends.items()}
    yield {min(excess, key=excess.get)}


# --- kernels --------------------------------------------------------------------------------------------------


@computes("ex-kernels-distance")
def distances_in_feature_space():
    one, other = polynomial_features([[1.0, 1.0], [1.0, -1.0]], 2)
    yield np.linalg.norm(one - other)
    yield 2 - 2 * rbf_kernel(0.5)([[1.0, 1.0]], [[1.0, -1.0]])[0, 0]
    yield np.sqrt(2 - 2 * rbf_kernel(0.5)([[0.0]], [[1e3]])[0, 0])


@computes("ex-kernels-cube")
def the_features_of_a_cube():
    yield polynomial_kernel(3, 1)([[2.0]], [[3.0]])[0, 0]
    yield from (polynomial_features(np.ones((1, 30)), 3, **form).shape[1] for form in ({}, {"r": 0}))


@computes("ex-kernels-circle")
def every_circle_is_the_shadow_of_a_plane():
    turn = np.array([0.3, 1.7, 4.0])
    x, y = 2 + 3 * np.cos(turn), 1 + 3 * np.sin(turn)
    first, second, b = np.linalg.solve(np.column_stack([x, y, np.ones(3)]), -(x**2 + y**2))
    yield from ((first, second, 1), b, 2 * first + 1 * second + 5 + b)


@computes("ex-kernels-parity")
def minsky_and_papert():
    cards = np.array([[1 if card >> j & 1 else -1 for j in range(4)] for card in range(16)])
    odd = np.where((cards > 0).sum(axis=1) % 2, 1, -1)
    yield next(p for p in range(1, 9) if separate(polynomial_features(cards, p), odd).plane is not None)


@computes("ex-kernels-heart")
def by_heart():
    machine = kernel_svm(np.arange(5.0)[:, None], [1, 1, 1, -1, -1], rbf_kernel(1e4))
    yield from (machine.b, machine.alpha[0], machine.alpha[4], 1 / np.sqrt((machine.alpha**2).sum()))


@computes("ex-kernels-cosine")
def angles_only():
    gamma, x, other = 0.3, np.array([0.4, -1.1]), np.array([1.3, 0.7])
    kernels = {
        r"$(\vx\cdot\vx' + 1)^2$": lambda a, b: (a @ b + 1) ** 2,
        r"$e^{2\gamma\,\vx\cdot\vx'}$": lambda a, b: np.exp(2 * gamma * a @ b),
        r"$e^{\gamma\norm{\vx - \vx'}^2}$": lambda a, b: np.exp(gamma * (a - b) @ (a - b)),
        r"$e^{\gamma\norm{\vx + \vx'}^2}$": lambda a, b: np.exp(gamma * (a + b) @ (a + b)),
    }
    cosines = {name: k(x, other) / np.sqrt(k(x, x) * k(other, other)) for name, k in kernels.items()}
    wanted = rbf_kernel(gamma)(x[None], other[None])[0, 0]
    yield {name for name, cosine in cosines.items() if np.isclose(cosine, wanted)}


@computes("ex-kernels-words")
def a_kernel_for_words():
    english = """one two three four five six seven eight nine ten eleven twelve
        thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"""
    spanish = """uno dos tres cuatro cinco seis siete ocho nueve diez once doce
        trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte"""
    words, language = [*english.split(), *spanish.split()], np.repeat([1, -1], 20)
    pairs = [[f"_{word}_"[i : i + 2] for i in range(len(word) + 1)] for word in words]
    kinds = sorted({pair for own in pairs for pair in own})
    counts = np.array([[own.count(pair) for pair in kinds] for own in pairs], dtype=float)
    yield counts[words.index("twelve")] @ counts[words.index("twenty")]
    early = np.arange(40) % 20 < 12
    plane = hard_margin(counts[early], language[early]).plane
    yield (plane.predict(counts[~early]) == language[~early]).sum()
