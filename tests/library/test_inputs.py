"""What bad input gets: a ValueError that names the argument, never a warning, a hang or a changed array."""

import numpy as np
import pytest
from strategies import as_pandas

import margin_lib as ml

X = np.array([[2.0, 1.0], [1.0, 3.0], [-2.0, -1.0], [-1.0, -2.0]])
Y = np.array([1, 1, -1, -1])

FITS = {
    "separate": lambda X, y: ml.separate(X, y),
    "perceptron": lambda X, y: ml.perceptron(X, y, max_corrections=500),
    "perceptron with bias": lambda X, y: ml.perceptron(X, y, bias=True, max_corrections=500),
    "margin_perceptron": lambda X, y: ml.margin_perceptron(X, y, 0.5, max_corrections=500),
    "incremental": lambda X, y: ml.incremental_margin_perceptron(X, y, max_corrections=9_000),
    "winnow": lambda X, y: ml.winnow(X, y, max_corrections=2_000),
    "hard_margin": lambda X, y: ml.hard_margin(X, y),
    "soft_margin": lambda X, y: ml.soft_margin(X, y, C=1.0),
    "hinge_sgd": lambda X, y: ml.hinge_sgd(X, y, 0.1, steps=10),
    "kernel_perceptron": lambda X, y: ml.kernel_perceptron(X, y, ml.linear_kernel, max_corrections=500),
    "kernel_svm": lambda X, y: ml.kernel_svm(X, y, ml.rbf_kernel(1.0), C=1.0),
    "max_l2_margin": lambda X, y: ml.max_l2_margin(X, y),
    "max_linf_margin": lambda X, y: ml.max_linf_margin(X, y),
}
NEED_BOTH = {"separate", "perceptron with bias", "winnow", "hard_margin", "soft_margin", "kernel_svm"}
fits = pytest.mark.parametrize("fit", FITS.values(), ids=FITS)


def with_entry(value):
    changed = X.copy()
    changed[1, 1] = value
    return changed


@fits
@pytest.mark.parametrize(
    ("bad_X", "bad_y", "message"),
    [
        (with_entry(np.nan), Y, "X has a NaN or an infinity in row 1"),
        (with_entry(np.inf), Y, "X has a NaN or an infinity in row 1"),
        (X[:, 0], Y, r"X must be a table .* shape \(4,\)"),
        (X[None], Y, "X must be a table .* 3 dimensions"),
        (X[:0], Y[:0], r"shape \(0, 2\)"),
        (X[:, :0], Y, r"shape \(4, 0\)"),
        ([[1.0], [1.0, 2.0]], [1, -1], "X must hold real numbers"),
        ([["a", "b"]], [1], "X must hold real numbers"),
        (X * 1j, Y, "X must hold real numbers"),
        (X * 1e150, Y, "largest entry of X"),
        (X * 1e-150, Y, "largest entry of X"),
        ([[2**53], [2**53 + 1]], [1, -1], "X holds 9007199254740993"),
        ([["1.0"], [2.0]], [1, -1], "X must hold real numbers"),
        (np.array([["1.0"], [2.0]], dtype=object), [1, -1], "X must hold real numbers"),
        (np.ma.masked_array(X, X > 2), Y, "X has masked entries"),
        (X, Y[:3], r"y must hold one label a point, shape \(4,\), but has shape \(3,\)"),
        (X, Y[:, None], r"y must hold one label a point"),
        (X, [0, 1, 1, 0], r"labels \+1 and -1 only, but holds 0"),
        (X, [2, 1, 1, 2], r"labels \+1 and -1 only, but holds 2"),
        (X, [np.nan, 1, 1, -1], "labels"),
        (X, None, "y must"),
    ],
)
def test_bad_data_is_refused_by_name(fit, bad_X, bad_y, message):
    with pytest.raises(ValueError, match=message):
        fit(bad_X, bad_y)


@pytest.mark.parametrize("name", sorted(NEED_BOTH))
def test_one_class_only_is_refused_where_a_bias_is_fitted(name):
    with pytest.raises(ValueError, match="both classes"):
        FITS[name](X, np.ones(4))


