"""The web client as it is served, and others that the tests build."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tools import client

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / client.STATIC
"""The client that set-up has built."""
NODE = Path(sys.executable).with_name("node")


def build(static: Path, further: Sequence[Path]) -> Path:
    """Build a client into a folder, with the rooms of these further folders; return the folder."""
    client.build(ROOT, str(NODE), further, static)
    return static
