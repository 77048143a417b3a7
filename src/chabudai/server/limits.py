"""Limits on what clients may send and open: rates, sizes, numbers of sockets."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass, field

FRAME_BYTES = 64 * 1024
"""The largest frame a client may send: a table's own words, in Japanese, fit into it."""
BODY_BYTES = 64 * 1024
"""The largest body of an HTTP request."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `each_s` seconds for one more."""

    burst: int
    each_s: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server allows. Rates by address are for one address, or one /64 of IPv6."""

    frames: Rate = Rate(30, 0.1)
    """Frames on one socket."""
    tables: Rate = Rate(60, 10.0)
    """Tables opened from one address."""
    misses: Rate = Rate(10, 6.0)
    """Wrong codes and secrets from one address."""
    drawings: Rate = Rate(60, 1.0)
    """QR codes and transcripts for one address."""
    jobs: Rate = Rate(20, 3.0)
    """Jobs for one address, or for one seat at a table."""
    sockets: int = 400
    """Sockets open from one address."""
    sockets_at_seat: int = 8
    spectators: int = 64
    """Spectators at one table."""
    queue: int = 32
    """Commands waiting at one table."""
    stalled_s: float = 10.0
    """How long a socket may not read."""


class Bucket:
    """Tokens that are taken one by one and come back with time. `now` in seconds."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at = now

    def refill(self, now: float) -> bool:
        """Add the tokens that have come back by `now`. Returns whether the bucket is full."""
        self._tokens = min(
            float(self._rate.burst), self._tokens + (now - self._at) / self._rate.each_s
        )
        self._at = now
        return self._tokens >= self._rate.burst

    def has(self, now: float) -> bool:
        """Whether there is a token to take."""
        self.refill(now)
        return self._tokens >= 1.0

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        if not self.has(now):
            return False
        self._tokens -= 1.0
        return True


@dataclass(slots=True)
class Buckets:
    """A bucket for each address. Full ones are forgotten, so that there are never many."""

    rate: Rate
    now: Callable[[], float]
    kept: int = 4096
    by_address: dict[str, Bucket] = field(default_factory=dict[str, Bucket])

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        if len(self.by_address) >= self.kept:
            now = self.now()
            self.by_address = {a: b for a, b in self.by_address.items() if not b.refill(now)}
        return self.by_address.setdefault(address, Bucket(self.rate, self.now()))

    def take(self, address: str) -> bool:
        """Take a token of this address, if there is one."""
        return self.of(address).take(self.now())

    def has(self, address: str) -> bool:
        """Whether this address has a token left."""
        return self.of(address).has(self.now())


def is_this_machine(host: str) -> bool:
    """Whether an address is a loopback address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def network(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(ipaddress.ip_network((address, 64), strict=False))
