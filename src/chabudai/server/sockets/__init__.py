"""One WebSocket at a table: commands in, what this seat may know out."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocket

from chabudai.core import Illegal, Seat, Slow
from chabudai.server import seats, wire
from chabudai.server.encoding import decode, raw, whole
from chabudai.server.limits import Address
from chabudai.server.live.live_table import Follower, LiveTable
from chabudai.server.logs import fault
from chabudai.server.processes.job_worker import JobRequest
from chabudai.server.processes.pools import ClientGone, Work
from chabudai.server.refusal import FAULT, FAULTY, TOO_FAST, TOO_MANY, UNKNOWN_TABLE, Refused
from chabudai.server.services import Services
from chabudai.server.sockets.admission import accepted, too_many, turn_away
from chabudai.server.sockets.channel import Channel
from chabudai.server.sockets.pongs import pongs_sent
from chabudai.server.store import Unstored
from chabudai.server.store.rows import Unreadable
from chabudai.server.table import Call, Change, Sitting, Table
from chabudai.server.table.advice import what_is_known
from chabudai.server.table.commands import (
    OWNER,
    carry_out,
    is_secret,
    logged,
    own_id,
    read,
    refused_frame,
)
from chabudai.server.table.lobby import is_silent


async def table_socket(ws: WebSocket) -> None:
    """GET /ws/TABLE: let a socket of a table in, and leave to its channel to serve it."""
    services: Services = ws.app.state.services
    caller = await accepted(services, ws)
    if caller is None:
        return
    guest = seats.guest_of(ws)
    live = await table_of(services, ws, guest)
    if isinstance(live, int):
        await ws.close(live)
    elif too_many(services, live, caller[0], live.table.seat_of(guest)):
        await turn_away(services, ws)
    else:
        channel: Channel = ws.scope["state"]["channel"]
        cursor = last_seen(ws, live.table, guest)
        channel.then = Socket(services, channel, live, guest, cursor, caller).run


async def table_of(services: Services, ws: WebSocket, guest: str | None) -> LiveTable | int:
    """The table of a socket, as far as its client has seen it, or the code to close that with."""
    table_id = ws.path_params["table"]
    try:
        live = await services.registry.get(table_id)
        if live is None:
            return UNKNOWN_TABLE
        if last_seen(ws, live.table, guest) > live.table.head:
            # It comes from another server, which is ahead of this one.
            with suppress(Unstored):
                await services.registry.refresh(live)
    except (Unstored, Unreadable) as error:
        return close_code(error, table_id)
    return live


def close_code(error: Unstored | Unreadable, table_id: str) -> int:
    """The code with which a socket is closed where its table cannot be had."""
    if isinstance(error, Unstored):
        return TOO_MANY
    fault("socket", error, table=table_id)
    return error.close_code


def last_seen(ws: WebSocket, table: Table, guest: str | None) -> int:
    """The last step of the log that a client says it has seen; without a word, the last one."""
    since = whole(ws.query_params.get("since", ""))
    return table.head if since is None else table.visible_seq(table.seat_of(guest)).logged(since)


class Socket:
    """A socket that has been accepted. `cursor` is the last step that its client has seen."""

    def __init__(
        self,
        services: Services,
        channel: Channel,
        live: LiveTable,
        guest: str | None,
        cursor: int,
        caller: Address,
    ) -> None:
        self.services = services
        self.caller = caller
        self.live = live
        head = live.table.head
        seat = live.table.seat_of(guest)
        is_host = seat == live.table.sitting.host
        self.follower = Follower(
            guest, seat, is_host, min(cursor, head), self._give_up, caller[0], self._tell, self._say
        )
        self._channel = channel
        self._serving: asyncio.Task[Any] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._again = self._stopped = False
        self._given = ""
        self._code: int | None = None
        self._sitting: Sitting | None = None
        self._seat: tuple[Seat | None, Address] = (None, ())

    async def run(self) -> None:
        """Send and receive until either side closes. The socket is counted meanwhile."""
        role = "spectator" if self.follower.seat is None else "seat"
        services = self.services
        with services.open_socket(self.caller[0], role):
            try:
                await services.arrivals.arrive(self.live, self.follower)
                services.bots.check(self.live)
                self._serving = asyncio.current_task()
                self._show()
                if self._code is None:
                    await self._receive()
            except asyncio.CancelledError:
                if not self._stopped:
                    raise
            except Exception as error:  # noqa: BLE001 - the fault of one socket stays its own
                self._note(error)
            finally:
                self._serving = None
                services.arrivals.depart(self.live, self.follower, time.monotonic())
                if self._sending:
                    self._sending.cancel()
            if self._code is not None:
                await self._channel.send({"type": "websocket.close", "code": self._code})

    def _note(self, error: Exception) -> None:
        """Choose the code that an error is worth."""
        if isinstance(error, Unstored | Unreadable):
            self._code = close_code(error, self.live.table.id)
        elif not (isinstance(error, OSError) or self._channel.close_sent):  # it has not just gone
            self._code = FAULTY
            self.services.metrics.fault("socket", error, table=self.live.table.id)

    def _give_up(self, code: int) -> None:
        """Stop, and close with this code."""
        self._code = code
        self._stop()

    def _stop(self) -> None:
        """Have `run` come to its end."""
        if self._serving:
            self._stopped = self._serving.cancel()
            self._serving = None

    def _tell(self) -> None:
        """Send what this socket lacks. What its own command brings goes with the answer."""
        if self._sending or (self._given and self.live.shown.is_of(self._given)):
            self._again = True
        elif self._serving:
            self._show()

    def _say(self, frame: bytes) -> None:
        self._channel.say(frame)

    def _show(self) -> None:
        """Send what this socket lacks: at once, or, where something has to be waited for, soon."""
        if not self._send_at_once():
            self._sending = asyncio.create_task(self._send_news())

    def _send_at_once(self, *answer: bytes) -> bool:
        """Send an answer, if there is one, and what this socket lacks. Returns False, and sends
        nothing, where something has to be waited for.
        """
        if self._sending or not self._channel.has_room():
            return False
        frames: list[bytes] | None = []
        if self._again or not answer:
            try:
                frames = self.services.fan_out.frames_at_once(self.live, self.follower)
            except Exception:  # noqa: BLE001 - it comes again where it can be seen to
                return False
        if frames is None:
            return False
        self._again = False
        if answer or frames:
            self._channel.tell((*answer, *frames))
        return True

    async def _send_news(self) -> None:
        """Send what this socket lacks, until nothing has changed meanwhile."""
        self._again = True
        try:
            while self._again:
                self._again = False
                for frame in await self._news():
                    await self._send(frame)
        except Exception as error:  # noqa: BLE001 - the fault of one socket stays its own
            self._note(error)
            self._stop()
        finally:
            self._sending = None

    async def _news(self) -> list[bytes]:
        """What this socket lacks. A game that cannot be shown is stopped, and that is sent."""
        fan_out, follower = self.services.fan_out, self.follower
        try:
            return await fan_out.frames(self.live, follower)
        except (Unstored, Unreadable):
            raise
        except Exception as error:  # noqa: BLE001 - the fault of one table stays its own
            await self.services.troubles.stop(self.live, error)
            follower.first, follower.lobby, follower.presence = True, b"", None
            return await fan_out.frames(self.live, follower)

    async def _send(self, frame: bytes) -> None:
        follower = self.follower
        follower.sending_since = follower.sending_since or time.monotonic()
        await self._channel.send({"type": "websocket.send", "text": frame.decode()})
        follower.sending_since = None

    async def _answer_with(self, message: wire.FromServer) -> None:
        """Send an answer, and what the command has brought."""
        frame = msgspec.json.encode(message)
        if not self._send_at_once(frame):
            await self._send(frame)
            if self._again and not self._sending:
                self._show()

    async def _receive(self) -> None:
        """Answer frames one after the other."""
        while True:
            message = await self._channel.receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") == TOO_FAST:  # so many frames that they were not even read
                    self.services.metrics.limited.labels("frames").inc()
                return
            if not self.services.may_speak(self.caller, self._seated()[1]):
                self.services.metrics.limited.labels("frames").inc()
                self._code = TOO_FAST
                return
            answer = await self._answer(message)
            if is_silent(self.live.table):
                sources = self.services.settings.sources
                await asyncio.sleep(sources.drawn(sources.answer_ms) / 1000)
            self._given = ""
            await self._answer_with(answer)
            if not self._channel.queue.empty():
                await asyncio.sleep(0)  # sockets take turns, however many frames have come over one

    def _seated(self) -> tuple[Seat | None, Address]:
        """The guest's seat, and who speaks from there; found anew where others sit."""
        sitting = self.live.table.sitting
        if sitting is not self._sitting:
            seat = self.live.table.seat_of(self.follower.guest)
            who = f"{self.caller[0]} {self.follower.guest}" if seat is None else seat
            self._sitting, self._seat = sitting, (seat, (f"{self.live.table.id}/{who}",))
        return self._seat

    async def _answer(self, message: Any) -> wire.FromServer:
        """The answer to one frame. Whatever the frame holds, the socket stays open."""
        command = read(message.get("text"))
        if isinstance(command, wire.Ping):
            return wire.Pong()
        if isinstance(command, wire.Refused):
            self._count("unreadable", "malformed")
            return command
        kind, result = type(command).__name__, "accepted"
        answer: wire.FromServer
        try:
            answer = await self._carry_out(command)
        except (Refused, Illegal) as why:
            answer = refused_frame(command.id, why)
            result = answer.code
        except Unstored:
            text = "The tables cannot be reached just now. Try again."
            answer = refused_frame(command.id, Refused("unstored", text))
            result = answer.code
        except (Unreadable, ClientGone):
            raise
        except Exception as error:  # noqa: BLE001 - the socket outlives a fault
            self.services.metrics.fault("command", error, type=kind)
            answer = refused_frame(command.id, Refused("busy", FAULT))
            result = "fault"
        self._count(kind, result)
        return answer

    def _count(self, kind: str, result: str) -> None:
        game = self.live.table.sitting.game
        self.services.metrics.of_moves.commands[game, kind, result] += 1

    async def _carry_out(self, command: wire.Command | wire.Ask) -> wire.Accepted | wire.Answered:
        """Carry out a command of this socket's seat. Raises Refused, or Illegal."""
        seat, _ = self._seated()
        if seat is None:
            raise Refused("not-your-seat", "You are watching this table.")
        if isinstance(command, wire.Ask):
            return await self._ask(command, seat)
        if isinstance(command, wire.Advise):
            return await self._advise(command, seat)
        step = await self._step_of(command, seat)
        return wire.Accepted(command.id, self.live.table.visible_seq(seat).shown(step))

    async def _advise(self, command: wire.Advise, seat: Seat) -> wire.Answered:
        """Answer with advice. The table is told who asks once no limit can refuse the job."""
        async with self._job_turn(seat) as work:
            await self._step_of(command, seat)
            table = self.live.table
            wanted = JobRequest(table.game.name, "advice", what_is_known(table, seat))
            return wire.Answered(command.id, await work(wanted))

    @asynccontextmanager
    async def _job_turn(self, seat: Seat) -> AsyncGenerator[Work]:
        """Wait for the turn of a seat's job. Raises Refused, or ClientGone."""
        table, ended = self.live.table.id, self._channel.ended
        turn = self.services.job_turn((f"{table}/{seat}",), self.caller[0], table, ended)
        async with pongs_sent(self._say), turn as work:
            yield work

    async def _step_of(self, command: wire.Command, seat: Seat) -> int:
        """The step of a command, which is stored by then. Raises Refused, or Illegal."""
        sources = self.services.settings.sources
        new_code = isinstance(command, wire.Again | wire.Vacate)
        code = await self.services.spare_code() if new_code else None
        live, guest = self.live, self.follower.guest
        if isinstance(command, wire.Act) and live.table.sitting.places[seat].level is not None:
            await self.services.arrivals.take_back(live, seat, live.away(sources.now()))
        if is_silent(live.table) and is_secret(live.table, command):
            await asyncio.sleep(sources.drawn(sources.aside_ms) / 1000)
        place = live.table.sitting.places[seat]
        cmd = self._given = own_id((guest or "")[:OWNER], command)
        secret = sources.token(16) if isinstance(command, wire.Vacate) else ""
        invite = seats.digest(secret) if secret else ""
        call = Call(seat, cmd, sources.now(), sources, code, invite=invite)

        def decide(table: Table) -> Change:
            if table.seat_of(guest) != seat or table.sitting.places[seat].epoch != place.epoch:
                raise Refused("not-your-seat", "This seat is no longer yours.")
            is_move = isinstance(command, wire.Act)
            judged = call if is_move else replace(call, away=live.away(call.at))
            return carry_out(table, judged, logged(table, seat, command))

        step = await self.services.commands.submit(self.live, cmd, decide, self.caller)
        sitting = self.live.table.sitting
        if secret and seats.fits(secret, sitting.invite):
            self._say(msgspec.json.encode(wire.Invitation(secret, sitting.invitation)))
        return step

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
        async with self._job_turn(seat) as work:
            return wire.Answered(command.id, await work(JobRequest(game.name, "ask", document)))
