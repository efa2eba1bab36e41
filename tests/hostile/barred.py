# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins that take what the set bars of the library, by whatever way there is."""

from hostile.case import Case

WAYS = {
    "import": "from margin_lib import perceptron as solve",
    "module": "import importlib\nsolve = importlib.import_module('margin_lib.perceptron').perceptron",
    "modules": "import sys, margin_lib\nsolve = sys.modules['margin_lib.perceptron'].perceptron",
    "other-solver": "from margin_lib import winnow, margin_perceptron\nsolve = margin_perceptron",
    "gc": "import gc\nsolve = next(f for f in gc.get_objects() if getattr(f, '__name__', '') == 'perceptron' and hasattr(f, '__code__'))",
    "globals": "import margin_lib.datasets as d\nsolve = d.separable.__globals__['perceptron']",
    "frames": "import margin_lib.plots.runs as r\nsolve = r.plot_run.__globals__['__builtins__']['__import__']('margin_lib.perceptron').perceptron",
    "files": "import pathlib\nscope = {'__name__': 'x'}\n"
    "exec(pathlib.Path('/library/margin_lib/perceptrons/perceptron.py').read_text(), scope)\nsolve = scope['perceptron']",
    "reload": "import importlib, sys\nfor name in [n for n in sys.modules if n.startswith('margin_lib')]:\n    del sys.modules[name]\n"
    "import margin_lib\nsolve = margin_lib.perceptron",
    "subclass": "import margin_lib\nsolve = object.__new__(margin_lib.perceptron)",
    "sklearn": "from sklearn.linear_model import Perceptron as solve",
    "scipy": "from scipy.optimize import linprog as solve",
    "cvxpy": "import cvxpy\nsolve = cvxpy.Problem",
    "path": "import sys, glob\nsys.path += glob.glob('/usr/lib*/*/*-packages') + glob.glob('/usr/local/lib*/*/*-packages')"
    " + glob.glob(sys.base_prefix + '/lib/python3*/*-packages')\nimport sklearn.svm, nbgrader, dask\nsolve = sklearn.svm.LinearSVC",
    "unwatched": "import sys\nsys.setprofile(None)\nfrom margin_lib.separation import separate as solve",
    "thread": "import threading, margin_lib\nsolve = margin_lib.separate\nt = threading.Thread(target=lambda: solve(X, y)); t.start(); t.join()",
    "estimators": "from margin_lib.estimators import PerceptronClassifier as solve",
    "hidden-module": "import margin_lib.kernel_perceptron as m\nsolve = m.kernel_perceptron",
}


def answer(way):
    """Return an answer that would be right if it got hold of the solver."""
    code = "".join(f"    {line}\n" for line in way.splitlines())
    run = "    run = solve(X, y)\n    return run.plane.w, run.order\n"
    return f"def perceptron(X, y, budget):\n{code}{run}"


TRICKS = """
import threading, margin_lib
def by_thread(f, *arguments):
    out = []
    t = threading.Thread(target=lambda: out.append(f(*arguments)))
    t.start(); t.join()
    return out[0]
def by_profile(f, *arguments):
    profile = sys.getprofile()
    sys.setprofile(None)
    try:
        return f(*arguments)
    finally:
        sys.setprofile(profile)
scope = {"__name__": "margin_lib.plots"}  # so that it looks like the library's own call
exec("def by_name(f, *arguments): return f(*arguments)", scope)
by_name = scope["by_name"]
"""
TAKEN = {  # what a set bars of a module that data sets or pictures need, and the answer that it would be
    "ps1": ("lifted", "w, b, X, y, height", "A = {}(margin_lib.core.geometry.lift, X, y); A[:, -1] *= height; u = np.append(w, b / height)\n"
            "    return A, u, (A @ u).min() / np.sqrt(u @ u)"),
    "ps4": ("payoffs", "X, y", "return {}(margin_lib.core.geometry.lift, X, y, 'linf').T"),
    "ps6": ("loss_table", "z", "f = margin_lib.losses; all_ = [f.zero_one, f.perceptron, f.hinge, lambda z: f.logistic(z, 2)]\n"
            "    return np.column_stack([{}(one, z) for one in all_])"),
}


