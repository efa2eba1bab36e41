"""The estimators: scikit-learn's own checks, and that they are the functions of the library underneath."""

import pickle
import re
import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from strategies import labeled_sets

import margin_lib as ml
from margin_lib import datasets, estimators
from margin_lib.core.signed_points import SignedPoints
from margin_lib.descent.sgd import hinge_sgd
from margin_lib.estimators import (
    HingeSGDClassifier,
    KernelSVM,
    LinearSVM,
    MarginPerceptronClassifier,
    PerceptronClassifier,
    WinnowClassifier,
    svms,
)
from margin_lib.estimators.pocket import products, sums
from margin_lib.kernels.functions import linear_kernel, polynomial_kernel, rbf_kernel
from margin_lib.kernels.kernel_svm import kernel_svm

pytestmark = pytest.mark.slow  # all of scikit-learn's own checks, several hundred fits

CORRECTORS = [PerceptronClassifier, MarginPerceptronClassifier, WinnowClassifier]
LINEAR = [*CORRECTORS, LinearSVM, HingeSGDClassifier]
ALL = [*LINEAR, KernelSVM]

each = pytest.mark.parametrize("kind", ALL)
each_linear = pytest.mark.parametrize("kind", LINEAR)
each_corrector = pytest.mark.parametrize("kind", CORRECTORS)
unfinished_is_fine = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def written(value):
    """Return an estimator or a text as a test's name, the same in every process: no addresses."""
    return re.sub(r" at 0x\w+", "", repr(value))


@pytest.fixture
def array_api(monkeypatch):
    """One of the checks skips itself where this is not set."""
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")


@parametrize_with_checks([LinearSVM(), KernelSVM()])
def test_every_check_of_scikit_learn_passes(estimator, check, array_api):
    check(estimator)


@unfinished_is_fine
@parametrize_with_checks([*(kind() for kind in CORRECTORS), HingeSGDClassifier()])
def test_every_check_of_scikit_learn_passes_where_corrections_and_steps_are_counted(estimator, check, array_api):
    check(estimator)


def test_all_estimators_are_tested_here():
    assert sorted(kind.__name__ for kind in ALL) == sorted(estimators.__all__)


def named(y, positive="yes", negative="no"):
    return np.where(y > 0, positive, negative)


