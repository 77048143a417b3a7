"""The WebSocket of a review's moment: a decision in a finished game that the reader makes again.

The rules apply to moves as at the table, and a job then compares the moves (`core.retry`). Nothing
is stored.
"""

from asyncio import Event
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocket

from chabudai.core import CHANCE, AnyGame, News, Seat, play
from chabudai.core.replay_prefix import ReplayPrefix, ReplayPrefixRequest
from chabudai.core.retry import Retried, RetryRequest
from chabudai.core.transcript import Transcript
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode, raw, whole
from chabudai.server.limits import Address
from chabudai.server.refusal import NOT_HERE, TOO_MANY, UNKNOWN_TABLE, Refused
from chabudai.server.services import Services
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.rows import CorruptRow, news_decoder, read_state
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.watching import sight
from chabudai.server.tables.lobby_message import public_lobby
from chabudai.server.workers.job import JobRequest
from chabudai.server.ws.admission import close
from chabudai.server.ws.private_table import (
    Kind,
    Messages,
    Reply,
    admitted,
    ask,
    serve,
    told,
    update,
)


async def moment_socket(ws: WebSocket) -> None:
    """GET /ws/moment/TABLE/AT: serve the WebSocket of a moment, from upgrade to close."""
    services: Services = ws.app.state.services
    caller = await admitted(services, ws)
    if caller is None:
        return
    with services.open_socket(caller[0], "moment"):
        try:
            moment = await moment_of(services, ws, caller)
        except (Refused, StorageFailed):
            await close(services, ws, TOO_MANY)
        except CorruptRow as error:
            await close(services, ws, error.close_code)
        else:
            if moment is None:
                await close(services, ws, UNKNOWN_TABLE)
            else:
                await serve(services, ws, caller, moment)


async def moment_of(services: Services, ws: WebSocket, caller: Address) -> "Moment | None":
    """Return the moment named in the path, or None if it does not exist or cannot be seen yet.

    Raises Refused if the server is busy, StorageFailed and CorruptRow.
    """
    live = await services.registry.get(ws.path_params["table"])
    if live is None or not is_open(live.table):
        return None
    table = live.table
    seen = sight(table, credentials.guest_of(ws))
    if seen is None or not seen.game:
        return None
    played = await services.store.transcript(table)
    at = whole(ws.path_params["at"], len(played.entries))
    if at is None or played.entries[at].seat == CHANCE:
        return None
    work = partial(run_job, services, caller, table)
    before = Transcript(played.header, played.entries[:at])
    result = await work("beginning", ReplayPrefixRequest(before))
    found = msgspec.json.decode(result, type=ReplayPrefix)
    state = read_state(bytes(found.state).decode(), table.sitting)
    since = whole(ws.query_params.get("since", "")) or 0
    decoder = news_decoder(table.game.name)
    story = tuple(decoder.decode(move.news) for move in found.moves)
    return Moment(table, played, at, state, story, work, max(at, since + 1))


def is_open(table: Table) -> bool:
    """Whether a table's game is over and can be replayed, and the game offers moments."""
    sitting = table.sitting
    ended = sitting.ended or table.stopped is not None
    return sitting.status == "over" and not ended and "retry" in table.game.extras.jobs


async def run_job(
    services: Services, caller: Address, table: Table, job: str, document: object
) -> msgspec.Raw:
    """Run a job, and return its result. Raises Refused."""
    # The job is cancelled with its socket, so nothing else needs to notice a disconnection.
    async with services.job_turn(caller, caller[0], table.id, Event().wait) as work:
        return await work(JobRequest(table.game.name, job, raw(document)))


@dataclass(slots=True)
class Moment:
    """A decision that the reader makes again: move `at` of a finished game, the state before it,
    and the news of each earlier move. `work` runs a job. `head` is the number of the last step that
    was sent.
    """

    table: Table
    played: Transcript
    at: int
    state: Any
    story: tuple[tuple[News[Any], ...], ...]
    work: Callable[[str, object], Awaitable[msgspec.Raw]]
    head: int
    kind: Kind = "moment"

    @property
    def game(self) -> AnyGame:
        """The table's game."""
        return self.table.game

    @property
    def seat(self) -> Seat:
        """The seat that made the decision, which is now the reader's."""
        return self.played.entries[self.at].seat

    def frames_at_first(self) -> Messages:
        """Return the first messages, which show the table before the decision."""
        game, name = self.game, f"moment/{self.table.id}/{self.at}"
        lobby = replace(
            public_lobby(self.table),
            status="playing",
            host=self.seat,
            next=None,
            advice="none",
            says_why=False,
        )
        news = tuple(told(game, seq, each, self.seat) for seq, each in enumerate(self.story, 1))
        return [
            protocol.Hello(protocol.PROTOCOL, name, game.name, game.rules, self.seat, host=False),
            lobby,
            protocol.Presence((None,) * len(lobby.chairs)),
            update(game, self.state, self.seat, self.head, news),
        ]

    def answer(self, command: protocol.FromClient) -> Reply:
        """Answer a question, judge a move, or show the best one. Raises Refused or Illegal."""
        match command:
            case protocol.Ask():
                return Reply([ask(self.game, self.state, self.seat, command)])
            case protocol.Act():
                if command.head != self.head:
                    raise Refused("stale", "The table has moved on.")
                made = self.made(command.id, [command.action])
                return Reply(made, self.judged(command.action))
            case protocol.Show():
                return Reply([], self.best(command.id))
            case _:
                raise Refused(*NOT_HERE)

    def made(self, command: str, actions: Sequence[msgspec.Raw]) -> Messages:
        """Make moves. Afterwards no seat owes a move. Raises Refused or Illegal."""
        game, seat, state, news = self.game, self.seat, self.state, list[protocol.Told]()
        for action in actions:
            chosen = decode(action, game.actions, "This move cannot be read: {why}.")
            step = play(game, state, seat, chosen)
            state = step.state
            self.head += 1
            news.append(told(game, self.head, step.news, seat))
        shown = replace(update(game, state, seat, self.head, tuple(news)), to_act=(), legal=())
        return [protocol.Accepted(command, self.head), shown]

    async def retried(self, action: msgspec.Raw) -> Retried:
        """Judge an action, or find the best one if it is null. Raises Refused."""
        result = await self.work("retry", RetryRequest(self.played, self.at, action))
        found = msgspec.json.decode(result, type=Retried)
        if not found.said:
            raise Refused("not-now", "This move cannot be made again.")
        return found

    async def judged(self, action: msgspec.Raw) -> Messages:
        """Judge an action with a job, and return the messages. Raises Refused."""
        seq, found = self.head, await self.retried(action)
        return [protocol.Judged(seq, found.action, found.best, found.said)]

    async def best(self, command: str) -> Messages:
        """Make the best move, and the seat's next moves, which show its effect. Raises Refused."""
        found = await self.retried(msgspec.Raw(b"null"))
        made = self.made(command, [found.action, *found.then])
        return [*made, protocol.Judged(self.head, found.action, found.best, found.said)]