CASES = [
    *(Case(f"{name}-by-{trick}", "calls what is barred so that it is not watched", own=TRICKS, set=name, scores={answer: 0},
           answers={answer: f"def {answer}({arguments}):\n    {code.format(f'by_{trick}')}\n"})
      for name, (answer, arguments, code) in TAKEN.items() for trick in ("thread", "profile", "name")),
    Case(
        "ps1-margins",
        "takes the margins of the plane that the data sets are made with, in a thread",
        own=TRICKS,
        answers={"closest": "def closest(w, b, X, y):\n    each = by_thread(lambda: margin_lib.Plane(w, b).margins(X, y))\n"
                 "    return each.min(), np.flatnonzero(each - each.min() < 1e-9)\n"},
        scores={"closest": 0},
        set="ps1",
    ),
    *(Case(f"barred-{name}", f"takes the perceptron of the library: {name}", answers={"perceptron": answer(way)}, scores={"perceptron": 0})
      for name, way in WAYS.items()),
    Case(
        "barred-made-ready",
        "takes solvers in a cell of its own, where nothing is watched, for an answer to use",
        own="""
import margin_lib
attempt("perceptron", lambda: margin_lib.perceptron([[1.0], [-1.0]], [1, -1]))
attempt("svm", lambda: margin_lib.hard_margin([[1.0], [-1.0]], [1, -1]))
attempt("winnow", lambda: margin_lib.winnow([[1.0], [-1.0]], [1, -1]))
attempt("program", lambda: __import__("margin_lib.svm.primal_dual", fromlist=["x"]).solve())
solve = margin_lib.perceptron
""",
        answers={"perceptron": "def perceptron(X, y, budget):\n    run = solve(X, y)\n    return run.plane.w, run.order\n"},
        scores={"perceptron": 0},
        shows=("refused perceptron ImportError", "refused svm ImportError", "refused program"),
    ),
    Case(
        "ps5-library",
        "takes the support vector machine of the library in a set that allows cvxpy",
        answers={"cheapest_plane": "from margin_lib import hard_margin\ndef cheapest_plane(X, y, t):\n    m = hard_margin(X, y)\n"
                 "    return m.objective, m.plane.w, m.plane.b, m.alpha\n"},
        scores={"cheapest_plane": 0},
        set="ps5",
    ),
    Case(
        "ps5-sklearn",
        "takes scikit-learn, or a solver of cvxpy that starts a program",
        answers={"cheapest_plane": "def cheapest_plane(X, y, t):\n    from sklearn.svm import SVC\n    m = SVC(C=1e9, kernel='linear').fit(X, y)\n"
                 "    return 0.0, m.coef_[0], m.intercept_[0], m.dual_coef_[0]\n"},
        scores={"cheapest_plane": 0},
        set="ps5",
    ),
    Case(
        "ps1-geometry",
        "calls what the set bars of the part of the library that has to be there",
        answers={"lifted": "def lifted(w, b, X, y, height):\n    from margin_lib.core.geometry import lift\n    A = lift(X, y)\n    A[:, -1] *= height\n"
                 "    u = np.append(w, b / height)\n    return A, u, (A @ u).min() / np.sqrt(u @ u)\n"},
        scores={"lifted": 0},
        set="ps1",
    ),
    Case(
        "ps1-unwatched",
        "does the same after switching off what watches it",
        answers={"lifted": "import sys\ndef lifted(w, b, X, y, height):\n    sys.setprofile(None)\n    from margin_lib.core.geometry import lift\n"
                 "    A = lift(X, y)\n    A[:, -1] *= height\n    u = np.append(w, b / height)\n    return A, u, (A @ u).min() / np.sqrt(u @ u)\n"},
        scores={"lifted": 0},
        set="ps1",
    ),
]
