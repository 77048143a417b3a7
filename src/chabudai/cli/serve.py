"""`chabudai serve`: the web app."""

import argparse
import re
import socket
import sys
from dataclasses import replace
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import segno

from chabudai.cli.errors import Unusable
from chabudai.server.limits import Limits
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import serve
from chabudai.server.settings import Settings

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
LIMIT = re.compile("(table|network|server|database)=([1-9][0-9]{0,8})([KMGT]?)")
"""A limit on stored bytes (`Limits`)."""
EXAMPLE_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for examples (RFC 5737). Nothing is sent to it."""


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""

    def ready(address: str) -> None:
        shown = reachable(address) if args.host in ANY_ADDRESS else address
        if args.proxy:
            print(f"Serving at {shown}, for the proxy. Ctrl-C ends the server.", flush=True)
        else:
            print_address(shown)
        if args.open:
            import webbrowser

            webbrowser.open(address)

    try:
        settings = Settings(
            db=args.db,
            names=names(args.host_name),
            limits=stored(args.stored),
            proxies=proxies(args.proxy),
            metrics=None if args.metrics is None else place(args.metrics),
        )
        serve(args.host, args.port, ready=ready, settings=settings)
    except StartupFailed as reason:
        raise Unusable(reason) from None
    return 0


def proxies(named: list[str]) -> tuple[str, ...]:
    """Return the addresses of proxies. Raises Unusable for an invalid one."""
    for name in named:
        try:
            ip_network(name)
        except ValueError:
            raise Unusable(f"{name} is not the address of a proxy: give an IP address.") from None
    return tuple(named)


def names(given: list[str]) -> frozenset[str]:
    """Return the server's host names. Raises Unusable for an invalid one."""
    for name in given:
        if not name.strip() or set(name) & set("/:@ "):
            raise Unusable(f"{name} is not a name: give one like games.example.org.")
    return frozenset(name.lower().rstrip(".") for name in given)


def stored(given: list[str]) -> Limits:
    """Return a server's limits, with the given limits on stored bytes. Raises Unusable."""
    sizes: dict[str, Any] = {}
    for limit in given:
        found = LIMIT.fullmatch(limit)
        if found is None:
            raise Unusable(f"{limit} is not a limit: give table, network, server or database=512M.")
        what, number, unit = found.groups()
        sizes[f"{what}_bytes"] = int(number) << 10 * " KMGT".index(unit or " ")
    return replace(Limits(), **sizes)


def place(given: str) -> tuple[str, int]:
    """Return the address and port of the metrics, by default at this machine's loopback address.

    Raises Unusable.
    """
    host, _, port = given.rpartition(":")
    if not port.isdecimal():
        raise Unusable(f"{given} is neither a port nor an address and a port like 127.0.0.1:9464.")
    return host.strip("[]") or "127.0.0.1", int(port)


def print_address(address: str) -> None:
    """Print the address, also as a QR code if other devices can open it."""
    print(f"Open {address} in a browser. Ctrl-C ends the server.")
    if urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost"):
        print("Only this machine can open it. For phones in the same network: --host 0.0.0.0.")
    else:
        segno.make(address, error="l").terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def reachable(address: str) -> str:
    """Return the server's address for other machines on the network, else `address`."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(EXAMPLE_ADDRESS)
        except OSError:
            return address
        return f"http://{probe.getsockname()[0]}:{urlsplit(address).port}"
