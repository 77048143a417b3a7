"""`chabudai serve`: the web app."""

import argparse
import socket
import sys
from urllib.parse import urlsplit

import segno

from chabudai.cli.errors import Unusable
from chabudai.server import CannotStart, serve

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened at
EXAMPLE_ADDRESS = ("192.0.2.1", 9)
"""An address kept for examples (RFC 5737). Nothing is sent there."""


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""

    def ready(address: str) -> None:
        print_address(reachable(address) if args.host in ANY_ADDRESS else address)
        if args.open:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(args.host, args.port, args.db, ready=ready)
    except CannotStart as reason:
        raise Unusable(reason) from None
    return 0


def print_address(address: str) -> None:
    """Print the address, also as a QR code."""
    print(f"Open {address} in a browser. Ctrl-C ends the server.")
    if urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost"):
        print("Only this machine can. With --host 0.0.0.0, phones in the same network can, too.")
    segno.make(address, error="l").terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def reachable(address: str) -> str:
    """The address under which other machines of the network reach the server, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(EXAMPLE_ADDRESS)
        except OSError:
            return address
        return f"http://{probe.getsockname()[0]}:{urlsplit(address).port}"
