"""What of a student's outputs may reach a person's browser: plain text, and pictures that are PNG."""

import base64
import json
import re
import struct
from collections.abc import Iterator
from typing import Any

from course.grading.sandbox.inside.output_limits import OUTPUTS, PICTURE, SHOWN, TEXT

PNG = b"\x89PNG\r\n\x1a\n"
PIXELS = 25_000_000  # of a picture: a few compressed bytes can fill a browser's memory
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # what a terminal would obey

Output = dict[str, Any]


def cleaned(outputs: Any, left: int) -> Iterator[Output]:
    """Yield a student's outputs with only the parts that may reach a person's browser, up to `left` characters."""
    for output in outputs[:OUTPUTS] if type(outputs) is list else []:
        clean = _clean(output) if type(output) is dict else None
        if clean:
            left -= len(json.dumps(clean))
            if left < 0:
                yield {"output_type": "stream", "name": "stderr", "text": "(the rest of the output is not kept)"}
                return
            yield clean


def _clean(output: dict[str, Any]) -> Output | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": "stream", "name": name, "text": text_of(output.get("text"), TEXT)}
    if kind == "error":
        lines = output.get("traceback")
        said = [text_of(line, 4000) for line in (lines if type(lines) is list else [])[:50]]
        name, about = text_of(output.get("ename"), 200), text_of(output.get("evalue"), 2000)
        return {**error_output(name, about), "traceback": said}
    if kind in ("display_data", "execute_result"):
        data = output.get("data")
        bundle = {"text/plain": text_of(data.get("text/plain"), SHOWN)} if type(data) is dict else {}
        if type(data) is dict and (picture := _picture(data.get("image/png"))):
            bundle["image/png"] = picture
        count = {"execution_count": 1} if kind == "execute_result" else {}
        return {"output_type": kind, "metadata": {}, "data": bundle, **count}
    return None


def _picture(text: Any) -> str | None:
    if type(text) is not str or len(text) > PICTURE or not re.fullmatch(r"[A-Za-z0-9+/\n]+={0,2}\n?", text):
        return None
    try:
        begins, _, _, width, height = struct.unpack_from(">8sI4sII", base64.b64decode(text))
    except (ValueError, struct.error):
        return None
    return text if begins == PNG and width * height <= PIXELS else None


def text_of(value: Any, most: int) -> str:
    """Return at most this much of a text, without control characters; '' for what is not a text."""
    if type(value) is not str:
        return ""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", value[:most].encode("utf-8", "replace").decode())


def error_output(name: str, said: str) -> Output:
    """Return an error as a notebook shows it."""
    return {"output_type": "error", "ename": name, "evalue": said, "traceback": [f"{name}: {said}"]}
