"""Take what an answer returned as numbers and lists, or say in a sentence what is wrong with its format.

The visible tests of a problem set use it on whatever came back, be it None.
"""

from typing import Any

import numpy as np


class Form:
    """The formats that a visible test can ask for; a value with another raises AssertionError, with a sentence.

    `what` is what the sentence calls the value.

    >>> Form.numbers([1, 2], (2,), "w").tolist()
    [1.0, 2.0]
    >>> Form.numbers([[1, 2]], (2,), "w")
    Traceback (most recent call last):
    AssertionError: w must be 2 numbers, but it is a matrix of 1 row and 2 columns.
    """

    @staticmethod
    def parts(value: Any, count: int | None, what: str) -> list[Any]:
        """Return the parts of a tuple or list that has `count` of them, or any number if that is None."""
        wanted = "a tuple or a list" if count is None else f"a tuple or list of {count}"
        listed = isinstance(value, tuple | list) or (isinstance(value, np.ndarray) and value.ndim > 0)
        assert listed, f"{what} must be {wanted}, but it is {Form.described(value)}."
        assert count in (None, len(value)), f"{what} must be {wanted}, but it has {len(value)}."
        return list(value)

    @staticmethod
    def numbers(value: Any, shape: tuple[int, ...], what: str) -> Any:
        """Return finite numbers as an array of this shape, in which -1 is any size; the shape () is one number.

        True counts as 1 and False as 0.
        """
        wanted = _shape_in_words(shape)
        try:
            array = np.asarray(value)
        except ValueError:
            raise AssertionError(f"{what} must be {wanted}, but its parts have different lengths.") from None
        assert array.dtype.kind in "biuf", f"{what} must be {wanted}, but it is {Form.described(value)}."
        fits = len(array.shape) == len(shape) and all(w in (-1, n) for n, w in zip(array.shape, shape, strict=True))
        assert fits, f"{what} must be {wanted}, but it is {_shape_in_words(array.shape)}."
        assert np.isfinite(array).all(), f"{what} must be finite, but it is {Form.described(value)}."
        return array.astype(float) if shape else float(array)

    @staticmethod
    def rows(value: Any, below: int, what: str) -> list[int]:
        """Return a list of row numbers, which begin with 0 and are less than `below`; True and False are none."""
        numbers = Form.numbers(value, (-1,), what)
        whole = all(i == int(i) and 0 <= i < below for i in numbers)
        as_asked = whole and not any(isinstance(entry, bool | np.bool_) for entry in value)
        assert as_asked, (
            f"{what} must hold row numbers, whole and from 0 to {below - 1}, but it is {Form.described(value)}."
        )
        return [int(i) for i in numbers]

    @staticmethod
    def words(value: Any, known: tuple[str, ...], what: str) -> list[str]:
        """Return a list of words, each of which is one of `known`."""
        for word in Form.parts(value, None, what):
            expected = isinstance(word, str) and word in known
            assert expected, f"{what} must hold words of {', '.join(known)}, but one is {Form.described(word)}."
        return [str(word) for word in value]

    @staticmethod
    def steps(value: Any, letters: list[str]) -> list[str]:
        """Return the letters of a proof's steps, each at most once, from a list or from a string such as "CAB"."""
        listed = isinstance(value, str | tuple | list)
        assert listed, f"the order must be a list of letters, but it is {Form.described(value)}."
        assert len(value) > 0, "the order must hold the letters of the steps, but it is empty."
        for letter in value:
            expected = isinstance(letter, str) and letter in letters
            assert expected, f"the letters are {', '.join(letters)}, but your order has {Form.described(letter)}."
        assert len(set(value)) == len(value), f"your order has a letter more than once: {Form.described(value)}."
        return list(value)

    @staticmethod
    def described(value: Any) -> str:
        """Return what a value is, in a few words."""
        if value is None:
            return "None (is there a `return`?)"
        if isinstance(value, np.ndarray) and value.size > 8:
            return f"an array of shape {value.shape} and type {value.dtype}"
        text = repr(value)
        return f"{text if len(text) <= 80 else text[:77] + '...'} of type {type(value).__name__}"


def _shape_in_words(shape: tuple[int, ...]) -> str:
    """Return what numbers of this shape are called, where -1 is any size."""
    if len(shape) == 0:
        return "a number"
    if len(shape) == 1:
        return {-1: "a vector of numbers", 1: "a vector of one number"}.get(shape[0], f"{shape[0]} numbers")
    if len(shape) == 2:
        rows, columns = shape
        sizes = [f"{n} {unit}{'s' * (n != 1)}" for n, unit in ((rows, "row"), (columns, "column")) if n >= 0]
        return f"a matrix of {' and '.join(sizes)}" if sizes else "a matrix"
    return f"an array with {len(shape)} axes"
