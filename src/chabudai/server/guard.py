"""Limits on the bytes and the time that a connection may use, for HTTP and WebSockets.

A `Guard` is an asyncio protocol that forwards incoming bytes to uvicorn's protocol, whose transport
is a `Wire`. Thus the guard stays in place when a WebSocket replaces the inner protocol. Guards use
only asyncio's protocol and transport interfaces.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chabudai.server.crowd import Crowd, Waiting, stop_waiting
from chabudai.server.http.responses import problem
from chabudai.server.limits import Address, is_among, networks
from chabudai.server.refusal import TOO_FAST

HEAD_BYTES = 32 * 1024
"""Maximum size of a request's head in bytes."""
PIECE_BYTES = 256
"""Bytes that the inner protocol parses per turn. Other connections have turns in between."""
READ_BYTES = 256
"""Bytes added to each read's size when it is charged, since each read also takes time."""
LINGER_S = 2.0
"""Seconds to keep a connection open after the answer if its client is still sending. If it closed
immediately, the bytes in transit would make the client's system discard the answer.
"""
ANSWER = b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
NUMBERS = count()
"""Numbers that identify new connections."""
TIMEOUT, TOO_LARGE = b"408 Request Timeout", b"431 Request Header Fields Too Large"


class Guard(asyncio.Protocol):
    """One connection. `inner` creates uvicorn's protocol. The application finds the guard in its
    `app_state`. `is_closing` is true once a WebSocket has sent its close frame, and `is_over` once
    nothing can be written. `calls` counts the application's calls in progress. `send` is the `send`
    function of the WebSocket's call.
    """

    def __init__(
        self,
        crowd: Crowd,
        proxies: tuple[str, ...],
        inner: Callable[..., Any],
        app_state: dict[str, Any],
        **more: Any,
    ) -> None:
        self.inner: Any = inner(app_state={**app_state, "guard": self}, **more)
        self.host = self.address = ""
        self._name = f"connection {next(NUMBERS)}"
        self.waiting: Waiting | None = None
        self.is_proxied = self.is_closing = self.is_over = False
        self.calls = 0
        self._crowd, self._limits, self._proxies = crowd, crowd.limits, proxies
        self._transport: Any = None
        self._loop = asyncio.get_running_loop()
        self._payers: Address = ()
        self.send: Send | None = None
        self._closing_socket: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._held = bytearray()
        self._head_bytes = 0
        self._is_paused = self._awaits_turn = self._is_passing = self._is_flooded = False

    # --- the transport's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection and set its first deadline."""
        self._transport = transport
        peer: Any = transport.get_extra_info("peername")
        self.host = str(peer[0]) if peer else ""
        self.address = networks(self.host)[0]
        self.is_proxied = is_among(self.host, self._proxies)
        if not self.is_proxied:
            self.charge(self.host)
        self._crowd.add(self)
        self._await_request()
        self.inner.connection_made(Wire(self, self._transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection and cancel its timers."""
        self.is_closing = self.is_over = True
        self._crowd.remove(self)
        for timer in (self._deadline, self._unread):
            if timer is not None:
                timer.cancel()
        self._held.clear()
        self.inner.connection_lost(exc)
        self.inner = None  # break the reference cycle, or both live until garbage collection

    def data_received(self, data: bytes) -> None:
        """Count bytes and forward them, one piece per turn of the connection."""
        if self.is_over or self._is_flooded:
            return
        size = READ_BYTES + len(data)
        if self._payers and not self._crowd.rates["received"].take(self._payers, size):
            self._is_flooded = True
            self._held.clear()
            if self.send is None:
                self.abort()
            else:
                self._closing_socket = self._loop.create_task(self._close_socket(self.send))
            return
        self._held += data
        if not self._awaits_turn:
            self._pass_on()

    def eof_received(self) -> bool | None:
        """Notify the inner protocol that the client has stopped sending."""
        return None if self.is_over else bool(self.inner.eof_received())

    def pause_writing(self) -> None:
        """Stop reading until the client has read its data, and abort after `unread_s` seconds."""
        self._note_unread(self._loop.call_later(self._limits.unread_s, self.abort))
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Resume reading, since the client has read its data."""
        self._note_unread(None)
        self.inner.resume_writing()
        self._read_on()

    def _note_unread(self, timer: asyncio.TimerHandle | None) -> None:
        if self._unread is not None:
            self._unread.cancel()
        self._unread = timer

    # --- the inner protocol's side

    def _pass_on(self) -> None:
        """Forward one piece of the buffer if neither side is paused."""
        self._awaits_turn = False
        if self._held and not (self._is_paused or self._unread or self.is_over):
            piece = bytes(self._held[:PIECE_BYTES])
            del self._held[:PIECE_BYTES]
            self._is_passing = True
            try:
                self._pass_on_piece(piece)
            except BaseException:
                self.abort()
                raise
            finally:
                self._is_passing = False
        self._read_on()

    def _pass_on_piece(self, piece: bytes) -> None:
        if self.waiting is self._crowd.idle:
            self._await_request()
        self._head_bytes += len(piece)
        if self._head_bytes > HEAD_BYTES and self.waiting and not self.calls:
            self._refuse(TOO_LARGE)
        else:
            self.inner.data_received(piece)

    def _read_on(self) -> None:
        """Schedule a turn for the rest of the buffer. Resume reading once it is empty."""
        if self.is_over or self._transport.is_closing():
            return
        if not self._held:
            self._transport.resume_reading()
            return
        self._transport.pause_reading()
        if not (self._awaits_turn or self._is_passing or self._is_paused or self._unread):
            self._awaits_turn = True
            self._crowd.take_turn(self.address, self._pass_on)

    def pause_reading(self) -> None:
        """Stop forwarding until `resume_reading`. Meanwhile the guard buffers at most one read."""
        self._is_paused = True

    def resume_reading(self) -> None:
        """Resume forwarding data."""
        self._is_paused = False
        self._read_on()

    def abort(self) -> None:
        """Close immediately and discard unsent data."""
        self.is_closing = self.is_over = True
        stop_waiting(self)
        self._transport.abort()

    def close(self) -> None:
        """Close once unsent data is written and the client has stopped sending. Abort after a
        timeout.
        """
        if self.is_over:
            return
        is_sending = bool(self._is_passing or self._is_flooded or self._held)
        is_unread = bool(self._transport.get_write_buffer_size())
        self._expect(self._limits.unread_s if is_unread else LINGER_S, self._transport.abort)
        self.is_closing = self.is_over = True
        stop_waiting(self)
        self._held.clear()
        if is_sending and self._transport.can_write_eof() and not self._transport.is_closing():
            self._transport.write_eof()
            self._transport.resume_reading()
        else:
            self._transport.close()

    # --- the application's side

    def charge(self, host: str) -> None:
        """Start charging received bytes to this connection and to a host's networks."""
        self._payers = (self._name, *networks(host))

    def enter(self) -> None:
        """Record that a call to the application begins."""
        self.calls += 1
        self._stop_waiting()

    def leave(self) -> None:
        """Record that the application has answered a request or closed a WebSocket."""
        self.calls -= 1
        if self.is_closing or self.calls:
            return
        if self.send is None:
            self._wait(self._crowd.idle, self._limits.idle_s, self.close)
        else:
            self.is_closing = True
            self._expect(self._limits.closing_s, self.abort)

    async def _close_socket(self, send: Send) -> None:
        """Close a WebSocket that has received too many bytes."""
        self._expect(self._limits.closing_s, self.abort)
        with suppress(OSError, RuntimeError):  # already closed
            await send({"type": "websocket.close", "code": TOO_FAST})
        self.close()

    def timed(self, receive: Receive) -> Receive:
        """Wrap `receive` with a deadline for the whole body of a request."""
        is_begun = is_whole = False

        async def receive_in_time() -> Message:
            nonlocal is_begun, is_whole
            if not is_begun:
                is_begun = True
                self._wait(self._crowd.silent, self._limits.request_s, self.abort)
            message = await receive()
            if not (is_whole or message.get("more_body")):
                is_whole = True
                self._stop_waiting()
            return message

        return receive_in_time

    def _await_request(self) -> None:
        self._head_bytes = 0
        late = partial(self._refuse, TIMEOUT)
        self._wait(self._crowd.silent, self._limits.request_s, late)

    def _wait(self, waiting: Waiting, seconds: float, late: Callable[[], object]) -> None:
        """Add the connection to a group of waiting connections, and set a deadline."""
        if not self.is_over:
            waiting.add(self)
            self._expect(seconds, late)

    def _stop_waiting(self) -> None:
        stop_waiting(self)
        self._expect(None)

    def _refuse(self, status: bytes) -> None:
        """Answer an unfinished request with an error."""
        self._transport.write(ANSWER % status)
        self.close()

    def _expect(self, seconds: float | None, late: Callable[[], object] = bool) -> None:
        """Replace the deadline, or remove it if `seconds` is None. Once the connection is over, its
        last deadline can no longer change.
        """
        if self.is_over:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self._loop.call_later(seconds, late)


class Wire:
    """The inner protocol's transport. It passes calls to the guard first, and keeps the guard in
    place when the inner protocol is replaced.
    """

    def __init__(self, guard: Guard, transport: asyncio.Transport) -> None:
        self._guard, self._transport = guard, transport
        self.close, self.abort = guard.close, guard.abort
        self.pause_reading, self.resume_reading = guard.pause_reading, guard.resume_reading

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def set_protocol(self, protocol: Any) -> None:
        """Replace the inner protocol."""
        self._guard.inner = protocol

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._guard.is_over or self._transport.is_closing()

    def write(self, data: Any) -> None:
        """Write bytes unless the connection is over."""
        if not self.is_closing():
            self._transport.write(data)


def guarded(app: ASGIApp, crowd: Crowd) -> ASGIApp:
    """Wrap the application with the limits on requests, and notify the guards of its calls. One
    call starts per event-loop cycle, round-robin by address.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        guard: Guard = scope["state"]["guard"]
        host = scope["client"][0] if scope["client"] else ""
        if scope["type"] == "websocket":
            if guard.calls:  # both responses would be written to the same transport
                guard.abort()
                await send({"type": "websocket.close"})
                return
            guard.send = send
            if guard.host != host:
                guard.charge(host)
        else:
            receive = guard.timed(receive)
        guard.enter()
        try:
            await crowd.turn(guard.address)
            if crowd.rates["requests"].take(networks(host)):
                await app(scope, receive, send)
            else:
                refusal = problem(429, "too-fast", "Wait a little.")
                if guard.host == host:  # the next request of a proxy may be another caller's
                    refusal.headers["connection"] = "close"
                await refusal(scope, receive, send)
        finally:
            guard.leave()

    return answer
