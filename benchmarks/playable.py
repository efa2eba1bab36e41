"""What the interactive figures compute for one redraw at 60 points, in Node: a browser has 16 ms for a frame."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import Figure
from tools import machine

FOLDER = Path(__file__).parent.parent / "book" / "_static" / "playable"
FRAME = 16.0  # ms
POINTS, CELLS, REPEATS = 60, 81, 60

KERNELS: dict[str, dict[str, Any]] = {
    "rbf, gamma = 1": {"kind": "rbf", "gamma": 1.0},
    "polynomial, degree 5": {"kind": "polynomial", "degree": 5, "r": 1.0},
}
PRICES = (0.01, 1.0, 100.0)

SCRIPT = """
const { softMargin, kernelMachine, regionValues, contour, spaced } = await import(process.argv[1]);
const { X, y, jobs, cells, repeats } = JSON.parse(process.argv[2]);
const xs = spaced(-3, 3, cells);
function redraw({ kernel, C }) {
  if (!kernel) return softMargin(X, y, C);
  const values = regionValues(kernelMachine(kernel, X, y, C), xs, xs);
  return [-1, 0, 1].map((level) => contour(values, xs, xs, level));
}
function median(job) {
  const times = [];
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    redraw(job);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[repeats >> 1];
}
console.log(JSON.stringify(jobs.map(median)));
"""


def figures() -> Iterator[Figure]:
    node = machine.find(machine.TOOLS["node"])
    if node is None:
        print("  not run: Node is not installed", flush=True)
        return
    jobs: list[dict[str, Any]] = [{"C": C} for C in PRICES]
    jobs += [{"kernel": kernel, "C": C} for kernel in KERNELS.values() for C in PRICES]
    names = ["soft margin"] * len(PRICES) + [f"region, {name}" for name in KERNELS for _ in PRICES]
    for name, job, time in zip(names, jobs, medians(node, jobs), strict=True):
        grid = f", {CELLS} x {CELLS} cells" if "kernel" in job else ""
        yield Figure(f"figure, {name}", f"n = {POINTS}, C = {job['C']:g}{grid}", time, "ms", FRAME, at_most=True)


def medians(node: str, jobs: list[dict[str, Any]]) -> list[float]:
    """Return the median time of each job, in ms."""
    X, y = random_points()
    given = {"X": X.tolist(), "y": y.tolist(), "jobs": jobs, "cells": CELLS, "repeats": REPEATS}
    command = [node, "--input-type=module", "--eval", SCRIPT, (FOLDER / "mathematics.js").as_uri(), json.dumps(given)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    times: list[float] = json.loads(run.stdout)
    return times


def random_points() -> tuple[np.ndarray, np.ndarray]:
    """Return points that no plane separates, and no kernel without slack."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (POINTS, 2))
    return X, np.where(X[:, 0] * X[:, 1] + rng.normal(0, 0.7, POINTS) > 0, 1, -1)
