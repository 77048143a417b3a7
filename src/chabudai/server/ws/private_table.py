"""The WebSocket of a private table, such as a guide. It uses the messages of other tables, but
nothing is stored.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import msgspec
from starlette.websockets import WebSocket

from chabudai.core import AnyGame, Illegal, News, Seat, Slow, events_for
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode, raw
from chabudai.server.limits import Address
from chabudai.server.refusal import FAULT, FAULTY, NOT_HERE, TOO_FAST, TOO_SLOW, Refused
from chabudai.server.services import Services
from chabudai.server.tables.decide.commands import read, refused_frame
from chabudai.server.ws.admission import accepted, close, send_text, turn_away

Kind: TypeAlias = Literal["guide", "moment"]
Messages: TypeAlias = list[protocol.FromServer]


@dataclass(frozen=True, slots=True)
class Reply:
    """The messages that answer a command, and any that follow after a job."""

    messages: Messages
    later: Awaitable[Sequence[protocol.FromServer]] | None = None


class PrivateTable(Protocol):
    """A table for one reader."""

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """The name of this kind of table in metrics."""

    @abstractmethod
    def frames_at_first(self) -> Messages:
        """Return the first messages."""

    @abstractmethod
    def answer(self, command: protocol.FromClient) -> Reply:
        """Answer a command. Raises Refused or Illegal."""


async def admitted(services: Services, ws: WebSocket) -> Address | None:
    """Accept a socket and return the caller's address, or None if the socket is turned away."""
    caller = await accepted(services, ws)
    if caller is None or services.addresses.get(caller[0], 0) < services.limits.sockets:
        return caller
    await turn_away(services, ws)
    return None


async def serve(services: Services, ws: WebSocket, caller: Address, table: PrivateTable) -> None:
    """Answer frames one by one, until either side closes."""
    speaker = (f"{table.kind}/{caller[0]} {credentials.guest_of(ws)}",)
    jobs = set[asyncio.Task[None]]()
    try:
        await send(services, ws, table.frames_at_first())
        while (message := await ws.receive())["type"] != "websocket.disconnect":
            if not services.may_speak(caller, speaker):
                await close(services, ws, TOO_FAST)
                return
            reply, command = reply_to(services, table, message.get("text"))
            await send(services, ws, reply.messages)
            if reply.later is not None:
                job = asyncio.create_task(send_later(services, ws, command, reply.later))
                jobs.add(job)
                job.add_done_callback(jobs.discard)
    except TimeoutError:
        await close(services, ws, TOO_SLOW)
    except ConnectionError:
        pass  # the client has disconnected
    except Exception as error:  # noqa: BLE001 - a fault affects only its own socket
        services.metrics.fault(table.kind, error)
        await close(services, ws, FAULTY)
    finally:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


async def send(services: Services, ws: WebSocket, messages: Sequence[protocol.FromServer]) -> None:
    """Send messages. Raises TimeoutError if the client does not read them, and ConnectionError if
    the connection is closed.
    """
    async with asyncio.timeout(services.limits.stalled_s):
        for message in messages:
            await send_text(ws, msgspec.json.encode(message))


async def send_later(
    services: Services,
    ws: WebSocket,
    command: str,
    later: Awaitable[Sequence[protocol.FromServer]],
) -> None:
    """Send the messages that follow after a job, or a refusal. Errors caused by a closed connection
    are ignored here, because the receiving side detects them.
    """
    try:
        await send(services, ws, await later)
    except (TimeoutError, ConnectionError):
        pass  # noticed where messages are received
    except Refused as wrong:
        await send(services, ws, [refused_frame(command, wrong)])
    except Exception as error:  # noqa: BLE001 - the socket stays open after a fault
        services.metrics.fault("moment", error)
        await send(services, ws, [refused_frame(command, Refused("busy", FAULT))])


def reply_to(services: Services, table: PrivateTable, text: str | None) -> tuple[Reply, str]:
    """Return the reply to a frame, and the id of its command."""
    command = read(text)
    if isinstance(command, protocol.Refused):
        return Reply([command]), command.id
    if isinstance(command, protocol.Ping):
        return Reply([protocol.Pong()]), ""
    try:
        return table.answer(command), command.id
    except (Refused, Illegal) as wrong:
        refused = refused_frame(command.id, wrong)
    except Exception as error:  # noqa: BLE001 - the socket stays open after a fault
        services.metrics.fault(table.kind, error, type=type(command).__name__)
        refused = refused_frame(command.id, Refused("busy", FAULT))
    return Reply([refused]), command.id


def ask(game: AnyGame, state: object, seat: Seat, command: protocol.Ask) -> protocol.Answered:
    """Return the game's answer to a question. Raises Refused."""
    question = decode(command.question, game.questions, "This question cannot be read: {why}.")
    if isinstance(question, Slow):
        raise Refused(*NOT_HERE)
    return protocol.Answered(command.id, raw(game.ask(game.view(state, seat), seat, question)))


def told(game: AnyGame, seq: int, news: tuple[News[object], ...], seat: Seat) -> protocol.Told:
    """Return a step with only the parts that the reader may know."""
    heard = events_for(news, seat)
    return protocol.Told(seq, tuple(map(raw, heard)), tuple(map(game.text.tell, heard)))


def update(
    game: AnyGame, state: object, seat: Seat, seq: int, news: tuple[protocol.Told, ...]
) -> protocol.Update:
    """Return the table as the reader sees it, with its menu."""
    view = game.view(state, seat)
    menu = tuple(raw(each) for each in game.menu(view, seat))
    return protocol.Update(seq, news, raw(view), game.to_act(state), menu, None)
