"""The WebSocket of a guide: a table that follows a script, with the same messages as other tables.

Nothing is stored. A guide is always the same, so the last step that the reader has seen determines
the state. After a lost connection, any server can continue from there.
"""

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import msgspec
from starlette.websockets import WebSocket

from chabudai.core import AnyGame, Guide, Illegal, News, Slow, events_for, play
from chabudai.games import GAMES
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode, raw, whole
from chabudai.server.limits import Address
from chabudai.server.refusal import FAULT, FAULTY, TOO_FAST, TOO_SLOW, UNKNOWN_TABLE, Code, Refused
from chabudai.server.services import Services
from chabudai.server.tables.decide.commands import read, refused_frame
from chabudai.server.ws.admission import accepted, close, send_text, turn_away

NOT_HERE: tuple[Code, str] = ("not-now", "That cannot be done in a guide.")
"""The refusal of all commands except moves and questions, since a guide has no other people."""
Scene: TypeAlias = tuple[Any, tuple[News[Any], ...]]
"""A state, and the news from the move that led to it."""


@dataclass(frozen=True, slots=True)
class Script:
    """A guide with all its moves replayed. `scenes` has the state after each number of moves, and
    `begins` has the number of moves before each lesson.
    """

    game: AnyGame
    name: str
    guide: Guide
    scenes: tuple[Scene, ...]
    begins: tuple[int, ...]

    def lesson_at(self, seen: int) -> int:
        """Return the current lesson after `seen` moves, which is the last one that has begun."""
        return max((n for n, begun in enumerate(self.begins) if begun <= seen), default=0)


@cache
def script(game_name: str, name: str) -> Script:
    """Return a game's guide with all its moves replayed. Raises KeyError if it does not exist."""
    game = GAMES[game_name]
    guide = game.extras.guides[name]
    state = game.setup(guide.options, guide.seats)
    scenes: list[Scene] = [(state, ())]
    for seat, action in guide.moves():
        step = play(game, state, seat, action)
        state = step.state
        scenes.append((state, step.news))
    begins = [len(guide.before)]
    for lesson in guide.lessons[:-1]:
        begins.append(begins[-1] + 1 + len(lesson.then))
    return Script(game, name, guide, tuple(scenes), tuple(begins))


async def guide_socket(ws: WebSocket) -> None:
    """GET /ws/guide/GAME/GUIDE: serve the WebSocket of a guide, from upgrade to close."""
    services: Services = ws.app.state.services
    caller = await accepted(services, ws)
    if caller is None:
        return
    if services.addresses.get(caller[0], 0) >= services.limits.sockets:
        await turn_away(services, ws)
        return
    game, guide = ws.path_params["game"], ws.path_params["guide"]
    if game not in GAMES or guide not in GAMES[game].extras.guides:
        await close(services, ws, UNKNOWN_TABLE)
        return
    played = script(game, guide)
    seen = whole(ws.query_params.get("since", "")) or 0
    lesson = played.lesson_at(seen)
    reader = Reader(played, lesson, min(seen, played.begins[lesson]))
    with services.open_socket(caller[0], "guide"):
        await serve(services, ws, caller, reader)


async def serve(services: Services, ws: WebSocket, caller: Address, reader: "Reader") -> None:
    """Answer frames one by one, until either side closes."""
    speaker = (f"guide/{caller[0]} {credentials.guest_of(ws)}",)
    try:
        await send(services, ws, reader.frames_at_first())
        while (message := await ws.receive())["type"] != "websocket.disconnect":
            if not services.may_speak(caller, speaker):
                await close(services, ws, TOO_FAST)
                return
            await send(services, ws, answers(services, reader, message.get("text")))
    except TimeoutError:
        await close(services, ws, TOO_SLOW)
    except ConnectionError:
        pass  # the client has disconnected
    except Exception as error:  # noqa: BLE001 - a fault affects only its own socket
        services.metrics.fault("guide", error)
        await close(services, ws, FAULTY)


async def send(services: Services, ws: WebSocket, messages: list[protocol.FromServer]) -> None:
    """Send messages. Raises TimeoutError if the client does not read, or ConnectionError."""
    async with asyncio.timeout(services.limits.stalled_s):
        for message in messages:
            await send_text(ws, msgspec.json.encode(message))


