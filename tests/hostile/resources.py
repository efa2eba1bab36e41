# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins that take more than their share: processes, threads, memory, disk, output, time."""

from hostile.case import Case

CASES = [
    Case(
        "fork-bomb",
        "forks without end",
        own="for _ in range(100):\n    attempt('fork', os.fork)\n",
        shows=("refused fork PermissionError",),
    ),
    Case(
        "other-programs",
        "starts programs in every way that Python knows",
        own="""
import multiprocessing, pty, subprocess
attempt("subprocess", lambda: subprocess.run(["/usr/bin/sh", "-c", "sleep 1000 &"]))
attempt("spawn", lambda: os.posix_spawn("/usr/bin/sh", ["sh"], {}))
attempt("exec", lambda: os.execv("/usr/bin/python3", ["python3"]))
attempt("itself", lambda: os.execv("/proc/self/exe", ["python3"]))
attempt("pty", pty.fork)
attempt("multiprocessing", lambda: multiprocessing.Process(target=print).start())
print("exit code", os.system("sleep 1000"))
""",
        shows=("refused subprocess PermissionError", "refused exec", "refused itself", "refused multiprocessing"),
        hides=("DONE", "exit code 0"),
    ),
    Case(
        "thread-bomb",
        "starts threads that wait for ever",
        own="""
import threading
threads = []
def more():
    while True:
        threads.append(threading.Thread(target=threading.Event().wait, daemon=True)); threads[-1].start()
attempt("threads", more)
print("many" if len(threads) > 64 else "few")
""",
        shows=("refused threads RuntimeError", "few"),
        hides=("DONE", "many"),
    ),
    Case(
        "fifty-gigabytes",
        "asks for 50 GB at once, in several ways",
        own="""
import mmap
attempt("array", lambda: np.ones(50 * 2**30 // 8).sum())
attempt("bytes", lambda: len(bytearray(50 * 2**30)))
attempt("shared", lambda: len(mmap.mmap(-1, 50 * 2**30)))
""",
        shows=("refused array", "refused bytes MemoryError", "refused shared"),
    ),
    Case(
        "many-arrays",
        "fills the memory a little at a time",
        own="""
hoard = []
def fill():
    while True:
        hoard.append(np.ones(2**20))
attempt("hoard", fill)
print("megabytes", len(hoard) * 8, "too many" if len(hoard) * 8 > 1024 else "bounded")
hoard.clear()
""",
        shows=("refused hoard", "bounded"),
    ),
    Case(
        "memory-elsewhere",
        "keeps memory where the limit of addresses does not count it",
        own="""
import mmap
attempt("memfd", lambda: os.memfd_create("x"))
kernel("memfd by number", NUMBERS["memfd_create"], b"x", 0)
kernel("secret memory", NUMBERS["memfd_secret"], 0)
kernel("shared memory", NUMBERS["shmget"], 0, 2**30, 0o1600)
kernel("semaphores", NUMBERS["semget"], 0, 100, 0o1600)
kernel("messages", NUMBERS["msgget"], 0, 0o1600)
kernel("asynchronous I/O", NUMBERS["io_setup"], 65536, ctypes.byref(ctypes.c_ulong()))
attempt("posix shared memory", lambda: open("/dev/shm/x", "w"))
from multiprocessing import shared_memory
attempt("shared_memory", lambda: shared_memory.SharedMemory(create=True, size=2**30))
""",
        shows=("refused memfd PermissionError", "refused shared memory EPERM", "refused posix shared memory"),
    ),
    Case(
        "full-pipes",
        "keeps memory in pipes and sockets of the kernel",
        own="""
import fcntl, socket
held, total = [], 0
def fill():
    global total
    while True:
        read, write = os.pipe(); held.append((read, write))
        fcntl.fcntl(write, 1031, 2**20)
        total += os.write(write, bytes(2**20))
attempt("pipes", fill)
print("too much" if total > 2**26 else "bounded")
""",
        shows=("refused pipes OSError", "bounded"),
        hides=("DONE", "too much"),
    ),
    Case(
        "full-disk",
        "fills /tmp, with large files and with small ones",
        own="""
def large():
    with open("/tmp/large", "wb") as file:
        while True:
            file.write(bytes(2**20))
def small():
    for number in range(10**6):
        open(f"/tmp/desk/{number}", "w").close()
def deep():
    for _ in range(10**6):
        os.mkdir("d"); os.chdir("d")
attempt("large", large)
print("megabytes", os.stat("/tmp/large").st_size >> 20 <= 64)
attempt("small", small)
attempt("deep", deep)
attempt("sparse", lambda: os.truncate("/tmp/large", 2**40))
os.chdir("/tmp")
""",
        shows=("refused large OSError", "megabytes True", "refused small OSError", "refused deep"),
    ),
    Case(
        "other-places",
        "looks for any other place to write to",
        own="""
found = []
for folder, _, files in os.walk("/"):
    if folder.startswith(("/proc", "/tmp", "/packages/", "/usr/share/", "/usr/lib/x86")):
        continue
    try:
        open(os.path.join(folder, "hostile-was-here"), "w").close(); found.append(folder)
    except OSError:
        pass
print("written to", found)
attempt("append", lambda: open(np.__file__, "a"))
attempt("chmod", lambda: os.chmod(np.__file__, 0o777))
attempt("unlink", lambda: os.unlink(np.__file__))
attempt("link", lambda: os.symlink("/", "/code/link"))
attempt("device", lambda: os.mknod("/tmp/disk", 0o60666, os.makedev(8, 0)))
""",
        shows=("written to []", "refused append", "refused device"),
    ),
    Case("endless-output", "prints without end", own="while True:\n    print('x' * 1000)\n", shows=("xxxx",), hides=("Ended",)),
    Case(
        "wide-output",
        "prints letters that take twelve bytes each on the way",
        own="while True:\n    print('\\U0001F525' * 1000)\n",
        shows=("\N{FIRE}",),
    ),
    Case(
        "many-outputs",
        "shows more and more things, large and nested ones, until it is ended",
        own="""
from itertools import count
from IPython.display import display
numbers = count()
while True:
    try:
        for number in numbers:
            display({"x": ["y" * 1000] * 100, "n": number})
    except BaseException:  # its time is up, which IPython has mostly swallowed while it formats
        pass
""",
        shows=("Ended",),
    ),
    Case(
        "output-of-every-cell",
        "shows as much as a cell may, in fifty cells",
        change=lambda notebook: notebook["cells"].extend(
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": "for _ in range(10):\n    print('é' * 99_000)"}
            for _ in range(50)
        ),
        shows=("éééé",),
    ),
    Case(
        "long-cells",
        "hands in nine million characters of its own",
        change=lambda notebook: notebook["cells"].extend(
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": "x = '''" + "é" * 1_800_000 + "'''\nlen(x)"}
            for _ in range(5)
        ),
        shows=("1800000",),
    ),
    Case(
        "raw-output",
        "writes to the files behind the streams",
        own="""
for file in (0, 1, 2):
    try:
        os.write(file, b"RAW OUTPUT" * 10**6)
    except OSError:
        pass
libc.puts(b"RAW OUTPUT"); libc.fflush(None)
sys.__stdout__.write("RAW OUTPUT")
print("written")
""",
        shows=("written",),
        hides=("RAW OUTPUT",),
    ),
    Case(
        "endless-loop",
        "runs on, whatever is raised and whatever signal comes",
        own="""
import signal
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
signal.setitimer(signal.ITIMER_VIRTUAL, 0)
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
""",
        shows=("Ended",),
        ended="the call took more than 2 seconds",
    ),
    Case(
        "endless-answer",
        "never returns from an answer, and stops the clock that would end it",
        answers={
            "proof_order": """
import signal
def proof_order():
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
    while True:
        pass
""",
        },
        scores={"proof_order": 0},
        ended="the call took more than 2 seconds",
    ),
    Case(
        "endless-in-c",
        "computes something that Python cannot interrupt",
        own="import collections, itertools\ncollections.deque(itertools.repeat(0), maxlen=0)\n",
        late="import re\nattempt('power', lambda: 10 ** 10 ** 10)\nre.match('(a+)+$', 'a' * 64 + 'b')\n",
        shows=("Ended",),
        ended="the call took more than 2 seconds",
    ),
    Case(
        "sleeper",
        "sleeps for ever, and is not even busy",
        own="while True:\n    time.sleep(0.5)\n",
        ended="only waited",
        shows=("Ended",),
    ),
    Case(
        "stirring-answers",
        "sleeps in each call, and stirs now and then so as not to look asleep",
        answers={"perceptron": "import time\ndef perceptron(X, y, budget):\n    while True:\n        end = time.process_time() + 0.03\n"
                 "        while time.process_time() < end:\n            pass\n        time.sleep(1)\n"},
        scores={"perceptron": 0},
        ended="only waited",
    ),
    Case(
        "sleeping-answers",
        "sleeps for ever in each call, in each life",
        answers={"perceptron": "import time\ndef perceptron(X, y, budget):\n    time.sleep(10**9)\n"},
        scores={"perceptron": 0},
        ended="only waited",
    ),
    Case(
        "waits-for-itself",
        "waits for a lock that it holds, with all signals blocked",
        own="""
import signal, threading
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
lock = threading.Lock(); lock.acquire(); lock.acquire()
""",
        ended="only waited",
    ),
    Case(
        "endless-recursion",
        "calls itself without end",
        own="def deeper():\n    deeper()\nattempt('deeper', deeper)\n",
        shows=("refused deeper RecursionError",),
    ),
    Case(
        "stack-overflow",
        "recurses in C until the stack is used up",
        own="import json\nsys.setrecursionlimit(10**9)\njson.loads('[' * 10**6)\n",
        late="""
sys.setrecursionlimit(10**9)
nest = []
for _ in range(10**6):
    nest = [nest]
repr(nest)
""",
        hides=(),
        ended="e",
    ),
    Case(
        "all-files",
        "opens files until none is left",
        own="""
held = []
def more():
    while True:
        held.append(open("/dev/null"))
attempt("files", more)
print("few" if len(held) < 100 else "many")
attempt("higher", lambda: __import__("resource").setrlimit(7, (10**6, 10**6)))
""",
        shows=("refused files OSError", "few", "refused higher"),
    ),
    Case(
        "higher-limits",
        "raises its limits",
        own="""
import resource
for name in ("CPU", "AS", "NPROC", "NOFILE", "FSIZE", "MSGQUEUE", "MEMLOCK", "RTPRIO", "NICE", "CORE"):
    number = getattr(resource, "RLIMIT_" + name, {"RTPRIO": 14, "NICE": 13}.get(name))
    attempt(name, lambda: resource.setrlimit(number, (resource.RLIM_INFINITY,) * 2))
attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)))
attempt("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -10))
attempt("everybody's nice", lambda: os.setpriority(os.PRIO_USER, 0, -10))
""",
        shows=("refused CPU ValueError", "refused AS ValueError", "refused real time", "refused nice"),
    ),
    Case(
        "locks-shared-files",
        "holds up others who open the files that all sandboxes are shown",
        own="""
import fcntl
file = os.open(np.__file__, os.O_RDONLY)
attempt("lease", lambda: fcntl.fcntl(file, 1024, fcntl.F_RDLCK))
attempt("lease", lambda: fcntl.fcntl(file, 1024, fcntl.F_WRLCK))
attempt("watch", lambda: fcntl.fcntl(os.open("/code", os.O_RDONLY), 1026, 1))
kernel("watch", NUMBERS["inotify_init1"], 0)
""",
        shows=("refused lease PermissionError", "refused watch PermissionError", "refused watch EPERM"),
    ),
    Case(
        "huge-traceback",
        "raises errors whose text, notes and causes have no end",
        own="""
class Endless(Exception):
    def __str__(self):
        return "E" * 10**7
error = Endless()
for _ in range(1000):
    new = Endless(); new.__cause__ = error; error = new
raise error
""",
        hides=(),
    ),
    Case(
        "endless-text",
        "raises errors, and shows things, whose text is never done",
        own="class Endless(Exception):\n    def __str__(self):\n        while True: pass\nraise Endless()\n",
        late="class Endless:\n    def __repr__(self):\n        while True: pass\nEndless()\n",
    ),
    Case(
        "endless-after-the-answer",
        "answers with something that is never done being taken over",
        answers={
            "forcing_set": """
class Endless(dict):
    pass
class Error(Exception):
    def __str__(self):
        while True: pass
def forcing_set(k):
    raise Error()
""",
            "proof_order": "def proof_order():\n    nest = []\n    nest.append(nest)\n    return nest\n",
        },
        scores={"forcing_set": 0, "proof_order": 0},
    ),
    Case(
        "busy-in-between",
        "goes on computing in threads after its answer",
        own="""
import threading
def spin():
    while True:
        pass
for _ in range(8):
    threading.Thread(target=spin, daemon=True).start()
""",
        certain=False,  # for its own threads take its time
    ),
]
