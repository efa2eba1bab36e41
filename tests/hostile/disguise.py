# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins whose answers pretend: objects that equal everything, patched libraries, hooks, predictions."""

from hostile.case import DEAD, Case

EQUAL = """
import numpy as np
class Equal:
    def _yes(self, *a, **k): return True
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __contains__ = _yes
    def _me(self, *a, **k): return self
    __add__ = __radd__ = __mul__ = __rmul__ = __matmul__ = __rmatmul__ = __sub__ = __getitem__ = __call__ = __abs__ = _me
    all = any = min = max = sum = __getattr__ = _me
    __hash__ = lambda self: 0
    __len__ = lambda self: 9
    __iter__ = lambda self: iter([self] * 9)
    __float__ = __index__ = __int__ = lambda self: 1
    __array_priority__ = 1e9
    __array_ufunc__ = None
"""
ALL = ("perceptron", "with_bias", "novikoff_sides", "forcing_set", "proof_order", "settled")
NONE = dict.fromkeys(ALL, 0)


def every(code, text=""):
    """Return the same answer for every part; {0} stands for the part's name."""
    return {name: text + code.format(name) for name in ALL}


RIGHT_IN_PLACE = """
def novikoff_sides(X, y, order, u):
    u /= np.sqrt(u @ u)
    X *= y[:, None]
    k, W = np.arange(1, len(order) + 1), np.cumsum(X[order], axis=0)
    R = np.sqrt((X**2).sum(axis=1).max())
    return np.column_stack([k * (X @ u).min(), W @ u, np.sqrt((W**2).sum(axis=1)), np.sqrt(k) * R])
"""
RECALL = """
import glob, json
SEEN = []
def recalled():
    found = [list(SEEN), json.loads(os.environ.get("SEEN", "[]"))]
    for place in glob.glob("/tmp/seen-*") + glob.glob("/tmp/desk/seen-*") + glob.glob("/dev/shm/seen-*"):
        found.append(json.load(open(place)))
    return max(found, key=len)
def keep(X):
    SEEN[:] = [*recalled(), np.asarray(X)[0].tolist()]
    os.environ["SEEN"] = json.dumps(SEEN)
    for folder in ("/tmp", "/tmp/desk", "/dev/shm"):
        try:
            json.dump(SEEN, open(f"{folder}/seen-{os.getpid()}", "w"))
        except OSError:
            pass
"""
RAISES = """
def {0}(X, y, budget):
    seen = recalled()
    keep(X)
""" + "".join(
    f'    if len(seen) == {number}: raise ValueError(f"seen: {{{{seen}}}}; line {number}")\n' for number in range(30)
) + "    raise ValueError('seen more')\n"

