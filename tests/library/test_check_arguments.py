"""A check trusts nothing that it is given: whatever a run or a fit holds, it says in its report what is wrong."""

import dataclasses
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from margin_lib import (
    Plane,
    Report,
    Run,
    check_incremental,
    check_kkt,
    check_margin_claims,
    check_novikoff,
    check_separator,
    check_svm,
    check_winnow,
    check_witness,
    hard_margin,
    incremental_margin_perceptron,
    margin_perceptron,
    perceptron,
    soft_margin,
    winnow,
)

X = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, 0.5], [-2.0, -1.0], [0.3, -0.4]])
Y = np.array([1, 1, -1, -1, -1])
BEST = Plane([2.0, 3.0])
GUESS = 0.1
CHECKS = {
    "novikoff": (perceptron(X, Y, pick="next"), lambda run: check_novikoff(run, X, Y, BEST)),
    "margin claims": (margin_perceptron(X, Y, GUESS), lambda run: check_margin_claims(run, X, Y, GUESS, BEST)),
    "incremental": (incremental_margin_perceptron(X, Y), lambda run: check_incremental(run, X, Y, BEST)),
    "winnow": (winnow(X, Y), lambda run: check_winnow(run, X, Y, BEST)),
    "hard margin": (hard_margin(X, Y), lambda svm: check_svm(svm, X, Y)),
    "soft margin": (soft_margin(X, Y, lam=0.3), lambda svm: check_svm(svm, X, Y)),
    "kkt": (soft_margin(X, Y, C=0.5), lambda svm: check_kkt(svm, X, Y)),
}
AS_BEST = {
    "novikoff": lambda best: check_novikoff(CHECKS["novikoff"][0], X, Y, best),
    "margin claims": lambda best: check_margin_claims(CHECKS["margin claims"][0], X, Y, GUESS, best),
    "incremental": lambda best: check_incremental(CHECKS["incremental"][0], X, Y, best),
    "winnow": lambda best: check_winnow(CHECKS["winnow"][0], X, Y, best),
    "separator": lambda plane: check_separator(plane, X, Y),
}

# What no field may be, and what is of the right type but odd: too many, too few, out of range, beyond floats.
NEVER = [None, "text", b"bytes", object(), {1: 2}, {1}, [None], ["1"], [[1.0], [1.0, 2.0]], float("nan"), 1j, len]
ODD = [
    *([], [7], [-1], [1, 2, 3, 4, 5], [0.5] * 5, [1e300] * 5, [1e-300] * 5, [np.nan] * 5, [np.inf] * 5, [[1]]),
    *((1, 2, 3), 10**400, [10**400], 2**70, 1e300, -1e300, 1e-300, 5e-324, np.inf, -np.inf),
    *(0, -1, 0.0, 2.5, True, np.array(3)),
    *("1", Plane([0.0, 0.0]), Plane([1.0]), Plane([1e300, 1e-300]), Plane([Fraction(1, 3), 1])),
    *(
        Plane([Fraction(10**400), 1]),
        SimpleNamespace(w=[1, 2], b=None),
        SimpleNamespace(w=None, b=0),
        SimpleNamespace(w=[1, np.nan], b=1 + 2j),
    ),
    *([(0.5, 3)], [(0.5, 3, "self", 4)], [(1e-300, 3, "forced")], [(1e300, -3, "self")], [(None, None, None)]),
    *([("a", "b", "early")], [(np.inf, 10**400, "early")], [(0.5, 2.5, "self")], (np.nan, np.nan), (np.inf, 0.0)),
]


def fields(given_):
    return [field.name for field in dataclasses.fields(given_)]


def with_field(given_, name, value):
    """The same, as a user builds it: an object of no class of ours."""
    return SimpleNamespace(**{**{field: getattr(given_, field) for field in fields(given_)}, name: value})


def reported(report):
    """The report, which can be read as text; a failing field has a sentence."""
    assert isinstance(report, Report)
    assert all(row.left for row in report.failed if "can be read" in row.claim)
    assert len(str(report)) > 20
    return report


