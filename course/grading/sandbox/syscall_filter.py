"""The system calls that the kernel refuses to a student's process: a filter made by libseccomp for this machine.

Namespaces hide things; the filter refuses calls that could make new ones, start programs, or reach rarely used parts of
the kernel. Threads are allowed, for solvers use them; new processes are not.
"""

import errno
import re
import tempfile
from functools import cache

REFUSED = re.findall(
    r"\w+",
    """
    ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_open pidfd_getfd pidfd_send_signal
    fork vfork execve execveat memfd_create memfd_secret userfaultfd
    mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr
    unshare setns sethostname setdomainname name_to_handle_at open_by_handle_at fanotify_init quotactl quotactl_fd
    keyctl add_key request_key bpf perf_event_open io_uring_setup io_uring_enter io_uring_register
    kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff acct syslog
    clock_settime clock_adjtime settimeofday adjtimex iopl ioperm modify_ldt personality vhangup uselib ustat sysfs
    shmget semget msgget mq_open vmsplice mbind migrate_pages move_pages set_mempolicy lookup_dcookie nfsservctl _sysctl
    landlock_create_ruleset io_setup io_submit inotify_init inotify_init1 cachestat
    """,
)

NEWER = range(453, 600)  # calls that are newer than this list, by the numbers that all machines share

THREAD = 0x00010000  # of clone's flags: the new task is a thread of the same process
ANY_NAMESPACE = 0x7E020000
DIE_WITH_PARENT, DUMPABLE = 1, 4  # of prctl
LEASE, NOTIFY = 1024, 1026  # of fcntl: would delay or watch other processes that open a shared file
UNIX = 1  # of socket: reaches no other machine
PUSH_INPUT, PASTE_SELECTION = 0x5412, 0x541C  # of ioctl: would type into a terminal
INT = 0xFFFFFFFF  # the bits that the kernel reads of an argument of type int


@cache
def program() -> bytes:
    """Return the filter in the kernel's form."""
    import pyseccomp as seccomp
    from pyseccomp import Arg

    refuse = seccomp.ERRNO(errno.EPERM)
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in REFUSED:
        if _known(name):
            rules.add_rule(refuse, name)
    rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")  # the C library then uses clone, whose flags can be read
    rules.add_rule(refuse, "clone", Arg(0, seccomp.MASKED_EQ, THREAD, 0))
    for bit in range(32):
        if ANY_NAMESPACE & (1 << bit):
            rules.add_rule(refuse, "clone", Arg(0, seccomp.MASKED_EQ, 1 << bit, 1 << bit))
    for number in NEWER:
        rules.add_rule(seccomp.ERRNO(errno.ENOSYS), number)
    for option in (DIE_WITH_PARENT, DUMPABLE):
        rules.add_rule(refuse, "prctl", Arg(0, seccomp.MASKED_EQ, INT, option))
    for order in (LEASE, NOTIFY):
        rules.add_rule(refuse, "fcntl", Arg(1, seccomp.MASKED_EQ, INT, order))
    for call in ("socket", "socketpair"):
        rules.add_rule(refuse, call, Arg(0, seccomp.NE, UNIX))
    for request in (PUSH_INPUT, PASTE_SELECTION):
        rules.add_rule(refuse, "ioctl", Arg(1, seccomp.MASKED_EQ, INT, request))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _known(name: str) -> bool:
    """Return whether this machine's architecture has a call of this name."""
    import pyseccomp as seccomp

    try:
        return int(seccomp.resolve_syscall(seccomp.system_arch(), name)) >= 0
    except (OSError, ValueError):
        return False
