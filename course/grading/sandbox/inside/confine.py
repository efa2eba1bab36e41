"""What a forked process gives up before it runs a student's code: its view of the machine, its rights, resources.

Most of this is not in Python's library before 3.12, so the C library is called. Each function raises OSError if the
kernel refuses: no student's code runs in a process that is only partly confined.
"""

import ctypes
import os
import resource
import struct
from pathlib import Path

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
    """Move this process into new namespaces of its own."""
    _ask("unshare", namespaces)


def be_the_only_user(uid: int, gid: int) -> None:
    """Make the new user namespace know this user and no other."""
    for file, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        Path(f"/proc/self/{file}").write_text(text, encoding="ascii")


def mount(what: bytes, where: bytes, options: bytes | None, flags: int) -> None:
    """Mount a file system that the kernel makes."""
    _ask("mount", what, where, what, ctypes.c_ulong(flags), options)


def see_nothing_of_others(megabytes: int) -> None:
    """Take private mounts, network, host name and message queues, a small /tmp, and a /proc with this process alone."""
    unshare(NEW_MOUNTS | NEW_IPC | NEW_UTS | NEW_CGROUP | NEW_NET)
    _ask("mount", b"none", b"/", None, ctypes.c_ulong(RECURSIVE | PRIVATE), None)
    Path("/proc/sys/user/max_user_namespaces").write_text("0", encoding="ascii")
    flags = NO_SUID | NO_DEVICES | NO_EXEC
    mount(b"tmpfs", b"/tmp", b"size=%dm,nr_inodes=4096,mode=0700" % megabytes, flags)
    mount(b"proc", b"/proc", b"subset=pid,hidepid=2", flags | READ_ONLY)
    _ask("sethostname", b"sandbox", 7)


def have_no_rights() -> None:
    """Drop all capabilities permanently."""
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
    """Have the kernel refuse the calls that a program of `course.grading.sandbox.syscall_filter` names."""
    process(NO_NEW_RIGHTS, 1)
    kept = ctypes.create_string_buffer(program, len(program))
    pointer = ctypes.byref(_Program(len(program) // 8, ctypes.cast(kept, ctypes.c_char_p)))
    _ask("prctl", SECCOMP, ctypes.c_ulong(FILTER), pointer, ctypes.c_ulong(0), ctypes.c_ulong(0))


def keep_only(descriptor: int, at: int = 3) -> None:
    """Close all files but one, which gets the number `at`; standard input and output become /dev/null."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    kept = os.dup2(descriptor, 100)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.dup2(kept, at)
    os.closerange(at + 1, 65536)
