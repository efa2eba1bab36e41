"""A solver for CVXPY in the browser, where CVXPY's compiled solvers are missing.

The pages and problem sets ask CVXPY for Clarabel. Pyodide's lock file lists it, but the package from which the site
takes its wheels does not contain it. So wherever Clarabel can't be imported, `quadratic_program` replaces it: under the
name CLARABEL, so that the same lines run everywhere, and under its own name, MARGIN. It solves quadratic and linear
programs, but no cone programs.

`stand_in` registers the solver with an imported CVXPY. `stand_by` does so when CVXPY is imported, which takes seconds.
"""

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from typing import Any

NAME, ABSENT = "MARGIN", "CLARABEL"


def stand_by() -> None:
    """Register the solver when CVXPY is imported, or now if it has been; do nothing if Clarabel is installed."""
    if importlib.util.find_spec("clarabel"):
        return
    if "cvxpy" in sys.modules:
        stand_in()
    else:
        sys.meta_path.insert(0, _Watch())


def stand_in() -> None:
    """Make CVXPY use the library's solver by default and in place of Clarabel."""
    from cvxpy.reductions.solvers import defines

    solver = solver_class()()
    for name in (NAME, ABSENT):
        defines.SOLVER_MAP_QP[name] = solver
        defines.SOLVER_MAP_CONIC.pop(name, None)
        if name not in defines.INSTALLED_SOLVERS:
            defines.INSTALLED_SOLVERS.insert(0, name)
        if name not in defines.QP_SOLVERS:
            defines.QP_SOLVERS.insert(0, name)


class _Watch:
    """An import hook that registers the solver right after CVXPY is imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Leave it to the other finders to find CVXPY, and extend what its loader does."""
        if name != "cvxpy":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_and_register(module: Any) -> None:
                load(module)
                stand_in()

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


def solver_class() -> type[Any]:
    """Return CVXPY's interface to `quadratic_program`, which can't be defined before CVXPY is imported."""
    from cvxpy import settings
    from cvxpy.reductions.solution import Solution, failure_solution
    from cvxpy.reductions.solvers import utilities
    from cvxpy.reductions.solvers.qp_solvers.qp_solver import QpSolver

    from . import quadratic_program

    statuses = {
        "optimal": settings.OPTIMAL,
        "infeasible": settings.INFEASIBLE,
        "unbounded": settings.UNBOUNDED,
        "failed": settings.SOLVER_ERROR,
    }

    class Margin(QpSolver):
        """Quadratic programs by the library's interior point method."""

        MIP_CAPABLE = False

        def name(self) -> str:
            return NAME

        def import_solver(self) -> None:
            """Do nothing: the solver is part of the library."""

        def cite(self, data: Any) -> str:
            return ""

        def solve_via_data(
            self, data: Any, warm_start: bool, verbose: bool, solver_opts: Any, solver_cache: Any = None
        ) -> quadratic_program.Solution:
            keys = (settings.P, settings.Q, settings.A, settings.B, settings.F, settings.G)
            found = quadratic_program.solve_quadratic_program(*(data[key] for key in keys))
            if verbose:
                print(f"margin_lib: {found.status} after {found.steps} steps, error {found.error:.1e}")
            return found

        def invert(self, solution: quadratic_program.Solution, inverse_data: Any) -> Any:
            status, notes = statuses[solution.status], {settings.NUM_ITERS: solution.steps}
            duals: dict[int, Any] = {}
            for multipliers, kind in ((solution.y, self.EQ_CONSTR), (solution.z, self.NEQ_CONSTR)):
                values = utilities.get_dual_values(multipliers, utilities.extract_dual_value, inverse_data[kind])
                duals.update(values)
            if status != settings.OPTIMAL:
                return failure_solution(status, notes, duals)
            value = solution.value + inverse_data[settings.OFFSET]
            return Solution(status, value, {self.VAR_ID: solution.x}, duals, notes)

    return Margin
