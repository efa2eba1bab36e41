"""Two measured sets, shipped with the library; `margin_lib/data/README.md` names their authors and licenses."""

from collections.abc import Sequence

import numpy as np

from .generated import Data


def penguins(
    positive: str = "Gentoo",
    negative: str = "Adelie",
    features: Sequence[str] = ("bill_length_mm", "bill_depth_mm"),
    standardize: bool = False,
) -> Data:
    """Return two species of the Palmer penguins, +1 and -1, as measured on Torgersen, Biscoe and Dream Island.

    Species: Adelie (151), Gentoo (123), Chinstrap (68). Features: bill_length_mm, bill_depth_mm, flipper_length_mm,
    body_mass_g. Two birds without measurements are left out. A plane separates Gentoo from Adelie, by the two features
    of the bill or by all four, and Gentoo from Chinstrap by all four but not by the bill alone; it takes all four
    features to separate Adelie from Chinstrap, too. `standardize` shifts and scales each feature to mean 0 and
    deviation 1. `best` is None: finding it is what `hard_margin` is for.

    >>> X, y, best = penguins()
    >>> X.shape, X[0].tolist()
    ((274, 2), [39.1, 18.7])

    Book: {ref}`sec-real-data`
    """
    classes, table, names = _table("penguins")
    _require_known("feature", features, names)
    _require_known("species", (positive, negative), sorted(set(classes)))
    if positive == negative:
        raise ValueError(f"positive and negative are both {positive!r}: choose two species.")
    if not len(features):
        raise ValueError(f"features is empty: choose at least one of {', '.join(names)}.")
    rows = (classes == positive) | (classes == negative)
    X = table[:, [names.index(feature) for feature in features]]
    return _data(X[rows], classes[rows] == positive, standardize)


def breast_cancer(standardize: bool = False) -> Data:
    """Return 30 measurements of each of 569 breast masses, +1 for malignant (212) and -1 for benign (357).

    Mean, standard error and worst value of ten features of the cell nuclei, Wisconsin 1995. A plane separates the two
    classes, barely: leave the mean area out, and none does. `standardize` shifts and scales each feature to mean 0 and
    deviation 1; without it they range up to 4254. `best` is None: finding it is what `hard_margin` is for.

    >>> X, y, best = breast_cancer()
    >>> X.shape, int((y > 0).sum())
    ((569, 30), 212)

    Book: {ref}`sec-real-data`
    """
    classes, X, _ = _table("breast_cancer")
    return _data(X, classes == "malignant", standardize)


def feature_names(name: str) -> tuple[str, ...]:
    """Return the names of all features of "penguins" or "breast_cancer", in the order of the columns.

    >>> feature_names("penguins")
    ('bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g')

    Book: {ref}`sec-real-data`
    """
    _require_known("set", (name,), ("penguins", "breast_cancer"))
    return _table(name)[2]


def _table(name: str) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Return the first column of the file, its other columns as numbers, and their names."""
    import csv  # here, since these imports take longer than the rest of margin_lib
    from importlib.resources import files

    text = files("margin_lib").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    return np.array([row[0] for row in rows]), np.array([row[1:] for row in rows], dtype=float), tuple(header[1:])


def _require_known(kind: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"there is no {kind} {name!r}: choose from {', '.join(known)}.")


def _data(X: np.ndarray, is_positive: np.ndarray, standardize: bool) -> Data:
    if standardize:
        X = (X - X.mean(axis=0)) / X.std(axis=0)
    return Data(np.ascontiguousarray(X), np.where(is_positive, 1.0, -1.0))
