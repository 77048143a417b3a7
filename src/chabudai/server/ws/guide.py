"""The WebSocket of a guide: a table that follows a script, with the same messages as other tables.

Nothing is stored. A guide is always the same, so the last step that the reader has seen determines
the state. After a lost connection, any server can continue from there.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from starlette.websockets import WebSocket

from chabudai.core import AnyGame, Guide, News, play
from chabudai.games import GAMES
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode, raw, whole
from chabudai.server.refusal import NOT_HERE, UNKNOWN_TABLE, Refused
from chabudai.server.services import Services
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

Scene: TypeAlias = tuple[Any, tuple[News[Any], ...]]
"""A state, and the news from the move that led to it."""


@dataclass(frozen=True, slots=True)
class Script:
    """A guide with all its moves replayed. `scenes` contains the state after each number of moves,
    and `begins` the number of moves before each lesson.
    """

    game: AnyGame
    name: str
    guide: Guide
    scenes: tuple[Scene, ...]
    begins: tuple[int, ...]

    def lesson_at(self, seen: int) -> int:
        """Return the current lesson after `seen` moves: the last one that has begun."""
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
    caller = await admitted(services, ws)
    if caller is None:
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


@dataclass(slots=True)
class Reader:
    """A guide's reader: the current lesson, and the number of moves already sent as news."""

    script: Script
    lesson: int
    told: int
    kind: Kind = "guide"

    def frames_at_first(self) -> Messages:
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

    def answer(self, command: protocol.FromClient) -> Reply:
        """Answer a move or a question. Raises Refused or Illegal."""
        script = self.script
        match command:
            case protocol.Ask():
                state, _ = script.scenes[script.begins[self.lesson]]
                return Reply([ask(script.game, state, script.guide.seat, command)])
            case protocol.Act():
                return Reply(self.act(command))
            case _:
                raise Refused(*NOT_HERE)

    def act(self, command: protocol.Act) -> Messages:
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
        steps = range(self.told + 1, seq + 1)
        news = tuple(told(game, step, self.script.scenes[step][1], seat) for step in steps)
        self.told = seq
        return update(game, self.script.scenes[seq][0], seat, seq, news)

    def guided(self) -> protocol.Guided:
        """Return the message that shows the current lesson."""
        at, guide = self.lesson, self.script.guide
        lesson, of = guide.lessons[at], len(guide.lessons)
        text = guide.translations(lesson.text)
        return protocol.Guided(self.script.begins[at], at, of, text, lesson.point)
