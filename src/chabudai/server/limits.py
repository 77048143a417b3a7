"""Limits for clients: rates, sizes, and numbers of sockets."""

import ipaddress
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Literal, TypeAlias, get_args

FRAME_BYTES = 64 * 1024
"""Maximum size of a client's frame in bytes. It is large enough for a table's custom words in
Japanese.
"""
BODY_BYTES = 64 * 1024
"""Maximum size of an HTTP request's JSON body in bytes."""
FILE_BYTES = 256 * 1024
"""Maximum size of a recorded game's file in bytes, ten times the largest one known."""
MEGA = 1 << 20
DAY_S = 24 * 3600.0
ROUNDING_S = 1e-6
"""Tolerance for rounding errors in sums of times, in seconds."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: at most `burst` tokens immediately, and one more every `each_s` seconds."""

    burst: int
    each_s: float


Address: TypeAlias = tuple[str, ...]
"""The network that counts as one caller, then wider networks whose callers share a limit."""
EVERYBODY: Address = ("",)
"""All callers together."""
WIDER = 10
"""Limit for a wider network, as a multiple of one caller's limit."""
FEW_BUCKETS = 64
"""Number of buckets below which full ones are not purged."""


RateName: TypeAlias = Literal[
    "received",
    "frames",
    "messages",
    "requests",
    "openings",
    "tables",
    "misses",
    "wrong_codes",
    "stories",
    "knocks",
    "drawings",
    "parties",
    "words",
    "jobs",
    "signs",
]
"""Names of the rates in `Limits`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a server. Rates by address apply to one IPv4 address or one IPv6 /64. All addresses
    in an IPv6 /48 together may use WIDER times as much.
    """

    received: Rate = Rate(320 * 1024, 1 / (8 * 1024))
    """Bytes from one connection. All connections from an address together may send WIDER times as
    much.
    """
    frames: Rate = Rate(30, 0.1)
    """Messages from one seat or spectator."""
    messages: Rate = Rate(600, 0.01)
    """Messages from one address, for all its seats."""
    requests: Rate = Rate(1000, 0.01)
    """HTTP requests and WebSocket handshakes from one address."""
    openings: Rate = Rate(400, 0.05)
    """WebSockets opened from one address."""
    tables: Rate = Rate(60, 10.0)
    """Tables opened from one address."""
    misses: Rate = Rate(10, 6.0)
    """Wrong codes and secrets from one address."""
    wrong_codes: Rate = Rate(100, 3.0)
    """Wrong codes from all addresses together, so that more addresses do not allow faster guessing.
    """
    stories: Rate = Rate(60, 0.5)
    """Histories read from the log for one address. Beyond this rate, clients get only the current
    table.
    """
    knocks: Rate = Rate(10, 6.0)
    """Callers from one address who join the waiting lists of full tables."""
    drawings: Rate = Rate(60, 1.0)
    """QR codes, transcripts and lists of tables for one address."""
    parties: Rate = Rate(120, 0.1)
    """Parties' pages for one address. Ten browsers behind one router may each load one every few
    seconds.
    """
    words: Rate = Rate(120, 0.5)
    """Words looked up by one address."""
    jobs: Rate = Rate(20, 3.0)
    """Jobs for one address, or for one seat at a table."""
    signs: Rate = Rate(6, 2.0)
    """Reactions, sentences and text messages from one seat."""
    sockets: int = 400
    """Open WebSockets from one address."""
    sockets_at_seat: int = 8
    silent: int = 64
    """Connections from one address that have not sent a complete request yet."""
    idle: int = 256
    """Connections from one address whose requests have all been answered."""
    table_bytes: int = 10 * MEGA
    """Bytes stored for one table per day."""
    network_bytes: int = 256 * MEGA
    """Bytes stored for one address per day."""
    server_bytes: int = 4096 * MEGA
    """Bytes stored for all callers per day."""
    database_bytes: int = 32768 * MEGA
    """Size of the database above which only moves are stored."""
    spectators: int = 64
    """Spectators at one table."""
    queue: int = 32
    """Commands waiting at one table."""
    stalled_s: float = 10.0
    """Seconds after which a WebSocket whose client does not read is closed."""
    request_s: float = 8.0
    """Seconds allowed for a request's head, for its body, and for the wait until its turn."""
    idle_s: float = 30.0
    """Seconds that an idle connection stays open after an answer."""
    unread_s: float = 20.0
    """Seconds after which a connection is aborted if its client does not read, or does not finish
    closing it.
    """
    closing_s: float = 10.0
    """Seconds allowed for a client to answer a WebSocket's close frame."""

    def rates(self) -> dict[RateName, Rate]:
        """Return the rates by name."""
        return {name: getattr(self, name) for name in get_args(RateName)}


class Buckets:
    """Token buckets by network, each stored as the time at which it is full again. Full buckets are
    purged each time the number of buckets doubles. `limited` is called whenever a call is refused.
    """

    def __init__(
        self, rate: Rate, now: Callable[[], float], limited: Callable[[], object] = bool
    ) -> None:
        self.rate = rate
        self.now = now
        self.limited = limited
        self.by_network: dict[str, float] = {}
        self.room = FEW_BUCKETS
        self.wider = Rate(rate.burst * WIDER, rate.each_s / WIDER)

    def take(self, address: Address, count: int = 1) -> bool:
        """Take tokens for an address and its wider networks, if all their buckets have enough."""
        now, rate = self.now(), self.rate
        for network in address:
            full_at = max(now, self._full_at(network)) + count * rate.each_s
            if full_at - now > rate.burst * rate.each_s + ROUNDING_S:
                self.limited()
                return False
            rate = self.wider
        self.spend(address, count)
        return True

    def used(self, address: Address) -> float:
        """Return the used fraction of the emptiest bucket: 0 if full, 1 or more if empty."""
        full_at = max(map(self._full_at, address))
        return (full_at - self.now()) / (self.rate.burst * self.rate.each_s)

    def spend(self, address: Address, count: int) -> None:
        """Take tokens even if too few are left. A negative `count` gives tokens back."""
        now, rate = self.now(), self.rate
        for network in address:
            self._keep(network, max(now, self._full_at(network)) + count * rate.each_s)
            rate = self.wider

    def _full_at(self, network: str) -> float:
        return self.by_network.get(network, 0.0)

    def _keep(self, network: str, full_at: float) -> None:
        if len(self.by_network) >= self.room:
            now = self.now()
            self.by_network = {a: at for a, at in self.by_network.items() if at > now}
            self.room = max(FEW_BUCKETS, 2 * len(self.by_network))
        self.by_network[network] = full_at


def plain(host: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, unwrapping IPv4-mapped IPv6. Return None if `host` is not an address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_among(host: str, named: Collection[str]) -> bool:
    """Whether an address is one of `named`, or belongs to a network in `named`."""
    address = plain(host)
    return address is not None and any(
        address in ipaddress.ip_network(each, strict=False) for each in named
    )


def networks(host: str) -> Address:
    """Return a caller's networks: an IPv4 address, or an IPv6 /64 and its /48, which may belong to
    one customer.
    """
    address = plain(host)
    if not isinstance(address, IPv6Address):
        return (host if address is None else str(address),)
    within = (ipaddress.ip_network((address, length), strict=False) for length in (64, 48))
    return tuple(map(str, within))
