"""A WebSocket as it comes from the network: every frame counts, and nothing waits without a bound.

A frame may be empty, a part of another or a ping, and costs the server as much as one with a
command in it. So frames are counted where they are read; commands are counted again at their seat.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, Literal

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import DATA_OPCODES, CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from chabudai.server.limits import FRAME_BYTES, Bucket, Limits, Rate

try:
    from websockets.speedups import apply_mask
except ImportError:  # no C compiler where it was installed
    from websockets.utils import apply_mask

MOST_FRAGMENTS = 64
"""Of how many frames one message may be made: browsers send one, or a few."""
UNREAD_BYTES = 256 * 1024
"""How much may wait to be read by the other side before its pings are not answered any more."""
AHEAD, SHORT = 8, 256
"""How many messages may wait to be taken before no more is read, if none has more bytes than that:
pages send pings while a command waits, and who then leaves is to be heard.
"""
END_OF_HEAD = b"\r\n\r\n"
MASKED = 6
"""How many bytes a client's frame has before its text, where that is short."""
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
LINGER_S = 2.0
"""How long a socket that has been ended stays, so that the other side can read why, in seconds."""


class NotAllowed(Exception):
    """Frames that a client may not send: too many, or no text."""


class Frames(ServerProtocol):
    """Reads frames until there are too many of them. `unread` are the bytes that came after the end
    of the last one; more than those where that is not known.
    """

    def __init__(self, rate: Rate) -> None:
        super().__init__(max_size=FRAME_BYTES)
        self._bucket = Bucket(rate)
        self._fragments = 0
        self.unread = 1

    def may_come(self) -> bool:
        """Count a frame. Returns False where there are too many."""
        return self._bucket.take(time.monotonic())

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame. Too many of them end the connection, and the rest is not looked at."""
        size = len(frame.data)
        self.unread -= MASKED + size + (0 if size < 126 else 2 if size < 1 << 16 else 8)
        if frame.opcode in DATA_OPCODES:
            self._fragments = 0 if frame.fin else self._fragments + 1
        if self._fragments > MOST_FRAGMENTS or not self.may_come():
            self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.parser_exc = NotAllowed()
            return
        super().recv_frame(frame)


def whole_text(data: bytes) -> bytes | None:
    """The text in bytes that are one frame with a whole message in it; None for others."""
    if len(data) < MASKED or data[0] != 0x81:
        return None
    size, mask = data[1] - 0x80, 2
    if size == 126:
        size, mask = int.from_bytes(data[2:4]), 4
    if len(data) != mask + 4 + size or data[1] > 0xFE:
        return None
    return apply_mask(data[mask + 4 :], data[mask : mask + 4])


def is_end(message: Any) -> bool:
    """Whether a message is the last of a connection."""
    return bool(message["type"] == "websocket.disconnect")


class Inbox(asyncio.Queue[Any]):
    """A queue for one reader: it takes less memory than those for many, which every socket would
    have, and the reader is woken by less. It is asked for nothing but what is here.
    """

    def __init__(self) -> None:
        self._come: list[Any] = []
        self._awaited: asyncio.Future[None] | None = None

    _ended: asyncio.Future[None] | None = None

    def is_awaited(self) -> bool:
        """Whether somebody waits for what comes next."""
        return self._awaited is not None

    def empty(self) -> bool:
        """Whether all that has come has been taken."""
        return not self._come

    def qsize(self) -> int:
        """How much has come and not been taken."""
        return len(self._come)

    def put_nowait(self, item: Any) -> None:
        """Put something in."""
        self._come.append(item)
        if self._ended is not None and not self._ended.done() and is_end(item):
            self._ended.set_result(None)
        if self._awaited is not None:
            if not self._awaited.done():  # else its reader has been told to stop
                self._awaited.set_result(None)
            self._awaited = None

    async def ended(self) -> None:
        """Return when a disconnect is in the queue."""
        if not any(map(is_end, self._come)):
            self._ended = asyncio.get_running_loop().create_future()
            await self._ended

    async def get(self) -> Any:
        """Take what came first, once there is something."""
        while not self._come:
            self._awaited = asyncio.get_running_loop().create_future()
            try:
                await self._awaited
            finally:
                self._awaited = None
        return self._come.pop(0)


class Writable(asyncio.Event):
    """Whether there is room to send, as at first. Other events, one a socket, take more memory."""

    def __init__(self) -> None:
        self._awaited: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether there is room."""
        return self._awaited is None

    def set(self) -> None:
        """There is room again."""
        if self._awaited is not None:
            self._awaited.set_result(None)
            self._awaited = None

    def clear(self) -> None:
        """There is no room any more."""
        if self._awaited is None:
            self._awaited = asyncio.get_running_loop().create_future()

    async def wait(self) -> Literal[True]:
        """Wait until there is room."""
        if self._awaited is not None:
            await asyncio.shield(self._awaited)  # others may wait for it
        return True


