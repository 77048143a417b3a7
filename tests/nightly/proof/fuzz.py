"""Frames of every kind, generated from the server's own types and sometimes damaged.

Each is answered, refused ones change nothing, and none causes an internal error. `calls` does the
same for HTTP.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import FAULT
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.tables.decide import Call
from chabudai.server.tables.decide.lobby import open_table
from chabudai.server.tables.live import LiveTable
from chabudai.server.ws.session import Session
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client

WIDE = Rate(1_000_000_000, 0.001)
RATES: dict[str, Any] = {
    each.name: WIDE for each in fields(Limits) if isinstance(each.default, Rate)
}
LIMITS = replace(Limits(**RATES), jobs=Rate(1, 1e9))
"""Unlimited rates, except for jobs, which run in their own processes."""
AT_ONE_TABLE = 200
"""Number of frames sent to one table."""
HOST = "m" * 64
TEXTS = ("", "Mika", "\u0301", "\u202e", "\x00", "東京", "😀" * 9, "x" * 41, "y" * 999, "guest")
NUMBERS = (0, 1, 2, 3, -1, 7, 99, 1 << 31, -(1 << 63), 1 << 64, 10**30, 0.5, 1e308)
RAW = (
    "NaN",
    "1e999",
    "-0",
    "[" * 2000,
    '{"a":' * 1500,
    '"\\ud800"',
    "9" * 3000,
    "tru",
    "",
    "\ufeff{}",
)
"""Strings that no encoder writes."""


@cache
def shape_of(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


def anything(luck: Random, depth: int = 0) -> Any:
    kind = luck.randrange(8 if depth < 3 else 5)
    if kind < 5:
        return luck.choice((TEXTS, TEXTS, NUMBERS, NUMBERS, (None, True, False))[kind])
    inner = [anything(luck, depth + 1) for _ in range(luck.randrange(4))]
    return inner if kind < 7 else {luck.choice(TEXTS): each for each in inner}


PLAIN: dict[type[inspect.Type], Callable[[Random], Any]] = {
    inspect.IntType: lambda luck: luck.choice((*NUMBERS, *range(12), *range(12), *range(12))),
    inspect.StrType: lambda luck: luck.choice(TEXTS),
    inspect.BoolType: lambda luck: luck.random() < 0.5,
    inspect.NoneType: lambda _: None,
}


def like(of: inspect.Type, luck: Random) -> Any:
    """A value that usually conforms to a type."""
    if not luck.randrange(25):
        return anything(luck)
    match of:
        case inspect.UnionType(types):
            return like(luck.choice(types), luck)
        case inspect.StructType():
            return struct(of, luck)
        case inspect.LiteralType(values):
            return luck.choice(values)
        case inspect.VarTupleType() | inspect.ListType():
            return [like(of.item_type, luck) for _ in range(luck.randrange(5))]
        case inspect.TupleType(types):
            return [like(each, luck) for each in types]
        case inspect.Metadata():
            return like(of.type, luck)
        case _:
            return PLAIN.get(type(of), anything)(luck)


def struct(of: inspect.StructType, luck: Random) -> dict[str, Any]:
    """The fields of a struct, occasionally with one missing or an unknown one added."""
    made: dict[str, Any] = {} if of.tag is None else {"type": of.tag}
    made |= {each.encode_name: like(each.type, luck) for each in of.fields if luck.randrange(30)}
    if not luck.randrange(40):
        made[luck.choice(TEXTS)] = anything(luck)
    return made


def text_of(value: Any, luck: Random) -> str:
    """Encode a value as JSON, sometimes malformed."""
    text = json.dumps(value, ensure_ascii=luck.random() < 0.5)
    at, raw = luck.randrange(len(text) + 1), luck.choice(RAW)
    twice = text.replace(":", ": ", 1).replace('"type"', '"type":"act","type"', 1)
    odd = (text[:at], text[:at] + raw + text[at:], raw, text[:at] + text[at // 2 :], twice)
    kind = luck.randrange(40)
    return odd[kind] if kind < len(odd) else text


def unheard(services: Services, live: LiveTable, guest: str | None) -> Session:
    """A socket that sends no frames. Tests read the answers instead."""
    nobody: Any = None
    return Session(services, nobody, live, guest, live.table.head, ("",))


@dataclass(slots=True)
class Fuzz:
    """A server without a network, and the number of its answers by kind."""

    services: Services
    luck: Random
    answers: Counter[str] = field(default_factory=Counter[str])

    async def socket(self, number: int) -> Session:
        """Open a table, in the lobby or in play, and return the host's socket."""
        game = list(GAMES.values())[number % len(GAMES)]
        sources = self.services.settings.sources
        order = protocol.NewTable(game.name, "Mika", max(2, min(game.seats)))
        call = Call(0, "opened", sources.now(), sources, None)
        live = await self.services.registry.open(open_table(call, order, HOST, "invite"), ())
        socket = unheard(self.services, live, HOST)
        if number % 3:
            await socket.answer('{"type":"begin","id":"b","fill":"easy"}')
        return socket

    async def frame(self, socket: Session) -> None:
        """Send a frame. It must be answered, and must change nothing if it is refused."""
        live, before = socket.live, socket.live.table
        text = self.text(live)
        answer = await socket.answer(text if self.luck.randrange(99) else None)
        self.answers[type(answer).__name__] += 1
        assert isinstance(
            answer, protocol.Accepted | protocol.Refused | protocol.Answered | protocol.Pong
        ), text
        msgspec.json.encode(answer)
        if isinstance(answer, protocol.Refused):
            assert answer.text.format(**answer.facts) != FAULT, text
            # Even a refused move may be preceded by the step that takes the seat back from a bot.
            assert live.table.state is before.state, text
            assert live.table.head <= before.head + 1, text

    def text(self, live: LiveTable) -> str:
        """A frame that a page might send, or a malformed one."""
        luck, table = self.luck, live.table
        message = like(shape_of(protocol.FromClient), luck)
        if isinstance(message, dict) and message.get("type") in ("act", "ask"):
            game = table.game
            message["head"] = luck.choice((table.head, table.head, 0, table.head + 1, -1))
            message["action"] = like(shape_of(game.actions), luck)
            message["question"] = like(shape_of(game.questions), luck)
            del message[luck.choice(("action", "question"))]
            if table.state is not None and 0 in game.to_act(table.state) and luck.random() < 0.3:
                action = game.sample(game.view(table.state, 0), 0, Rng(luck.getrandbits(40)))
                message = {"type": "act", "head": table.head, "action": msgspec.to_builtins(action)}
            message["id"] = str(luck.getrandbits(40))
        return text_of(message, luck)


async def fuzz(order: Order) -> Figures:
    """Send `size` frames."""
    static = built_client(order.folder)
    settings = Settings(db=f"{order.folder}/x.db", static=static, bot_workers=1, limits=LIMITS)
    done = 0
    async with opened(settings) as services:
        tried = Fuzz(services, order.luck("fuzz"))
        while order.goes_on(done):
            socket = await tried.socket(done // AT_ONE_TABLE)
            for _ in range(AT_ONE_TABLE):
                await tried.frame(socket)
            done += AT_ONE_TABLE
            services.registry.forget_idle(float("inf"))
        faults = services.metrics.faults._value.get()
    assert faults == 0, f"{faults} faults, see the log"
    return {"frames": done, "answers": json.dumps(dict(sorted(tried.answers.items())))}
