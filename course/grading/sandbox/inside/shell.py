"""Run a notebook's cells in IPython without a kernel, and keep what they show as a notebook's outputs."""

import base64
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from course.grading.sandbox.inside.output_limits import OUTPUTS, PICTURE, ROOM, SHOWN, TEXT

Output = dict[str, Any]


class CellOutputs:
    """The outputs of the cell that is running, within the limits."""

    def __init__(self) -> None:
        self.outputs: list[Output] = []
        self.left, self.space = TEXT, ROOM

    def add(self, output: Output) -> None:
        """Keep one output if it fits."""
        if len(self.outputs) < OUTPUTS and self._fits(output):
            self.outputs.append(output)

    def _fits(self, shown: Any) -> bool:
        """Return whether an output fits into the space left, and take that space."""
        size = len(json.dumps(shown))
        fits = size <= self.space
        self.space -= size if fits else 0
        return fits

    def write(self, stream: str, text: str) -> None:
        """Keep printed text; consecutive texts of one stream become one output."""
        text, self.left = text[: self.left], self.left - len(text[: self.left])
        if not text or not self._fits(text):
            return
        last = self.outputs[-1] if self.outputs else {}
        if last.get("name") == stream:
            last["parts"].append(text)
        else:
            self.add({"output_type": "stream", "name": stream, "parts": [text]})

    def taken(self) -> list[Output]:
        """Return the outputs, and start over for the next cell."""
        found, self.outputs, self.left, self.space = self.outputs, [], TEXT, ROOM
        for output in found:
            if "parts" in output:
                output["text"] = "".join(output.pop("parts"))
        return found


class Stream(io.TextIOBase):
    """What `print` writes to."""

    def __init__(self, kept: CellOutputs, name: str) -> None:
        self.kept, self.name = kept, name

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def write(self, text: str) -> int:
        """Keep the text."""
        self.kept.write(self.name, text)
        return len(text)


def make_shell(kept: CellOutputs) -> InteractiveShell:
    """Return this process's shell, whose outputs are kept."""

    class Hook(DisplayHook):
        def write_output_prompt(self) -> None: ...

        def write_format_data(self, data: Any, metadata: Any = None) -> None:
            shown = {"execution_count": self.prompt_count, "data": _bundle(data), "metadata": {}}
            kept.add({"output_type": "execute_result", **shown})

        def finish_displayhook(self) -> None: ...

    class Publisher(DisplayPublisher):
        def publish(self, data: Any, metadata: Any = None, *others: Any, **more: Any) -> None:
            kept.add({"output_type": "display_data", "data": _bundle(data), "metadata": {}})

        def clear_output(self, wait: bool = False) -> None: ...

    class Shell(InteractiveShell):
        def enable_gui(self, gui: Any = None) -> None: ...

        def _showtraceback(self, kind: Any, error: Any, lines: Any) -> None:
            told = {"ename": str(getattr(kind, "__name__", kind))[:200], "evalue": str(error)[:2000]}
            kept.add({"output_type": "error", **told, "traceback": [str(line)[:4000] for line in lines][:50]})

    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 0
    return Shell.instance(
        config=config, displayhook_class=Hook, display_pub_class=Publisher, ipython_dir="/tmp/ipython"
    )


@contextmanager
def keeping(kept: CellOutputs) -> Iterator[None]:
    """Keep what is printed."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Stream(kept, "stdout"), Stream(kept, "stderr")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _bundle(data: Any) -> dict[str, str]:
    """Return the text and the picture of what is shown, and nothing else."""
    shown = {"text/plain": str(data.get("text/plain", ""))[:SHOWN]}
    picture = data.get("image/png")
    if picture is not None:
        text = base64.b64encode(picture).decode() if isinstance(picture, bytes) else str(picture)
        if len(text) <= PICTURE:
            shown["image/png"] = text
    return shown