def text_frame(text: bytes) -> bytes:
    """A message of one frame, as a server sends it (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + text
    return b"\x81\x7f" + size.to_bytes(8) + text


async def call(channel: "Channel", app: Any, *called: Any) -> None:
    """Call the application, and then what it leaves to be done as long as the socket is open: so
    the twenty coroutines of its layers take no memory, and are not woken, for every socket.
    """
    await app(*called)
    if channel.then is not None:
        del called  # the scope is in it
        channel.forget_handshake()
        await channel.then()


class Channel(WebSocketsSansIOProtocol):
    """A WebSocket that can be closed even while the other side does not read."""

    # Up to thirty attributes share the table of their names with all other sockets. With these it
    # would be more, and every socket would have a table of its own, of 1.5 kB.
    __slots__ = (
        "_frames",
        "_heard_at",
        "_inbox",
        "curr_msg_data_type",
        "frames",
        "last_ping_rtt",
        "pending_ping_payload",
        "ping_interval",
        "ping_sent_at",
        "ping_timeout",
        "ping_timer",
        "pong_timer",
        "then",
    )

    def __init__(self, limits: Limits, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Besides commands there are pings, their answers, and messages in parts.
        frames = limits.frames
        self.conn = self._frames = Frames(Rate(2 * frames.burst, frames.each_s / 2))
        self.queue = self._inbox = Inbox()
        self.writable = Writable()
        self.app = partial(call, self, self.app)
        self._heard_at = self.loop.time()
        self.close_timeout = limits.closing_s
        self.then: Callable[[], Awaitable[None]] | None = None
        """What serves the socket once the application has let it in."""

    def handle_connect(self, event: Request) -> None:
        """A request for a WebSocket, whose application finds the channel itself in its state."""
        super().handle_connect(event)
        if self.response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            return
        self.scope.setdefault("state", {})["channel"] = self

    def forget_handshake(self) -> None:
        """Let go of what was said to open the socket: its headers are kept three times over."""
        self.request.headers.clear()  # what reads the frames has it, too
        del self.scope, self.request, self.response

    def has_room(self) -> bool:
        """Whether the other side is there and reads."""
        is_ending = self.close_sent or self.transport.is_closing()
        return not is_ending and self.writable.is_set()

    async def ended(self) -> None:
        """Return when the other side has disconnected."""
        await self._inbox.ended()

    def tell(self, texts: Iterable[bytes]) -> None:
        """Send texts at once, where there is room. What ASGI and its servers put between costs
        more than all the rest of sending.
        """
        self.transport.write(b"".join(map(text_frame, texts)))

    def say(self, text: bytes) -> None:
        """Send a text at once, if there is room."""
        if self.has_room():
            self.tell((text,))

    def data_received(self, data: bytes) -> None:
        """Read what has come; after the end nothing is read any more.

        A frame that came alone and whole, as nearly all do, takes a tenth of the parser's way.
        """
        frames = self._frames
        if frames.parser_exc is not None:
            return
        self._heard_at = self.loop.time()
        if not frames.unread and not self.frames and frames.state is OPEN and not self.close_sent:
            text = whole_text(data)
            if text is not None and frames.may_come():
                self.curr_msg_data_type, self.frames = "text", [text]
                self.send_receive_event_to_app()
                return
        if self.handshake_initiated:
            frames.unread += len(data)
        elif data.find(END_OF_HEAD) == len(data) - len(END_OF_HEAD):
            frames.unread = 0
        super().data_received(data)
        if not (self.handshake_initiated or self.transport.is_closing()):
            # The handshake was not understood, and no event tells of it.
            self.transport.write(b"".join(frames.data_to_send()) or BAD_REQUEST)
            self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier answers have not been read."""
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self._end(CloseCode.POLICY_VIOLATION)
        elif self.conn.parser_exc is None:
            super().handle_ping()

    def send_keepalive_ping(self) -> None:
        """Ask whether the other side is there once it has said nothing for a while. Pages ask this
        server every few seconds, and who does need not be asked.
        """
        due = self._heard_at + (self.ping_interval or 0.0)
        if due > self.loop.time():
            self.ping_timer = self.loop.call_at(due, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. One that calls itself text and is none ends the connection."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        message: Any = {"type": "websocket.receive"}
        try:
            if self.curr_msg_data_type == "text":
                message["text"] = data.decode()
            else:
                message["bytes"] = data
        except UnicodeDecodeError:
            self._end(CloseCode.INVALID_DATA)
            return
        is_much = len(data) > SHORT or self._inbox.qsize() >= AHEAD
        if is_much and not self._inbox.is_awaited() and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self._inbox.put_nowait(message)

    def _end(self, code: CloseCode) -> None:
        if self.conn.parser_exc is not None:
            return
        self.conn.fail(code)
        self.conn.parser_exc = NotAllowed()
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """End the connection, and say why.

        To close it at once would make the other side's system throw away what it has not read, the
        reason included, because more is on its way from there.
        """
        if self.conn.close_sent is not None:
            code = int(self.conn.close_sent.code)
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.stop_keepalive()
        transport = self.transport
        transport.write(b"".join(self.conn.data_to_send()))
        if transport.can_write_eof():
            transport.write_eof()
        if not self.read_paused:
            transport.pause_reading()
        self.read_paused = False
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER_S, transport.abort)

    async def send(self, message: Any) -> None:
        """Send when there is room. A close is sent at once and forced after a while."""
        if self.conn.parser_exc is not None:
            raise ClientDisconnected
        if message["type"] == "websocket.close":
            self.writable.set()
            self.loop.call_later(2 * self.close_timeout, self.transport.abort)
        await super().send(message)
