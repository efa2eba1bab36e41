"""What a forked process gives up before it runs a student's code: its view of the machine, its rights, its appetite.

Python has no words for most of this before 3.12, so the C library is asked. Each function raises OSError if the kernel
refuses: nothing of a student's runs in a process that is confined by half.
"""


import ctypes
import os
import resource
import struct

NEW_MOUNTS, NEW_CGROUP, NEW_UTS, NEW_IPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
NEW_USER, NEW_PIDS, NEW_NET = 0x10000000, 0x20000000, 0x40000000

READ_ONLY, NO_SUID, NO_DEVICES, NO_EXEC, RECURSIVE, PRIVATE = 1, 2, 4, 8, 16384, 1 << 18

DIE_WITH_PARENT, DUMPABLE, SECCOMP, DROP_CAPABILITY, NO_NEW_RIGHTS, AMBIENT = 1, 4, 22, 24, 38, 47
FILTER, CLEAR_ALL = 2, 4
CAPABILITIES_V3 = 0x20080522
LAST_CAPABILITY = 63
KILL = 9

libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def _ask(name: str, *arguments: object) -> None:
    if getattr(libc, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def process(option: int, value: int = 0) -> None:
    """Set one of prctl's options of this process."""
    _ask("prctl", option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


def unshare(namespaces: int) -> None:
    """Leave the namespaces that this process shares with others, for new ones of its own."""
    _ask("unshare", namespaces)


def be_the_only_user(uid: int, gid: int) -> None:
    """Make the new user namespace know this user and no other."""
    for file, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        descriptor = os.open(f"/proc/self/{file}", os.O_WRONLY)
        os.write(descriptor, text.encode())
        os.close(descriptor)


def mount(what: bytes, where: bytes, options: bytes | None, flags: int) -> None:
    """Mount a file system that the kernel makes."""
    _ask("mount", what, where, what, ctypes.c_ulong(flags), options)


def see_nothing_of_others(megabytes: int) -> None:
    """Take mounts, network, name and message queues of one's own; /tmp becomes small, and /proc shows oneself."""
    unshare(NEW_MOUNTS | NEW_IPC | NEW_UTS | NEW_CGROUP | NEW_NET)
    _ask("mount", b"none", b"/", None, ctypes.c_ulong(RECURSIVE | PRIVATE), None)
    with open("/proc/sys/user/max_user_namespaces", "w", encoding="ascii") as file:
        file.write("0")
    flags = NO_SUID | NO_DEVICES | NO_EXEC
    mount(b"tmpfs", b"/tmp", b"size=%dm,nr_inodes=4096,mode=0700" % megabytes, flags)
    mount(b"proc", b"/proc", b"subset=pid,hidepid=2", flags | READ_ONLY)
    _ask("sethostname", b"sandbox", 7)


def have_no_rights() -> None:
    """Drop all capabilities, for good."""
    for capability in range(LAST_CAPABILITY + 1):
        if libc.prctl(DROP_CAPABILITY, capability, 0, 0, 0) < 0:
            break  # the kernel knows no more of them
    libc.prctl(AMBIENT, CLEAR_ALL, 0, 0, 0)
    _ask("capset", struct.pack("<Ii", CAPABILITIES_V3, 0), b"\0" * 24)
    process(NO_NEW_RIGHTS, 1)


def have_limits(**limits: int) -> None:
    """Set resource limits by name: CPU=60, AS=2 << 30, ..."""
    for name, limit in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))


def filter_calls(program: bytes) -> None:
    """Let the kernel refuse what the filter names; `course.grading.sandbox.syscall_filter` wrote it."""
    process(NO_NEW_RIGHTS, 1)
    kept = ctypes.create_string_buffer(program, len(program))
    pointer = ctypes.byref(_Program(len(program) // 8, ctypes.cast(kept, ctypes.c_char_p)))
    _ask("prctl", SECCOMP, ctypes.c_ulong(FILTER), pointer, ctypes.c_ulong(0), ctypes.c_ulong(0))


def keep_only(descriptor: int, at: int = 3) -> None:
    """Close all files but one, which gets the number `at`; input and output go nowhere."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    kept = os.dup2(descriptor, 100)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.dup2(kept, at)
    os.closerange(at + 1, 65536)
