"""The web client with every room the tests know, those that are no part of the package too."""

import sys
from pathlib import Path

from tools import client

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / client.STATIC
"""The client as it is shipped."""
NODE = Path(sys.executable).with_name("node")


def build(static: Path) -> Path:
    """Build the client with all further rooms into a folder, and return the folder."""
    client.build(ROOT, str(NODE), client.further_rooms(), static)
    return static
