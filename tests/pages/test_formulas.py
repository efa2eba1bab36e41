"""The constants that the book prints are those that the library checks runs against."""

import dataclasses
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from margin_lib import (
    Plane,
    check_incremental,
    check_margin_claims,
    check_novikoff,
    check_winnow,
    hinge_sgd,
    incremental_margin_perceptron,
    margin_perceptron,
    max_l2_margin,
    max_linf_margin,
    perceptron,
    radius,
    winnow,
)
from margin_lib.datasets import separable

REGISTRY = Path(__file__).parents[2] / "book" / "theorems.toml"
THEOREMS = tomllib.loads(REGISTRY.read_text(encoding="utf-8"))
FORMULAS = {
    f"{label}.{name}": formula | {"checks": [name for name in entry["names"] if name.startswith("check_")]}
    for label, entry in THEOREMS.items()
    for name, formula in entry.get("formulas", {}).items()
}
COMPUTED = [name for name, formula in FORMULAS.items() if "python" in formula]
COMPARED = [name for name in COMPUTED if "row" in FORMULAS[name]]


def value(name, **letters):
    """What the formula is for these letters, which may be arrays with one entry a step."""
    with np.errstate(divide="ignore"):  # a claim that divides by the length of w says nothing of w = 0
        return eval(FORMULAS[name]["python"], {"sqrt": np.sqrt, "log": np.log}, letters)


def points(seed, *, bias=False):
    """Random separable points, the best plane, and its margin."""
    X, y, plane = separable(40, 3, gamma=0.05, radius=1.7, seed=seed, bias=bias)
    return X, y, plane, plane.margin(X, y)


def lengths(Z, order):
    """The length of w before each correction."""
    return np.concatenate([[0.0], np.linalg.norm(np.cumsum(Z[order], axis=0), axis=1)[:-1]])


@pytest.fixture(scope="module", params=[1, 2, 3])
def checked(request):
    """For each check the rows of its report on random data, and what the letters of the book stand for there."""
    X, y, plane, gamma = points(request.param)
    R, guess, best = radius(X), 0.9 * gamma, max_linf_margin(X, y)
    run, careful = perceptron(X, y), margin_perceptron(X, y, guess)
    single, search = winnow(X, y, epsilon=best.margin / 2), winnow(X, y)
    # No honest run gets as long as claim 4 speaks of. The sides of its inequality are there in any run.
    endless = dataclasses.replace(careful, order=np.tile(careful.order, 200))
    Z = y[:, None] * X
    letters = {"R": R, "gamma": gamma, "gamma_guess": guess}
    steps = {"k": np.arange(1, len(endless.order) + 1), "length": lengths(Z, endless.order)}
    weights = {"gamma": best.margin, "N": 2 * (X.shape[1] + 1), "epsilon": best.margin / 2}
    by_weights = [*check_winnow(single, X, y, best.plane), *check_winnow(search, X, y, best.plane)]
    halving = incremental_margin_perceptron(X, y)
    return {
        "check_novikoff": (check_novikoff(run, X, y, plane), letters | {"k": np.arange(1, len(run.order) + 1)}),
        "check_margin_claims": (check_margin_claims(endless, X, y, guess, plane), letters | steps),
        "check_incremental": (check_incremental(halving, X, y, plane), letters | {"gamma_guess": R}),
        "check_winnow": (by_weights, weights),
    }


def row_of(rows, claim):
    return next(row for row in rows if row.claim == claim)


@pytest.mark.parametrize("name", COMPARED)
def test_a_formula_of_the_book_is_the_side_of_its_row(name, checked):
    (check,) = FORMULAS[name]["checks"]
    rows, letters = checked[check]
    row = row_of(rows, FORMULAS[name]["row"])
    assert np.isclose(value(name, **letters), row.right, rtol=1e-9).any(), row


@pytest.mark.parametrize("name", COMPUTED)
def test_the_tex_of_a_formula_has_the_numbers_of_its_python(name):
    tex, python = (sorted(re.findall(r"\d+", FORMULAS[name][kind])) for kind in ("tex", "python"))
    assert tex == python


