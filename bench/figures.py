"""Uniform formats for printed figures, so that `python -m bench` can collect them."""

import os
import platform
import statistics
import subprocess
from collections.abc import Iterable, Sequence

from tools.setup import ROOT

NOT_HERE = 3
"""Exit code of a benchmark if a part of it cannot run on this machine."""
RATIO = "ours : "
MISSING = "not here: "


def spread(values: Sequence[float], digits: int = 0) -> str:
    """Format the median, the minimum and the maximum."""
    middle, low, high = statistics.median(values), min(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f}–{high:,.{digits}f})"


def percentiles(values: Iterable[float]) -> tuple[float, float, float]:
    """Return the median, the 99th percentile and the maximum."""
    ranked = sorted(values)
    return statistics.median(ranked), ranked[len(ranked) * 99 // 100], ranked[-1]


def ratio_line(peer: str, what: str) -> str:
    """Return a line with the ratio of our result to a peer's."""
    return f"{RATIO}{peer}: {what}"


def not_here(why: str) -> str:
    """Return the line for a benchmark that cannot run on this machine, with the reason."""
    return MISSING + why


def machine(versions: Iterable[str] = ()) -> str:
    """Return a description of the run: commit, versions, Python and machine."""
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
