"""What all tests share."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tools.kernels import compiler

# A shell that starts its jobs in the background lets them ignore Ctrl-C, and they hand that down to
# the processes that tests start and then interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test depends on how fast the machine is; one that hangs is ended by pytest's own timeout.
# What is drawn is the same in every run, unless another seed is asked for.
settings.register_profile(
    "house",
    deadline=None,
    derandomize="CHABUDAI_SEED" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name in the last lines what could not be tried here."""
    if compiler() is None:
        terminalreporter.write_line("not tried: Quiddler's solver in C, for want of a C compiler")
