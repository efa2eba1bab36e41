"""Base classes of the estimators: they turn labels into signs and back, and follow scikit-learn's interface.

classes_    the two labels, sorted; f(x) >= 0 means the second one
signs       +1 for the second label, -1 for the first
"""

import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from ..core import inputs
from ..core.geometry import Plane


class BinaryClassifier(ClassifierMixin, BaseEstimator):
    """A classifier with two labels; subclasses define `_learn`, from signs, and `_decide`."""

    classes_: np.ndarray
    n_features_in_: int

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from points X with labels y, two different ones, or raise a ValueError."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_ = two_classes(y)
        self._learn(inputs.points(X), np.where(y == self.classes_[1], 1.0, -1.0))
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """Return f(x) of each point: at 0 or above for the second of `classes_`, below 0 for the first."""
        check_is_fitted(self)
        return self._decide(validate_data(self, X, dtype=np.float64, reset=False))

    def predict(self, X: Any) -> np.ndarray:
        """Return the label of each point."""
        right = self.decision_function(X) >= 0
        return self.classes_[right.astype(int)]

    def _learn(self, X: np.ndarray, signs: np.ndarray) -> None:
        raise NotImplementedError

    def _decide(self, X: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _warn(self, what: str) -> None:
        """Warn from the line that called `fit`: two calls up from here, past `_learn` and `fit`."""
        warnings.warn(f"{type(self).__name__} {what}", ConvergenceWarning, stacklevel=4)


class LinearClassifier(BinaryClassifier):
    """A classifier whose fit is a plane: `plane_`, or under scikit-learn's names `coef_` and `intercept_`."""

    plane_: Plane

    @property
    def coef_(self) -> np.ndarray:
        """w, as a table with one row."""
        return self.plane_.w[np.newaxis]

    @property
    def intercept_(self) -> np.ndarray:
        """b, as an array with one entry."""
        return np.array([self.plane_.b])

    def _decide(self, X: np.ndarray) -> np.ndarray:
        return self.plane_.decision(X)


def two_classes(y: np.ndarray) -> np.ndarray:
    """Return the two labels in y, sorted, or raise."""
    check_classification_targets(y)
    classes = np.unique(y)
    if len(classes) == 1:
        raise ValueError(f"y holds one class only, {classes.tolist()[0]!r}: give points of two classes.")
    if len(classes) > 2:
        raise ValueError(
            f"Only binary classification is supported. The type of the target is {type_of_target(y)}: y holds "
            f"{len(classes)} classes. Wrap the estimator in sklearn.multiclass.OneVsRestClassifier."
        )
    return classes
