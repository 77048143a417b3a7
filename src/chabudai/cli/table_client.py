"""A client for a seat at a server's table, which uses the public protocol."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from chabudai.cli.errors import Unusable
from chabudai.cli.http_client import ANSWER_S, Socket, post, read_answer, server_says, unexpected
from chabudai.cli.output import phrase
from chabudai.core import AnyGame, Fact, Seat, Telling, fill
from chabudai.core.text import Reader
from chabudai.core.transcript import UNREADABLE
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.limits import EVERYBODY, Buckets, Rate
from chabudai.server.refusal import NOT_YET, PRIVATE

PACE = Rate(20, 0.12)
"""Rate limit of this client, a little below the server's limit for a seat."""
Answer = protocol.Accepted | protocol.Refused | protocol.Answered


@dataclass(slots=True, kw_only=True, eq=False)
class Seated:
    """The client's seat at a table: the latest messages, and the events that have not been reported
    yet.

    `secret` is the token that owns the seat. `invite` is the secret of the invitation, if the
    client is the host. `seen` is the last step that was seen, or None if earlier events must not be
    reported.
    """

    base: str
    table: str
    secret: str
    lang: str
    invite: str | None = None
    seen: int | None = None
    hello: protocol.Hello | None = None
    lobby: protocol.Lobby | None = None
    update: protocol.Update | None = None
    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    untold: list[Telling] = field(default_factory=list[Telling])
    news: asyncio.Condition = field(default_factory=asyncio.Condition)
    ids: "count[int]" = field(default_factory=count)
    pace: Buckets = field(default_factory=lambda: Buckets(PACE, time.monotonic))
    socket: ClientConnection | None = None
    reading: "asyncio.Task[None] | None" = None
    is_unreadable: bool = False

    async def connected(self) -> ClientConnection:
        """Return the WebSocket, opened if necessary, after its first messages. Raises Unusable."""
        if self.socket is not None and not self.is_closed():
            return self.socket
        since = "" if self.seen is None else f"?since={self.seen}"
        address = f"{self.base.replace('http', 'ws', 1)}/ws/{self.table}{since}"
        key = {"Authorization": f"Bearer {self.secret}"}
        try:
            self.socket = await Socket(address, additional_headers=key)
        except (OSError, WebSocketException):
            raise Unusable("{base} does not answer.", base=self.base) from None
        self.hello = self.lobby = None
        self.is_unreadable = False
        self.reading = asyncio.create_task(self.read(self.socket))
        is_shown = await self.until(self.is_shown, ANSWER_S)
        if self.is_private():
            await self.close()
            raise Unusable("Only the players see this game.")
        if not is_shown:
            await self.close()
            raise Unusable("The server has not sent the table.")
        if (unknown := self.unknown_game()) is not None:
            await self.close()
            said = "The table's game, {game}, is not installed here."
            raise Unusable(said, game=unknown)
        return self.socket

    async def read(self, socket: ClientConnection) -> None:
        """Process messages until the WebSocket closes. Close it after an invalid message."""
        with suppress(WebSocketException):
            try:
                async for frame in socket:
                    async with self.news:
                        self.hear(msgspec.json.decode(frame, type=protocol.FromServer))
                        self.news.notify_all()
            except UNREADABLE:
                self.is_unreadable = True
                await socket.close()
        async with self.news:
            self.news.notify_all()

    def hear(self, message: protocol.FromServer) -> None:
        """Process and store one message."""
        match message:
            case protocol.Hello():
                self.hello = message
            case protocol.Lobby():
                self.lobby = message
            case protocol.Update():
                self.update, self.seen = message, message.seq
                for told in message.news:
                    self.untold += (each for said in told.tellings for each in said)
            case protocol.Accepted() | protocol.Answered() | protocol.Refused():
                self.answers[message.id] = message
            case _:
                pass

    async def until(self, check: Callable[[], bool], seconds: float) -> bool:
        """Wait until `check` returns True, for at most `seconds`. Return the last result of
        `check`. Raises Unusable after an invalid message.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self.news:
                await self.news.wait_for(lambda: check() or self.is_closed())
        if self.is_unreadable:
            raise unexpected(self.base)
        return check()

    async def say(self, kind: str, **fields: object) -> Answer:
        """Send a command and return the answer. Raises Unusable if no answer arrives."""
        socket, name = await self.connected(), f"{kind}-{next(self.ids)}"
        if not self.pace.take(EVERYBODY):
            await asyncio.sleep(PACE.each_s)
            self.pace.take(EVERYBODY)
        frame = msgspec.json.encode({"type": kind, "id": name, **fields}).decode()
        with suppress(WebSocketException):
            await socket.send(frame)
        if not await self.until(lambda: name in self.answers, ANSWER_S):
            raise Unusable("The server has not answered. Look at the table, and try again.")
        return self.answers.pop(name)

    async def close(self) -> None:
        """Close the WebSocket. The seat is kept."""
        if self.socket is not None:
            await self.socket.close()
        if self.reading is not None:
            await self.reading

    def is_closed(self) -> bool:
        """Whether the WebSocket does not exist or is closed."""
        return self.socket is None or self.socket.close_code is not None

    def is_private(self) -> bool:
        """Whether the client has no seat and is not allowed to watch the game."""
        if self.socket is not None and self.socket.close_code in (PRIVATE, NOT_YET):
            return True
        return self.seat is None and self.lobby is not None and not self.lobby.watch.open

    def is_shown(self) -> bool:
        """Whether all initial messages have arrived. During a game they include the table if the
        client is allowed to see it.
        """
        lobby = self.lobby
        if lobby is None or lobby.status == "lobby" or lobby.stopped is not None:
            return lobby is not None
        return self.update is not None or self.is_private()

    def unknown_game(self) -> str | None:
        """Return the name of the table's game if it is not installed here, or None."""
        return self.hello.game if self.hello and self.hello.game not in GAMES else None

    def is_over(self) -> bool:
        """Whether the game is over, or cannot continue."""
        return self.lobby is not None and (self.lobby.status == "over" or bool(self.lobby.stopped))

    @property
    def following(self) -> str | None:
        """The id of the party's next table, or None."""
        return self.lobby.next if self.lobby else None

    def is_my_turn(self) -> bool:
        """Whether this seat owes a move."""
        return not self.is_over() and self.update is not None and self.seat in self.update.to_act

    def nudged_by(self) -> str | None:
        """Return the name of the player who has nudged this seat since its last command, or
        None.
        """
        lobby, update, seat = self.lobby, self.update, self.seat
        nudged = lobby.chairs[seat].nudged if lobby and seat is not None else None
        times = dict(zip(update.to_act, update.since, strict=False)) if update else {}
        if nudged is None or seat not in times or nudged.at <= times[seat]:
            return None
        return self.names[nudged.by]

    @property
    def game(self) -> AnyGame:
        """The game of the table. Raises Unusable if the server has not named it yet."""
        if self.hello is None:
            raise Unusable("The server has not sent the table.")
        return GAMES[self.hello.game]

    @property
    def seat(self) -> Seat | None:
        """The client's seat, or None for a spectator."""
        return self.hello.seat if self.hello else None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, indexed by seat."""
        chairs = self.lobby.chairs if self.lobby else ()
        return tuple(
            phrase(self.lang, chair.name)
            if chair.kind == "bot"
            else chair.name or phrase(self.lang, "Seat-{seat}", seat=seat)
            for seat, chair in enumerate(chairs)
        )

    @property
    def link(self) -> str:
        """Address for joining or watching the table."""
        code, number = (self.lobby.code, self.lobby.invitation) if self.lobby else (None, 0)
        if self.invite is not None and not number:
            party = self.lobby.party if self.lobby else None
            return f"{self.base}/j/{party or self.table}#{self.invite}"
        return f"{self.base}/j/{code}" if code else f"{self.base}/t/{self.table}"

    def view(self) -> Any:
        """Return the table as the seat is allowed to see it. Raises Unusable before the game."""
        if self.update is None:
            raise Unusable(phrase(self.lang, "The game has not begun."))
        return read_answer(self.base, self.update.view, self.game.views)

    def story(self) -> list[str]:
        """Return the events since the last call, in sentences."""
        catalogue = self.game.text.catalogue(self.lang)
        reader = Reader(self.lang, catalogue, self.names.__getitem__)
        told = [reader.sentence(telling) for telling in self.untold]
        self.untold.clear()
        return told

    def refused(self, answer: protocol.Refused) -> str:
        """Return why the server refuses a command, as a sentence."""
        texts = self.game.text.catalogue(self.lang)
        if answer.rule is not None or answer.text in texts:
            return self.why(answer.text, answer.facts, answer.rule)
        return server_says(self.lang, answer.code, answer.text, answer.facts)

    def why(self, text: str, facts: Mapping[str, Fact], rule: str | None) -> str:
        """Return the reason for a refusal as a sentence, with its rule if any."""
        why = fill(self.game.text.catalogue(self.lang).get(text, text), facts)
        if rule is None:
            return why
        return phrase(self.lang, "Not allowed: {why} Rule {rule}.", why=why, rule=rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A guest of a server. `token` identifies the guest; if it is "", the server issues one."""

    base: str
    lang: str = "en"
    token: str = ""

    async def open_table(self, order: Mapping[str, object]) -> Seated:
        """Open a table (`protocol.NewTable`) and take a seat. Raises Unusable with the server's
        sentence.

        All events are reported, from the beginning.
        """
        return await self.sit_down("/api/tables", order, 0)

    async def join_table(self, wish: Mapping[str, object]) -> Seated:
        """Take a seat at a table (`protocol.Join`), or watch. Raises Unusable with the server's
        sentence.

        Earlier events are not reported.
        """
        return await self.sit_down("/api/join", wish, None)

    async def follow(self, seated: Seated, table: str) -> Seated:
        """Join the next table of a party. All its events are reported. Raises Unusable."""
        following = Seated(
            base=self.base,
            table=table,
            secret=seated.secret,
            lang=self.lang,
            invite=seated.invite,
            seen=0,
        )
        await following.connected()
        return following

    async def sit_down(self, path: str, wish: Mapping[str, object], seen: int | None) -> Seated:
        """Post a request for a seat, and open the table's WebSocket."""
        post_wish = partial(post, self.base, path, wish, protocol.Seated, self.token, self.lang)
        made, cookie = await asyncio.to_thread(post_wish)
        seated = Seated(
            base=self.base,
            table=made.table,
            secret=self.token or cookie,
            lang=self.lang,
            invite=made.invite,
            seen=seen,
        )
        await seated.connected()
        return seated
