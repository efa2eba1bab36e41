"""A solver of the library's own for CVXPY, for places where no other for quadratic programs can be had: the browser.

The pages and problem sets ask CVXPY for Clarabel, which is compiled, as all its solvers are. Where Clarabel cannot be
imported, `quadratic_program` answers in its place: to the name CLARABEL, so that the same lines run everywhere, and to
its own name MARGIN. It takes quadratic and linear programs; of cones it knows none.

`stand_in` registers it, once CVXPY is there. `stand_by` waits for that: importing CVXPY takes seconds, and few need it.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from typing import Any

NAME, ABSENT = "MARGIN", "CLARABEL"


def stand_by() -> None:
    """Register the solver when CVXPY is imported, or at once where it has been; does nothing where Clarabel is."""
    if importlib.util.find_spec("clarabel"):
        return
    if "cvxpy" in sys.modules:
        stand_in()
    else:
        sys.meta_path.insert(0, _Watch())


def stand_in() -> None:
    """Make CVXPY use the library's solver where it is asked for Clarabel, or for none."""
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
    """Sees CVXPY being imported, and registers the solver right after."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Let the others find CVXPY, and add to what its loader does."""
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
    """Return CVXPY's interface to `quadratic_program`, which can be defined only once CVXPY is there."""
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
            """Nothing to import: it is here."""

        def cite(self, data: Any) -> str:
            return ""

        def solve_via_data(
            self, data: Any, warm_start: bool, verbose: bool, solver_opts: Any, solver_cache: Any = None
        ) -> quadratic_program.Solution:
            keys = (settings.P, settings.Q, settings.A, settings.B, settings.F, settings.G)
            found = quadratic_program.solve(*(data[key] for key in keys))
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
