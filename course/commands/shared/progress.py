"""The line on the screen that says how far a command is."""

import sys
import time

FIRST, ON_SCREEN, IN_LOG = 1.0, 0.2, 60.0  # seconds to the first line, and from one to the next


class Progress:
    """Print how far a command is, once it has taken a second; a log gets a line a minute, and one at the end."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.began = self.said = time.monotonic()

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Print that `done` of `total` are done, with a note on them, if it is time to."""
        now, on_screen = time.monotonic(), sys.stderr.isatty()
        due = done == total or now - self.said > (ON_SCREEN if on_screen else IN_LOG)
        if due and now - self.began > FIRST:
            self.said = now
            line = self.line(done, total, note, now - self.began)
            # On a screen each line is written over the one before, with spaces where that was longer.
            padded, end = (f"{line:<75}", "\r" if done < total else "\n") if on_screen else (line, "\n")
            print(padded, end=end, file=sys.stderr, flush=True)

    def line(self, done: int, total: int, note: str, seconds: float) -> str:
        """Return the line, such as "  12 of 30 graded, 1 failed, 23 s left"."""
        left = f"{_duration(seconds / done * (total - done))} left" if 0 < done < total else ""
        return ", ".join(part for part in (f"  {done} of {total} {self.what}", note, left) if part)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
