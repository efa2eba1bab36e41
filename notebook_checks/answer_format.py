"""The visible tests use this to say in words what is wrong with the form of what you return, whatever it is."""

from typing import Any

import numpy as np


class Form:
    """What came back, as numbers and lists; AssertionError, with a sentence, where it cannot be taken for that."""

    @staticmethod
    def parts(value: Any, count: int | None, what: str) -> list[Any]:
        """Return the parts of a tuple or list of so many, or of any number."""
        some = "a tuple or a list" if count is None else f"a tuple or list of {count}"
        listed = isinstance(value, tuple | list) or (isinstance(value, np.ndarray) and value.ndim > 0)
        assert listed, f"{what} must be {some}, but it is {Form.told(value)}."
        assert count in (None, len(value)), f"{what} must be {some}, but it has {len(value)}."
        return list(value)

    @staticmethod
    def numbers(value: Any, shape: tuple[int, ...], what: str) -> Any:
        """Return finite numbers as an array of this shape, where -1 is any size; the shape () is one number."""
        wanted = Form.wanted(shape)
        try:
            array = np.asarray(value)
        except ValueError:
            raise AssertionError(f"{what} must be {wanted}, but what it holds is of different lengths.") from None
        assert array.dtype.kind in "iuf", f"{what} must be {wanted}, but it is {Form.told(value)}."
        fits = len(array.shape) == len(shape) and all(w in (-1, n) for n, w in zip(array.shape, shape, strict=True))
        assert fits, f"{what} must be {wanted}, but it is {Form.wanted(array.shape)}."
        assert np.isfinite(array).all(), f"{what} must be finite, but it is {Form.told(value)}."
        return array.astype(float) if shape else float(array)

    @staticmethod
    def wanted(shape: tuple[int, ...]) -> str:
        """Return a shape in words, where -1 is any size."""
        if len(shape) == 0:
            return "a number"
        if len(shape) == 1:
            return {-1: "a vector of numbers", 1: "a vector of one number"}.get(shape[0], f"{shape[0]} numbers")
        if len(shape) == 2:
            rows, columns = shape
            sizes = [f"{n} {unit}{'s' * (n != 1)}" for n, unit in ((rows, "row"), (columns, "column")) if n >= 0]
            return f"a matrix of {' and '.join(sizes)}" if sizes else "a matrix"
        return f"an array with {len(shape)} axes"

    @staticmethod
    def rows(value: Any, below: int, what: str) -> list[int]:
        """Return a list of row numbers, from 0 and less than `below`."""
        numbers = Form.numbers(value, (-1,), what)
        assert all(i == int(i) and 0 <= i < below for i in numbers), (
            f"{what} must hold row numbers, whole and from 0 to {below - 1}, but it is {Form.told(value)}."
        )
        return [int(i) for i in numbers]

    @staticmethod
    def words(value: Any, known: tuple[str, ...], what: str) -> list[str]:
        """Return a list of words, each one of those known."""
        for word in Form.parts(value, None, what):
            there = isinstance(word, str) and word in known
            assert there, f"each word of {what} is one of {', '.join(known)}; but {Form.told(word)} is there."
        return [str(word) for word in value]

    @staticmethod
    def steps(value: Any, letters: list[str]) -> list[str]:
        """Return the letters of a proof's steps, none twice, from a list or from a string such as "CAB"."""
        listed = isinstance(value, str | tuple | list)
        assert listed, f"the order must be a list of letters, but it is {Form.told(value)}."
        assert len(value) > 0, "the order must hold the letters of the steps, but it is empty."
        for letter in value:
            there = isinstance(letter, str) and letter in letters
            assert there, f"the letters are {', '.join(letters)}, but {Form.told(letter)} is in your order."
        assert len(set(value)) == len(value), f"a letter stands twice in {Form.told(value)}."
        return list(value)

    @staticmethod
    def told(value: Any) -> str:
        """Return what a value is, in a few words."""
        if value is None:
            return "None (is there a `return`?)"
        if isinstance(value, np.ndarray) and value.size > 8:
            return f"an array of shape {value.shape} and type {value.dtype}"
        text = repr(value)
        return f"{text if len(text) <= 80 else text[:77] + '...'} of type {type(value).__name__}"
