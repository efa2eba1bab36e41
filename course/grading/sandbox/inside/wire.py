"""What crosses between a student's code and its tests: plain values, in frames of limited size.

    frame    8 bytes: the length of the head and of the body; then the head, JSON, and the body, bytes of arrays
    value    None, bool, str and small whole numbers as they are; everything else as {tag: content}

Arrays of words and of objects cross as lists, entry by entry: only numbers have bytes of their own in the body. Nothing
else can cross: no object, no code, no name of a type. The reader trusts nothing. It limits the size of a frame,
the depth and the number of values, and raises Unfit for anything that does not have this form.
"""

import json
import math
import os
import select
import struct
import time
from typing import Any

import numpy as np

HEAD = 4 << 20
BODY = 32 << 20
VALUES = 200_000
ELEMENTS = 2 << 20  # of arrays
ENTRIES = 2_000  # of dicts: a dict whose keys all have one hash takes the square of its length to build
DEPTH = 20
DIMENSIONS = 8
BITS = 4096  # of a whole number
SMALL = 2**53  # whole numbers below it are the same in every JSON reader
DTYPES = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"}
LISTED = {"U", "O"}  # kinds of arrays whose entries cross one by one
KEYS = (str, int, bool, float, tuple, type(None))
LENGTHS = struct.Struct("<II")
CHUNK = 1 << 18

TOO_DEEP, TOO_LARGE = "a value is nested too deep", "a whole number is too large"
NOT_TAKEN = "the answer is refused: {}."
OF_TYPE, OF_ARRAY = "a value of type {} may not cross", "an array of such a type may not cross"


class Unfit(Exception):
    """What came is not a frame, or not a value that may cross."""


class Gone(Exception):
    """The other side closed its end."""


class Late(Exception):
    """The other side did not answer in time."""


def encode(value: Any, body: list[bytes], depth: int = 0) -> Any:
    """Return a value in JSON's form, and add the bytes of its arrays to the body; TypeError if it may not cross."""
    if depth > DEPTH:
        raise TypeError(TOO_DEEP)
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int:
        if value.bit_length() > BITS:
            raise TypeError(TOO_LARGE)
        return value if abs(value) < SMALL else {"i": hex(value)}
    if kind is float:
        return {"f": value.hex()}
    if kind is complex:
        return {"c": [value.real.hex(), value.imag.hex()]}
    if kind in (list, tuple):
        return {kind.__name__[0]: [encode(entry, body, depth + 1) for entry in value]}
    if kind is dict:
        return {"d": [[encode(key, body, depth + 1), encode(entry, body, depth + 1)] for key, entry in value.items()]}
    if isinstance(value, np.generic | np.ndarray):
        array = np.asarray(value)
        if array.dtype.kind in LISTED:
            return encode(array.tolist(), body, depth + 1)  # an array of objects may hold itself
        numbers = _encode_array(array, body)
        return {"g": numbers} if isinstance(value, np.generic) else numbers
    raise TypeError(OF_TYPE.format(kind.__name__[:40]))


def _encode_array(array: np.ndarray, body: list[bytes]) -> Any:
    plain = array.astype(array.dtype.newbyteorder("<"), copy=False)
    name = f"{plain.dtype.kind}{plain.dtype.itemsize}"
    if name not in DTYPES:
        raise TypeError(OF_ARRAY)
    content = plain.tobytes()
    body.append(content)
    return {"a": [name, list(plain.shape), len(content)]}


def decode(head: Any, body: bytes) -> Any:
    """Return the value that the other side encoded; Unfit if it does not have the form."""
    try:
        return _Decoder(body).value(head, 0)
    except (ValueError, OverflowError, RecursionError, MemoryError, TypeError) as error:
        raise Unfit(f"the value does not have the form ({type(error).__name__})") from None


