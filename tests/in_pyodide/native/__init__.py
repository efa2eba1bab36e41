"""Stands in Pyodide for the compiled part of hypothesis, which no wheel brings there: the same functions in Python."""

from importlib.metadata import version

__version__ = version("hypothesis")
