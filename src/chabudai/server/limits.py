"""Limits on what clients may send and open: rates, sizes, numbers of sockets."""

import ipaddress
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Literal, TypeAlias, get_args

FRAME_BYTES = 64 * 1024
"""The largest frame a client may send: a table's own words, in Japanese, fit into it."""
BODY_BYTES = 64 * 1024
"""The largest body of an HTTP request that is JSON."""
FILE_BYTES = 256 * 1024
"""The largest file of a recorded game; the longest here have a tenth of it."""
MEGA = 1 << 20
DAY_S = 24 * 3600.0
ROUNDING_S = 1e-6
"""By how much sums of times may be off."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `each_s` seconds for one more."""

    burst: int
    each_s: float


Address: TypeAlias = tuple[str, ...]
"""What counts as one caller, and after it the wider networks whose callers are counted together."""
EVERYBODY: Address = ("",)
"""All callers as one."""
WIDER = 10
"""How many times as much a wider network may do as one caller."""
FEW_BUCKETS = 64
"""So many buckets are not worth looking through."""


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
    "words",
    "jobs",
]
"""The rates of `Limits`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server allows. Rates by address are for one IPv4 address, or one /64 of IPv6; those of
    one /48 together may do WIDER times as much.
    """

    received: Rate = Rate(320 * 1024, 1 / (8 * 1024))
    """Bytes of one connection; an address, over all its connections, as a wider network."""
    frames: Rate = Rate(30, 0.1)
    """Messages from one seat, or one watcher."""
    messages: Rate = Rate(600, 0.01)
    """Messages from one address, whatever the seats."""
    requests: Rate = Rate(1000, 0.01)
    """Requests of any kind from one address."""
    openings: Rate = Rate(400, 0.05)
    """Sockets opened from one address."""
    tables: Rate = Rate(60, 10.0)
    """Tables opened from one address."""
    misses: Rate = Rate(10, 6.0)
    """Wrong codes and secrets from one address."""
    wrong_codes: Rate = Rate(100, 3.0)
    """Wrong codes from everywhere: whoever has many addresses guesses no faster."""
    stories: Rate = Rate(60, 0.5)
    """Stories that are read from the log for one address; who wants more gets the table alone."""
    knocks: Rate = Rate(10, 6.0)
    """Callers from one address who are named to a table at which every seat is taken."""
    drawings: Rate = Rate(60, 1.0)
    """QR codes, transcripts and lists for one address."""
    words: Rate = Rate(120, 0.5)
    """Times that one address asks what words mean."""
    jobs: Rate = Rate(20, 3.0)
    """Jobs for one address, or for one seat at a table."""
    sockets: int = 400
    """Sockets open from one address."""
    sockets_at_seat: int = 8
    silent: int = 64
    """Connections from one address over which no whole request has come yet."""
    idle: int = 256
    """Connections from one address whose requests are all answered."""
    table_bytes: int = 8 * MEGA
    """Bytes stored for one table in a day."""
    network_bytes: int = 256 * MEGA
    """Bytes stored for one address in a day."""
    server_bytes: int = 4096 * MEGA
    """Bytes stored for everybody in a day."""
    database_bytes: int = 32768 * MEGA
    """The size of the database from which on only moves are stored."""
    spectators: int = 64
    """Spectators at one table."""
    queue: int = 32
    """Commands waiting at one table."""
    stalled_s: float = 10.0
    """How long a socket may not read."""
    request_s: float = 8.0
    """Seconds for the head of a request, for its body, and for its turn to be answered."""
    idle_s: float = 30.0
    """Seconds for which a connection stays open after an answer."""
    unread_s: float = 20.0
    """Seconds for which an answer may stay unread, and the end of a connection unfinished."""
    closing_s: float = 10.0
    """Seconds in which a client must answer the close frame of a socket."""

    def rates(self) -> dict[RateName, Rate]:
        """The rates, by name."""
        return {name: getattr(self, name) for name in get_args(RateName)}


class Buckets:
    """Token buckets by network, each stored as the time at which it is full again. Full buckets are
    purged each time their number has doubled. `limited` is called with each refusal.
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
        """Take tokens of this address and of its wider networks, if all have enough."""
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
        """Return the missing share of the emptiest bucket: 0 if it is full, 1 and more if it is
        empty.
        """
        full_at = max(map(self._full_at, address))
        return (full_at - self.now()) / (self.rate.burst * self.rate.each_s)

    def spend(self, address: Address, count: int) -> None:
        """Take tokens, more than there are if need be; a negative `count` gives tokens back."""
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
    """An IP address, one of IPv4 also where it is written as one of IPv6; None if it is none."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_among(host: str, named: Collection[str]) -> bool:
    """Whether an address is one of those named, or of a network that is."""
    address = plain(host)
    return address is not None and any(
        address in ipaddress.ip_network(each, strict=False) for each in named
    )


def networks(host: str) -> Address:
    """One caller: an IPv4 address, or a /64 of IPv6 and its /48, which one customer may have."""
    address = plain(host)
    if not isinstance(address, IPv6Address):
        return (host if address is None else str(address),)
    within = (ipaddress.ip_network((address, length), strict=False) for length in (64, 48))
    return tuple(map(str, within))
