# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins that live on, or die at the wrong moment."""

from hostile.case import DEAD, Case

NOTHING = {"proof_order": 0}

CASES = [
    Case(
        "lives-on",
        "leaves its session, its parent and its group, to live on after the end",
        own="""
attempt("daemon", lambda: os.fork() or os.setsid() or os.fork())
attempt("session", os.setsid)
kernel("fork by number", NUMBERS["fork"])
kernel("vfork by number", NUMBERS["vfork"])
kernel("clone", NUMBERS["clone"], 17, 0, 0, 0, 0)
kernel("clone3", NUMBERS["clone3"], ctypes.create_string_buffer(88), 88)
""",
        shows=("refused daemon", "refused fork by number EPERM", "refused clone EPERM", "refused clone3 ENOSYS"),
    ),
    Case(
        "at-exit",
        "leaves things for later: at exit, in threads, in finalizers",
        own="""
import atexit, threading, weakref
def later(*arguments):
    while True:
        try:
            open("/tmp/desk/later", "a").write("x"); time.sleep(0.01)
        except BaseException:
            pass
atexit.register(later)
threading.Thread(target=later).start()
weakref.finalize(later, later)
class Late:
    def __del__(self):
        later()
keep = Late()
print("left")
""",
        shows=("left",),
    ),
    Case(
        "exits",
        "ends its process in a cell",
        own="print('going'); os._exit(0)\n",
        late="sys.exit(3)\n",
        shows=("Ended",),
        ended="the process ended early",
    ),
    Case(
        "exits-in-answers",
        "ends its process in an answer",
        answers={
            "proof_order": "import os\ndef proof_order():\n    os._exit(0)\n",
            "forcing_set": "import sys\ndef forcing_set(k):\n    sys.exit(0)\n",
            "novikoff_sides": "def novikoff_sides(*a):\n    raise KeyboardInterrupt\n",
            "settled": "def settled(*a):\n    raise GeneratorExit\n",
        },
        scores={"proof_order": 0, "forcing_set": 0, "novikoff_sides": 0, "settled": 0},
        ended="the process ended early",
    ),
    Case(
        "crashes",
        "crashes its process in C",
        own="ctypes.string_at(0)\n",
        late="os.abort()\n",
        answers={"proof_order": "import ctypes\ndef proof_order():\n    ctypes.memset(8, 0, 8)\n"},
        scores=NOTHING,
        shows=("Ended",),
        ended="the process ended early",
    ),
    Case(
        "closes-all-files",
        "closes every file, the pipe too",
        own="os.closerange(0, 100)\n",
        ended="the process ended early",
    ),
    Case(
        "half-closed",
        "closes one direction of the pipe, and puts other files in its place",
        own="import socket\ns = socket.socket(fileno=os.dup(3)); s.shutdown(socket.SHUT_RD)\n",
        late="os.dup2(os.open('/dev/zero', os.O_RDWR), 3)\n",
        hides=(),
        scores=dict.fromkeys(("perceptron", "with_bias", "novikoff_sides", "forcing_set", "proof_order", "settled"), 0),
        ended="e",
    ),
    Case(
        "stops-itself",
        "sends itself every signal, and stops",
        own="""
import signal
for number in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGKILL, signal.SIGHUP, signal.SIGTERM, signal.SIGCHLD):
    os.kill(os.getpid(), number)
os.killpg(0, signal.SIGSTOP)
print("still here")
""",
        shows=("still here",),
    ),
    Case(
        "main-thread-ends",
        "ends its main thread, while another goes on computing",
        own="""
import threading
def spin():
    while True:
        pass
threading.Thread(target=spin).start()
libc.syscall(NUMBERS["exit"], 0)
""",
        ended="e",
    ),
    Case(
        "outlives-its-parent",
        "gives up the promise to die with its parent, also by numbers that the kernel cuts off",
        own="""
attempt("prctl", lambda: (_ for _ in ()).throw(OSError) if libc.prctl(1, 0) else 0)
kernel("by number", NUMBERS["prctl"], 1, 0, 0, 0, 0)
kernel("by a long number", NUMBERS["prctl"], 0x1_0000_0001, 0, 0, 0, 0)
kernel("dumpable", NUMBERS["prctl"], 4, 1, 0, 0, 0)
kernel("dumpable by a long number", NUMBERS["prctl"], 0x7_0000_0004, 1, 0, 0, 0)
""",
        shows=("refused by number EPERM", "refused by a long number EPERM", "refused dumpable by a long number EPERM"),
    ),
    Case(
        "dies-each-time",
        "dies in each call, so that a fresh process runs its cells again and again",
        answers={"perceptron": "import os\ndef perceptron(X, y, budget):\n    os._exit(1)\n"},
        own="print('once more')\n",
        scores={"perceptron": 0},
        ended="the process ended early",
    ),
    Case(
        "dies-when-run-again",
        "dies in a cell that worked when it ran first",
        own="if time.time() % 1 > 0.5:\n    os._exit(1)\n",
        answers={"perceptron": "import os\ndef perceptron(X, y, budget):\n    os._exit(1)\n"},
        scores={"perceptron": 0},
        certain=False,
        ended="the process ended early",
    ),
    Case(
        "uninterruptible",
        "ends in the middle of a reply",
        answers={
            "proof_order": "import os\ndef proof_order():\n    os.write(3, b'\\x10\\0\\0\\0\\0\\0\\0\\0{\"id\"'); os._exit(0)\n",
            "forcing_set": DEAD.format("forcing_set"),
        },
        scores={"proof_order": 0, "forcing_set": 0},
        ended="the process ended early",
    ),
]
