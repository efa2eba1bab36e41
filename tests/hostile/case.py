"""A hostile hand-in: what it changes, the score that it must get, and what shows that it was contained.

The notebook is a right one, so that a case which only attacks keeps full marks, and a case whose answers are wrong gets
nothing for them, whatever else it does.
"""

import copy
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from course import settings
from course.grading.notebook.align import Form
from course.grading.notebook.parse import parse_notebook
from course.grading.notebook.rebuild import ProblemSet
from course.practice import hints_file
from course.sets import notebooks
from course.sets.testing import marking
from course.sets.variant import values

DEAD = "def {0}(*arguments):\n    return None\n"  # a wrong answer
SLOW_PICTURES = "check-settled"  # a visible test, which gives no points, and draws for a second
LONG_RUNS = re.compile(r"(?<=40, )20000\b|(?<=300, )5000\b")  # updates that ps2 asks for where no plane is: 500 do

CALLS = re.findall(
    r"\w+",
    """
    add_key bpf clone clone3 exit fanotify_init fork fsopen getpid init_module inotify_init1 io_setup
    io_uring_setup ioctl keyctl
    memfd_create memfd_secret mount move_mount msgget name_to_handle_at open_by_handle_at open_tree
    perf_event_open personality pidfd_getfd pidfd_open pivot_root prctl process_vm_readv ptrace semget settimeofday
    shmget socket swapon syslog umount2 unshare userfaultfd vfork
    """,
)

TOOLS = '''\
import ctypes, errno, os, sys, time
import numpy as np
libc = ctypes.CDLL(None, use_errno=True)
def attempt(what, act):
    """Print what came of an attack; DONE is what no attack may print."""
    try:
        print("DONE", what, repr(act())[:200])
    except BaseException as error:
        print("refused", what, type(error).__name__)
def kernel(what, *arguments):
    """Make a system call; print DONE if the kernel does it."""
    ctypes.set_errno(0)
    got = libc.syscall(*(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    print("DONE" if got >= 0 else "refused", what, errno.errorcode.get(ctypes.get_errno()))
'''


@dataclass(frozen=True)
class Case:
    """A hostile hand-in: code in answers or in cells of its own, or whatever `change` does to the notebook."""

    name: str
    tries: str
    own: str = ""  # a cell before the first answer
    late: str = ""  # a cell after all else
    answers: Mapping[str, str] = field(default_factory=dict)  # code, by the answer's name
    change: Callable[[dict], None] | None = None  # edits the notebook as a student could
    scores: Mapping[str, float] = field(default_factory=dict)  # by the test's name, where not all points
    shows: tuple[str, ...] = ()  # text that its cells show
    hides: tuple[str, ...] = ("DONE",)  # text that they do not show
    ended: str = ""  # why the student's process was ended, or a part of that
    lines: tuple[str, ...] = ()  # text of the tests' lines
    unsaid: tuple[str, ...] = ()  # text that they do not have
    stops: Mapping[str, str] = field(default_factory=dict)  # what its code says on the examples, by the test's name
    hints: Mapping[str, str] = field(default_factory=dict)  # text of the hint of a function
    set: str = "ps2"
    certain: bool = True  # else the scores are the most that it may get
    open: str = ""  # why it is not mended yet


class Right:
    """A problem set, and a hand-in that gets all its points."""

    def __init__(self, source):
        drawn = values(source, settings.here().term)
        instructors, released = (
            json.loads(LONG_RUNS.sub("500", notebooks.as_text(make(source, drawn))))
            for make in (notebooks.instructor_notebook, notebooks.release_notebook)
        )
        for notebook in (instructors, released):
            notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != SLOW_PICTURES]
        form = Form(source.name, parse_notebook(json.dumps(released).encode()).cells)
        known = hints_file.known(source)
        self.problem_set = ProblemSet(source.name, json.dumps(instructors).encode(), form, known)
        self.filled = released
        self.solutions = {name: _bare(code) for name, code in marking.model(source, drawn).items()}
        for name, code in self.solutions.items():
            cell(self.filled, f"answer-{name}")["source"] = code

    def notebook(self, case):
        """Return the hand-in of a case."""
        notebook = copy.deepcopy(self.filled)
        for name, code in case.answers.items():
            cell(notebook, f"answer-{name}")["source"] = code
        first = next(i for i, one in enumerate(notebook["cells"]) if one["id"].startswith("answer-"))
        tools = f"NUMBERS = {numbers()}\n{TOOLS}"
        if case.own:
            notebook["cells"].insert(first, own(tools + case.own))
        if case.late:
            notebook["cells"].append(own(case.late if case.late.startswith('%%') else tools + case.late))
        if case.change:
            case.change(notebook)
        return notebook


def cell(notebook, name):
    """Return the cell with this id."""
    return next(one for one in notebook["cells"] if one["id"] == name)


def own(code):
    """Return a code cell of the student's."""
    return {"cell_type": "code", "source": code, "metadata": {}, "outputs": [], "execution_count": None}


@cache
def numbers():
    """Return the numbers of system calls on this machine; a call that it lacks has one that no call has."""
    import pyseccomp as seccomp

    found = {name: seccomp.resolve_syscall(seccomp.system_arch(), name) for name in CALLS}
    return {name: number if number >= 0 else 100_000 for name, number in found.items()}


def _bare(code):
    marks = ("### ", "# canary")
    return "\n".join(line for line in code.splitlines() if not line.strip().startswith(marks))
