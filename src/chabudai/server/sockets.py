"""One WebSocket at a table: commands in, what this seat may know out."""

import asyncio
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from chabudai.core import Illegal, Seat
from chabudai.server import seats, wire
from chabudai.server.commands import Command, obey
from chabudai.server.hub import Follower, LiveTable
from chabudai.server.limits import Bucket, network
from chabudai.server.logs import fault
from chabudai.server.services import Services
from chabudai.server.store import Unstored
from chabudai.server.table import Call, Refused, Table, brief

UNKNOWN_TABLE, TOO_FAST, TOO_SLOW, TOO_MANY = 4404, 1008, 4008, 1013
DECODER = msgspec.json.Decoder(wire.FromClient)
LOST = "Something went wrong here. Nothing was changed."


class Named(msgspec.Struct):
    """As much of a frame as is needed to answer it."""

    id: str = ""


def is_own_origin(origin: str | None, host: str, others: frozenset[str]) -> bool:
    """Whether a page of this server calls, or no page at all (browsers always tell)."""
    return origin is None or origin in (f"http://{host}", f"https://{host}") or origin in others


async def table_socket(services: Services, ws: WebSocket) -> None:
    """The socket of one table, from upgrade to close."""
    headers = ws.headers
    own = is_own_origin(headers.get("origin"), headers.get("host", ""), services.settings.origins)
    if not own:
        await ws.close(TOO_FAST)
        return
    await ws.accept()
    table_id = ws.path_params["table"]
    try:
        live = await services.hub.get(table_id) if seats.TABLE_ID.match(table_id) else None
    except Unstored:
        await ws.close(TOO_MANY)
        return
    if live is None:
        await ws.close(UNKNOWN_TABLE)
        return
    address = network(ws.client.host if ws.client else "")
    guest = seats.guest_of(ws.cookies, "https" if ws.url.scheme == "wss" else "http")
    seat = live.table.seat_of(guest)
    if too_many(services, live, address, seat):
        services.metrics.limited.labels("sockets").inc()
        await ws.close(TOO_MANY)
        return
    services.addresses[address] = services.addresses.get(address, 0) + 1
    role = "spectator" if seat is None else "seat"
    services.metrics.sockets.labels(role).inc()
    try:
        await Socket(services, ws, live, guest).run()
    finally:
        services.metrics.sockets.labels(role).dec()
        services.addresses[address] -= 1
        if not services.addresses[address]:
            del services.addresses[address]


def too_many(services: Services, live: LiveTable, address: str, seat: int | None) -> bool:
    """Whether one more socket would be over a limit."""
    limits = services.settings.limits
    same = sum(follower.seat == seat for follower in live.followers)
    most = limits.spectators if seat is None else limits.sockets_at_seat
    return same >= most or services.addresses.get(address, 0) >= limits.sockets


