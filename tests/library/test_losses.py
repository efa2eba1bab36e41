"""The losses side by side, and squashing (S22, S25)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import hinge_loss, log_loss, zero_one_loss

from margin_lib import losses, squash

MARGINS = st.floats(-1e6, 1e6) | st.sampled_from([0.0, -0.0, 1.0, np.nextafter(1, 0), 5e-324, -5e-324])


@given(MARGINS)
def test_hinge_and_logistic_in_base_2_bound_zero_one(z):
    assert losses.hinge(z) >= losses.zero_one(z)
    assert losses.logistic(z, base=2) >= losses.zero_one(z)


@given(MARGINS)
def test_the_losses_are_ordered_as_the_module_says(z):
    assert losses.perceptron(z) <= losses.hinge(z) <= losses.perceptron(z) + 1
    assert losses.perceptron(z) <= losses.logistic(z)


def test_neither_the_perceptrons_loss_nor_logistic_in_base_e_bounds_zero_one():
    assert losses.perceptron(0.0) < losses.zero_one(0.0)
    assert losses.logistic(0.0) < losses.zero_one(0.0)


def test_a_margin_of_0_is_a_mistake():
    assert losses.zero_one([-0.0, 0.0, 5e-324, -5e-324]).tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("loss", [losses.perceptron, losses.hinge, losses.logistic], ids=lambda loss: loss.__name__)
@given(a=st.floats(-50, 50), b=st.floats(-50, 50), part=st.floats(0, 1))
def test_each_loss_but_zero_one_is_convex_and_falls(loss, a, b, part):
    between = part * a + (1 - part) * b
    assert loss(between) <= part * loss(a) + (1 - part) * loss(b) + 1e-12
    assert loss(max(a, b)) <= loss(min(a, b))


def test_the_losses_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    y, f = np.where(rng.random(500) < 0.5, 1, -1), 3 * rng.standard_normal(500)
    assert losses.hinge(y * f).mean() == pytest.approx(hinge_loss(y, f), rel=1e-12)
    assert losses.zero_one(y * f).mean() == pytest.approx(zero_one_loss(y, np.where(f > 0, 1, -1)), rel=1e-12)
    assert losses.logistic(y * f).mean() == pytest.approx(log_loss(y, 1 / (1 + np.exp(-f))), rel=1e-9)


@given(st.floats(-30, 30))
def test_squash_is_both_of_its_formulas(z):
    assert squash(z) == pytest.approx((1 - math.exp(-z)) / (1 + math.exp(-z)), rel=1e-12, abs=1e-15)
    assert squash(z) == pytest.approx(2 / (1 + math.exp(-z)) - 1, rel=1e-9, abs=1e-12)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_squash_neither_overflows_nor_moves_the_boundary(a, b):
    assert -1 <= squash(a) <= 1
    assert np.sign(squash(a)) == np.sign(a) or abs(a) < 1e-300
    assert squash(min(a, b)) <= squash(max(a, b))


@pytest.mark.parametrize("loss", [losses.zero_one, losses.perceptron, losses.hinge, losses.logistic, squash])
def test_numbers_give_numbers_and_tables_tables(loss):
    assert isinstance(loss(1), float)
    assert loss(np.ones((2, 3), dtype=np.float32)).shape == (2, 3)
    assert np.isfinite(loss([-1e300, 1e300])).all()


@pytest.mark.parametrize("z", [math.nan, [1.0, math.nan], "one", [[1], [1, 2]]])
@pytest.mark.parametrize("loss", [losses.zero_one, losses.perceptron, losses.hinge, losses.logistic, squash])
def test_what_is_no_margin_is_refused_by_name(loss, z):
    with pytest.raises(ValueError, match=r"^z "):
        loss(z)


@pytest.mark.parametrize("base", [1, 0.5, 0, -2, math.nan, math.inf])
def test_a_base_of_logarithms_is_above_1(base):
    with pytest.raises(ValueError, match="base"):
        losses.logistic(0.0, base=base)