def answers(services: Services, reader: "Reader", text: str | None) -> list[protocol.FromServer]:
    """Return the answer to a frame and the messages to send after it."""
    command = read(text)
    if isinstance(command, protocol.Refused):
        return [command]
    if isinstance(command, protocol.Ping):
        return [protocol.Pong()]
    try:
        if isinstance(command, protocol.Ask):
            return [reader.ask(command)]
        if isinstance(command, protocol.Act):
            return reader.act(command)
        return [refused_frame(command.id, Refused(*NOT_HERE))]
    except (Refused, Illegal) as wrong:
        return [refused_frame(command.id, wrong)]
    except Exception as error:  # noqa: BLE001 - the socket stays open after a fault
        services.metrics.fault("guide", error, type=type(command).__name__)
        return [refused_frame(command.id, Refused("busy", FAULT))]


@dataclass(slots=True)
class Reader:
    """A guide's reader: the current lesson, and the number of moves already sent as news."""

    script: Script
    lesson: int
    told: int

    def frames_at_first(self) -> list[protocol.FromServer]:
        """Return the first messages, which show the seats, the table and the current lesson."""
        script, guide, game = self.script, self.script.guide, self.script.game
        table = f"guide/{game.name}/{script.name}"
        others = iter(credentials.BOT_NAMES)
        chairs = tuple(
            protocol.Chair("guest", "", None, seat)
            if seat == guide.seat
            else protocol.Chair("bot", next(others), "easy", seat)
            for seat in range(guide.seats)
        )
        return [
            protocol.Hello(protocol.PROTOCOL, table, game.name, game.rules, guide.seat, host=False),
            protocol.Lobby(
                status="playing",
                options=raw(guide.options),
                seats=(guide.seats,),
                refused={},
                chairs=chairs,
                host=guide.seat,
                code=None,
                hasten=False,
                next=None,
                silent=game.silent,
            ),
            protocol.Presence((None,) * guide.seats),
            self.update(script.begins[self.lesson]),
            self.guided(),
        ]

    def ask(self, command: protocol.Ask) -> protocol.Answered:
        """Return the game's answer to a question. Raises Refused."""
        script = self.script
        game, seat = script.game, script.guide.seat
        question = decode(command.question, game.questions, "This question cannot be read: {why}.")
        if isinstance(question, Slow):
            raise Refused(*NOT_HERE)
        state, _ = script.scenes[script.begins[self.lesson]]
        return protocol.Answered(command.id, raw(game.ask(game.view(state, seat), seat, question)))

    def act(self, command: protocol.Act) -> list[protocol.FromServer]:
        """Make the reader's move if it is the one that the lesson teaches. Raises Refused, or
        Illegal.
        """
        script = self.script
        at = script.begins[self.lesson]
        if command.head != at:
            raise Refused("stale", "The table has moved on.")
        state, _ = script.scenes[at]
        action = decode(command.action, script.game.actions, "This move cannot be read: {why}.")
        lesson = script.guide.lessons[self.lesson]
        if action != lesson.do:
            play(script.game, state, script.guide.seat, action)
            raise Refused("guide", "The rules allow that; this lesson is about something else.")
        self.lesson += 1
        moves = range(at + 1, script.begins[self.lesson] + 1)
        updates = [self.update(seq) for seq in moves]
        return [protocol.Accepted(command.id, at + 1), *updates, self.guided()]

    def update(self, seq: int) -> protocol.Update:
        """Return the table after `seq` moves. Each move has its own update, which the page shows in
        order.
        """
        game, seat = self.script.game, self.script.guide.seat
        state, _ = self.script.scenes[seq]
        view = game.view(state, seat)
        news = tuple(self.told_of(step) for step in range(self.told + 1, seq + 1))
        self.told = seq
        menu = tuple(raw(each) for each in game.menu(view, seat))
        return protocol.Update(seq, news, raw(view), game.to_act(state), menu, None)

    def told_of(self, seq: int) -> protocol.Told:
        """Return a move with only the parts that the reader may know."""
        game = self.script.game
        _, news = self.script.scenes[seq]
        heard = events_for(news, self.script.guide.seat)
        return protocol.Told(seq, tuple(map(raw, heard)), tuple(map(game.text.tell, heard)))

    def guided(self) -> protocol.Guided:
        """Return the message that shows the current lesson."""
        at, guide = self.lesson, self.script.guide
        lesson, of = guide.lessons[at], len(guide.lessons)
        text = guide.translations(lesson.text)
        return protocol.Guided(self.script.begins[at], at, of, text, lesson.point)