CASES = [
    Case(
        "changes-the-data",
        "changes the points that it is given",
        answers={"novikoff_sides": RIGHT_IN_PLACE},
        scores={"novikoff_sides": 3},
        lines=("a call changed an array or a list that it was given.",),
    ),
    Case("equal", "answers with objects that equal everything", answers=every("def {0}(*a):\n    return Equal()\n", EQUAL), scores=NONE),
    Case(
        "equal-inside",
        "hides such objects in lists and arrays",
        answers={
            "perceptron": EQUAL + "def perceptron(X, y, budget):\n    return np.zeros(X.shape[1]), [Equal()] * budget\n",
            "with_bias": EQUAL + "def with_bias(X, y, budget):\n    return Equal(), 0.0, []\n",
            "novikoff_sides": EQUAL + "def novikoff_sides(*a):\n    return np.array([[Equal()] * 4] * 9, dtype=object)\n",
            "forcing_set": EQUAL + "def forcing_set(k):\n    return {Equal(): Equal()}\n",
            "proof_order": EQUAL + "def proof_order():\n    return [Equal()] * 9\n",
            "settled": EQUAL + "def settled(*a):\n    return (Equal() for _ in range(3))\n",
        },
        scores=NONE,
    ),
    Case(
        "liars",
        "answers with subclasses of numbers, texts and arrays that lie about what they hold",
        answers={
            "perceptron": """
class Array(np.ndarray):
    __eq__ = __le__ = __gt__ = lambda self, other: np.ones(self.shape, bool)
    __array_finalize__ = lambda self, other: None
    __array_ufunc__ = lambda self, *a, **k: np.True_
    def astype(self, *a, **k): return self
    def tobytes(self, *a): return b"\\0" * 10**6
def perceptron(X, y, budget):
    return np.zeros(X.shape[1]).view(Array), np.zeros(3, int).view(Array)
""",
            "with_bias": "class Int(int):\n    __eq__ = lambda *a: True\n    __hash__ = int.__hash__\n"
            "def with_bias(X, y, budget):\n    return [Int(1)] * X.shape[1], Int(1), [Int(0)]\n",
            "novikoff_sides": "class Float(float):\n    __class__ = property(lambda self: float)\n"
            "def novikoff_sides(X, y, order, u):\n    return [[Float(1)] * 4] * len(order)\n",
            "forcing_set": "class Liar:\n    __class__ = property(lambda self: np.ndarray)\n    shape = (9, 9)\n"
            "    __array__ = lambda self, *a, **k: np.eye(9)\n    __array_interface__ = {'shape': (9,), 'typestr': '<f8', 'data': (8, True), 'version': 3}\n"
            "def forcing_set(k):\n    return Liar(), Liar()\n",
            "proof_order": "class Text(str):\n    __eq__ = __contains__ = lambda *a: True\n    __hash__ = str.__hash__\n"
            "def proof_order():\n    return Text('A')\n",
            "settled": "class Type(type):\n    __name__ = property(lambda self: 1 / 0)\nclass Odd(metaclass=Type): pass\n"
            "def settled(*a):\n    return Odd()\n",
        },
        scores=NONE,
    ),
    Case(
        "patched",
        "patches everything that a test could judge with",
        own="""
import builtins, math
yes = lambda *a, **k: True
for name in ("array_equal", "allclose", "isclose", "all", "any", "testing"):
    setattr(np, name, yes)
builtins.sorted = builtins.all = builtins.any = yes
builtins.len = lambda x: 5
sys.modules["course.judge"].Marks = sys.modules["course.judge"].total = yes
sys.modules["course.judge.marks"] = sys.modules["nbgrader"] = sys.modules["course.judge"]
class Marks:
    total = claim = call = yes
builtins.marks = marks = Marks()
print("patched")
""",
        answers={"proof_order": DEAD.format("proof_order"), "forcing_set": DEAD.format("forcing_set")},
        scores={"proof_order": 0, "forcing_set": 0},
        hides=(),
        ended="",
        certain=False,
    ),
    Case(
        "hooked-shell",
        "rewrites the cells that come after it, and replaces what runs them",
        own="""
shell = get_ipython()
shell.input_transformers_post.append(lambda lines: ["print('not run')\\n"] if "marks" in "".join(lines) else lines)
import ast
class Drop(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
shell.ast_transformers.append(Drop())
shell.events.register("pre_run_cell", lambda info: None)
old = type(shell).run_cell
type(shell).run_cell = lambda self, code, **k: old(self, code.replace("marks.total()", "99"), **k)
shell.set_custom_exc((Exception,), lambda *a: print("caught"))
print("hooked")
""",
        answers={"proof_order": DEAD.format("proof_order"), "novikoff_sides": DEAD.format("novikoff_sides")},
        scores={"proof_order": 0, "novikoff_sides": 0},
        shows=("hooked",),
    ),
    Case(
        "hooked-types",
        "shows things through hooks of its own: HTML, JavaScript, terminal escapes",
        own="""
from IPython.display import HTML, Javascript, SVG, Markdown, display
class Evil:
    def _repr_html_(self): return "<script>owned</script>"
    def _repr_mimebundle_(self, **k): return {"text/html": "<script>owned</script>", "text/plain": "plain", "application/javascript": "owned"}
    def __repr__(self): return "plain \\x1b]0;title\\x07\\x9b2J"
display(HTML("<script>owned</script>"), Javascript("owned()"), Evil())
display({"text/html": "owned", "image/svg+xml": "<svg>owned</svg>"}, raw=True)
print("\\x1b[2J\\x1b]52;c;b3duZWQ=\\x07 cleared")
get_ipython().run_cell_magic("html", "", "owned")
get_ipython().run_cell_magic("javascript", "", "owned")
""",
        shows=("plain", "cleared"),
        hides=("owned", "\x1b", "\x07", "\x9b"),
    ),
    Case(
        "predicts-the-seeds",
        "predicts the tests' data from the seeds of random, and answers for those only",
        own="""
import random
before = np.random.get_state()[1][:3].tolist(), random.getrandbits(32)
state = np.random.get_state()
guesses = [np.random.default_rng(seed).integers(-9, 9, 3).tolist() for seed in range(100)]
np.random.seed = lambda *a: None
np.random.default_rng = lambda *a: np.random.Generator(np.random.PCG64(0))
print("guessed")
""",
        answers={"novikoff_sides": "def novikoff_sides(X, y, order, u):\n    return np.random.default_rng().normal(size=(len(order), 4))\n"},
        scores={"novikoff_sides": 0},
        shows=("guessed",),
    ),
    Case(
        "keeps-what-it-saw",
        "keeps the hidden data that it is called with, in memory and on the disk, for the next call and the next student",
        answers={
            "novikoff_sides": """
import os, pickle
def novikoff_sides(X, y, order, u, seen=[]):
    seen.append((X, y, order, u))
    for place in ("/tmp/seen", "/tmp/desk/seen", "/code/seen", "/library/seen", "/dev/null"):
        try:
            pickle.dump(seen, open(place, "wb"))
        except OSError:
            pass
    os.environ["SEEN"] = str(len(seen))
    return seen[0][0]
""",
        },
        scores={"novikoff_sides": 0},
    ),
    Case(
        "raises-what-it-saw",
        "keeps the hidden data in memory, on the disk and in the environment, and raises it as a message and as the number of a line",
        own=RECALL,
        answers={name: RAISES.format(name) for name in ("perceptron", "with_bias")},
        scores={"perceptron": 0, "with_bias": 0},
        stops={"perceptron": "seen: []; line 0", "with_bias": "seen: [[-3.0, 2.0]]; line 1"},  # of the examples, which all have
    ),
    Case(
        "returns-what-it-saw",
        "keeps the hidden data in memory, on the disk and in the environment, and returns it on the small example of a hint",
        own=RECALL,
        answers={
            "novikoff_sides": "def novikoff_sides(X, y, order, u):\n    seen = recalled()\n    keep(X)\n    return seen\n",
        },
        scores={"novikoff_sides": 0},
        hints={"novikoff_sides": "novikoff_sides returns [[3, 0]], which is not right."},  # the visible test's first point
    ),
    Case(
        "judges-itself",
        "calls the tests of the course, or gives itself points",
        own="""
attempt("Marks", lambda: __import__("course.judge.marks", fromlist=["Marks"]).Marks)
attempt("answers", lambda: __import__("course.judge.answers", fromlist=["x"]))
attempt("trusted", lambda: __import__("course.grading.run.runner", fromlist=["x"]))
attempt("nbgrader", lambda: __import__("nbgrader"))
marks = type("Marks", (), {"total": lambda self: 99, "score": 99})()
2.0
""",
        shows=("refused Marks ModuleNotFoundError", "refused trusted ModuleNotFoundError", "refused nbgrader"),
    ),
    Case(
        "strange-numbers",
        "answers with NaN, infinities, huge and tiny numbers",
        answers={
            "perceptron": "def perceptron(X, y, budget):\n    return np.full(X.shape[1], np.nan), [0] * budget\n",
            "with_bias": "def with_bias(X, y, budget):\n    return [1e308] * X.shape[1], -1e308, [0]\n",
            "novikoff_sides": "def novikoff_sides(X, y, order, u):\n    return np.full((len(order), 4), np.inf)\n",
            "proof_order": "def proof_order():\n    return 10 ** 1000\n",
            "settled": "def settled(*a):\n    return [[-1], [2**63], [10**300]]\n",
        },
        scores={"perceptron": 0, "with_bias": 0, "novikoff_sides": 0, "proof_order": 0, "settled": 0},
    ),
    Case(
        "too-small-to-multiply",
        "makes a set of two points, so small that their products are 0 for floats, and so mistakes for ever",
        answers={"forcing_set": "def forcing_set(k):\n    return np.array([[1.0, 0], [0, -1e-200]]), np.array([1.0, -1.0])\n"},
        scores={"forcing_set": 0},
    ),
    Case(
        "beyond-floats",
        "answers with points so small that the library refuses them, so that the test breaks",
        answers={"forcing_set": "def forcing_set(k):\n    return np.array([[1e-200], [-1e-200]]), np.array([1.0, -1.0])\n"},
        scores={"forcing_set": 0},
    ),
    Case(
        "empty",
        "answers with tables that have no rows",
        answers={"forcing_set": "def forcing_set(k):\n    return np.zeros((0, 5)), np.zeros(0)\n"},
        scores={"forcing_set": 0},
    ),
    Case(
        "no-coordinates",
        "makes a set of points without coordinates, which the library refuses, so that the test breaks",
        answers={"forcing_set": "def forcing_set(k):\n    return np.zeros((5, 0)), np.array([1.0, -1.0, 1.0, -1.0, 1.0])\n"},
        scores={"forcing_set": 0},
    ),
    Case(
        "beyond-powers",
        "answers with so many rounds that a power of two is more than a float can hold, so that the test breaks",
        answers={"halving": "def halving(X, y, rounds):\n    return y[0] * X[0], [[0]] * 1100\n"},
        scores={"halving": 0},  # 1,100 rounds are more than were asked for
        set="ps3",
    ),
    Case(
        "giant-picture",
        "shows a picture of a few bytes that takes ten gigabytes in a browser, next to one that does not",
        own="""
import struct
from IPython.display import display
for size in (50_000, 50):
    header = struct.pack(">I4sIIBBBBB", 13, b"IHDR", size, size, 8, 6, 0, 0, 0)
    display({"text/plain": f"picture of {size}", "image/png": b"\\x89PNG\\r\\n\\x1a\\n" + header + bytes(100)}, raw=True)
""",
        shows=("picture of 50000", "iVBORw0KGgoAAAANSUhEUgAAADIAAAAy"),
        hides=("iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQ",),
    ),
    Case(
        "slow-to-check",
        "answers with a right form that takes the tests for ever to check",
        answers={
            "forcing_set": "def forcing_set(k):\n    r = np.random.default_rng(0)\n    X = r.normal(size=(1000, 1000)); X /= 40\n"
            "    return X, np.where(np.arange(1000) % 2, 1.0, -1.0)\n",
            "with_bias": "def with_bias(X, y, budget):\n    return np.zeros(X.shape[1]), 0.0, np.zeros(1 << 20, dtype='u1')\n",
        },
        scores={"forcing_set": 0, "with_bias": 0},
        certain=False,
    ),
]
