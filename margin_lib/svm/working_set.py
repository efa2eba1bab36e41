"""The working set: solve for few points, certify on all of them.

Problem     the interior point costs n d^2 a step, but only points on or near the slab's edge shape the plane
Algorithm   fix all other points, at alpha = 0 if they seem to be beyond the slab, at alpha = C if they seem to be
            inside; solve for the working set; test all points once; add those that rest on the wrong side
Certificate each round ends with a plane and multipliers for all points, hence with a bound on both errors

    rows     the working set
    resting  alpha of the points outside of it, 0 or C
    band     the points whose margins a sample predicts to be close to 1

>>> X, y = np.array([[1.0], [-1.0], [9.0]]), np.array([1.0, -1.0, 1.0])
>>> answer = solve_svm(Program(X, y, np.inf, bias=True))
>>> answer.w.round(6), answer.gap < 1e-9
(array([1.]), True)
"""

import numpy as np

from ..optimize.interior_point import interior_point
from .primal_dual import Answer, Program, Units, certify

FEW = 1000  # up to this many points, or 10 a coordinate if that is more, are solved for at once
SAMPLE = 40  # the first working set of a hard margin has this many points per coordinate, and 200
ADDED = 8  # a hard margin adds at most this many points per coordinate, and 100, at a time
DOUBT = 2.5  # times sqrt(d / m): the part of the points whose side a sample of m does not settle
ROUGH, FAIR, FINE = 1e-2, 1e-5, 1e-10  # accuracy at the start, of the band of a soft margin, and at the end
NARROW = 6  # part of the working set kept, the nearest to the edge, once almost all others rest on the right side
CLOSE = 1.0  # relative gap over all points at which a hard margin is solved to full accuracy
ACCURACY = 1e-9  # relative gap over all points at which the search ends
ROUNDS = 50  # afterward all points are solved for at once


def solve_svm(program: Program, thorough: bool = False) -> Answer:
    """Return a plane and multipliers with a relative gap of 1e-9, or of what floats allow.

    If no plane with a hard margin was found, the primal objective is infinite, and `alpha` is above 0 on points that
    cannot be separated from each other.

    Book: {prf:ref}`alg-working-set`
    """
    n, dimension = program.X.shape
    answer = None
    if n > max(FEW, 10 * dimension):
        answer = _hard(program, thorough) if program.hard else _soft(program, thorough)
    return answer or _solve_rows(program, np.arange(n), np.zeros(n), thorough)


def _hard(program: Program, thorough: bool) -> Answer | None:
    """Add the points inside the slab, worst first, until all are outside; return None if that takes too many rounds."""
    n, dimension = program.X.shape
    rows, limit = _sample(program, SAMPLE * dimension + 200), ADDED * dimension + 100
    accuracy = ROUGH
    for _ in range(ROUNDS):
        answer = _solve_rows(program, rows, np.zeros(n), thorough, accuracy)
        inside = answer.margins < answer.edge
        inside[rows] = False
        entering = np.flatnonzero(inside)
        if answer.gap <= ACCURACY or answer.margins[rows].min() <= 0 or (accuracy == FINE and not len(entering)):
            return answer
        if answer.gap <= CLOSE:
            accuracy = FINE
        if len(entering) > limit:
            entering = entering[np.argpartition(answer.margins[entering], limit)[:limit]]
        rows = np.union1d(rows[answer.margins[rows] < 2 * answer.edge], entering)
    return None


def _soft(program: Program, thorough: bool) -> Answer | None:
    """Add the points that rest on the wrong side of the slab's edge until none does, or return None."""
    rows, resting = _band(program)
    narrow = False
    for _ in range(ROUNDS):
        answer = _solve_rows(program, rows, resting, thorough, FINE if narrow else FAIR)
        wrong = np.where(resting > 0, answer.margins > answer.edge, answer.margins < answer.edge)
        wrong[rows] = False
        entering = np.flatnonzero(wrong)
        if answer.gap <= ACCURACY or (narrow and not len(entering)):
            return answer
        if NARROW * len(entering) <= len(rows) and not narrow:
            rows, resting = _nearest(program, answer.margins, len(rows) // NARROW)
            narrow = True
        rows = np.union1d(rows, entering)
        resting[rows] = 0.0
    return None


def _solve_rows(
    program: Program, rows: np.ndarray, resting: np.ndarray, thorough: bool, accuracy: float = FINE
) -> Answer:
    """Solve for the points in `rows` while the others rest at the alpha given, and certify the result on all points."""
    units, A = _lifted(program, rows)
    pull = units.pull(program.combination(resting), float(resting @ program.y), program.bias)
    worth = units.scale**2
    loss = float(resting.sum()) * worth
    found = interior_point(A, program.C * worth, program.bias, pull, loss, accuracy, thorough)
    w, b = units.plane(found.u, program.bias)
    alpha = resting.copy()
    alpha[rows] = found.alpha / worth
    return certify(program, alpha, w, b)


def _lifted(program: Program, rows: np.ndarray) -> tuple[Units, np.ndarray]:
    """Return units that suit these points, and the signed lifted points in them."""
    everything = len(rows) == len(program.y)
    X, y = (program.X, program.y) if everything else (program.X[rows], program.y[rows])
    units = Units.of(X, program.bias)
    return units, units.rows(X, y, program.bias)


def _sample(program: Program, size: int) -> np.ndarray:
    """Return points drawn from each class in proportion, with a minimum for each."""
    chance = np.random.default_rng(0)
    chosen = []
    for label in (1.0, -1.0):
        members = np.flatnonzero(program.y == label)
        count = min(len(members), max(size * len(members) // len(program.y), size // 20))
        chosen.append(chance.choice(members, count, replace=False, shuffle=False))
    return np.sort(np.concatenate(chosen))


def _band(program: Program) -> tuple[np.ndarray, np.ndarray]:
    """Return the points near the edge of the slab, and where the others rest, according to a sample's rough plane."""
    n, dimension = program.X.shape
    sample = _sample(program, min(n, int((DOUBT / 2 * n * np.sqrt(dimension)) ** (2 / 3))))
    return _nearest(program, _pilot(program, sample), int(n * DOUBT * np.sqrt(dimension / len(sample))))


def _nearest(program: Program, margins: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the `count` points nearest to the edge of the slab, and where these margins let the others rest."""
    distance = np.abs(margins - 1)
    count = min(count, len(distance) - 1)
    near = distance <= np.partition(distance, count)[count]
    return np.flatnonzero(near), np.where(~near & (margins < 1), program.C, 0.0)


def _pilot(program: Program, sample: np.ndarray) -> np.ndarray:
    """Return the margins of all points under a plane that suits the sample."""
    units, A = _lifted(program, sample)
    y = program.y[sample]
    weight = np.ones(len(y))  # how many points of its class each sampled point represents
    for label in np.unique(y):
        weight[y == label] = np.count_nonzero(program.y == label) / np.count_nonzero(y == label)
    price = program.C * units.scale**2 * weight
    found = interior_point(A, price, program.bias, accuracy=ROUGH)
    return program.margins(*units.plane(found.u, program.bias))
