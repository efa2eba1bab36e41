"""Floats as the whole numbers that their bits are, and the floats next to them."""

import math
import struct

FORMATS = {16: ("!e", "!H"), 32: ("!f", "!I"), 64: ("!d", "!Q")}
SMALLEST_EXPONENT = {16: -14, 32: -126, 64: -1022}


def float_to_int(value, width=64):
    """Return the bits."""
    number, bits = FORMATS[width]
    return struct.unpack(bits, struct.pack(number, value))[0]


def int_to_float(value, width=64):
    """Return the float that has these bits."""
    number, bits = FORMATS[width]
    return struct.unpack(number, struct.pack(bits, value))[0]


def float_of(value, width):
    """Return the float of this width next to a value."""
    return float(value) if width == 64 else int_to_float(float_to_int(float(value), width), width)


def is_negative(value):
    """Tell whether the sign is -, as that of -0.0 is."""
    return math.copysign(1.0, value) < 0


def next_up(value, width=64):
    """Return the next larger float."""
    if math.isnan(value) or value == math.inf:
        return value
    if value == 0:
        return 0.0 if is_negative(value) else int_to_float(1, width)
    return int_to_float(float_to_int(value, width) + (1 if value > 0 else -1), width)


def next_down(value, width=64):
    """Return the next smaller float."""
    return -next_up(-value, width)


def width_smallest_normals(width):
    """Return the smallest number above 0 that has all its digits."""
    return 2.0 ** SMALLEST_EXPONENT[width]


def next_up_normal(value, width, *, allow_subnormal):
    """Return the next larger float, of those with all their digits unless others are allowed."""
    larger, smallest = next_up(value, width), width_smallest_normals(width)
    if allow_subnormal or not 0 < abs(larger) < smallest:
        return larger
    return -0.0 if larger < 0 else smallest


def next_down_normal(value, width, *, allow_subnormal):
    """Return the next smaller float, of those with all their digits unless others are allowed."""
    return -next_up_normal(-value, width, allow_subnormal=allow_subnormal)


def count_between_floats(low, high, width=64):
    """Return how many floats there are from one to the other, both counted."""

    def place(value):
        return -float_to_int(-value, width) - 1 if is_negative(value) else float_to_int(value, width)

    return place(high) - place(low) + 1
