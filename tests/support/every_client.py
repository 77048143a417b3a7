"""The web client as it is served, and others that the tests build."""

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
    """The folder of a client with the rooms of these further folders: that of set-up if it has
    just those, or one that is built once for all tests.
    """
    if client.is_current(ROOT, further):
        return STATIC
    kept = CLIENTS / str(len(further))
    kept.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as building:
        fcntl.flock(building, fcntl.LOCK_EX)
        return kept if client.is_current(ROOT, further, kept) else build(kept, further)


def build(static: Path, further: Sequence[Path]) -> Path:
    """Build a client into a folder, with the rooms of these further folders; return the folder."""
    client.build(ROOT, str(NODE), further, static)
    return static
