"""What all tests share: the `needs` marker, and how hard hypothesis tries."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tools import machine

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

# No deadlines: this machine may be busy, and a slow example is not a false one.
settings.register_profile("dev", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if IN_CI else "dev"))


def pytest_runtest_setup(item):
    """A test marked `needs("chromium")` is 'not run' where Chromium is missing; in CI it fails."""
    for name in [name for mark in item.iter_markers("needs") for name in mark.args]:
        tool = machine.TOOLS[name]
        if not (problem := machine.trouble(tool)):
            continue
        if IN_CI:
            pytest.fail(f"CI needs {tool.name}: {problem}. Set tested=True for it in tools/machine.py.", pytrace=False)
        pytest.skip(f"not run: needs {tool.name} ({tool.how_to_install})")
