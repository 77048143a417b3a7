"""One WebSocket at a table: commands in, what this seat may know out."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from chabudai.core import Illegal, Seat, Slow
from chabudai.server import seats, wire
from chabudai.server.commands import Command, carry_out
from chabudai.server.encoding import decode, raw
from chabudai.server.job_worker import JobRequest
from chabudai.server.limits import Bucket, network
from chabudai.server.live_table import Follower, LiveTable
from chabudai.server.logs import fault
from chabudai.server.origins import is_own_page
from chabudai.server.refusal import FAULT, Refused
from chabudai.server.services import Services
from chabudai.server.store import Unstored
from chabudai.server.table import Call, Table

UNKNOWN_TABLE, TOO_FAST, TOO_SLOW, TOO_MANY = 4404, 1008, 4008, 1013
"""The codes a socket is closed with."""
FROM_CLIENT: Any = wire.FromClient


class Named(msgspec.Struct):
    """The part of a frame that is needed to answer it."""

    id: str = ""


async def table_socket(services: Services, ws: WebSocket) -> None:
    """Serve a socket of one table, from upgrade to close."""
    if not is_own_page(ws, services.settings.origins):
        await ws.close(TOO_FAST)
        return
    await ws.accept()
    table_id = ws.path_params["table"]
    try:
        live = await services.registry.get(table_id)
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
        await Socket(services, ws, live, guest, address).run()
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
        self, services: Services, ws: WebSocket, live: LiveTable, guest: str | None, address: str
    ) -> None:
        self.services = services
        self.address = address
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
        self._sending: asyncio.Task[None] | None = None
        self._code: int | None = None

    async def run(self) -> None:
        """Send and receive until either side closes."""
        tasks: tuple[asyncio.Task[None], ...] = ()
        try:
            await self.services.arrive(self.live, self.follower)
            self._sending = asyncio.create_task(self._send_news())
            tasks = (self._sending, asyncio.create_task(self._receive()))
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.services.arrivals.depart(self.live, self.follower, time.monotonic())
            for task in tasks:
                task.cancel()
            for error in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(error, Exception) and not self._is_gone(error):
                    self.services.metrics.faults.inc()
                    fault("socket", error)
        if self._code is not None:
            await self.ws.close(self._code)

    def _give_up(self) -> None:
        """Stop sending, because the other side does not read."""
        self._code = TOO_SLOW
        if self._sending:
            self._sending.cancel()

    def _is_gone(self, error: Exception) -> bool:
        """Whether an error only says that the other side has gone."""
        closed = self.ws.application_state is WebSocketState.DISCONNECTED
        return isinstance(error, WebSocketDisconnect | OSError) or closed

    async def _send_news(self) -> None:
        """Send what this socket lacks, whenever something may have changed."""
        follower = self.follower
        while True:
            follower.wake.clear()
            for frame in await self.services.fan_out.frames(self.live, follower):
                await self._send(frame)
            await follower.wake.wait()

    async def _send(self, frame: bytes) -> None:
        follower = self.follower
        follower.sending_since = follower.sending_since or time.monotonic()
        await self.ws.send({"type": "websocket.send", "text": frame.decode()})
        follower.sending_since = None

    async def _receive(self) -> None:
        """Answer frames one after the other."""
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
        """The answer to one frame. Whatever the frame holds, the socket stays open."""
        text = message.get("text")
        if text is None:
            return refused_frame("", Refused("malformed", "Frames are JSON text."))
        try:
            command: Any = decode(text, FROM_CLIENT, "This frame cannot be read: {why}.")
        except Refused as refused:
            self._count("unreadable", "malformed")
            return refused_frame(id_of(text), refused)
        if isinstance(command, wire.Ping):
            return wire.Pong()
        kind = type(command).__name__
        try:
            answer = await self._carry_out(command)
        except Refused as refused:
            self._count(kind, refused.code)
            return refused_frame(command.id, refused)
        except Illegal as illegal:
            self._count(kind, "illegal")
            return wire.Refused(command.id, "illegal", illegal.rule, illegal.text, illegal.facts)
        except Exception as error:  # noqa: BLE001 - the socket outlives a fault
            self.services.metrics.faults.inc()
            self._count(kind, "fault")
            fault("command", error, type=kind)
            return refused_frame(command.id, Refused("busy", FAULT))
        self._count(kind, "accepted")
        return answer

    def _count(self, kind: str, result: str) -> None:
        game = self.live.table.sitting.game
        self.services.metrics.commands.labels(game, kind, result).inc()

    async def _carry_out(self, command: Any) -> wire.Accepted | wire.Answered:
        """Carry out a command of this socket's seat. Raises Refused, or Illegal."""
        seat = self.live.table.seat_of(self.follower.guest)
        if seat is None:
            raise Refused("not-your-seat", "You are watching this table.")
        if isinstance(command, wire.Ask):
            return await self._ask(command, seat)
        sources = self.services.settings.sources
        code = await self.services.spare_code() if isinstance(command, wire.Again) else None
        live, guest = self.live, self.follower.guest
        if isinstance(command, wire.Act) and live.table.sitting.places[seat].level is not None:
            await self.services.arrivals.take_back(live, seat, live.away(sources.now()))
        place = live.table.sitting.places[seat]
        cmd = f"{seat}.{place.epoch}:{command.id}" if place.epoch else f"{seat}:{command.id}"
        call = Call(seat, cmd, sources.now(), sources, code)

        def decide(table: Table) -> Any:
            if table.seat_of(guest) != seat or table.sitting.places[seat].epoch != place.epoch:
                raise Refused("not-your-seat", "This seat is no longer yours.")
            judged = replace(call, away=live.away(call.at))
            return carry_out(table, judged, logged(table, seat, command))

        seq = await self.services.commands.submit(self.live, cmd, decide)
        return wire.Accepted(command.id, self.live.table.visible_seq(seat).shown(seq))

    async def _ask(self, command: wire.Ask, seat: int) -> wire.Answered:
        """Answer a question from what this seat may know."""
        table = self.live.table
        if table.state is None:
            raise Refused("not-now", "There is no game going on at this table.")
        game = table.game
        text = "This question cannot be read: {why}."
        question = decode(command.question, game.questions, text)
        view = game.view(table.state, seat)
        if not isinstance(question, Slow):
            return wire.Answered(command.id, raw(game.ask(view, seat, question)))
        document = raw({"view": view, "seat": seat, "question": question})
        job = JobRequest(game.name, "ask", document)
        return wire.Answered(command.id, await self.services.run_job(f"{table.id}/{seat}", job))


def logged(table: Table, seat: Seat, command: Command) -> Command:
    """A seat's command with the step it was decided on as the log numbers it."""
    if not isinstance(command, wire.Act | wire.Skip):
        return command
    return msgspec.structs.replace(command, head=table.visible_seq(seat).logged(command.head))


def id_of(text: str) -> str:
    """The id of a frame that cannot be read otherwise, if it has one."""
    try:
        return msgspec.json.decode(text, type=Named).id[:40]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def refused_frame(command: str, refused: Refused) -> wire.Refused:
    """A refusal as the message that is sent."""
    return wire.Refused(command, refused.code, refused.rule, refused.text, refused.facts)