class Socket:
    """A socket that has been accepted."""

    def __init__(
        self, services: Services, ws: WebSocket, live: LiveTable, guest: str | None
    ) -> None:
        self.services = services
        self.hub = services.hub
        self.ws = ws
        self.live = live
        head = live.table.head
        since = ws.query_params.get("since", "")
        seat = live.table.seat_of(guest)
        cursor = head
        if since.isdecimal() and len(since) < 10:
            cursor = live.table.visible_seq(seat).logged(int(since))
        is_host = seat == live.table.sitting.host
        self.follower = Follower(guest, seat, is_host, min(cursor, head), self._give_up)
        self.bucket = Bucket(services.settings.limits.frames, time.monotonic())
        self._telling: asyncio.Task[None] | None = None
        self._code: int | None = None

    async def run(self) -> None:
        """Tell and listen until either side closes."""
        self.hub.follow(self.live, self.follower)
        self._telling = asyncio.create_task(self._tell())
        tasks = (self._telling, asyncio.create_task(self._listen()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.leave(self.live, self.follower)
            for task in tasks:
                task.cancel()
            for error in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(error, Exception) and not self._is_gone(error):
                    self.services.metrics.faults.inc()
                    fault("socket", error)
        if self._code is not None:
            await self.ws.close(self._code)

    def _give_up(self) -> None:
        """The other side does not read: no more is sent."""
        self._code = TOO_SLOW
        if self._telling:
            self._telling.cancel()

    def _is_gone(self, error: Exception) -> bool:
        """Whether an error only says that the other side has gone."""
        closed = self.ws.application_state is WebSocketState.DISCONNECTED
        return isinstance(error, WebSocketDisconnect | OSError) or closed

    async def _tell(self) -> None:
        """Send what this socket lacks, whenever the table has moved."""
        follower = self.follower
        while True:
            follower.wake.clear()
            for frame in await self.hub.frames(self.live, follower):
                await self._send(frame)
            await follower.wake.wait()

    async def _send(self, frame: bytes) -> None:
        follower = self.follower
        follower.sending_since = follower.sending_since or time.monotonic()
        await self.ws.send({"type": "websocket.send", "text": frame.decode()})
        follower.sending_since = None

    async def _listen(self) -> None:
        """Take commands one after the other."""
        while True:
            message = await self.ws.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self.bucket.take(time.monotonic()):
                self.services.metrics.limited.labels("frames").inc()
                self._code = TOO_FAST
                return
            await self._send(msgspec.json.encode(await self._answer(message)))

    async def _answer(self, message: Any) -> wire.FromServer:
        """What one frame is answered with. Whatever it holds, the socket goes on."""
        text = message.get("text")
        if text is None:
            return refusal("", Refused("malformed", "Frames are JSON text."))
        try:
            command = DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._count("unreadable", "malformed")
            why = Refused("malformed", "This frame cannot be read: {why}.", why=brief(error))
            return refusal(id_of(text), why)
        if isinstance(command, wire.Ping):
            return wire.Pong()
        kind = type(command).__name__
        try:
            answer = await self._obey(command)
        except Refused as refused:
            self._count(kind, refused.code)
            return refusal(command.id, refused)
        except Illegal as illegal:
            self._count(kind, "illegal")
            return wire.Refused(command.id, "illegal", illegal.rule, illegal.text, illegal.facts)
        except Exception as error:  # noqa: BLE001 - a fault of ours is not the end of the table
            self.services.metrics.faults.inc()
            self._count(kind, "fault")
            fault("command", error, type=kind)
            return refusal(command.id, Refused("busy", LOST))
        self._count(kind, "accepted")
        return answer

    def _count(self, kind: str, result: str) -> None:
        game = self.live.table.sitting.game
        self.services.metrics.commands.labels(game, kind, result).inc()

    async def _obey(self, command: Any) -> wire.Accepted | wire.Answered:
        """Do a command of this socket's seat. Raises Refused, or Illegal."""
        seat = self.live.table.seat_of(self.follower.guest)
        if seat is None:
            raise Refused("not-your-seat", "You are watching this table.")
        if isinstance(command, wire.Ask):
            return self._ask(command, seat)
        sources = self.services.settings.sources
        code = await self.hub.spare_code() if isinstance(command, wire.Again) else None
        cmd = f"{seat}:{command.id}"
        call = Call(seat, cmd, sources.now(), sources, code)
        guest = self.follower.guest

        def decide(table: Table) -> Any:
            if table.seat_of(guest) != seat:
                raise Refused("not-your-seat", "This seat is no longer yours.")
            return obey(table, call, logged(table, seat, command))

        seq = await self.hub.submit(self.live, cmd, decide)
        return wire.Accepted(command.id, self.live.table.visible_seq(seat).shown(seq))

    def _ask(self, command: wire.Ask, seat: int) -> wire.Answered:
        """Answer a question from what this seat may know."""
        table = self.live.table
        if table.state is None:
            raise Refused("not-now", "There is no game going on at this table.")
        game = table.game
        try:
            question = msgspec.json.decode(command.question, type=game.questions)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            text = "This question cannot be read: {why}."
            raise Refused("malformed", text, why=brief(error)) from None
        answer = game.ask(game.view(table.state, seat), seat, question)
        return wire.Answered(command.id, msgspec.Raw(msgspec.json.encode(answer)))


def logged(table: Table, seat: Seat, command: Command) -> Command:
    """A seat's command with the step it was decided on as the log numbers it."""
    if not isinstance(command, wire.Act):
        return command
    return msgspec.structs.replace(command, head=table.visible_seq(seat).logged(command.head))


def id_of(text: str) -> str:
    """The id of a frame that cannot be read otherwise, if it has one."""
    try:
        return msgspec.json.decode(text, type=Named).id[:40]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def refusal(command: str, refused: Refused) -> wire.Refused:
    """The frame that says no."""
    return wire.Refused(command, refused.code, refused.rule, refused.text, refused.facts)
