"""The served web client, and others that the tests build."""

import fcntl
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import client

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / client.STATIC
"""The client that set-up has built."""
NODE = Path(sys.executable).with_name("node")
CLIENTS = ROOT / ".cache" / "clients"


def built(further: Sequence[Path]) -> Path:
    """Return the folder of a client with the rooms of these further folders.

    It is the one of the set-up if that has just these, or built once for all tests.
    """
    if client.is_current(ROOT, further):
        return STATIC
    kept = CLIENTS / str(len(further))
    kept.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as building:
        fcntl.flock(building, fcntl.LOCK_EX)
        if not client.is_current(ROOT, further, kept):
            client.build(ROOT, str(NODE), further, kept)
    return kept
