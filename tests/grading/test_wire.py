"""The narrow pipe: what may cross comes out as it went in, and whatever keeps not to the form is refused."""

import json
import math
import os
import socket
import struct
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from course.grading.sandbox.inside import output_limits, wire
from course.grading.sandbox.inside.shell import CellOutputs

plain = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=20),
    st.integers(-(2**4000), 2**4000),
    st.floats(),
    st.complex_numbers(),
    arrays.arrays(
        dtype=st.sampled_from([f"{end}{name}" for end in "<>" for name in sorted(wire.DTYPES - {"b1", "i1", "u1"})]),
        shape=arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
    ),
    st.sampled_from([np.float64(0.1), np.int8(-3), np.bool_(True), np.complex64(1j), np.float16(2)]),
)
pairs = st.tuples(st.integers(), st.text(max_size=3))
keys = st.one_of(st.text(max_size=5), st.integers(), st.booleans(), st.none(), pairs)
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.lists(inner, max_size=4).map(tuple), st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=12,
)
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.floats(allow_nan=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from([*"altdgfcix", "b"]), inner, min_size=1, max_size=2),
    ),
    max_leaves=30,
)


def crossed(value):
    """Return what comes out on the other side, by way of text as it goes."""
    body = []
    head = json.loads(json.dumps(wire.encode(value, body)))
    return wire.decode(head, b"".join(body))


