"""The perceptrons and Winnow as estimators. They warn if no plane separates the points."""

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from ..core.signed_points import SignedPoints
from ..perceptrons.margin_perceptron import incremental_margin_perceptron, margin_perceptron
from ..perceptrons.perceptron import perceptron
from ..perceptrons.runs import Run
from ..perceptrons.winnow import winnow
from ..separation import NotSeparable
from .classifier import LinearClassifier
from .pocket import pocket

MAX_CORRECTIONS = 10_000  # the default budget: half a second
FALLBACK_GUESS = 0.1  # of R: the margin perceptron's guess where the search for one gave up
FALLBACK_EPSILON = 0.1  # Winnow's rate where the search for one gave up

NO_PLANE = "No plane separates the two classes: use LinearSVM or KernelSVM."
PERHAPS = "Raise max_corrections; where no plane separates the two classes (see separate), use LinearSVM or KernelSVM."


class Corrector(LinearClassifier):
    """A classifier that corrects mistakes; subclasses define how, in `_correct`.

    After a finished run, `plane_` is the plane of `run_`. Otherwise it is the plane with the fewest mistakes on the way
    (see `pocket`), and `fit` warns.
    """

    run_: Run

    @property
    def n_iter_(self) -> int:
        """How many updates were made."""
        return self.run_.corrections

    def _learn(self, X: np.ndarray, signs: np.ndarray) -> None:
        self.run_, advice = self._correct(X, signs)
        if self.run_.finished:
            self.plane_ = self.run_.plane
            return
        self.plane_ = pocket(self.run_, X, signs)
        mistakes = int((signs * self.plane_.decision(X) <= 0).sum())
        self._warn(
            f"made {self.n_iter_:,} updates and is not finished. {advice} "
            f"plane_ is the best plane on the way, with {mistakes} mistakes on {len(X)} points."
        )

    def _correct(self, X: np.ndarray, signs: np.ndarray) -> tuple[Run, str]:
        """Return the run, and what to do if it is unfinished."""
        raise NotImplementedError


@dataclass(eq=False, repr=False)
class PerceptronClassifier(Corrector):
    """The perceptron: a plane that separates the training points, or the best one found, with a warning.

    bias              fit b, by lifting the points (default True)
    max_corrections   budget of updates (default 10,000)
    pick              which mistake comes next, as in `perceptron`. The default, "next", goes through the points
                      in order. "hot" is faster if a plane separates the points; if none does, it corrects outliers
                      only, and its planes are worse.

    >>> model = PerceptronClassifier().fit([[2, 1], [1, 2], [-2, -1]], ["spam", "spam", "ham"])
    >>> model.predict([[1, 1], [-1, -1]]).tolist(), model.n_iter_
    (['spam', 'ham'], 1)

    Book: {ref}`sec-estimators`
    """

    _: KW_ONLY
    bias: bool = True
    max_corrections: int = MAX_CORRECTIONS
    pick: str = "next"

    def _correct(self, X: np.ndarray, signs: np.ndarray) -> tuple[Run, str]:
        run = perceptron(X, signs, bias=self.bias, max_corrections=self.max_corrections, pick=self.pick)
        return run, PERHAPS


@dataclass(eq=False, repr=False)
class MarginPerceptronClassifier(Corrector):
    """The margin perceptron: a plane with a margin of at least gamma_opt / 4, or the best one found, with a warning.

    gamma_guess       correct margins below gamma_guess / 2 (default None: find the guess, by the incremental algorithm)
    bias              fit b, by lifting the points; gamma_opt is that of the lift (default True)
    max_corrections   budget of updates of a run (default 10,000); 12 R^2 / gamma_guess^2 suffice for a guess up to
                      gamma_opt, and 28 R^2 / gamma_opt^2 without a guess
    pick              which violation comes next, as in `PerceptronClassifier` (default "next")

    Where the search for a guess proves that no plane separates the points, or that gamma_opt is too small for floats,
    `run_` is one more run, with the guess R / 10.

    >>> X, y = [[4, 1], [-2, 2], [1, -3]], [1, 1, 0]
    >>> model = MarginPerceptronClassifier(bias=False).fit(X, y)
    >>> model.predict(X), [round.ended for round in model.run_.rounds]
    (array([1, 1, 0]), ['early', 'self'])

    Book: {ref}`sec-estimators`
    """

    _: KW_ONLY
    gamma_guess: float | None = None
    bias: bool = True
    max_corrections: int = MAX_CORRECTIONS
    pick: str = "next"

    def _correct(self, X: np.ndarray, signs: np.ndarray) -> tuple[Run, str]:
        how: dict[str, Any] = {"bias": self.bias, "max_corrections": self.max_corrections, "pick": self.pick}
        if self.gamma_guess is not None:
            return margin_perceptron(X, signs, self.gamma_guess, **how), f"Lower gamma_guess. {PERHAPS}"
        try:
            return incremental_margin_perceptron(X, signs, **how), PERHAPS
        except ValueError as why:  # a bad parameter raises again below
            R = SignedPoints(X, signs, self.bias).longest()
            return margin_perceptron(X, signs, FALLBACK_GUESS * R or 1.0, **how), _advice(why)


@dataclass(eq=False, repr=False)
class WinnowClassifier(Corrector):
    """Winnow: a plane that separates the training points, found by multiplying, or the best one found, with a warning.

    It suits points with many coordinates of which few matter, all within the same range. It always has a bias.

    epsilon           rate of the update, 0 < epsilon < 1 (default None: search for it, halving)
    max_corrections   budget of updates of a run (default 10,000)

    Where the search for epsilon proves that no plane separates the points, or that gamma_W is too small for floats,
    `run_` is one more run, with epsilon 0.1.

    >>> model = WinnowClassifier().fit([[3, 1], [1, 3], [-2, -2]], [True, True, False])
    >>> model.predict([[1, 1], [-1, -1]]), model.n_iter_
    (array([ True, False]), 1)

    Book: {ref}`sec-estimators`
    """

    _: KW_ONLY
    epsilon: float | None = None
    max_corrections: int = MAX_CORRECTIONS

    def _correct(self, X: np.ndarray, signs: np.ndarray) -> tuple[Run, str]:
        budget = self.max_corrections
        if self.epsilon is not None:
            return winnow(X, signs, epsilon=self.epsilon, max_corrections=budget), f"Lower epsilon. {PERHAPS}"
        try:
            return winnow(X, signs, max_corrections=budget), PERHAPS
        except ValueError as why:  # a bad parameter raises again below
            return winnow(X, signs, epsilon=FALLBACK_EPSILON, max_corrections=budget), _advice(why)


def _advice(why: ValueError) -> str:
    return NO_PLANE if isinstance(why, NotSeparable) else f"The search gave up: {why}"
