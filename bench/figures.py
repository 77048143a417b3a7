"""How benchmarks print figures, so that `python -m bench` can gather them at its end."""

import os
import platform
import statistics
import subprocess
from collections.abc import Iterable, Sequence

from tools.setup import ROOT

NOT_HERE = 3
"""The exit code of a benchmark part of which cannot be run on this machine."""
RATIO = "ours : "
MISSING = "not here: "


def spread(values: Sequence[float], digits: int = 0) -> str:
    """The median, and the least and the greatest."""
    middle, low, high = statistics.median(values), min(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f}–{high:,.{digits}f})"


def ratio_line(peer: str, what: str) -> str:
    """A line that says what ours is by a peer."""
    return f"{RATIO}{peer}: {what}"


def not_here(why: str) -> str:
    """A line that says what cannot be run on this machine."""
    return MISSING + why


def machine(versions: Iterable[str] = ()) -> str:
    """The commit, versions, Python and machine that figures were taken with."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, check=False
    )
    commit = described.stdout.decode().strip() or "unknown"
    here = f"{os.cpu_count()} cores of {platform.machine()}, {platform.system()}"
    return (
        f"{'; '.join((f'commit {commit}', *versions))}\n"
        f"Python {platform.python_version()}, {here} {platform.release()}, "
        f"load average {os.getloadavg()[0]:.1f}"
    )
