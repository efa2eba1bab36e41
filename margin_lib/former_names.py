"""The names of the library's modules before it had sub-packages, as older notebooks and terms use them.

`import margin_lib.geometry` still works, and a problem set that bars "geometry" bars "core.geometry". A former name
that is a package today, such as "svm" or "kernels", means the whole package.
"""

import importlib
import sys

FORMER = {
    "inputs": "core.inputs",
    "geometry": "core.geometry",
    "signed_points": "core.signed_points",
    "exact": "core.exact",
    "perceptron": "perceptrons.perceptron",
    "margin_perceptron": "perceptrons.margin_perceptron",
    "winnow": "perceptrons.winnow",
    "runs": "perceptrons.runs",
    "violators": "perceptrons.which_next",
    "interior": "optimize.interior_point",
    "linear_program": "optimize.linear_program",
    "quadratic_program": "optimize.quadratic_program",
    "cvxpy_solver": "optimize.cvxpy_solver",
    "program": "svm.primal_dual",
    "working_set": "svm.working_set",
    "crossover": "svm.crossover",
    "duality": "svm.kkt",
    "gram_rows": "kernels.gram_rows",
    "kernel_machine": "kernels.kernel_machine",
    "kernel_perceptron": "kernels.kernel_perceptron",
    "kernel_separation": "kernels.kernel_separation",
    "kernel_svm": "kernels.kernel_svm",
    "smo": "kernels.smo",
    "active_set": "kernels.smo_finish",
    "feature_table": "kernels.feature_table",
    "sgd": "descent.sgd",
    "checks.additive": "checks.perceptron_runs",
    "checks.multiplicative": "checks.winnow_runs",
    "checks.given": "checks.arguments",
    "datasets.made": "datasets.generated",
    "datasets.slow": "datasets.worst_case",
}


def keep_importable(package: str) -> None:
    """Make the former names importable; a name that is a public function of the package stays that function."""
    for former, name in FORMER.items():
        module = importlib.import_module(f"{package}.{name}")
        sys.modules[f"{package}.{former}"] = module
        folder, _, last = f"{package}.{former}".rpartition(".")
        vars(sys.modules[folder]).setdefault(last, module)
