"""`chabudai serve`: the web app."""

import argparse
import socket
import sys
from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import segno

from chabudai.cli.data_folder import make_folder
from chabudai.cli.database import check_database
from chabudai.cli.errors import Unusable
from chabudai.cli.settings import DATABASE, Chosen, chosen
from chabudai.server.limits import Limits
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import serve
from chabudai.server.settings import Settings
from chabudai.server.store.diagnosis import masked

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
EXAMPLE_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for examples (RFC 5737). Nothing is sent to it."""


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    found = chosen(args)
    check_together(found)
    if args.show_settings:
        show(found)
        return 0
    host, port = found["host"].value, found["port"].value
    if found["db"].origin == "default":
        try:
            make_folder(found["data"].value)
        except Unusable as error:
            raise Unusable(f"{error} Choose another with --data.") from None
        say_old_database(found["db"].value)

    def ready(address: str) -> None:
        shown = reachable(address) if host in ANY_ADDRESS else address
        if public := found["public_url"].value:
            print(f"Serving {public} at {shown}. Ctrl-C ends the server.", flush=True)
        elif found["proxy"].value:
            print(f"Serving at {shown}, for the proxy. Ctrl-C ends the server.", flush=True)
        else:
            print_address(shown)
        if args.open:
            import webbrowser

            webbrowser.open(shown)

    try:
        serve(host, port, ready=ready, settings=settings(found))
    except StartupFailed as reason:
        raise Unusable(reason) from None
    return 0


def settings(found: Mapping[str, Chosen]) -> Settings:
    """Return the server's settings."""
    sizes = {f"{kind}_bytes": size for kind, size in found["stored"].value}
    return Settings(
        db=found["db"].value,
        names=frozenset(found["host_name"].value),
        limits=replace(Limits(), **sizes),
        proxies=found["proxy"].value,
        public_url=found["public_url"].value,
        metrics=found["metrics"].value,
    )


def check_together(found: Mapping[str, Chosen]) -> None:
    """Raise Unusable if settings contradict each other, or if the command line contains a
    password.
    """
    check_database(found)
    public = found["public_url"]
    if found["metrics"].value and found["metrics"].value[1] == found["port"].value != 0:
        raise Unusable(
            f"{found['metrics'].origin}: metrics need a port of their own, and "
            f"{found['port'].value} is the port of the pages."
        )
    is_https = public.value is not None and public.value.scheme == "https"
    if is_https and not found["proxy"].value and not is_loopback(found["host"].value):
        raise Unusable(
            f"{public.origin}: https needs a proxy, which this server must trust: give its address "
            "with --proxy, or listen on 127.0.0.1 if it is on this machine."
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to the address `host` if the server listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def show(found: Mapping[str, Chosen]) -> None:
    """Print each setting with its value, without any password, and its origin."""
    rows = [(name, masked(each.text) or "none", each.origin) for name, each in found.items()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, text, origin in rows:
        print(f"{name:{widths[0]}}  {text:{widths[1]}}  {origin}")


def say_old_database(db: str) -> None:
    """Print how to open a database in the current folder, where earlier versions stored tables."""
    old = Path(DATABASE)
    if old.is_file() and old.absolute() != Path(db):
        command = f"chabudai serve --db {DATABASE}"
        print(f"This folder has a {DATABASE} with tables of its own. To open it: {command}")


def print_address(address: str) -> None:
    """Print the address, also as a QR code if other devices can open it."""
    print(f"Open {address} in a browser. Ctrl-C ends the server.")
    if urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost"):
        print("Only this machine can open it. For phones on the same network: --host 0.0.0.0.")
    else:
        segno.make(address, error="l").terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def reachable(address: str) -> str:
    """Return the server's address for other machines on the network, or `address` if there is
    none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(EXAMPLE_ADDRESS)
        except OSError:
            return address
        return f"http://{probe.getsockname()[0]}:{urlsplit(address).port}"
