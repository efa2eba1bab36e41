"""Kernels, Gram matrices and feature maps (S24)."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.metrics.pairwise import linear_kernel as sk_linear
from sklearn.metrics.pairwise import polynomial_kernel as sk_polynomial
from sklearn.metrics.pairwise import rbf_kernel as sk_rbf
from strategies import ORDINARY, WHOLE, labeled_sets

from margin_lib import gram, is_psd, linear_kernel, polynomial_features, polynomial_kernel, rbf_kernel

TABLES = labeled_sets((WHOLE, ORDINARY)).map(lambda data: data[0])
KERNELS = st.one_of(
    st.just(linear_kernel),
    st.builds(polynomial_kernel, st.integers(1, 5), st.sampled_from([0, 0.5, 1, 3])),
    st.builds(rbf_kernel, st.sampled_from([1e-3, 0.5, 20.0])),
)


def sigmoid(X, Z):
    """A function of two points that is symmetric and no kernel."""
    return np.tanh(np.asarray(X) @ np.asarray(Z).T - 1)


# --- Gram matrices --------------------------------------------------------------------------------------------


@given(TABLES, KERNELS)
def test_a_gram_matrix_is_symmetric_and_positive_semidefinite(X, kernel):
    K = gram(kernel, X)
    assert (K == K.T).all()
    assert is_psd(K)


@given(TABLES, KERNELS, st.integers(0, 99))
def test_the_square_of_a_combination_is_never_negative(X, kernel, seed):
    c = np.random.default_rng(seed).standard_normal(len(X))
    K = gram(kernel, X)
    assert c @ K @ c >= -1e-12 * np.abs(c) @ np.abs(K) @ np.abs(c)


MADE = {
    "multiple": lambda k, m: lambda X, Z: 3 * k(X, Z),
    "sum": lambda k, m: lambda X, Z: k(X, Z) + m(X, Z),
    "product": lambda k, m: lambda X, Z: k(X, Z) * m(X, Z),
    "power": lambda k, m: lambda X, Z: k(X, Z) ** 3,
    "weighted": lambda k, m: lambda X, Z: np.cos(X).sum(axis=1)[:, None] * k(X, Z) * np.cos(Z).sum(axis=1),
}


@settings(max_examples=40)
@pytest.mark.parametrize("rule", MADE)
@given(X=TABLES, first=KERNELS, second=KERNELS)
def test_sums_products_and_powers_of_kernels_are_kernels(rule, X, first, second):
    X = X / max(1.0, np.abs(X).max())  # or the rounding of the larger kernel hides the smaller one
    assert is_psd(gram(MADE[rule](first, second), X))


def test_a_difference_of_kernels_need_not_be_one():
    assert not is_psd(gram(lambda X, Z: linear_kernel(X, Z) - rbf_kernel(1.0)(X, Z), [[0.0], [1.0]]))


def test_a_function_that_is_no_kernel_is_found_out():
    X = np.array([[0.0], [1.0], [2.0]])
    assert not is_psd(gram(sigmoid, X))


@pytest.mark.parametrize("bend", [1e-6, 1e-8])
def test_a_gram_matrix_pushed_below_0_is_no_longer_psd(bend):
    K = gram(linear_kernel, np.random.default_rng(0).standard_normal((6, 2)))  # rank 2: four eigenvalues are 0
    size = np.linalg.eigvalsh(K)[-1]
    assert is_psd(K)
    assert not is_psd(K - bend * size * np.eye(6))


def test_a_matrix_that_is_not_symmetric_is_not_psd():
    assert not is_psd([[1.0, 1e-6], [0.0, 1.0]])
    assert is_psd(np.zeros((2, 2)))


@given(TABLES, KERNELS)
def test_the_table_is_the_kernel_at_each_pair(X, kernel):
    K = kernel(X, X[::-1])
    i, j = len(X) // 2, len(X) - 1
    assert K[i, j] == pytest.approx(kernel(X[[i]], X[::-1][[j]])[0, 0], rel=1e-9, abs=1e-12)
    assert gram(kernel, X, X[::-1]) == pytest.approx(K, rel=1e-12)
    assert K.shape == (len(X), len(X))


def test_the_kernels_are_those_of_scikit_learn():
    X = load_iris().data
    Z = X[::7] + 0.1
    assert linear_kernel(X, Z) == pytest.approx(sk_linear(X, Z), rel=1e-12)
    cubes = sk_polynomial(X, Z, degree=3, gamma=1, coef0=2.0)
    assert polynomial_kernel(3, 2.0)(X, Z) == pytest.approx(cubes, rel=1e-12)
    assert rbf_kernel(0.3)(X, Z) == pytest.approx(sk_rbf(X, Z, gamma=0.3), rel=1e-11)


# --- the RBF kernel in floats ---------------------------------------------------------------------------------


@given(TABLES, st.sampled_from([1e-6, 1.0, 1e6, 1e300]), st.sampled_from([0.0, 1e3, 1e9]))
def test_an_rbf_kernel_is_1_on_the_diagonal_and_never_more(X, gamma, shift):
    kernel = rbf_kernel(gamma)
    K = gram(kernel, X + shift)
    assert (K.diagonal() == 1).all()
    assert (K <= 1).all()
    assert (kernel(X + shift, X[:1] + shift) <= 1).all()


def straightforward(X, Z, gamma):
    return np.exp(-gamma * ((X[:, None, :] - Z) ** 2).sum(axis=2))


@pytest.mark.parametrize("shift", [0.0, 1e3, 1e6])
@pytest.mark.parametrize("gamma", [1e-3, 1.0, 1e3])
def test_an_rbf_kernel_does_not_cancel_far_from_the_origin(shift, gamma):
    X = np.random.default_rng(0).standard_normal((300, 4)) + shift
    assert rbf_kernel(gamma)(X, X[:50]) == pytest.approx(straightforward(X, X[:50], gamma), rel=1e-9, abs=1e-11)


def test_an_rbf_kernel_does_not_cancel_between_two_far_clusters():
    X = np.concatenate([np.linspace(-1e7, -1e7 + 3, 20), np.linspace(1e7, 1e7 + 3, 20)])[:, None]
    assert gram(rbf_kernel(1.0), X) == pytest.approx(straightforward(X, X, 1.0), rel=1e-12, abs=1e-300)


# --- feature maps ---------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(TABLES, st.integers(1, 5), st.sampled_from([0, 0.5, 1, 3]))
def test_the_polynomial_kernel_is_the_inner_product_of_explicit_features(X, degree, r):
    Phi = polynomial_features(X, degree, r)
    K = gram(polynomial_kernel(degree, r), X)
    lengths = np.sqrt(K.diagonal())
    assert np.abs(Phi @ Phi.T - K).max() <= 1e-10 * lengths.max() ** 2 + 1e-300
    d = X.shape[1]
    assert Phi.shape[1] == (math.comb(d + degree, degree) if r else math.comb(d + degree - 1, degree))


@settings(max_examples=30)
@given(TABLES, st.sampled_from([0.05, 0.5, 2.0]))
def test_the_series_of_polynomial_kernels_approaches_the_rbf_kernel(X, gamma):
    X = X[:, :2] / max(1.0, np.abs(X).max())
    powers = [polynomial_features(X, m, r=0) * math.sqrt((2 * gamma) ** m / math.factorial(m)) for m in range(1, 36)]
    Phi = np.exp(-gamma * np.square(X).sum(axis=1))[:, None] * np.hstack([np.ones((len(X), 1)), *powers])
    assert Phi @ Phi.T == pytest.approx(gram(rbf_kernel(gamma), X), rel=1e-10, abs=1e-10)


def test_the_features_of_degree_2_are_those_of_the_book():
    x, z = 3.0, 5.0
    expected = [1, math.sqrt(2) * x, math.sqrt(2) * z, x * x, math.sqrt(2) * x * z, z * z]
    assert polynomial_features([[x, z]], 2)[0] == pytest.approx(expected, rel=1e-15)


def test_the_linear_kernel_is_the_polynomial_one_of_degree_1():
    X = load_iris().data
    assert (gram(linear_kernel, X) == gram(polynomial_kernel(1, 0), X)).all()
    assert (polynomial_features(X, 1, 0) == X).all()


# --- what comes in --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", [0, -1, 1.5, math.nan, math.inf, "two"])
@pytest.mark.parametrize("make", [polynomial_kernel, lambda degree: polynomial_features([[1.0]], degree)])
def test_a_degree_is_a_whole_number_above_0(make, degree):
    with pytest.raises(ValueError, match="degree"):
        make(degree)


@pytest.mark.parametrize("r", [-0.1, math.nan, math.inf, "one"])
def test_r_is_at_least_0(r):
    with pytest.raises(ValueError, match=r"^r "):
        polynomial_kernel(2, r)


@pytest.mark.parametrize("gamma", [0, -1, math.nan, math.inf, [1.0]])
def test_gamma_is_above_0(gamma):
    with pytest.raises(ValueError, match="gamma"):
        rbf_kernel(gamma)


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (lambda X, Z: np.ones((len(X), len(Z) + 1)), "shape"),
        (lambda X, Z: 1.0, "shape"),
        (lambda X, Z: np.full((len(X), len(Z)), math.nan), "finite"),
        (lambda X, Z: np.full((len(X), len(Z)), math.inf), "finite"),
        (lambda X, Z: [["a"] * len(Z)] * len(X), "real numbers"),
        (lambda X, Z: X + 2 * Z.T, "symmetric"),
        (3.0, "function"),
    ],
)
def test_what_a_kernel_of_your_own_returns_is_checked(returned, words):
    with pytest.raises(ValueError, match=words):
        gram(returned, [[0.0], [1.0]])


def test_a_kernel_of_your_own_works():
    def laplace(X, Z):
        return np.exp(-np.abs(X[:, None, :] - Z).sum(axis=2))

    K = gram(laplace, [[0.0], [1.0], [3.0]])
    assert K[0] == pytest.approx(np.exp([0, -1, -3]))
    assert is_psd(K)


@pytest.mark.parametrize("K", [[[1.0, 2.0]], [1.0], [[math.nan]], [["a"]]])
def test_what_is_no_square_table_of_numbers_is_refused(K):
    with pytest.raises(ValueError, match=r"^K "):
        is_psd(K)


@pytest.mark.parametrize("kernel", [linear_kernel, polynomial_kernel(2), rbf_kernel(1.0)])
def test_points_that_do_not_fit_each_other_are_refused(kernel):
    with pytest.raises(ValueError, match="Z has 1 coordinates"):
        kernel([[1.0, 2.0]], [[1.0]])
    with pytest.raises(ValueError, match="X has a NaN"):
        kernel([[math.nan]], [[1.0]])
    with pytest.raises(ValueError, match="Z has a NaN"):
        gram(kernel, [[1.0]], [[math.nan]])


def test_powers_beyond_floats_and_tables_beyond_memory_are_refused():
    with pytest.raises(ValueError, match="range of floats"):
        polynomial_kernel(4)([[1e100]], [[1e100]])
    with pytest.raises(ValueError, match="monomials"):
        polynomial_features(np.ones((10, 300)), 4)


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_scaled_points_have_scaled_inner_products(scale):
    X = load_iris().data[:5]
    assert gram(linear_kernel, X * scale) / scale**2 == pytest.approx(gram(linear_kernel, X), rel=1e-12)
    assert gram(rbf_kernel(scale**-2), X * scale) == pytest.approx(gram(rbf_kernel(1.0), X), rel=1e-9)


def test_inputs_are_not_modified():
    X = load_iris().data
    before = X.copy()
    for kernel in (linear_kernel, polynomial_kernel(3), rbf_kernel(0.1)):
        gram(kernel, X)
        kernel(X, X)
    polynomial_features(X, 2)
    assert (before == X).all()
