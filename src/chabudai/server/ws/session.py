"""The WebSocket of a table, which receives commands and sends only what its seat may know."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from chabudai.core import Illegal, Seat, Slow
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode, raw
from chabudai.server.limits import Address
from chabudai.server.refusal import (
    FAULT,
    FAULTY,
    NOT_HERE,
    TOO_FAST,
    Refused,
)
from chabudai.server.services import Services
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Table
from chabudai.server.tables.decide.advice import what_is_known
from chabudai.server.tables.decide.commands import (
    OWNER,
    carry_out,
    is_secret,
    logged,
    own_id,
    read,
    refused_frame,
)
from chabudai.server.tables.decide.naming import watcher_name
from chabudai.server.tables.followers import change_reader
from chabudai.server.tables.live import LiveTable
from chabudai.server.workers.job import JobRequest
from chabudai.server.workers.pool import ClientGone, Work
from chabudai.server.ws.admission import (
    accepted,
    close,
    close_code,
    last_seen,
    send_text,
    table_of,
    too_many,
    turn_away,
)

AHEAD = 8
"""Maximum number of messages read during a command, in order to detect when the client disconnects.
"""
PONG_S = 2.0
"""Seconds between pongs sent during a job, when pings are not answered. Pages give up after five
seconds.
"""
PONG = msgspec.json.encode(protocol.Pong())


async def table_socket(ws: WebSocket) -> None:
    """GET /ws/TABLE: serve the WebSocket of a table, from upgrade to close."""
    services: Services = ws.app.state.services
    caller = await accepted(services, ws)
    if caller is None:
        return
    guest, is_screen = credentials.guest_of(ws), "screen" in ws.query_params
    if guest and is_screen:
        guest = credentials.screen_of(guest)
    live = await table_of(services, ws, guest)
    if isinstance(live, int):
        await close(services, ws, live)
    elif too_many(services, live, caller[0], live.table.seat_of(guest)):
        await turn_away(services, ws)
    else:
        cursor = last_seen(ws, live.table, guest)
        session = Session(services, ws, live, guest, cursor, caller)
        session.follower.name = watcher_name(ws.query_params.get("name", ""))
        session.follower.is_screen = is_screen
        await session.run()


class Session:
    """An accepted socket with three tasks: one reads messages, one answers them, and one sends
    news. `cursor` is the last step that the client has seen.
    """

    def __init__(
        self,
        services: Services,
        ws: WebSocket,
        live: LiveTable,
        guest: str | None,
        cursor: int,
        caller: Address,
    ) -> None:
        self.services = services
        self.live = live
        self._browser = guest or ""
        self._ws = ws
        self._caller = caller
        table = live.table
        seat = table.seat_of(guest)
        self._news = asyncio.Event()
        self._showing = asyncio.Lock()
        """Held while frames are sent that depend on who is looking."""
        self.follower = Follower(
            guest,
            seat,
            seat == table.sitting.host,
            min(cursor, table.head),
            self._give_up,
            caller[0],
            self._news.set,
            self._say,
            hands=credentials.hands_of(guest),
        )
        self._messages = asyncio.Queue[Any](AHEAD)
        self._gone = asyncio.Event()
        self._ended: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._sending = asyncio.Lock()
        self._said = deque[bytes](maxlen=AHEAD)
        self._given = ""
        """The stored id of the command that is being carried out."""

    async def run(self) -> None:
        """Serve the socket until either side closes it, and count it as open meanwhile."""
        role = "spectator" if self.follower.seat is None else "seat"
        services, code = self.services, None
        with services.open_socket(self._caller[0], role):
            try:
                await services.presence.arrive(self.live, self.follower)
                code = await self._serve()
            except Exception as error:  # noqa: BLE001 - a fault affects only its own socket
                code = self._code_of(error)
            finally:
                services.presence.depart(self.live, self.follower, time.monotonic())
            if code is not None:
                await close(services, self._ws, code)

    async def _serve(self) -> int | None:
        """Run the tasks until one ends. Return the code to close the socket with, or None."""
        parts = (self._send_news(), self._answer_all(), self._read())
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            ends = (*tasks[:2], self._ended)
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            return next(end for end in ends if end.done()).result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _code_of(self, error: Exception) -> int | None:
        """Return the close code for an error, or None if the client has disconnected."""
        if isinstance(error, StorageFailed | CorruptRow):
            return close_code(error, self.live.table.id)
        if isinstance(error, OSError):
            return None
        self.services.metrics.fault("socket", error, table=self.live.table.id)
        return FAULTY

    def _give_up(self, code: int) -> None:
        """Close the socket with a code."""
        if not self._ended.done():
            self._ended.set_result(code)

    # --- out

    def _say(self, frame: bytes) -> None:
        """Queue a frame. If the client does not read, drop the oldest frame."""
        self._said.append(frame)
        self._news.set()

    async def _send_news(self) -> None:
        """Send everything that the client lacks. News about its own command follows the answer."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._said:
                await self._send(self._said.popleft())
            if not self._owes_answer():
                async with self._showing:
                    for frame in await self._frames():
                        await self._send(frame)

    def _owes_answer(self) -> bool:
        """Whether the client's command has made a step but has not been answered."""
        return bool(self._given) and any(e.cmd == self._given for e in self.live.recent)

    async def _frames(self) -> list[bytes]:
        """Return the frames that the client lacks. If the game cannot be shown, stop it first."""
        fan_out, follower = self.services.fan_out, self.follower
        try:
            return await fan_out.frames(self.live, follower)
        except (StorageFailed, CorruptRow):
            raise
        except Exception as error:  # noqa: BLE001 - a fault affects only its own table
            await self.live.fail(error)
            follower.first, follower.lobby, follower.presence = True, b"", None
            return await fan_out.frames(self.live, follower)

    async def _send(self, frame: bytes) -> None:
        async with self._sending:
            self.follower.sending_since = time.monotonic()
            await send_text(self._ws, frame)
            self.follower.sending_since = None

    # --- in

    async def _read(self) -> None:
        """Read messages ahead, in order to detect when the client disconnects."""
        while (message := await self._ws.receive())["type"] != "websocket.disconnect":
            await self._messages.put(message)
        self._gone.set()
        await self._messages.put(None)

    async def _answer_all(self) -> int | None:
        """Answer messages one by one. Return the code to close the socket with, or None."""
        services = self.services
        while (message := await self._messages.get()) is not None:
            if not services.may_speak(self._caller, self._speaker()):
                return TOO_FAST
            answer = await self.answer(message.get("text"))
            if self.live.table.is_silent:
                sources = services.sources
                await asyncio.sleep(sources.drawn(sources.answer_ms) / 1000)
            await self._send(msgspec.json.encode(answer))
            self._given = ""
            self._news.set()
            await asyncio.sleep(0)  # yield to other sockets after each message
        return None

    def _speaker(self) -> Address:
        """Return the key for counting messages: the seat, or the guest for a spectator."""
        seat = self.live.table.seat_of(self.follower.guest)
        who = f"{self._caller[0]} {self._browser}" if seat is None else seat
        return (f"{self.live.table.id}/{who}",)

    async def answer(self, text: str | None) -> protocol.FromServer:
        """Return the answer to a message. Invalid messages do not close the socket."""
        command = read(text)
        name = "" if isinstance(command, protocol.Ping) else command.id
        kind, result = type(command).__name__, "accepted"
        answer: protocol.FromServer
        try:
            match command:
                case protocol.Ping():
                    return protocol.Pong()
                case protocol.Refused():
                    kind, result, answer = "unreadable", "malformed", command
                case _:
                    answer = await self._handle(command)
        except (Refused, Illegal) as why:
            answer = refused_frame(name, why)
            result = answer.code
        except StorageFailed:
            text = "The tables are unavailable. Try again in a moment."
            answer = refused_frame(name, Refused("unstored", text))
            result = answer.code
        except (CorruptRow, ClientGone):
            raise
        except Exception as error:  # noqa: BLE001 - the socket stays open after a fault
            self.services.metrics.fault("command", error, type=kind)
            answer = refused_frame(name, Refused("busy", FAULT))
            result = "fault"
        self._count(kind, result)
        return answer

    async def _handle(self, command: protocol.Counted) -> protocol.Accepted | protocol.Answered:
        """Carry out a command. Raises Refused, Illegal, StorageFailed, CorruptRow, ClientGone."""
        live = self.live
        match command:
            case protocol.Uncover() | protocol.Cover():
                async with self._showing:
                    change_reader(live.table, self.follower, command)
                seat = live.table.seat_of(self.follower.guest)
                await self._take_back(seat)
                step = live.table.visible_seq(seat).shown(live.table.head)
                return protocol.Accepted(command.id, step)
            case protocol.Ask():
                return await self._ask(command, self._seat())
            case protocol.Advise():
                return await self._advise(command, self._seat())
            case protocol.Show():
                self._seat()
                raise Refused(*NOT_HERE)
            case _:
                return await self._submit(command, self._seat())

    def _count(self, kind: str, result: str) -> None:
        game = self.live.table.sitting.game
        self.services.metrics.commands.labels(game, kind, result).inc()

    def _check_pace(self, command: protocol.Command, seat: Seat) -> None:
        """Raise Refused if a command is a sign, and its seat sends signs too fast."""
        is_sign = isinstance(command, protocol.React | protocol.Say | protocol.Write)
        table, rates = self.live.table.id, self.services.rates
        if is_sign and not rates["signs"].take((f"{table}/{seat}",)):
            raise Refused("too-fast", "Wait a moment before you say more.")

    def _seat(self) -> Seat:
        """Return the guest's seat. Raises Refused for a spectator, or if the curtain is closed."""
        self.follower.look_at(self.live.table)
        if self.follower.curtain:
            raise Refused("not-your-seat", "The curtain is closed. First say who is looking.")
        seat = self.live.table.seat_of(self.follower.guest)
        if seat is None:
            raise Refused("not-your-seat", "You are watching this table.")
        return seat

    async def _take_back(self, seat: Seat | None) -> None:
        """Give the seat back to its player if a bot stands in. Do nothing for None."""
        live = self.live
        if seat is not None and live.table.sitting.places[seat].level is not None:
            away = live.guests.away(self.services.sources.now())
            await self.services.presence.take_back(live, seat, away)

    async def _ask(self, command: protocol.Ask, seat: Seat) -> protocol.Answered:
        """Answer a question from this seat's view. Raises Refused or ClientGone."""
        table = self.live.table
        if table.state is None:
            raise Refused("not-now", "No game is in progress at this table.")
        game = table.game
        text = "This question cannot be read: {why}."
        question = decode(command.question, game.questions, text)
        view = game.view(table.state, seat)
        if not isinstance(question, Slow):
            return protocol.Answered(command.id, raw(game.ask(view, seat, question)))
        document = raw({"view": view, "seat": seat, "question": question})
        async with self._job_turn(seat) as work:
            return protocol.Answered(command.id, await work(JobRequest(game.name, "ask", document)))

    async def _advise(self, command: protocol.Advise, seat: Seat) -> protocol.Answered:
        """Announce a request for advice when its job starts, and return the advice. Raises Refused,
        Illegal, or ClientGone.
        """
        async with self._job_turn(seat) as work:
            await self._submit(command, seat)
            self._given = ""
            self._news.set()
            table = self.live.table
            wanted = JobRequest(
                table.game.name, "advice", what_is_known(table, seat, command.stage)
            )
            return protocol.Answered(command.id, await work(wanted))

    @asynccontextmanager
    async def _job_turn(self, seat: Seat) -> AsyncGenerator[Work]:
        """Wait for a job's turn, and send pongs meanwhile. Raises Refused or ClientGone."""
        table, gone = self.live.table.id, self._gone.wait
        turn = self.services.job_turn((f"{table}/{seat}",), self._caller[0], table, gone)
        sending = asyncio.create_task(self._send_pongs())
        try:
            async with turn as work:
                yield work
        finally:
            sending.cancel()

    async def _send_pongs(self) -> None:
        while True:
            await asyncio.sleep(PONG_S)
            self._say(PONG)

    async def _submit(self, command: protocol.Command, seat: Seat) -> protocol.Accepted:
        """Carry out a command, and return once it is stored. Raises Refused or Illegal."""
        live, guest, sources = self.live, self.follower.guest, self.services.sources
        self._check_pace(command, seat)
        new_code = isinstance(command, protocol.Again | protocol.Vacate)
        code = await self.services.spare_code() if new_code else None
        if isinstance(command, protocol.Act):
            await self._take_back(seat)
        if live.table.is_silent and is_secret(live.table, command):
            await asyncio.sleep(sources.drawn(sources.aside_ms) / 1000)
        place = live.table.sitting.places[seat]
        cmd = self._given = own_id(self._browser[:OWNER], command)
        secret = sources.token(16) if isinstance(command, protocol.Vacate) else ""
        invite = credentials.digest(secret) if secret else ""
        call = Call(seat, cmd, sources.now(), sources, code, invite=invite)

        def decide(table: Table) -> Change:
            if table.seat_of(guest) != seat or table.sitting.places[seat].epoch != place.epoch:
                raise Refused("not-your-seat", "This seat is no longer yours.")
            is_move = isinstance(command, protocol.Act)
            judged = call if is_move else live.witnessed(table, call)
            return carry_out(table, judged, logged(table, seat, command))

        step = await live.submit(cmd, decide, self._caller)
        sitting = live.table.sitting
        if secret and credentials.fits(secret, sitting.invite):
            await self._send(msgspec.json.encode(protocol.Invitation(secret, sitting.invitation)))
        return protocol.Accepted(command.id, live.table.visible_seq(seat).shown(step))
