"""A file server on this machine, for tests, benchmarks and printing."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Quiet(SimpleHTTPRequestHandler):
    """Keeps connections open, and doesn't log requests."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer, unless the server has been closed: connections that are still open would outlive it."""
        if getattr(self.server, "over", False):
            self.close_connection = True
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, and yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.over = True  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()
