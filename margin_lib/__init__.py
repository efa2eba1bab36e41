"""margin_lib: every algorithm of the course Maximizing the Margin, each with a certificate.

X is (n, d), y holds +1 and -1, a plane is w.x + b = 0. Margins are geometric and signed; a point with y f(x) <= 0 is a
mistake. A `check_*` function verifies every claim of a solver without calling it.

    core          checked inputs, planes, signed points, and exact arithmetic
    perceptrons   the perceptron, the margin perceptron, Winnow, and their runs
    separation    a separating plane, or a proof that none exists
    svm           hard and soft margins, and the conditions of Karush, Kuhn and Tucker
    kernels       kernels, and the algorithms that use them
    descent       stochastic subgradient descent on the hinge loss
    optimize      the solvers of linear and quadratic programs
    margins       the two margins over normalized points;   losses    the losses as functions of the margin
    checks        reports on runs and fits;                 textbook  each algorithm in its plain form
    datasets      points with a known best plane;           plots, estimators    for matplotlib and scikit-learn

Points and labels -> core.inputs -> an algorithm -> a run or a fit -> checks, plots.

>>> from margin_lib import perceptron, check_separator
>>> X, y = [[2, 1], [1, 2], [-2, -1]], [1, 1, -1]
>>> check_separator(perceptron(X, y).plane, X, y).ok
True
"""

import importlib
import sys
from typing import Any

from . import datasets, former_names, losses
from .checks.perceptron_runs import check_incremental, check_margin_claims, check_novikoff
from .checks.report import Report, Row
from .checks.separators import check_separator, check_witness
from .checks.svms import check_kkt, check_svm
from .checks.winnow_runs import check_winnow
from .core.geometry import Plane, flip_radius, lift, radius, signed
from .descent.sgd import Fit, hinge_sgd, hinge_subgradient, kernel_hinge_sgd
from .kernels.functions import gram, is_psd, linear_kernel, polynomial_features, polynomial_kernel, rbf_kernel
from .kernels.kernel_perceptron import kernel_perceptron
from .kernels.kernel_svm import kernel_svm
from .losses import squash
from .margins import BestMargin, l2_margin, linf_margin, max_l2_margin, max_linf_margin
from .optimize import cvxpy_solver
from .perceptrons.margin_perceptron import incremental_margin_perceptron, margin_perceptron
from .perceptrons.perceptron import perceptron
from .perceptrons.runs import Run
from .perceptrons.winnow import winnow
from .separation import NotSeparable, Separation, separate
from .svm.kkt import kkt_residuals, lagrangian_toy
from .svm.maximum_margin import Svm, hard_margin, soft_margin

__version__ = "0.1.0"

_LATER = ("estimators", "plots")  # imported on first use: they need scikit-learn and matplotlib

__all__ = [
    "BestMargin", "Fit", "NotSeparable", "Plane", "Report", "Row", "Run", "Separation", "Svm", "check_incremental",
    "check_kkt", "check_margin_claims", "check_novikoff", "check_separator", "check_svm", "check_winnow",
    "check_witness", "datasets", "flip_radius", "gram", "hard_margin", "hinge_sgd", "hinge_subgradient",
    "incremental_margin_perceptron", "is_psd", "kernel_hinge_sgd", "kernel_perceptron", "kernel_svm", "kkt_residuals",
    "l2_margin", "lagrangian_toy", "lift", "linear_kernel", "linf_margin", "losses", "margin_perceptron",
    "max_l2_margin", "max_linf_margin", "perceptron", "polynomial_features", "polynomial_kernel", "radius",
    "rbf_kernel", "separate", "signed", "soft_margin", "squash", "winnow",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if sys.platform == "emscripten":
    cvxpy_solver.stand_by()

former_names.keep_importable(__name__)
