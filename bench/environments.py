"""Virtual environments for the Python peers, created in `.cache` when needed."""

import sys
from pathlib import Path

from tools.setup import ROOT, digest, is_stamped, one_at_a_time, pip, run, runs, say

LOCKS = Path(__file__).resolve().parent / "peers"
PLACE = ROOT / ".cache" / "peers"


def environment(name: str) -> Path:
    """Create the environment that `bench/peers/NAME.txt` locks and return its Python. Raise
    SetupFailed on failure.
    """
    lock, place = LOCKS / f"{name}.txt", PLACE / name
    python, stamp = place / "bin" / "python", place / ".ready"
    current = digest(lock)
    if is_stamped(stamp, current) and runs(python):
        return python
    with one_at_a_time():
        say(f"{name}, in a separate environment")
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", str(place))
        pip("--no-compile", "--require-hashes", "-r", str(lock), python=python)
        stamp.write_text(current)
    return python