def clouds(seed=0, n=60):
    """Two clouds of points that a plane separates by a wide margin, far from the origin, and their labels +-1."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 3 == 0, 1.0, -1.0)
    return rng.uniform(-1, 1, (n, 2)) + y[:, None] * [1.5, 1.5] + 1.0, y


def mistakes(plane, X, y):
    return int((y * plane.decision(X) <= 0).sum())


# Labels


@each
def test_any_two_labels_give_the_same_planes(kind):
    X, y = clouds()
    f = kind().fit(X, y).decision_function(X)
    assert (np.sign(f) == y).all()
    for positive, negative in [("b", "a"), (True, False), (7, 3), ("ß", "Ä")]:
        labels = named(y, positive, negative)
        model = kind().fit(X, labels)
        assert model.classes_.tolist() == sorted([positive, negative])
        agrees = 1 if model.classes_[1] == positive else -1
        np.testing.assert_array_equal(model.predict(X), labels)
        np.testing.assert_allclose(agrees * model.decision_function(X), f, rtol=1e-6, atol=1e-8)


@each
def test_the_second_label_is_positive_and_zero_belongs_to_it(kind):
    X = [[-1.0], [1.0]]
    model = kind().fit(X, ["a", "b"])
    assert model.decision_function([[2.0]]) > 0
    if kind in LINEAR:
        model.plane_ = ml.Plane([1.0])
        assert model.predict([[0.0], [-1e-9]]).tolist() == ["b", "a"]


@each
def test_three_labels_are_refused_with_a_way_out(kind):
    X, _ = clouds(n=30)
    y = np.repeat(["a", "b", "c"], 10)
    with pytest.raises(ValueError, match=r"Only binary .* 3 classes\. .*OneVsRestClassifier"):
        kind().fit(X, y)


@each
@unfinished_is_fine
def test_one_against_the_rest_makes_three_classes_out_of_two(kind):
    rng = np.random.default_rng(0)
    y = np.repeat(["a", "b", "c"], 20)
    X = rng.uniform(-1, 1, (60, 2)) + np.repeat([[0, 4], [4, -4], [-4, -4]], 20, axis=0)
    assert OneVsRestClassifier(kind()).fit(X, y).score(X, y) == 1


@each
def test_one_label_is_refused_by_name(kind):
    with pytest.raises(ValueError, match=r"one class only, 'spam': give points of two classes"):
        kind().fit([[1.0], [2.0]], ["spam", "spam"])


# Real data, pipelines and grids


@each
@unfinished_is_fine
def test_real_data_are_classified_well_in_a_pipeline(kind):
    X, y, _ = datasets.penguins()
    scores = cross_val_score(make_pipeline(StandardScaler(), kind()), X, named(y, "Gentoo", "Adelie"))
    assert scores.min() > 0.95
    X, y, _ = datasets.breast_cancer()
    scores = cross_val_score(make_pipeline(StandardScaler(), kind()), X, named(y, "malignant", "benign"), cv=3)
    assert scores.mean() > 0.93


@pytest.mark.parametrize(
    ("model", "grid", "best"),
    [
        (PerceptronClassifier(), {"max_corrections": [0, 100]}, {"max_corrections": 100}),
        (MarginPerceptronClassifier(), {"max_corrections": [0, 1000]}, {"max_corrections": 1000}),
        (
            WinnowClassifier(),
            {"epsilon": [0.2], "max_corrections": [0, 1000]},
            {"epsilon": 0.2, "max_corrections": 1000},
        ),
        (LinearSVM(), {"C": [1e-6, 1.0]}, {"C": 1.0}),
        (HingeSGDClassifier(steps=2000), {"lam": [1e6, 0.1]}, {"lam": 0.1}),
    ],
)
@unfinished_is_fine
def test_a_grid_search_finds_what_works(model, grid, best):
    X, y = clouds()
    search = GridSearchCV(model, grid, error_score="raise", cv=3).fit(X, named(y))
    assert search.best_params_ == best
    assert search.score(X, named(y)) == 1


def test_a_grid_search_chooses_among_kernels():
    X, y, _ = datasets.xor(80, seed=1)
    grid = {"kernel": ["linear", linear_kernel, "poly", rbf_kernel(1e-6)], "degree": [2]}
    search = GridSearchCV(KernelSVM(), grid, error_score="raise", cv=3).fit(X, named(y))
    assert search.best_params_["kernel"] == "poly"
    assert search.best_score_ > 0.9


# The functions underneath


@each
def test_the_estimator_is_the_function_of_the_library(kind):
    X, y = clouds()
    planes = {
        PerceptronClassifier: lambda: ml.perceptron(X, y, bias=True, pick="next").plane,
        MarginPerceptronClassifier: lambda: ml.incremental_margin_perceptron(X, y, bias=True, pick="next").plane,
        WinnowClassifier: lambda: ml.winnow(X, y).plane,
        LinearSVM: lambda: ml.svm.soft_margin(X, y, C=1.0).plane,
        HingeSGDClassifier: lambda: hinge_sgd(X, y, 1.0, bias=True).plane,
        KernelSVM: lambda: kernel_svm(X, y, rbf_kernel(1 / (2 * X.var())), 1.0),
    }
    np.testing.assert_array_equal(kind().fit(X, named(y)).decision_function(X), planes[kind]().decision(X))


@pytest.mark.parametrize(
    ("model", "plane"),
    [
        (PerceptronClassifier(bias=False, pick="hot"), lambda X, y: ml.perceptron(X, y).plane),
        (
            MarginPerceptronClassifier(gamma_guess=0.1),
            lambda X, y: ml.margin_perceptron(X, y, 0.1, bias=True, pick="next").plane,
        ),
        (
            MarginPerceptronClassifier(bias=False),
            lambda X, y: ml.incremental_margin_perceptron(X, y, pick="next").plane,
        ),
        (WinnowClassifier(epsilon=0.1), lambda X, y: ml.winnow(X, y, epsilon=0.1).plane),
        (LinearSVM(C=0.01, bias=False), lambda X, y: ml.svm.soft_margin(X, y, C=0.01, bias=False).plane),
        (LinearSVM(C=np.inf), lambda X, y: ml.hard_margin(X, y).plane),
        (
            HingeSGDClassifier(2.0, bias=False, steps=3000, batch=4, seed=5),
            lambda X, y: hinge_sgd(X, y, 2.0, steps=3000, batch=4, seed=5).plane,
        ),
        (KernelSVM("linear", np.inf), lambda X, y: kernel_svm(X, y, linear_kernel)),
        (KernelSVM("poly", 2.0, degree=2, r=3.0), lambda X, y: kernel_svm(X, y, polynomial_kernel(2, 3.0), 2.0)),
        (KernelSVM("rbf", gamma=0.7), lambda X, y: kernel_svm(X, y, rbf_kernel(0.7), 1.0)),
    ],
    ids=written,
)
def test_every_parameter_reaches_the_function(model, plane):
    X, y, _ = datasets.separable(60, 2, gamma=0.1, seed=3)
    model.fit(X, y)
    np.testing.assert_array_equal(model.decision_function(X), plane(X, y).decision(X))


def dot_and_one(X, Z):
    return X @ Z.T + 1


def test_a_kernel_may_be_any_function_and_is_cloned():
    X, y = clouds()
    model = clone(KernelSVM(dot_and_one, C=2.0))
    assert model.kernel is dot_and_one
    same = KernelSVM("poly", C=2.0, degree=1, r=1.0).fit(X, y)
    np.testing.assert_allclose(model.fit(X, y).decision_function(X), same.decision_function(X), rtol=1e-4, atol=1e-6)
    assert clone(KernelSVM(rbf_kernel(0.5))).kernel == rbf_kernel(0.5)


@each_linear
def test_coef_and_intercept_are_the_plane(kind):
    X, y = clouds()
    model = kind()
    assert not hasattr(model, "coef_")
    model.fit(X, y)
    assert model.coef_.shape == (1, 2)
    assert model.intercept_.shape == (1,)
    np.testing.assert_allclose((X @ model.coef_.T + model.intercept_)[:, 0], model.decision_function(X), rtol=1e-12)


def test_n_iter_counts_corrections_and_steps():
    X, y = clouds()
    for kind in CORRECTORS:
        model = kind().fit(X, y)
        assert model.n_iter_ == len(model.run_.order) > 0
    assert HingeSGDClassifier(steps=3000).fit(X, y).n_iter_ == 3000


@each
def test_a_fit_survives_pickling(kind):
    X, y = clouds()
    model = kind().fit(X, named(y))
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.decision_function(X), model.decision_function(X))
    assert copy.predict(X).tolist() == named(y).tolist()


def test_what_a_fit_keeps_can_be_checked():
    X, y, best = datasets.separable(60, 2, gamma=0.1, seed=4)
    labels = named(y)
    signs = np.where(labels == PerceptronClassifier().fit(X, labels).classes_[1], 1, -1)
    reports = [
        ml.check_novikoff(PerceptronClassifier().fit(X, labels).run_, X, signs, best),
        ml.check_novikoff(PerceptronClassifier(bias=False).fit(X, labels).run_, X, signs, best),
        ml.check_incremental(MarginPerceptronClassifier(bias=False).fit(X, labels).run_, X, signs, best),
        ml.check_margin_claims(
            MarginPerceptronClassifier(gamma_guess=0.1, bias=False).fit(X, labels).run_, X, signs, 0.1, best
        ),
        ml.check_svm(LinearSVM().fit(X, labels).svm_, X, signs),
        ml.check_kkt(LinearSVM().fit(X, labels).svm_, X, signs),
    ]
    for report in reports:
        assert report.ok, report
        assert not report.not_met, report
    assert ml.check_winnow(WinnowClassifier().fit(X, labels).run_, X, signs, best).ok
    assert not ml.check_novikoff(PerceptronClassifier().fit(X, labels).run_, X, -signs, ml.Plane(-best.w)).ok


# Unfinished runs, and data that no plane separates


@each
def test_a_finished_fit_is_silent(kind):
    X, y = clouds()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kind().fit(X, y)


@pytest.mark.parametrize(
    ("model", "advice"),
    [
        (PerceptronClassifier(max_corrections=3), "made 3 updates and is not finished. Raise max_corrections"),
        (MarginPerceptronClassifier(max_corrections=3), "Raise max_corrections"),
        (MarginPerceptronClassifier(gamma_guess=3.0, max_corrections=50), "Lower gamma_guess"),
        (WinnowClassifier(max_corrections=3), "Raise max_corrections"),
        (WinnowClassifier(epsilon=0.9, max_corrections=3), "Lower epsilon"),
        (HingeSGDClassifier(lam=1e-4, steps=20), "took 20 steps, too few: .* Raise steps"),
        (HingeSGDClassifier(steps=1), "took 1 steps, too few"),
    ],
    ids=written,
)
def test_an_unfinished_fit_warns_where_it_was_called_and_says_what_to_do(model, advice):
    X, y, _ = datasets.separable(100, 4, gamma=0.01, seed=1)
    with pytest.warns(ConvergenceWarning, match=advice) as caught:
        model.fit(X, y)
    assert [warning.filename for warning in caught] == [__file__]
    assert str(caught[0].message).startswith(type(model).__name__)


@pytest.mark.parametrize(("kind", "solver"), [(LinearSVM, "soft_margin"), (KernelSVM, "kernel_svm")])
def test_a_machine_that_is_not_known_well_warns(kind, solver, monkeypatch):
    solve = getattr(svms, solver)
    monkeypatch.setattr(svms, solver, lambda *args, **named: replace(solve(*args, **named), gap=1e-5))
    X, y = clouds()
    with pytest.warns(ConvergenceWarning, match=r"within 1.0e-05 of the optimum, not 1e-06\. Scale X, or lower C"):
        kind().fit(X, y)


@each_corrector
def test_inseparable_points_are_classified_well_all_the_same(kind):
    X, y, _ = datasets.inseparable(300, 4, seed=2)  # 10 % of the labels are wrong
    with pytest.warns(ConvergenceWarning, match="use LinearSVM or KernelSVM"):
        model = kind().fit(X, named(y))
    assert not model.run_.finished
    assert model.score(X, named(y)) > 0.85
    assert model.score(X, named(y)) >= LinearSVM(C=100).fit(X, named(y)).score(X, named(y)) - 0.03


@pytest.mark.parametrize("kind", [MarginPerceptronClassifier, WinnowClassifier])
def test_a_proof_that_no_plane_separates_is_told(kind):
    X, y, _ = datasets.inseparable(60, 2)
    with pytest.warns(ConvergenceWarning, match="No plane separates the two classes"):
        kind().fit(X, y)


@pytest.mark.parametrize("kind", [MarginPerceptronClassifier, WinnowClassifier])
def test_a_margin_that_floats_cannot_follow_is_no_reason_to_fail(kind):
    X = [[0.1], [np.nextafter(0.1, 1)]]
    with pytest.warns(ConvergenceWarning, match="gave up: the points are separable, but gamma_(opt|W) is below"):
        assert kind().fit(X, ["a", "b"]).score(X, ["a", "b"]) >= 0.5


@unfinished_is_fine
@settings(max_examples=50)
@given(data=labeled_sets(both=True))
def test_the_pocket_is_no_worse_than_the_last_plane_and_a_finished_run_keeps_its_own(data):
    X, y = data
    models = [kind(max_corrections=200) for kind in CORRECTORS]
    for model in [*models, PerceptronClassifier(bias=False, max_corrections=200)]:
        model.fit(X, y)
        assert mistakes(model.plane_, X, y) <= mistakes(model.run_.plane, X, y)
        if model.run_.finished:
            assert model.plane_ is model.run_.plane


@pytest.mark.parametrize(
    "model",
    [
        PerceptronClassifier(),
        PerceptronClassifier(bias=False),
        MarginPerceptronClassifier(),
        MarginPerceptronClassifier(gamma_guess=0.2),
        WinnowClassifier(),
        WinnowClassifier(epsilon=0.3),
    ],
    ids=written,
)
@unfinished_is_fine
def test_no_plane_on_the_way_makes_fewer_mistakes(model):
    X, y, _ = datasets.inseparable(40, 2, flipped=0.2, seed=5)
    T = 60  # fewer than LOOKS, so each plane is tried
    least = mistakes(model.set_params(max_corrections=T).fit(X, y).plane_, X, y)
    on_the_way = [model.set_params(max_corrections=t).fit(X, y).run_.plane for t in range(1, T + 1)]
    assert least <= min(mistakes(plane, X, y) for plane in on_the_way)
    assert least < mistakes(on_the_way[0], X, y)


def test_the_planes_that_the_pocket_sees_are_those_of_the_run():
    X, y, _ = datasets.inseparable(40, 3, seed=6)
    Z, T = SignedPoints(X, y, bias=True), 50
    runs = [ml.perceptron(X, y, bias=True, max_corrections=t, pick="next") for t in range(1, T + 1)]
    seen = sums(Z[[i]] for i in runs[-1].order)
    np.testing.assert_allclose(list(seen), [Z.coefficients(run.plane) for run in runs], rtol=1e-12, atol=1e-12)
    runs = [ml.winnow(X, y, epsilon=0.3, max_corrections=t) for t in range(1, T + 1)]
    seen = products((Z[[i]] for i in runs[-1].order), 0.3)
    np.testing.assert_allclose(list(seen), [Z.coefficients(run.plane) for run in runs], rtol=1e-12, atol=1e-12)


@each_corrector
@pytest.mark.parametrize("budget", [0, 1])
def test_a_budget_of_next_to_nothing_still_gives_a_plane(kind, budget):
    X, y, _ = datasets.inseparable(30, 2)
    with pytest.warns(ConvergenceWarning):
        model = kind(max_corrections=budget).fit(X, y)
    assert model.n_iter_ == budget
    assert set(model.predict(X)) <= {-1, 1}


@pytest.mark.parametrize("kind", [PerceptronClassifier, MarginPerceptronClassifier])
def test_points_at_the_origin_alone_are_no_reason_to_fail(kind):
    with pytest.warns(ConvergenceWarning, match="1 mistakes|2 mistakes"):
        model = kind(bias=False, max_corrections=20).fit([[0.0], [0.0]], ["a", "b"])
    assert model.decision_function([[5.0]]) == 0


@pytest.mark.parametrize("model", [LinearSVM(C=np.inf), KernelSVM("linear", C=np.inf)], ids=written)
def test_a_hard_margin_that_is_not_there_raises_with_its_witness(model):
    X, y, _ = datasets.inseparable(30, 2)
    with pytest.raises(ml.NotSeparable) as caught:
        model.fit(X, y)
    assert ml.check_witness(caught.value.witness, X, y).ok


# Errors


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (PerceptronClassifier(max_corrections=-1), "max_corrections must be a whole number"),
        (PerceptronClassifier(pick="worst"), "pick must be one of"),
        (MarginPerceptronClassifier(gamma_guess=0), "gamma_guess must be a finite number above 0"),
        (MarginPerceptronClassifier(max_corrections=-1), "max_corrections must be a whole number"),
        (WinnowClassifier(epsilon=1), "epsilon must be below 1"),
        (WinnowClassifier(epsilon=0), "epsilon must be a finite number above 0"),
        (WinnowClassifier(max_corrections=0.5), "max_corrections must be a whole number"),
        (LinearSVM(C=0), "C must be a finite number above 0"),
        (LinearSVM(C=-np.inf), "C must be a finite number above 0"),
        (LinearSVM(C=None), "C must"),
        (HingeSGDClassifier(lam=-1), "lam must be a finite number above 0"),
        (HingeSGDClassifier(steps=0), "steps must be a whole number"),
        (KernelSVM("rbff"), "kernel must be 'rbf', 'linear', 'poly' or a function, but is 'rbff'"),
        (KernelSVM(gamma="auto"), "gamma must be one number, but is 'auto'"),
        (KernelSVM("poly", degree=1.5), "degree must be a whole number"),
        (KernelSVM("poly", r=-1), "r must be a finite number, 0 or more"),
        (KernelSVM(C=-1), "C must be a finite number above 0"),
        (KernelSVM(lambda X, Z: np.ones(3)), "the kernel must return one row for each point"),
    ],
    ids=written,
)
def test_a_bad_parameter_is_named(model, message):
    X, y = clouds()
    with pytest.raises(ValueError, match=message):
        model.fit(X, y)


@each
def test_points_beyond_the_range_of_floats_are_refused_in_words(kind):
    with pytest.raises(ValueError, match="the largest entry of X is 1e\\+200, beyond what floats can square"):
        kind().fit([[1e200], [-1e200]], [0, 1])


def test_equal_points_do_not_stop_the_scale_of_a_kernel():
    assert KernelSVM().fit([[2.0], [2.0], [2.0]], [0, 1, 1]).predict([[2.0]]) == [1]
