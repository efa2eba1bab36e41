# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins that reach for what is not theirs: the network, the course, other students, the grader, the kernel."""

from hostile.case import Case
from hostile.probes import LISTENER

WANTED = """
import re
WANTED = re.compile(rb"SECRE[T]-of-the-tests|BEGIN HIDDE[N] TESTS|BEGIN SOLUTIO[N]|canar[y]-[0-9a-f]{20}|HONES[T]-STUDENT")
"""

CASES = [
    Case(
        "network",
        "calls home: over the machine's loopback, the internet, and everything else that carries bytes",
        own="""
import socket
PORT = 0  # the test puts its own here
def reach(family, kind, address):
    with socket.socket(family, kind) as s:
        s.settimeout(1); s.connect(address); s.send(b"hello")
attempt("loopback", lambda: reach(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", PORT)))
attempt("loopback 6", lambda: reach(socket.AF_INET6, socket.SOCK_STREAM, ("::1", PORT)))
attempt("internet", lambda: reach(socket.AF_INET, socket.SOCK_STREAM, ("192.0.2.1", 80)))
attempt("datagram", lambda: reach(socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)))
attempt("names", lambda: socket.getaddrinfo("example.org", 80))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
attempt("vsock", lambda: reach(40, socket.SOCK_STREAM, (2, 1024)))
attempt("pair", lambda: socket.socketpair(30, socket.SOCK_STREAM))
attempt("crypto", lambda: socket.socket(38, socket.SOCK_SEQPACKET))
attempt("long number", lambda: libc.syscall(NUMBERS["socket"], ctypes.c_long(0x1_0000_0002), 1, 0) + 1 or 1 / 0)
import urllib.request
attempt("web", lambda: urllib.request.urlopen("http://127.0.0.1:%d/" % PORT, timeout=1))
""",
        shows=("refused loopback PermissionError", "refused netlink", "refused vsock", "refused pair PermissionError", "refused web"),
    ),
    Case(
        "unix-sockets",
        "connects to sockets of the machine, named and nameless",
        own="""
import socket
def reach(address):
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(1); s.connect(address)
attempt("abstract", lambda: reach("\\0hostile-listener"))
for path in ("/run/docker.sock", "/run/dbus/system_bus_socket", "/var/run/postgresql/.s.PGSQL.5432", "/tmp/hostile-listener"):
    attempt(path, lambda: reach(path))
""".replace("hostile-listener", LISTENER),
        shows=("refused abstract ConnectionRefusedError", f"refused /tmp/{LISTENER}"),
    ),
    Case(
        "reads-the-course",
        "reads every file there is, in search of tests, solutions, keys and other students",
        own=WANTED
        + """
hits, seen = set(), 0
print("sees", [name for name in os.listdir("/") if name in ("work", "home", "var", "srv", "opt", "mnt", "run", "sys", "boot")])
for folder, below, files in os.walk("/"):
    if folder == "/usr":
        below[:] = ["local"]
    below[:] = [name for name in below if os.path.join(folder, name) not in ("/proc", "/packages", sys.base_prefix + "/lib", sys.base_prefix + "/include")]
    for path in (os.path.join(folder, name) for name in files):
        try:
            if os.path.isfile(path) and os.path.getsize(path) < 2**18:
                with open(path, "rb") as file:
                    seen += 1
                    hits |= {(path, found) for found in WANTED.findall(file.read())}
        except OSError:
            pass
print("found", sorted(hits), "in many files" if seen > 20 else "in few files")
for path in ("/etc/passwd", "/etc/shadow", "/home", "/work", "/var", "/sys", "/run", "/mnt", "/dev/mem", "/dev/kmsg", "/dev/tty"):
    attempt(path, lambda: os.listdir(path) if os.path.isdir(path) else open(path).read())
""",
        shows=("sees []", "found [] in many files", "refused /etc/passwd", "refused /work", "refused /sys"),
    ),
    Case(
        "reads-its-memory",
        "looks through all of its own memory for what the grader may have left there",
        own=WANTED
        + """
hits, seen = set(), 0
for line in open("/proc/self/maps"):
    if line.split()[1].startswith("rw") and "/" not in line and "[v" not in line:
        first, last = (int(end, 16) for end in line.split()[0].split("-"))
        while first < last:
            content = ctypes.string_at(first, min(2**22, last - first))
            hits |= set(WANTED.findall(content))
            seen += len(content); first += 2**22
print("found", sorted(hits), "in much" if seen > 2**24 else "in little")
attempt("memory's file", lambda: open("/proc/self/mem", "rb"))
print("key", os.environ.get("COURSE_KEY"))
attempt("environment", lambda: open("/proc/self/environ").read())
modules = ("course.grading.run.runner", "course.sets", "nbgrader", "course.judge.marks")
print("modules", [name for name in sys.modules if name.startswith(modules)])
""",
        shows=("found [] in much", "refused memory's file", "modules []", "key None", "refused environment"),
    ),
    Case(
        "other-processes",
        "looks for other processes, and signals, traces and reads them",
        own="""
print("sees", sorted(name for name in os.listdir("/proc") if name.isdigit()), "is", os.getpid(), "of", os.getppid())
attempt("all", lambda: os.kill(-1, 9))
alive = []
for pid in range(2, 2000):
    try:
        os.kill(pid, 9); alive.append(pid)
    except OSError:
        pass
print("signalled", alive)
kernel("trace", NUMBERS["ptrace"], 16, 1, 0, 0)
kernel("trace me", NUMBERS["ptrace"], 0, 0, 0, 0)
kernel("read others", NUMBERS["process_vm_readv"], 2, 0, 0, 0, 0, 0)
kernel("pidfd", NUMBERS["pidfd_open"], 1, 0)
kernel("getfd", NUMBERS["pidfd_getfd"], 3, 0, 0)
attempt("files of others", lambda: os.listdir("/proc/2/fd"))
attempt("kernel", lambda: open("/proc/sys/kernel/hostname").read())
attempt("mounts of others", lambda: open("/proc/2/mountinfo").read())
print("files", [f for f in os.listdir("/proc/self/fd") if int(f) > 5])
""",
        shows=("sees ['1'] is 1 of 0", "refused all ProcessLookupError", "signalled []", "refused trace EPERM"),
    ),
    Case(
        "new-walls",
        "makes namespaces and mounts of its own, or enters others",
        own="""
for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000):
    kernel("unshare", NUMBERS["unshare"], flag)
    kernel("clone", NUMBERS["clone"], flag | 17, 0, 0, 0, 0)
    kernel("clone thread", NUMBERS["clone"], flag | 0x10d00, 0, 0, 0, 0)
attempt("setns", lambda: [libc.setns(os.open("/proc/self/ns/user", 0), 0) + 1 or 1 / 0])
kernel("mount", NUMBERS["mount"], b"none", b"/tmp", b"tmpfs", 0, 0)
kernel("umount", NUMBERS["umount2"], b"/tmp", 2)
kernel("umount proc", NUMBERS["umount2"], b"/proc", 2)
kernel("pivot", NUMBERS["pivot_root"], b"/tmp", b"/tmp")
kernel("move", NUMBERS["move_mount"], -100, b"/tmp", -100, b"/proc", 0)
kernel("fsopen", NUMBERS["fsopen"], b"tmpfs", 0)
kernel("open tree", NUMBERS["open_tree"], -100, b"/", 1)
kernel("handle", NUMBERS["open_by_handle_at"], -100, ctypes.create_string_buffer(64), 0)
attempt("chroot", lambda: os.chroot("/tmp"))
attempt("host's name", lambda: __import__("socket").sethostname("hostile"))
attempt("user", lambda: os.setuid(0))
attempt("group", lambda: os.setgroups([0]))
attempt("map", lambda: open("/proc/self/uid_map", "w").write("0 0 1"))
""",
        shows=("refused unshare EPERM", "refused clone EPERM", "refused mount EPERM", "refused user OSError"),
    ),
    Case(
        "far-corners",
        "asks the kernel for what nobody needs here",
        own="""
kernel("keys", NUMBERS["keyctl"], 0, -3, 0)
kernel("add key", NUMBERS["add_key"], b"user", b"x", b"y", 1, -3)
kernel("bpf", NUMBERS["bpf"], 0, ctypes.create_string_buffer(128), 128)
kernel("perf", NUMBERS["perf_event_open"], ctypes.create_string_buffer(128), 0, -1, -1, 0)
kernel("io_uring", NUMBERS["io_uring_setup"], 8, ctypes.create_string_buffer(256))
kernel("userfaultfd", NUMBERS["userfaultfd"], 1)
kernel("fanotify", NUMBERS["fanotify_init"], 0, 0)
kernel("log", NUMBERS["syslog"], 3, ctypes.create_string_buffer(100), 100)
kernel("clock", NUMBERS["settimeofday"], ctypes.create_string_buffer(16), 0)
kernel("personality", NUMBERS["personality"], 0x40000)
kernel("modules", NUMBERS["init_module"], 0, 0, b"")
kernel("swap", NUMBERS["swapon"], b"/tmp/x", 0)
kernel("handles", NUMBERS["name_to_handle_at"], -100, b"/", 0, 0, 0)
for number in range(453, 480):
    kernel("newer than the filter", number, 0, 0, 0, 0, 0, 0)
""",
        shows=("refused keys EPERM", "refused bpf EPERM", "refused io_uring EPERM", "refused newer than the filter ENOSYS"),
    ),
    Case(
        "other-doors",
        "makes system calls by the numbers of other machines",
        own="""
import mmap
kernel("x32", 0x40000000 + NUMBERS["getpid"])
print("passed")
""",
        late="""
import mmap, platform
if platform.machine() != "x86_64":
    os._exit(1)
page = mmap.mmap(-1, 4096, prot=7)
page.write(bytes([0xB8, 2, 0, 0, 0, 0xCD, 0x80, 0xC3]))  # fork, as a program of 32 bits would
code = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
print("passed", code())
""",
        hides=("DONE", "passed"),
        ended="the process ended early",
    ),
    Case(
        "types-into-the-terminal",
        "types commands into the terminal that the grader was started from",
        own="""
import fcntl, termios
for file in (0, 1, 2, 3):
    attempt("type", lambda: fcntl.ioctl(file, termios.TIOCSTI, b"x"))
    kernel("type by a long number", NUMBERS["ioctl"], file, 0x1_0000_5412, b"x")
attempt("terminal", lambda: os.open("/dev/tty", os.O_RDWR))
attempt("console", lambda: os.open("/dev/console", os.O_RDWR))
""",
        shows=("refused type PermissionError", "refused type by a long number EPERM", "refused terminal"),
    ),
    Case(
        "leaves-a-trace",
        "leaves files, names and patches for the next student",
        own="""
import builtins, random
for path in ("/tmp/left", "/tmp/desk/left", "/tmp/own/left.py", "/tmp/own/sitecustomize.py"):
    open(path, "w").write("import builtins; builtins.left = 1")
builtins.left = np.left = sys.modules["course.judge.rules.calls"].left = 1
os.environ["LEFT"] = os.environ["PYTHONSTARTUP"] = "/tmp/left"
np.random.seed(666); random.seed(666); np.seterr(all="raise")
np.array_equal = np.allclose = lambda *a, **k: True
sys.path.insert(0, "/tmp/own")
print("left")
""",
        shows=("left",),
    ),
    Case(
        "sends-files",
        "sends files of its own across the pipe, and looks for files in replies",
        own="""
import array, socket
pipe = socket.socket(fileno=os.dup(3))
attempt("files", lambda: socket.recv_fds(pipe, 1, 10, socket.MSG_DONTWAIT)[1][0])
def send():
    one, other = socket.socketpair()
    for _ in range(20):
        pipe.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [3, one.fileno(), other.fileno()]))])
send()
""",
        shows=("Ended",),
        ended="e",
    ),
]