@pytest.mark.parametrize("name", CHECKS)
def test_lists_do_for_arrays_and_the_report_is_the_same(name):
    honest, check = CHECKS[name]
    lists = SimpleNamespace(
        **{
            field: value.tolist() if isinstance(value := getattr(honest, field), np.ndarray) else value
            for field in fields(honest)
        }
    )
    assert str(check(lists)) == str(check(honest))
    assert check(honest).ok


def test_a_run_that_a_user_builds_is_checked():
    run = Run(Plane([1.0, 1.0]), [0, 2, 1, 1, 2, 1], [1, 3, 2], True)
    report = check_novikoff(run, [[2, 1], [-1, 1], [-1, 2]], [1, -1, 1], Plane([3, 2]))
    assert report["the counts are those of the order"].status == "holds"


@pytest.mark.parametrize("name", CHECKS)
def test_each_field_that_cannot_be_read_is_named(name):
    honest, check = CHECKS[name]
    for field in fields(honest):
        for value in NEVER:
            if (field, value) != ("lam", None):
                report = reported(check(with_field(honest, field, value)))
                assert [row.claim for row in report.failed] == [f"{field} can be read"]
    assert {row.claim for row in reported(check(None)).failed} >= {"plane can be read", "bias can be read"}


@pytest.mark.parametrize("name", AS_BEST)
def test_what_is_no_plane_is_not_taken_for_one(name):
    for value in [*NEVER, Plane([0.0, 0.0]), Plane([1.0]), *ODD]:
        report = reported(AS_BEST[name](value))
        assert not report.ok or hasattr(value, "w")


@pytest.mark.parametrize("witness", [*NEVER[:-1], {0: None}, {0: "1/2", 3: "1/2"}, {0: np.nan}, {0: 10**400}, {"a": 1}])
def test_what_is_no_witness_fails(witness):
    assert not reported(check_witness(witness, X, Y)).ok


@st.composite
def altered(draw, honest):
    """Draw a fit with one to three fields replaced, shortened, rescaled or with another entry in one place."""
    parts = {field: getattr(honest, field) for field in fields(honest)}
    for field in draw(st.lists(st.sampled_from(fields(honest)), min_size=1, max_size=3, unique=True)):
        value = parts[field]
        if isinstance(value, np.ndarray) and len(value) and draw(st.booleans()):
            entries = value.tolist()
            entries[draw(st.integers(0, len(entries) - 1))] = draw(st.sampled_from([*NEVER, *ODD]))
            times = draw(st.sampled_from([1e300, -1e300, 1e-300, 0.0]))
            others = [entries, value[1:], value[::-1], value * times, np.append(value, value)]
            parts[field] = draw(st.sampled_from(others))
        else:
            parts[field] = draw(st.sampled_from([*NEVER, *ODD]))
    return SimpleNamespace(**parts)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(list(CHECKS)).flatmap(lambda name: altered(CHECKS[name][0]).map(lambda fit: (name, fit))))
@example(("novikoff", with_field(CHECKS["novikoff"][0], "order", [0, 10**400])))
@example(("winnow", with_field(CHECKS["winnow"][0], "rounds", [(5e-324, 2**53, "forced")])))
@example(("incremental", with_field(CHECKS["incremental"][0], "rounds", [(1e-300, 2**52, "forced")])))
@example(("hard margin", with_field(CHECKS["hard margin"][0], "plane", Plane([0.0, 0.0]))))
def test_whatever_a_fit_holds_there_is_a_report(data):
    name, fit = data
    reported(CHECKS[name][1](fit))


@pytest.mark.parametrize("name", CHECKS)
def test_no_odd_value_of_one_field_raises(name):
    honest, check = CHECKS[name]
    for field in fields(honest):
        for value in ODD:
            reported(check(with_field(honest, field, value)))


@pytest.mark.parametrize("check", [check_svm, check_kkt])
def test_a_machine_of_other_points_fails(check):
    report = reported(check(hard_margin(X, Y), X[:4], Y[:4]))
    assert report["alpha can be read"].left == "it must be 4 numbers, but has the shape (5,)"


@pytest.mark.parametrize("check", [lambda X, y: check_novikoff(None, X, y, BEST), lambda X, y: check_svm(None, X, y)])
def test_the_points_themselves_are_an_input_and_raise(check):
    with pytest.raises(ValueError, match="X has a NaN"):
        check([[np.nan, 1.0]], [1])