class _Decoder:
    """Reads one value; the bytes of its arrays follow each other in the body."""

    def __init__(self, body: bytes) -> None:
        self.body, self.read, self.values, self.elements, self.entries = body, 0, 0, 0, 0

    def value(self, head: Any, depth: int) -> Any:
        self.values += 1
        if depth > DEPTH or self.values > VALUES:
            raise Unfit("the value is nested too deep or has too many parts")
        if head is None or type(head) in (bool, str, int):
            return head
        if type(head) is not dict or len(head) != 1:
            raise Unfit("the value has no tag")
        [(tag, content)] = head.items()
        if tag in ("l", "t", "d") and type(content) is list:
            return self.several(tag, content, depth)
        if tag == "a" and type(content) is list and len(content) == 3:
            return self.array(*content)
        if tag == "g":
            return self.scalar(content, depth)
        return _number(tag, content)

    def several(self, tag: str, content: list[Any], depth: int) -> Any:
        if tag != "d":
            entries = [self.value(entry, depth + 1) for entry in content]
            return entries if tag == "l" else tuple(entries)
        self.entries += len(content)
        if self.entries > ENTRIES:
            raise Unfit("the value's dicts have too many entries")
        found = {}
        for pair in content:
            if type(pair) is not list or len(pair) != 2:
                raise Unfit("an entry of a dict is not a pair")
            key = self.value(pair[0], depth + 1)
            if type(key) not in KEYS:
                raise Unfit("a key of a dict has a type that is not allowed")
            found[key] = self.value(pair[1], depth + 1)
        return found

    def array(self, name: Any, shape: Any, length: Any) -> np.ndarray:
        if name not in DTYPES or type(shape) is not list or len(shape) > DIMENSIONS or type(length) is not int:
            raise Unfit("the type or the shape of an array is not allowed")
        if any(type(extent) is not int or not 0 <= extent <= ELEMENTS for extent in shape):
            raise Unfit("the shape of an array is not allowed, or too large")
        self.elements += math.prod(extent or 1 for extent in shape)  # a million empty rows are a million rows
        if self.elements > ELEMENTS:
            raise Unfit("the value's arrays are too large")
        if math.prod(shape) * int(name[1:]) != length or not 0 <= length <= len(self.body) - self.read:
            raise Unfit("the size of an array is not what it says")
        flat = np.frombuffer(self.body, dtype=f"<{name}", count=math.prod(shape), offset=self.read)
        self.read += length
        return flat.reshape(shape).copy()

    def scalar(self, content: Any, depth: int) -> Any:
        array = self.value(content, depth + 1)
        if type(array) is not np.ndarray or array.shape != ():
            raise Unfit("a numpy number is not a 0-dimensional array")
        return array[()]


def _number(tag: str, content: Any) -> int | float | complex:
    if tag == "f" and type(content) is str and len(content) < 40:
        return float.fromhex(content)
    if tag == "i" and type(content) is str and len(content) < BITS // 4 + 8:
        return int(content, 16)
    if tag == "c" and type(content) is list and len(content) == 2:
        real, imaginary = (_number("f", part) for part in content)
        return complex(float(real.real), float(imaginary.real))
    raise Unfit("the value has an unknown tag")


def send(socket: int, head: Any, body: bytes = b"", deadline: float | None = None) -> None:
    """Send a frame; Gone or Late if that fails. Without a deadline, wait as long as it takes."""
    text = json.dumps(head).encode()
    left = memoryview(LENGTHS.pack(len(text), len(body)) + text + body)
    while left:
        _wait(socket, select.POLLOUT, deadline)
        try:
            left = left[os.write(socket, left[:CHUNK]) :]
        except BlockingIOError:
            continue
        except OSError:
            raise Gone from None


def receive(
    socket: int, deadline: float | None = None, head_limit: int = HEAD, body_limit: int = BODY
) -> tuple[Any, bytes]:
    """Return the head and the body of the next frame; Gone, Late or Unfit if there is none."""
    lengths = LENGTHS.unpack(_exactly(socket, LENGTHS.size, deadline))
    if lengths[0] > head_limit or lengths[1] > body_limit:
        raise Unfit("the reply is too large")
    text, body = (_exactly(socket, length, deadline) for length in lengths)
    try:
        return json.loads(text, parse_constant=_no_constant), body
    except (ValueError, RecursionError):
        raise Unfit("the reply is not JSON") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _exactly(socket: int, length: int, deadline: float | None) -> bytes:
    found = bytearray()
    while len(found) < length:
        _wait(socket, select.POLLIN, deadline)
        try:
            chunk = os.read(socket, min(length - len(found), CHUNK))
        except BlockingIOError:
            continue
        except OSError:
            raise Gone from None
        if not chunk:
            raise Gone
        found += chunk
    return bytes(found)


def is_ready(socket: int, seconds: float, event: int = select.POLLIN) -> bool:
    """Wait up to these seconds until the socket can be read, or written to, and return whether it can."""
    waiting = select.poll()
    waiting.register(socket, event)
    return bool(waiting.poll(seconds * 1000))


def _wait(socket: int, event: int, deadline: float | None) -> None:
    if deadline is not None and ((left := deadline - time.monotonic()) <= 0 or not is_ready(socket, left, event)):
        raise Late
