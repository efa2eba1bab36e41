"""Give each Jupyter kernel sockets in a temporary folder of its own.

Over TCP a free port is chosen first and bound later: where several kernels start at once, two may choose the same one,
and the second dies.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from traitlets.config import Config


@contextmanager
def private_sockets() -> Iterator[Config]:
    """Yield the configuration of a kernel that listens in a temporary folder."""
    with TemporaryDirectory(prefix="kernel-") as folder:
        yield Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/socket"}})