@fits
@pytest.mark.parametrize(
    "same",
    [
        lambda X, y: (X.tolist(), y.tolist()),
        lambda X, y: (X.astype(int), y.astype(np.int8)),
        lambda X, y: (X.astype(np.float32), y.astype(np.float32)),
        lambda X, y: (np.asfortranarray(X), y),
        as_pandas,
        lambda X, y: (np.repeat(X, 2, axis=0)[::2], np.repeat(y, 3)[::3]),
        lambda X, y: (X.astype(object), y.astype(object)),
    ],
)
def test_the_same_data_in_another_dress_gives_the_same_answer(fit, same):
    assert answer(fit(*same(X, Y))) == answer(fit(X, Y))


@fits
def test_no_input_is_modified_and_read_only_arrays_work(fit):
    points, y = X.copy(), Y.astype(float)
    points.flags.writeable = y.flags.writeable = False
    first = answer(fit(points, y))
    assert (points == X).all()
    assert (y == Y).all()
    assert answer(fit(points, y)) == first, "the same input must give the same output"


@fits
@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_tiny_and_huge_data_work_or_say_why_not(fit, scale):
    try:
        result = fit(X * scale, Y)
    except ValueError as error:
        assert len(str(error)) > 40, "an error must say what to do"
        return
    plane = result if hasattr(result, "decision") else result.plane
    assert np.isfinite(plane.decision(X * scale)).all()


@fits
@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1.0], [-1.0]], [1, -1]),
        ([[5.0, 5.0], [5.0, 4.0]], [1, -1]),
        ([[1.0, 0.0], [-1.0, 0.0], [1.0, 0.0]], [1, -1, 1]),
        ([[1.0, 7.0, 0.0], [-1.0, 7.0, 0.0]], [1, -1]),
        ([[1e6, 1e-6], [1e6, 2e-6], [-1e6, 3e-6]], [1, 1, -1]),
        ([[0.0, 0.0], [1.0, 1.0]], [1, -1]),
        ([[1.0, 1.0], [1.0, 1.0]], [1, -1]),
    ],
)
def test_corner_cases_give_an_answer_or_a_reason(fit, X, y):
    try:
        fit(X, y)
    except ml.NotSeparable as error:
        assert error.witness is None or len(error.witness) <= len(X)
    except ValueError as error:
        assert len(str(error)) > 40, "an error must say what to do"


@pytest.mark.parametrize("bad", [0, -1, np.nan, np.inf, "1", [1.0], None])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("gamma_guess", lambda value: ml.margin_perceptron(X, Y, value)),
        ("rate", lambda value: ml.perceptron(X, Y, rate=value)),
        ("C", lambda value: ml.soft_margin(X, Y, C=value)),
        ("lam", lambda value: ml.soft_margin(X, Y, lam=value)),
        ("lam", lambda value: ml.hinge_sgd(X, Y, value)),
        ("gamma", lambda value: ml.rbf_kernel(value)),
    ],
)
def test_parameters_must_be_positive_numbers(name, call, bad):
    with pytest.raises(ValueError, match=name):
        call(bad)


@pytest.mark.parametrize("bad", [-1, 1.5, np.nan, np.inf])
def test_budgets_must_be_whole_numbers(bad):
    for call in (ml.perceptron, ml.incremental_margin_perceptron, ml.winnow):
        with pytest.raises(ValueError, match="max_corrections"):
            call(X, Y, max_corrections=bad)


def test_c_and_lambda_exclude_each_other():
    with pytest.raises(ValueError, match="C.*lam|lam.*C"):
        ml.soft_margin(X, Y, C=1.0, lam=1.0)
    with pytest.raises(ValueError, match="C.*lam|lam.*C"):
        ml.soft_margin(X, Y)


def test_sparse_input_is_told_to_become_dense():
    class Sparse:
        def toarray(self):
            return X

    with pytest.raises(ValueError, match=r"X\.toarray\(\)"):
        ml.perceptron(Sparse(), Y)


def answer(result):
    """What a fit found, in a form that can be compared."""
    if hasattr(result, "plane"):
        return result.plane.w.tolist(), result.plane.b
    return result.alpha.tolist()
