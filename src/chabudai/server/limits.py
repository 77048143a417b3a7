"""Limits on what clients may send and open: rates, sizes, numbers of sockets."""

import ipaddress
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, IPv6Address
from mmap import mmap
from typing import TypeAlias

FRAME_BYTES = 64 * 1024
"""The largest frame a client may send: a table's own words, in Japanese, fit into it."""
BODY_BYTES = 64 * 1024
"""The largest body of an HTTP request that is JSON."""
FILE_BYTES = 256 * 1024
"""The largest file of a recorded game; the longest here have a tenth of it."""


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


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server allows. Rates by address are for one IPv4 address, or one /64 of IPv6; those of
    one /48 together may do WIDER times as much.
    """

    frames: Rate = Rate(30, 0.1)
    """Messages from one seat, or one watcher; on one socket twice as many frames of any kind."""
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
    """QR codes and transcripts for one address."""
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
    spectators: int = 64
    """Spectators at one table."""
    queue: int = 32
    """Commands waiting at one table."""
    stalled_s: float = 10.0
    """How long a socket may not read."""

    def shared_by(self, workers: int) -> "Limits":
        """The limits of each of so many workers, where what is open is counted by each alone."""
        sockets, silent, idle = (-(-n // workers) for n in (self.sockets, self.silent, self.idle))
        return replace(self, sockets=sockets, silent=silent, idle=idle)


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
        rate, tokens = self._rate, self._tokens
        tokens += (now - self._at) / rate.each_s
        if tokens > rate.burst:
            tokens = float(rate.burst)
        self._at, self._tokens = now, tokens
        if tokens < 1.0:
            return False
        self._tokens = tokens - 1.0
        return True

    def spend(self) -> None:
        """Take a token that is known to be there."""
        self._tokens -= 1.0

    def give_back(self, now: float) -> None:
        """Put a token back that was taken."""
        self.refill(now)
        self._tokens = min(float(self._rate.burst), self._tokens + 1.0)


@dataclass(slots=True)
class Buckets:
    """A bucket for each network. Full ones are forgotten whenever there are twice as many as were
    left the time before, so that only those are kept who have asked lately.
    """

    rate: Rate
    now: Callable[[], float]
    by_network: dict[str, Bucket] = field(default_factory=dict[str, Bucket])
    room: int = FEW_BUCKETS
    wider: Rate = field(init=False)

    def __post_init__(self) -> None:
        """The rate of a wider network."""
        self.wider = Rate(self.rate.burst * WIDER, self.rate.each_s / WIDER)

    def take(self, address: Address) -> bool:
        """Take a token of this address and of its wider networks, if all have one."""
        now = self.now()
        first, *wider = self._of(address, now)
        for bucket in wider:
            if not bucket.has(now):
                return False
        if not first.take(now):
            return False
        for bucket in wider:
            bucket.spend()
        return True

    def give_back(self, address: Address) -> None:
        """Put back a token that was taken."""
        now = self.now()
        for bucket in self._of(address, now):
            bucket.give_back(now)

    def _of(self, address: Address, now: float) -> list[Bucket]:
        if len(self.by_network) >= self.room:
            self.by_network = {a: b for a, b in self.by_network.items() if not b.refill(now)}
            self.room = max(FEW_BUCKETS, 2 * len(self.by_network))
        found: list[Bucket] = []
        for network in address:
            bucket = self.by_network.get(network)
            if bucket is None:
                bucket = Bucket(self.wider if found else self.rate, now)
                self.by_network[network] = bucket
            found.append(bucket)
        return found


PLACES, WAYS = 1 << 16, 8
"""How many buckets several processes share, and in how many places one of them may be."""
SHARED_BYTES = 16 * PLACES
MOST_FOUND = 1024
"""Of how many buckets of a rate a process remembers the place."""


class SharedBuckets(Buckets):
    """Buckets that the workers of a server have in common, in memory that they share, so that
    nobody gets more by asking several of them. `name` tells the rates apart.

    Of a bucket is kept which one it is, and when it will be full. Nothing is locked: of two tokens
    taken in the same microsecond one may not be counted. Where eight buckets that are not full want
    the same eight places, the ninth takes that of the fullest.
    """

    def __init__(self, rate: Rate, now: Callable[[], float], memory: mmap, name: str) -> None:
        super().__init__(rate, now)
        self._name = name
        self._keys = memoryview(memory)[: 8 * PLACES].cast("q")
        self._full_at = memoryview(memory)[8 * PLACES :].cast("d")
        self._found: dict[str, tuple[int, int]] = {}

    def take(self, address: Address) -> bool:
        """Take a token of this address and of its wider networks, if all have one."""
        now, taken = self.now(), list[tuple[int, float]]()
        for place, rate in self._places(address, now):
            full_at = max(now, self._full_at[place])
            if full_at - now > (rate.burst - 1) * rate.each_s:
                return False
            taken.append((place, full_at + rate.each_s))
        for place, full_at in taken:
            self._full_at[place] = full_at
        return True

    def give_back(self, address: Address) -> None:
        """Put back a token that was taken."""
        for place, rate in self._places(address, self.now()):
            self._full_at[place] -= rate.each_s

    def _places(self, address: Address, now: float) -> list[tuple[int, Rate]]:
        places = [(self._place(address[0], now), self.rate)]
        if len(address) > 1:
            places += [(self._place(each, now), self.wider) for each in address[1:]]
        return places

    def _place(self, network: str, now: float) -> int:
        """Where the bucket of a network is: where it was found before, unless another is there."""
        place, key = self._found.get(network, (0, 0))
        if not key or self._keys[place] != key:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            key = hash((self._name, network))
            place = self._search(key, now)
            self._found[network] = (place, key)
        return place

    def _search(self, key: int, now: float) -> int:
        keys, full_at = self._keys, self._full_at
        first = fullest = key % (PLACES // WAYS) * WAYS
        for place in range(first, first + WAYS):
            if keys[place] == key:
                return place
            if full_at[place] < full_at[fullest]:
                fullest = place
        keys[fullest], full_at[fullest] = key, now
        return fullest


def plain(host: str) -> IPv4Address | IPv6Address | None:
    """An IP address, one of IPv4 also where it is written as one of IPv6; None if it is none."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_this_machine(host: str) -> bool:
    """Whether an address is a loopback address."""
    address = plain(host)
    return address is not None and address.is_loopback


def is_among(host: str, named: Collection[str]) -> bool:
    """Whether an address is one of those named, or of a network that is."""
    address = plain(host)
    return address is not None and any(
        address in ipaddress.ip_network(each, strict=False) for each in named
    )


def networks(host: str) -> Address:
    """What counts as one caller: an IPv4 address, or the /64 of an IPv6 address and then its /48,
    of which one customer may have all.
    """
    address = plain(host)
    if not isinstance(address, IPv6Address):
        return (host if address is None else str(address),)
    within = (ipaddress.ip_network((address, length), strict=False) for length in (64, 48))
    return tuple(map(str, within))
