"""The data sets are what they say: margins, radii, witnesses, counts of corrections, licences."""

import csv
import io
import subprocess
import sys
import tracemalloc
import zipfile
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import margin_lib
from margin_lib import datasets
from margin_lib.checks.separators import check_separator, check_witness
from margin_lib.core.geometry import radius, signed
from margin_lib.separation import separate


def bound_on_all_margins(X, y, best, gamma):
    """Return half the distance from a point of one hull to a point of the other: no plane's margin is larger.

    The two points are combinations of those that touch the slab, by least squares on the data, so nothing that made the
    data is asked. Were the weights wrong, the bound would only be larger.
    """
    touching = np.flatnonzero(best.margins(X, y) < gamma * (1 + 1e-9))
    Z, labels = X[touching] * y[touching, None], y[touching]
    classes = np.array([labels > 0, labels < 0], dtype=float)
    target = 2 * gamma * best.w / np.linalg.norm(best.w)
    weights = np.linalg.lstsq(np.vstack([Z.T / gamma, classes]), np.append(target / gamma, [1, 1]), rcond=None)[0]
    weights = np.maximum(weights, 0)
    weights /= np.where(labels > 0, weights[labels > 0].sum(), weights[labels < 0].sum())
    return np.linalg.norm(weights @ Z) / 2


made = st.fixed_dictionaries(
    {
        "n": st.integers(2, 60),
        "d": st.integers(1, 8),
        "gamma": st.sampled_from([1.0, 0.999, 0.5, 0.1, 0.01, 1e-4, 1e-9]),
        "radius": st.sampled_from([1.0, 1e-3, 2.5, 1e6]),
        "bias": st.booleans(),
        "seed": st.integers(0, 10**6),
        "facing": st.integers(2, 6),
    }
)


@given(made)
@settings(max_examples=150)
def test_separable_has_the_margin_and_the_radius_that_were_asked_for(asked):
    asked["gamma"] *= asked["radius"]
    try:
        X, y, best = datasets.separable(**asked)
    except ValueError:
        assume(False)
    assert X.shape == (asked["n"], asked["d"])
    assert set(y) == {1.0, -1.0}
    assert best.margin(X, y) == pytest.approx(asked["gamma"], rel=1e-12)
    assert radius(X) == pytest.approx(asked["radius"], rel=1e-12)
    assert (best.b == 0) or asked["bias"]
    assert bound_on_all_margins(X, y, best, asked["gamma"]) == pytest.approx(asked["gamma"], rel=1e-12)


@pytest.mark.parametrize("bias", [False, True])
def test_libsvm_finds_no_wider_margin_than_gamma(bias):
    from sklearn import svm
    X, y, best = datasets.separable(40, 3, gamma=0.1, bias=bias, seed=3, facing=4)
    w = svm.SVC(kernel="linear", C=1e9, tol=1e-9).fit(X, y).coef_[0]
    assert 1 / np.linalg.norm(w) == pytest.approx(0.1, rel=1e-6)
    assert w / np.linalg.norm(w) == pytest.approx(best.w, abs=1e-6)


@pytest.mark.parametrize(("n", "d", "gamma", "bias"), [(200, 2, 0.05, False), (300, 5, 0.01, True), (50, 1, 0.2, True)])
def test_separate_agrees_that_separable_is(n, d, gamma, bias):
    X, y, best = datasets.separable(n, d, gamma, bias=bias, seed=n)
    assert check_separator(best, X, y).ok
    assert separate(X, y, bias=bias).plane is not None


@pytest.mark.parametrize("facing", [2, 3, 4])
def test_as_many_points_as_asked_carry_the_margin(facing):
    X, y, best = datasets.separable(100, 3, gamma=0.1, seed=5, facing=facing)
    assert (best.margins(X, y) < 0.1 + 1e-12).sum() == facing


def test_separable_with_a_bias_is_off_the_origin():
    best = datasets.separable(100, 2, gamma=0.2, bias=True, seed=2).best
    assert abs(best.b) > 0.01


def test_separable_is_quick_and_lean():
    tracemalloc.start()
    X, y, best = datasets.separable(100_000, 50, gamma=0.01)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * X.nbytes
    assert best.margin(X, y) == pytest.approx(0.01, rel=1e-12)


