"""Limits on connections until the application starts: time, header size, and number per address.
The oldest waiting connection is closed first, so idle clients cannot lock others out.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakSet

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from chabudai.server.endpoints.responses import problem
from chabudai.server.limits import Address, Buckets, Limits, is_among, networks
from chabudai.server.metrics import Metrics

HEARD_S = 0.2
"""How long too many that have said nothing yet are heard before the oldest are ended, in seconds.
Where a crowd comes at once, all are accepted before the first of them is read.
"""
HEADER_BYTES = 32 * 1024
"""The most bytes that the head of a request may have."""

Waiting: TypeAlias = "dict[str, dict[Entrance, None]]"
"""Connections by their caller, the oldest first."""


def waiting() -> Waiting:
    """Return an empty collection of waiting connections."""
    return {}


@dataclass(slots=True)
class Crowd:
    """Request rates of callers, and the connections of one server that wait, by caller: `silent`
    ones have not sent a whole request, `queued` ones have and await their turn, `idle` ones have
    all their answers. The oldest is ended when one caller has too many silent or idle
    ones. If the server has no room, the caller with the most waiting connections loses the oldest.
    """

    limits: Limits
    room: int
    requests: Buckets
    metrics: Metrics
    silent: Waiting = field(default_factory=waiting)
    queued: Waiting = field(default_factory=waiting)
    idle: Waiting = field(default_factory=waiting)
    sweeps: bool = False
    knocking: dict[str, deque[Callable[[], None]]] = field(
        default_factory=dict[str, deque[Callable[[], None]]]
    )

    def let_in(self, caller: str, entering: Callable[[], None]) -> None:
        """Let in what callers ask for, one at a time, by turns with those who are in already."""
        waits = bool(self.knocking)
        self.knocking.setdefault(caller, deque()).append(entering)
        if not waits:
            asyncio.get_running_loop().call_soon(self._let_next_in)

    def _let_next_in(self) -> None:
        caller = next(iter(self.knocking))
        mine = self.knocking.pop(caller)
        entering = mine.popleft()
        if mine:
            self.knocking[caller] = mine
        if self.knocking:
            asyncio.get_running_loop().call_soon(self._let_next_in)
        entering()

    def may_ask(self, caller: Address) -> bool:
        """Whether one more request is within the limits of this caller."""
        if self.requests.take(caller):
            return True
        self.metrics.limited.labels("requests").inc()
        return False

    def say_nothing(self, entrance: "Entrance") -> None:
        """Note that no whole request has come over a connection yet, or not the next one."""
        self._wait(entrance, self.silent, self.limits.silent)

    def rest(self, entrance: "Entrance") -> None:
        """Note that all requests of a connection are answered."""
        self._wait(entrance, self.idle, self.limits.idle)

    def await_turn(self, entrance: "Entrance") -> None:
        """Note that a whole request awaits its turn."""
        self._wait(entrance, self.queued, self.room)

    def _wait(self, entrance: "Entrance", waiting: Waiting, most: int) -> None:
        self.leave(entrance)
        mine = waiting.setdefault(entrance.caller, {})
        mine[entrance] = None
        if len(mine) == most + 1:
            # What some of them have said may be here, and is only to be read yet.
            loop = asyncio.get_running_loop()
            loop.call_later(HEARD_S, self._end_oldest, waiting, entrance.caller, most)

    def _end_oldest(self, waiting: Waiting, caller: str, most: int) -> None:
        mine = tuple(waiting.get(caller, ()))
        for entrance in mine[: max(0, len(mine) - most)]:
            self._end(entrance)

    def leave(self, entrance: "Entrance") -> None:
        """Note that a connection does not wait any more."""
        for waiting in (self.silent, self.queued, self.idle):
            mine = waiting.get(entrance.caller)
            if mine is not None and entrance in mine:
                del mine[entrance]
                if not mine:
                    del waiting[entrance.caller]

    def make_room(self, connections: Collection[Any]) -> None:
        """If there are more connections than room, end those that are closing, then the oldest
        waiting ones of the callers with the most.
        """
        if not self.sweeps:
            self._end_unread(connections, WeakSet())
        if len(connections) <= self.room:
            return
        closing = [each for each in connections if is_closing(each)]
        for each in closing:
            each.transport.abort()
        for _ in range(len(connections) - len(closing) - self.room):
            self._end_one()

    def _end_one(self) -> None:
        kinds = (self.silent, self.idle, self.queued)
        counts = Counter[str]()
        for kind in kinds:
            counts.update({caller: len(mine) for caller, mine in kind.items()})
        if counts:
            most = max(counts, key=counts.__getitem__)
            self._end(next(each for kind in kinds for each in kind.get(most, ())))

    def _end_unread(self, connections: Collection[Any], closing: "WeakSet[Any]") -> None:
        """Abort the connections that have been closing since the last call, since a transport
        closes only after its client has read everything. Repeat as long as there are connections.
        """
        found = WeakSet(each for each in connections if each.transport.is_closing())
        for each in found & closing:
            each.transport.abort()
        self.sweeps = bool(connections)
        if connections:
            loop = asyncio.get_running_loop()
            loop.call_later(self.limits.unread_s, self._end_unread, connections, found)

    def _end(self, entrance: "Entrance") -> None:
        self.leave(entrance)
        entrance.transport.abort()


def is_closing(connection: Any) -> bool:
    """Whether a connection is closing: its transport, or its WebSocket, by a close frame."""
    return connection.transport.is_closing() or getattr(connection, "close_sent", False)


def host_of(written: str) -> str:
    """An address as a proxy writes it, without its port."""
    written = written.strip()
    if written.startswith("["):
        return written[1:].partition("]")[0]
    return written.partition(":")[0] if written.count(":") == 1 else written


class Entrance(HttpToolsProtocol):
    """A connection over which requests come, one of which may open a WebSocket."""

    def __init__(self, crowd: Crowd, proxies: tuple[str, ...], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.caller = ""
        self._address: Address | None = None
        self._crowd, self._limits = crowd, crowd.limits
        self._proxies = proxies
        self._refusal = 400
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._in_head = self._is_asking = True
        self._awaits_turn = False
        self._head = self._size = 0

    def connection_made(self, transport: Any) -> None:
        """A connection, of which nothing is known but where it comes from."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.caller = networks(host)[0]
        # A proxy asks for many; whom it asks for stands in the head of a request.
        self._address = None if is_among(host, self._proxies) else networks(host)
        self._crowd.say_nothing(self)
        self._crowd.make_room(self.connections)
        self._expect(self._limits.request_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._crowd.leave(self)
        self._expect(None)
        self.resume_writing()
        super().connection_lost(exc)

    def _expect(self, seconds: float | None) -> None:
        """End the connection unless what is awaited comes within so many seconds."""
        if self._deadline is not None:
            self._deadline.cancel()
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._end_late)

    def _end_late(self) -> None:
        """End the connection: what was awaited did not come within its deadline."""
        if self._is_asking or self._awaits_turn:
            self._refuse(408)
        else:
            self.transport.close()

    def _settle(self) -> None:
        """Count and time the connection once its request is whole. The deadline and the count end
        when the application has started, and begin again when it has answered.
        """
        if self._is_asking or self not in self.connections:
            return
        cycle: Any = self.cycle
        if self._awaits_turn:
            self._crowd.await_turn(self)
            self._expect(self._limits.request_s)
        elif cycle is None or cycle.response_complete:
            self._crowd.rest(self)
            self._expect(self._limits.idle_s)
        else:
            self._crowd.leave(self)
            self._expect(None)

    def _refuse(self, status: int) -> None:
        """Answer what is not read to its end, unless an answer has begun; end the connection."""
        self._expect(None)
        if self.transport.is_closing():
            return
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            end = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + end)
            self.transport.close()
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what has come, as long as the head of the request is not too long."""
        if self._in_head:
            self._head += len(data)
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_head and self._head > HEADER_BYTES:
            self._refuse(431)

    def on_message_begin(self) -> None:
        """The first byte of a request. Raises HttpParserError in the end, if there are too many."""
        self._crowd.say_nothing(self)
        self._in_head = self._is_asking = True
        self._size = 0
        self._expect(self._limits.request_s)
        if self._address is not None and not self._crowd.may_ask(self._address):
            self._end_reading(429)
        super().on_message_begin()

    def _end_reading(self, status: int) -> None:
        self._refusal = status
        raise httptools.HttpParserError

    def on_url(self, url: bytes) -> None:
        """A part of the address. Raises HttpParserError in the end, if the head is too long."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or one after the body. Raises as `on_url` does."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > HEADER_BYTES:
            self._end_reading(431)

    def on_headers_complete(self) -> None:
        """The head of a request, whose body is to follow. Raises as `on_message_begin` does."""
        self._in_head, self._head = False, 0
        self._expect(self._limits.request_s)
        if self._address is not None or self._crowd.may_ask(networks(self._named_caller())):
            super().on_headers_complete()
        elif any(name == b"upgrade" for name, _ in self.headers):
            self._end_reading(429)
        else:
            # The proxy's next request may be somebody else's: this one alone is refused.
            app: Any = self.app
            self.app = problem(429, "too-fast", "Wait a little.")
            super().on_headers_complete()
            self.app = app

    def _named_caller(self) -> str:
        """For whom a proxy asks: the last address it names that is none of the proxies'."""
        said = [value for name, value in self.headers if name == b"x-forwarded-for"]
        hosts = [host_of(each) for each in b",".join(said).decode("latin1").split(",")]
        strangers = (host for host in reversed(hosts) if not is_among(host, self._proxies))
        return next(strangers, hosts[0])

    def on_message_complete(self) -> None:
        """A whole request."""
        self._is_asking = False
        self._settle()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answered request."""
        super().on_response_complete()
        self._settle()

    def handle_websocket_upgrade(self) -> None:
        """Queue a request for a WebSocket. End the connection if an earlier request of it has no
        answer yet, since both answers would be written to the same transport.
        """
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._refuse(400)
            return
        self._awaits_turn = True
        self._settle()
        self.transport.pause_reading()
        self._crowd.let_in(self.caller, self._upgrade)

    def _upgrade(self) -> None:
        if self.transport.is_closing():
            return
        self._crowd.leave(self)
        self._expect(None)
        self.transport.resume_reading()
        super().handle_websocket_upgrade()
        # It knows this connection, which would stay in memory until that is looked through.
        del self.parser

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._awaits_turn = True
        self._settle()
        self._crowd.let_in(self.caller, partial(self._start, super()._start_asgi_task, cycle, app))

    def _start(self, start: Callable[..., None], cycle: Any, app: Any) -> None:
        """Call the application, unless the connection was ended before its turn."""
        if not self.transport.is_closing():
            self._awaits_turn = False
            self._settle()
            start(cycle, app)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request."""
        self._refuse(self._refusal)

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self._limits.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The answer is being read."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()