def same(one, other):
    """Return whether two values are of one type and equal, NaN to NaN and -0.0 to -0.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    if isinstance(one, (np.ndarray, np.generic)):
        native = one.dtype.newbyteorder("<")
        return native == other.dtype and one.shape == other.shape and one.astype(native).tobytes() == other.tobytes()
    if isinstance(one, complex):
        return same([one.real, one.imag], [other.real, other.imag])
    if isinstance(one, float):
        return one.hex() == other.hex() or (math.isnan(one) and math.isnan(other))
    return one == other


@given(values)
def test_what_may_cross_comes_out_as_it_went_in(value):
    assert same(value, crossed(value))


@given(json_values, st.binary(max_size=64))
def test_whatever_is_sent_is_a_plain_value_or_refused(head, body):
    try:
        value = wire.decode(head, body)
    except wire.Unfit:
        return
    allowed = (type(None), bool, str, int, float, complex, list, tuple, dict, np.ndarray, np.generic)
    assert isinstance(value, allowed)


@pytest.mark.parametrize(
    "value",
    [
        object(), {1, 2}, b"bytes", lambda: 0, range(3), iter([]), 1 << wire.BITS, ValueError, np.array([object()]),
        np.array([b"text"]), np.datetime64("2027-01-01"), np.zeros(2, dtype="f8,i4"), {frozenset(): 1}, type,
        np.array([["a", {1}]], dtype=object), np.array([len], dtype=object), np.zeros(2, "M8[s]"), np.longdouble(1),
        type("Int", (int,), {})(1), type("List", (list,), {})(), type("Text", (str,), {})(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_else_may_cross(value):
    with pytest.raises(TypeError):
        wire.encode(value, [])


def test_what_holds_itself_may_not_cross():
    nest, box = [], np.empty(1, dtype=object)
    nest.append(nest)
    box[0] = box
    for value in (nest, box):
        with pytest.raises(TypeError, match=wire.TOO_DEEP):
            wire.encode(value, [])


@pytest.mark.parametrize(
    ("array", "plain_value"),
    [
        (np.array(["fine", "wrong", ""]), ["fine", "wrong", ""]),
        (np.array([["a", "é"], ["\ud800", "longer"]]), [["a", "é"], ["\ud800", "longer"]]),
        (np.array("alone"), "alone"),
        (np.str_("alone"), "alone"),
        (np.zeros((2, 0), dtype="U3"), [[], []]),
        (np.where([True, False], None, [1.5, 2.5]), [None, 2.5]),
        (np.array([[1, "a"], [None, 2.5]], dtype=object), [[1, "a"], [None, 2.5]]),
        (np.array([np.float64(0.5), (1, True)], dtype=object), [np.float64(0.5), (1, True)]),
    ],
)
def test_words_and_objects_cross_entry_by_entry(array, plain_value):
    assert same(crossed(array), plain_value)
    assert same(crossed((array, 1)), (plain_value, 1))


def test_a_word_of_a_students_own_class_crosses_as_plain_text():
    class Liar(np.str_):
        def __str__(self):
            return "another word"

        __repr__ = __str__

    for found in (crossed(Liar("fine")), *crossed(np.array([Liar("fine")])), *crossed([Liar("fine")])):
        assert type(found) is str
        assert found != "another"


def test_an_array_of_a_students_own_class_crosses_as_its_bytes():
    class Liar(np.ndarray):
        def tobytes(self, *arguments):
            return b"\0" * 100

        def astype(self, *arguments, **named):
            return np.zeros(9)

    found = crossed(np.arange(3.0).view(Liar))
    assert type(found) is np.ndarray
    assert found.tolist() == [0, 1, 2]


def test_what_came_out_can_be_changed_without_changing_what_else_came():
    one, other = crossed([np.zeros(2), np.zeros(2)])
    one += 1
    assert other.tolist() == [0, 0]


def nested(depth):
    head = None
    for _ in range(depth):
        head = {"l": [head]}
    return head


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (1.5, b""), ([1], b""), ({}, b""), ({"l": [], "t": []}, b""), ({"x": 1}, b""), ({"l": 5}, b""),
        ({"d": [[1]]}, b""), ({"d": [[1, 2, 3]]}, b""), ({"d": ["ab"]}, b""), ({"d": [[{"l": []}, 1]]}, b""),
        ({"d": [[{"f": "nan"}, {"x": 1}]]}, b""), ({"d": [[{"t": [{"l": []}]}, 1]]}, b""),
        ({"f": "0x1p9999999"}, b""), ({"f": "1" * 50}, b""), ({"f": 1}, b""), ({"f": "__import__"}, b""),
        ({"i": "zz"}, b""), ({"i": "f" * 2000}, b""), ({"i": 5}, b""), ({"c": ["0x1p0"]}, b""), ({"c": [1, 2]}, b""),
        ({"g": 5}, b""), ({"g": {"l": []}}, b""), ({"g": {"a": ["f8", [1], 8]}}, bytes(8)),
        ({"a": ["O8", [1], 8]}, bytes(8)), ({"a": ["f8", [-1], -8]}, b""), ({"a": ["f8", [1], 8]}, bytes(7)),
        ({"a": ["f8", [2], 8]}, bytes(16)), ({"a": ["f8", 1, 8]}, bytes(8)), ({"a": ["f8", [1.0], 8]}, bytes(8)),
        ({"a": ["f8", [True], 8]}, bytes(8)), ({"a": ["f8", [1] * 9, 8]}, bytes(8)),
        ({"a": [["f8"], [1], 8]}, bytes(8)), ({"a": ["f8", [2**63, 2], 0]}, b""), ({"a": ["f8", [2**40, 0], 0]}, b""),
        ({"a": ["f8", [1 << 20, 0, 1 << 20], 0]}, b""), ({"a": ["V8", [1], 8]}, bytes(8)),
        ({"a": ["U2", [1], 8]}, bytes(8)), ({"a": ["M8", [1], 8]}, bytes(8)), (nested(wire.DEPTH + 1), b""),
        ({"l": [None] * wire.VALUES}, b""), ({"__class__": "Marks"}, b""),
    ],
    ids=lambda given: str(given)[:60],
)
def test_what_keeps_not_to_the_form_is_refused(head, body):
    with pytest.raises(wire.Unfit):
        wire.decode(head, body)


def test_the_bounds_are_where_they_are_said_to_be():
    assert crossed([None] * (wire.VALUES - 1)) == [None] * (wire.VALUES - 1)
    assert crossed(np.zeros(wire.ELEMENTS, dtype="u1")).shape == (wire.ELEMENTS,)
    with pytest.raises(wire.Unfit):
        crossed(np.zeros(wire.ELEMENTS + 1, dtype="u1"))
    with pytest.raises(wire.Unfit):
        crossed([np.zeros(wire.ELEMENTS // 2 + 1, dtype="u1")] * 2)
    assert crossed(nested_list(wire.DEPTH)) is not None
    assert len(crossed(dict.fromkeys(range(wire.ENTRIES)))) == wire.ENTRIES
    with pytest.raises(wire.Unfit):
        crossed(dict.fromkeys(range(wire.ENTRIES + 1)))


def nested_list(depth):
    value = None
    for _ in range(depth):
        value = [value]
    return value


def test_keys_of_one_hash_take_no_time():
    head = {"d": [[{"i": hex(k * (2**61 - 1))}, None] for k in range(2, 100_000)]}
    began = time.process_time()
    with pytest.raises(wire.Unfit):
        wire.decode(head, b"")
    assert time.process_time() - began < 1


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_a_frame_arrives_as_it_was_sent(ends):
    ours, theirs = ends
    wire.send(theirs.fileno(), {"id": 1}, b"body")
    wire.send(theirs.fileno(), {"id": 2})
    assert wire.receive(ours.fileno()) == ({"id": 1}, b"body")
    assert wire.receive(ours.fileno()) == ({"id": 2}, b"")


@pytest.mark.parametrize(
    "frame",
    [
        struct.pack("<II", wire.HEAD + 1, 0), struct.pack("<II", 2, wire.BODY + 1), b"\xff" * 8,
        struct.pack("<II", 3, 0) + b"abc", struct.pack("<II", 3, 0) + b"NaN", struct.pack("<II", 8, 0) + b"Infinity",
        struct.pack("<II", 200_000, 0) + b"[" * 200_000, struct.pack("<II", 2, 0) + b"\xff\xff",
        struct.pack("<II", 0, 0), struct.pack("<II", 10_000, 0) + b"9" * 10_000,
    ],
    ids=lambda frame: str(frame[:20]),
)
def test_what_is_no_frame_is_refused(ends, frame):
    ours, theirs = ends
    theirs.sendall(frame)
    with pytest.raises(wire.Unfit):
        wire.receive(ours.fileno(), time.monotonic() + 10)


def test_no_room_is_made_for_what_is_only_announced(ends):
    ours, theirs = ends
    theirs.sendall(struct.pack("<II", 10, wire.BODY) + b"x")
    with pytest.raises(wire.Late):
        wire.receive(ours.fileno(), time.monotonic() + 0.1)


def test_the_other_end_closing_in_the_middle_is_told_from_waiting(ends):
    ours, theirs = ends
    theirs.sendall(struct.pack("<II", 100, 0) + b"{")
    with pytest.raises(wire.Late):
        wire.receive(ours.fileno(), time.monotonic() + 0.1)
    theirs.close()
    with pytest.raises(wire.Gone):
        wire.receive(ours.fileno(), time.monotonic() + 10)


def test_sending_to_one_who_does_not_read_is_late_and_to_one_who_left_is_gone(ends):
    ours, theirs = ends
    ours.setblocking(False)
    with pytest.raises(wire.Late):
        wire.send(ours.fileno(), {}, bytes(1 << 23), time.monotonic() + 0.2)
    theirs.close()
    with pytest.raises(wire.Gone):
        wire.send(ours.fileno(), {}, bytes(1 << 23), time.monotonic() + 10)


def test_files_that_are_sent_along_are_not_taken(ends):
    ours, theirs = ends
    before = len(os.listdir("/proc/self/fd"))
    socket.send_fds(theirs, [struct.pack("<II", 2, 0) + b"{}"], [theirs.fileno()] * 5)
    assert wire.receive(ours.fileno(), time.monotonic() + 10) == ({}, b"")
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_picture_of_the_size_that_is_allowed_is_kept_and_no_cell_keeps_more_than_it_may():
    outputs = CellOutputs()
    picture = {"output_type": "display_data", "data": {"image/png": "A" * output_limits.PICTURE}}
    outputs.add(picture)
    outputs.add(picture)
    outputs.write("stdout", "read on")
    assert [output["output_type"] for output in outputs.taken()] == ["display_data", "stream"]