@given(n=st.integers(3, 60), d=st.integers(1, 6), flipped=st.floats(0.01, 0.5), seed=st.integers(0, 10**6))
@settings(max_examples=60)
def test_inseparable_has_a_witness(n, d, flipped, seed):
    X, y, best = datasets.inseparable(n, d, flipped, seed)
    assert best is None
    witness = separate(X, y).witness
    assert check_witness(witness, X, y).ok


def test_inseparable_flips_the_share_of_labels_that_was_asked_for():
    for seed in range(20):
        X, y, _ = datasets.inseparable(200, 2, flipped=0.2, seed=seed)
        clean = datasets.separable(200, 2, gamma=0.1, seed=seed)
        assert (clean.best.margins(X, y) < 0).sum() == 40


@given(st.sampled_from([0.001, 0.02, 0.1, 0.25]), st.integers(5, 50), st.integers(1, 5), st.integers(0, 99))
@settings(max_examples=60)
def test_outlier_leaves_the_margin_that_was_asked_for_and_took_the_rest(left, n, d, seed):
    X, y, best = datasets.outlier(n, d, gamma=0.3, left=left, seed=seed)
    assert radius(X) == pytest.approx(1, rel=1e-12)
    assert y[-1] == -1
    assert best.margin(X, y) == pytest.approx(left, abs=1e-14)
    rivals = X[y > 0]
    assert np.linalg.norm(rivals - X[-1], axis=1).min() / 2 == pytest.approx(left, abs=1e-14)
    alone = datasets.separable(n - 1, d, 0.3, seed=seed)
    assert np.array_equal(alone.X, X[:-1])
    assert np.array_equal(alone.y * y[0] * alone.y[0], y[:-1])


@given(n=st.integers(5, 40), d=st.integers(1, 4), seed=st.integers(0, 99))
@settings(max_examples=40)
def test_outlier_with_nothing_left_is_not_separable_but_for_one_point(n, d, seed):
    X, y, best = datasets.outlier(n, d, left=0, seed=seed)
    assert best is None
    assert check_witness(separate(X, y).witness, X, y).ok
    assert separate(X[:-1], y[:-1]).plane is not None


def test_the_corners_of_xor_are_the_witness():
    for noise in (0, 0.5, 0.99):
        X, y, _ = datasets.xor(50, noise, seed=1)
        assert check_witness({i: Fraction(1, 4) for i in range(4)}, X, y).ok
        assert (X[:, 0] * X[:, 1] * y < 0).all()
        assert np.abs(np.abs(X) - 1).max() <= noise
        assert abs(y.sum()) <= 2


@pytest.mark.parametrize("shape", [datasets.moons, datasets.circles])
def test_moons_and_circles_need_more_than_a_plane(shape):
    for seed in range(5):
        for noise in (0, 0.1):
            X, y, best = shape(100, noise, seed=seed)
            assert best is None
            assert check_witness(separate(X, y).witness, X, y).ok
            assert y.sum() == 0


def test_without_noise_a_circle_separates_circles():
    X, y, _ = datasets.circles(60, noise=0, inner=0.7)
    assert np.linalg.norm(X, axis=1) == pytest.approx(np.where(y > 0, 0.7, 1.0))


def plain_perceptron(X, y, choose):
    """The rule of the book: correct a mistake, chosen by `choose`, until there is none; return the number."""
    Z, w, corrections = signed(X, y), np.zeros(X.shape[1]), 0
    while len(mistakes := np.flatnonzero(Z @ w <= 0)):
        w += Z[choose(mistakes)]
        corrections += 1
    return corrections


