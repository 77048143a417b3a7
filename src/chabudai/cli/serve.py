"""`chabudai serve`: the web app."""

import argparse
import socket
import sys
from urllib.parse import urlsplit

import segno

from chabudai.cli.errors import Unusable
from chabudai.server import CannotStart, serve

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened at
SOMEWHERE = ("192.0.2.1", 9)
"""An address kept for examples (RFC 5737). Nothing is sent there."""


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""

    def ready(address: str) -> None:
        invite(reachable(address) if args.host in EVERYWHERE else address)
        if args.open:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(args.host, args.port, args.db, ready=ready)
    except CannotStart as reason:
        raise Unusable(reason) from None
    return 0


def invite(address: str) -> None:
    """Print where to go, also for the camera of a phone."""
    print(f"Open {address} in a browser. Ctrl-C ends the server.")
    if urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost"):
        print("Only this machine can. With --host 0.0.0.0, phones in the same network can, too.")
    segno.make(address, error="l").terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def reachable(address: str) -> str:
    """`address` as others in the network write it, if this machine is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return address
        return f"http://{probe.getsockname()[0]}:{urlsplit(address).port}"