def test_winnows_constants_follow_from_the_general_bounds():
    gamma, N = 0.3, 12
    low, high = value("thm-winnow.low", gamma=gamma), value("thm-winnow.high", gamma=gamma)
    stated = value("thm-winnow.bound", gamma=gamma, N=N)
    for epsilon in (low, high):
        assert value("thm-winnow.general", gamma=gamma, N=N, epsilon=epsilon) == pytest.approx(stated)
    half = value("thm-winnow.general", gamma=gamma, N=N, epsilon=gamma / 2)
    assert half == pytest.approx(value("thm-winnow.half", gamma=gamma, N=N))
    linear = value("thm-multiplicative.general", gamma=gamma, N=N, epsilon=gamma)
    assert linear == pytest.approx(value("thm-multiplicative.bound", gamma=gamma, N=N))


def test_winnows_general_bounds_are_those_of_the_check(checked):
    rows, letters = checked["check_winnow"]
    T = row_of(rows, "round 0: T <= (16/3) ln N/gamma_W^2").left
    for name, left in (
        ("thm-winnow.general", "T epsilon (gamma_W - epsilon)"),
        ("thm-multiplicative.general", "T epsilon (gamma_W - epsilon/2)"),
    ):
        row = row_of(rows, f"round 0: {left} <= ln N")
        assert value(name, **letters) == pytest.approx(T * row.right / row.left)


def test_the_rate_of_descent_is_the_bound_of_a_fit():
    X, y, _, _ = points(1)
    n, lam, steps = len(X), 3.0, 50
    rate = value("thm-sgd-rate.bound", G=2 * radius(X), mu=2 * lam / n, T=steps)
    assert hinge_sgd(X, y, lam, steps=steps).bound == pytest.approx(n * rate)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_lift_and_the_dimension_cost_a_margin_no_more_than_the_book_says(seed):
    X, y, plane, gamma = points(seed, bias=True)
    R, ones = radius(X), np.ones((len(X), 1))
    lifted = Plane(np.append(plane.w, plane.b)).margin(np.hstack([X, ones]), y)
    least = value("thm-lift-margin.margin", gamma=gamma, R=R)
    assert lifted >= least * (1 - 1e-12)
    assert value("thm-lift-margin.bound", gamma=gamma, R=R) == pytest.approx((1 + R**2) / least**2)
    of_lengths, of_entries = max_l2_margin(X, y).margin, max_linf_margin(X, y).margin
    assert value("thm-two-margins.low", gamma=of_lengths, d=3) <= of_entries * (1 + 1e-9)
    assert value("thm-two-margins.high", gamma=of_lengths, d=3) >= of_entries * (1 - 1e-9)


# --- the table of theorems --------------------------------------------------------------------------------------

BLOCK = r"^(:::+)\{{prf:\w+\}}[^\n]*\n:label: {}\n(.*?)^\1$"


def bare(tex):
    """TeX without what only spaces and aligns it."""
    return re.sub(r"\\[;,!]|\\quad|[&\s]", "", tex)


@pytest.mark.parametrize("label", [label for label, entry in THEOREMS.items() if "short" in entry])
def test_what_the_table_shows_of_a_statement_is_in_the_statement(label):
    """Word for word, but for words such as 'updates', and for the formulas of the registry."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in REGISTRY.parent.glob("*.md"))
    block = bare(re.search(BLOCK.format(label), pages, re.MULTILINE | re.DOTALL)[2])
    entry = THEOREMS[label]
    parts = re.split(r"\\text\{[^}]*\}|\\quad|<[\w.]+>", entry["short"])
    stated = [re.sub(r"^(?:=|\\le|\\ge)|(?:=|\\le|\\ge)$", "", bare(part)) for part in parts]
    assert not [part for part in stated if part not in block]
    assert set(re.findall(r"<(\w+)>", entry["short"])) <= set(entry.get("formulas", {}))
