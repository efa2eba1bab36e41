"""What is watched outside of the sandbox while a hostile hand-in is graded: nothing may come of it here."""

import contextlib
import os
import socket
import threading
import time
from pathlib import Path

LISTENER = f"hostile-listener-{os.getpid()}"  # tests may run beside each other
LEFT = ("hostile-was-here", "left", "seen", "large", "later")
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/", str(Path.home()), ".")


class Listener:
    """Counts who connects: over the loopback, and to two sockets of the machine."""

    def __init__(self):
        self.count = 0
        self.sockets = [socket.create_server(("127.0.0.1", 0))]
        self.port = self.sockets[0].getsockname()[1]
        self.path = Path("/tmp", LISTENER)
        self.path.unlink(missing_ok=True)
        for address in (f"\0{LISTENER}", str(self.path)):
            self.sockets.append(socket.socket(socket.AF_UNIX))
            self.sockets[-1].bind(address)
            self.sockets[-1].listen()
        for listening in self.sockets:
            threading.Thread(target=self._count, args=(listening,), daemon=True).start()

    def _count(self, listening):
        with contextlib.suppress(OSError):
            while True:
                listening.accept()[0].close()
                self.count += 1

    def close(self):
        for listening in self.sockets:
            with contextlib.suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
            listening.close()
        self.path.unlink()


def left_behind():
    """Return the files that a hostile hand-in has left on this machine."""
    return [str(path) for place in PLACES for name in LEFT if (path := Path(place, name)).exists()]


def below(pid):
    """Return the processes that come from one, by their numbers on this machine."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    found, new = set(), {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return found


def steady(seconds=2.0):
    """Return how many processes come from this one, once that has been the same number for a while."""
    count, since = len(below(os.getpid())), time.monotonic()
    while time.monotonic() - since < seconds:
        time.sleep(0.05)
        if (now := len(below(os.getpid()))) != count:
            count, since = now, time.monotonic()
    return count


def settled(most, seconds=30.0):
    """Return whether no more processes than this come from this one, within some time."""
    end = time.monotonic() + seconds
    while len(below(os.getpid())) > most and time.monotonic() < end:
        time.sleep(0.05)
    return len(below(os.getpid())) <= most
