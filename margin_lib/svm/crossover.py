"""The crossover: from nearly optimal multipliers to optimal ones, by solving the equations of the slab's edge.

Problem     an interior point has every alpha strictly between 0 and C; the optimum has most of them at 0 or C
Algorithm   guess which points are free, that is on the edge of the slab; solve the equations that they then obey:
            w.x_i + b = y_i on free points,  w = sum alpha_i y_i x_i,  sum alpha_i y_i = 0; correct the guess by signs
Certificate the result replaces what came in only if its duality gap is not larger

    free     points with 0 < alpha < C: they lie on the edge, y f(x) = 1
    bounded  points with alpha = C: inside the slab, or on its wrong side
    beta     alpha_i y_i of the free points

>>> program = Program(np.array([[1.0], [-1.0], [3.0]]), np.array([1.0, -1.0, 1.0]), np.inf, bias=True)
>>> rough = certify(program, np.array([0.499, 0.5, 0.001]), np.array([0.999]), 0.0)
>>> crossover(program, rough).alpha
array([0.5, 0.5, 0. ])
"""

import numpy as np

from .primal_dual import Answer, Program, certify, middle_bias

ROUNDS = 30  # corrections of the guess; one or two are usual
GAP_ROUNDING = 1e-11  # a gap up to this is rounding, and two answers below it are equally good
EDGE = 1e-9  # a point further from the edge of the slab than this is not on it
EDGE_ROUNDING = 1e-14  # a distance to the edge up to this is rounding
REFINEMENTS = 3  # of the solution of the equations
RANK = 1e-14  # part of the largest entry: a singular value below it is rounding, not a direction
MANY = 20_000  # free points; where more share the edge, its equations are left to the interior point


def crossover(program: Program, rough: Answer) -> Answer:
    """Return the answer with alpha exactly 0 off the support and exactly C when bounded, or `rough`.

    Book: {prf:ref}`alg-crossover`
    """
    if not np.isfinite(rough.gap):
        return rough
    free, bounded = _guess(program, rough)
    here = rough.margins / rough.edge - 1
    alpha = np.where(bounded, program.C, np.where(free, rough.alpha, 0.0))
    best = _better(rough, certify(program, alpha, rough.w, rough.b))
    if np.count_nonzero(free) > MANY:
        return best
    for _ in range(ROUNDS):
        alpha, w, b = _on_the_edge(program, alpha, free, bounded)
        low, high = free & (alpha <= 0), free & (alpha >= program.C)
        alpha[low], alpha[high] = 0.0, program.C
        answer = certify(program, alpha, w, b)
        best = _better(best, answer)
        there = answer.margins / answer.edge - 1
        off = EDGE * variation(program, answer) + EDGE_ROUNDING
        wrong = ~free & np.where(bounded, there > off, there < -off)
        if not (low | high | wrong).any():
            if np.all(np.abs(there[free]) <= off):
                break
            low, high = _least_free(program, alpha, free)  # not all of these points can be on the edge
        if np.count_nonzero(wrong) > program.X.shape[1]:
            wrong, here = _first(wrong, here, there)
        free = (free & ~low & ~high) | wrong
        bounded = (bounded & ~wrong) | high
    return best


def _least_free(program: Program, alpha: np.ndarray, free: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the free point nearest to 0 or C, among those to be set to 0 or among those to be set to C."""
    distance = np.where(free, np.minimum(alpha, program.C - alpha), np.inf)
    low, high = np.zeros(len(alpha), dtype=bool), np.zeros(len(alpha), dtype=bool)
    nearest = int(distance.argmin())
    (low if alpha[nearest] <= program.C / 2 else high)[nearest] = True
    return low, high


def _first(wrong: np.ndarray, here: np.ndarray, there: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the wrong points that meet the edge first on the way from here to there, and where that is."""
    rows = np.flatnonzero(wrong)
    step = here[rows] - there[rows]
    way = np.clip(here[rows] / np.where(step == 0, np.inf, step), 0, 1)
    first = rows[way <= way.min() + EDGE]
    wrong = np.zeros(len(wrong), dtype=bool)
    wrong[first] = True
    return wrong, here + way.min() * (there - here)


def _better(best: Answer, answer: Answer) -> Answer:
    return answer if answer.gap <= max(best.gap, GAP_ROUNDING) else best


def _guess(program: Program, rough: Answer) -> tuple[np.ndarray, np.ndarray]:
    """Return which points are free, and which bounded: of alpha and the distance to the edge the smaller is 0."""
    largest = float(rough.alpha.max()) or 1.0
    beyond = rough.margins / rough.edge - 1
    beyond /= variation(program, rough)
    bounded = (program.C - rough.alpha) / largest < -beyond
    free = ~bounded & (rough.alpha / largest > np.abs(beyond))
    return free, bounded


def variation(program: Program, answer: Answer) -> float:
    """Return how much f varies over the points, at most 1: with a tiny C it is nearly b everywhere."""
    values = answer.margins * program.y
    return min(1.0, max(EDGE_ROUNDING, float(values.max() - values.min())))


def _on_the_edge(
    program: Program, alpha: np.ndarray, free: np.ndarray, bounded: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return (alpha, w, b) that fulfil the equations of the edge; of all solutions the one nearest to alpha."""
    solved = np.where(bounded, program.C, 0.0)
    w = fixed = program.combination(solved)
    rows = np.flatnonzero(free)
    if len(rows):
        X, y, beta = program.X[rows], program.y[rows], alpha[rows] * program.y[rows]
        centred, target = X, y
        if program.bias:  # b drops out of the equations once their mean is subtracted from each
            centred, target = X - X.mean(axis=0), y - y.mean()
            beta = beta - (beta.sum() + solved @ program.y) / len(rows)
        across, size, along = np.linalg.svd(centred, full_matrices=False)
        seen = size > RANK * np.abs(X).max()
        across, size, along = across[:, seen], size[seen], along[seen].T
        for _ in range(REFINEMENTS):
            missing = target - centred @ (beta @ X + fixed)
            beta = beta + across @ (across.T @ missing / size**2)
        w = beta @ X + fixed
        missing = target - centred @ w
        if np.abs(missing).max() > EDGE_ROUNDING:  # with a large C, rounding in alpha moves w off the edge
            w = w + along @ (across.T @ missing / size)
        solved[rows] = beta * y
    return solved, w, middle_bias(program, solved, w)
