"""The shipped web client, and clients that tests build with other games."""

import fcntl
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import client

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / client.STATIC
"""Folder of the client built by `make setup`."""
NODE = Path(sys.executable).with_name("node")
CLIENTS = ROOT / ".cache" / "clients"


def built(further: Sequence[Path]) -> Path:
    """Return the folder of a client with these games, if possible the one built by `make setup`."""
    if client.is_current(ROOT, further):
        return STATIC
    kept = CLIENTS / str(len(further))
    kept.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as building:
        fcntl.flock(building, fcntl.LOCK_EX)
        return kept if client.is_current(ROOT, further, kept) else build(kept, further)


def build(static: Path, further: Sequence[Path]) -> Path:
    """Build a client with the games in these additional folders, and return its folder."""
    client.build(ROOT, str(NODE), further, static)
    return static