DICE = np.random.default_rng(0)
ORDERS = {
    "first": lambda mistakes: mistakes[0],
    "last": lambda mistakes: mistakes[-1],
    "middle": lambda mistakes: mistakes[len(mistakes) // 2],
    "random": DICE.choice,
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [1, 2, 30])
def test_the_perceptron_needs_all_corrections_that_novikoff_allows_in_any_order(order, n):
    X, y, best = datasets.slow_for_perceptron(n, seed=n)
    allowed = (radius(X) / best.margin(X, y)) ** 2
    assert plain_perceptron(X, y, ORDERS[order]) == n == pytest.approx(allowed, rel=1e-12)
    assert np.linalg.norm(signed(X, y).mean(axis=0)) == pytest.approx(best.margin(X, y), rel=1e-12)  # none is better
    assert len(set(y)) == min(n, 2)


@pytest.mark.parametrize(("gamma", "share"), [(0.1, 0.45), (0.05, 0.47), (0.02, 0.49)])
def test_in_two_dimensions_the_perceptron_needs_nearly_half_of_what_novikoff_allows(gamma, share):
    X, y, best = datasets.slow_in_two_dimensions(gamma)
    assert best.margin(X, y) == pytest.approx(gamma, rel=1e-12)
    assert radius(X) == pytest.approx(1, rel=1e-12)
    assert np.linalg.norm(signed(X, y)[1:].mean(axis=0)) == pytest.approx(gamma, rel=1e-12)  # none is better
    corrections = plain_perceptron(X, y, ORDERS["first"])
    assert share / gamma**2 <= corrections <= 0.5 / gamma**2
    assert plain_perceptron(X, y, ORDERS["last"]) == 2


SEPARABLE_PENGUINS = {
    ("Gentoo", "Adelie", 2): True,
    ("Gentoo", "Adelie", 4): True,
    ("Gentoo", "Chinstrap", 2): False,
    ("Gentoo", "Chinstrap", 4): True,
    ("Adelie", "Chinstrap", 2): False,
    ("Adelie", "Chinstrap", 4): True,
}


@pytest.mark.parametrize("standardize", [False, True])
@pytest.mark.parametrize("case", SEPARABLE_PENGUINS)
def test_penguins_are_separable_where_their_documentation_says_so(case, standardize):
    positive, negative, count = case
    X, y, best = datasets.penguins(positive, negative, datasets.feature_names("penguins")[:count], standardize)
    birds = {"Adelie": 151, "Gentoo": 123, "Chinstrap": 68}
    assert ((y > 0).sum(), (y < 0).sum()) == (birds[positive], birds[negative])
    assert best is None
    assert (separate(X, y).plane is not None) == SEPARABLE_PENGUINS[case]


def test_any_three_features_leave_adelie_and_chinstrap_mixed_or_separate_as_measured():
    names = datasets.feature_names("penguins")
    found = {}
    for left_out in names:
        X, y, _ = datasets.penguins("Adelie", "Chinstrap", [name for name in names if name != left_out])
        found[left_out] = separate(X, y).plane is not None
    assert found == {name: name == "flipper_length_mm" for name in names}


@pytest.mark.parametrize("standardize", [False, True])
def test_breast_cancer_is_separable_but_not_without_the_mean_area(standardize):
    X, y, _ = datasets.breast_cancer(standardize)
    assert X.shape == (569, 30)
    assert ((y > 0).sum(), (y < 0).sum()) == (212, 357)
    assert check_separator(separate(X, y).plane, X, y).ok
    area = datasets.feature_names("breast_cancer").index("mean_area")
    assert separate(np.delete(X, area, axis=1), y).witness


def test_breast_cancer_is_that_of_scikit_learn():
    from sklearn.datasets import load_breast_cancer

    load = load_breast_cancer()
    X, y, _ = datasets.breast_cancer()
    assert np.array_equal(X, load.data)
    assert np.array_equal(y < 0, load.target == 1)
    for ours, theirs in zip(datasets.feature_names("breast_cancer"), load.feature_names, strict=True):
        assert set(ours.split("_")) == set(theirs.split())


def test_standardized_features_have_mean_zero_and_deviation_one():
    for X, _, _ in (datasets.penguins(standardize=True), datasets.breast_cancer(standardize=True)):
        assert X.mean(axis=0) == pytest.approx(np.zeros(X.shape[1]), abs=1e-10)
        assert X.std(axis=0) == pytest.approx(np.ones(X.shape[1]))


def test_real_sets_can_be_read_from_a_zip(tmp_path):
    """As from a wheel that is not unpacked, in a fresh interpreter that finds the library nowhere else."""
    archive = tmp_path / "library.zip"
    root = Path(margin_lib.__file__).parent
    with zipfile.ZipFile(archive, "w") as bundle:
        for path in root.rglob("*"):
            if path.suffix in (".py", ".csv"):
                bundle.write(path, path.relative_to(root.parent))
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from margin_lib import datasets\n"
        "assert '.zip' in datasets.__file__\n"
        "print(len(datasets.penguins().X), len(datasets.breast_cancer().X))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.stdout.split() == ["274", "569"], result.stderr


def test_each_shipped_file_has_its_licence_and_authors_beside_it():
    folder = files("margin_lib") / "data"
    notice = (folder / "README.md").read_text(encoding="utf-8")
    tables = [entry for entry in folder.iterdir() if entry.name.endswith(".csv")]
    assert len(tables) == 2
    for entry in tables:
        section = notice.split(f"## {entry.name}")[1].split("\n## ")[0]
        for word in ("Authors", "Origin", "License", "creativecommons.org", "Changes", "doi.org"):
            assert word in section
        rows = list(csv.reader(io.StringIO(entry.read_text(encoding="utf-8"))))
        assert f"{len(rows) - 1} " in section
        assert all(len(row) == len(rows[0]) and all(row) for row in rows)


MAKERS = {
    "separable": lambda seed: datasets.separable(20, 3, 0.1, bias=True, seed=seed),
    "inseparable": lambda seed: datasets.inseparable(20, 3, seed=seed),
    "outlier": lambda seed: datasets.outlier(seed=seed),
    "xor": lambda seed: datasets.xor(20, 0.3, seed=seed),
    "moons": lambda seed: datasets.moons(seed=seed),
    "circles": lambda seed: datasets.circles(seed=seed),
    "slow_for_perceptron": lambda seed: datasets.slow_for_perceptron(20, seed=seed),
}


@pytest.mark.parametrize("name", MAKERS)
def test_the_seed_decides_the_points_and_nothing_else_does(name):
    first, again, other = MAKERS[name](1), MAKERS[name](1), MAKERS[name](2)
    assert np.array_equal(first.X, again.X)
    assert np.array_equal(first.y, again.y)
    assert not np.array_equal(first.X, other.X)
    assert first.X.dtype == first.y.dtype == np.float64


BAD = {
    "gamma is 2, above the radius": lambda: datasets.separable(10, 2, gamma=2),
    "gamma must be a finite number above 0": lambda: datasets.separable(10, 2, gamma=0),
    "radius must be a finite number": lambda: datasets.separable(10, 2, gamma=1, radius=np.inf),
    "n must be a whole number, 2 or more": lambda: datasets.separable(1, 2, gamma=1),
    "d must be a whole number, 1 or more": lambda: datasets.separable(10, 0, gamma=1),
    "seed must be a whole number": lambda: datasets.separable(10, 2, gamma=1, seed=-1),
    "cannot reach the radius 1: give n >= 3": lambda: datasets.separable(2, 1, gamma=0.5),
    "carry a margin of 0.001 in d = 2 cannot": lambda: datasets.separable(2, 2, gamma=0.001),
    "only min": lambda: datasets.separable(10, 2, gamma=0.1, facing=4),
    "n must be a whole number, 3 or more": lambda: datasets.inseparable(2, 2),
    "flipped is a share": lambda: datasets.inseparable(10, 2, flipped=3),
    "left is the margin": lambda: datasets.outlier(left=0.3),
    "left must be a number, but is NaN": lambda: datasets.outlier(left=float("nan")),
    "n must be a whole number, 5 or more": lambda: datasets.outlier(n=4),
    "n must be a whole number, 4 or more": lambda: datasets.xor(3),
    "noise must be below 1": lambda: datasets.xor(8, noise=1),
    "noise must be a finite number": lambda: datasets.moons(noise=-1),
    "inner must be below 1": lambda: datasets.circles(inner=1),
    "n must be a whole number, 1 or more": lambda: datasets.slow_for_perceptron(0),
    "gamma must be at most radius": lambda: datasets.slow_in_two_dimensions(gamma=0.5),
    "no species 'Emperor'": lambda: datasets.penguins("Emperor"),
    "both 'Adelie'": lambda: datasets.penguins("Adelie", "Adelie"),
    "no feature 'sex'": lambda: datasets.penguins(features=["sex"]),
    "features is empty": lambda: datasets.penguins(features=[]),
    "no set 'iris'": lambda: datasets.feature_names("iris"),
}


@pytest.mark.parametrize("sentence", BAD)
def test_bad_arguments_get_a_sentence(sentence):
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")):
        BAD[sentence]()


def test_one_coordinate_and_two_points_work_where_gamma_is_the_radius():
    X, y, best = datasets.separable(2, 1, gamma=1)
    assert sorted(X.ravel()) == [-1.0, 1.0]
    assert best.margin(X, y) == 1
